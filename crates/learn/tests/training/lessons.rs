//! What is learnt from: which positions, with which lessons, in which order.

use super::*;

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
    let model = usual::<Draughts>();
    let plan =
        LessonPlan { method: TrainingMethod { score_share: [1.0; 2], ..method(1) }, scale: 150.0 };
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
    let at_most = |samples, epochs| Length::AtMost { samples, epochs }.laps(&parts.lessons);
    assert_eq!(at_most(3 * training, 100), by_samples, "the samples are less");
    assert_eq!(at_most(100 * training, 3), by_samples, "the epochs are less");
    assert_eq!(Length::Epochs(3).samples(&parts.lessons), 3 * training);
    // A training in many laps goes on where it was interrupted, too, with a new feeder.
    let plan = LessonPlan { method: TrainingMethod { threads: 1, ..method(2) }, scale: 200.0 };
    let laps = plan.method.length.laps(&parts.lessons) as usize;
    let model = usual::<Draughts>();
    let mut whole = TrainingState::new(&model, 1);
    train::<Draughts>(&parts, &plan, &mut whole, laps);
    let mut state = TrainingState::new(&model, 1);
    for lap in 1..=laps {
        train::<Draughts>(&parts, &plan, &mut state, lap);
    }
    assert!(state == whole && whole.laps.len() == laps);
}

#[test]
fn prepared_lessons_are_used_again_and_damage_is_noticed() {
    let prepared = lessons_with::<Draughts>("again", 60, 0, SMALL);
    let material = LessonMaterial {
        games: vec![prepared.folder.file("games")],
        neighbours: 0,
        foresight: None,
    };
    let place = prepared.folder.file("lessons");
    let prepare = |material: &LessonMaterial| {
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
    let (_, read) = prepare(&LessonMaterial { foresight, ..material.clone() });
    assert_eq!(read, 60);
    // Stopped on the way, nothing stays.
    let stopped = Lessons::prepare::<Draughts>(&material, &place, SMALL, &mut |games| games < 30);
    assert!(stopped.unwrap().is_none() && !place.exists());
}
