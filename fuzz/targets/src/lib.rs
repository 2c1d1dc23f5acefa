//! What is done with hostile input: a function for everything that reads what others wrote.
//!
//! Each takes any bytes and panics only if there is a mistake in Damier. libFuzzer calls them
//! (`fuzz/fuzz_targets`), and so does an ordinary test, with mutations of the files in `fuzz/seeds`
//! ([`Mutator`]), so that no special tools are needed to have them run. Start at [`TARGETS`].

mod files;
mod journals;
mod mutator;
mod page;
mod protocols;
mod tables;
mod texts;

pub use mutator::Mutator;

use std::path::PathBuf;

/// Something that reads.
pub type Target = fn(&[u8]);

/// All of them by their names, which are those of their files and of the folders of their seeds.
pub const TARGETS: [(&str, Target); 16] = [
    ("book_files", files::book_files),
    ("chess_text", texts::chess_text),
    ("draughts_text", texts::draughts_text),
    ("dxp_messages", protocols::dxp_messages),
    ("endgame_tables", tables::endgame_tables),
    ("engine_lines", protocols::engine_lines),
    ("hub_lines", protocols::hub_lines),
    ("imports", files::imports),
    ("journals", journals::journals),
    ("learner_files", files::learner_files),
    ("network_files", files::network_files),
    ("page_bodies", page::page_bodies),
    ("pdn", texts::pdn),
    ("pgn", texts::pgn),
    ("profiles", texts::profiles),
    ("uci_lines", protocols::uci_lines),
];

/// Runs a target.
///
/// # Panics
/// If there is no such target, or if it finds a mistake.
pub fn run(name: &str, bytes: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).expect("a known target");
    target(bytes);
}

/// A file of its own for one target in this process.
fn scratch(target: &str, name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("{}{name}", prefix(target)))
}

fn prefix(target: &str) -> String {
    format!("damier-fuzz-{}.{target}.", std::process::id())
}

/// Removes the temporary files of a target, which must not be run again in this process.
pub fn clean_up(target: &str) {
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.filter_map(Result::ok) {
        if entry.file_name().to_string_lossy().starts_with(&prefix(target)) {
            let path = entry.path();
            // What cannot be removed is a temporary file that stays.
            let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
        }
    }
}
