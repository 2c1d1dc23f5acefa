//! What the tests of both games share.

use damier_core::Ending;
use damier_records::{
    Command, Comment, EvalCommand, EvalValue, Fault, FaultKind, GameResult, Nag, NodeId, Reader,
    Record, RecordGame, RecordReading, Tags,
};
use damier_testkit::Random;
use std::path::PathBuf;
use std::time::Duration;

/// Reads all games of a text.
pub(crate) fn read<F: RecordGame>(text: impl AsRef<[u8]>) -> Vec<RecordReading<F>> {
    Reader::new(text.as_ref()).map(|game| game.expect("memory does not fail")).collect()
}

/// Reads a text with one game and no faults.
pub(crate) fn read_one<F: RecordGame>(text: impl AsRef<[u8]>) -> Record<F> {
    let mut games = read(&text);
    let shown = String::from_utf8_lossy(text.as_ref()).into_owned();
    assert_eq!(games.len(), 1, "{shown}");
    let game: RecordReading<F> = games.remove(0);
    assert!(game.faults.is_empty(), "{shown}\n{}", game.faults[0]);
    game.record
}

/// The moves of the main line as records write them.
pub(crate) fn main_line<F: RecordGame>(record: &Record<F>) -> String {
    let mut position = record.start().clone();
    let mut words = Vec::new();
    for mv in record.tree().main_line().filter_map(|id| record.tree().node(id).mv()) {
        words.push(position.write_move(mv));
        position.play_unchecked(mv);
    }
    words.join(" ")
}

/// Everything after the tags.
pub(crate) fn moves_text<F: RecordGame>(record: &Record<F>) -> String {
    let text = record.to_string();
    let (_, moves) = text.split_once("\n\n").expect("an empty line ends the tags");
    moves.trim_end().to_owned()
}

/// Writes a record, reads it again and finds the same; and the same text when it is written again.
pub(crate) fn check_round_trip<F: RecordGame>(record: &Record<F>) {
    let text = record.to_string();
    let again: Record<F> = read_one(&text);
    assert_eq!(again.tags, record.export_tags(), "{text}");
    assert_eq!(again.start(), record.start(), "{text}");
    assert_eq!(again.result, record.result, "{text}");
    assert!(again.tree() == record.tree(), "{text}\n{again}");
    assert_eq!(again.to_string(), text);
    check_form(&text);
}

/// What the standard says about the form: no long line but for a long word or tag, games apart.
pub(crate) fn check_form(text: &str) {
    assert!(text.ends_with("\n\n") && !text.ends_with("\n\n\n"), "{text:?}");
    let moves = text.split_once("\n\n").expect("an empty line ends the tags").1;
    for line in moves.lines() {
        let can_break = line.trim().contains(' ') && !line.contains(['[', ';', '%', '\t']);
        assert!(line.chars().count() <= 79 || !can_break || line.contains("  "), "{line:?}");
    }
}

/// Words for comments and tags, with everything in them that means something elsewhere.
const WORDS: [&str; 24] = [
    "a",
    "move",
    "(",
    ")",
    "$3",
    "1-0",
    "*",
    "2.",
    ";",
    "%",
    "[",
    "]",
    "\"",
    "\\",
    "é",
    "[%clk 0:00:01]",
    "[%csl Ra1]",
    "[Event \"x\"]",
    "\n",
    "\n\n",
    " ",
    "{",
    "\u{feff}",
    "averyveryverylongwordthatcannotbebrokenaveryveryverylongwordthatcannotbebrokenanywhere",
];

fn random_text(random: &mut Random) -> String {
    let mut words = Vec::new();
    for _ in 0..=random.below(20) {
        words.push(*random.pick(&WORDS));
    }
    if random.below(12) == 0 {
        words.push("}");
    }
    let commands = [
        Command::Clock(Duration::from_millis(random.below(10_000_000) as u64)),
        Command::Evaluation(EvalCommand {
            value: EvalValue::Hundredths(random.below(2000) as i32 - 1000),
            depth: None,
        }),
    ];
    words.join(" ") + &random.pick(&commands).to_string()
}

fn annotate<F: RecordGame>(record: &mut Record<F>, id: NodeId, random: &mut Random) {
    if random.below(3) == 0 {
        record.tree_mut().add_nag(id, Nag(random.below(256) as u8));
    }
    while random.below(4) == 0 {
        let Some(comment) = Comment::new(&random_text(random)) else { continue };
        match random.below(3) {
            0 => record.tree_mut().add_comment_before(id, comment),
            _ => record.tree_mut().add_comment(id, comment),
        }
    }
}

/// A game of random moves with random variations, comments, glyphs and tags.
pub(crate) fn random_record<F: RecordGame>(start: F, random: &mut Random) -> Record<F> {
    let mut record = Record::new(start);
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..random.below(12) {
        // The first line goes on from the root; the others from anywhere.
        let mut node = *random.pick(&nodes);
        for _ in 0..random.below(14) {
            let position = record.position(node);
            if position.ending(1).is_some_and(|ending| !ending.needs_claim()) {
                break;
            }
            let mv = *random.pick(&position.legal_moves());
            node = record.add_line(node, &[mv]).expect("the move is legal")[0];
            nodes.push(node);
        }
    }
    for id in nodes {
        annotate(&mut record, id, random);
    }
    let names = ["Event", "White", "Annotator", "Result", "FEN", "Odd name", "ECO"];
    for _ in 0..random.below(6) {
        let text = random_text(random);
        record.tags.set(random.pick::<&str>(&names), &text);
    }
    let results = ["1-0", "0-1", "1/2-1/2", "0-0", "*"];
    record.result =
        GameResult::from_text(random.pick::<&str>(&results)).expect("these are results");
    record
}

/// A file of the folder that the variable `DAMIER_TEST_DATA` names.
pub(crate) fn shared(name: &str) -> PathBuf {
    let data = std::env::var_os("DAMIER_TEST_DATA").expect("DAMIER_TEST_DATA names a folder");
    PathBuf::from(data).join(name)
}

/// Tags as pairs, for comparison.
pub(crate) fn pairs(tags: &Tags) -> Vec<(&str, &str)> {
    tags.iter().collect()
}

/// Whatever the bytes: nothing panics, and what is read of them can be written and read again.
pub(crate) fn check_garbage<F: RecordGame>(bytes: &[u8]) {
    for game in read::<F>(bytes) {
        for fault in &game.faults {
            assert_eq!(fault.game, game.number);
            assert!(fault.place >= game.place, "{fault}");
            assert!(!fault.to_string().is_empty());
        }
        // Of another game only the tags are kept, and they still say so.
        let is_other_game = |fault: &Fault| matches!(fault.kind, FaultKind::OtherGame { .. });
        if !game.faults.iter().any(is_other_game) {
            check_round_trip(&game.record);
        }
    }
}

/// Bytes in which everything that means something is frequent.
pub(crate) fn random_garbage(random: &mut Random, words: &[&str]) -> Vec<u8> {
    let signs = [
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        "%",
        "$",
        "$7",
        "!",
        "??",
        "*",
        "\n",
        "\n\n",
        "\r",
        " ",
        "\t",
        "1.",
        "1...",
        "12",
        "…",
        "[Event \"a\"]",
        "[X \"",
        "\"]",
        "\\",
        "1-0",
        "--",
        "{a}",
        "\u{feff}",
        "é",
        "=",
        "[FEN \"",
        "x",
        "-",
        ":",
        "[Result \"1-0\"]",
    ];
    let mut bytes = Vec::new();
    for _ in 0..random.below(60) {
        match random.below(8) {
            0 => bytes.push(random.below(256) as u8),
            1..4 => bytes.extend_from_slice(random.pick(&signs).as_bytes()),
            _ => {
                bytes.extend_from_slice(random.pick(words).as_bytes());
                bytes.push(b' ');
            }
        }
    }
    bytes
}
