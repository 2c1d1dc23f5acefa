use super::*;
use crate::parameter::{Request, resolve};
use crate::read_journal;
use damier_chess::Position;
use std::fs;
use std::path::Path;

static NEVER: AtomicBool = AtomicBool::new(false);

/// After 1. f3 e5 White may play 2. g4 and is mated, or move a knight to and fro for a draw.
const OPENING: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";

/// An engine with the number `Nerve`: with less than ten it plays 2. g4. With 15 it dies.
const ENGINE: &str = r#"
nerve=3
while read -r line; do
    case "$line" in
        uci)
            echo "id name Sham"
            echo "option name Nerve type spin default 3 min 0 max 20"
            echo "option name Style type combo default calm var calm var wild"
            echo uciok ;;
        isready) echo readyok ;;
        quit) exit ;;
        "setoption name Nerve value "*) nerve=${line##* } ;;
        position*) moves=${line#*moves}; [ "$moves" = "$line" ] && moves= ;;
        go*)
            if [ "$nerve" -ge 15 ]; then echo "lost its nerve" >&2; exit 1; fi
            set -- $moves
            case "$(($# % 4)) $moves" in
                0*) if [ "$nerve" -lt 10 ]; then echo bestmove g2g4; else echo bestmove b1c3; fi ;;
                "1 "*g2g4) echo bestmove d8h4 ;;
                1*) echo bestmove b8c6 ;;
                2*) echo bestmove c3b1 ;;
                3*) echo bestmove c6b8 ;;
            esac ;;
    esac
done
"#;

/// A folder with the engine in it that goes away with its test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-tune-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("engine.sh"), ENGINE).unwrap();
        Self(path)
    }

    fn journal(&self) -> PathBuf {
        self.0.join("journal.jsonl")
    }

    fn engine(&self, more: &str) -> EngineSpec {
        let path = self.0.join("engine.sh");
        EngineSpec::from_text(&format!("cmd=sh '{}'{more}", path.display())).unwrap()
    }

    fn tuning(&self, nerve: &str, iterations: u64) -> Tuning<Position> {
        let engine = self.engine("");
        let options = declared_options::<Position>(&engine).unwrap();
        let parameters = resolve(&[Request::read(nerve).unwrap()], &options, &[]).unwrap();
        Tuning {
            engine,
            spsa: Spsa { parameters, iterations, pairs: 2, rate: 0.1, seed: 4 },
            pace: GamePace::Nodes(1),
            conduct: Conduct::default(),
            openings: Openings::from_text(OPENING, 1).unwrap(),
            concurrency: NonZeroUsize::MIN,
            journal: Some(self.journal()),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(tuning: Tuning<Position>) -> Result<Course, TuneError> {
    tuning.run(&NEVER, &mut |_, _, _| {})
}

fn now(course: &Course) -> f64 {
    course.found().map(|(_, value)| value).sum()
}

#[test]
fn a_wrong_number_is_moved_back_by_games() {
    let folder = Folder::new("back");
    let course = run(folder.tuning("nerve = 7, 0..=14, step 2", 12)).unwrap();
    assert!(course.is_finished() && course.tally().games() == 48);
    // Between 10 and 14 all values are equally good.
    assert!(now(&course) > 9.0, "{:?}", course.values());
    let (settings, read) = read_journal(&folder.journal()).unwrap();
    assert_eq!(read.values(), course.values());
    assert_eq!(settings["game"], "chess");
}

#[test]
fn a_tuning_that_is_cut_anywhere_ends_as_one_that_was_not() {
    let folder = Folder::new("cut");
    let tuning = || folder.tuning("Nerve = 7, 0..=14, step 2", 3);
    let course = run(tuning()).unwrap();
    let whole = fs::read(folder.journal()).unwrap();
    let settings = whole.iter().position(|&byte| byte == b'\n').unwrap();
    for length in (settings..whole.len()).step_by(97).chain([whole.len() - 1, whole.len()]) {
        fs::write(folder.journal(), &whole[..length]).unwrap();
        let mut found = 0;
        let resumed = tuning()
            .run(&NEVER, &mut |_, _, origin| found += u64::from(origin == GameOrigin::Journal))
            .unwrap();
        assert_eq!(resumed.values(), course.values(), "cut after {length} bytes");
        assert_eq!(fs::read(folder.journal()).unwrap(), whole, "cut after {length} bytes");
        let lines = whole[..length].iter().filter(|&&byte| byte == b'\n').count() as u64;
        assert_eq!(found, lines.saturating_sub(1));
    }
}

#[test]
fn a_tuning_that_is_ended_keeps_its_games_and_plays_no_others() {
    let folder = Folder::new("end");
    let tuning = || folder.tuning("Nerve = 7, 0..=14, step 2", 4);
    let end = AtomicBool::new(false);
    let course = tuning().run(&end, &mut |course, _, _| {
        end.store(course.tally().games() >= 6, Ordering::Relaxed);
    });
    let course = course.unwrap();
    // The next game may be over before it can be broken off.
    let games = course.tally().games();
    assert!((6..=7).contains(&games) && course.iteration() == 1, "{games} games");
    assert_eq!(fs::read_to_string(folder.journal()).unwrap().lines().count() as u64, games + 1);
    let rest = run(tuning()).unwrap();
    fs::remove_file(folder.journal()).unwrap();
    assert_eq!(rest.values(), run(tuning()).unwrap().values());
}

#[test]
fn an_engine_that_dies_loses_and_one_that_always_does_ends_the_tuning() {
    let folder = Folder::new("dies");
    // One side lives, the other dies: its losses count, and the number moves away from there.
    let course = run(folder.tuning("Nerve = 14, 10..=20, step 3", 4)).unwrap();
    assert!(course.tally().faults > 4 && now(&course) < 13.0, "{:?}", course.values());
    fs::remove_file(folder.journal()).unwrap();
    let error = run(folder.tuning("Nerve = 19, 18..=20, step 1", 4)).unwrap_err().to_string();
    let words = "in iteration 1 every game was lost by an engine that misbehaved, on both sides";
    assert!(error.starts_with(words) && error.contains("lost its nerve"), "{error}");
    let (_, course) = read_journal(&folder.journal()).unwrap();
    assert_eq!((course.iteration(), course.tally().faults), (1, 4));
}

#[test]
fn journals_of_other_work_and_broken_ones_are_refused_and_left_alone() {
    let folder = Folder::new("journals");
    let tuning = || folder.tuning("Nerve = 7, 0..=14, step 2", 2);
    run(tuning()).unwrap();
    let whole = fs::read_to_string(folder.journal()).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let arena = "{\"damier_arena\":2,\"game\":\"chess\"}\n".to_owned();
    let cases = [
        (arena, "does not begin with the settings"),
        (whole.replace("\"seed\":4", "\"seed\":5"), "seed was 5, now it is 4"),
        (whole.replace("step 2;", "step 3;"), "parameters was"),
        (
            format!("{}\n{{\"pair\":0,\"plus_is_white\":true,\"lead\":3}}\n", lines[0]),
            "a lead of 3 after one game",
        ),
        (format!("{}\n{}\n", lines[0], lines[8]), "this is the turn of pairs 0 to 1"),
        (format!("{whole}{}\n", lines[8]), "is there twice"),
        (format!("{}\nrubbish\n", lines[0]), "line 2 is no line of such a journal"),
    ];
    for (text, words) in cases {
        fs::write(folder.journal(), &text).unwrap();
        let error = run(tuning()).unwrap_err().to_string();
        assert!(error.contains(words), "{words}: {error}");
        assert_eq!(fs::read_to_string(folder.journal()).unwrap(), text);
    }
    let first = lines[0].replace("\"iterations\":2,", "");
    fs::write(folder.journal(), format!("{first}\n")).unwrap();
    let error = read_journal(&folder.journal()).unwrap_err().to_string();
    assert!(error.contains("does not say the iterations"), "{error}");
    assert!(read_journal(Path::new("/no/journal")).is_err());
}

#[test]
fn what_is_no_program_or_set_already_cannot_be_tuned() {
    let folder = Folder::new("program");
    let tuning = || folder.tuning("Nerve", 1);
    for text in ["builtin", "dxp=localhost:1"] {
        let engine = EngineSpec::from_text(text).unwrap();
        let error = declared_options::<Position>(&engine).unwrap_err();
        assert!(matches!(error, TuneError::NotAProgram), "{error}");
        assert!(matches!(run(Tuning { engine, ..tuning() }), Err(TuneError::NotAProgram)));
    }
    let engine = folder.engine(",nerve=4");
    let error = run(Tuning { engine, ..tuning() }).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Nerve is tuned and cannot be set by the description of the engine as well"
    );
    let gone = EngineSpec::from_text("cmd=/no/such/engine").unwrap();
    let error = declared_options::<Position>(&gone).unwrap_err().to_string();
    assert!(error.starts_with("engine engine: cannot start"), "{error}");
    assert!(!folder.journal().exists(), "nothing was begun");
}
