//! Reads what stands in a message, field by field.

use super::{GameRequest, MessageError, MoveMessage, NAME_LENGTH};
use damier_draughts::{Position, Side, Square};
use std::time::Duration;

/// The fields of a message, taken one by one. The length is checked first.
pub(super) struct Fields<'a> {
    pub(super) kind: char,
    pub(super) text: &'a [char],
    pub(super) place: usize,
}

impl Fields<'_> {
    pub(super) fn expect_length(&self, expected: usize) -> Result<(), MessageError> {
        let found = self.text.len();
        if found == expected {
            Ok(())
        } else {
            Err(MessageError::WrongLength { kind: self.kind, expected, found })
        }
    }

    fn take(&mut self, length: usize) -> String {
        let end = (self.place + length).min(self.text.len());
        let field = self.text[self.place..end].iter().collect();
        self.place = end;
        field
    }

    fn field<T>(
        &mut self,
        length: usize,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, MessageError> {
        let column = self.place + 1;
        let found = self.take(length);
        let kind = self.kind;
        read(&found).ok_or(MessageError::BadField { kind, column, expected, found })
    }

    pub(super) fn one<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(char) -> Option<T>,
    ) -> Result<T, MessageError> {
        self.field(1, expected, |text| text.chars().next().and_then(read))
    }

    pub(super) fn digit(&mut self, expected: &'static str) -> Result<u8, MessageError> {
        self.one(expected, |letter| letter.to_digit(10).map(|digit| digit as u8))
    }

    pub(super) fn number(
        &mut self,
        length: usize,
        expected: &'static str,
    ) -> Result<u16, MessageError> {
        self.field(length, expected, |text| {
            let text = text.trim();
            // A sign would be taken for part of a number.
            text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
        })
    }

    fn square(&mut self) -> Result<Square, MessageError> {
        self.field(2, "a square from 01 to 50", |text| {
            text.trim().parse().ok().and_then(Square::from_number)
        })
    }

    pub(super) fn side(&mut self) -> Result<Side, MessageError> {
        self.one("W or Z", |letter| match letter {
            'W' => Some(Side::White),
            'Z' => Some(Side::Black),
            _ => None,
        })
    }

    pub(super) fn name(&mut self) -> String {
        self.take(NAME_LENGTH).trim().to_owned()
    }

    pub(super) fn game_request(&mut self) -> Result<GameRequest, MessageError> {
        const WITHOUT_POSITION: usize = 43;
        const WITH_POSITION: usize = 94;
        let expected =
            if self.text.get(42) == Some(&'B') { WITH_POSITION } else { WITHOUT_POSITION };
        self.expect_length(expected)?;
        let version = self.number(2, "a version")?.min(u8::MAX.into()) as u8;
        let name = self.name();
        let follower = self.side()?;
        let time = self.field(3, "a number of minutes", read_minutes)?;
        let moves = self.number(3, "a number of moves")?;
        let start = match self.one("A or B", |letter| Some(letter).filter(|l| "AB".contains(*l)))? {
            'B' => Some(Position::from_dxp(&self.take(WITH_POSITION))?),
            _ => None,
        };
        let moves = Some(moves).filter(|&moves| moves > 0);
        Ok(GameRequest { version, name, follower, time, moves, start })
    }

    pub(super) fn move_message(&mut self) -> Result<MoveMessage, MessageError> {
        const WITHOUT_CAPTURES: usize = 11;
        if self.text.len() < WITHOUT_CAPTURES {
            self.expect_length(WITHOUT_CAPTURES)?;
        }
        let seconds = self.number(4, "a number of seconds")?;
        let (from, to) = (self.square()?, self.square()?);
        let count = self.number(2, "a number of captured pieces")?;
        self.expect_length(WITHOUT_CAPTURES + 2 * usize::from(count))?;
        let captured = (0..count).map(|_| self.square()).collect::<Result<_, _>>()?;
        Ok(MoveMessage { seconds, from, to, captured })
    }
}

/// Reads minutes, which some programs write with a point: `.10` is six seconds.
pub(super) fn read_minutes(text: &str) -> Option<Duration> {
    let text = text.trim();
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let minutes: f64 = text.parse().ok()?;
    Some(Duration::from_secs_f64(minutes * 60.0))
}
