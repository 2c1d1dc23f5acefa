//! Puzzles as lichess gives them away: a table with commas, in which the first move is the
//! opponent's and leads to the position to be solved.

use crate::puzzle::Puzzle;
use crate::theme::Theme;
use damier_chess::Position;
use damier_core::Rules;

/// The columns that are needed, by the names that the first line has for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    fen: usize,
    moves: usize,
    rating: Option<usize>,
    themes: Option<usize>,
}

/// What is wrong with a line of the table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFault {
    /// The first line does not name what is needed.
    #[error("the first line names no columns FEN and Moves")]
    Header,
    /// There are fewer columns than the first line names.
    #[error("a column is missing")]
    Column,
    /// The position or a move cannot be read.
    #[error("{0}")]
    Move(String),
    /// There is no move to be found.
    #[error("there is no move to be found")]
    Empty,
}

impl Columns {
    /// Reads the first line of the table.
    pub fn from_header(line: &str) -> Result<Self, TableFault> {
        let names: Vec<String> = cells(line).iter().map(|name| name.to_lowercase()).collect();
        let place = |name: &str| names.iter().position(|known| known == name);
        let (Some(fen), Some(moves)) = (place("fen"), place("moves")) else {
            return Err(TableFault::Header);
        };
        Ok(Self { fen, moves, rating: place("rating"), themes: place("themes") })
    }

    /// Reads another line: the position after the first move, and the rest of the moves.
    pub fn read(self, line: &str) -> Result<Puzzle, TableFault> {
        let cells = cells(line);
        let cell = |place: usize| cells.get(place).map(String::as_str).ok_or(TableFault::Column);
        let wrong = |error: &dyn std::fmt::Display| TableFault::Move(error.to_string());
        let mut position = Position::from_fen(cell(self.fen)?).map_err(|error| wrong(&error))?;
        let mut moves = cell(self.moves)?.split_whitespace();
        let first = moves.next().ok_or(TableFault::Empty)?;
        let mv = position.read_move(first).map_err(|error| wrong(&error))?;
        position.play_unchecked(mv);
        let fen = position.to_fen();
        let mut written = Vec::new();
        for text in moves {
            let mv = position.read_move(text).map_err(|error| wrong(&error))?;
            written.push(position.write_move(mv));
            position.play_unchecked(mv);
        }
        if written.len().is_multiple_of(2) {
            return Err(TableFault::Empty);
        }
        let rating = self.rating.and_then(|place| cells.get(place)?.trim().parse().ok());
        let themes = self.themes.and_then(|place| cells.get(place));
        let mut themes: Vec<Theme> =
            themes.into_iter().flat_map(|text| text.split_whitespace()).filter_map(theme).collect();
        themes.sort_unstable();
        themes.dedup();
        Ok(Puzzle { fen, line: written, rating: rating.unwrap_or(1500), themes })
    }
}

/// The cells of a line; one in quotation marks may have commas.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.trim_end_matches(['\r', '\n']).chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("there is one").push(letter),
        }
    }
    cells
}

/// Our name for one of theirs; most of theirs say what ours do not.
fn theme(name: &str) -> Option<Theme> {
    Some(match name {
        "fork" => Theme::Fork,
        "pin" => Theme::Pin,
        "skewer" => Theme::Skewer,
        "discoveredAttack" | "discoveredCheck" => Theme::DiscoveredAttack,
        "doubleCheck" => Theme::DoubleCheck,
        "deflection" => Theme::Deflection,
        "attraction" => Theme::Attraction,
        "capturingDefender" => Theme::RemovedDefender,
        "trappedPiece" => Theme::Trapped,
        "intermezzo" => Theme::InBetween,
        "zugzwang" => Theme::Zugzwang,
        "backRankMate" => Theme::BackRank,
        "smotheredMate" => Theme::Smothered,
        "hangingPiece" => Theme::Hanging,
        "promotion" | "advancedPawn" | "underPromotion" => Theme::Promotion,
        "pawnEndgame" => Theme::PawnEnding,
        name if name.starts_with("mate") => Theme::Mate,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,\
                          GameUrl,OpeningTags";
    const LINE: &str = "00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,\
        f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1913,75,95,7074,crushing hangingPiece long middlegame,\
        https://lichess.org/787zsVup/black#48,";

    #[test]
    fn a_line_of_the_table_is_read_as_it_is() {
        let columns = Columns::from_header(HEADER).unwrap();
        let puzzle = columns.read(LINE).unwrap();
        assert_eq!(puzzle.line, ["Rxe7", "Qb1+", "Nc1", "Qxc1+", "Qxc1"]);
        assert_eq!((puzzle.rating, &puzzle.themes[..]), (1913, &[Theme::Hanging][..]));
        assert!(puzzle.fen.contains(" w "), "{}", puzzle.fen);
        assert_eq!(
            columns.read(&LINE.replace("h6c1,", "h6c2,")).unwrap_err().to_string().len(),
            34
        );
    }

    #[test]
    fn what_is_no_such_table_is_told() {
        assert_eq!(Columns::from_header("a,b"), Err(TableFault::Header));
        let columns = Columns::from_header(HEADER).unwrap();
        assert_eq!(columns.read("x"), Err(TableFault::Column));
        assert!(matches!(columns.read("x,8/8,e2e4"), Err(TableFault::Move(_))));
    }
}
