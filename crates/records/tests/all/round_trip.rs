//! What is written is what was read, and what is read is what was written.

use crate::common::{check_garbage, check_round_trip, random_garbage, random_record, read};
use damier_chess::{Position as Chess, START_FEN};
use damier_draughts::Position as Draughts;
use damier_records::RecordGame;
use damier_testkit::chess::KIWIPETE;
use damier_testkit::{Random, draughts, random_cases};
use proptest::prelude::*;

const CHESS_WORDS: [&str; 12] =
    ["e4", "e5", "Nf3", "Nc6", "d4", "exd4", "O-O", "0-0", "a6", "h6", "Nf6", "Nc3"];

const DRAUGHTS_WORDS: [&str; 12] = [
    "32-28", "19-23", "28x19", "14x23", "28 x 19", "14:23", "37-32", "10-14", "1-1", "2-0",
    "28*19", "33 - 28",
];

fn random_games_survive<F: RecordGame>(start: &str, games: u64) {
    for seed in 0..games {
        let start = F::from_fen(start).expect("the position is legal");
        check_round_trip(&random_record(start, &mut Random::new(seed)));
    }
}

fn games(count: u64) -> u64 {
    if cfg!(debug_assertions) { count / 10 } else { count }
}

#[test]
fn random_annotated_chess_survives() {
    let chess960 = "nrk1brnb/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/qRKB1R1B w FBfb - 0 10";
    for start in [START_FEN, KIWIPETE, chess960, "4k3/8/8/8/8/8/P7/4K3 b - - 3 71"] {
        random_games_survive::<Chess>(start, games(1000));
    }
}

#[test]
fn random_annotated_draughts_survives() {
    let ambiguous = "W:WK4:B13,20,32,37";
    let starts = [draughts::START, draughts::MANY_ROADS, draughts::WOLDOUBY, ambiguous];
    for start in starts {
        random_games_survive::<Draughts>(start, games(1000));
    }
}

#[test]
fn what_is_read_of_garbage_survives() {
    let mut random = Random::new(5);
    for _ in 0..games(40_000) {
        check_garbage::<Chess>(&random_garbage(&mut random, &CHESS_WORDS));
        check_garbage::<Draughts>(&random_garbage(&mut random, &DRAUGHTS_WORDS));
    }
}

/// Bytes of a good file, with some of them changed, taken out or doubled.
fn damaged(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes[at] = random.below(256) as u8,
            1 => bytes[at] = *random.pick(b"{}()[];%$\"\\*\n\r "),
            2 => drop(bytes.drain(at..(at + random.below(20)).min(bytes.len()))),
            _ => {
                let piece = bytes[at..(at + random.below(40)).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn what_is_read_of_damaged_files_survives() {
    let chess = include_bytes!("../data/annotated.pgn");
    let draughts = [
        &include_bytes!("../data/annotated.pdn")[..],
        include_bytes!("../data/odd.pdn"),
        include_bytes!("../data/comments.pdn"),
    ];
    let mut random = Random::new(6);
    for _ in 0..games(2000) {
        check_garbage::<Chess>(&damaged(chess, &mut random));
        for text in draughts {
            check_garbage::<Draughts>(&damaged(text, &mut random));
        }
    }
}

proptest! {
    #![proptest_config(random_cases(2000))]

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read::<Chess>(&bytes);
        read::<Draughts>(&bytes);
    }

    #[test]
    fn any_text_in_a_comment_or_a_tag_survives(comment in ".{0,200}", value in ".{0,80}") {
        let mut record = damier_records::Record::<Chess>::default();
        record.tags.set("Annotator", &value);
        if let Some(comment) = damier_records::Comment::new(&comment) {
            record.tree_mut().add_comment(damier_records::NodeId::ROOT, comment);
        }
        check_round_trip(&record);
    }
}
