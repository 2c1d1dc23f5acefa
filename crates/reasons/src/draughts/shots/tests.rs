//! Lines in which something must be said, and lines that come close.

use super::*;
use crate::examiner::Examiner;
use crate::samples::verdict;
use damier_core::Game;
use damier_search::Limits;

mod games;
mod named;

/// Enough for combinations that a person sees too, and quick without optimisation.
const NODES: u64 = 8_000;

/// What is said of lines that were written down, but for men that go without a shot.
fn said(fen: &str, best: &str, played: &str) -> Vec<Reason> {
    let mut reasons = said_in_full(fen, best, played);
    let is_plain = |reason: &Reason| {
        let is_burden = matches!(reason, Reason::ForcedToGive | Reason::LosesOutpost { .. });
        is_burden || matches!(reason, Reason::Falls { .. })
    };
    reasons.retain(|reason| !is_plain(reason));
    reasons
}

/// All that is said of them.
fn said_in_full(fen: &str, best: &str, played: &str) -> Vec<Reason> {
    let position = Position::from_fen(fen).expect("a good position");
    let [best, played] = [best, played].map(|line| verdict(&position, line));
    ways(&Witness { earlier: None, position: &position, best, played, counted: None })
}

/// What is said of a move once both lines have been searched.
fn found(fen: &str, played: &str) -> Vec<Reason> {
    let position = Position::from_fen(fen).expect("a good position");
    let game = Game::new(position.clone());
    let played = position.read_move(played).expect("a legal move");
    let mut examiner = Examiner::new(4);
    let limits = Limits::to_nodes(NODES);
    let best = examiner.search(&game, Vec::new(), 1, &limits).0.best.expect("a legal move");
    let verdicts = examiner.compare(&game, best, played, &limits);
    let [best, played] = verdicts.expect("both moves are settled");
    ways(&Witness { earlier: None, position: &position, best, played, counted: None })
}

fn allows_shot(given: u32, taken: u32) -> Reason {
    Reason::AllowsShot { given, taken, name: None }
}

fn misses_shot(given: u32, taken: u32) -> Reason {
    Reason::MissesShot { given, taken, name: None }
}

fn allows_breakthrough(square: u8) -> Reason {
    Reason::AllowsBreakthrough { square: square.to_string() }
}

fn misses_breakthrough(square: u8) -> Reason {
    Reason::MissesBreakthrough { square: square.to_string() }
}

fn loses_king(square: u8) -> Reason {
    Reason::LosesKing { square: square.to_string() }
}

/// Black gives two and takes three if White plays 45-40.
const TWO_FOR_THREE: &str =
    "W:W16,29,33,35,36,38,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,14,15,18,19,26";

#[test]
fn men_that_are_given_to_take_more_are_a_shot() {
    let three_for_one = "W:W27,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,\
        5,6,7,8,9,10,11,12,13,14,15,16,17,19,20,23";
    // Black may also give one more and take one more.
    let reasons = found(three_for_one, "37-31");
    assert!(matches!(reasons[..], [Reason::AllowsShot { given, taken, .. }] if taken - given == 2));
    assert_eq!(found(TWO_FOR_THREE, "45-40"), [allows_shot(2, 3)]);
}

#[test]
fn a_shot_may_come_after_an_exchange_that_leaves_no_choice() {
    let fen = "W:W29,31,32,33,36,37,38,39,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,\
        12,15,16,17,19,20,22";
    let best = "32-28 10-14 37-32 5-10 41-37 8-13 46-41 20-24 29x20 15x24";
    assert_eq!(said(fen, best, "29-23 19x28 32x23 22-27 31x22 17x19"), [allows_shot(1, 2)]);
}

#[test]
fn a_man_for_nothing_is_no_shot() {
    let fen = "W:W26,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,\
        10,11,12,13,14,15,16,17,18,19,25";
    assert_eq!(said(fen, "36-31 15-20", "26-21 17x26 36-31 12-17"), []);
    // Nor are two men that are simply taken.
    let fen = "W:W26,29,31,32,34,35,36,39,40,41,42,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,\
        12,14,15,16,17,19,25";
    assert_eq!(said(fen, "49-43 14-20 42-38 10-14", "29-23 19x37 41x32 14-19"), []);
}

#[test]
fn an_exchange_man_for_man_is_no_shot() {
    let start = Position::start().to_fen();
    assert_eq!(said(&start, "34-30 18-23", "32-28 19-23 28x19 14x23"), []);
}

#[test]
fn what_has_to_be_taken_is_no_gift() {
    // The gift is ours: Black takes three because he has to, and one comes back.
    let fen = "W:W26,29,30,32,33,36,37,39,43,44,45:B3,6,11,13,14,15,17,18,19,21";
    assert_eq!(said(fen, "30-25 18-22 32-28 21-27", "29-23 18x40 45x34 19-23"), []);
}

#[test]
fn a_shot_after_a_free_choice_is_not_what_the_move_allows() {
    let best = "44-39 14-20 50-44 10-14 44-40 11-17 49-44 19-24 40-34";
    let shot = "26-31 36x27 18-22 27x18 12x45";
    assert_eq!(said(TWO_FOR_THREE, best, &format!("45-40 {shot}")), [allows_shot(2, 3)]);
    assert_eq!(said(TWO_FOR_THREE, best, &format!("41-37 15-20 45-40 {shot}")), []);
}

#[test]
fn a_shot_that_the_best_move_allows_too_is_not_held_against_the_other() {
    let fen = "W:W29,30,31,34,37,38,39,40,41,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,8,9,10,11,12,\
        13,15,18,19,20,25,32";
    let best = "38x27 20-24 29x20 15x35 37-32 10-14";
    let played = "37x28 19-24 30x19 13x22 38-32 10-14";
    assert_eq!(said(fen, best, played), []);
    assert_eq!(said(fen, "38x27 10-14 37-32 5-10", played), [allows_shot(1, 3)]);
    // A line that ends before it could come proves nothing either.
    let shot = "26-31 36x27 18-22 27x18 12x45";
    assert_eq!(said(TWO_FOR_THREE, "44-39", &format!("45-40 {shot}")), []);
}

#[test]
fn what_a_shot_wins_must_be_won_in_the_end() {
    // Black takes two for one, for the man that we have just taken.
    let fen = "W:W26,31,33,34,35,36,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,\
        11,12,13,15,16,17,18,23,30";
    let best = "34x25 15-20 25x14 10x19";
    assert_eq!(said(fen, best, "35x24 23-29 34x23 18x20 41-37 10-14"), []);
    // White takes two for one and has given one before.
    let fen = "B:W23,31,32,35,36,39,40,42,43,44,45,48,49:B1,4,5,8,9,10,11,12,13,14,15,16,25";
    let best = "13-18 39-34 18x29 34x23 8-13 43-38 13-18 44-39 18x29";
    assert_eq!(said(fen, best, "13-19 32-27 19x28 27-21 16x27 31x33 12-18 42-37"), []);
}

#[test]
fn a_shot_that_is_not_played_is_missed() {
    let fen = "B:W16,29,33,35,36,38,40,41,42,43,44,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,14,\
        15,18,19,26";
    assert_eq!(found(fen, "18-23"), [misses_shot(2, 3)]);
    let fen =
        "B:W29,31,33,34,35,38,39,42,43,44,45,46,48,49,50:B1,3,4,5,6,7,9,10,12,13,14,15,16,18,23,25";
    assert_eq!(found(fen, "18-22"), [misses_shot(1, 2)]);
}

#[test]
fn what_is_won_without_a_gift_is_no_shot_that_was_missed() {
    // The man on 17 is attacked and falls.
    let fen = "B:W17,34,35,36,37,38,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,13,14,\
        15,16,18,20";
    let best = "14-19 43-39 7-11 37-31 11x22 31-26 10-14 41-37";
    assert_eq!(said(fen, best, "16-21 17x26 7-12 36-31 1-7 41-36"), []);
}

#[test]
fn a_shot_that_comes_all_the_same_is_not_missed() {
    let fen = "B:W21,32,34,35,36,37,38,45:B1,12,13,14,19,23,24,25,28";
    let best = "24-30 35x24 19x39 36-31 39-44 45-40 44x35";
    // The gift on 33 takes two for one as well, later.
    let later = "25-30 34x25 13-18 36-31 24-29 35-30 14-20 25x14 19x10 31-26 10-14 37-31 28x37 \
        31x42 29-33 38x29 23x25 21-17 12x21 26x17";
    assert_eq!(said(fen, best, later), []);
    let never = "25-30 34x25 13-18 36-31 24-29 35-30 14-20 25x14 19x10 31-26 10-14";
    assert_eq!(said(fen, best, never), [misses_shot(1, 2)]);
}

#[test]
fn a_shot_that_wins_nothing_in_the_end_is_not_missed() {
    // Two for one, and one back.
    let fen = "W:W24,26,31,32,35,36,38,39,42,43,44,45,46,47,48,49,50:B2,3,4,5,6,7,8,9,11,12,13,\
        14,15,16,17,22,30";
    let best = "24-20 15x24 32-28 22x33 38x20 14x25 35x24 5-10";
    let played = "24-19 14x23 35x24 23-28 32x23 22-27 31x22 17x30 46-41";
    assert_eq!(said(fen, best, played), [allows_shot(2, 3)]);
}

#[test]
fn a_line_that_is_too_short_for_the_shot_does_not_show_that_it_is_missed() {
    let fen = "W:W27,31,32,33,34,35,36,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,\
        10,11,12,13,14,15,16,17,19,20,28";
    let best = "32x23 19x28 33x22 17x28 27-21 16x27 31x33 12-18";
    let played = "33x22 17x26 41-37 20-25";
    assert_eq!(said(fen, best, played), []);
    assert_eq!(said(fen, best, &format!("{played} 38-33 11-17")), [misses_shot(1, 2)]);
}

#[test]
fn a_shot_that_takes_a_king_is_a_king_lost() {
    let fen = "B:WK4,26,28,35,40,50:B6,8,14,15,16,19,25,K42";
    let best = "42-47 40-34 19-24 28-22 24-30 35x24 47x20 4-18 20-33 18-23 33x11 23x5";
    assert_eq!(said(fen, best, "15-20 26-21 16x27 4x48 8-13 48-31"), [loses_king(42)]);
}

#[test]
fn what_weighs_more_comes_first() {
    let fen = "B:W27,31,32,33,34,35,36,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,\
        10,11,12,13,14,15,16,17,19,20,23";
    let best = "23-29 34x23 19x26 41-37 14-19 40-34 10-14";
    let played = "23-28 32x23 19x28 33x22 17x28 27-21 16x27 31x33 12-18";
    assert_eq!(said(fen, best, played), [misses_shot(1, 3), allows_shot(1, 2)]);
}

#[test]
fn no_more_than_two_reasons_are_given() {
    // The shot that was there is not mentioned after what came instead.
    let fen = "W:W26,27,32,34,35,36,37,39,40,42,43,44,45:B5,6,7,12,13,14,16,18,20,23,24";
    let best = "34-29 24x33 39x17 7-11 17-12 18x7 32-28 20-24 43-39 7-12 42-38";
    let played = "39-33 23-29 34x23 18x47 43-39 24-29 27-22 5-10";
    assert_eq!(said(fen, best, played), [allows_shot(1, 3), allows_breakthrough(47)]);
    let harmless = "43-38 20-25 37-31 14-20";
    assert_eq!(said(fen, best, harmless), [misses_shot(1, 4)]);
}

#[test]
fn a_man_that_becomes_a_king_has_broken_through() {
    let by_a_shot =
        "B:W27,30,31,33,34,36,38,40,41,43,44,45,48,50:B1,3,4,5,6,7,11,12,13,14,16,18,19,20,25";
    assert_eq!(found(by_a_shot, "11-17"), [allows_shot(1, 3), allows_breakthrough(2)]);
    let plainly =
        "B:W25,26,33,36,37,38,40,41,43,45,46,48,49,50:B1,3,6,8,9,10,11,13,14,17,18,19,23,29";
    assert_eq!(found(plainly, "14-20"), [allows_breakthrough(4)]);
}

#[test]
fn a_king_that_does_not_last_is_no_breakthrough() {
    let fen =
        "B:W27,30,31,33,34,36,37,38,40,43,44,45,48,50:B1,3,4,5,6,7,12,13,14,16,17,18,19,20,25";
    let best = "17-21 37-32 21-26 32-28 26x37 33-29 3-9 28-23 19x28 29-24 20x29 34x41 25x34 40x29";
    let played = "20-24 33-28 24x35 27-22 18x27 31x2";
    let lasting = [allows_shot(2, 3), allows_breakthrough(2)];
    assert_eq!(said(fen, best, played), lasting);
    assert_eq!(said(fen, best, &format!("{played} 1-7 2x11 6x17")), [allows_shot(2, 3)]);
}

#[test]
fn a_king_that_comes_in_both_lines_is_nobodys_fault() {
    let fen = "W:WK4,23,27,29:B43";
    assert_eq!(said(fen, "27-21 43-48 21-16 48-26", "4-18 43-49 18-1 49x16"), []);
    // Nor one for which we get one, too.
    let fen = "W:W9,36:B38,1";
    assert_eq!(said(fen, "36-31 1-6 31-26 6-11", "9-3 38-43 3-9 43-48"), []);
    // Nor one that the best line is too short to show.
    let fen = "W:W36,41:B1,38";
    let played = "36-31 38-42 31-27 42-48";
    assert_eq!(said(fen, "41-37 38-42", played), []);
    assert_eq!(said(fen, "41-37 38-42 37x48 1-6", played), [allows_breakthrough(48)]);
}

#[test]
fn a_man_that_does_not_run_is_a_breakthrough_missed() {
    let by_a_shot =
        "B:W31,32,34,35,36,39,40,42,43,44,48,49,50:B1,3,4,5,9,10,11,12,13,14,15,16,23,25";
    assert_eq!(found(by_a_shot, "3-8"), [misses_shot(2, 3), misses_breakthrough(47)]);
    let fen = "B:W19,25,26,35,39,46,47:B1,4,9,16,17,21,28,38";
    let running = "21-27 19-14 9x20 25x14 28-33 39x28 38-43 47-42 43-49 28-23 49-43";
    let played = "38-43 39x48 21-27 48-43 27-32 47-42 28-33 35-30 17-22";
    assert_eq!(said(fen, running, played), [misses_breakthrough(49)]);
}

#[test]
fn a_man_that_runs_in_both_lines_is_not_missed() {
    let fen = "W:W11,36:B15,26";
    let best = "11-7 15-20 7-1 20-25 1-6 25-30";
    let both = "36-31 26x37 11-7 37-42 7-2 42-48";
    assert_eq!(said(fen, best, both), [allows_breakthrough(48)]);
    assert_eq!(said(fen, "11-7 15-20 7-1 20-25", "11-6 15-20 6-1 20-24"), []);
    // The line played is too short to tell.
    assert_eq!(said(fen, "11-7 15-20 7-1 20-25", "11-6 15-20"), []);
}

#[test]
fn a_king_that_is_taken_for_too_little_is_lost() {
    let put_in_front_of_a_man =
        "W:WK2,30,31,32,37,38,39,41,42,45,46,48:B1,6,7,9,10,11,12,15,17,20,21";
    assert_eq!(found(put_in_front_of_a_man, "2-8"), [loses_king(8)]);
    let caught_by_gifts = "B:W26,27,32,35,36,37,39,40,43,45:B5,6,7,12,13,14,16,20,24,K47";
    let best = "24-29 39-33 29x49 32-28 49x21 26x10 5x14 40-34 20-25";
    let caught = "12-18 39-33 47x29 40-34 29x40 35x44 14-19";
    assert_eq!(said(caught_by_gifts, best, caught), [loses_king(47)]);
}

#[test]
fn a_king_that_is_sold_dearly_is_not_lost() {
    // Three men for it.
    let fen = "B:W26,28,33,36,39,41,42:B13,14,16,17,18,K49";
    let best = "14-20 33-29 18-22 28-23 22-28 23x32 49x27 41-37 27-22 39-34 22-27";
    assert_eq!(said(fen, best, "49-38 42-37 38x24 39-33 24x31 36x27"), []);
}

#[test]
fn a_king_that_goes_in_both_lines_is_not_lost_by_the_move() {
    let fen = "B:W23,27,36,39,43,44,46:B3,6,20,K50";
    let best =
        "20-25 23-19 50-45 19-13 45-7 44-40 7x45 13-8 3x12 39-34 45x31 36x27 25-30 43-39 12-18";
    assert_eq!(said(fen, best, "6-11 23-19 3-8 19-14 20x9 44-40 50x31 36x27"), []);
    // Nor, as far as one can see, one that goes before the best line comes so far.
    let fen = "W:WK10,25,26,35,39,44,46,47:B1,9,15,16,17,19,21,23,38";
    assert_eq!(said(fen, "10-4 9-14", "44-40 15x4"), [loses_king(10)]);
    assert_eq!(said(fen, "10-4", "44-40 15x4"), []);
    // Nor one that we get back.
    let fen = "W:W24,26,27,K29,36,42:B8,15,20";
    let again = "29-23 20x18 27-21 18-23 21-16 23-29 16-11 29-34 11-7 8-12 7x18 34-40 18-12 \
        40-44 12-8 15-20 8-2";
    assert_eq!(said(fen, "29-40 20x29 40x3 15-20 3x25", again), [misses_shot(1, 2)]);
}

#[test]
fn a_side_that_is_blocked_has_run_out_of_moves() {
    let in_a_corner = "W:W21,38:BK5";
    let reasons = found(in_a_corner, "21-16");
    assert!(matches!(reasons[..], [Reason::RunsOutOfMoves, Reason::MissesBreakthrough { .. }]));
    let after_the_king = "W:WK30,35:B15,16,33,K36";
    let caught = "30-13 36x9 35-30 15-20 30-25 9-14";
    let expected = [loses_king(13), Reason::RunsOutOfMoves];
    assert_eq!(said(after_the_king, "30-19 33-39 35-30 39-43 30-25 43-48 19-28", caught), expected);
}

#[test]
fn a_side_without_pieces_has_not_run_out_of_moves() {
    assert_eq!(said("W:W28:B6,17", "28-23 17-22", "28-22 17x28"), []);
    // Nor has one that has blocked the other,
    assert_eq!(said("W:W11,22:B6", "22-18 6x17", "22-17"), []);
    // or that has a move left.
    assert_eq!(said("W:W11,21,38:BK5", "21-17 5-23", "38-32 5x37"), []);
}

#[test]
fn what_is_blocked_in_both_lines_was_not_blocked_by_the_move() {
    let fen = "W:W21,38:BK5";
    let blocked = "21-16 5-28 38-32 28x41 16-11 41-23 11-6 23-1";
    assert_eq!(said(fen, "38-33 5-28 33x22", blocked), [Reason::RunsOutOfMoves]);
    assert_eq!(said(fen, blocked, blocked), []);
    // To have nothing left is no better.
    assert_eq!(said(fen, "38-32 5x37 21-17 37-26 17-12 26x3", blocked), []);
}

#[test]
fn lines_of_any_length_can_be_looked_at() {
    assert_eq!(said(TWO_FOR_THREE, "", ""), []);
    assert_eq!(said(TWO_FOR_THREE, "44-39", "45-40"), []);
    // A line that ends with a capture due has not shown what it costs.
    let shot = "45-40 26-31 36x27 18-22 27x18 12x45";
    assert_eq!(said(TWO_FOR_THREE, "44-39 14-20 50-44", shot), [allows_shot(2, 3)]);
    assert_eq!(said(TWO_FOR_THREE, "44-39 14-20 50-44 18-22", &format!("{shot} 44-40")), []);
    assert_eq!(said(TWO_FOR_THREE, "44-39 14-20 29-23", shot), []);
    assert_eq!(said("W:W28:B23", "28x19", "28x19"), []);
}
