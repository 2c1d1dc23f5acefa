use super::*;
use crate::EngineSpec;
use crate::pace::GamePace;
use crate::puppet::{Manner, Troupe, troupe};
use crate::record::Cause;
use crate::schedule::MatchFormat;
use crate::statistics::SprtDecision;
use damier_chess::Position;
use std::fs;
use std::sync::atomic::AtomicUsize;

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

fn arena<'a>(contestants: [&'a dyn Contestant<Position>; 2], games: u64) -> Match<'a, Position> {
    Match {
        contestants: contestants.to_vec(),
        pace: GamePace::clock("10+0.1").unwrap(),
        conduct: Conduct { patience: Duration::from_secs(5), ..Conduct::default() },
        openings: Openings::bundled(7),
        plan: MatchPlan {
            schedule: Schedule::new(MatchFormat::RoundRobin, 2, games / 2),
            concurrency: NonZeroUsize::new(2).unwrap(),
            sprt: None,
            journal: None,
            games: None,
        },
    }
}

fn puppets(manners: [Manner; 2]) -> [&'static Troupe; 2] {
    [troupe("left", manners[0]), troupe("right", manners[1])]
}

static NEVER: AtomicBool = AtomicBool::new(false);

fn play(arena: &Match<Position>) -> (Standing, Vec<GameRecord>) {
    let mut games = Vec::new();
    let standing = arena.run(&NEVER, &mut |_, game, origin| {
        games.extend((origin == GameOrigin::Board).then(|| game.clone()));
    });
    let standing = standing.unwrap();
    games.sort_by_key(|game| (game.pair, game.players));
    (standing, games)
}

fn complaint(arena: &Match<Position>) -> String {
    arena.run(&NEVER, &mut |_, _, _| {}).unwrap_err().to_string()
}

#[test]
fn pairs_share_an_opening_and_equal_players_share_the_points() {
    let [a, b] = puppets([Manner::Orderly; 2]);
    let (standing, games) = play(&arena([&a, &b], 10));
    assert_eq!(standing.games(), 10);
    for pair in games.chunks(2) {
        assert_eq!((pair[0].players, pair[1].players), ([0, 1], [1, 0]));
        assert_eq!(pair[0].opening, pair[1].opening);
        // Both play the same, so swapping colours changes nothing but the names.
        assert_eq!(pair[0].moves, pair[1].moves);
    }
    let encounter = standing.encounter(0, 1);
    assert_eq!(encounter.pairs, [0, 0, 5, 0, 0]);
    assert_eq!(encounter.tally.wins, encounter.tally.losses);
}

#[test]
fn an_interrupted_match_goes_on_and_comes_to_the_same_end() {
    let folder = Folder::new("resume");
    let (path, pgn) = (folder.0.join("journal.jsonl"), folder.0.join("games.pgn"));
    let [a, b] = puppets([Manner::Orderly; 2]);
    let mut arena = arena([&a, &b], 4);
    arena.plan.journal = Some(path.clone());
    arena.plan.games = Some(pgn.clone());
    play(&arena);
    // A line that was cut off in the middle is played again, and the file of games had no time to
    // hear of the last two.
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 5);
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    let games = fs::read_to_string(&pgn).unwrap();
    let third = games.match_indices("[Event ").nth(2).unwrap().0;
    fs::write(&pgn, &games[..third + 50]).unwrap();
    arena.plan.schedule = Schedule::new(MatchFormat::RoundRobin, 2, 4);
    let (standing, games) = play(&arena);
    assert_eq!((standing.games(), games.len()), (8, 5));
    let written = fs::read_to_string(&pgn).unwrap();
    assert_eq!(written.matches("[Event ").count(), 8);
    for pair in 1..=4 {
        for game in 1..=2 {
            assert_eq!(written.matches(&format!("[Round \"{pair}.{game}\"]")).count(), 1);
        }
    }

    arena.plan.journal = None;
    let (fresh, all) = play(&arena);
    assert_eq!(fresh.encounter(0, 1), standing.encounter(0, 1));
    assert_eq!(all.len(), 8);
    let written = fs::read_to_string(&pgn).unwrap();
    assert_eq!(written.matches("[Event ").count(), 8 + 8, "without a journal games are added");

    arena.plan.journal = Some(path.clone());
    let error = complaint(&arena);
    assert!(error.contains("holds something else than the games of the journal"), "{error}");
    arena.conduct.longest = 500;
    let error = complaint(&arena);
    assert!(error.contains("longest_game was 600, now it is 500"), "{error}");
}

#[test]
fn a_match_that_is_broken_off_keeps_what_is_finished() {
    let folder = Folder::new("broken");
    let [a, b] = puppets([Manner::Orderly; 2]);
    let mut arena = arena([&a, &b], 100);
    arena.plan.journal = Some(folder.0.join("journal.jsonl"));
    let end = AtomicBool::new(false);
    let standing = arena.run(&end, &mut |standing, _, _| {
        end.store(standing.games() >= 7, Ordering::Relaxed);
    });
    let games = standing.unwrap().games();
    assert!((7..=10).contains(&games), "{games}");
    let (_, rest) = play(&arena);
    assert_eq!(rest.len() as u64, 100 - games);
}

#[test]
fn in_a_tournament_everybody_meets_everybody() {
    let troupes = ["a", "b", "c"].map(|name| troupe(name, Manner::Orderly));
    let contestants: Vec<&dyn Contestant<Position>> =
        troupes.iter().map(|troupe| troupe as &dyn Contestant<Position>).collect();
    let mut arena = arena([contestants[0], contestants[1]], 2);
    arena.contestants = contestants;
    arena.plan.schedule = Schedule::new(MatchFormat::RoundRobin, 3, 4);
    let (standing, games) = play(&arena);
    assert_eq!((standing.games(), games.len()), (24, 24));
    for encounter in standing.encounters.values() {
        assert_eq!(encounter.pairs.iter().sum::<u64>(), 4);
    }
    // The same openings for all.
    let openings: std::collections::HashSet<&str> =
        games.iter().map(|game| game.opening.as_str()).collect();
    assert_eq!(openings.len(), 4);
    assert!(standing.players.iter().all(|player| player.tally.games() == 16));
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
        let error = complaint(&arena);
        assert!(error.contains("line 1 is no line of such a journal"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn whoever_misbehaves_is_restarted_and_the_match_goes_on() {
    let [a, b] = puppets([Manner::Orderly, Manner::Dies]);
    let (standing, _) = play(&arena([&a, &b], 6));
    let [left, right] = standing.players[..] else { panic!() };
    assert_eq!((left.tally.wins, right.faults.crashes), (6, 6));
    assert_eq!(left.faults, Default::default());
    // Once to try, and once before each game.
    assert_eq!(b.count("start"), 1 + 6);
}

#[test]
fn a_test_that_has_decided_ends_the_match() {
    let [a, b] = puppets([Manner::Orderly, Manner::Cheats]);
    let mut arena = arena([&a, &b], 10_000);
    arena.plan.sprt = Some(Sprt::new(0.0, 50.0));
    let (standing, _) = play(&arena);
    assert!(standing.games() < 200, "{}", standing.games());
    assert_eq!(standing.decision, Some(SprtDecision::Accepted));
}

#[test]
fn a_process_that_dies_after_its_introduction_loses_its_games() {
    let folder = Folder::new("process");
    let script = folder.0.join("dies.sh");
    let text = "#!/bin/sh\nwhile read line; do case $line in uci) echo uciok;; isready) echo \
    readyok;; go*) echo gone >&2; exit 3;; esac; done\n";
    fs::write(&script, text).unwrap();
    let spec =
        EngineSpec::from_text(&format!("cmd=sh '{}',name=mayfly", script.display())).unwrap();
    let [a, _] = puppets([Manner::Orderly; 2]);
    let (standing, games) = play(&arena([&a, &spec], 2));
    let faults = |standing: &Standing, player: usize| standing.players[player].faults.crashes;
    assert_eq!((standing.players[0].tally.wins, faults(&standing, 1)), (2, 2));
    assert_eq!(games[0].cause, Cause::Crash);
    assert_eq!(games[0].detail, "the engine ended by itself; its last words: gone");
    let (standing, _) = play(&arena([&spec, &a], 2));
    assert_eq!((standing.players[1].tally.wins, faults(&standing, 0)), (2, 2));

    let missing = EngineSpec::from_text("cmd=/no/such/engine").unwrap();
    let error = complaint(&arena([&missing, &a], 2));
    assert!(error.starts_with("engine engine: cannot start \"/no/such/engine\""), "{error}");
}

/// Players that die, of whom there are only so many.
struct Fragile(&'static Troupe, AtomicUsize);

impl Contestant<Position> for Fragile {
    fn name(&self) -> &str {
        "fragile"
    }
    fn description(&self) -> String {
        "fragile".to_owned()
    }
    fn pace(&self) -> Option<GamePace> {
        None
    }
    fn start(&self, _pondering: bool) -> Result<Box<dyn Player<Position>>, StartError> {
        let left =
            self.1.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map_err(|_| StartError::NoNetwork)?;
        Ok(Box::new(self.0.puppet()))
    }
}

#[test]
fn games_are_written_down_before_an_engine_that_is_gone_ends_the_match() {
    let folder = Folder::new("fragile");
    let [a, b] = puppets([Manner::Orderly, Manner::Dies]);
    // One to try and two that play.
    let fragile = Fragile(b, AtomicUsize::new(3));
    let mut arena = arena([&a, &fragile], 100);
    arena.plan.concurrency = NonZeroUsize::MIN;
    arena.plan.journal = Some(folder.0.join("journal.jsonl"));
    assert!(complaint(&arena).starts_with("engine fragile: "));
    // Each of them has lost a game.
    let journal = fs::read_to_string(folder.0.join("journal.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 1 + 2, "{journal}");
}

#[test]
fn a_journal_is_not_taken_for_that_of_another_schedule_or_for_more_than_it_is() {
    let folder = Folder::new("schedule");
    let path = folder.0.join("journal.jsonl");
    let [a, b] = puppets([Manner::Orderly; 2]);
    let c = troupe("third", Manner::Orderly);
    let mut arena = arena([&a, &b], 2);
    arena.contestants.push(&c);
    arena.plan.journal = Some(path.clone());
    arena.plan.schedule = Schedule::new(MatchFormat::RoundRobin, 3, 1);
    play(&arena);
    arena.plan.schedule = Schedule::new(MatchFormat::Gauntlet, 3, 1);
    assert!(complaint(&arena).contains("encounters was \"0-1 0-2 1-2\", now it is \"0-1 0-2\""));

    arena.plan.schedule = Schedule::new(MatchFormat::RoundRobin, 3, 1);
    let text = fs::read_to_string(&path).unwrap();
    let game = text.lines().find(|line| line.contains("\"players\":[1,2]")).unwrap();
    let bad_lines = [
        (game.to_owned(), "is there twice"),
        (game.replace("\"players\":[1,2]", "\"players\":[9,2]"), "no player 9 among 3"),
        (game.replace("\"players\":[1,2]", "\"players\":[1,1]"), "meets itself"),
    ];
    for (line, words) in bad_lines {
        fs::write(&path, format!("{text}{line}\n")).unwrap();
        let error = complaint(&arena);
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_decision_stands_whatever_comes_after() {
    let sprt = Sprt::new(0.0, 200.0);
    let mut standing = Standing::new(2, Some(sprt));
    let [a, b] = puppets([Manner::Orderly, Manner::Cheats]);
    let (_, games) = play(&arena([&a, &b], 2));
    let mut pair = 0;
    while standing.decision.is_none() {
        for game in &games {
            standing.add(&GameRecord { pair, ..game.clone() });
        }
        pair += 1;
    }
    assert_eq!(standing.decision, Some(SprtDecision::Accepted));
    // The loser wins everything from then on.
    for _ in 0..pair + 5 {
        for game in &games {
            let [white, black] = game.players;
            standing.add(&GameRecord { pair, players: [black, white], ..game.clone() });
        }
        pair += 1;
    }
    assert_ne!(sprt.decide(&standing.encounter(0, 1).pairs), SprtDecision::Accepted);
    assert_eq!(standing.decision, Some(SprtDecision::Accepted));
}
