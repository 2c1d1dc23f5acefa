//! The trainer: derivatives, rounding, progress, interruption.

#[path = "../common/mod.rs"]
mod common;
mod lessons;

use common::Folder;
use damier_chess::Position as Chess;
use damier_core::random::Random;
use damier_core::{Outcome, Score, Side};
use damier_draughts::Position as Draughts;
use damier_files::checksum;
use damier_learn::checkpoint::{Checkpoint, CheckpointError};
use damier_learn::file::GameWriter;
use damier_learn::lessons::{Feeder, LessonMaterial, Lessons, Portions};
use damier_learn::model::Model;
use damier_learn::samples::{Foresight, Sample, SampleRun, Samples};
use damier_learn::trainer::{
    Length, LessonPlan, TrainingMethod, TrainingState, chance, examine, train_lap,
};
use damier_learn::{LearnGame, PackedGame};
use damier_nnue::{BoardFeatures as _, FeatureSet as _, Network, Origin, Shape, Token, Units};
use std::sync::Arc;

/// Games of random moves, scored by counting pieces: something that can be learnt.
fn lessons<G: LearnGame>(name: &str, games: u64) -> Prepared {
    lessons_with::<G>(name, games, 0, Portions::default())
}

fn lessons_with<G: LearnGame>(
    name: &str,
    games: u64,
    neighbours: u32,
    portions: Portions,
) -> Prepared {
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
    read(name, records, neighbours, None, portions)
}

/// Lessons, and the folder that they lie in.
struct Prepared {
    lessons: Arc<Lessons>,
    folder: Folder,
}

impl Prepared {
    fn feeder<G: LearnGame>(&self) -> Feeder<G> {
        Feeder::new(Arc::clone(&self.lessons), 1)
    }

    /// Everything to learn from.
    fn training<G: LearnGame>(&self) -> Arc<Samples> {
        assert_eq!(self.lessons.groups(), 1, "all fits into a group");
        self.feeder::<G>().group(0, false).unwrap()
    }
}

/// Shows every position to a function.
fn each(samples: &Samples, mut look: impl FnMut(Sample)) {
    let mut run = SampleRun::default();
    for index in 0..samples.runs() {
        samples.unpack(index, &mut run);
        run.samples().for_each(&mut look);
    }
}

/// A game from the start.
fn from_start<G: LearnGame>(
    id: u64,
    moves: Vec<(G::Move, i16)>,
    outcome: Outcome,
) -> PackedGame<G> {
    PackedGame { id, start: G::start(), opening: vec![], moves, outcome }
}

/// What is learnt from games, written to a file and read again.
fn read<G: LearnGame>(
    name: &str,
    records: impl Iterator<Item = PackedGame<G>>,
    neighbours: u32,
    foresight: Option<Foresight>,
    portions: Portions,
) -> Prepared {
    let folder = Folder::new(name);
    let file = folder.file("games");
    let mut writer = GameWriter::open(&file, &format!("{} test", G::NAME), &mut |_| ()).unwrap();
    for record in records {
        writer.append(&record.to_bytes()).unwrap();
    }
    let material = LessonMaterial { games: vec![file], neighbours, foresight };
    let place = folder.file("lessons");
    let lessons = Lessons::prepare::<G>(&material, &place, portions, &mut |_| true).unwrap();
    Prepared { lessons: Arc::new(lessons.expect("nothing stopped it")), folder }
}

/// The network of the program, to be learnt anew.
fn usual<G: LearnGame>() -> Model<G::Features> {
    Model(G::built_in_network().shape())
}

/// A hundred for every piece more.
fn balance<G: LearnGame>(position: &G) -> i16 {
    let tokens: Vec<Token> = G::Features::tokens(position).collect();
    let half = (G::Features::KINDS * G::Features::SQUARES) as u16 / 2;
    let white = tokens.iter().filter(|&&token| token < half).count() as i16;
    let lead = 100 * (2 * white - tokens.len() as i16);
    if position.side_to_move() == Side::White { lead } else { -lead }
}

fn method(epochs: u32) -> TrainingMethod {
    TrainingMethod {
        length: Length::Epochs(epochs),
        batch: 256,
        rate: 0.002,
        last_rate: 0.05,
        decay: 0.01,
        score_share: [0.8; 2],
        seed: 1,
        threads: 2,
    }
}

fn plan(epochs: u32) -> LessonPlan {
    LessonPlan { method: method(epochs), scale: 200.0 }
}

fn train<G: LearnGame>(
    lessons: &Prepared,
    plan: &LessonPlan,
    state: &mut TrainingState,
    until: usize,
) {
    let mut feeder = lessons.feeder::<G>();
    while state.laps.len() < until {
        let model = usual::<G>();
        assert!(train_lap(&model, &mut feeder, plan, state, &mut |_| true).unwrap());
    }
}

fn gradients_agree<G: LearnGame>(name: &str, features: G::Features) {
    let lessons = lessons::<G>(name, 5);
    let model = Model(Shape::new(features, 64).unwrap());
    let mut random = Random::new(3);
    let mut weights = model.initial(&mut random);
    let mut scratch = model.scratch();
    let mut checked = 0;
    let training = lessons.training::<G>();
    let mut run = SampleRun::default();
    for index in (0..training.runs()).step_by(2) {
        training.unpack(index, &mut run);
        let mut gradients = vec![0.0; weights.len()];
        // The loss of a run is the sum of its outputs, the later ones counting more.
        let shares = || (1..).map(|place| place as f32 / 2.0);
        let mut rates = shares();
        let mut judge = |_: Sample, _: f32| rates.next().unwrap();
        model.learn(&weights, &run, &mut judge, &mut scratch, &mut gradients);
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
                let outputs = run.samples().map(|it| model.output(&weights, it, &mut scratch));
                let sum = outputs.zip(shares()).map(|(output, share)| share * output).sum::<f32>();
                weights[weight] = before;
                f64::from(sum)
            };
            let step = 1e-3;
            let slope = (at(step) - at(-step)) / f64::from(2.0 * step);
            let gradient = f64::from(gradients[weight]);
            assert!((slope - gradient).abs() < 0.03, "weight {weight}: {gradient}, {slope}");
            checked += 1;
        }
    }
    assert!(checked >= 400, "{checked}");
}

#[test]
fn gradients_agree_with_finite_differences() {
    for &features in <Chess as LearnGame>::Features::ALL {
        gradients_agree::<Chess>("gradients-chess", features);
    }
    for &features in <Draughts as LearnGame>::Features::ALL {
        gradients_agree::<Draughts>("gradients-draughts", features);
    }
}

/// The largest difference between a score in integers and the same in floating point: a twentieth
/// of the scale.
const ROUNDING: f32 = 10.0;

fn rounding_is_small<G: LearnGame>(name: &str, score: impl Fn(&[u8], &G) -> i32) {
    const SCALE: i32 = 200;
    let lessons = lessons::<G>(name, 50);
    let model = usual::<G>();
    let mut state = TrainingState::new(&model, 1);
    train::<G>(&lessons, &plan(2), &mut state, 2);
    let units = Units { scale: SCALE, half: 100 };
    let bytes = Network::from_floats(model.0, &state.weights, units, Origin::default()).to_bytes();
    let mut random = Random::new(9);
    let mut largest = 0.0f32;
    let mut scratch = model.scratch();
    for _ in 0..200 {
        let plies = 12 + random.below(40);
        let Some(position) = random.walk(G::start(), plies) else { continue };
        let tokens: Vec<Token> = G::Features::tokens(&position).collect();
        let side = position.side_to_move();
        let sample = Sample { tokens: &tokens, side, lesson: 0, result: None };
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
    let model = usual::<G>();
    let mut state = TrainingState::new(&model, 1);
    train::<G>(&lessons, &plan(6), &mut state, 6);
    let (first, last) = (state.laps[0], state.laps[5]);
    assert!(last.training < 0.7 * first.training, "{name}: {first:?} {last:?}");
    assert!(last.examined < 0.9 * first.examined, "{name}: {first:?} {last:?}");
}

#[test]
fn a_network_learns_to_count() {
    counting_is_learnt::<Chess>("counting-chess");
    counting_is_learnt::<Draughts>("counting-draughts");
}

#[test]
fn an_interrupted_training_ends_as_if_it_had_not_been() {
    let lessons = lessons::<Draughts>("interrupted", 45);
    let model = usual::<Draughts>();
    let mut whole = TrainingState::new(&model, 1);
    train::<Draughts>(&lessons, &plan(4), &mut whole, 4);

    let mut state = TrainingState::new(&model, 1);
    train::<Draughts>(&lessons, &plan(4), &mut state, 2);
    // Broken off in the middle of the third epoch: nothing of it stays.
    let before = state.clone();
    let mut batches = 0;
    let mut feeder = lessons.feeder::<Draughts>();
    let is_done = train_lap(&model, &mut feeder, &plan(4), &mut state, &mut |_| {
        batches += 1;
        batches < 3
    });
    assert!(!is_done.unwrap() && state == before);
    let kept = Checkpoint { shape: model.0, scale: 200.0, state };
    let mut read = Checkpoint::from_bytes(&kept.to_bytes(true)).unwrap();
    assert_eq!(read, kept);
    train::<Draughts>(&lessons, &plan(4), &mut read.state, 4);
    assert_eq!(read.state, whole);
}

#[test]
fn weights_that_nothing_holds_up_shrink() {
    let lessons = lessons::<Draughts>("decay", 3);
    let model = usual::<Draughts>();
    let size_after = |decay: f32| {
        let mut state = TrainingState::new(&model, 1);
        let method = TrainingMethod { decay, batch: 16, ..method(1) };
        train::<Draughts>(&lessons, &LessonPlan { method, ..plan(1) }, &mut state, 1);
        state.weights.iter().map(|weight| f64::from(weight.abs())).sum::<f64>()
    };
    assert!(size_after(10.0) < size_after(0.0));
}

type DraughtsCheckpoint = Checkpoint<<Draughts as LearnGame>::Features>;

/// Of the smallest network there is.
fn checkpoint() -> DraughtsCheckpoint {
    let model = Model(Shape::new(Default::default(), 32).unwrap());
    Checkpoint { shape: model.0, scale: 150.0, state: TrainingState::new(&model, 1) }
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let kept = checkpoint();
    for with_moments in [false, true] {
        let bytes = kept.to_bytes(with_moments);
        let read = DraughtsCheckpoint::from_bytes(&bytes).unwrap();
        assert_eq!((read.shape, &read.state.weights), (kept.shape, &kept.state.weights));
        let ends = (0..100).chain(bytes.len() - 20..bytes.len());
        for place in ends.chain((100..bytes.len()).step_by(997)) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert!(DraughtsCheckpoint::from_bytes(&damaged).is_err(), "byte {place}");
            assert!(DraughtsCheckpoint::from_bytes(&bytes[..place]).is_err(), "{place} bytes");
        }
        let error = Checkpoint::<<Chess as LearnGame>::Features>::from_bytes(&bytes).unwrap_err();
        let words = "a training of `draughts-pieces` with 6952 weights, which is no network";
        assert!(error.to_string().starts_with(words), "{error}");
    }
    assert_eq!(DraughtsCheckpoint::from_bytes(b"else"), Err(CheckpointError::Foreign));
}

/// A checkpoint with the given eight bytes at a place, and the checksum that belongs to them.
fn changed(with_moments: bool, place: usize, word: u64) -> Vec<u8> {
    let mut bytes = checkpoint().to_bytes(with_moments);
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
    const WEIGHTS: usize = 56;
    let read = |place, word| DraughtsCheckpoint::from_bytes(&changed(true, place, word));
    assert!(read(EPOCHS, 0).is_ok(), "the checksum is the right one");
    // Numbers that vanish when they are doubled or quadrupled without care.
    for epochs in [1 << 61, 1 << 62, 1 << 63, u64::MAX] {
        assert_eq!(read(EPOCHS, epochs), Err(CheckpointError::Damaged), "{epochs}");
    }
    assert_eq!(read(VERSION, 2 << 32 | 1), Err(CheckpointError::Damaged), "moments: yes or no");
    for weights in [0, 6951, 1 << 62, u64::MAX] {
        assert!(matches!(read(WEIGHTS, weights), Err(CheckpointError::Other { .. })), "{weights}");
    }
    assert_eq!(read(SCALE, 1 << 32), Err(CheckpointError::Damaged), "a scale has four bytes");
}

#[test]
fn the_share_of_the_result_may_grow() {
    let sample = Sample { tokens: &[], side: Side::White, lesson: 150, result: Some(0.0) };
    let method = TrainingMethod { score_share: [1.0, 0.5], ..method(4) };
    let plan = LessonPlan { method, scale: 150.0 };
    let score = chance(1.0);
    for (moment, target) in [(0.0, score), (0.5, 0.75 * score), (1.0, 0.5 * score)] {
        assert!((plan.target(&sample, moment) - target).abs() < 1e-6, "{moment}");
    }
    // A position of no game has only its score.
    let alone = Sample { result: None, ..sample };
    assert!((plan.target(&alone, 1.0) - score).abs() < 1e-6);
}
