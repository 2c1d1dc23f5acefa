//! How many real blunders are judged errors, explained, and explained by the theme that people
//! know them by.
//!
//! Puzzles come from a table (`id,before,blunder,after,refutation,themes,rating`). Of each theme so
//! many are drawn, by a seed, so that one draw can be worked on and another one reported. What the
//! engine finds is kept in a journal: a second run with the same journal only asks for reasons, and
//! one with 0 nodes looks at nothing that is not in it.
//!
//! ```text
//! cargo run --release -p damier-review --example puzzle_reasons -- puzzles.csv SEED COUNT NODES
//! JOURNAL [all|first|second] [THEME|FILE.json]
//! ```
//!
//! Only the first or the second half of what is drawn of each theme is counted, if that is wanted.
//! With a theme at the end, every puzzle of it is listed with what is said of it; with a file, all
//! of them are written to it as a review would be, for `tests/clients/motifs.py --review`.

use damier_chess::{Move, Position};
use damier_core::random::Random;
use damier_core::{Game, Ply, Score, Side};
use damier_reasons::{Counted, Reason, ReasonWords, ScoredLine, Witness};
use damier_reasons::{completed, reasons, write_line};
use damier_review::{Analyst, Budget, Language, ReviewGame, Settings};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;

/// Themes of the table, and the kinds of reasons that name them.
const THEMES: [(&str, &[&str]); 11] = [
    ("fork", &["fork"]),
    ("pin", &["pin"]),
    ("skewer", &["skewer"]),
    ("discoveredAttack", &["discovered-attack", "double-check"]),
    ("deflection", &["deflection"]),
    ("attraction", &["attraction"]),
    ("trappedPiece", &["trapped"]),
    ("backRankMate", &["back-rank"]),
    ("hangingPiece", &["hangs", "losing-exchange"]),
    ("promotion", &["allows-promotion", "passed-pawn-runs"]),
    ("smotheredMate", &["smothered"]),
];

/// What a reason comes to, and not how.
const CONSEQUENCES: [&str; 4] = ["allows-mate", "misses-mate", "loses-material", "misses-material"];

/// Chances before the blunder from which on a puzzle counts.
const LEAST_CHANCES: f64 = 25.0;

struct Puzzle {
    id: String,
    before: String,
    blunder: String,
    themes: Vec<String>,
}

/// A score and a line as text.
#[derive(Clone, Serialize, Deserialize)]
struct Verdict {
    points: i32,
    mate: Option<i32>,
    line: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    id: String,
    best: Verdict,
    played: Verdict,
    counted: Option<[Verdict; 2]>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [table, seed, count, nodes, journal, rest @ ..] = &arguments[..] else {
        return Err("puzzles.csv SEED COUNT NODES JOURNAL [all|first|second] [THEME]".into());
    };
    let puzzles = read(table)?;
    let mut drawn = draw(&puzzles, seed.parse()?, count.parse()?);
    for numbers in drawn.values_mut() {
        let half = numbers.len().div_ceil(2);
        match rest.first().map(String::as_str) {
            Some("first") => numbers.truncate(half),
            Some("second") => drop(numbers.drain(..half)),
            _ => {}
        }
    }
    let nodes: u64 = nodes.parse()?;
    let known = std::fs::read_to_string(journal).unwrap_or_default();
    let mut entries = BTreeMap::new();
    for line in known.lines() {
        let entry: Entry = serde_json::from_str(line)?;
        entries.insert(entry.id.clone(), entry);
    }
    let mut file = OpenOptions::new().create(true).append(true).open(journal)?;
    let settings = Settings { budget: Budget::Nodes(nodes.max(1)), lines: 1, tables: None };
    let mut analyst = Analyst::<Position>::new(settings).map_err(|error| error.to_string())?;
    let wanted: BTreeSet<usize> = drawn.values().flatten().copied().collect();
    for &index in &wanted {
        let puzzle = &puzzles[index];
        if nodes > 0 && !entries.contains_key(&puzzle.id) {
            let entry = examined(&mut analyst, puzzle)?;
            writeln!(file, "{}", serde_json::to_string(&entry)?)?;
            entries.insert(puzzle.id.clone(), entry);
        }
    }
    println!("{:18} {:>5} {:>7} {:>7} {:>7}", "theme", "drawn", "error", "how", "named");
    let mut kinds_in_all: BTreeMap<String, u32> = BTreeMap::new();
    let mut told = BTreeMap::new();
    for (theme, names) in THEMES {
        let (mut all, mut errors, mut hows, mut named) = (0, 0, 0, 0);
        for &index in drawn.get(theme).into_iter().flatten() {
            let puzzle = &puzzles[index];
            let game = Game::new(Position::from_fen(&puzzle.before)?);
            let Some(entry) = entries.get(&puzzle.id) else { continue };
            let witness = entry.witness(game.position())?;
            if Position::CURVE.chances(witness.best.score) < LEAST_CHANCES {
                continue;
            }
            all += 1;
            let found = reasons(&witness);
            let kinds: Vec<String> = found.iter().map(kind).collect();
            let is_how = |kind: &&String| !CONSEQUENCES.contains(&kind.as_str());
            let is_error = Position::CURVE.judge(witness.best.score, witness.played.score);
            errors += u32::from(is_error.is_some());
            hows += u32::from(kinds.iter().any(|kind| is_how(&kind)));
            let is_named = kinds.iter().any(|kind| names.contains(&kind.as_str()));
            named += u32::from(is_named);
            kinds.iter().filter(is_how).for_each(|kind| {
                *kinds_in_all.entry(kind.clone()).or_default() += 1;
            });
            told.insert(&puzzle.id, told_of(puzzle, &witness, &found));
            if rest.get(1).is_some_and(|wanted| wanted == theme) {
                list(puzzle, &witness, &found, is_named);
            }
        }
        let share = |part: u32| format!("{:.0} %", 100.0 * f64::from(part) / f64::from(all.max(1)));
        let [errors, hows, named] = [errors, hows, named].map(share);
        println!("{theme:18} {all:>5} {errors:>7} {hows:>7} {named:>7}");
    }
    println!("{kinds_in_all:?}");
    if let Some(file) = rest.get(1).filter(|name| name.ends_with(".json")) {
        let moves: Vec<_> = told.into_values().collect();
        std::fs::write(file, json!({ "games": [{ "number": 1, "moves": moves }] }).to_string())?;
    }
    Ok(())
}

/// A puzzle as a review would have it.
fn told_of(puzzle: &Puzzle, witness: &Witness<Position>, found: &[Reason]) -> Value {
    let line = |verdict: &ScoredLine<Move>| {
        write_line(witness.position, &completed(witness.position, &verdict.line))
    };
    json!({
        "fen": puzzle.before,
        "side": if witness.position.side_to_move() == Side::White { "white" } else { "black" },
        "line": line(&witness.played),
        "best_line": line(&witness.best),
        "reasons": found,
    })
}

fn list(puzzle: &Puzzle, witness: &Witness<Position>, found: &[Reason], is_named: bool) {
    let words = ReasonWords::of(Language::default());
    let mark = if is_named { "named" } else { "-----" };
    println!("{mark} {} {} [{}]", puzzle.id, puzzle.before, puzzle.themes.join(" "));
    println!("   {} {}", witness.played.score, text(witness, &witness.played));
    println!("   {} {}", witness.best.score, text(witness, &witness.best));
    if let Some(counted) = &witness.counted {
        println!("   counted {} {}", counted.played.score, text(witness, &counted.played));
        println!("   counted {} {}", counted.best.score, text(witness, &counted.best));
    }
    found.iter().for_each(|reason| println!("   {}", words.sentence(reason)));
}

fn text(witness: &Witness<Position>, verdict: &ScoredLine<Move>) -> String {
    write_line(witness.position, &verdict.line).join(" ")
}

fn kind(reason: &Reason) -> String {
    let value = serde_json::to_value(reason).unwrap_or_default();
    value["kind"].as_str().unwrap_or_default().to_owned()
}

fn read(path: &str) -> Result<Vec<Puzzle>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let puzzle = |line: &str| {
        let mut fields = line.split(',').map(str::to_owned);
        let [id, before, blunder] = [fields.next()?, fields.next()?, fields.next()?];
        let themes = fields.nth(2)?.split_whitespace().map(str::to_owned).collect();
        Some(Puzzle { id, before, blunder, themes })
    };
    Ok(text.lines().skip(1).filter_map(puzzle).collect())
}

/// The numbers of so many puzzles of each theme.
fn draw(puzzles: &[Puzzle], seed: u64, count: usize) -> BTreeMap<&'static str, Vec<usize>> {
    let mut random = Random::new(seed);
    let mut drawn = BTreeMap::new();
    for (theme, _) in THEMES {
        let is_of_theme = |index: &usize| puzzles[*index].themes.iter().any(|it| it == theme);
        let mut numbers: Vec<usize> = (0..puzzles.len()).filter(is_of_theme).collect();
        for place in 0..count.min(numbers.len()) {
            let other = place + random.below(numbers.len() - place);
            numbers.swap(place, other);
        }
        numbers.truncate(count);
        drawn.insert(theme, numbers);
    }
    drawn
}

fn examined(analyst: &mut Analyst<Position>, puzzle: &Puzzle) -> Result<Entry, Box<dyn Error>> {
    analyst.forget();
    let game = Game::new(Position::from_fen(&puzzle.before)?);
    let mv = game.position().read_move(&puzzle.blunder).map_err(|error| error.to_string())?;
    let witness = analyst.witness(&game, mv);
    let verdict = |found: &ScoredLine<Move>| Verdict {
        points: found.score.value(),
        mate: found.score.plies_to_mate(),
        line: write_line(witness.position, &found.line),
    };
    Ok(Entry {
        id: puzzle.id.clone(),
        best: verdict(&witness.best),
        played: verdict(&witness.played),
        counted: witness.counted.as_ref().map(|it| [verdict(&it.best), verdict(&it.played)]),
    })
}

impl Entry {
    fn witness<'a>(&self, position: &'a Position) -> Result<Witness<'a, Position>, Box<dyn Error>> {
        let counted = match &self.counted {
            Some([best, played]) => {
                Some(Counted { best: best.read(position)?, played: played.read(position)? })
            }
            None => None,
        };
        let [best, played] = [self.best.read(position)?, self.played.read(position)?];
        Ok(Witness { earlier: None, position, best, played, counted })
    }
}

impl Verdict {
    fn read(&self, start: &Position) -> Result<ScoredLine<Move>, Box<dyn Error>> {
        let mut position = start.clone();
        let mut line = Vec::new();
        for text in &self.line {
            let mv = position.read_move(text).map_err(|error| error.to_string())?;
            position.play_unchecked(mv);
            line.push(mv);
        }
        let ply = |plies: i32| Ply::new(plies.unsigned_abs() as u16);
        let score = match self.mate {
            Some(plies) if plies > 0 => Score::mate_in(ply(plies)),
            Some(plies) => Score::mated_in(ply(plies)),
            None => Score::from_evaluation(self.points),
        };
        Ok(ScoredLine { score, line })
    }
}
