//! Engines that misbehave, see `examples/hostile`: their client gets an honest
//! verdict, in time and with limited memory.

use damier_core::{Depth, Game, Rules};
use damier_protocol::client::{Client, ClientError, Dialect, EngineCommand, EngineReply, Hub, Uci};
use damier_search::{Answer, Engine, Event, Limits, NamedOptions, Query};
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for anything that happens at all.
const LONG: Duration = Duration::from_secs(60);

/// Short enough to wait for something that does not happen.
const SHORT: Duration = Duration::from_millis(200);

/// More than everything that is kept for all engines of these tests together, and far less than
/// what an engine can say in [`FLOODING`].
const MOST_MEMORY: usize = 64 * 1024 * 1024;

/// How long a flood is not read.
const FLOODING: Duration = Duration::from_secs(4);

/// A protocol that the hostile engine speaks.
trait Tongue: Dialect<Rules: Debug> {
    const NAME: &'static str;
    fn start() -> Self::Rules;
}

impl Tongue for Uci {
    const NAME: &'static str = "uci";
    fn start() -> damier_chess::Position {
        damier_chess::Position::start()
    }
}

impl Tongue for Hub {
    const NAME: &'static str = "hub";
    fn start() -> damier_draughts::Position {
        damier_draughts::Position::start()
    }
}

type MoveOf<T> = <<T as Dialect>::Rules as Rules>::Move;

fn command<T: Tongue>(manner: &str) -> EngineCommand {
    // `cargo test` builds examples too, unless a test is chosen: then `cargo build --example
    // hostile`.
    let test = std::env::current_exe().unwrap();
    let folder: PathBuf = test.ancestors().nth(2).unwrap().join("examples");
    let program = folder.join(format!("hostile{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is not built", program.display());
    EngineCommand {
        program: program.into_os_string().into_string().unwrap(),
        arguments: vec![T::NAME.to_owned(), manner.to_owned()],
        folder: None,
    }
}

fn start<T: Tongue>(manner: &str) -> Client<T> {
    Client::start_within(&command::<T>(manner), LONG).unwrap()
}

/// A search that has begun in the position at the start.
fn begin<T: Tongue>(manner: &str) -> Client<T> {
    let mut client = start::<T>(manner);
    client.go(&Game::new(T::start()), &Limits::to_nodes(1), &[], false).unwrap();
    client
}

fn wait<T: Tongue>(
    client: &mut Client<T>,
    time: Duration,
) -> Result<EngineReply<MoveOf<T>>, ClientError> {
    client.wait(Some(Instant::now() + time))
}

/// Fails instead of waiting for ever.
fn in_time(work: impl FnOnce() + Send + 'static) {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || {
        work();
        let _ = sender.send(());
    });
    match receiver.recv_timeout(2 * LONG) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("it hangs"),
        _ => worker.join().unwrap(),
    }
}

/// What this process has in memory, where the system tells.
fn memory() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse().ok());
    4096 * pages.unwrap_or(0)
}

fn assert_little_memory(before: usize) {
    let more = memory().saturating_sub(before);
    assert!(more < MOST_MEMORY, "{} MiB more", more / (1024 * 1024));
}

/// The moves that an engine plays against itself, in searches that follow at once.
fn moves<T: Tongue>(manner: &str) -> Vec<MoveOf<T>> {
    let mut client = start::<T>(manner);
    client.new_game().unwrap();
    let mut game = Game::new(T::start());
    for _ in 0..12 {
        client.go(&game, &Limits::to_nodes(1), &[], false).unwrap();
        let best = wait(&mut client, LONG).unwrap().answer.best.unwrap();
        game.try_play(best).unwrap_or_else(|_| panic!("{manner} answers its own search"));
    }
    game.moves().collect()
}

#[test]
fn what_is_said_at_the_wrong_time_is_no_answer() {
    in_time(|| {
        let (chess, draughts) = (moves::<Uci>("fair"), moves::<Hub>("fair"));
        for manner in ["twice", "stale", "early"] {
            assert_eq!(moves::<Uci>(manner), chess, "{manner}");
            assert_eq!(moves::<Hub>(manner), draughts, "{manner}");
        }
    });
}

#[test]
fn the_answer_to_a_stop_is_not_the_answer_to_the_next_search() {
    fn check<T: Tongue>() {
        let mut client = start::<T>("stale");
        let mut game = Game::new(T::start());
        let infinite = Limits { infinite: true, ..Limits::default() };
        client.go(&game, &infinite, &[], false).unwrap();
        client.stop().unwrap();
        let first = wait(&mut client, LONG).unwrap().answer.best.unwrap();
        // The engine is idle, and a second stop makes it repeat its answer.
        client.stop().unwrap();
        game.try_play(first).unwrap_or_else(|_| panic!("a legal move"));
        client.go(&game, &Limits::to_nodes(1), &[], false).unwrap();
        let second = wait(&mut client, LONG).unwrap().answer.best.unwrap();
        assert!(game.try_play(second).is_ok());
    }
    in_time(|| {
        check::<Uci>();
        check::<Hub>();
    });
}

#[test]
fn who_is_gone_has_died() {
    fn check<T: Tongue>() {
        for (manner, last_words) in [("crash", "out of luck"), ("exit", ""), ("close-output", "")] {
            let error = wait(&mut begin::<T>(manner), LONG).unwrap_err();
            let ClientError::Died { last_line } = error else { panic!("{manner}: {error}") };
            assert!(last_line.contains(last_words), "{manner}: {last_line}");
        }
    }
    in_time(|| {
        check::<Uci>();
        check::<Hub>();
    });
}

#[test]
fn who_takes_no_more_commands_has_died() {
    fn check<T: Tongue>() {
        let mut client = start::<T>("close-input");
        let query = Query::new(Game::new(T::start()), Limits::default());
        // It says when it has closed its input, and only then is told something.
        let found = client.search(&query, &mut |_| query.signals.stop());
        assert!(matches!(found, Err(ClientError::Died { .. })), "{:?}", found.err());
    }
    in_time(|| {
        check::<Uci>();
        check::<Hub>();
    });
}

#[test]
fn who_does_not_answer_is_waited_for_no_longer_than_agreed() {
    fn check<T: Tongue>() {
        for manner in ["hang", "deaf", "ignore-stop", "flood", "flood-line"] {
            let mut client = begin::<T>(manner);
            for _ in 0..2 {
                let error = wait(&mut client, SHORT).unwrap_err();
                assert!(matches!(error, ClientError::TimedOut { .. }), "{manner}: {error}");
                client.stop().unwrap();
            }
            let error = client.is_ready(SHORT).err();
            let is_polite = manner == "ignore-stop";
            assert_eq!(error.is_none(), is_polite, "{manner}");
            drop(client);
        }
    }
    in_time(|| {
        check::<Uci>();
        check::<Hub>();
    });
}

#[test]
fn an_engine_that_never_reads_cannot_hold_us_up() {
    in_time(|| {
        let mut client = begin::<Uci>("deaf");
        let words = "w".repeat(1_000);
        let told = (0..100_000).map(|_| client.set_option("Words", &words));
        let error = told.filter_map(Result::err).next().expect("it is deaf");
        assert!(error.to_string().contains("does not read"), "{error}");
        assert!(matches!(client.stop(), Err(ClientError::Deaf)));
    });
}

#[test]
fn what_cannot_be_played_is_a_bad_move() {
    fn check<T: Tongue>() {
        for manner in ["illegal", "garbage"] {
            let error = wait(&mut begin::<T>(manner), LONG).unwrap_err();
            assert!(matches!(error, ClientError::BadMove(_)), "{manner}: {error}");
        }
    }
    in_time(|| {
        check::<Uci>();
        check::<Hub>();
    });
}

#[test]
fn nonsense_is_passed_over_and_absurd_numbers_are_not_believed() {
    fn check<T: Tongue>() {
        let mut client = start::<T>("noise");
        let mut reports = Vec::new();
        let query = Query::new(Game::new(T::start()), Limits::to_nodes(1));
        let Answer { best, .. } = client
            .search(&query, &mut |event| {
                if let Event::Report(report) = event {
                    reports.push(report);
                }
            })
            .unwrap();
        assert!(best.is_some() && !reports.is_empty());
        for report in reports {
            assert!(report.depth >= Depth::ZERO && report.depth <= Depth::MAX);
            // The sums over a whole match still fit.
            assert!(report.nodes.checked_mul(1_000).is_some());
            assert!(report.time.checked_mul(1_000_000).is_some());
        }
    }
    in_time(|| {
        check::<Uci>();
        check::<Hub>();
    });
}

#[test]
fn a_late_answer_is_late_and_not_lost() {
    fn check<T: Tongue>() {
        let mut client = start::<T>("late");
        let game = Game::new(T::start());
        client.go(&game, &Limits::to_time(Duration::from_millis(50)), &[], false).unwrap();
        let deadline = Instant::now() + Duration::from_millis(100);
        assert!(matches!(client.wait(Some(deadline)), Err(ClientError::TimedOut { .. })));
        // When it has come it is still late for those who ask with the old deadline.
        thread::sleep(Duration::from_secs(1));
        assert!(matches!(client.wait(Some(deadline)), Err(ClientError::TimedOut { .. })));
        let reply = wait(&mut client, LONG).unwrap();
        assert!(reply.at > deadline && reply.answer.best.is_some());
    }
    in_time(|| {
        check::<Uci>();
        check::<Hub>();
    });
}

#[test]
fn floods_do_not_fill_our_memory() {
    for manner in ["flood", "flood-line"] {
        in_time(move || {
            let before = memory();
            let mut client = begin::<Uci>(manner);
            thread::sleep(FLOODING);
            assert_little_memory(before);
            assert!(matches!(wait(&mut client, SHORT), Err(ClientError::TimedOut { .. })));
            drop(client);
        });
    }
}

#[test]
fn complaints_do_not_fill_our_memory() {
    in_time(|| {
        let before = memory();
        let mut client = begin::<Uci>("flood-errors");
        thread::sleep(FLOODING);
        assert_little_memory(before);
        assert!(wait(&mut client, LONG).is_ok());
    });
}

#[test]
fn not_every_option_of_a_boaster_is_kept() {
    fn check<T: Tongue>() {
        let count = start::<T>("boast").options().len();
        assert!((1..100).contains(&count), "{count}");
    }
    in_time(|| {
        check::<Uci>();
        check::<Hub>();
    });
}

/// Whether a process runs; one that has ended and is not yet buried does not.
#[cfg(target_os = "linux")]
fn is_running(number: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    status.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_that_an_engine_has_started_outlives_it() {
    in_time(|| {
        let mut client = start::<Uci>("brood");
        let query = Query::new(Game::new(Uci::start()), Limits::to_nodes(1));
        let mut child = 0;
        client
            .search(&query, &mut |event| {
                if let Event::Remark(words) = event {
                    child = words.parse().unwrap();
                }
            })
            .unwrap();
        assert!(is_running(child));
        drop(client);
        let deadline = Instant::now() + LONG;
        while is_running(child) {
            assert!(Instant::now() < deadline, "process {child} is still there");
            thread::sleep(Duration::from_millis(10));
        }
    });
}
