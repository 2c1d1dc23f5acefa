//! `damier puzzles make`.

use crate::games::{game_kind, game_parser};
use crate::interrupt::{INTERRUPTED, interruption};
use crate::numbers::{self, positive};
use crate::output::{complain, counted, print};
use crate::progress::progress_bar;
use anyhow::{Context, Error, Result, bail};
use damier_games::{GameKind, with_game};
use damier_puzzles::{Maker, MakerSettings, Puzzle, PuzzleGame};
use damier_records::Record;
use damier_review::files::{Choice, GameFiles};
use damier_search::{STACK_BYTES, Signals};
use indicatif::ProgressBar;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

/// Make puzzles from games
///
/// Every position of the games is looked at: where one move wins and no other does, the line is
/// followed for as long as that is so, with an engine at full strength. Without files games are
/// played for the purpose, as people of different ratings play. The file grows while it is made,
/// and the same command goes on where it was.
#[derive(clap::Args)]
pub(super) struct MakeArgs {
    /// Files with games, PGN or PDN, also compressed; without any, games are played
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Which game [default: that of the files, or chess]
    #[arg(long, value_parser = game_parser())]
    game: Option<GameKind>,
    /// Where puzzles are written, behind those that are there
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many puzzles the file is to hold
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = positive())]
    count: u64,
    /// Positions to look at for each choice of the solver
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = positive())]
    nodes: u64,
    /// Most mates in one, of a hundred
    #[arg(long, value_name = "PERCENT", default_value_t = 10,
          value_parser = clap::value_parser!(u8).range(0..=100))]
    mates_in_one: u8,
    /// Decides the games that are played
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games at a time [default: all processors]
    #[arg(long, value_name = "T", value_parser = numbers::threads())]
    threads: Option<u16>,
    /// Print no progress
    #[arg(long, short)]
    quiet: bool,
}

/// What a worker tells: the puzzles of a game, and that it is done with it.
struct GamePuzzles {
    game: u64,
    puzzles: Vec<Puzzle>,
}

pub(super) fn run(args: &MakeArgs) -> Result<ExitCode> {
    let kind = match (args.game, &args.files[..]) {
        (Some(game), _) => game,
        (None, []) => GameKind::Chess,
        (None, files) => game_kind(None, files)?,
    };
    with_game!(kind, G => make::<G>(args))
}

/// The mark of a game that is done with.
const MARK: &str = "#game ";

/// The file, with what is in it.
struct PuzzleFile {
    file: File,
    known: HashSet<String>,
    games: HashSet<u64>,
    mates: u64,
}

impl PuzzleFile {
    fn open(path: &Path, kind: GameKind) -> Result<Self> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            text => text.with_context(|| path.display().to_string())?,
        };
        let (puzzles, wrong) = Puzzle::read_all(&text);
        if let Some((line, error)) = wrong.first() {
            bail!("{}: line {line}: {error}", path.display());
        }
        if puzzles.iter().any(|puzzle| puzzle.game() != kind) {
            bail!("{} has puzzles of the other game", path.display());
        }
        let mates = puzzles.iter().filter(|puzzle| is_mate_in_one(puzzle)).count() as u64;
        let games = text.lines().filter_map(|line| line.strip_prefix(MARK)?.parse().ok()).collect();
        let file = OpenOptions::new().create(true).append(true).open(path);
        let mut file = file.with_context(|| path.display().to_string())?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n")?;
        }
        Ok(Self { file, known: puzzles.iter().map(Puzzle::id).collect(), games, mates })
    }

    /// Writes down what was found in a game.
    fn add(&mut self, found: GamePuzzles, args: &MakeArgs) -> Result<()> {
        let mut text = String::new();
        for puzzle in found.puzzles {
            let is_mate = is_mate_in_one(&puzzle);
            let all = self.known.len() as u64 + 1;
            let is_one_too_many = (self.mates + 1) * 100 > all * u64::from(args.mates_in_one);
            let is_full = self.known.len() as u64 >= args.count;
            if is_full || is_mate && is_one_too_many || !self.known.insert(puzzle.id()) {
                continue;
            }
            self.mates += u64::from(is_mate);
            text += &puzzle.to_line();
            text.push('\n');
        }
        text += &format!("{MARK}{}\n", found.game);
        self.file.write_all(text.as_bytes()).context("cannot write the puzzles")
    }
}

fn is_mate_in_one(puzzle: &Puzzle) -> bool {
    puzzle.line.len() == 1 && puzzle.line[0].ends_with('#')
}

/// Where the next game comes from.
enum Games<G: PuzzleGame> {
    Played { seed: u64 },
    Read(Box<GameFiles<G>>),
}

impl<G: PuzzleGame> Games<G> {
    fn next(&mut self) -> Result<Option<Box<Record<G>>>> {
        let Self::Read(files) = self else { return Ok(None) };
        let game = files.next(&|_| true, &mut |line| complain(line)).map_err(Error::from_boxed)?;
        Ok(game.map(|game| Box::new(game.record)))
    }
}

fn make<G: PuzzleGame>(args: &MakeArgs) -> Result<ExitCode> {
    let mut shelf = PuzzleFile::open(&args.out, G::KIND)?;
    let before = shelf.known.len();
    let bar = if args.quiet { ProgressBar::hidden() } else { progress_bar("puzzles") };
    bar.set_length(args.count);
    bar.set_position(before as u64);
    let stop = interruption();
    let games = match args.files[..] {
        [] => Games::Played { seed: args.seed },
        _ => {
            let files = GameFiles::<G>::new(args.files.clone(), Choice::default());
            Games::Read(Box::new(files.map_err(Error::from_boxed)?))
        }
    };
    let done = shelf.games.clone();
    let team = Team {
        games: Mutex::new(games),
        next: AtomicU64::new(0),
        done,
        signals: Arc::default(),
        problem: Mutex::default(),
    };
    let settings = MakerSettings { nodes: args.nodes, ..MakerSettings::default() };
    let threads = args
        .threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let outcome = std::thread::scope(|scope| {
        let (tell, hear) = mpsc::channel();
        for _ in 0..threads {
            let (team, settings, tell) = (&team, settings.clone(), tell.clone());
            let worker = std::thread::Builder::new().stack_size(STACK_BYTES);
            worker.spawn_scoped(scope, move || team.work(settings, &tell))?;
        }
        drop(tell);
        let outcome = gather(&mut shelf, args, &hear, &stop, &bar);
        team.signals.stop();
        outcome
    });
    bar.finish_and_clear();
    outcome?;
    if let Some(problem) = team.problem.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(problem);
    }
    let all = shelf.known.len();
    let new = all - before;
    print(&format!("{} in {}, {new} of them new\n", counted(all, "puzzle"), args.out.display()))?;
    if stop.load(Ordering::Relaxed) {
        complain("damier: interrupted; the same command goes on from here");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes down what comes until there is enough, or no more.
fn gather(
    shelf: &mut PuzzleFile,
    args: &MakeArgs,
    hear: &mpsc::Receiver<GamePuzzles>,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<()> {
    while !stop.load(Ordering::Relaxed) && (shelf.known.len() as u64) < args.count {
        match hear.recv_timeout(Duration::from_millis(200)) {
            Ok(found) => shelf.add(found, args)?,
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
        bar.set_position(shelf.known.len() as u64);
        bar.set_message(counted(shelf.games.len(), "game"));
    }
    Ok(())
}

/// Those who work, and what they share.
struct Team<G: PuzzleGame> {
    games: Mutex<Games<G>>,
    next: AtomicU64,
    done: HashSet<u64>,
    signals: Arc<Signals>,
    problem: Mutex<Option<Error>>,
}

impl<G: PuzzleGame> Team<G> {
    /// Takes one game after the other.
    fn work(&self, settings: MakerSettings, tell: &mpsc::Sender<GamePuzzles>) {
        let mut maker = Maker::<G>::new(settings);
        maker.obey(&self.signals);
        while !self.signals.is_stopped() {
            let mut puzzles = Vec::new();
            let (number, record) = {
                let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
                let number = self.next.fetch_add(1, Ordering::Relaxed);
                match &mut *games {
                    Games::Played { seed } => (number.wrapping_add(*seed << 32), None),
                    games @ Games::Read(_) => match games.next() {
                        Ok(Some(record)) => (number, Some(record)),
                        Ok(None) => return,
                        Err(problem) => {
                            *self.problem.lock().unwrap_or_else(PoisonError::into_inner) =
                                Some(problem);
                            return;
                        }
                    },
                }
            };
            if self.done.contains(&number) {
                continue;
            }
            let mut keep = |puzzle| puzzles.push(puzzle);
            match record {
                None => maker.from_seed(number, &mut keep),
                Some(record) => {
                    let moves: Vec<G::Move> = record.to_game().moves().collect();
                    maker.from_moves(record.start().clone(), &moves, &mut keep);
                }
            }
            if self.signals.is_stopped()
                || tell.send(GamePuzzles { game: number, puzzles }).is_err()
            {
                return;
            }
        }
    }
}
