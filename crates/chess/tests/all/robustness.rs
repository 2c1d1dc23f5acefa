//! Whatever the input, readers answer and nothing panics.

use crate::exercise::exercise;
use damier_chess::{Epd, FenError, Position, START_FEN};
use damier_testkit::chess::{PERFT, random_fen};
use damier_testkit::{Random, random_cases};
use proptest::prelude::*;

#[test]
fn any_board_that_is_accepted_can_be_played() {
    let mut random = Random::new(7);
    let [mut accepted, mut with_castling, mut with_en_passant, mut in_check] = [0; 4];
    let boards = if cfg!(debug_assertions) { 3_000 } else { 30_000 };
    for _ in 0..boards {
        let fen = random_fen(&mut random);
        match Position::from_fen(&fen) {
            Ok(position) => {
                exercise(&position);
                let moves = position.legal_moves();
                accepted += 1;
                with_castling += usize::from(moves.iter().any(|mv| mv.is_castle()));
                with_en_passant += usize::from(position.en_passant().is_some());
                in_check += usize::from(position.is_check());
            }
            Err(FenError::OpponentInCheck { .. }) => {}
            Err(error) => panic!("{fen}: {error}"),
        }
    }
    let met = [accepted * 5, with_castling * 1000, with_en_passant * 1000, in_check * 20];
    assert!(met.iter().all(|&weighted| weighted > boards), "{boards} boards, {met:?}");
}

proptest! {
    #![proptest_config(random_cases(3000))]

    #[test]
    fn any_text_is_answered(text in ".{0,140}") {
        let _ = Position::from_fen(&text);
        let _ = Epd::from_line(&text);
        let _ = Position::start().read_move(&text);
    }

    #[test]
    fn any_text_of_move_letters_is_answered(text in "[NBRQKPOa-h1-80x=+#!?:-]{0,10}") {
        for case in PERFT.iter() {
            let position = Position::from_fen(case.fen).unwrap();
            if let Ok(mv) = position.read_move(&text) {
                prop_assert!(position.is_legal(mv));
            }
        }
    }

    #[test]
    fn a_fen_with_one_wrong_letter_is_answered(
        place in 0..START_FEN.len(),
        letter in prop_oneof![any::<char>(), prop::char::range(' ', '~')],
    ) {
        let mut text: Vec<char> = START_FEN.chars().collect();
        text[place] = letter;
        if let Ok(position) = Position::from_fen(&text.into_iter().collect::<String>()) {
            exercise(&position);
        }
    }
}

/// The position with the most moves known; the list has room for more than any position can have.
#[test]
fn the_richest_position_fits_into_the_list() {
    let fen = "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1";
    let position = Position::from_fen(fen).unwrap();
    assert_eq!(position.legal_moves().len(), 218);
    exercise(&position);
}
