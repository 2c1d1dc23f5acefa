//! Names of openings.
//!
//! A table of positions that have a name, written by us in `data/openings.txt`. It says what an
//! opening is called and nothing about how good it is. A position has its name however it was
//! reached.

use crate::review::Opening;
use damier_chess::{Move, Position};
use std::collections::HashMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../data/openings.txt");

/// What books call a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Title {
    code: &'static str,
    name: &'static str,
}

/// By the key of the position. What cannot be read has no name; a test sees to it that there is
/// nothing of the sort.
static TITLES: LazyLock<HashMap<u64, Title>> = LazyLock::new(|| {
    let lines = lines().filter_map(|line| read(line).ok());
    lines.map(|(title, position)| (position.key(), title)).collect()
});

fn lines() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The position that a line of the table gives a name to.
fn read(line: &'static str) -> Result<(Title, Position), String> {
    let fields: Vec<&str> = line.split(" | ").collect();
    let &[code, name, moves] = &fields[..] else {
        return Err(format!("{line:?} is not code | name | moves"));
    };
    let mut position = Position::start();
    for text in moves.split(' ') {
        let mv = position.read_san(text).map_err(|error| format!("{line:?}: {error}"))?;
        position.play(mv);
    }
    Ok((Title { code, name }, position))
}

/// The last position of a game that has a name, if the game began as games usually do.
pub(super) fn find(start: &Position, moves: &[Move]) -> Option<Opening> {
    if start.key() != Position::start().key() {
        return None;
    }
    let mut position = start.clone();
    let mut opening = None;
    for (plies, &mv) in (1..).zip(moves) {
        position.play_unchecked(mv);
        if let Some(title) = TITLES.get(&position.key()) {
            opening = Some((title, plies));
        }
    }
    opening.map(|(title, plies)| Opening {
        code: title.code.to_owned(),
        name: title.name.to_owned(),
        plies,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening_from(start: &Position, moves: &str) -> Option<Opening> {
        let mut position = start.clone();
        let moves = moves.split_whitespace().map(|text| {
            let mv = position.read_san(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            position.play(mv);
            mv
        });
        find(start, &moves.collect::<Vec<_>>())
    }

    /// Code, name and plies.
    fn opening(moves: &str) -> Option<(String, String, usize)> {
        let found = opening_from(&Position::start(), moves);
        found.map(|Opening { code, name, plies }| (code, name, plies))
    }

    fn assert_opening(moves: &str, code: &str, name: &str, plies: usize) {
        assert_eq!(opening(moves), Some((code.to_owned(), name.to_owned(), plies)), "{moves}");
    }

    #[test]
    fn every_line_is_legal_and_no_position_has_two_names() {
        let mut lines_by_position = HashMap::new();
        for line in lines() {
            let (_, position) = read(line).unwrap_or_else(|error| panic!("{error}"));
            let other = lines_by_position.insert(position.key(), line);
            assert_eq!(other, None, "the same position as in {line:?}");
        }
        assert_eq!(TITLES.len(), lines_by_position.len());
        assert!(TITLES.len() >= 350, "{} openings", TITLES.len());
    }

    #[test]
    fn codes_are_well_formed_and_in_their_order() {
        let titles: Vec<Title> = lines().map(|line| read(line).expect("a good line").0).collect();
        for Title { code, name } in &titles {
            let &[volume, tens, ones] = code.as_bytes() else { panic!("{code} {name}") };
            assert!((b'A'..=b'E').contains(&volume), "{code} {name}");
            assert!(tens.is_ascii_digit() && ones.is_ascii_digit(), "{code} {name}");
        }
        assert!(titles.is_sorted_by_key(|title| title.code));
    }

    #[test]
    fn names_are_written_in_one_way() {
        for line in lines() {
            let (Title { name, .. }, _) = read(line).expect("a good line");
            assert_eq!(name, name.split_whitespace().collect::<Vec<_>>().join(" "));
            assert!(name.matches(": ").count() <= 1, "{name}");
            assert_eq!(name.matches(':').count(), name.matches(": ").count(), "{name}");
            assert!(
                name.chars().all(|letter| letter.is_alphanumeric() || " :,'-".contains(letter))
            );
            for american in ["Defense", "Center"] {
                assert!(!name.contains(american), "{name}");
            }
        }
    }

    #[test]
    fn every_line_of_the_table_finds_itself() {
        for line in lines() {
            let moves = line.rsplit(" | ").next().expect("a good line");
            let plies = moves.split(' ').count();
            let found = opening(moves).expect("a name");
            assert_eq!((found.0.as_str(), found.2), (&line[..3], plies), "{line}");
        }
    }

    #[test]
    fn the_last_name_of_a_game_counts() {
        assert_opening("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90", NAJDORF, 10);
        assert_opening("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 a4 e5 Nb3", "B90", NAJDORF, 10);
        assert_opening("e4 a6 d4 b5", "B00", "St George Defence", 2);
    }

    const NAJDORF: &str = "Sicilian Defence: Najdorf Variation";

    #[test]
    fn another_order_of_moves_leads_to_the_same_opening() {
        // By way of the English and the Réti.
        let name = "Queen's Gambit Declined: Three Knights Variation";
        assert_opening("d4 d5 c4 e6 Nc3 Nf6 Nf3", "D37", name, 7);
        assert_opening("c4 Nf6 Nc3 e6 Nf3 d5 d4", "D37", name, 7);
        assert_opening("Nf3 Nf6 c4 e6 Nc3 d5 d4", "D37", name, 7);
        // The moves between have no name; the game comes back to a position that has one.
        assert_opening("Nc3 e5 e4", "C25", "Vienna Game", 3);
        assert_opening("e4 e6 d4 d5 exd5 exd5 Bd3 Bd6", "C01", EXCHANGE, 6);
        // The Petrov becomes a French that lost no time.
        assert_opening("e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d3 Nf6 d4 d5", "C01", EXCHANGE_KNIGHTS, 12);
    }

    const EXCHANGE: &str = "French Defence: Exchange Variation";
    const EXCHANGE_KNIGHTS: &str = "French Defence: Exchange Variation with Nf3 and Nf6";

    #[test]
    fn what_en_passant_allows_is_part_of_a_position() {
        // A pawn that has just passed another one may be taken: not the position of the books.
        assert_opening("e4 e6 e5 d5 d4", "C02", "French Defence: Advance Variation", 5);
        assert_opening("e4 e6 e5 d5", "C00", "French Defence", 2);
    }

    #[test]
    fn only_games_from_the_usual_position_have_openings() {
        assert_eq!(opening(""), None);
        let knights_odds = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
        let start = Position::from_fen(knights_odds).expect("a good position");
        assert_eq!(opening_from(&start, "e4 e5"), None);
        // Even if it is a position of an opening.
        let mut start = Position::start();
        start.play(start.read_san("e4").expect("a legal move"));
        assert_eq!(opening_from(&start, "c5"), None);
    }
}
