//! A program of somebody else, who knows nothing of this project but its published libraries: reads
//! a game of each kind, plays on with legal moves, and writes what came of it.
//!
//! `just crates` builds it against the packages as they would be published.

use damier_chess::Position as Chess;
use damier_draughts::Position as Draughts;
use damier_records::Reader;
use std::error::Error;

const PGN: &str = "[White \"Somebody\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";
const PDN: &str = "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n";

fn main() -> Result<(), Box<dyn Error>> {
    let mut position = Chess::start();
    let mv = position.read_move("e4")?;
    position.play_unchecked(mv);
    println!("After 1. e4 Black has {} moves: {}", position.legal_moves().len(), position.to_fen());
    let refusal = position.read_move("Ke5").unwrap_err();
    println!("Ke5? {refusal}");

    let game = Reader::<Chess, _>::new(PGN.as_bytes()).next().ok_or("no game")??;
    assert!(game.faults.is_empty());
    let tree = game.record.tree();
    let last = tree.main_line().last().ok_or("no moves")?;
    let end = game.record.position(last);
    assert!(end.is_check() && end.legal_moves().is_empty(), "that is mate");
    println!("{} moves of chess, then mate", tree.move_count());

    let game = Reader::<Draughts, _>::new(PDN.as_bytes()).next().ok_or("no game")??;
    assert!(game.faults.is_empty());
    let last = game.record.tree().main_line().last().ok_or("no moves")?;
    let position = game.record.position(last);
    println!("Draughts goes on with {} moves: {}", position.legal_moves().len(), position.to_fen());
    print!("{}", game.record);
    Ok(())
}
