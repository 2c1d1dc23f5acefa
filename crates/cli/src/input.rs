//! Positions and moves as people type them on a command line.

use anyhow::{Context, Result, bail};
use damier_chess::Position;
use damier_core::Game;

/// Pasted games end with their result.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A game from the words of a FEN (none, or `startpos`, for the usual start) and the moves after it.
pub(crate) fn game(fen: &[String], moves: &[String]) -> Result<Game<Position>> {
    let start = match fen.join(" ").as_str() {
        // An empty text is a mistake, perhaps a variable that was never set; no text is none.
        "startpos" => Position::start(),
        _ if fen.is_empty() => Position::start(),
        fen => Position::from_fen(fen).context("cannot read the position")?,
    };
    let mut game = Game::new(start);
    for text in moves.iter().flat_map(|text| text.split_whitespace()) {
        let text = without_number(text);
        if text.is_empty() || RESULTS.contains(&text) {
            continue;
        }
        let position = game.position();
        let place = || format!("{}'s move {}", position.side_to_move(), position.fullmove_number());
        if text.contains('/') {
            bail!("{text:?} is no move; write the position before --moves");
        }
        if position.count_legal_moves() == 0
            && let Some(ending) = game.ending()
        {
            bail!("{}: the game is over before {text}: {ending}", place());
        }
        let mv = position.read_move(text).with_context(place)?;
        game.try_play(mv).context("a move that was read is legal")?;
    }
    Ok(game)
}

/// Pasted games have move numbers, apart or glued to the move: `1. e4 e5 2.Nf3`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if rest.len() < text.len() - 1 => rest.trim_start_matches('.'),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_are_passed_over() {
        let moves = ["1. e4 e5 2.Nf3 2... Nc6 3.O-O?".to_owned()];
        let error = game(&[], &moves).unwrap_err();
        assert_eq!(format!("{error:#}"), "White's move 3: O-O? is not legal in this position");
        let castle = ["0-0 1/2-1/2".to_owned()];
        let fen = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned()];
        assert_eq!(game(&fen, &castle).unwrap().moves().len(), 1);
    }
}
