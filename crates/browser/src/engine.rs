//! The engines for other people's pages: lines of UCI or Hub in, lines out.
#![expect(unsafe_code, reason = "the names of exports must be kept")]

use crate::border::{self, Said};
use crate::memory::taken;
use damier_chess::Position as Chess;
use damier_draughts::Position as Draughts;
use damier_games::EngineGame;
use damier_profiles::Player;
use damier_protocol::{hub, uci};
use std::io::{self, Cursor, Write};

/// Says every line as soon as it is whole.
#[derive(Default)]
struct OutputLines(Vec<u8>);

impl Write for OutputLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        while let Some(end) = self.0.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.0.drain(..=end).collect();
            border::say(Said::Line, String::from_utf8_lossy(&line).trim_end());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What programs that test engines ask for besides UCI.
struct BrowserExtras;

impl uci::Extras<Player<Chess>> for BrowserExtras {
    fn bench(&mut self, depth: Option<u32>, on_line: &mut dyn FnMut(String)) {
        Chess::bench(depth, on_line);
    }

    fn openings(
        &mut self,
        _: &mut Player<Chess>,
        _: &uci::command::OpeningsOrder,
        _: &mut dyn FnMut(&Chess),
    ) -> Result<(), String> {
        Err("openings are made by the program, not in a browser".to_owned())
    }
}

/// Obeys lines of UCI, from the beginning of a conversation to its end, and says the answers.
#[unsafe(no_mangle)]
pub extern "C" fn speak_uci(start: *mut u8, length: usize) {
    border::prepare();
    let input = Cursor::new(taken(start, length));
    // Nothing can go wrong with lines in memory.
    let _ = uci::serve(Player::<Chess>::new(), BrowserExtras, input, OutputLines::default());
}

/// The same with Hub.
#[unsafe(no_mangle)]
pub extern "C" fn speak_hub(start: *mut u8, length: usize) {
    border::prepare();
    let input = Cursor::new(taken(start, length));
    let _ = hub::serve(Player::<Draughts>::new(), input, OutputLines::default());
}

/// The fixed piece of work whose node count is the signature of the search: 0 for chess, 1 for
/// draughts.
#[unsafe(no_mangle)]
pub extern "C" fn bench(game: u32) {
    border::prepare();
    let mut say = |line: String| border::say(Said::Line, &line);
    if game == 0 {
        Chess::bench(None, &mut say);
    } else {
        Draughts::bench(None, &mut say);
    }
}
