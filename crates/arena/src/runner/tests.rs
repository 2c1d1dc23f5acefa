use super::*;
use crate::EngineSpec;
use crate::pace::Pace;
use crate::puppet::{Manner, Troupe, troupe};
use crate::record::Cause;
use std::fs;

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-arena-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn arena<'a>(contestants: [&'a dyn Contestant; 2], games: u64) -> Match<'a> {
    Match {
        contestants,
        conduct: Conduct {
            paces: [Pace::clock("10+0.1").unwrap(); 2],
            pondering: false,
            margin: Duration::ZERO,
            patience: Duration::from_secs(5),
            longest: 600,
            resign: None,
            draw: None,
        },
        openings: Openings::Random { seed: 7, balance: Some(100) },
        plan: Plan {
            games,
            concurrency: NonZeroUsize::new(2).unwrap(),
            sprt: None,
            journal: None,
            pgn: None,
        },
    }
}

fn puppets(manners: [Manner; 2]) -> [&'static Troupe; 2] {
    [troupe("left", manners[0]), troupe("right", manners[1])]
}

fn play(arena: &Match) -> (Standing, Vec<GameRecord>) {
    let mut games = Vec::new();
    let standing = arena.run(&mut |_, game| games.extend(game.cloned())).unwrap();
    games.sort_by_key(|game| (game.pair, game.white.index()));
    (standing, games)
}

#[test]
fn pairs_share_an_opening_and_equal_players_share_the_points() {
    let [a, b] = puppets([Manner::Orderly; 2]);
    let (standing, games) = play(&arena([&a, &b], 10));
    assert_eq!(standing.games(), 10);
    for pair in games.chunks(2) {
        assert_eq!((pair[0].white, pair[1].white), (Entrant::A, Entrant::B));
        assert_eq!(pair[0].opening, pair[1].opening);
        // Both play the same, so swapping colours changes nothing but the names.
        assert_eq!(pair[0].moves, pair[1].moves);
    }
    assert_eq!(standing.pairs, [0, 0, 5, 0, 0]);
    assert_eq!(standing.wins, standing.losses);
}

#[test]
fn an_interrupted_match_goes_on_and_comes_to_the_same_end() {
    let folder = Folder::new("resume");
    let path = folder.0.join("journal.jsonl");
    let [a, b] = puppets([Manner::Orderly; 2]);
    let mut arena = arena([&a, &b], 3);
    arena.plan.journal = Some(path.clone());
    arena.plan.pgn = Some(folder.0.join("games.pgn"));
    play(&arena);
    // A line that was cut off in the middle is played again.
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 4);
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    arena.plan.games = 8;
    let (standing, games) = play(&arena);
    assert_eq!((standing.games(), games.len()), (8, 6));
    arena.plan.journal = None;
    let (fresh, all) = play(&arena);
    assert_eq!(
        (fresh.wins, fresh.draws, fresh.pairs),
        (standing.wins, standing.draws, standing.pairs)
    );
    assert_eq!(all.len(), 8);
    let pgn = fs::read_to_string(folder.0.join("games.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 3 + 6 + 8);

    arena.plan.journal = Some(path.clone());
    arena.conduct.longest = 500;
    let error = arena.run(&mut |_, _| {}).unwrap_err().to_string();
    assert!(error.contains("longest_game was 600, now it is 500"), "{error}");
}

#[test]
fn a_file_that_is_no_journal_is_left_alone() {
    let folder = Folder::new("foreign");
    let path = folder.0.join("letter.txt");
    let [a, b] = puppets([Manner::Orderly; 2]);
    let mut arena = arena([&a, &b], 2);
    arena.plan.journal = Some(path.clone());
    for text in ["Dear diary", "Dear diary\n", "{}\n", "\u{0}\n"] {
        fs::write(&path, text).unwrap();
        let error = arena.run(&mut |_, _| {}).unwrap_err().to_string();
        assert!(error.contains("line 1 is no line of a match journal"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn whoever_misbehaves_is_restarted_and_the_match_goes_on() {
    let [a, b] = puppets([Manner::Orderly, Manner::Dies]);
    let (standing, _) = play(&arena([&a, &b], 6));
    assert_eq!((standing.wins, standing.faults[1].crashes), (6, 6));
    assert_eq!(standing.faults[0], Default::default());
    // Once to try, once for each of two workers, once after each game.
    assert!((8..=9).contains(&b.count("start")), "{}", b.count("start"));
}

#[test]
fn a_test_that_has_decided_ends_the_match() {
    let [a, b] = puppets([Manner::Orderly, Manner::Cheats]);
    let mut arena = arena([&a, &b], 10_000);
    arena.plan.sprt = Some(Sprt::new(0.0, 50.0));
    let (standing, _) = play(&arena);
    assert!(standing.games() < 200, "{}", standing.games());
    assert_eq!(arena.plan.sprt.unwrap().verdict(&standing.pairs), Verdict::Accepted);
}

#[test]
fn a_process_that_dies_after_its_introduction_loses_its_games() {
    let folder = Folder::new("process");
    let script = folder.0.join("dies.sh");
    let text = "#!/bin/sh\nwhile read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
                go*) echo gone >&2; exit 3;; esac; done\n";
    fs::write(&script, text).unwrap();
    let spec =
        EngineSpec::from_text(&format!("cmd=sh '{}',name=mayfly", script.display())).unwrap();
    let [a, _] = puppets([Manner::Orderly; 2]);
    let (standing, games) = play(&arena([&a, &spec], 2));
    assert_eq!((standing.wins, standing.faults[1].crashes), (2, 2));
    assert_eq!(games[0].cause, Cause::Crash);
    assert_eq!(games[0].detail, "the engine ended by itself; its last words: gone");
    // As the engine that judges openings it does no better, and the match still goes on.
    let (standing, _) = play(&arena([&spec, &a], 2));
    assert_eq!((standing.losses, standing.faults[0].crashes), (2, 2));

    let missing = EngineSpec::from_text("cmd=/no/such/engine").unwrap();
    let error = arena([&missing, &a], 2).run(&mut |_, _| {}).unwrap_err().to_string();
    assert!(error.starts_with("engine engine: cannot start \"/no/such/engine\""), "{error}");
}
