use super::*;
use crate::puppet::{Manner, Troupe, troupe};

fn conduct(pondering: bool) -> Conduct {
    Conduct {
        paces: [Pace::clock("10+0.1").unwrap(); 2],
        pondering,
        margin: Duration::ZERO,
        patience: Duration::from_secs(1),
        longest: 600,
        resign: None,
        draw: None,
    }
}

fn game(manners: [Manner; 2], conduct: &Conduct) -> (Played, [&'static Troupe; 2]) {
    let troupes = manners.map(|manner| troupe("x", manner));
    let [mut a, mut b] = troupes.map(Troupe::puppet);
    (play([&mut a, &mut b], conduct, &Position::start(), Entrant::A), troupes)
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
    let paces = [Pace::nodes("100").unwrap(); 2];
    let conduct = Conduct { paces, longest: 9, ..conduct(false) };
    let (played, _) = game([Manner::Dawdles, Manner::Orderly], &conduct);
    assert_eq!(played.cause, Cause::TooLong);
    let (played, _) = game([Manner::Dreams, Manner::Orderly], &conduct);
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
