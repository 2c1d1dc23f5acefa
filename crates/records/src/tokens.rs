//! The tokens of PGN and PDN, which have the same ones.
//!
//! Knows no rules and no game: a word is a word, be it a move, a result or nonsense. Move numbers
//! in all their forms add nothing to the moves and are dropped here.

mod bytes;

use crate::comment::Comment;
use crate::fault::FaultKind;
use crate::lines::{InputLines, LinePlace, decode};
use crate::nag::Nag;
use bytes::{
    beginning, begins_tag, end_of_word, ends_with_move, is_space, join_apart, length_of_dots,
    read_value, split_tag,
};
use damier_core::shortened;
use std::borrow::Cow;
use std::io::{self, BufRead};
use std::ops::Range;

/// Longer than any comment that people write, short enough to hold.
const LONGEST_COMMENT: usize = 16 << 20;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What a file is made of.
#[derive(Debug)]
pub(crate) enum RecordToken<'a> {
    /// `is_closed` is false if the value does not end.
    Tag {
        name: String,
        value: String,
        is_closed: bool,
    },
    /// `fault` says that it is not complete.
    Comment {
        comment: Option<Comment>,
        fault: Option<FaultKind>,
    },
    Open,
    Close,
    Nag(Nag),
    Word(Cow<'a, str>),
    Fault(FaultKind),
}

/// A token that does not borrow the line, so that scanning can go on if there is none.
enum Scanned {
    Token(RecordToken<'static>),
    Word(Range<usize>),
    JoinedWord(Vec<u8>),
    Nothing,
}

pub(crate) struct RecordTokens<B> {
    lines: InputLines<B>,
    /// Place in the current line.
    at: usize,
    is_first_line: bool,
}

impl<B: BufRead> RecordTokens<B> {
    pub(crate) fn new(input: B) -> Self {
        Self { lines: InputLines::new(input), at: 0, is_first_line: true }
    }

    /// The next token and where it begins; `None` at the end of the file.
    pub(crate) fn next(&mut self) -> io::Result<Option<(LinePlace, RecordToken<'_>)>> {
        loop {
            self.skip_blanks();
            let place = self.lines.place(self.at);
            let found = match self.lines.text().get(self.at) {
                None => {
                    if !self.next_line()? {
                        return Ok(None);
                    }
                    Scanned::Nothing
                }
                Some(&byte) => self.scan(byte)?,
            };
            match found {
                Scanned::Nothing => {}
                Scanned::Token(token) => return Ok(Some((place, token))),
                Scanned::JoinedWord(bytes) => {
                    let word = Cow::Owned(decode(&bytes).into_owned());
                    return Ok(Some((place, RecordToken::Word(word))));
                }
                Scanned::Word(range) => {
                    return Ok(Some((place, RecordToken::Word(decode(&self.lines.text()[range])))));
                }
            }
        }
    }

    /// Whether the next thing on this line is a comment.
    pub(crate) fn comment_follows(&mut self) -> bool {
        self.skip_blanks();
        matches!(self.lines.text().get(self.at), Some(b'{' | b';'))
    }

    pub(crate) fn place(&self) -> LinePlace {
        self.lines.place(self.at)
    }

    fn skip_blanks(&mut self) {
        let text = self.lines.text();
        while let Some(&byte) = text.get(self.at) {
            if is_space(byte) {
                self.at += 1;
            } else if text[self.at..].starts_with(BYTE_ORDER_MARK) {
                self.at += BYTE_ORDER_MARK.len();
            } else {
                break;
            }
        }
    }

    fn next_line(&mut self) -> io::Result<bool> {
        self.at = 0;
        let found = self.lines.advance()?;
        // For other programs; says nothing about the game.
        if found && self.lines.begins_line() && self.lines.text().starts_with(b"%") {
            self.skip_line()?;
        }
        Ok(found)
    }

    /// Goes to the end of the line, even of one that comes in pieces.
    fn skip_line(&mut self) -> io::Result<()> {
        while self.lines.is_cut() {
            self.lines.advance()?;
        }
        self.at = self.lines.text().len();
        Ok(())
    }

    fn scan(&mut self, byte: u8) -> io::Result<Scanned> {
        if std::mem::take(&mut self.is_first_line) && self.at == 0 {
            let text = self.lines.text();
            if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
                while self.lines.advance()? {}
                self.at = 0;
                return Ok(Scanned::Token(RecordToken::Fault(FaultKind::Utf16)));
            }
        }
        let one = |this: &mut Self, token| {
            this.at += 1;
            Ok(Scanned::Token(token))
        };
        match byte {
            b'(' => one(self, RecordToken::Open),
            b')' => one(self, RecordToken::Close),
            b'}' | b']' => {
                one(self, RecordToken::Fault(FaultKind::NothingToClose { sign: char::from(byte) }))
            }
            b'{' => self.comment(),
            b';' => self.line_comment(),
            b'[' => self.tag(),
            b'/' if let Some(token) = self.setup() => Ok(Scanned::Token(token)),
            b'$' => Ok(self.nag()),
            b'!' | b'?' => Ok(self.marks()),
            b'*' if ends_with_move(&self.lines.text()[..self.at]) => {
                one(self, RecordToken::Nag(Nag::FORCED))
            }
            _ => Ok(self.word()),
        }
    }

    fn comment(&mut self) -> io::Result<Scanned> {
        self.at += 1;
        let rest = &self.lines.text()[self.at..];
        // Nearly every comment ends on its line.
        if let Some(end) = rest.iter().position(|&byte| byte == b'}') {
            let comment = Comment::new(&decode(&rest[..end]));
            self.at += end + 1;
            return Ok(Scanned::Token(RecordToken::Comment { comment, fault: None }));
        }
        let mut text = Vec::new();
        let mut fault = None;
        let mut is_whole_line = false;
        loop {
            let rest = &self.lines.text()[self.at..];
            let end = rest.iter().position(|&byte| byte == b'}');
            let part = &rest[..end.unwrap_or(rest.len())];
            if text.len() + part.len() <= LONGEST_COMMENT {
                text.extend_from_slice(part);
            } else if fault.is_none() {
                text.extend_from_slice(beginning(part, LONGEST_COMMENT.saturating_sub(text.len())));
                fault = Some(FaultKind::HugeComment { limit: LONGEST_COMMENT });
            }
            if let Some(end) = end {
                self.at += end + 1;
                break;
            }
            let was_empty_line = is_whole_line && rest.iter().copied().all(is_space);
            if !self.lines.is_cut() && fault.is_none() {
                text.push(b'\n');
            }
            self.at = 0;
            let is_end_of_file = !self.lines.advance()?;
            is_whole_line = self.lines.begins_line();
            // Tags after an empty line are the next game, not a comment about it.
            let is_next_game = was_empty_line && is_whole_line && begins_tag(self.lines.text());
            if is_end_of_file || is_next_game {
                fault = Some(FaultKind::UnclosedComment);
                break;
            }
        }
        Ok(Scanned::Token(RecordToken::Comment { comment: Comment::new(&decode(&text)), fault }))
    }

    fn line_comment(&mut self) -> io::Result<Scanned> {
        let mut text = self.lines.text()[self.at + 1..].to_vec();
        while self.lines.is_cut() {
            self.lines.advance()?;
            if text.len() < LONGEST_COMMENT {
                text.extend_from_slice(self.lines.text());
            }
        }
        self.at = self.lines.text().len();
        Ok(Scanned::Token(RecordToken::Comment {
            comment: Comment::new(&decode(&text)),
            fault: None,
        }))
    }

    fn tag(&mut self) -> io::Result<Scanned> {
        let rest = &self.lines.text()[self.at..];
        let Some((name, value_start)) = split_tag(rest) else {
            let end = rest.iter().position(|&byte| byte == b']').map_or(rest.len(), |end| end + 1);
            let text = shortened(&decode(&rest[..end]));
            self.at += end;
            return Ok(Scanned::Token(RecordToken::Fault(FaultKind::BadTag { text })));
        };
        let name = decode(&rest[name]).into_owned();
        let mut value = Vec::new();
        self.at += value_start;
        if let Some(length) = read_value(&self.lines.text()[self.at..], &mut value) {
            self.at += length;
            let value = decode(&value).into_owned();
            return Ok(Scanned::Token(RecordToken::Tag { name, value, is_closed: true }));
        }
        // Programs that wrap long lines wrap tags too. The value ends on the next line, or nowhere.
        self.at = 0;
        self.lines.advance()?;
        let next = self.lines.text();
        if !begins_tag(next) && next.windows(2).any(|pair| pair == b"\"]") {
            value.push(b' ');
            if let Some(length) = read_value(next, &mut value) {
                self.at = length;
                let value = decode(&value).into_owned();
                return Ok(Scanned::Token(RecordToken::Tag { name, value, is_closed: true }));
            }
        }
        let value = decode(&value);
        let value = value.trim_end();
        let value = value.strip_suffix(']').unwrap_or(value);
        let value = value.strip_suffix('"').unwrap_or(value).to_owned();
        Ok(Scanned::Token(RecordToken::Tag { name, value, is_closed: false }))
    }

    /// A position among the moves, `/FEN "W:W31:B20"/`, which PDN has besides the tag and which
    /// says the same.
    fn setup(&mut self) -> Option<RecordToken<'static>> {
        let rest = &self.lines.text()[self.at..];
        let (word, rest) = rest.split_at_checked(4)?;
        if !word.eq_ignore_ascii_case(b"/FEN") {
            return None;
        }
        let open = rest.iter().position(|&byte| byte == b'"')?;
        let begin = open + 1;
        let end = begin + rest[begin..].iter().position(|&byte| byte == b'"')?;
        let close = end + 1 + rest[end + 1..].iter().position(|&byte| byte == b'/')?;
        let is_blank = |bytes: &[u8]| bytes.iter().copied().all(is_space);
        if !is_blank(&rest[..open]) || !is_blank(&rest[end + 1..close]) {
            return None;
        }
        let value = decode(&rest[begin..end]).into_owned();
        self.at += 4 + close + 1;
        Some(RecordToken::Tag { name: "FEN".to_owned(), value, is_closed: true })
    }

    fn nag(&mut self) -> Scanned {
        let rest = &self.lines.text()[self.at + 1..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = decode(&rest[..length]);
        let token = match digits.parse() {
            Ok(number) => RecordToken::Nag(Nag(number)),
            Err(_) => {
                RecordToken::Fault(FaultKind::BadNag { text: shortened(&format!("${digits}")) })
            }
        };
        self.at += 1 + length;
        Scanned::Token(token)
    }

    fn marks(&mut self) -> Scanned {
        let rest = &self.lines.text()[self.at..];
        let length = rest.iter().take_while(|&&byte| byte == b'!' || byte == b'?').count();
        let nag = Nag::from_marks(&decode(&rest[..length])).expect("every pair of marks is known");
        self.at += length;
        Scanned::Token(RecordToken::Nag(nag))
    }

    fn word(&mut self) -> Scanned {
        let text = self.lines.text();
        let digits = text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = length_of_dots(&text[self.at + digits..]);
        if dots > 0 {
            self.at += digits + dots;
            return Scanned::Nothing;
        }
        let start = self.at;
        self.at = end_of_word(text, start);
        let word = &text[start..self.at];
        if word.first().is_some_and(u8::is_ascii_digit) {
            if let Some((joined, end)) = join_apart(text, start, self.at) {
                self.at = end;
                return Scanned::JoinedWord(joined);
            }
            if digits == word.len() {
                return Scanned::Nothing;
            }
        }
        if word == b"e.p." {
            return Scanned::Nothing;
        }
        match Nag::from_sign(&decode(word)) {
            Some(nag) => Scanned::Token(RecordToken::Nag(nag)),
            None => Scanned::Word(start..self.at),
        }
    }
}
