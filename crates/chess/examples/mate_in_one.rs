//! Finds the moves that mate at once: legal moves, playing on a copy, FEN in and SAN out.
//!
//! `cargo run -p damier-chess --example mate_in_one -- "6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1"`

use damier_chess::{Ending, FenError, Position};

fn main() -> Result<(), FenError> {
    let fen =
        std::env::args().nth(1).unwrap_or_else(|| "6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1".into());
    let position = Position::from_fen(&fen)?;
    println!("{}", position.to_diagram());
    for mv in position.legal_moves() {
        let mut after = position.clone();
        after.play(mv);
        if let Some(Ending::Checkmate { winner }) = after.ending(1) {
            println!("{}: {winner} wins", position.write_san(mv));
        }
    }
    Ok(())
}
