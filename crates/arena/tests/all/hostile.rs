//! Engines that misbehave are scored properly and the match finishes, in both games.

use damier_arena::record::GameRecord;
use damier_arena::standing::Faults;
use damier_arena::{
    ArenaGame, Cause, Conduct, Contestant, EngineSpec, GamePace, Match, MatchFormat, MatchPlan,
    Openings, Schedule, Standing,
};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The engine of `crates/protocol/examples/hostile` with a manner. `cargo test` builds it.
fn hostile(protocol: &str, manner: &str) -> EngineSpec {
    let test = std::env::current_exe().unwrap();
    let program = test.ancestors().nth(2).unwrap().join("examples/misbehaving");
    assert!(program.exists(), "cargo build --example misbehaving makes {}", program.display());
    let text = format!("cmd='{}' {protocol} {manner},name={manner}", program.display());
    EngineSpec::from_text(&text).unwrap()
}

/// A match of four games, as the misbehaving engine may end it.
fn play<G: ArenaGame>(manner: &str, pace: GamePace) -> (Standing, Vec<GameRecord>) {
    let protocol = if G::NAME == "chess" { "uci" } else { "hub" };
    let (fair, bad) = (hostile(protocol, "fair"), hostile(protocol, manner));
    let contestants: Vec<&dyn Contestant<G>> = vec![&fair, &bad];
    let arena = Match {
        contestants,
        pace,
        // Proper engines answer at once; these have to be waited for.
        conduct: Conduct { patience: Duration::from_secs(1), longest: 20, ..Conduct::default() },
        openings: Openings::bundled(3),
        plan: MatchPlan {
            schedule: Schedule::new(MatchFormat::RoundRobin, 2, 2),
            concurrency: NonZeroUsize::new(2).unwrap(),
            sprt: None,
            journal: None,
            games: None,
        },
    };
    let mut games = Vec::new();
    let standing = arena.run(&NEVER, &mut |_, game, _| games.push(game.clone())).unwrap();
    (standing, games)
}

/// All four games are lost for this cause, with either colour.
fn loses<G: ArenaGame>(manner: &str, pace: GamePace, cause: Cause) {
    let (standing, games) = play::<G>(manner, pace);
    let place = format!("{} {manner}", G::NAME);
    assert_eq!(games.len(), 4, "{place}");
    assert!(games.iter().all(|game| game.cause == cause), "{place}: {games:#?}");
    assert_eq!(standing.players[0].tally.wins, 4, "{place}");
    assert_eq!(standing.players[0].faults, Faults::default(), "{place}");
    let Faults { time_losses, illegal_moves, crashes, stalls } = standing.players[1].faults;
    let faults = [
        (Cause::TimeLoss, time_losses),
        (Cause::IllegalMove, illegal_moves),
        (Cause::Crash, crashes),
        (Cause::Stall, stalls),
    ];
    for (kind, count) in faults {
        assert_eq!(count, if kind == cause { 4 } else { 0 }, "{place}: {kind:?}");
    }
}

fn both_games(manner: &str, pace: GamePace, cause: Cause) {
    loses::<damier_chess::Position>(manner, pace, cause);
    loses::<damier_draughts::Position>(manner, pace, cause);
}

fn nodes() -> GamePace {
    GamePace::nodes("100").unwrap()
}

#[test]
fn who_crashes_or_leaves_loses_by_a_crash() {
    both_games("crash", nodes(), Cause::Crash);
    both_games("exit", nodes(), Cause::Crash);
    both_games("close-output", nodes(), Cause::Crash);
}

#[test]
fn who_moves_illegally_loses_by_that() {
    both_games("illegal", nodes(), Cause::IllegalMove);
    both_games("garbage", nodes(), Cause::IllegalMove);
}

#[test]
fn who_never_answers_loses_by_a_stall() {
    both_games("hang", nodes(), Cause::Stall);
    both_games("ignore-stop", nodes(), Cause::Stall);
    both_games("deaf", nodes(), Cause::Stall);
}

#[test]
fn who_floods_the_arena_loses_by_a_stall() {
    both_games("flood", nodes(), Cause::Stall);
    both_games("flood-line", nodes(), Cause::Stall);
}

#[test]
fn who_is_odd_but_plays_is_let_play() {
    for manner in ["fair", "noise", "twice", "stale", "early", "flood-errors", "boast"] {
        for (standing, games) in [
            play::<damier_chess::Position>(manner, nodes()),
            play::<damier_draughts::Position>(manner, nodes()),
        ] {
            assert_eq!(games.len(), 4, "{manner}");
            assert!(games.iter().all(|game| !game.cause.is_fault()), "{manner}: {games:#?}");
            assert_eq!(standing.players[1].faults, Faults::default(), "{manner}");
        }
    }
}

#[test]
fn who_oversteps_the_time_loses_on_time() {
    // The late engine answers when its clock has been at zero for a while.
    both_games("late", GamePace::clock("1").unwrap(), Cause::TimeLoss);
}

#[test]
fn who_lacks_an_option_for_an_opening_is_refused_before_the_match() {
    let fair = hostile("uci", "fair");
    let contestants: Vec<&dyn Contestant<damier_chess::Position>> = vec![&fair, &fair];
    let arena = Match {
        contestants,
        pace: nodes(),
        conduct: Conduct::default(),
        openings: Openings::from_text(
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            1,
        )
        .unwrap(),
        plan: MatchPlan {
            schedule: Schedule::new(MatchFormat::RoundRobin, 2, 1),
            concurrency: NonZeroUsize::MIN,
            sprt: None,
            journal: None,
            games: None,
        },
    };
    let error = arena.run(&NEVER, &mut |_, _, _| {}).unwrap_err().to_string();
    assert!(error.contains("lacks the option UCI_Chess960 for the opening bqnb1rkr"), "{error}");
}
