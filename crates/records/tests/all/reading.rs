//! Files as people and programs write them: odd, but with all that is needed to read them.

use crate::common::{check_round_trip, main_line, moves_text, pairs, read, read_one};
use damier_chess::Position as Chess;
use damier_core::Side;
use damier_draughts::Position as Draughts;
use damier_records::{
    Command, GameResult, Nag, NodeId, Reader, Record, RecordReading, Sighting, Tags,
};
use std::io::{BufRead, BufReader, Read};

#[test]
fn move_numbers_in_all_forms_mean_nothing() {
    let texts = [
        "1. e4 e5 2. Nf3 Nc6 *",
        "1.e4 e5 2.Nf3 Nc6 *",
        "1 e4 e5 2 Nf3 Nc6 *",
        "1. e4 1... e5 2. Nf3 2... Nc6 *",
        "1.e4 1...e5 2.Nf3 2...Nc6*",
        "1 . e4 1. ... e5 2... Nf3 .. Nc6 *",
        "1…e4 e5 17.Nf3 …Nc6 *",
        "e4 e5 Nf3 Nc6 *",
        "e4\n\te5\x0bNf3\x0cNc6\r\n*",
    ];
    for text in texts {
        assert_eq!(main_line(&read_one::<Chess>(text)), "e4 e5 Nf3 Nc6", "{text}");
    }
}

#[test]
fn line_ends_marks_and_encodings_do_not_matter() {
    let text = "[White \"Jos\u{e9}\"]\n\n1. e4 {caf\u{e9}} e5 ; na\u{ef}ve\n2. Nf3 1-0\n";
    let expected: Record<Chess> = read_one(text);
    assert_eq!(expected.tags.get("White"), Some("José"));
    let latin_1: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
    let variants: [Vec<u8>; 5] = [
        latin_1,
        text.replace('\n', "\r\n").into(),
        text.replace('\n', "\r").into(),
        format!("\u{feff}{text}").into(),
        format!("\n\n  \n{text}\x1a").into(),
    ];
    for variant in variants {
        assert_eq!(read_one::<Chess>(&variant), expected);
    }
}

#[test]
fn signs_behind_and_between_moves_are_glyphs() {
    let record: Record<Chess> = read_one(
        "1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! 4. Ba4 !!! Nf6 $13 $140 5. O-O ± Be7 N *",
    );
    let nags: Vec<Vec<u8>> = record
        .tree()
        .main_line()
        .map(|id| record.tree().node(id).nags().iter().map(|&Nag(number)| number).collect())
        .collect();
    let expected: [&[u8]; 10] =
        [&[1], &[2], &[3], &[4], &[5], &[6], &[3], &[13, 140], &[16], &[146]];
    assert_eq!(nags, expected);
}

#[test]
fn tags_may_stand_anyhow() {
    let text = "[A \"1\"][B \"2\"]\n\n [ C   \"3\" ] % no escape here\n% [D \"4\"]\n[E \"\"]\n\n\
                [F \"a \\\"b\\\" \\\\ c\"]\n[G \"a \"b\" c\"]\n[H \"C:\\dir\\\"]\n\
                [I \"wrapped\nvalue\"]\n\
                [B \"again\"]\n\n*";
    let games = read::<Chess>(text.replace("% no escape here", ""));
    assert_eq!(games.len(), 1);
    let expected = [
        ("A", "1"),
        ("B", "2"),
        ("C", "3"),
        ("E", ""),
        ("F", "a \"b\" \\ c"),
        ("G", "a \"b\" c"),
        ("H", "C:\\dir\\"),
        ("I", "wrapped value"),
        ("B", "again"),
    ];
    assert_eq!(pairs(&games[0].record.tags), expected);
    assert!(games[0].faults.is_empty());
}

#[test]
fn games_are_told_apart_with_and_without_tags_and_results() {
    let text = "1. e4 1-0 1. d4 0-1\n\n{before the tags}\n[Event \"c\"]\n[Site \"c\"]\n\n\
                1. c4 1/2-1/2\n\
                [Event \"d\"]\n[Event \"e\"]\n1. Nf3 * {last words} ; of e\n\
                [White \"f\"]\n*\n[White \"g\"] 1-0";
    let games = read::<Chess>(text);
    let lines: Vec<String> = games.iter().map(|game| main_line(&game.record)).collect();
    assert_eq!(lines, ["e4", "d4", "c4", "", "Nf3", "", ""]);
    assert_eq!(games[2].record.tree().node(NodeId::ROOT).comments()[0].text(), "before the tags");
    let last = games[4].record.tree().last_of_main_line();
    assert_eq!(games[4].record.tree().node(last).comments().len(), 2);
    let places: Vec<usize> = games.iter().map(|game| game.place.line).collect();
    assert_eq!(places, [1, 1, 3, 8, 9, 11, 13]);
    assert_eq!(games[6].record.result, GameResult::Win(Side::White));
}

#[test]
fn results_are_taken_from_the_moves_or_else_from_the_tag() {
    let results = [
        ("[Result \"1-0\"] e4 *", GameResult::Win(Side::White)),
        ("[Result \"*\"] e4 0-1", GameResult::Win(Side::Black)),
        ("[Result \"?\"] e4 1/2", GameResult::Draw),
        ("e4 1 / 2 - 1 / 2", GameResult::Draw),
        ("e4 ½-½", GameResult::Draw),
        ("e4 1 - 0", GameResult::Win(Side::White)),
        ("[Result \"0-0\"] *", GameResult::BothLose),
        ("e4 *", GameResult::Unknown),
    ];
    for (text, result) in results {
        let text = text.replace(" / ", "/");
        assert_eq!(read_one::<Chess>(&text).result, result, "{text}");
    }
}

#[test]
fn zeros_castle_in_chess() {
    let record: Record<Chess> = read_one("e4 e5 Nf3 Nc6 Bc4 Bc5 0-0 Nf6 *");
    assert_eq!(main_line(&record), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6");
}

#[test]
fn comments_keep_their_place() {
    let text = "{a} 1. e4 {b} {c} (1. d4 {d} d5 ({e} 1... Nf6 {f})) ({g} 1. c4) {h} \
                e5 {i} (1... c5) {j} *";
    let record: Record<Chess> = read_one(text);
    assert_eq!(
        moves_text(&record),
        "{a} 1. e4 {b} {c} (1. d4 {d} 1... d5 ({e} 1... Nf6 {f})) ({g} 1. c4) {h} 1...\n\
         e5 {i} {j} (1... c5) *"
    );
}

#[test]
fn a_variation_beside_a_variation_is_one_of_the_same_move() {
    let record: Record<Chess> = read_one("1. e4 (1. d4 (1. c4 c5) d5) e5 *");
    assert_eq!(moves_text(&record), "1. e4 (1. d4 d5) (1. c4 c5) 1... e5 *");
}

#[test]
fn clocks_and_evaluations_are_values() {
    let record: Record<Chess> = read_one("1. e4 { [%eval 0.17] [%clk 0:00:30] } 1-0");
    let node = record.tree().node(record.tree().last_of_main_line());
    let commands: Vec<String> =
        node.comments()[0].commands().map(|command| command.to_string()).collect();
    assert_eq!(commands, ["[%eval 0.17]", "[%clk 0:00:30]"]);
    assert!(node.comments()[0].commands().all(|one| !matches!(one, Command::Other { .. })));
    assert_eq!(node.comments()[0].text(), "[%eval 0.17] [%clk 0:00:30]");
    assert_eq!(node.place().map(|place| (place.line, place.column)), Some((1, 4)));
}

#[test]
fn a_command_stays_on_one_line() {
    let text = "[%csl Ra1,Gb2] [%eval 0.17] words [%clk 0:00:30] ".repeat(9);
    let record: Record<Chess> = read_one(format!("1. e4 {{{text}}} *"));
    for line in moves_text(&record).lines() {
        assert_eq!(line.matches("[%").count(), line.matches(']').count(), "{line}");
        assert!(!line.starts_with('['), "{line}");
    }
    check_round_trip(&record);
}

#[test]
fn a_start_position_is_set_up_with_its_move_numbers() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40";
    let record: Record<Chess> = read_one(format!("[FEN \"{fen}\"]\n40... Kd7 41. e4 *"));
    assert_eq!(record.start().to_fen(), fen);
    assert_eq!(moves_text(&record), "40... Kd7 41. e4 *");
    let numbers: Vec<String> =
        record.tree().main_line().map(|id| record.move_number(id).unwrap().to_string()).collect();
    assert_eq!(numbers, ["40...", "41."]);
    let tags = record.export_tags();
    assert_eq!((tags.get("SetUp"), tags.get("FEN")), (Some("1"), Some(fen)));
}

#[test]
fn chess960_tells_other_readers_what_it_is() {
    let start = Chess::from_fen("4k3/8/8/8/8/8/8/1RK4R w HB - 0 1").unwrap();
    let tags = Record::new(start).export_tags();
    assert_eq!(tags.get("Variant"), Some("Chess960"));
    assert_eq!(Record::<Chess>::default().export_tags().get("Variant"), None);
}

#[test]
fn blanks_around_the_signs_of_draughts_mean_nothing() {
    let texts = [
        "1. 32-28 19-23 2. 28x19 14x23 *",
        "1.32 - 28 19- 23 2.28 x 19 14 :23 *",
        "1 32 -28 19 - 23 2 28X19 14\t*\t23 *",
        "32-28 19-23 28\u{d7}19 14 \u{d7} 23*",
    ];
    for text in texts {
        assert_eq!(main_line(&read_one::<Draughts>(text)), "32-28 19-23 28x19 14x23", "{text}");
    }
}

#[test]
fn results_of_draughts_are_never_moves() {
    for (text, result) in [
        ("32-28 2-0", GameResult::Win(Side::White)),
        ("32-28 0-2", GameResult::Win(Side::Black)),
        ("32-28 1-1", GameResult::Draw),
        ("32-28 1 - 1", GameResult::Draw),
        ("32-28 0-0", GameResult::BothLose),
        ("32-28 1-0", GameResult::Win(Side::White)),
        ("[Result \"1-1\"] 32-28 *", GameResult::Draw),
    ] {
        let record = read_one::<Draughts>(text);
        assert_eq!((main_line(&record).as_str(), record.result), ("32-28", result), "{text}");
    }
}

#[test]
fn draughts_is_written_in_its_own_style() {
    let mut record: Record<Draughts> = read_one("1. 32-28 {a} 19-23 (1... 17-22) 2. 28x19 1-0");
    assert_eq!(moves_text(&record), "1. 32-28 {a} 19-23 (1... 17-22) 2. 28x19 2-0");
    let tags = record.export_tags();
    assert_eq!((tags.get("GameType"), tags.get("Result")), (Some("20"), Some("2-0")));
    record.tags.set("GameType", "20,W,10,10,N2,0");
    assert_eq!(record.export_tags().get("GameType"), Some("20,W,10,10,N2,0"));
}

#[test]
fn a_capture_is_written_with_its_path_where_its_ends_are_not_enough() {
    let start = "[FEN \"W:WK4:B13,20,32,37\"]\n";
    // Our own notation, the whole path, and Hub's.
    for text in ["4x27x38x15", "4 x 27 x 38 x 15", "4x15x13x32x20"] {
        let record: Record<Draughts> = read_one(format!("{start}1. {text} *"));
        assert_eq!(main_line(&record), "4x27x38x15", "{text}");
    }
    let games = read::<Draughts>(format!("{start}1. 4x15 *"));
    assert!(games[0].faults[0].to_string().contains("4x15 can mean "), "{}", games[0].faults[0]);
}

/// A file of games without end.
struct Endless {
    game: Vec<u8>,
    at: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(self.game.len() - self.at);
        buffer[..length].copy_from_slice(&self.game[self.at..self.at + length]);
        self.at = (self.at + length) % self.game.len();
        Ok(length)
    }
}

#[test]
fn a_game_is_there_before_the_next_is_read() {
    let game = b"[Event \"x\"]\n\n1. e4 e5 1-0\n\n".to_vec();
    let input = BufReader::new(Endless { game, at: 0 });
    for game in Reader::<Chess, _>::new(input).take(5000) {
        assert_eq!(main_line(&game.unwrap().record), "e4 e5");
    }
}

#[test]
fn an_error_of_the_input_ends_it() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let input = (&b"1. e4 1-0\n1. d4"[..]).chain(BufReader::new(Broken));
    fn is_buf_read<B: BufRead>(input: B) -> B {
        input
    }
    let games: Vec<_> = Reader::<Chess, _>::new(is_buf_read(input)).collect();
    assert_eq!(games.len(), 2);
    assert!(games[0].is_ok() && games[1].is_err());
}

#[test]
fn a_position_among_the_moves_of_draughts_is_that_of_a_tag() {
    let text = "[Event \"x\"]\n\n1. /FEN \"W:W32,37:B8,19\"/ 1. 32-28 19-24 *\n\n\
                [Event \"y\"]\n\n/fen \"B:W32:B19\" / 1... 19-23 *\n";
    let games = read::<Draughts>(text);
    assert!(games.iter().all(|game| game.faults.is_empty()), "{games:?}");
    let starts: Vec<String> = games.iter().map(|game| game.record.start().to_fen()).collect();
    assert_eq!(starts, ["W:W32,37:B8,19", "B:W32:B19"]);
    assert_eq!(games[0].record.tags.get("FEN"), Some("W:W32,37:B8,19"));
    // What only looks like one is a move that cannot be read.
    let games = read::<Draughts>("1. /FEN W:W32:B19/ 32-28 *\n");
    assert_eq!(games[0].faults.len(), 1);
}

/// A king may take two men in two ways between the same squares.
#[test]
fn a_capture_in_doubt_is_the_one_after_which_the_game_can_be_played() {
    let fen = "W:WK4:B13,20,32,37";
    let start = Draughts::from_fen(fen).unwrap();
    let choices = start.read_choices("4x15");
    assert_eq!(choices.len(), 2);
    let replies = choices.iter().map(|&mv| {
        let mut position = start.clone();
        position.play_unchecked(mv);
        let moves = position.legal_moves();
        moves.iter().map(|&mv| position.write_move(mv)).collect::<Vec<_>>()
    });
    let replies: Vec<Vec<String>> = replies.collect();
    for (index, mv) in choices.iter().enumerate() {
        let others = &replies[1 - index];
        let reply = replies[index].iter().find(|reply| !others.contains(reply)).unwrap();
        let text = format!("[FEN \"{fen}\"]\n1. 4x15 $1 {{well}} (1. 4x15 {reply}) {reply} *");
        let record = read_one::<Draughts>(&text);
        assert_eq!(record.tree().node(record.tree().main_line().next().unwrap()).mv(), Some(*mv));
        assert_eq!(record.tree().move_count(), 4, "{record}");
        assert_eq!(record.to_string().matches("well").count(), 1, "{record}");
    }
    // Nothing tells: at the end, and if both could be followed or neither.
    let both = replies[0].iter().find(|reply| replies[1].contains(reply));
    let endings = [String::new(), "1-2".to_owned(), both.cloned().unwrap_or_default()];
    for rest in endings {
        for text in [format!("1. 4x15 {rest} *"), format!("1. 4x15 {rest} (1. 4x15) *")] {
            let games = read::<Draughts>(format!("[FEN \"{fen}\"]\n{text}"));
            assert_eq!(games[0].faults.len(), 1, "{text}");
            let words = games[0].faults[0].to_string();
            assert!(words.contains("4x15"), "{words}");
            assert_eq!(games[0].record.tree().move_count(), 0, "{text}");
        }
    }
}

#[test]
fn a_star_behind_a_move_of_draughts_marks_an_only_move_and_ends_no_game() {
    for text in ["1. 32-28* 19-23 2. 28x19* 14x23 *", "1.32-28* 19-23\n2. 28x19*\n14x23 *"] {
        let record = read_one::<Draughts>(text);
        assert_eq!(main_line(&record), "32-28 19-23 28x19 14x23", "{text}");
        let written = record.to_string();
        assert_eq!(written.matches("$7").count(), 2, "{written}");
    }
}

#[test]
fn null_moves_in_variations_are_kept_as_they_are() {
    let lines = [
        "1. e4 (1. -- d5 2. e4) 1... e5 *",
        "1. e4 e5 (1... c5 2. Z0 $1 {to see the threat} 2... d5 (2... Nc6 3. d4) 3. Nf3) 2. Nf3 *",
        "1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6) 3. -- cxd4) 2. Nf3 ({nothing} 2. @@@@ Nf6) *",
    ];
    for line in lines {
        let games = read::<Chess>(line);
        assert!(games[0].faults.is_empty(), "{line}: {:?}", games[0].faults);
        let text = games[0].record.to_string().replace('\n', " ");
        assert!(text.contains(line), "{text}");
        let again = read::<Chess>(&text);
        assert_eq!(again[0].record.tree(), games[0].record.tree());
        assert_ne!(again[0].record.tree(), read::<Chess>("1. e4 e5 *")[0].record.tree());
    }
}

#[test]
fn games_that_nobody_wants_are_passed_over_where_they_end() {
    let tagged = "[White \"Ada\"]\n\n1. e4 (1. d4 1-0 (1. c4)) e5 {0-1} 1-0\n\n\
                  [White \"Ben\"]\n\n1. Ke5 ) e5\n\n[White \"Ada\"]\n[FEN \"x\"]\n\n1. e4\n\n\
                  [White \"Eve\"]\n\n*\n";
    for text in [tagged.to_owned(), format!("1. e4 e5 1-0\n1. Kd9 1-0\n{tagged}")] {
        let all = read::<Chess>(&text);
        let names = |game: &RecordReading<Chess>| game.record.tags.get("White").map(str::to_owned);
        for wanted in ["Ada", "Ben", "Eve", "nobody"] {
            let mut reader = Reader::<Chess, _>::new(text.as_bytes());
            let mut choose = |_: usize, tags: &Tags| tags.get("White") == Some(wanted);
            for expected in &all {
                let is_wanted = names(expected).is_none_or(|name| name == wanted);
                match reader.read_if(&mut choose).unwrap().unwrap() {
                    Sighting::Read(game) => {
                        assert!(is_wanted, "{wanted}");
                        assert_eq!(game.record, expected.record);
                        assert_eq!(game.number, expected.number);
                    }
                    Sighting::Passed { number } => {
                        assert!(!is_wanted, "{wanted}");
                        assert_eq!(number, expected.number);
                    }
                }
            }
            assert!(reader.read_if(&mut choose).is_none());
        }
    }
}
