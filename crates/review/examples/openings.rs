//! Makes the table of opening names of a list of them.
//!
//! ```sh
//! cargo run --release -p damier-review --example openings -- openings.tsv \
//!     > crates/review/data/openings.txt
//! ```
//!
//! A line of the list is a code, a name and the moves, with tabs between, as lichess publishes them
//! in its repository chess-openings. What the lines of the table are is said in
//! `src/chess/openings.rs`, which reads them.

use damier_chess::Position;
use std::collections::HashSet;
use std::error::Error;
use std::fmt::Write;

const HEAD: &str = "\
# Names of openings of chess, made by `examples/openings.rs`: code | shared name | shared moves.
#
# The names and their moves are facts that lichess has collected (chess-openings, CC0). Each line
# says how many parts of the name and how many moves it shares with the line before, and then what
# is its own; so does an empty code.
";

struct Entry {
    code: String,
    parts: Vec<String>,
    moves: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("the list of openings is missing")?;
    let text = std::fs::read_to_string(path)?;
    let mut known = HashSet::new();
    let mut entries = Vec::new();
    for line in text.lines().skip(1) {
        let (entry, position) = read(line).map_err(|error| format!("{line:?}: {error}"))?;
        if known.insert(position.key()) {
            entries.push(entry);
        }
    }
    entries.sort_by(|a, b| (&a.code, &a.moves).cmp(&(&b.code, &b.moves)));
    print!("{}", table(&entries));
    Ok(())
}

fn read(line: &str) -> Result<(Entry, Position), Box<dyn Error>> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[code, name, moves] = &fields[..] else { return Err("there are not three fields".into()) };
    let mut position = Position::start();
    let mut own = Vec::new();
    for text in moves.split_whitespace().filter(|text| !text.ends_with('.')) {
        let mv = position.read_san(text)?;
        own.push(position.write_san(mv));
        position.play(mv);
    }
    Ok((Entry { code: code.to_owned(), parts: parts(name), moves: own }, position))
}

/// A name in parts, each with what separates it from the one before.
fn parts(name: &str) -> Vec<String> {
    let plain = name.replace("Defense", "Defence").replace("Center", "Centre");
    let name = plain.replace(['(', ')', '+', '.'], "");
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let marked = name.replace(": ", "\n: ").replace(", ", "\n, ");
    marked.lines().map(str::to_owned).collect()
}

fn table(entries: &[Entry]) -> String {
    let mut text = HEAD.to_owned();
    let mut last = &Entry { code: String::new(), parts: Vec::new(), moves: Vec::new() };
    for entry in entries {
        let code = if entry.code == last.code { "" } else { &entry.code };
        let parts = shared(&entry.parts, &last.parts);
        let moves = shared(&entry.moves, &last.moves);
        let (name, line) = (entry.parts[parts..].concat(), entry.moves[moves..].join(" "));
        let _ = writeln!(text, "{code}|{parts}{name}|{moves} {line}");
        last = entry;
    }
    text
}

/// How many of the first ones are the same.
fn shared(one: &[String], other: &[String]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}
