//! A whole training, from files of games to the file of a network.

mod common;

use common::Folder;
use damier_draughts::Position as Draughts;
use damier_files::Shard;
use damier_learn::LearnGame;
use damier_learn::generate::{Recipe, generate};
use damier_learn::lessons::Portions;
use damier_learn::trainer::{Length, TrainingMethod};
use damier_learn::training::{Event, Settings, TrainError, TrainingReport, train};
use damier_nnue::Network;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

fn generated(folder: &Folder, games: u64) -> PathBuf {
    let path = folder.file(&format!("{games}.games"));
    let stop = AtomicBool::new(false);
    generate::<Draughts>(
        &Recipe::new::<Draughts>(1, 20),
        Shard::WHOLE,
        &path,
        games,
        2,
        &stop,
        &mut |_| (),
    )
    .unwrap();
    path
}

/// One thread, so that sums are the same in their last digits.
fn settings(folder: &Folder, name: &str, games: PathBuf) -> Settings {
    Settings {
        games: vec![games],
        network: folder.file(&format!("{name}.nnue")),
        checkpoint: folder.file(&format!("{name}.checkpoint")),
        lessons: folder.file(&format!("{name}.lessons")),
        keep_lessons: false,
        portions: Portions::default(),
        from: None,
        features: None,
        hidden: None,
        neighbours: 0,
        foresight: 0.0,
        scale: None,
        method: TrainingMethod {
            length: Length::Epochs(3),
            batch: 256,
            rate: 0.002,
            last_rate: 0.05,
            decay: 0.01,
            score_share: [0.7; 2],
            seed: 1,
            threads: 1,
        },
        note: "a test".to_owned(),
    }
}

/// Trains, and stops at the first event for which `is_last` holds. Returns the numbers of the
/// laps that were finished too.
fn run(settings: &Settings, is_last: impl Fn(&Event) -> bool) -> (TrainingReport, Vec<u64>) {
    let stop = AtomicBool::new(false);
    let mut finished = Vec::new();
    let report = train::<Draughts>(settings, &stop, &mut |event| {
        if let Event::Lap { number, .. } = event {
            finished.push(number);
        }
        if is_last(&event) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    (report.unwrap(), finished)
}

#[test]
fn loss_falls_and_a_stopped_training_goes_on() {
    let folder = Folder::new("whole-training");
    let games = generated(&folder, 90);
    let whole = settings(&folder, "whole", games.clone());
    let (report, finished) = run(&whole, |_| false);
    assert_eq!(finished, [1, 2, 3]);
    assert!(report.laps[2].training < 0.9 * report.laps[0].training, "{report:?}");
    let network = fs::read(&whole.network).unwrap();
    assert_eq!(report.network_bytes, Some(network.len()));
    assert!(!whole.lessons.exists(), "the positions are not needed any more");

    // Stopped in the second epoch: the first is kept, and there is no network yet.
    let parts = settings(&folder, "parts", games.clone());
    let (stopped, finished) =
        run(&parts, |event| matches!(event, Event::Step(progress) if progress.lap == 1));
    assert_eq!((finished, stopped.network_bytes), (vec![1], None));
    assert_eq!(stopped.laps, report.laps[..1]);
    assert!(parts.checkpoint.exists() && parts.lessons.exists() && !parts.network.exists());
    // The same settings again go on from there and end where the other training ended.
    assert_eq!(run(&parts, |_| false), (report.clone(), vec![2, 3]));
    assert_eq!(fs::read(&parts.network).unwrap(), network);

    // With all epochs done nothing is left but to write the network.
    assert_eq!(run(&parts, |_| false), (report, vec![]));

    // Weights of another training are a beginning; its epochs do not count.
    let from = Some(parts.checkpoint.clone());
    let next = Settings { from, ..settings(&folder, "next", games) };
    let (next, finished) = run(&next, |_| false);
    assert_eq!(finished, [1, 2, 3]);
    assert!(next.laps[0].training < stopped.laps[0].training, "{next:?}");
}

#[test]
fn a_network_may_grow_and_its_file_says_so() {
    let folder = Folder::new("growing");
    let games = generated(&folder, 90);
    let features = Some("draughts-pieces".to_owned());
    let small =
        Settings { hidden: Some(32), features, ..settings(&folder, "small", games.clone()) };
    let (report, _) = run(&small, |_| false);
    assert_eq!(report.shape, "draughts-pieces x 32");
    let from = Some(small.network.clone());
    let large = Settings { hidden: Some(96), from, ..settings(&folder, "large", games.clone()) };
    let (grown, _) = run(&large, |_| false);
    assert!(grown.laps[0].training < report.laps[0].training, "{grown:?} {report:?}");
    let bytes = std::fs::read(&large.network).unwrap();
    let network = Network::<<Draughts as LearnGame>::Features>::from_bytes(&bytes).unwrap();
    assert_eq!(network.shape().hidden(), 96);
    // What cannot be is said before any work is done.
    let refusal = |settings: Settings| {
        let stop = AtomicBool::new(false);
        let error = train::<Draughts>(&settings, &stop, &mut |_| panic!("nothing happens"));
        error.unwrap_err().to_string()
    };
    let other = settings(&folder, "other", games);
    let odd = Settings { hidden: Some(100), ..other.clone() };
    assert_eq!(refusal(odd), "100 neurons: it must be a multiple of 32, at most 4096");
    let unknown = Settings { features: Some("stones".to_owned()), ..other.clone() };
    assert_eq!(
        refusal(unknown),
        "there are no features `stones`; known are draughts-pieces, draughts-forms"
    );
    let shrinking = Settings { from: Some(large.network), hidden: Some(64), ..other };
    assert!(refusal(shrinking).ends_with("only neurons, regions and formations can be added"));
    let resumed = Settings { hidden: Some(64), ..small };
    assert!(refusal(resumed).ends_with("another network than draughts-pieces x 64"));
}

#[test]
fn a_training_stopped_while_games_are_read_writes_nothing() {
    let folder = Folder::new("stopped-reading");
    let settings = settings(&folder, "none", generated(&folder, 3));
    let (report, finished) = run(&settings, |event| matches!(event, Event::GamesRead(2)));
    assert_eq!((report.laps, report.network_bytes, finished), (vec![], None, vec![]));
    assert!(!settings.checkpoint.exists() && !settings.network.exists());
}

#[test]
fn what_is_missing_is_said() {
    let folder = Folder::new("missing");
    let few = settings(&folder, "few", generated(&folder, 3));
    let stop = AtomicBool::new(false);
    let refusal =
        |settings: &Settings| train::<Draughts>(settings, &stop, &mut |_| ()).unwrap_err();
    assert!(matches!(refusal(&few), TrainError::TooFewGames));
    let blind = Settings { foresight: 0.5, ..few.clone() };
    assert!(matches!(refusal(&blind), TrainError::NoScale));
    let lost = Settings { from: Some(folder.file("nowhere")), ..few.clone() };
    assert!(matches!(refusal(&lost), TrainError::Read { .. }));
    let foreign = Settings { from: Some(few.games[0].clone()), ..few };
    assert!(matches!(refusal(&foreign), TrainError::Checkpoint { .. }));
}
