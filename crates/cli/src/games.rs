//! The two games, for commands that work with either.

use anyhow::{Context, Result};
use damier_core::{Game, Rules, Side};

/// Which game a command is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum GameName {
    /// Chess and Chess960
    Chess,
    /// International draughts, 10x10
    Draughts,
}

/// The counts that a line of a perft suite gives, each named like `D4`.
pub(crate) type SuiteEntries = Vec<(String, Vec<String>)>;

/// What commands ask of a game besides its rules: how its people write things.
pub(crate) trait Habits: Rules {
    /// Results with which pasted games end.
    const RESULTS: &'static [&'static str];

    /// Number of the move that is next.
    fn move_number(game: &Game<Self>) -> usize;

    /// A legal move as protocols write it.
    fn write_for_programs(&self, mv: Self::Move) -> String;

    /// A line of a perft suite.
    fn read_suite_line(line: &str) -> Result<(Self, SuiteEntries)>;
}

impl Habits for damier_chess::Position {
    const RESULTS: &'static [&'static str] = &["1-0", "0-1", "1/2-1/2", "*"];

    fn move_number(game: &Game<Self>) -> usize {
        game.position().fullmove_number().into()
    }

    fn write_for_programs(&self, mv: Self::Move) -> String {
        self.write_uci(mv, self.castling_style())
    }

    fn read_suite_line(line: &str) -> Result<(Self, SuiteEntries)> {
        let epd = damier_chess::Epd::from_line(line)?;
        let entries = epd.operations.into_iter().map(|entry| (entry.code, entry.operands));
        Ok((epd.position, entries.collect()))
    }
}

impl Habits for damier_draughts::Position {
    // Draughts counts two points for a win; some files count as chess does.
    const RESULTS: &'static [&'static str] =
        &["2-0", "1-1", "0-2", "0-0", "1-0", "0-1", "1/2-1/2", "*"];

    /// A draughts position does not know its number: counted from where the game began.
    fn move_number(game: &Game<Self>) -> usize {
        let skipped = usize::from(game.start().side_to_move() == Side::Black);
        (game.moves().len() + skipped) / 2 + 1
    }

    fn write_for_programs(&self, mv: Self::Move) -> String {
        self.write_hub(mv)
    }

    fn read_suite_line(line: &str) -> Result<(Self, SuiteEntries)> {
        let mut fields = line.split(';').map(str::trim);
        let position = Self::from_fen(fields.next().unwrap_or_default())?;
        let entries = fields.filter(|field| !field.is_empty()).map(|field| {
            let mut words = field.split_whitespace().map(str::to_owned);
            let code = words.next().context("an entry has a name")?;
            Ok((code, words.collect()))
        });
        Ok((position, entries.collect::<Result<_>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_draughts::Position;

    #[test]
    fn moves_of_draughts_are_numbered_from_the_start() {
        for (fen, numbers) in [("W:W31-50:B1-20", [1, 1, 2]), ("B:W31-50:B1-20", [1, 2, 2])] {
            let mut game = Game::new(Position::from_fen(fen).unwrap());
            for number in numbers {
                assert_eq!(Position::move_number(&game), number, "{fen}");
                let mv = game.position().legal_moves()[0];
                game.try_play(mv).unwrap();
            }
        }
    }
}
