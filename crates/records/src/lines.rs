//! Lines of a file of any encoding, one in memory at a time, counted for error messages.

use std::borrow::Cow;
use std::io::{self, BufRead};

/// A longer line is handed out in pieces, cut at a blank, so that a file without line breaks does
/// not have to fit into memory.
const LONGEST_PIECE: usize = 1 << 20;

/// A place in a file; both numbers count from 1. Columns count bytes, because that is what editors
/// and files of unknown encoding agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinePlace {
    /// The line.
    pub line: usize,
    /// The byte in its line.
    pub column: usize,
}

/// Reads a file line by line. A line ends with `\n`, `\r\n` or a lone `\r`.
pub(crate) struct InputLines<B> {
    input: B,
    /// The current line, or a piece of it, without its end.
    text: Vec<u8>,
    line: usize,
    /// Bytes of the current line that earlier pieces had.
    offset: usize,
    /// Whether the current text is cut off and more of the same line follows.
    is_cut: bool,
    /// Whether the last line ended with `\r`, so that a `\n` right after it belongs to that end.
    after_return: bool,
}

impl<B: BufRead> InputLines<B> {
    pub(crate) fn new(input: B) -> Self {
        Self { input, text: Vec::new(), line: 0, offset: 0, is_cut: false, after_return: false }
    }

    /// The current line without its end; empty before the first and after the last.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Whether the current text begins a line, rather than continuing one that is too long to hold.
    pub(crate) fn begins_line(&self) -> bool {
        self.offset == 0
    }

    /// Whether more of the same line follows the current text.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }

    pub(crate) fn place(&self, index: usize) -> LinePlace {
        LinePlace { line: self.line.max(1), column: self.offset + index + 1 }
    }

    /// Goes to the next line; `false` at the end of the file.
    pub(crate) fn advance(&mut self) -> io::Result<bool> {
        if self.is_cut {
            self.offset += self.text.len();
        } else {
            self.offset = 0;
        }
        let continues = self.is_cut;
        self.text.clear();
        self.is_cut = false;
        let mut found_any = false;
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                break;
            }
            // A file that lies in memory comes as one buffer.
            let buffer = &buffer[..buffer.len().min(LONGEST_PIECE)];
            if self.after_return {
                self.after_return = false;
                if buffer[0] == b'\n' {
                    self.input.consume(1);
                    continue;
                }
            }
            found_any = true;
            let has_room = self.text.len() < LONGEST_PIECE;
            let is_end = |&byte: &u8| {
                byte == b'\n' || byte == b'\r' || (!has_room && (byte == b' ' || byte == b'\t'))
            };
            let Some(length) = buffer.iter().position(is_end) else {
                let length = buffer.len();
                self.text.extend_from_slice(buffer);
                self.input.consume(length);
                // Not even a blank: cut where it is.
                if self.text.len() >= 2 * LONGEST_PIECE {
                    self.is_cut = true;
                    break;
                }
                continue;
            };
            let end = buffer[length];
            self.is_cut = end == b' ' || end == b'\t';
            // The blank stays: it may be inside a comment, where it counts.
            self.text.extend_from_slice(&buffer[..length + usize::from(self.is_cut)]);
            self.input.consume(length + 1);
            self.after_return = end == b'\r';
            break;
        }
        if found_any && !continues {
            self.line += 1;
        }
        Ok(found_any)
    }
}

/// Bytes as text: UTF-8 if they are that, else each byte is the character of that number (Latin-1),
/// as files from before the days of UTF-8 have it. No byte is ever lost.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    fn lines(text: &[u8], buffer: usize) -> Vec<(usize, Vec<u8>)> {
        let mut lines = InputLines::new(BufReader::with_capacity(buffer, Cursor::new(text)));
        let mut found = Vec::new();
        while lines.advance().unwrap() {
            found.push((lines.place(0).line, lines.text().to_vec()));
        }
        found
    }

    #[test]
    fn all_three_line_ends_count_once() {
        let expected: Vec<(usize, Vec<u8>)> =
            [(1, "a"), (2, "b"), (3, "c"), (4, ""), (5, "d")].map(|(n, t)| (n, t.into())).into();
        for buffer in [1, 2, 3, 100] {
            assert_eq!(lines(b"a\nb\r\nc\r\rd", buffer), expected);
        }
    }

    #[test]
    fn an_endless_line_comes_in_pieces_of_one_number() {
        let mut text = "word ".repeat(LONGEST_PIECE / 2).into_bytes();
        text.extend_from_slice(b"\nnext");
        let found = lines(&text, 8192);
        assert!(found.len() > 2);
        let pieces = found.len() - 1;
        assert!(found[..pieces].iter().all(|(line, piece)| *line == 1 && !piece.is_empty()));
        assert!(found[..pieces - 1].iter().all(|(_, piece)| piece.ends_with(b" ")));
        assert_eq!(found[pieces], (2, b"next".to_vec()));
        let whole: Vec<u8> = found[..pieces].iter().flat_map(|(_, piece)| piece.clone()).collect();
        assert_eq!(whole, text[..text.len() - 5]);
    }

    #[test]
    fn bytes_that_are_no_utf8_are_latin_1() {
        assert_eq!(decode(b"Ren\xe9e"), "Renée");
        assert_eq!(decode("Renée".as_bytes()), "Renée");
    }
}
