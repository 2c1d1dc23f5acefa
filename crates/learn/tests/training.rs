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
use damier_learn::lessons::{Feeder, Lessons, Material, Portions};
use damier_learn::model::Model;
use damier_learn::samples::{Foresight, Run, Sample, Samples};
use damier_learn::trainer::{Length, Plan, State, TrainingMethod, chance, examine, train_lap};
use damier_learn::{LearnGame, Record};
use damier_nnue::{BoardFeatures as _, FeatureSet as _, Origin, Token, Units};
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
    let mut run = Run::default();
    for index in 0..samples.runs() {
        samples.unpack(index, &mut run);
        run.samples().for_each(&mut look);
    }
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
    portions: Portions,
) -> Prepared {
    let folder = Folder::new(name);
    let file = folder.file("games");
    let mut writer = GameWriter::open(&file, &format!("{} test", G::NAME), &mut |_| ()).unwrap();
    for record in records {
        writer.append(&record.to_bytes()).unwrap();
    }
    let material = Material { games: vec![file], neighbours, foresight };
    let place = folder.file("lessons");
    let lessons = Lessons::prepare::<G>(&material, &place, portions, &mut |_| true).unwrap();
    Prepared { lessons: Arc::new(lessons.expect("nothing stopped it")), folder }
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

fn plan(epochs: u32) -> Plan {
    Plan { method: method(epochs), scale: 200.0 }
}

fn train<G: LearnGame>(lessons: &Prepared, plan: &Plan, state: &mut State, until: usize) {
    let mut feeder = lessons.feeder::<G>();
    while state.laps.len() < until {
        let model = G::Model::default();
        assert!(train_lap(&model, &mut feeder, plan, state, &mut |_| true).unwrap());
    }
}

fn gradients_agree<G: LearnGame>(name: &str) {
    let lessons = lessons::<G>(name, 5);
    let model = G::Model::default();
    let mut random = Random::new(3);
    let mut weights = model.initial(&mut random);
    let mut scratch = model.scratch();
    let mut checked = 0;
    let training = lessons.training::<G>();
    let mut run = Run::default();
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
    let model = G::Model::default();
    let mut state = State::new(&model, 1);
    train::<G>(&lessons, &plan(6), &mut state, 6);
    let (first, last) = (state.laps[0], state.laps[5]);
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
    let mut feeder = lessons.feeder::<Draughts>();
    let is_done = train_lap(&model, &mut feeder, &plan(4), &mut state, &mut |_| {
        batches += 1;
        batches < 3
    });
    assert!(!is_done.unwrap() && state == before);
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
    let prepared = read("scale", records, 0, None, Portions::default());
    let training = prepared.training::<Draughts>();
    let mut wins = 0;
    each(&training, |sample| wins += usize::from(sample.result > Some(0.5)));
    let (scale, share) = (prepared.lessons.scale, wins as f32 / training.len() as f32);
    // Scores are counted in steps of ten.
    assert!((chance(305.0 / scale) - share).abs() < 0.005, "{scale} {share}");
}

#[test]
fn scores_that_are_proved_are_no_lessons() {
    let mv = Draughts::start().legal_moves()[0];
    let limit = i16::try_from(Score::EVALUATION_LIMIT.value()).unwrap();
    let count = |score: i16| {
        let record = from_start::<Draughts>(1, vec![(mv, score)], Outcome::Draw);
        let portions = Portions::default();
        read("proved", std::iter::once(record), 0, None, portions).lessons.training
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
    let prepared = read("foresight", std::iter::once(record), 0, foresight, Portions::default());
    let training = prepared.training::<Draughts>();
    let mut scores = Vec::new();
    each(&training, |sample| scores.push(sample.lesson));
    // The last position is one of a capture: it counts for the others and is no lesson itself.
    assert_eq!(scores, [154, -157]);
    // A network that knows nothing sees 0.5 everywhere; its loss tells what it should have seen.
    let model = <Draughts as LearnGame>::Model::default();
    let plan = Plan { method: TrainingMethod { score_share: [1.0; 2], ..method(1) }, scale: 150.0 };
    let loss = examine(&model, &training, &plan, &vec![0.0; model.parameters()]);
    let expected = ((0.7358f32 - 0.5).powi(2) + (0.2595f32 - 0.5).powi(2)) / 2.0;
    assert!((loss - expected).abs() < 0.001, "{loss} {expected}");
}

fn neighbours_are_judged_by_named_terms<G: LearnGame>(name: &str) {
    let plain = lessons::<G>(name, 45);
    let more = lessons_with::<G>(&format!("{name}-more"), 45, 3, Portions::default());
    let examined = [&plain, &more].map(|prepared| prepared.lessons.examination.len());
    assert_eq!(examined[0], examined[1], "examined with games only");
    let (mut played, mut imagined) = (Vec::new(), Vec::new());
    each(&more.training::<G>(), |sample| match sample.result {
        Some(_) => played.push(sample.lesson),
        None => imagined.push(sample.lesson),
    });
    assert_eq!(played.len() as u64, plain.lessons.training);
    assert!(imagined.len() > 2 * played.len(), "{} {}", imagined.len(), played.len());
    // Scores of the games are multiples of a hundred; named terms know more than counting.
    assert!(imagined.iter().any(|lesson| lesson % 100 != 0));
    assert!(played.iter().all(|lesson| lesson % 100 == 0));
}

#[test]
fn neighbours_are_lessons_but_no_examination() {
    neighbours_are_judged_by_named_terms::<Chess>("neighbours-chess");
    neighbours_are_judged_by_named_terms::<Draughts>("neighbours-draughts");
}

fn positions_come_back<G: LearnGame>(name: &str) {
    let mut random = Random::new(8);
    let (mut record, mut expected) = (None, Vec::new());
    // A game of random moves, of which the quiet positions are kept.
    for id in 1..40 {
        let mut position = G::start();
        let (mut moves, mut positions) = (Vec::new(), Vec::new());
        while moves.len() < 120 && position.ending(1).is_none() {
            let mv = *random.pick(&position.legal_moves());
            let score = random.below(2000) as i16 - 1000;
            if position.is_quiet(mv) {
                let tokens: Vec<Token> = G::Features::tokens(&position).collect();
                positions.push((tokens, position.side_to_move(), score));
            }
            moves.push((mv, score));
            position.play_unchecked(mv);
        }
        let outcome = Outcome::Win(Side::Black);
        record = Some(from_start::<G>(id, moves, outcome));
        expected = positions;
    }
    let portions = Portions { run: 7, ..Portions::default() };
    let prepared = read(name, record.into_iter(), 0, None, portions);
    let training = prepared.training::<G>();
    let mut found = Vec::new();
    each(&training, |Sample { tokens, side, lesson, result }| {
        assert_eq!(result, Some(if side == Side::Black { 1.0 } else { 0.0 }));
        found.push((tokens.to_vec(), side, lesson));
    });
    assert_eq!(found, expected);
    assert_eq!((training.len(), training.runs()), (found.len(), found.len().div_ceil(7)));
}

#[test]
fn packed_positions_come_back() {
    positions_come_back::<Chess>("packed-chess");
    positions_come_back::<Draughts>("packed-draughts");
}

/// Shards so small that an epoch has many groups.
const SMALL: Portions = Portions { shard: 100, group: 3, lap: 2, run: 4 };

#[test]
fn every_epoch_shows_every_position_once_whatever_the_portions() {
    let whole = lessons::<Draughts>("whole-lessons", 60);
    let parts = lessons_with::<Draughts>("parts-lessons", 60, 0, SMALL);
    let groups = parts.lessons.groups();
    assert!(groups > 3, "{groups}");
    let sorted = |prepared: &Prepared, numbers: std::ops::Range<u64>| {
        let (mut feeder, mut all) = (prepared.feeder::<Draughts>(), Vec::new());
        for number in numbers.clone() {
            let samples = feeder.group(number, number + 1 < numbers.end).unwrap();
            each(&samples, |sample| all.push((sample.tokens.to_vec(), sample.lesson)));
        }
        all.sort();
        all
    };
    let expected = sorted(&whole, 0..1);
    assert_eq!(sorted(&parts, 0..groups), expected);
    assert_eq!(sorted(&parts, groups..2 * groups), expected);
    assert_ne!(sorted(&parts, 0..1), sorted(&parts, groups..groups + 1), "in another order");
}

#[test]
fn laps_and_lengths_of_a_training_fit_the_lessons() {
    let parts = lessons_with::<Draughts>("laps", 60, 0, SMALL);
    let Lessons { training, .. } = *parts.lessons;
    let groups = parts.lessons.groups();
    assert_eq!(Length::Epochs(3).laps(&parts.lessons), (3 * groups).div_ceil(2));
    assert_eq!(Length::Samples(1).laps(&parts.lessons), 1);
    let by_samples = Length::Samples(3 * training).laps(&parts.lessons);
    assert_eq!(by_samples, Length::Epochs(3).laps(&parts.lessons));
    // A training in many laps goes on where it was interrupted, too, with a new feeder.
    let plan = Plan { method: TrainingMethod { threads: 1, ..method(2) }, scale: 200.0 };
    let laps = plan.method.length.laps(&parts.lessons) as usize;
    let model = <Draughts as LearnGame>::Model::default();
    let mut whole = State::new(&model, 1);
    train::<Draughts>(&parts, &plan, &mut whole, laps);
    let mut state = State::new(&model, 1);
    for lap in 1..=laps {
        train::<Draughts>(&parts, &plan, &mut state, lap);
    }
    assert!(state == whole && whole.laps.len() == laps);
}

#[test]
fn prepared_lessons_are_used_again_and_damage_is_noticed() {
    let prepared = lessons_with::<Draughts>("again", 60, 0, SMALL);
    let material =
        Material { games: vec![prepared.folder.file("games")], neighbours: 0, foresight: None };
    let place = prepared.folder.file("lessons");
    let prepare = |material: &Material| {
        let mut read = 0;
        let lessons = Lessons::prepare::<Draughts>(material, &place, SMALL, &mut |_| {
            read += 1;
            true
        });
        (lessons.unwrap().unwrap(), read)
    };
    let (again, read) = prepare(&material);
    assert_eq!((read, again.training), (0, prepared.lessons.training), "no game is read again");
    // A shard that was changed by others is refused.
    let shard = place.join("shard-00000.bin");
    let mut bytes = std::fs::read(&shard).unwrap();
    bytes[20] ^= 1;
    std::fs::write(&shard, &bytes).unwrap();
    let mut feeder = Feeder::<Draughts>::new(Arc::new(again), 1);
    let errors =
        (0..prepared.lessons.groups()).filter_map(|group| feeder.group(group, false).err());
    let errors: Vec<String> = errors.map(|error| error.to_string()).collect();
    assert!(errors.len() == 1 && errors[0].contains("damaged"), "{errors:?}");
    // Other material is prepared anew, in place of the old.
    let foresight = Some(Foresight { share: 0.5, scale: 150.0 });
    let (_, read) = prepare(&Material { foresight, ..material.clone() });
    assert_eq!(read, 60);
    // Stopped on the way, nothing stays.
    let stopped = Lessons::prepare::<Draughts>(&material, &place, SMALL, &mut |games| games < 30);
    assert!(stopped.unwrap().is_none() && !place.exists());
}

#[test]
fn the_share_of_the_result_may_grow() {
    let sample = Sample { tokens: &[], side: Side::White, lesson: 150, result: Some(0.0) };
    let method = TrainingMethod { score_share: [1.0, 0.5], ..method(4) };
    let plan = Plan { method, scale: 150.0 };
    let score = chance(1.0);
    for (moment, target) in [(0.0, score), (0.5, 0.75 * score), (1.0, 0.5 * score)] {
        assert!((plan.target(&sample, moment) - target).abs() < 1e-6, "{moment}");
    }
    // A position of no game has only its score.
    let alone = Sample { result: None, ..sample };
    assert!((plan.target(&alone, 1.0) - score).abs() < 1e-6);
}
