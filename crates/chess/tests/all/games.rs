//! Whole games: repetitions, counting rules, taking back, listeners.

use damier_chess::{Ending, Position, Side, Square};
use damier_core::{Ending as _, Game, IllegalMove, Outcome, Rules};
use damier_testkit::chess::PERFT;
use damier_testkit::{Random, check_listener, check_taking_back};

fn game(fen: &str) -> Game<Position> {
    Game::new(Position::from_fen(fen).unwrap())
}

fn play(game: &mut Game<Position>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.position().read_move(text).unwrap();
        game.try_play(mv).unwrap();
    }
}

fn ending(fen: &str) -> Option<Ending> {
    game(fen).ending()
}

#[test]
fn the_third_occurrence_is_a_draw_exactly_after_ply_eight() {
    let mut game = Game::new(Position::start());
    for (ply, text) in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ').enumerate() {
        assert_eq!(game.ending(), None, "before ply {}", ply + 1);
        play(&mut game, text);
    }
    assert_eq!(game.occurrences(), 3);
    assert_eq!(game.ending(), Some(Ending::ThreefoldRepetition));
    assert!(game.ending().unwrap().needs_claim());
    play(&mut game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(game.ending(), Some(Ending::FivefoldRepetition));
    assert!(!game.ending().unwrap().needs_claim());
}

#[test]
fn lost_rights_and_en_passant_make_a_position_new() {
    // The kings come home, but may no longer castle.
    let mut rights = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&mut rights, "Ke2 Ke7 Ke1 Ke8");
    assert_eq!(rights.occurrences(), 1);
    play(&mut rights, "Ke2 Ke7 Ke1 Ke8");
    assert_eq!(rights.occurrences(), 2);
    // After d2-d4 the pawn can be taken for one move only.
    let mut passing = game("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1");
    play(&mut passing, "d4 Ke7 Ke2 Ke8 Ke1");
    assert_eq!(passing.occurrences(), 1);
    // No pawn can take after this one, so nothing is special about it.
    let mut harmless = game("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1");
    play(&mut harmless, "d4 Ke7 Ke2 Ke8 Ke1");
    assert_eq!(harmless.occurrences(), 2);
}

#[test]
fn mate_comes_before_every_draw() {
    // The hundredth ply mates.
    let mut game = game("7k/5K2/8/8/8/8/8/6R1 w - - 99 80");
    play(&mut game, "Rh1");
    assert_eq!(game.ending(), Some(Ending::Checkmate { winner: Side::White }));
    assert_eq!(game.ending().unwrap().outcome(), Outcome::Win(Side::White));
    // The same position with any number on the clock.
    for clock in [100, 150] {
        let fen = format!("7k/5K2/8/8/8/8/8/7R b - - {clock} 80");
        assert_eq!(ending(&fen), Some(Ending::Checkmate { winner: Side::White }));
    }
}

#[test]
fn the_counting_rules_begin_at_their_numbers() {
    let at = |clock| ending(&format!("7k/8/8/8/8/8/1K6/6R1 b - - {clock} 90"));
    assert_eq!(at(99), None);
    assert_eq!(at(100), Some(Ending::FiftyMoves));
    assert_eq!(at(149), Some(Ending::FiftyMoves));
    assert_eq!(at(150), Some(Ending::SeventyFiveMoves));
    assert_eq!(at(150).unwrap().outcome(), Outcome::Draw);
}

#[test]
fn rights_are_lost_by_the_squares_of_a_move_of_either_side() {
    let after = |moves: &str| {
        let mut game = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        play(&mut game, moves);
        game.position().to_fen().split(' ').nth(2).unwrap().to_owned()
    };
    assert_eq!(after("Rg1"), "Qkq");
    assert_eq!(after("Rxh8+"), "Qq");
    assert_eq!(after("Ke2"), "kq");
    assert_eq!(after("O-O"), "kq");
    assert_eq!(after("Kd1 Rxh1+"), "q");
    assert_eq!(after("Rxh8+ Ke7 Rhxa8"), "Q");
    // A king takes a rook that could have castled.
    let mut taken = game("4k2r/6K1/8/8/8/8/8/8 w k - 0 1");
    play(&mut taken, "Kxh8");
    assert!(taken.position().castling().rooks().is_empty());
}

#[test]
fn captures_and_pawn_moves_reset_the_clock() {
    let clock_after = |moves: &str| {
        let mut game = game("4k3/8/8/3p4/4P3/8/8/4K3 w - - 40 60");
        play(&mut game, moves);
        game.position().halfmove_clock()
    };
    assert_eq!(clock_after("Kd2"), 41);
    assert_eq!(clock_after("e5"), 0);
    assert_eq!(clock_after("exd5"), 0);
    assert_eq!(clock_after("exd5 Ke7 Kd2 Kd6 Kd3"), 4);
    assert_eq!(clock_after("exd5 Ke7 Kd2 Kd6 Kd3 Kxd5"), 0);
}

#[test]
fn clocks_stop_at_their_end() {
    let mut game = game("4k3/8/8/8/8/8/8/R3K3 b - - 65535 65535");
    play(&mut game, "Kd7 Kd1");
    let fen = game.position().to_fen();
    assert!(fen.ends_with(" 65535 65535"), "{fen}");
    assert!(Position::from_fen(&fen).is_ok());
}

#[test]
fn insufficient_material_is_what_cannot_mate() {
    let dead = [
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KN3/8/8 b - - 0 1",
        "8/8/4k1b1/8/8/3K1B2/8/8 w - - 0 1",
        "8/8/4kb2/8/8/3KB3/8/8 w - - 0 1",
        "8/5b2/4k1b1/8/8/3K1B2/8/3B4 w - - 0 1",
    ];
    for fen in dead {
        assert_eq!(ending(fen), Some(Ending::InsufficientMaterial), "{fen}");
    }
    let alive = [
        "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1",
        "8/8/4k1n1/8/8/3KN3/8/8 w - - 0 1",
        "8/8/4kb2/8/8/3K1B2/8/8 w - - 0 1",
        "8/8/4kn2/8/8/3K1B2/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KP3/8/8 w - - 0 1",
    ];
    for fen in alive {
        assert_eq!(ending(fen), None, "{fen}");
    }
}

#[test]
fn stalemate_is_a_draw_even_with_bare_kings_nearby() {
    assert_eq!(ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(Ending::Stalemate));
    assert_eq!(Ending::Stalemate.to_string(), "draw by stalemate");
}

#[test]
fn taking_back_restores_everything() {
    // Along walks through every kind of move.
    let mut random = Random::new(5);
    for case in PERFT.iter() {
        let start = Position::from_fen(case.fen).unwrap();
        check_taking_back(&start, 120, &mut random, |_| ());
    }
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = Game::new(Position::start());
    let queens_gambit = Position::from_fen("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").unwrap();
    let mv = queens_gambit.read_move("Qa8+").unwrap();
    assert_eq!(game.try_play(mv), Err(IllegalMove));
    assert_eq!(game.position(), &Position::start());
    assert_eq!(game.moves().len(), 0);
}

#[test]
fn a_move_is_legal_exactly_if_it_is_in_the_list() {
    for case in PERFT.iter() {
        let position = Position::from_fen(case.fen).unwrap();
        let moves = position.legal_moves();
        for bits in 1..=u16::MAX {
            let mv = damier_chess::Move::from_bits(bits).unwrap();
            assert_eq!(position.is_legal(mv), moves.contains(&mv), "{mv:?} in {}", case.fen);
            let found = position.find_move(damier_core::MoveHint(bits));
            assert_eq!(found, moves.contains(&mv).then_some(mv));
        }
    }
}

#[test]
fn a_listener_hears_of_every_change() {
    let starts = PERFT.iter().map(|case| Position::from_fen(case.fen).unwrap());
    check_listener(starts, |position: &Position| {
        let piece = |square| Some((position.piece_at(square)?, square));
        Square::all().filter_map(piece).collect()
    });
}

#[test]
fn passing_hands_over_the_turn_and_nothing_else() {
    let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K2R w K d6 4 9").unwrap();
    let mut passed = position.clone();
    passed.pass();
    assert_eq!(passed.to_fen(), "4k3/8/8/3pP3/8/8/8/4K2R b K - 5 9");
    let read = Position::from_fen(&passed.to_fen()).unwrap();
    assert_eq!(passed.key(), read.key());
    // Pins are those of the side that has the turn now.
    let fen = "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1";
    let mut passed = Position::from_fen(fen).unwrap();
    passed.pass();
    let read = Position::from_fen(&passed.to_fen()).unwrap();
    assert_eq!((passed.pinned(), passed.checkers()), (read.pinned(), read.checkers()));
    assert!(passed.pinned().contains(Square::from_name("e7").unwrap()));
}
