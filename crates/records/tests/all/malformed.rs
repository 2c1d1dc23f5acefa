//! Files with mistakes: each fault says in which game, line and move, the good part is kept, and
//! the next game is read.

use crate::common::{check_round_trip, main_line, read};
use damier_chess::Position as Chess;
use damier_core::Side;
use damier_draughts::Position as Draughts;
use damier_records::{Fault, FaultKind, GameResult};
use damier_testkit::Random;

/// One game before, the game with the mistake from line 3 on, one game after.
fn surrounded(text: &str) -> String {
    format!("1. d4 d5 1-0\n\n{text}\n\n[Event \"after\"]\n\n1. c4 c5 0-1\n")
}

/// Reads a game with mistakes among good ones. Returns what was kept of the main line, and the
/// faults as text without the remedy.
fn faults(text: &str) -> (String, Vec<String>) {
    let games = read::<Chess>(surrounded(text));
    assert_eq!(games.len(), 3, "{text}");
    for (game, moves) in [(&games[0], "d4 d5"), (&games[2], "c4 c5")] {
        assert_eq!(main_line(&game.record), moves, "{text}");
        assert!(game.faults.is_empty(), "{text}: {}", game.faults[0]);
    }
    assert_eq!(games[2].record.tags.get("Event"), Some("after"));
    check_round_trip(&games[1].record);
    let shown = |fault: &Fault| {
        let remedy = fault.kind.remedy();
        let text = fault.to_string();
        text.strip_suffix(&format!(" ({remedy})")).expect("it ends with the remedy").to_owned()
    };
    (main_line(&games[1].record), games[1].faults.iter().map(shown).collect())
}

#[track_caller]
fn check(text: &str, kept: &str, expected: &[&str]) {
    let (line, faults) = faults(text);
    assert_eq!(faults, expected, "{text}");
    assert_eq!(line, kept, "{text}");
}

#[test]
fn an_illegal_move_ends_the_line_before_it() {
    check(
        "[White \"x\"]\n\n1. e4 e5\n2. Ke3 {lost} (2. Nf3) Nc6 1-0",
        "e4 e5",
        &["game 2, line 6, column 4, move 2. Ke3: Ke3 is not legal in this position"],
    );
}

#[test]
fn a_word_that_is_no_move_is_named() {
    check(
        "1. e4 e5 2. Nf3 Sc6 1-0",
        "e4 e5 Nf3",
        &["game 2, line 3, column 17, move 2... Sc6: \"Sc6\" does not read as a move; \
           write it like Nf3, exd5, e8=Q, O-O or g1f3"],
    );
}

#[test]
fn an_ambiguous_move_is_named() {
    check(
        "1. Nf3 d6 2. d3 d5 3. Nd2 *",
        "Nf3 d6 d3 d5",
        &["game 2, line 3, column 23, move 3. Nd2: Nd2 can mean Nbd2 or Nfd2"],
    );
}

#[test]
fn a_bad_move_in_a_variation_costs_only_its_rest() {
    check(
        "1. e4 e5 (1... c5 2. Ke5 (2. Nf3) 3. Nf3) 2. Nf3 (2. -- d5) Nc6 1-0",
        "e4 e5 Nf3 Nc6",
        &["game 2, line 3, column 22, move 2. Ke5: Ke5 is not legal in this position"],
    );
}

#[test]
fn a_start_position_that_is_none_is_reported_at_its_tag() {
    check(
        "[White \"x\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 1-0",
        "",
        &["game 2, line 4, column 1: the start position \"8/8/8/8/8/8/8/8 w - - 0 1\" cannot be \
           set up: White has no king"],
    );
}

#[test]
fn another_game_is_not_read_as_chess() {
    let text = "[Event \"x\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 *\n\
                [Event \"y\"]\n[Variant \"Atomic\"]\n*\n";
    let games = read::<Chess>(text);
    let shown: Vec<String> = games.iter().map(|game| game.faults[0].to_string()).collect();
    let remedy = "(the moves are left out; read the file as that game)";
    let expected = [
        format!(
            "game 1, line 2, column 1: this is a game of another kind: game type 20, not \
             chess {remedy}"
        ),
        format!(
            "game 2, line 6, column 1: this is a game of another kind: Atomic, not chess {remedy}"
        ),
    ];
    assert_eq!(shown, expected);
}

#[test]
fn draughts_is_told_apart_and_its_moves_are_named() {
    let text = "[Event \"x\"]\n[GameType \"25\"]\n\n1. c3-d4 *\n[Event \"y\"]\n\n\
                1. 32-28 19-23\n2. 33-29 1-1\n\n[Event \"z\"]\n[FEN \"W:W51:B1\"]\n1. 51-45 *";
    let games = read::<Draughts>(text);
    let shown: Vec<String> = games.iter().map(|game| game.faults[0].to_string()).collect();
    assert_eq!(
        shown,
        [
            "game 1, line 2, column 1: this is a game of another kind: game type 25, not draughts \
             (the moves are left out; read the file as that game)",
            "game 2, line 8, column 4, move 2. 33-29: 33-29 is not legal: a capture of 1 is \
             compulsory, 28x19 (the line is kept up to the move before; correct the move)",
            "game 3, line 11, column 1: the start position \"W:W51:B1\" cannot be set up: column \
             4: there is no square 51; squares are numbered 1 to 50 (the moves are left out; \
             correct the FEN tag)",
        ]
    );
    assert_eq!(main_line(&games[1].record), "32-28 19-23");
}

#[test]
fn a_comment_that_is_never_closed_ends_with_the_game() {
    check(
        "1. e4 e5 {and now\n2. Nf3 1-0",
        "e4 e5",
        &["game 2, line 3, column 10, after move 1...: the comment that begins here is \
             never closed"],
    );
    let games = read::<Chess>("1. e4 {to the end");
    assert_eq!(main_line(&games[0].record), "e4");
    assert!(matches!(games[0].faults[0].kind, FaultKind::UnclosedComment));
}

#[test]
fn a_variation_that_is_never_closed_ends_with_the_game() {
    check(
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 1-0",
        "e4 e5",
        &["game 2, line 3, column 10, after move 2...: the variation that begins here is \
             never closed"],
    );
}

#[test]
fn brackets_that_close_nothing_are_ignored() {
    check(
        "1. e4 ) e5 } ] 2. Nf3 1-0",
        "e4 e5 Nf3",
        &[
            "game 2, line 3, column 7, after move 1.: ')' closes nothing",
            "game 2, line 3, column 12, after move 1...: '}' closes nothing",
            "game 2, line 3, column 14, after move 1...: ']' closes nothing",
        ],
    );
}

#[test]
fn a_variation_of_nothing_is_left_out() {
    check(
        "(1. d4 (1. c4)) 1. e4 e5 ((1... c5) 1... c6) 1-0",
        "e4 e5",
        &[
            "game 2, line 3, column 1: a variation begins here, but there is no move before it \
             that it could replace",
            "game 2, line 3, column 27, after move 1.: a variation begins here, but there is no \
             move before it that it could replace",
        ],
    );
}

#[test]
fn bad_tags_are_named_and_the_others_kept() {
    let text =
        "[White \"x\"]\n[Black y]\n[]\n[Site \"z\n[Round \"1\"]\n[Date \"2020\"\n\n1. e4 1-0";
    check(
        text,
        "e4",
        &[
            "game 2, line 4, column 1: \"[Black y]\" is no tag",
            "game 2, line 5, column 1: \"[]\" is no tag",
            "game 2, line 6, column 1: the tag Site is never closed",
            "game 2, line 8, column 1: the tag Date is never closed",
        ],
    );
    let tags = &read::<Chess>(text)[0].record.tags;
    let values = ["White", "Site", "Round", "Date"].map(|name| tags.get(name).unwrap());
    assert_eq!(values, ["x", "z", "1", "2020"]);
}

#[test]
fn glyphs_have_one_byte() {
    check(
        "1. e4 $256 $ e5 $255 1-0",
        "e4 e5",
        &[
            "game 2, line 3, column 7, after move 1.: $256 is no glyph",
            "game 2, line 3, column 12, after move 1.: $ is no glyph",
        ],
    );
}

#[test]
fn results_that_disagree_or_are_missing_are_named() {
    check(
        "[Result \"0-1\"]\n\n1. e4 e5 1-0",
        "e4 e5",
        &["game 2, line 5, column 10, after move 1...: the tag says 0-1, but the moves \
             end with 1-0"],
    );
    check(
        "[Result \"won\"]\n\n1. e4 e5 1-0",
        "e4 e5",
        &["game 2, line 3, column 1, after move 1...: \"won\" is no result"],
    );
    check(
        "[Result \"1-0\"]\n\n1. e4\ne5",
        "e4 e5",
        &["game 2, line 6, column 1, after move 1...: the game ends without a result: it may \
             have been cut off"],
    );
}

#[test]
fn text_before_the_tags_is_a_fault_of_the_game_behind_it() {
    check(
        "From: a friend\n\n[White \"x\"]\n1. e4 1-0",
        "e4",
        &["game 2, line 3, column 1, move 1. From:: \"From:\" does not read as a move; \
           write it like Nf3, exd5, e8=Q, O-O or g1f3"],
    );
}

#[test]
fn a_file_in_another_encoding_is_named() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let games = read::<Chess>(wide("\u{feff}1. e4 e5 1-0\n\n1. d4 *"));
    assert_eq!(games.len(), 1);
    assert_eq!(
        games[0].faults[0].to_string(),
        "game 1, line 1, column 1: the file is written in UTF-16 (nothing can be read; save it as \
         UTF-8)"
    );
}

/// Variations inside each other, each an alternative to the second move of the one around it.
fn nested(depth: usize) -> String {
    let mut position = Chess::start();
    let mut random = Random::new(3);
    let mut text = String::new();
    for _ in 0..depth {
        let moves = position.legal_moves();
        let quiet: Vec<_> = moves
            .iter()
            .map(|&mv| (mv, position.write_san(mv)))
            .filter(|(_, san)| san.starts_with('N') && !san.contains(['x', '+', '#']))
            .collect();
        let (mv, san) = random.pick(&quiet);
        text += &format!("{} ({san} ", random.pick(&quiet).1);
        position.play(*mv);
    }
    text + &")".repeat(depth) + " 1-0\n"
}

#[test]
fn a_thousand_variations_inside_each_other_are_read() {
    let games = read::<Chess>(nested(1000));
    assert!(games[0].faults.is_empty(), "{}", games[0].faults[0]);
    assert_eq!(games[0].record.tree().move_count(), 2000);
    check_round_trip(&games[0].record);
}

#[test]
fn no_depth_of_variations_is_too_much() {
    let text = nested(20_000) + "1. d4 *";
    let games = read::<Chess>(text);
    assert_eq!(games.len(), 2);
    assert!(matches!(games[0].faults[..], [Fault { kind: FaultKind::TooDeep { .. }, .. }]));
    assert_eq!(games[0].record.result, GameResult::Win(Side::White));
    check_round_trip(&games[0].record);
    let games = read::<Chess>("1. e4 ".to_owned() + &"(".repeat(3_000_000));
    assert_eq!(main_line(&games[0].record), "e4");
}

#[test]
fn many_variations_of_one_move_take_no_longer_each() {
    let games = read::<Chess>("1. e4 ".to_owned() + &"(1. d4) ".repeat(200_000) + "1... e5 *");
    assert_eq!(games[0].record.tree().move_count(), 200_002);
}

#[test]
fn a_huge_comment_is_cut_and_the_game_goes_on() {
    let text = format!("1. e4 {{{}}} e5 1-0\n1. d4 *", "words ".repeat(3 << 20));
    let games = read::<Chess>(text);
    assert_eq!(games.len(), 2);
    assert!(matches!(games[0].faults[..], [Fault { kind: FaultKind::HugeComment { .. }, .. }]));
    assert_eq!(main_line(&games[0].record), "e4 e5");
    let first = games[0].record.tree().main_line().next().unwrap();
    assert!(games[0].record.tree().node(first).comments()[0].text().len() > 10 << 20);
}
