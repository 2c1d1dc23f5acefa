//! What a long match costs: how much of the time is the engines' own, and whether memory grows.

use damier_arena::{
    ArenaGame, Conduct, Contestant, EngineSpec, GamePace, Match, MatchFormat, MatchPlan, Openings,
    Schedule,
};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

static NEVER: AtomicBool = AtomicBool::new(false);

/// A match between two engines of this process.
fn play<G: ArenaGame>(pace: GamePace, pairs: u64, mut on_game: impl FnMut(u64, Duration)) {
    let engines =
        ["builtin,name=a,Hash=1,Move Overhead=0", "builtin,name=b,Hash=1,Move Overhead=0"]
            .map(|text| EngineSpec::from_text(text).unwrap());
    let arena = Match::<G> {
        contestants: engines.iter().map(|engine| engine as &dyn Contestant<G>).collect(),
        pace,
        conduct: Conduct::default(),
        openings: Openings::bundled(1),
        plan: MatchPlan {
            schedule: Schedule::new(MatchFormat::RoundRobin, 2, pairs),
            concurrency: NonZeroUsize::MIN,
            sprt: None,
            journal: None,
            games: None,
        },
    };
    let played = arena.run(&NEVER, &mut |standing, game, _| {
        on_game(standing.games(), game.notes.iter().map(|note| note.time).sum());
    });
    assert_eq!(played.unwrap().games(), 2 * pairs);
}

#[test]
#[ignore = "measures real time, for half a minute"]
fn nearly_all_of_the_time_is_the_engines_own() {
    fn check<G: ArenaGame>() {
        let begin = Instant::now();
        let mut thinking = Duration::ZERO;
        play::<G>(GamePace::move_time("10").unwrap(), 6, |_, time| thinking += time);
        let share = thinking.as_secs_f64() / begin.elapsed().as_secs_f64();
        println!("{}: {:.2} % of the time is the engines'", G::NAME, share * 100.0);
        assert!(share >= 0.95, "{share}");
    }
    check::<damier_chess::Position>();
    check::<damier_draughts::Position>();
}

/// What this process has in memory, in bytes.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[test]
#[ignore = "plays ten thousand games, for some minutes"]
fn memory_stays_the_same_over_ten_thousand_games() {
    let (mut early, mut late) = (0, 0);
    play::<damier_draughts::Position>(
        GamePace::nodes("100").unwrap(),
        5000,
        |games, _| match games {
            1000 => early = memory().unwrap_or(0),
            10_000 => late = memory().unwrap_or(0),
            _ => {}
        },
    );
    println!("{early} bytes after 1,000 games, {late} after 10,000");
    assert!(late <= early + (4 << 20), "{early} bytes after 1,000 games, {late} after 10,000");
}
