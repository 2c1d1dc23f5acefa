//! Lists the legal moves of a draughts position with the paths of its captures.
//!
//! `cargo run -p damier-draughts --example captures -- W:WK4:B13,20,32,37`

use damier_draughts::{FenError, Position};

/// Enough to show; a composed position may have thousands.
const MOST_PATHS: usize = 8;

fn main() -> Result<(), FenError> {
    let fen = std::env::args().nth(1).unwrap_or_else(|| "W:WK4:B13,20,32,37".into());
    let position = Position::from_fen(&fen)?;
    println!("{}", position.to_diagram());
    for mv in position.legal_moves() {
        println!("{} takes {}", position.write_move(mv), mv.count_captured());
        for path in position.paths(mv, MOST_PATHS) {
            let squares: Vec<String> = path.iter().map(ToString::to_string).collect();
            println!("  {}", squares.join(" "));
        }
    }
    Ok(())
}
