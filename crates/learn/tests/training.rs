//! The trainer: derivatives, rounding, progress, interruption.

mod common;

use common::Folder;
use damier_chess::Position as Chess;
use damier_core::random::Random;
use damier_core::{Outcome, Score, Side};
use damier_draughts::Position as Draughts;
use damier_files::checksum;
use damier_learn::checkpoint::{Checkpoint, CheckpointError};
use damier_learn::file::GameWriter;
use damier_learn::model::Model;
use damier_learn::samples::{Foresight, Lessons, Sample};
use damier_learn::trainer::{Plan, State, TrainingMethod, chance, examine, fit_scale, train_epoch};
use damier_learn::{LearnGame, Record};
use damier_nnue::{BoardFeatures as _, FeatureSet as _, Origin, Token, Units};

/// Games of random moves, scored by counting pieces: something that can be learnt.
fn lessons<G: LearnGame>(name: &str, games: u64) -> Lessons {
    lessons_with::<G>(name, games, 0)
}

fn lessons_with<G: LearnGame>(name: &str, games: u64, neighbours: u32) -> Lessons {
    let mut random = Random::new(5);
    let records = (0..games).map(|id| {
        let mut position = G::start();
        let mut moves = Vec::new();
        while moves.len() < 60 && position.ending(1).is_none() {
            let mv = *random.pick(&position.legal_moves());
            moves.push((mv, balance(&position)));
            position.play_unchecked(mv);
        }
        let white = if position.side_to_move() == Side::White { 1 } else { -1 };
        let outcome = match white * balance(&position) {
            -150..=150 => Outcome::Draw,
            balance if balance > 0 => Outcome::Win(Side::White),
            _ => Outcome::Win(Side::Black),
        };
        from_start::<G>(id, moves, outcome)
    });
    read(name, records, neighbours, None)
}

/// A game from the start.
fn from_start<G: LearnGame>(id: u64, moves: Vec<(G::Move, i16)>, outcome: Outcome) -> Record<G> {
    Record { id, start: G::start(), opening: vec![], moves, outcome }
}

/// What is learnt from games, written to a file and read again.
fn read<G: LearnGame>(
    name: &str,
    records: impl Iterator<Item = Record<G>>,
    neighbours: u32,
    foresight: Option<Foresight>,
) -> Lessons {
    let folder = Folder::new(name);
    let file = folder.file("games");
    let mut writer = GameWriter::open(&file, &format!("{} test", G::NAME), &mut |_| ()).unwrap();
    for record in records {
        writer.append(&record.to_bytes()).unwrap();
    }
    Lessons::read::<G>(&[file], neighbours, foresight, &mut |_| true).unwrap()
}

/// A hundred for every piece more.
fn balance<G: LearnGame>(position: &G) -> i16 {
    let tokens: Vec<Token> = G::Features::tokens(position).collect();
    let half = G::Features::INPUTS as u16 / 2;
    let white = tokens.iter().filter(|&&token| token < half).count() as i16;
    let lead = 100 * (2 * white - tokens.len() as i16);
    if position.side_to_move() == Side::White { lead } else { -lead }
}

fn method(epochs: u32) -> TrainingMethod {
    TrainingMethod {
        epochs,
        batch: 256,
        rate: 0.002,
        last_rate: 0.05,
        decay: 0.01,
        score_share: 0.8,
        seed: 1,
        threads: 2,
    }
}

fn plan(epochs: u32) -> Plan {
    Plan { method: method(epochs), scale: 200.0 }
}

fn train<G: LearnGame>(lessons: &Lessons, plan: &Plan, state: &mut State, until: usize) {
    while state.epochs.len() < until {
        assert!(train_epoch(&G::Model::default(), lessons, plan, state, &mut |_| true));
    }
}

fn gradients_agree<G: LearnGame>(name: &str) {
    let lessons = lessons::<G>(name, 5);
    let model = G::Model::default();
    let mut random = Random::new(3);
    let mut weights = model.initial(&mut random);
    let mut scratch = model.scratch();
    let mut checked = 0;
    for index in (0..lessons.training.len()).step_by(7) {
        let sample = lessons.training.get(index);
        let mut gradients = vec![0.0; weights.len()];
        model.output(&weights, sample, &mut scratch);
        model.learn(&weights, 1.0, &mut scratch, &mut gradients);
        // Weights that matter and weights that do not.
        let active: Vec<usize> =
            (0..weights.len()).filter(|&weight| gradients[weight].abs() > 0.02).collect();
        for _ in 0..20 {
            let weight = if random.below(4) == 0 {
                random.below(weights.len())
            } else {
                *random.pick(&active)
            };
            let mut at = |change: f32| {
                let before = weights[weight];
                weights[weight] += change;
                let output = model.output(&weights, sample, &mut scratch);
                weights[weight] = before;
                f64::from(output)
            };
            let step = 1e-3;
            let slope = (at(step) - at(-step)) / f64::from(2.0 * step);
            let gradient = f64::from(gradients[weight]);
            assert!((slope - gradient).abs() < 0.01, "weight {weight}: {gradient}, {slope}");
            checked += 1;
        }
    }
    assert!(checked >= 400, "{checked}");
}

#[test]
fn gradients_agree_with_finite_differences() {
    gradients_agree::<Chess>("gradients-chess");
    gradients_agree::<Draughts>("gradients-draughts");
}

/// The largest difference between a score in integers and the same in floating point: a twentieth
/// of the scale.
const ROUNDING: f32 = 10.0;

fn rounding_is_small<G: LearnGame>(name: &str, score: impl Fn(&[u8], &G) -> i32) {
    const SCALE: i32 = 200;
    let lessons = lessons::<G>(name, 50);
    let model = G::Model::default();
    let mut state = State::new(&model, 1);
    train::<G>(&lessons, &plan(2), &mut state, 2);
    let bytes = G::export(&state.weights, Units { scale: SCALE, half: 100 }, Origin::default());
    let mut random = Random::new(9);
    let mut largest = 0.0f32;
    let mut scratch = model.scratch();
    for _ in 0..200 {
        let plies = 12 + random.below(40);
        let Some(position) = random.walk(G::start(), plies) else { continue };
        let tokens: Vec<Token> = G::Features::tokens(&position).collect();
        let sample = Sample {
            tokens: &tokens,
            side: position.side_to_move(),
            score: 0,
            lesson: 0,
            result: None,
        };
        let exact = model.output(&state.weights, sample, &mut scratch) * SCALE as f32;
        largest = largest.max((exact - score(&bytes, &position) as f32).abs());
    }
    assert!(largest < ROUNDING, "{name}: {largest}");
}

#[test]
fn rounded_networks_stay_close_to_exact_ones() {
    use damier_chess_engine::evaluation::network as chess;
    use damier_core::Evaluate as _;
    use damier_draughts_engine::evaluation::network as draughts;
    use std::sync::Arc;
    rounding_is_small::<Chess>("rounding-chess", |bytes, position| {
        let network = Arc::new(chess::Network::from_bytes(bytes).unwrap());
        chess::NetworkEvaluator::new(network).evaluate(position).value()
    });
    rounding_is_small::<Draughts>("rounding-draughts", |bytes, position| {
        let network = Arc::new(draughts::Network::from_bytes(bytes).unwrap());
        draughts::NetworkEvaluator::new(network).evaluate(position).value()
    });
}

fn counting_is_learnt<G: LearnGame>(name: &str) {
    let lessons = lessons::<G>(name, 120);
    let model = G::Model::default();
    let mut state = State::new(&model, 1);
    train::<G>(&lessons, &plan(6), &mut state, 6);
    let (first, last) = (state.epochs[0], state.epochs[5]);
    assert!(last.training < 0.7 * first.training, "{name}: {first:?} {last:?}");
    assert!(last.validation < 0.9 * first.validation, "{name}: {first:?} {last:?}");
}

#[test]
fn a_network_learns_to_count() {
    counting_is_learnt::<Chess>("counting-chess");
    counting_is_learnt::<Draughts>("counting-draughts");
}

#[test]
fn an_interrupted_training_ends_as_if_it_had_not_been() {
    let lessons = lessons::<Draughts>("interrupted", 45);
    let model = <Draughts as LearnGame>::Model::default();
    let mut whole = State::new(&model, 1);
    train::<Draughts>(&lessons, &plan(4), &mut whole, 4);

    let mut state = State::new(&model, 1);
    train::<Draughts>(&lessons, &plan(4), &mut state, 2);
    // Broken off in the middle of the third epoch: nothing of it stays.
    let before = state.clone();
    let mut batches = 0;
    let is_done = train_epoch(&model, &lessons, &plan(4), &mut state, &mut |_| {
        batches += 1;
        batches < 3
    });
    assert!(!is_done && state == before);
    let name = <Draughts as LearnGame>::Features::NAME;
    let kept = Checkpoint { features: name.to_owned(), scale: 200.0, state };
    let mut read = Checkpoint::from_bytes(&kept.to_bytes(true), name, model.parameters()).unwrap();
    assert_eq!(read, kept);
    train::<Draughts>(&lessons, &plan(4), &mut read.state, 4);
    assert_eq!(read.state, whole);
}

#[test]
fn weights_that_nothing_holds_up_shrink() {
    let lessons = lessons::<Draughts>("decay", 3);
    let model = <Draughts as LearnGame>::Model::default();
    let size_after = |decay: f32| {
        let mut state = State::new(&model, 1);
        let method = TrainingMethod { decay, batch: 16, ..method(1) };
        train::<Draughts>(&lessons, &Plan { method, ..plan(1) }, &mut state, 1);
        state.weights.iter().map(|weight| f64::from(weight.abs())).sum::<f64>()
    };
    assert!(size_after(10.0) < size_after(0.0));
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let weights = vec![0.5, -1.0, 2.0];
    let state = State::from_weights(weights.clone());
    let kept = Checkpoint { features: "some".to_owned(), scale: 150.0, state };
    for with_moments in [false, true] {
        let bytes = kept.to_bytes(with_moments);
        assert_eq!(Checkpoint::from_bytes(&bytes, "some", 3).unwrap().state.weights, weights);
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert!(Checkpoint::from_bytes(&damaged, "some", 3).is_err(), "byte {place}");
            assert!(Checkpoint::from_bytes(&bytes[..place], "some", 3).is_err(), "{place} bytes");
        }
        let error = Checkpoint::from_bytes(&bytes, "other", 3).unwrap_err().to_string();
        assert!(error.contains("`some` with 3") && error.contains("`other`"), "{error}");
        assert!(Checkpoint::from_bytes(&bytes, "some", 4).is_err());
    }
    assert_eq!(Checkpoint::from_bytes(b"else", "some", 3), Err(CheckpointError::Foreign));
}

/// A checkpoint with the given eight bytes at a place, and the checksum that belongs to them.
fn changed(with_moments: bool, place: usize, word: u64) -> Vec<u8> {
    let state = State::from_weights(vec![0.5, -1.0, 2.0]);
    let kept = Checkpoint { features: "some".to_owned(), scale: 150.0, state };
    let mut bytes = kept.to_bytes(with_moments);
    bytes[place..place + 8].copy_from_slice(&word.to_le_bytes());
    let end = bytes.len() - 8;
    let sum = checksum(bytes[..end].iter().copied());
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn no_number_in_a_checkpoint_is_believed_unseen() {
    const VERSION: usize = 8;
    const SCALE: usize = 32;
    const EPOCHS: usize = 48;
    let read = |place, word| Checkpoint::from_bytes(&changed(true, place, word), "some", 3);
    assert!(read(EPOCHS, 0).is_ok(), "the checksum is the right one");
    // Numbers that vanish when they are doubled or quadrupled without care.
    for epochs in [1 << 61, 1 << 62, 1 << 63, u64::MAX] {
        assert_eq!(read(EPOCHS, epochs), Err(CheckpointError::Damaged), "{epochs}");
    }
    assert_eq!(read(VERSION, 2 << 32 | 1), Err(CheckpointError::Damaged), "moments: yes or no");
    assert_eq!(read(SCALE, 1 << 32), Err(CheckpointError::Damaged), "a scale has four bytes");
}

#[test]
fn the_scale_is_the_one_that_results_follow() {
    // A score of 300 that wins three games of four has the scale 300 / ln 3.
    let mv = Draughts::start().legal_moves()[0];
    let records = (1..400).map(|id| {
        let outcome = Outcome::Win(if id % 4 == 0 { Side::Black } else { Side::White });
        from_start::<Draughts>(id, vec![(mv, 300)], outcome)
    });
    let lessons = read("scale", records, 0, None);
    let scale = fit_scale(&lessons.training);
    let wins = (0..lessons.training.len()).filter(|&i| lessons.training.get(i).result > Some(0.5));
    let share = wins.count() as f32 / lessons.training.len() as f32;
    assert!((chance(300.0 / scale) - share).abs() < 0.005, "{scale} {share}");
}

#[test]
fn scores_that_are_proved_are_no_lessons() {
    let mv = Draughts::start().legal_moves()[0];
    let limit = i16::try_from(Score::EVALUATION_LIMIT.value()).unwrap();
    let count = |score: i16| {
        let record = from_start::<Draughts>(1, vec![(mv, score)], Outcome::Draw);
        read("proved", std::iter::once(record), 0, None).training.len()
    };
    assert_eq!([limit - 1, limit, -limit].map(count), [1, 0, 0]);
}

/// Three moves with chances of 0.7311, 0.2689 and 0.5 in a game that White wins; half of each
/// lesson is what came later. From the end: 0.5 and 1 give 0.75; 0.2689 and 0.25 give 0.2595;
/// 0.7311 and 0.7405 give 0.7358.
#[test]
fn foresight_mixes_in_what_came_later() {
    let mut position = Draughts::start();
    let moves = [("32-28", 150), ("19-23", -150), ("28x19", 0)].map(|(text, score)| {
        let mv = position.read_move(text).unwrap();
        position.play_unchecked(mv);
        (mv, score)
    });
    let record = from_start::<Draughts>(1, moves.to_vec(), Outcome::Win(Side::White));
    let foresight = Some(Foresight { share: 0.5, scale: 150.0 });
    let lessons = read("foresight", std::iter::once(record), 0, foresight);
    let all = (0..lessons.training.len()).map(|index| lessons.training.get(index));
    let scores: Vec<(i16, i16)> = all.map(|sample| (sample.score, sample.lesson)).collect();
    // The last position is one of a capture: it counts for the others and is no lesson itself.
    assert_eq!(scores, [(150, 154), (-150, -157)]);
    // A network that knows nothing sees 0.5 everywhere; its loss tells what it should have seen.
    let model = <Draughts as LearnGame>::Model::default();
    let plan = Plan { method: TrainingMethod { score_share: 1.0, ..method(1) }, scale: 150.0 };
    let loss = examine(&model, &lessons.training, &plan, &vec![0.0; model.parameters()]);
    let expected = ((0.7358f32 - 0.5).powi(2) + (0.2595f32 - 0.5).powi(2)) / 2.0;
    assert!((loss - expected).abs() < 0.001, "{loss} {expected}");
}

fn neighbours_are_judged_by_named_terms<G: LearnGame>(name: &str) {
    let (plain, more) = (lessons::<G>(name, 45), lessons_with::<G>(name, 45, 3));
    assert_eq!(plain.validation.len(), more.validation.len(), "examined with games only");
    let all = (0..more.training.len()).map(|index| more.training.get(index));
    let (played, imagined): (Vec<_>, Vec<_>) = all.partition(|sample| sample.result.is_some());
    assert_eq!(played.len(), plain.training.len());
    assert!(imagined.len() > 2 * played.len(), "{} {}", imagined.len(), played.len());
    // Scores of the games are multiples of a hundred; named terms know more than counting.
    assert!(imagined.iter().any(|sample| sample.score % 100 != 0));
    assert!(played.iter().all(|sample| sample.score % 100 == 0));
}

#[test]
fn neighbours_are_lessons_but_no_examination() {
    neighbours_are_judged_by_named_terms::<Chess>("neighbours-chess");
    neighbours_are_judged_by_named_terms::<Draughts>("neighbours-draughts");
}
