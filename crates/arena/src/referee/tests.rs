use super::*;
use crate::puppet::{Manner, Troupe, troupe};
use damier_chess::Position;
use damier_games::EngineGame;

static NEVER: AtomicBool = AtomicBool::new(false);

fn conduct(pondering: bool) -> Conduct<Position> {
    Conduct { pondering, patience: Duration::from_secs(1), ..Conduct::default() }
}

fn game_at(
    pace: &str,
    manners: [Manner; 2],
    conduct: &Conduct<Position>,
) -> (PlayedGame<Position>, [&'static Troupe; 2]) {
    let nodes = pace.strip_suffix(" nodes");
    let pace = nodes.map_or_else(|| GamePace::clock(pace), GamePace::nodes).unwrap();
    let troupes = manners.map(|manner| troupe("x", manner));
    let [mut a, mut b] = troupes.map(Troupe::puppet);
    let players: [(&mut dyn Player<_>, GamePace); 2] = [(&mut a, pace), (&mut b, pace)];
    (play(players, conduct, &Position::start(), &NEVER).unwrap(), troupes)
}

fn game(
    manners: [Manner; 2],
    conduct: &Conduct<Position>,
) -> (PlayedGame<Position>, [&'static Troupe; 2]) {
    game_at("10+0.1", manners, conduct)
}

#[test]
fn a_game_goes_on_until_the_rules_end_it() {
    let (played, _) = game([Manner::Orderly; 2], &conduct(false));
    assert_eq!(played.cause, Cause::Rules);
    assert_eq!(played.game.ending().map(Ending::outcome), Some(played.outcome));
    let plies = played.game.moves().len() as u64;
    let [a, b] = played.efforts;
    assert_eq!((a.moves + b.moves, a.nodes + b.nodes), (plies, 100 * plies));
    assert_eq!(a.average_depth(), Some(3.0));
    // Each move took no time to speak of and gave a tenth of a second back.
    assert!(played.clocks[0].unwrap() > Duration::from_secs(10), "{:?}", played.clocks);
}

#[test]
fn a_game_that_is_too_long_is_drawn() {
    let (played, _) = game([Manner::Orderly; 2], &Conduct { longest: 7, ..conduct(false) });
    assert_eq!((played.cause, played.outcome), (Cause::TooLong, Outcome::Draw));
    assert_eq!(played.game.moves().len(), 7);
}

#[test]
fn pondering_changes_no_move_and_follows_the_protocol() {
    let (quiet, _) = game([Manner::Orderly; 2], &conduct(false));
    let (played, troupes) = game([Manner::Orderly; 2], &conduct(true));
    assert!(played.game.moves().eq(quiet.game.moves()));
    for troupe in troupes {
        let (hits, misses) = (troupe.count("ponderhit"), troupe.count("stop"));
        assert!(hits > 0 && misses > 0, "{hits} hits, {misses} misses");
        assert_eq!(troupe.count("go ponder"), hits + misses);
    }
    assert!(played.late_faults.is_empty() && played.is_broken == [false; 2]);
}

#[test]
fn misdeeds_lose_the_game() {
    let misdeeds = [
        (Manner::Cheats, Cause::IllegalMove),
        (Manner::Dies, Cause::Crash),
        (Manner::Stalls, Cause::Stall),
        (Manner::Dawdles, Cause::TimeLoss),
    ];
    for (manner, cause) in misdeeds {
        for pondering in [false, true] {
            let (played, _) = game([Manner::Orderly, manner], &conduct(pondering));
            assert_eq!(
                (played.cause, played.outcome),
                (cause, Outcome::Win(Side::White)),
                "{manner:?}"
            );
            assert_eq!(played.is_broken, [false, true]);
            let (played, _) = game([manner, Manner::Orderly], &conduct(pondering));
            assert_eq!(
                (played.cause, played.outcome),
                (cause, Outcome::Win(Side::Black)),
                "{manner:?}"
            );
            assert!(cause.is_fault() && played.is_broken == [true, false]);
        }
    }
}

#[test]
fn without_a_clock_an_engine_may_be_slow_but_not_forever() {
    let conduct = Conduct { longest: 9, ..conduct(false) };
    let (played, _) = game_at("100 nodes", [Manner::Dawdles, Manner::Orderly], &conduct);
    assert_eq!(played.cause, Cause::TooLong);
    let (played, _) = game_at("100 nodes", [Manner::Dreams, Manner::Orderly], &conduct);
    assert_eq!(played.cause, Cause::Stall);
}

#[test]
fn an_engine_told_to_stop_when_its_time_is_up_is_asked_once() {
    let (played, [dreamer, _]) =
        game([Manner::Dreams, Manner::Orderly], &Conduct { longest: 3, ..conduct(false) });
    assert_eq!((dreamer.count("stop"), dreamer.count("go")), (2, 2));
    assert_eq!(played.cause, Cause::TooLong);
}

#[test]
fn a_margin_forgives() {
    let margin = Duration::from_secs(100);
    let conduct = Conduct { margin, longest: 6, ..conduct(false) };
    let (played, _) = game([Manner::Dawdles, Manner::Orderly], &conduct);
    assert_eq!(played.cause, Cause::TooLong);
}

#[test]
fn hopeless_games_are_resigned_and_level_ones_drawn_if_asked_for() {
    let resign = Some(Adjudication { score: 600, moves: 4 });
    let (played, _) =
        game([Manner::Orderly, Manner::Hopeless], &Conduct { resign, ..conduct(false) });
    assert_eq!((played.cause, played.outcome), (Cause::Resignation, Outcome::Win(Side::White)));
    assert_eq!(played.game.moves().len(), 8);
    let draw = Some(Adjudication { score: 10, moves: 8 });
    let (played, _) = game([Manner::Orderly; 2], &Conduct { draw, ..conduct(false) });
    assert_eq!((played.cause, played.outcome), (Cause::DrawAgreed, Outcome::Draw));
    assert_eq!(played.game.moves().len(), DRAWS_FROM_PLY);
}

#[test]
fn bad_moments_that_do_not_follow_each_other_are_no_reason_to_resign() {
    let resign = Some(Adjudication { score: 600, moves: 2 });
    let conduct = Conduct { resign, longest: 40, ..conduct(false) };
    let (played, _) = game([Manner::Orderly, Manner::Wavers], &conduct);
    assert_eq!(played.cause, Cause::TooLong);
}

#[test]
fn a_clock_is_wound_up_again_at_the_time_control() {
    let conduct = Conduct { longest: 7, ..conduct(false) };
    let (played, _) = game_at("3/10", [Manner::Orderly; 2], &conduct);
    // White has made four moves, Black three: both are past the control, and no time was spent.
    let [white, black] = played.clocks.map(|clock| clock.unwrap().as_secs_f64().round());
    assert_eq!((white, black), (20.0, 20.0));
    let (played, _) = game_at("4/10", [Manner::Orderly; 2], &conduct);
    let [white, black] = played.clocks.map(|clock| clock.unwrap().as_secs_f64().round());
    assert_eq!((white, black), (20.0, 10.0));
}

#[test]
fn what_was_said_of_each_move_is_kept() {
    let (played, _) = game([Manner::Hopeless, Manner::Orderly], &conduct(false));
    assert_eq!(played.notes.len(), played.game.moves().len());
    assert_eq!(played.notes[0].score, Some(Score::from_evaluation(-900)));
    assert_eq!((played.notes[1].score, played.notes[1].depth), (Some(Score::DRAW), 3));
}

#[test]
fn a_game_that_is_broken_off_has_no_result() {
    let pace = GamePace::nodes("1000000000").unwrap();
    let start = || crate::player::Resident::new(Position::engine()).unwrap();
    let (mut white, mut black) = (start(), start());
    let players: [(&mut dyn Player<_>, GamePace); 2] = [(&mut white, pace), (&mut black, pace)];
    let end = AtomicBool::new(true);
    assert!(play(players, &conduct(false), &Position::start(), &end).is_none());
}

#[test]
fn tables_end_a_game_only_if_asked_for() {
    use damier_draughts::Position as Draughts;
    let folder = std::env::temp_dir().join(format!("damier-referee-{}", std::process::id()));
    let build = damier_egdb::Build { pieces: 2, threads: std::num::NonZeroUsize::MIN };
    build.run(&folder, &|_| {}).unwrap();
    let path = folder.to_string_lossy().into_owned();
    let tables = KnownEndings { tables: Draughts::open_tables(&path).unwrap(), path };
    let _ = std::fs::remove_dir_all(&folder);
    let start = Draughts::from_fen("W:WK46:BK5").unwrap();
    let pace = GamePace::nodes("100").unwrap();
    let play_with = |tables| {
        let seat = || crate::player::Resident::new(Draughts::engine()).unwrap();
        let (mut white, mut black) = (seat(), seat());
        let players: [(&mut dyn Player<_>, GamePace); 2] = [(&mut white, pace), (&mut black, pace)];
        play(players, &Conduct { tables, ..Conduct::default() }, &start, &NEVER).unwrap()
    };
    let played = play_with(Some(tables));
    assert_eq!((played.cause, played.game.moves().len()), (Cause::Tables, 0));
    let played = play_with(None);
    assert_eq!(played.cause, Cause::Rules);
}
