//! Whole games, reviewed.

use damier_chess::Position as Chess;
use damier_core::{Ending, Outcome, Side};
use damier_draughts::Position as Draughts;
use damier_reasons::reason::Reason;
use damier_records::{Reader, Record};
use damier_review::batch::{Batch, BatchError, Progress, review_batch};
use damier_review::judging::Judgement;
use damier_review::review::{Evaluation, Mark, MoveReview, Phase};
use damier_review::{Analyst, Budget, Language, Review, ReviewGame, Settings, Words, annotated};
use damier_search::Signals;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// Enough for what a person sees, and quick without optimisation.
const NODES: u64 = 4_000;

fn settings() -> Settings {
    Settings { budget: Budget::Nodes(NODES), lines: 1, tables: None }
}

fn read<G: ReviewGame>(text: &str) -> Record<G> {
    let mut games = Reader::<G, _>::new(text.as_bytes());
    let reading = games.next().expect("a game").expect("text can be read");
    assert!(reading.faults.is_empty(), "{:?}", reading.faults);
    reading.record
}

fn review<G: ReviewGame>(text: &str) -> Review {
    let mut analyst = Analyst::<G>::new(settings()).unwrap();
    analyst.review(&read(text), &mut |_| ()).expect("nothing stops it")
}

/// A trap: White takes what is offered and is mated.
const TRAP: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1";
/// A mate in one that White does not see.
const MISSED: &str =
    "[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/3q4/8/5PPP/4Q1K1 w - - 0 1\"]\n\n1. h3 h6 2. Qe8+ Kh7 *";
/// A game of draughts in which White allows a shot.
const SHOT: &str = "[SetUp \"1\"]\n\
    [FEN \"W:W26,31,32,33,37,38,39,42,43,48:B8,9,12,13,16,18,19,23,24\"]\n\n\
    1. 26-21 16x36 *";

#[test]
fn errors_are_found_and_explained() {
    let review = review::<Chess>(TRAP);
    assert_eq!(review.moves.len(), 14);
    let of = |number: &str| review.moves.iter().find(|mv| mv.number == number).unwrap();
    let last = of("7.");
    // The game was lost before: no blunder any more.
    assert_eq!((last.played.as_str(), last.judgement), ("Be2", Some(Judgement::Mistake)));
    assert!(last.reasons.contains(&Reason::AllowsMate { moves: 1 }), "{:?}", last.reasons);
    assert_eq!(last.evaluation, Evaluation::Win { side: Side::Black, moves: 1 });
    assert_eq!(last.line, ["Be2", "Nf3#"]);
    let mate = of("7...");
    assert_eq!(mate.evaluation, Evaluation::Win { side: Side::Black, moves: 0 });
    assert_eq!((mate.judgement, mate.accuracy), (None, 100.0));
    assert!(mate.marks.iter().any(|mark| matches!(mark, Mark::Only | Mark::Best)));
    assert!(review.sides[0].blunders >= 1 && review.sides[1].blunders == 0, "{:?}", review.sides);
    assert!(review.sides[0].accuracy < review.sides[1].accuracy);
    assert!(review.moves.iter().all(|mv| mv.phase == Phase::Opening));
}

#[test]
fn a_missed_mate_is_a_missed_win() {
    let review = review::<Chess>(MISSED);
    let first = &review.moves[0];
    assert_eq!(first.judgement, Some(Judgement::Blunder), "{first:?}");
    assert_eq!(first.reasons.first(), Some(&Reason::MissesMate { moves: 1 }));
    assert_eq!(first.best_line, ["Qe8#"]);
    assert!(first.marks.contains(&Mark::MissedWin), "{first:?}");
    let forced = review.moves.last().unwrap();
    assert_eq!((forced.judgement, &forced.marks[..]), (None, &[Mark::Forced][..]));
    assert_eq!(review.sides[1].moves, 1, "a forced move says nothing of a player");
}

#[test]
fn a_shot_is_named_in_draughts() {
    let review = review::<Draughts>(SHOT);
    let first = &review.moves[0];
    assert!(first.judgement >= Some(Judgement::Mistake), "{first:?}");
    let stake = first.reasons.iter().find_map(Reason::stake).expect("material is lost");
    assert!(stake.worth >= 200, "{stake:?}");
}

fn check_arithmetic<G: ReviewGame>(text: &str) {
    let review = review::<G>(text);
    let compared: Vec<&MoveReview> =
        review.moves.iter().filter(|mv| mv.comparison.is_some()).collect();
    assert!(!compared.is_empty(), "{text}");
    for mv in compared {
        let comparison = mv.comparison.as_ref().unwrap();
        let terms: i32 = comparison.terms.iter().map(|(_, value)| value).sum();
        assert_eq!(terms + comparison.remainder, comparison.gap, "{}", mv.played);
        assert!(comparison.gap > 0, "the best move is better: {mv:?}");
    }
}

#[test]
fn terms_and_remainder_add_up_to_the_gap() {
    check_arithmetic::<Chess>(TRAP);
    check_arithmetic::<Draughts>(SHOT);
}

/// Every claim of a forced end is played out on the board, in the number of moves that it says.
fn check_wins<G: ReviewGame>(review: &Review) -> usize {
    let mut wins = 0;
    for mv in &review.moves {
        // What was played is told as it stands after it, the better move as it stood before.
        let pairs = [(mv.evaluation, &mv.line, 1), (mv.best_evaluation, &mv.best_line, 0)];
        for (evaluation, line, counted) in pairs {
            let Evaluation::Win { side, moves } = evaluation else { continue };
            if line.is_empty() {
                continue;
            }
            let mut position = G::from_fen(&mv.fen).unwrap();
            for text in line {
                let mv = position.read_move(text).unwrap();
                position.play_unchecked(mv);
            }
            assert_eq!(position.ending(1).map(Ending::outcome), Some(Outcome::Win(side)), "{mv:?}");
            let left = line.len() - counted;
            let begins = (mv.side == side) == (counted == 0);
            let own = if begins { left.div_ceil(2) } else { left / 2 };
            assert_eq!(own, moves as usize, "{mv:?}");
            wins += 1;
        }
    }
    wins
}

#[test]
fn what_is_won_by_force_is_shown_to_the_end() {
    assert!(check_wins::<Chess>(&review::<Chess>(TRAP)) > 1);
    assert!(check_wins::<Chess>(&review::<Chess>(MISSED)) > 0);
}

/// Many games with `jobs` at a time, in the part of them that is named, without a journal.
fn batch(jobs: usize, shard: &str) -> Batch {
    Batch {
        settings: settings(),
        shard: shard.parse().unwrap(),
        jobs: NonZeroUsize::new(jobs).unwrap(),
        journal: None,
        also: Vec::new(),
    }
}

fn run(games: &[&Record<Chess>], batch: &Batch) -> Vec<Option<Review>> {
    review_batch(games, batch, &AtomicBool::new(false), &|_| ()).unwrap()
}

#[test]
fn a_review_depends_on_nothing_but_its_game() {
    let [trap, missed] = [TRAP, MISSED].map(read);
    let games = [&trap, &missed, &trap];
    let alone = run(&games, &batch(1, "1/1"));
    assert!(alone.iter().all(Option::is_some));
    assert_eq!(alone[0], alone[2], "the second time as the first");
    assert_eq!(run(&games, &batch(2, "1/1")), alone);
    assert_eq!(run(&[&missed, &trap], &batch(1, "1/1")), alone[1..]);
    assert_eq!(run(&games, &batch(1, "2/3")), [None, alone[1].clone(), None]);
}

/// How many games were left to review, and the reviews in the end.
fn go_on(
    games: &[&Record<Chess>],
    batch: &Batch,
) -> Result<(usize, Vec<Option<Review>>), BatchError> {
    let left = AtomicUsize::new(0);
    let reviews = review_batch(games, batch, &AtomicBool::new(false), &|progress| {
        if matches!(progress, Progress::Game { .. }) {
            left.fetch_add(1, Ordering::Relaxed);
        }
    })?;
    Ok((left.into_inner(), reviews))
}

/// A journal that is removed when the test is over.
struct JournalFile(PathBuf);

impl JournalFile {
    fn new(name: &str) -> Self {
        let name = format!("damier-review-{name}-{}.jsonl", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for JournalFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_batch_goes_on_from_its_journals() {
    let [trap, missed] = [TRAP, MISSED].map(read);
    let games = [&trap, &missed, &trap];
    let (own, other) = (JournalFile::new("own"), JournalFile::new("other"));
    let whole = run(&games, &batch(1, "1/1"));
    // Another part writes its journal, and this one uses it.
    let part = Batch { journal: Some(other.0.clone()), ..batch(1, "2/3") };
    go_on(&games, &part).unwrap();
    let rest =
        Batch { journal: Some(own.0.clone()), also: vec![other.0.clone()], ..batch(1, "1/1") };
    assert_eq!(go_on(&games, &rest).unwrap(), (2, whole.clone()));
    // The same again has nothing left to do; without the other part its game is missing.
    assert_eq!(go_on(&games, &rest).unwrap(), (0, whole.clone()));
    let alone = Batch { also: Vec::new(), ..rest.clone() };
    assert_eq!(go_on(&games, &alone).unwrap(), (1, whole.clone()));
    // Other moves under the same number are another game.
    let reader = Batch { journal: None, ..rest.clone() };
    assert_eq!(go_on(&[&trap, &trap], &reader).unwrap().0, 2);

    // What another engine has found is worth nothing here.
    let text = std::fs::read_to_string(&own.0).unwrap();
    let (first, others) = text.split_once('\n').unwrap();
    for key in ["\"network\":\"", "\"signature\":"] {
        let foreign = first.replacen(key, &format!("{key}9"), 1);
        assert_ne!(foreign, first);
        std::fs::write(&own.0, format!("{foreign}\n{others}")).unwrap();
        let also = Batch { journal: None, also: vec![own.0.clone()], ..alone.clone() };
        for refused in [&alone, &also] {
            let error = go_on(&games, refused).expect_err("a journal of another engine");
            assert!(matches!(error, BatchError::OtherEngine { .. }), "{error}");
            assert!(error.to_string().contains("begin another journal"), "{error}");
        }
    }
    std::fs::write(&own.0, text).unwrap();

    let deeper = Settings { lines: 2, ..settings() };
    let refused = Batch { settings: deeper.clone(), ..alone };
    assert!(matches!(go_on(&games, &refused), Err(BatchError::Journal(_))));
    let refused = Batch { settings: deeper, journal: None, ..rest };
    assert!(matches!(go_on(&games, &refused), Err(BatchError::OtherSettings { .. })));
}

#[test]
fn a_stopped_batch_goes_on_from_its_journal() {
    let [trap, missed] = [TRAP, MISSED].map(read);
    let games = [&missed, &trap];
    let journal = JournalFile::new("stopped");
    let batch = Batch { journal: Some(journal.0.clone()), ..batch(1, "1/1") };
    let (stop, moves) = (AtomicBool::new(false), AtomicUsize::new(0));
    let stopped = review_batch(&games, &batch, &stop, &|progress| {
        // In the second game; the stop is seen a little later.
        let is_second = progress == Progress::Move && moves.fetch_add(1, Ordering::Relaxed) == 5;
        if is_second {
            stop.store(true, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(500));
        }
    });
    let stopped = stopped.unwrap();
    assert!(stopped[0].is_some() && stopped[1].is_none(), "{stopped:?}");
    let whole = run(&games, &Batch { journal: None, ..batch.clone() });
    assert_eq!(go_on(&games, &batch).unwrap(), (1, whole));
}

#[test]
fn a_signal_ends_it() {
    let mut analyst = Analyst::<Chess>::new(settings()).unwrap();
    let signals = Arc::new(Signals::new());
    analyst.obey(&signals);
    signals.stop();
    assert_eq!(analyst.review(&read(TRAP), &mut |_| ()), None);
}

#[test]
fn several_lines_are_kept_if_asked_for() {
    let mut analyst = Analyst::<Chess>::new(Settings { lines: 3, ..settings() }).unwrap();
    let review = analyst.review(&read("1. e4 e5 *"), &mut |_| ()).unwrap();
    for mv in &review.moves {
        assert_eq!(mv.lines.len(), 3, "{mv:?}");
        let firsts: Vec<&String> = mv.lines.iter().map(|line| &line.line[0]).collect();
        assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2]);
    }
    let lines = analyst.lines(&read::<Chess>("1. e4 *").to_game()).unwrap();
    assert_eq!(lines.len(), 3);
}

/// An annotated game is reviewed again, in another language too: what was said before is said once.
#[test]
fn a_second_review_replaces_the_first() {
    let record = read::<Chess>("1. e4 e5 2. Qh5 {early} Ke7 3. Qxe5# 1-0");
    let review = review::<Chess>("1. e4 e5 2. Qh5 {early} Ke7 3. Qxe5# 1-0");
    let words = |language| Words::of(language);
    let once = annotated(&record, &review, words(Language::ENGLISH)).to_string();
    assert!(once.contains("allows mate") && once.contains("early"), "{once}");
    let again: Record<Chess> = read(&once);
    assert_eq!(annotated(&again, &review, words(Language::ENGLISH)).to_string(), once);
    let french = annotated(&again, &review, words("fr".parse().unwrap())).to_string();
    assert_eq!(french, annotated(&record, &review, words("fr".parse().unwrap())).to_string());
}

#[test]
fn what_people_wrote_before_a_move_stays() {
    let text = "1. e4 (1. d4 d5) {Black answers} 1... e5 *";
    let reviewed =
        annotated(&read::<Chess>(text), &review::<Chess>(text), Words::of(Language::ENGLISH));
    assert!(reviewed.to_string().contains("{Black answers}"), "{reviewed}");
}

/// A knight that hangs: with it the game is won, as tables know and a short search does not.
#[test]
#[ignore = "needs DAMIER_TEST_DATA with endgame tables"]
fn a_win_that_tables_know_is_told_and_letting_it_go_is_a_blunder() {
    let data = std::env::var("DAMIER_TEST_DATA").expect("DAMIER_TEST_DATA names a folder");
    let text = "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/3k4/KBN5 w - - 0 1\"]\n\n1. Ba2 Kxc1 *";
    let judged = |tables| {
        let mut analyst = Analyst::<Chess>::new(Settings { tables, ..settings() }).unwrap();
        analyst.review(&read(text), &mut |_| ()).unwrap().moves.remove(0)
    };
    let known = judged(Some(format!("{data}/syzygy")));
    assert_eq!(known.best_evaluation, Evaluation::Table { side: Side::White });
    assert_eq!(known.evaluation, Evaluation::Points(0));
    assert_eq!(known.judgement, Some(Judgement::Blunder));
    assert!(known.marks.contains(&Mark::MissedWin), "{:?}", known.marks);
    assert!(
        matches!(judged(None).best_evaluation, Evaluation::Points(_)),
        "without them it is a guess"
    );
}

#[test]
fn tables_that_are_not_there_are_an_error() {
    let settings = Settings { tables: Some("/no/such/folder".into()), ..settings() };
    assert!(Analyst::<Chess>::new(settings).is_err());
}
