//! A run with small numbers: it makes generations, and goes on after any interruption.

use damier_draughts::Position as Draughts;
use damier_games::GameKind;
use damier_generations::{
    Diary, Event, GameSettings, GenerationError, RunPhase, RunPlan, Settings, TrainingSettings,
    TrialSettings, run,
};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, fs, process};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("damier-loop-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn setting(folder: &Path) -> RunPlan {
    let usual = Settings::usual(GameKind::Draughts);
    let settings = Settings {
        games: GameSettings { number: 100, nodes: 20, window: 2 },
        training: TrainingSettings { samples: 20_000, epochs: 100, batch: 512, ..usual.training },
        trial: TrialSettings { nodes: 60, games: 12, reference_games: 4, ..usual.trial },
        ..usual
    };
    let (folder, generations) = (folder.to_owned(), Some(2));
    RunPlan { folder, settings, first: None, threads: 1, generations }
}

fn play(setting: &RunPlan, is_last: impl Fn(&Event) -> bool) -> Diary {
    let stop = AtomicBool::new(false);
    let diary = run::<Draughts>(setting, &stop, &mut |event| {
        if is_last(&event) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    diary.unwrap()
}

#[test]
fn an_interrupted_run_ends_as_if_it_had_not_been() {
    let (whole, parts) = (Folder::new("whole"), Folder::new("parts"));
    let diary = play(&setting(&whole.0), |_| false);
    assert_eq!(diary.generations.len(), 2);
    let row = &diary.generations[0];
    assert!(row.games == 100 && row.positions > 2000 && row.loss > 0.0, "{row:?}");
    assert_eq!(row.trial.games(), 12);

    // Stopped in the games, in the training and in the match, several times.
    let setting = setting(&parts.0);
    let stops: [fn(&Event) -> bool; 4] = [
        |event| matches!(event, Event::Games(progress, _) if progress.games >= 30),
        |event| matches!(event, Event::Training(_)),
        |event| matches!(event, Event::Match(score, _) if score.games() >= 5),
        |event| matches!(event, Event::Begin { phase: RunPhase::Games, generation: 2 }),
    ];
    for is_last in stops {
        let so_far = play(&setting, is_last);
        assert!(so_far.generations.len() < 2, "{so_far:?}");
    }
    assert_eq!(play(&setting, |_| false), diary);
    let read = |folder: &Folder, name: &str| fs::read(folder.0.join(name)).unwrap();
    for name in ["diary.json", "diary.md", "champion.nnue"] {
        assert_eq!(read(&whole, name), read(&parts, name), "{name}");
    }
    // With all generations made there is nothing to do.
    assert_eq!(play(&setting, |_| panic!("nothing happens")), diary);
}

#[test]
fn what_cannot_be_gone_on_with_is_refused() {
    let folder = Folder::new("refused");
    let good = setting(&folder.0);
    let stop = AtomicBool::new(true);
    let refusal =
        |setting: &RunPlan| run::<Draughts>(setting, &stop, &mut |_| ()).unwrap_err().to_string();
    run::<Draughts>(&good, &stop, &mut |_| ()).unwrap();
    let mut wrong = good.clone();
    wrong.settings.training.foresight = 2.0;
    assert!(refusal(&wrong).contains("training.foresight = 2"));
    fs::write(folder.0.join("diary.json"), "{\"game\": 3}").unwrap();
    assert!(refusal(&good).contains("diary.json"));
    let other = Diary { game: "chess".to_owned(), ..Diary::default() };
    fs::write(folder.0.join("diary.json"), serde_json::to_string(&other).unwrap()).unwrap();
    assert!(refusal(&good).contains("this folder has a run of chess"), "{}", refusal(&good));
    fs::remove_dir_all(&folder.0).unwrap();
    let foreign = env::current_exe().unwrap();
    assert!(refusal(&RunPlan { first: Some(foreign), ..good.clone() }).contains("network"));
    // Two runs in one folder would spoil each other's files.
    fs::create_dir_all(&folder.0).unwrap();
    let lock = fs::File::create(folder.0.join("lock")).unwrap();
    lock.lock().unwrap();
    let busy = run::<Draughts>(&good, &stop, &mut |_| ());
    assert!(matches!(busy, Err(GenerationError::Busy(_))));
}
