//! Positions and moves as people type them on a command line, and files of positions.

use crate::games::CliGame;
use crate::games::game_parser;
use anyhow::{Context, Result, bail};
use damier_core::Game;
use damier_files::read_to_limit;
use damier_games::GameKind;
use damier_records::MoveNumber;
use std::fs::File;
use std::path::Path;

/// A position, and perhaps a move in it: what a question is about.
#[derive(clap::Args)]
pub(crate) struct PositionQuestion {
    /// The game
    #[arg(long, value_parser = game_parser(), default_value_t = GameKind::Chess)]
    pub(crate) game: GameKind,
    /// Position as FEN, or startpos; then the move, or none
    #[arg(value_name = "FEN] [MOVE", num_args = 0..)]
    words: Vec<String>,
    /// Moves to play first
    #[arg(long, num_args = 1, value_name = "MOVES")]
    moves: Vec<String>,
}

impl PositionQuestion {
    /// The game so far, which is not over, and the move.
    pub(crate) fn read<R: CliGame>(&self) -> Result<(Game<R>, Option<R::Move>)> {
        let (game, mv) = game_and_move::<R>(&self.words, &self.moves)?;
        match game.ending() {
            Some(ending) => bail!("the game is over: {ending}"),
            None => Ok((game, mv)),
        }
    }
}

/// An option of an engine as it is given on a command line.
pub(crate) fn read_option(text: &str) -> Result<(String, String)> {
    let pair = text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    pair.with_context(|| format!("{text}: an option is given as NAME=VALUE"))
}

/// The largest suite or book of positions that is read, in bytes: ten million lines.
pub(crate) const MAX_SUITE: u64 = 1 << 30;

/// The text of a file of positions, which may also be a pipe.
pub(crate) fn read_suite(path: &Path) -> Result<String> {
    let bytes = read_to_limit(File::open(path)?, MAX_SUITE)?;
    String::from_utf8(bytes).ok().context("this is not a text file")
}

/// A game from the words of a FEN (none, or `startpos`, for the usual start) and the moves after
/// it.
pub(crate) fn game<R: CliGame>(fen: &[String], moves: &[String]) -> Result<Game<R>> {
    let start = match fen.join(" ").as_str() {
        // An empty text is a mistake, perhaps a variable that was never set; no text is none.
        "startpos" => R::start(),
        _ if fen.is_empty() => R::start(),
        fen => R::from_fen(fen).context("cannot read the position")?,
    };
    let mut game = Game::new(start);
    for text in moves.iter().flat_map(|text| text.split_whitespace()) {
        let text = without_number(text);
        if text.is_empty() || R::RESULTS.contains(&text) {
            continue;
        }
        let position = game.position();
        let number = MoveNumber::next(&game).number;
        let place = || format!("{}'s move {number}", position.side_to_move());
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

/// The same with a move at the end of the words: whatever is no position any more.
fn game_and_move<R: CliGame>(
    words: &[String],
    moves: &[String],
) -> Result<(Game<R>, Option<R::Move>)> {
    let whole = game::<R>(words, moves);
    let Some((last, fen)) = words.split_last() else { return Ok((whole?, None)) };
    // Whatever looks like a position is meant to be one.
    if whole.is_ok() || last.contains(['/', ':', ' ']) {
        return Ok((whole?, None));
    }
    // A move alone is one of the position after --moves, or of the start.
    let game = game::<R>(fen, moves)?;
    let position = game.position();
    let mv = position.read_move(last).with_context(|| format!("cannot read the move {last:?}"))?;
    Ok((game, Some(mv)))
}

/// Pasted games have move numbers, apart or glued to the move: `1. e4 e5 2.Nf3`.
pub(crate) fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if rest.len() < text.len() - 1 => rest.trim_start_matches('.'),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_chess::Position;

    #[test]
    fn move_numbers_are_passed_over() {
        let moves = ["1. e4 e5 2.Nf3 2... Nc6 3.O-O?".to_owned()];
        let error = game::<Position>(&[], &moves).unwrap_err();
        assert_eq!(format!("{error:#}"), "White's move 3: O-O? is not legal in this position");
        let castle = ["0-0 1/2-1/2".to_owned()];
        let fen = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned()];
        assert_eq!(game::<Position>(&fen, &castle).unwrap().moves().len(), 1);
    }

    #[test]
    fn draughts_games_are_pasted_too() {
        use damier_draughts::Position;
        let moves = ["1. 32-28 17-22 2.28x17 11x22 2-0".to_owned()];
        assert_eq!(game::<Position>(&[], &moves).unwrap().moves().len(), 4);
        let error = game::<Position>(&[], &["32-28 17-22 28-23".to_owned()]).unwrap_err();
        let words = "White's move 2: 28-23 is not legal: a capture of 1 is compulsory, 28x17";
        assert_eq!(format!("{error:#}"), words);
    }
}
