//! Where words, dots and tags end: functions of the bytes of one line, without any state.

use crate::tags::is_name_byte;
use std::ops::Range;

const ELLIPSIS: &[u8] = "…".as_bytes();
const TIMES: &[u8] = "×".as_bytes();

pub(super) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'\x0b' || byte == 0x1a
}

/// At most so many bytes, and no part of a character at the end.
pub(super) fn beginning(text: &[u8], length: usize) -> &[u8] {
    let is_inside = |&end: &usize| text.get(end).is_some_and(|byte| byte & 0xc0 == 0x80);
    let end = (0..=length.min(text.len())).rev().find(|end| !is_inside(end));
    &text[..end.unwrap_or(0)]
}

/// The number of bytes of dots at the beginning.
pub(super) fn length_of_dots(text: &[u8]) -> usize {
    let mut length = 0;
    loop {
        let rest = &text[length..];
        if rest.starts_with(b".") {
            length += 1;
        } else if rest.starts_with(ELLIPSIS) {
            length += ELLIPSIS.len();
        } else {
            return length;
        }
    }
}

/// Where the word that begins at `start` ends. It has at least one byte.
pub(super) fn end_of_word(text: &[u8], start: usize) -> usize {
    let mut end = start + 1;
    if text[start] == b'*' {
        return end;
    }
    while let Some(&byte) = text.get(end) {
        let ends = match byte {
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'!' | b'?' => true,
            // Between squares it is the sign of a capture, anywhere else the end of the game.
            b'*' => {
                let is_digit = |index: usize| text.get(index).is_some_and(u8::is_ascii_digit);
                !(is_digit(end - 1) && is_digit(end + 1))
            }
            // Joined with what follows, as a sign that readers of moves know.
            _ if text[end..].starts_with(TIMES) => text[start].is_ascii_digit(),
            _ => is_space(byte),
        };
        if ends {
            break;
        }
        end += 1;
    }
    end
}

/// Old files have blanks around the signs of moves and results: `28 x 19`, `1 - 0`. If the word
/// from `start` to `end` goes on like that, this is all of it without the blanks, and where it
/// ends.
pub(super) fn join_apart(text: &[u8], start: usize, end: usize) -> Option<(Vec<u8>, usize)> {
    let mut joined = text[start..end].to_vec();
    let word_end = end;
    let mut end = end;
    let skip = |from: usize| {
        from + text[from..].iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count()
    };
    while joined.iter().all(|&byte| is_numeric(byte)) {
        let mut next = skip(end);
        let mut sign = None;
        if joined.last().is_some_and(u8::is_ascii_digit) {
            let is_whole_square = joined.iter().all(|byte| byte.is_ascii_digit() || *byte == b'/');
            let (found, length) = match text.get(next..)? {
                rest if rest.starts_with(TIMES) => (b'x', TIMES.len()),
                // Glued to a move and to nothing else it is a glyph.
                [b'*', after, ..] if next == end && !is_whole_square && is_space(*after) => break,
                [found @ (b'x' | b'X' | b':' | b'*'), ..] => (*found, 1),
                [b'-', ..] if is_whole_square => (b'-', 1),
                _ => break,
            };
            sign = Some(found);
            next = skip(next + length);
        }
        if !text.get(next).is_some_and(u8::is_ascii_digit) {
            break;
        }
        joined.extend(sign);
        end = end_of_word(text, next);
        joined.extend_from_slice(&text[next..end]);
    }
    (end > word_end).then_some((joined, end))
}

/// Whether a text ends with a move of draughts, with nothing behind it. A star there is the mark of
/// an only move; anywhere else it is the end of the game.
pub(super) fn ends_with_move(text: &[u8]) -> bool {
    let is_inside = |&byte: &u8| is_numeric(byte) && byte != b'/';
    let length = text.iter().rev().take_while(|&byte| is_inside(byte)).count();
    let word = &text[text.len() - length..];
    let is_square = |digits: &[u8]| {
        let number = str::from_utf8(digits).ok().and_then(|digits| digits.parse::<u8>().ok());
        number.is_some_and(|number| (1..=50).contains(&number))
    };
    let squares = || word.split(|byte| !byte.is_ascii_digit());
    squares().count() > 1 && squares().all(is_square) && word != b"1-1"
}

fn is_numeric(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'x' | b'X' | b':' | b'-' | b'*' | b'/')
}

/// Whether a line begins with the name of a tag and a quotation mark.
pub(super) fn begins_tag(line: &[u8]) -> bool {
    line.first() == Some(&b'[') && split_tag(line).is_some()
}

/// The name of the tag at the beginning, and where its value begins, behind the quotation mark.
pub(super) fn split_tag(text: &[u8]) -> Option<(Range<usize>, usize)> {
    let blanks = |from: usize| text[from..].iter().take_while(|&&byte| is_space(byte)).count();
    let start = 1 + blanks(1);
    let length = text[start..].iter().take_while(|&&byte| is_name_byte(byte)).count();
    let quote = start + length + blanks(start + length);
    let is_tag = text.get(start)?.is_ascii_alphanumeric() && text.get(quote) == Some(&b'"');
    is_tag.then_some((start..start + length, quote + 1))
}

/// Reads the value of a tag up to its end on this line and says how long it is, brackets included.
/// A quotation mark inside a value should have a backslash, but many have none: what ends a value
/// is a mark with a bracket behind it.
pub(super) fn read_value(text: &[u8], value: &mut Vec<u8>) -> Option<usize> {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if let [b'\\', escaped @ (b'"' | b'\\'), ..] = text[at..] {
            value.push(escaped);
            at += 2;
            continue;
        }
        at += 1;
        if byte == b'"' {
            let blanks = text[at..].iter().take_while(|&&byte| is_space(byte)).count();
            if text.get(at + blanks) == Some(&b']') {
                return Some(at + blanks + 1);
            }
        }
        value.push(byte);
    }
    // A backslash at the end of a value, as of a folder, was not meant to escape the mark.
    if text.trim_ascii_end().ends_with(b"\\\"]") {
        value.truncate(value.trim_ascii_end().len() - 2);
        value.push(b'\\');
        return Some(text.len());
    }
    None
}
