//! Files and folders: games, tables, books, networks, profiles.

use super::Finding;
use super::machine::in_megabytes;
use crate::output::{counted, grouped};
use damier_chess_engine::book::Book;
use damier_chess_engine::evaluation::network as chess_network;
use damier_chess_engine::tablebase::{ProbeError, Tablebase, TablebaseVerdict};
use damier_draughts_engine::evaluation::network as draughts_network;
use damier_egdb::{Tables, default_folder};
use damier_files::{folders, read_regular};
use damier_games::{Chess, Draughts, EngineGame};
use damier_nnue::{BoardFeatures, Network, NetworkError, NetworkEvaluator};
use damier_profiles::library;
use damier_search::options::MAX_NETWORK;
use damier_web::{StoreError, StoreReport};
use std::path::{Path, PathBuf};

/// Room for thousands of games.
const ENOUGH_ROOM: u64 = 100_000_000;
/// Less than a database of games writes in a day.
const LEAST_ROOM: u64 = 5_000_000;

/// The folder for games: whether it is there, can be written in, and has room.
pub(super) fn data_folder(folder: &Path) -> Vec<Finding> {
    const ABOUT: &str = "data folder";
    let name = folder.display();
    let parent = folder.ancestors().find(|path| path.exists());
    let Some(parent) = parent.map(PathBuf::from).or_else(|| std::env::current_dir().ok()) else {
        let found = format!("{name} is not there, nor any folder above it.");
        return vec![Finding::problem(ABOUT, found, "Name another folder with --data.")];
    };
    if let Err(error) = folders::try_writing(&parent) {
        return vec![Finding::problem(
            ABOUT,
            format!("Nothing can be written in {}: {error}.", parent.display()),
            "Change its owner or permissions, or name another folder with --data.",
        )];
    }
    let place = if parent == folder {
        format!("{name} can be written in.")
    } else {
        format!("{name} is not there yet; damier serve makes it.")
    };
    let mut findings = vec![Finding::ok(ABOUT, place)];
    const ROOM: &str = "free room";
    let advice = "Make room on that disk, or name a folder on another one with --data.";
    findings.extend(match folders::free_room(&parent) {
        Ok(None) => None,
        Err(error) => {
            Some(Finding::warning(ROOM, format!("It is not known: {error}."), "Look yourself."))
        }
        Ok(Some(room)) => {
            let found = format!("{} are free for games.", in_megabytes(room));
            Some(match room {
                ..LEAST_ROOM => Finding::problem(ROOM, found, advice),
                LEAST_ROOM..ENOUGH_ROOM => Finding::warning(ROOM, found, advice),
                _ => Finding::ok(ROOM, found),
            })
        }
    });
    findings
}

/// The games of the page.
pub(super) fn games(folder: &Path) -> Finding {
    const ABOUT: &str = "games";
    let report = match StoreReport::of(folder) {
        Ok(Some(report)) => report,
        Ok(None) => return Finding::ok(ABOUT, "No game has been kept yet."),
        Err(error @ StoreError::InUse { .. }) => {
            let found = format!("They were not looked at: {error}.");
            return Finding::warning(ABOUT, found, "End that server and ask again.");
        }
        Err(error) => {
            return Finding::problem(
                ABOUT,
                format!("The database in {} cannot be read: {error}.", folder.display()),
                "Move the file games.sqlite away or put a copy of yours in its place; damier \
                 serve begins a new one.",
            );
        }
    };
    let StoreReport { path, games, damaged, faults } = report;
    let name = path.display();
    if let Some(fault) = faults.first() {
        return Finding::problem(
            ABOUT,
            format!(
                "{name} is damaged ({fault}); {} of {} cannot be opened.",
                damaged.len(),
                counted(games, "game")
            ),
            "Keep a copy of the file, save the games that open as PGN or PDN from the page, and \
             begin a new file.",
        );
    }
    if !damaged.is_empty() {
        return Finding::warning(
            ABOUT,
            format!(
                "{name} is whole, but {} of {} cannot be opened: {}.",
                damaged.len(),
                counted(games, "game"),
                damaged.join(", ")
            ),
            "They may be from a newer damier; otherwise they are lost.",
        );
    }
    Finding::ok(ABOUT, format!("{name} is whole, with {}.", counted(games, "game")))
}

/// The networks that are part of the program.
pub(super) fn built_in_networks() -> [Finding; 2] {
    [
        judged(&chess_network::built_in(), "The built-in network of chess"),
        judged(&draughts_network::built_in(), "The built-in network of draughts"),
    ]
}

/// A network in a file, of either game.
pub(super) fn network(path: &Path) -> Finding {
    let name = path.display().to_string();
    let bytes = match read_regular(path, MAX_NETWORK) {
        Ok(bytes) => bytes,
        Err(error) => return unusable("network", &format!("cannot read {name}: {error}")),
    };
    match chess_network::Network::from_bytes(&bytes) {
        Ok(network) => judged(&network, &format!("{name}, a network of chess,")),
        Err(NetworkError::Features { .. }) => match draughts_network::Network::from_bytes(&bytes) {
            Ok(network) => judged(&network, &format!("{name}, a network of draughts,")),
            Err(error) => unusable("network", &format!("{name}: {error}")),
        },
        Err(error) => unusable("network", &format!("{name}: {error}")),
    }
}

/// Positions on which the fast code and the plain one are compared.
const COMPARED: usize = 100;

fn judged<F, G>(network: &Network<F>, name: &str) -> Finding
where
    F: BoardFeatures<Rules = G>,
    G: EngineGame,
{
    let lines = G::OPENINGS.lines().filter(|line| !line.starts_with('#'));
    let mut positions = lines.filter_map(|line| G::read_line(line).ok()).take(COMPARED);
    if positions.all(|position| NetworkEvaluator::<F>::kernels_agree(network, &position)) {
        let found = format!("{name} can be read and gives the right scores.");
        return Finding::ok("network", found);
    }
    Finding::problem(
        "network",
        format!("{name} gives other scores than it should on this machine."),
        "Build Damier again; if that does not help, suspect the processor or the memory.",
    )
}

/// Tables of draughts: in the folder that is named, or where they are built.
pub(super) fn draughts_tables(named: Option<&Path>) -> Finding {
    const ABOUT: &str = "draughts tables";
    let usual = default_folder();
    let Some(folder) = named.or(usual.as_deref()) else {
        return Finding::ok(ABOUT, "None are named, and there is no folder for them.");
    };
    if named.is_none() && !folder.exists() {
        let found = "There are none; the engine plays without. They are made with: \
                     damier egdb build.";
        return Finding::ok(ABOUT, found);
    }
    match Tables::open(folder) {
        Ok(tables) => {
            let count = counted(tables.tallies().count(), "table");
            let found = format!(
                "{} has {count}, up to {} pieces, all whole.",
                folder.display(),
                tables.max_pieces()
            );
            Finding::ok(ABOUT, found)
        }
        Err(error) => Finding::problem(
            ABOUT,
            format!("They cannot be used: {error}."),
            format!("Build them: damier egdb build --path {}.", folder.display()),
        ),
    }
}

/// Wins that the smallest tables of chess know.
const WINS: [&str; 3] = [
    "8/8/8/8/8/2k5/8/K2Q4 w - - 0 1",
    "8/8/8/8/8/2k5/8/K2R4 w - - 0 1",
    "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
];

/// Tables of chess, which are only used if they are named.
pub(super) fn chess_tables(folders: Option<&str>) -> Finding {
    const ABOUT: &str = "chess tables";
    let Some(folders) = folders else {
        return Finding::ok(ABOUT, "None are named; --syzygy FOLDERS looks at some.");
    };
    let wrong = |words: &str| {
        let advice = "Name folders with Syzygy files (KQvK.rtbw, KQvK.rtbz, …), and fetch \
                      damaged files again.";
        Finding::problem(ABOUT, format!("They cannot be used: {words}."), advice)
    };
    let tables = match Tablebase::open(folders) {
        Ok(tables) => tables,
        Err(error) => return wrong(&error.to_string()),
    };
    for fen in WINS {
        let Ok(position) = damier_chess::Position::from_fen(fen) else { continue };
        match tables.probe(&position) {
            Err(ProbeError::Unreadable { reason }) => return wrong(&reason),
            Ok(probe) if probe.verdict != TablebaseVerdict::Win => {
                return wrong(&format!("a plain win is called a {}: {fen}", probe.verdict));
            }
            // What is not there is not asked for in a game either.
            Ok(_) | Err(_) => {}
        }
    }
    let found = format!(
        "{} of verdicts and {} of distances, up to {} pieces.",
        counted(tables.verdict_tables(), "table"),
        tables.distance_tables(),
        tables.max_pieces()
    );
    if tables.distance_tables() == 0 {
        let advice = "Add the files that end in rtbz: without them won endings may not be won.";
        return Finding::warning(ABOUT, found, advice);
    }
    Finding::ok(ABOUT, found)
}

pub(super) fn book(path: &Path) -> Finding {
    match Book::open(path) {
        Ok(book) => {
            let entries = grouped(book.entries() as u64);
            Finding::ok("book", format!("{} can be read; entries: {entries}.", path.display()))
        }
        Err(error) => unusable("book", &error.to_string()),
    }
}

/// The profiles in the folder of the user that cannot be used, or how many can.
pub(super) fn own_profiles() -> Vec<Finding> {
    let (chess, chess_errors) = library::all::<Chess>();
    let (draughts, draughts_errors) = library::all::<Draughts>();
    let errors = chess_errors.iter().chain(&draughts_errors).map(ToString::to_string);
    let mut errors: Vec<String> = errors.collect();
    // A file of no known game is a mistake in both.
    errors.sort();
    errors.dedup();
    if errors.is_empty() {
        let own = chess.iter().chain(&draughts).filter(|entry| entry.file.is_some()).count();
        let found = format!("Your folder has {}, all usable.", counted(own, "profile"));
        return vec![Finding::ok("profiles", found)];
    }
    errors.iter().map(|error| unusable("profiles", error)).collect()
}

pub(super) fn profile(path: &Path) -> Finding {
    match crate::profiles::check_file(path) {
        Ok(profile) => {
            Finding::ok("profile", format!("{} is profile {}.", path.display(), profile.name))
        }
        Err(error) => unusable("profile", &error.to_string()),
    }
}

/// A file that was named and cannot be used.
fn unusable(about: &'static str, words: &str) -> Finding {
    let found = format!("It cannot be used: {words}.");
    Finding::problem(about, found, "Mend or remove the file, or name another one.")
}
