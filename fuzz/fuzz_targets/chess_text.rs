//! Text from anywhere: a first line as position or EPD, further lines as moves.
//!
//! Nothing may panic; whatever is accepted must behave as a position.

#![no_main]

#[path = "../../crates/chess/tests/all/exercise.rs"]
mod exercise;

use damier_chess::{Epd, Position};
use exercise::exercise;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    if let Ok(epd) = Epd::from_line(first) {
        let written = epd.to_string();
        let again = Epd::from_line(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(again.position, epd.position);
        assert!(again.operations.ends_with(&epd.operations));
    }
    let Ok(mut position) = Position::from_fen(first) else { return };
    exercise(&position);
    for line in lines {
        if let Ok(mv) = position.read_move(line) {
            position.play(mv);
            exercise(&position);
        }
    }
});
