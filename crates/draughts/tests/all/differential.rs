//! The generator against the textbook: the same moves on thousands of boards; and the mistakes that
//! generators make, each of which the published counts would show.

use crate::textbook::{Board, Mistakes, MovePath};
use damier_draughts::{Move, Position, Square};
use damier_testkit::draughts::{PERFT, WRONG_RULES, random_fen};
use damier_testkit::{Random, walk};
use std::collections::BTreeSet;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn numbers(squares: impl IntoIterator<Item = Square>) -> Vec<usize> {
    squares.into_iter().map(|square| usize::from(square.number())).collect()
}

/// What was met on the way, so that a test can see that it has seen enough.
#[derive(Default, Debug)]
struct Sights {
    positions: usize,
    captures: usize,
    long_captures: usize,
    king_captures: usize,
    round_trips: usize,
    same_ends: usize,
    merged_paths: usize,
    promotions: usize,
}

/// Checks moves, counts, questions about captures, paths and boards after moves.
fn compare(position: &Position, sights: &mut Sights) {
    let board = Board::of(position);
    let paths = board.moves(Mistakes { keeps_every_path: true, ..Mistakes::default() });
    let mut expected = BTreeSet::new();
    for path in &paths {
        let ends = (path.squares[0], *path.squares.last().unwrap());
        expected.insert((ends, path.captured.iter().copied().collect::<Vec<_>>()));
    }
    let moves = position.legal_moves();
    let found: BTreeSet<_> = moves
        .iter()
        .map(|mv| {
            let ends = (usize::from(mv.from().number()), usize::from(mv.to().number()));
            (ends, numbers(mv.captured()))
        })
        .collect();
    assert_eq!(found, expected, "{position}");
    assert_eq!((found.len(), position.count_legal_moves()), (moves.len(), moves.len()));
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position}");
    let captures = moves.iter().any(|mv| mv.is_capture());
    assert_eq!(position.can_capture(position.side_to_move()), captures, "{position}");
    let mut passed = position.clone();
    passed.pass();
    let waiting = passed.side_to_move();
    assert_eq!(position.can_capture(waiting), passed.can_capture(waiting), "{position}");

    for &mv in &moves {
        let path = numbers(position.path(mv));
        let is_path = |found: &&MovePath| {
            found.squares == path && found.captured.iter().copied().eq(numbers(mv.captured()))
        };
        let found = paths.iter().find(is_path).unwrap_or_else(|| panic!("{mv} in {position}"));
        let mut after = position.clone();
        after.play_unchecked(mv);
        assert_eq!(Board::of(&after), found.after, "{mv} in {position}");

        let has_same_ends = |other: &&Move| (other.from(), other.to()) == (mv.from(), mv.to());
        let is_king = position.kings(position.side_to_move()).contains(mv.from());
        sights.captures += usize::from(mv.is_capture());
        sights.long_captures += usize::from(mv.count_captured() >= 4);
        sights.king_captures += usize::from(mv.is_capture() && is_king);
        sights.round_trips += usize::from(mv.from() == mv.to());
        sights.same_ends += usize::from(moves.iter().filter(has_same_ends).count() > 1);
        sights.promotions += usize::from(position.promotes(mv));
    }
    sights.merged_paths += paths.len() - moves.len();
    sights.positions += 1;
}

impl Sights {
    fn assert_at_least(&self, share: usize) {
        let Self { positions, captures, long_captures, king_captures, .. } = *self;
        let Self { round_trips, same_ends, merged_paths, promotions, .. } = *self;
        assert!(captures > positions / 4 && king_captures > positions / 20, "{self:?}");
        let rare = [long_captures, round_trips, same_ends, merged_paths, promotions];
        assert!(rare.iter().all(|&seen| seen > positions / share), "{self:?}");
    }
}

fn compare_walks(random: &mut Random, wanted: usize) -> Sights {
    let mut sights = Sights::default();
    while sights.positions < wanted {
        for case in PERFT.iter() {
            walk(position(case.fen), 100, random, |game| compare(game.position(), &mut sights));
        }
    }
    sights
}

fn compare_boards(random: &mut Random, wanted: usize) -> Sights {
    let mut sights = Sights::default();
    while sights.positions < wanted {
        // Some crowded boards of kings have more paths than the textbook can list.
        let position = position(&random_fen(random));
        if position.kings(position.side_to_move()).count() <= 8 {
            compare(&position, &mut sights);
        }
    }
    sights
}

#[test]
fn the_textbook_agrees_along_random_games() {
    let wanted = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
    compare_walks(&mut Random::new(1), wanted).assert_at_least(400);
}

#[test]
fn the_textbook_agrees_on_random_boards() {
    let wanted = if cfg!(debug_assertions) { 1_500 } else { 15_000 };
    compare_boards(&mut Random::new(2), wanted).assert_at_least(600);
}

#[test]
#[ignore = "compares two million positions: minutes with optimisation"]
fn the_textbook_agrees_for_very_long() {
    let walks = compare_walks(&mut Random::new(3), 1_000_000);
    let boards = compare_boards(&mut Random::new(4), 1_000_000);
    println!("{walks:?}\n{boards:?}");
}

/// Found by climbing from random boards; lists must hold whatever a composer thinks of.
#[test]
fn composed_positions_may_have_hundreds_of_moves() {
    let quiet = "W:WK1,K2,K3,K4,K5,K11,K15,K16,K25,K26,K35,K36,K45,K46,K47,K48,K49,K50:B";
    let captures =
        "W:WK1,K6,K16,K26,K36,K45,K49,K50:BK7,K8,K11,K13,K19,K20,K21,K29,K30,K31,K33,K38,K41,K42";
    for (fen, count) in [(quiet, 126), (captures, 385)] {
        let position = position(fen);
        assert_eq!(position.legal_moves().len(), count, "{fen}");
        compare(&position, &mut Sights::default());
    }
}

type Column = fn(&damier_testkit::draughts::WrongRuleCase) -> [u64; 3];

/// So each of these mistakes in the generator would be found, and known by its numbers.
#[test]
fn each_mistake_gives_its_own_published_counts() {
    let right = Mistakes::default();
    let columns: [(&str, Mistakes, Column); 4] = [
        ("none", right, |case| case.correct),
        ("removed", Mistakes { removes_at_once: true, ..right }, |case| case.removed_at_once),
        ("promoted", Mistakes { promotes_in_passing: true, ..right }, |c| c.promoted_in_passing),
        ("not merged", Mistakes { keeps_every_path: true, ..right }, |case| case.not_merged),
    ];
    for (name, mistakes, column) in columns {
        for case in WRONG_RULES.iter() {
            let board = Board::of(&position(case.fen));
            let counts = [1, 2, 3].map(|depth| board.perft(depth, mistakes));
            assert_eq!(counts, column(case), "{name}: {}", case.fen);
        }
        let differs = WRONG_RULES.iter().any(|case| column(case) != case.correct);
        assert_eq!(differs, name != "none", "{name}");
    }
}

#[test]
fn without_the_majority_rule_there_are_many_more() {
    let mistakes = Mistakes { forgets_the_majority: true, ..Mistakes::default() };
    for case in WRONG_RULES.iter() {
        let board = Board::of(&position(case.fen));
        let counts = [1, 2].map(|depth| board.perft(depth, mistakes));
        let grows = |depth: usize| 2 * counts[depth] > 3 * case.correct[depth];
        assert!(grows(0) || grows(1), "{counts:?} {}", case.fen);
    }
}
