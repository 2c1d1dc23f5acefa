//! What a server under test reads and writes.

use damier_core::random::Random;
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex};

/// Output that the test can read after the server has taken it.
#[derive(Clone, Default)]
pub(crate) struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines that a server writes.
pub(crate) fn lines_of(serve: impl FnOnce(Shared) -> io::Result<()>) -> Vec<String> {
    let output = Shared::default();
    serve(output.clone()).expect("memory does not fail");
    let bytes = output.0.lock().unwrap().clone();
    String::from_utf8(bytes).expect("output is text").lines().map(str::to_owned).collect()
}

/// Takes so many lines and then fails.
pub(crate) struct Closing {
    pub(crate) lines: usize,
    pub(crate) kind: ErrorKind,
}

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines = self.lines.checked_sub(1).ok_or(self.kind)?;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lines of random bytes, of the beginnings of some orders and of words in any order.
pub(crate) fn garbage(lines: usize, orders: &[&str], words: &[&str]) -> Vec<u8> {
    let mut random = Random::new(20_260);
    let mut input = Vec::new();
    for _ in 0..lines {
        match random.below(4) {
            0 => input.extend((0..random.below(40)).map(|_| random_byte(&mut random))),
            1 => {
                let order = random.pick(orders);
                input.extend(&order.as_bytes()[..random.below(order.len() + 1)]);
            }
            _ => {
                for _ in 0..random.below(8) {
                    input.extend(random.pick(words).as_bytes());
                    input.push(b' ');
                }
            }
        }
        input.extend(*random.pick(&[b"\n".as_slice(), b"\r\n"]));
    }
    input
}

/// Any byte but the one that ends a line.
fn random_byte(random: &mut Random) -> u8 {
    match random.next_bits() as u8 {
        b'\n' => 0,
        byte => byte,
    }
}
