//! EPD: a position on a line with named operations, the form of test suites.
//!
//! `<four FEN fields> bm Qg6; id "WAC.001";` is the standard. Two common habits are read as well:
//! the two clocks of a full FEN after the four fields, and operations led by a semicolon as in
//! perft lists (`;D1 20 ;D2 400`).

use crate::fen::{FenError, clock_from};
use crate::position::Position;
use std::fmt;

/// No line of a test suite comes near this.
const MAX_LENGTH: usize = 8192;

/// A position with operations.
///
/// ```
/// use damier_chess::Epd;
///
/// let line = r#"6k1/5ppp/8/8/8/8/8/R3R1K1 w - - bm Re8#; id "back rank";"#;
/// let epd = Epd::from_line(line)?;
/// let best = &epd.operands("bm").unwrap()[0];
/// assert!(epd.position.read_san(best).is_ok());
/// assert_eq!(epd.operands("id").unwrap(), ["back rank"]);
/// # Ok::<(), damier_chess::EpdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position, its clocks taken from the line if it has them (`hmvc` and `fmvn` count).
    pub position: Position,
    /// The operations in the order of the line.
    pub operations: Vec<Operation>,
}

/// One named entry, as `bm Qg6`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The name, as `bm`.
    pub code: String,
    /// What follows the name, quotes removed.
    pub operands: Vec<String>,
}

/// What is wrong with an EPD line. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EpdError {
    /// More text than any suite has on a line.
    #[error("the line has {length} bytes, and no EPD line has more than {MAX_LENGTH}")]
    TooLong {
        /// Bytes found.
        length: usize,
    },
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A quotation mark without its partner.
    #[error("column {column}: this quotation mark is never closed")]
    OpenQuote {
        /// The column of it.
        column: usize,
    },
    /// An operation that does not begin with a name.
    #[error("column {column}: an operation begins with a name, which begins with a letter")]
    NoName {
        /// The column of it.
        column: usize,
    },
    /// A clock operation without a sensible number.
    #[error("the operation {code} needs a number from 0 to 65535")]
    BadClock {
        /// Which operation.
        code: String,
    },
}

impl Epd {
    /// Reads a line.
    pub fn from_line(line: &str) -> Result<Self, EpdError> {
        if line.len() > MAX_LENGTH {
            return Err(EpdError::TooLong { length: line.len() });
        }
        let place = end_of_position(line);
        let mut position = Position::from_fen(&line[..place])?;
        let operations = read_operations(line, place)?;
        for Operation { code, operands } in &operations {
            let clock = match code.as_str() {
                "hmvc" => &mut position.halfmove_clock,
                "fmvn" => &mut position.fullmove_number,
                _ => continue,
            };
            *clock = match operands.as_slice() {
                [number] => clock_from(number),
                _ => None,
            }
            .ok_or_else(|| EpdError::BadClock { code: code.clone() })?;
        }
        position.fullmove_number = position.fullmove_number.max(1);
        Ok(Self { position, operations })
    }

    /// The operands of an operation; `None` if the line does not have it.
    pub fn operands(&self, code: &str) -> Option<&[String]> {
        let operation = self.operations.iter().find(|operation| operation.code == code)?;
        Some(&operation.operands)
    }
}

/// The standard form: four fields, then the operations. Clocks that differ from those of a new game
/// are written as operations. EPD cannot quote a quotation mark; it becomes an apostrophe.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.position.to_epd())?;
        let clocks =
            [("hmvc", self.position.halfmove_clock, 0), ("fmvn", self.position.fullmove_number, 1)];
        for (code, value, usual) in clocks {
            if value != usual && self.operands(code).is_none() {
                write!(f, " {code} {value};")?;
            }
        }
        for Operation { code, operands } in &self.operations {
            write!(f, " {code}")?;
            for operand in operands {
                let operand = operand.replace('"', "'");
                let is_word =
                    !operand.is_empty() && operand.chars().all(|c| !c.is_whitespace() && c != ';');
                if is_word {
                    write!(f, " {operand}")?;
                } else {
                    write!(f, " \"{operand}\"")?;
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

/// The byte behind the position: four fields, and the clocks if they follow, unless a semicolon
/// comes first.
fn end_of_position(line: &str) -> usize {
    let text = line.split(';').next().unwrap_or_default();
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let clocks = text.split_whitespace().skip(4).take(2).take_while(is_number).count();
    let last = text.split_whitespace().take(4 + clocks).last();
    last.map_or(text.len(), |word| word.as_ptr() as usize - line.as_ptr() as usize + word.len())
}

fn read_operations(line: &str, start: usize) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut letters = line.char_indices().skip_while(|&(place, _)| place < start).peekable();
    let column = |place: usize| line[..place].chars().count() + 1;
    while let Some((place, letter)) = letters.next() {
        match letter {
            ';' => finish(&mut words, &mut operations),
            letter if letter.is_whitespace() => {}
            letter if words.is_empty() && !letter.is_ascii_alphabetic() => {
                return Err(EpdError::NoName { column: column(place) });
            }
            '"' => {
                let mut quoted = String::new();
                loop {
                    match letters.next() {
                        None => return Err(EpdError::OpenQuote { column: column(place) }),
                        Some((_, '"')) => break,
                        Some((_, letter)) => quoted.push(letter),
                    }
                }
                words.push(quoted);
            }
            letter => {
                let mut word = String::from(letter);
                while let Some((_, next)) = letters
                    .next_if(|&(_, next)| !next.is_whitespace() && !matches!(next, ';' | '"'))
                {
                    word.push(next);
                }
                words.push(word);
            }
        }
    }
    finish(&mut words, &mut operations);
    Ok(operations)
}

/// Turns the words since the last semicolon into an operation, if there are any.
fn finish(words: &mut Vec<String>, operations: &mut Vec<Operation>) {
    if !words.is_empty() {
        let code = words.remove(0);
        operations.push(Operation { code, operands: std::mem::take(words) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAC: &str =
        r#"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001; first";"#;

    #[test]
    fn a_line_survives_reading_and_writing() {
        let epd = Epd::from_line(WAC).unwrap();
        assert_eq!(epd.operands("bm"), Some(&["Qg6".to_owned()][..]));
        assert_eq!(epd.operands("id"), Some(&["WAC.001; first".to_owned()][..]));
        assert_eq!(epd.operands("am"), None);
        assert_eq!(epd.to_string(), WAC);
    }

    #[test]
    fn perft_lists_with_clocks_and_leading_semicolons_are_read() {
        let epd = Epd::from_line("4k3/8/8/8/8/8/8/4K2R w K - 3 7 ;D1 15 ;D2 66").unwrap();
        assert_eq!((epd.position.halfmove_clock(), epd.position.fullmove_number()), (3, 7));
        assert_eq!(epd.operands("D2"), Some(&["66".to_owned()][..]));
        let written = "4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; fmvn 7; D1 15; D2 66;";
        assert_eq!(epd.to_string(), written);
        assert_eq!(Epd::from_line(written).unwrap().position, epd.position);
    }

    #[test]
    fn clock_operations_set_the_clocks() {
        let epd = Epd::from_line("4k3/8/8/8/8/8/8/4K2R w K - hmvc 12; fmvn 40;").unwrap();
        assert_eq!(epd.position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 12 40");
        let error = Epd::from_line("4k3/8/8/8/8/8/8/4K2R w K - hmvc soon;").unwrap_err();
        assert_eq!(error, EpdError::BadClock { code: "hmvc".to_owned() });
    }

    #[test]
    fn mistakes_are_named() {
        let error = Epd::from_line(r#"4k3/8/8/8/8/8/8/4K2R w K - id "open"#).unwrap_err();
        assert_eq!(error, EpdError::OpenQuote { column: 31 });
        let error = Epd::from_line(r#"4k3/8/8/8/8/8/8/4K2R w K - "x" id 3;"#).unwrap_err();
        assert_eq!(error, EpdError::NoName { column: 28 });
        // A quotation mark begins a new operand even without a space, so it never is part of one.
        let error = Epd::from_line(r#"4k3/8/8/8/8/8/8/4K2R w K - id 5"6;"#).unwrap_err();
        assert_eq!(error, EpdError::OpenQuote { column: 32 });
        assert!(matches!(Epd::from_line("8/8 w - - bm e4;"), Err(EpdError::Position(_))));
        assert!(matches!(Epd::from_line(""), Err(EpdError::Position(_))));
        let long = "x".repeat(9000);
        assert_eq!(Epd::from_line(&long), Err(EpdError::TooLong { length: 9000 }));
    }
}
