//! Whole games: repetitions, counting rules, taking back, listeners.

use damier_core::{Ending as _, Game, IllegalMove, Outcome, Rules};
use damier_draughts::{Ending, Move, Position, Side, Square};
use damier_testkit::draughts::{PERFT, random_fen};
use damier_testkit::{Random, check_listener, check_taking_back};
use std::collections::HashSet;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(game: &mut Game<Position>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.position().read_move(text);
        game.try_play(mv.unwrap_or_else(|error| panic!("{}: {error}", game.position()))).unwrap();
    }
}

/// Plays a cycle of moves for some plies, and says what ended the game and when, repetition apart.
/// Nothing can be captured where all stay on the edge.
fn draw_after(fen: &str, cycle: &str) -> Option<(usize, Ending)> {
    let mut position = position(fen);
    for (ply, text) in cycle.split_whitespace().cycle().take(60).enumerate() {
        if let Some(ending) = position.ending(1) {
            return Some((ply, ending));
        }
        let mv = position.read_move(text).unwrap_or_else(|error| panic!("{position}: {error}"));
        position.play(mv);
    }
    None
}

const SHUFFLE: &str = "6-1 45-50 1-6 50-45";

#[test]
fn the_third_occurrence_is_a_draw_exactly_after_ply_eight() {
    let mut game = Game::new(position("W:WK6,K16:BK35,K45"));
    for (ply, text) in SHUFFLE.split(' ').cycle().take(8).enumerate() {
        assert_eq!(game.ending(), None, "before ply {}", ply + 1);
        play(&mut game, text);
    }
    assert_eq!(game.occurrences(), 3);
    assert_eq!(game.ending(), Some(Ending::Repetition));
    assert!(!game.ending().unwrap().needs_claim());
}

#[test]
fn a_move_of_a_man_makes_everything_new() {
    let mut game = Game::new(position("W:WK6,K16,36:BK35,K45"));
    play(&mut game, "6-1 45-50");
    assert_eq!(game.position().reversible_plies(), 2);
    play(&mut game, "36-31");
    assert_eq!(game.position().reversible_plies(), 0);
}

#[test]
fn twenty_five_king_moves_each_are_a_draw() {
    assert_eq!(draw_after("W:WK6,K16:BK35,K45", SHUFFLE), Some((50, Ending::TwentyFiveMoves)));
    // A server's count of plies is believed.
    assert_eq!(
        draw_after("W:WK6,K16:BK35,K45:H30:F90", SHUFFLE),
        Some((20, Ending::TwentyFiveMoves))
    );
}

#[test]
fn sixteen_moves_each_against_a_lone_king_are_a_draw() {
    for fen in ["W:WK6,K16,K36:BK45", "W:WK6,K16,36:BK45", "W:WK6,16,36:BK45"] {
        assert_eq!(draw_after(fen, SHUFFLE), Some((32, Ending::SixteenMoves)), "{fen}");
        assert_eq!(
            draw_after(&position(fen).rotated().to_fen(), "45-50 6-1 50-45 1-6"),
            Some((32, Ending::SixteenMoves))
        );
    }
    // Four against one, and two against two, are other matters.
    for fen in ["W:WK6,K16,K36,K26:BK45", "W:WK6,K16:BK45,K35", "W:WK6,K16,K36:BK45,35"] {
        assert_eq!(draw_after(fen, SHUFFLE), Some((50, Ending::TwentyFiveMoves)), "{fen}");
    }
}

#[test]
fn five_moves_each_against_a_lone_king_are_a_draw() {
    for fen in ["W:WK6,K16:BK45", "W:WK6,16:BK45", "W:WK6:BK45", "W:WK6:BK45,35"] {
        assert_eq!(draw_after(fen, SHUFFLE), Some((10, Ending::FiveMoves)), "{fen}");
    }
}

#[test]
fn men_alone_against_a_king_have_no_rule_of_their_own() {
    for fen in ["B:W26,35:BK46", "B:W26:BK46", "B:W26,35,16:BK46"] {
        let clocks = position(fen).clocks();
        assert_eq!((clocks.two_pieces(), clocks.three_pieces()), (None, None), "{fen}");
    }
}

#[test]
fn the_move_that_makes_the_material_is_not_counted() {
    // The king takes a man: three against one from here on.
    let mut game = Game::new(position("W:WK6,K16,K36:B11,K45"));
    assert_eq!(game.position().clocks().three_pieces(), None);
    play(&mut game, "6x50");
    assert_eq!(game.position().clocks().three_pieces(), Some(0));
    play(&mut game, "45-1");
    for text in "50-45 1-6 45-50 6-1".split(' ').cycle().take(31) {
        assert_eq!(game.position().ending(1), None);
        play(&mut game, text);
    }
    assert_eq!(game.position().ending(1), Some(Ending::SixteenMoves));
    // A promotion makes the material, too.
    let mut game = Game::new(position("W:W7,16:BK45"));
    assert_eq!(game.position().clocks().two_pieces(), None);
    play(&mut game, "7-2");
    assert_eq!(game.position().clocks().two_pieces(), Some(0));
}

#[test]
fn moves_of_men_do_not_set_the_sixteen_moves_back() {
    let mut game = Game::new(position("W:WK6,K16,36:BK45"));
    play(&mut game, "6-1 45-50 36-31 50-45");
    assert_eq!(game.position().clocks().three_pieces(), Some(4));
    assert_eq!(game.position().clocks().king_moves(), 1);
}

/// The strict reading of the FMJD: see `clocks`.
#[test]
fn a_capture_starts_the_five_moves_and_the_sixteen_go_on() {
    let mut game = Game::new(position("W:WK6,K16,33:BK45"));
    for _ in 0..6 {
        play(&mut game, "16-2 45-1 2-16 1-45");
    }
    play(&mut game, "6-1 45-50 16-2");
    let before = game.position().clocks();
    assert_eq!((before.three_pieces(), before.two_pieces()), (Some(27), None));
    play(&mut game, "50x6");
    let clocks = game.position().clocks();
    assert_eq!((clocks.three_pieces(), clocks.two_pieces()), (Some(28), Some(0)));
    play(&mut game, "1-45 6-1 45-50");
    assert_eq!(game.position().ending(1), None);
    play(&mut game, "1-6");
    assert_eq!(game.position().clocks().two_pieces(), Some(4));
    assert_eq!(game.position().ending(1), Some(Ending::SixteenMoves));

    // With time left on the sixteen, the five come first.
    let mut game = Game::new(position("W:WK6,K16,33:BK45"));
    play(&mut game, "6-1 45-50 16-2 50x6 1-45 6-1 45-50 1-6 50-45 6-1 45-50 1-6 50-45");
    assert_eq!(game.position().ending(1), None);
    play(&mut game, "6-1");
    assert_eq!(game.position().ending(1), Some(Ending::FiveMoves));
}

#[test]
fn losing_the_last_king_stops_the_counts() {
    // Two men remain against the king; they have no rule, until one of them is a king again.
    let mut game = Game::new(position("B:WK33,16,36:BK50"));
    assert_eq!(game.position().clocks().three_pieces(), Some(0));
    play(&mut game, "50x6");
    let clocks = game.position().clocks();
    assert_eq!((clocks.three_pieces(), clocks.two_pieces()), (None, None));
}

#[test]
fn a_win_comes_before_every_draw() {
    // The fiftieth ply shuts the last man in.
    let mut game = Game::new(position("W:WK6:B45:H49"));
    play(&mut game, "6-50");
    assert_eq!(game.position().clocks().king_moves(), 50);
    let ending = game.position().ending(3).unwrap();
    assert_eq!(ending, Ending::NoMoves { winner: Side::White });
    assert_eq!(ending.outcome(), Outcome::Win(Side::White));
    // The tenth takes the lone king.
    let mut game = Game::new(position("W:WK6:BK45"));
    play(&mut game, "6-1 45-50 1-6 50-45 6-1 45-50 1-6 50-44");
    assert_eq!(game.position().clocks().two_pieces(), Some(8));
    play(&mut game, "6x50");
    assert_eq!(game.ending(), Some(Ending::NoMoves { winner: Side::White }));
}

#[test]
fn endings_read_as_sentences() {
    let texts: Vec<String> = [
        Ending::NoMoves { winner: Side::Black },
        Ending::Repetition,
        Ending::FiveMoves,
        Ending::SixteenMoves,
        Ending::TwentyFiveMoves,
    ]
    .iter()
    .map(Ending::to_string)
    .collect();
    assert_eq!(texts[0], "Black wins: White cannot move");
    assert!(texts[1..].iter().all(|text| text.starts_with("draw by ")));
    assert_eq!(texts.iter().collect::<HashSet<_>>().len(), 5);
}

#[test]
fn counts_stay_where_they_are_rather_than_overflow() {
    let mut position = position("W:WK6,K16,K36:BK45");
    let plies = usize::from(u16::MAX) + 10;
    for (ply, text) in SHUFFLE.split(' ').cycle().take(plies).enumerate() {
        let mv = position.read_move(text).unwrap();
        position.play_unchecked(mv);
        let clocks = position.clocks();
        assert_eq!(usize::from(clocks.king_moves()), (ply + 1).min(usize::from(u16::MAX)));
        assert_eq!(clocks.three_pieces().map(usize::from), Some((ply + 1).min(255)));
    }
}

#[test]
fn taking_back_restores_everything() {
    let mut random = Random::new(5);
    for case in PERFT.iter() {
        let start = position(case.fen);
        check_taking_back(&start, 200, &mut random, Position::clocks);
    }
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = Game::new(Position::start());
    let square = |number| Square::from_number(number).unwrap();
    assert_eq!(game.try_play(Move::quiet(square(32), square(23))), Err(IllegalMove));
    assert_eq!(game.position(), &Position::start());
    assert_eq!(game.moves().len(), 0);
}

#[test]
fn a_move_is_legal_exactly_if_it_is_in_the_list() {
    let mut random = Random::new(8);
    let fens: Vec<String> = (0..20).map(|_| random_fen(&mut random)).collect();
    for fen in PERFT.iter().map(|case| case.fen).chain(fens.iter().map(String::as_str)) {
        let position = position(fen);
        let moves = position.legal_moves();
        let captured = moves.first().map(|mv| mv.captured()).unwrap_or_default();
        for (from, to) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            for mv in [Move::quiet(from, to), Move::capture(from, to, captured)] {
                assert_eq!(position.is_legal(mv), moves.contains(&mv), "{mv} in {fen}");
            }
        }
        for bits in 0..=u16::MAX {
            let hint = damier_core::MoveHint(bits);
            let expected = moves.iter().copied().find(|&mv| Position::hint(mv) == hint);
            assert_eq!(position.find_move(hint), expected, "{bits} in {fen}");
        }
    }
}

#[test]
fn a_listener_hears_of_every_change() {
    let starts = PERFT.iter().map(|case| position(case.fen));
    check_listener(starts, |position: &Position| {
        let piece = |square| Some((position.piece_at(square)?, square));
        Square::all().filter_map(piece).collect()
    });
}
