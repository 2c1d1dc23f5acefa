//! The other end of a DXP connection, message by message.

use std::io::{Read, Write};
use std::net::TcpStream;

/// A connection on which a test says what it likes.
pub(crate) struct Raw(pub(crate) TcpStream);

impl Raw {
    pub(crate) fn send(&mut self, text: &str) {
        self.0.write_all(format!("{text}\0").as_bytes()).unwrap();
    }

    pub(crate) fn receive(&mut self) -> String {
        let mut text = String::new();
        let mut byte = [0];
        loop {
            self.0.read_exact(&mut byte).expect("a message comes");
            if byte == [0] {
                return text;
            }
            text.push(byte[0].into());
        }
    }

    /// The next message that is not chat.
    pub(crate) fn answer(&mut self) -> String {
        loop {
            let text = self.receive();
            if !text.starts_with('C') {
                return text;
            }
        }
    }
}

pub(crate) fn request(follower: char, moves: u32, rest: &str) -> String {
    format!("R01{:32}{follower}001{moves:03}{rest}", "Raw")
}
