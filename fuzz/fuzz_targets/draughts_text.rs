//! Text from anywhere: a first line as a position, further lines as moves.
//!
//! Nothing may panic; whatever is accepted must behave as a position.

#![no_main]

use damier_draughts::Position;
use damier_testkit::exercise;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let read = Position::from_fen(first).ok();
    let read = read.or_else(|| Position::from_hub(first).ok());
    let Some(mut position) = read.or_else(|| Position::from_dxp(first).ok()) else { return };
    exercise(&position);
    for line in lines {
        let _ = position.read_hub(line);
        if let Ok(mv) = position.read_move(line) {
            position.play(mv);
            exercise(&position);
        }
    }
});
