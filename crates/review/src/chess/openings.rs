//! Names of openings.
//!
//! A table of positions that have a name, in `data/openings.txt`, which `examples/openings.rs`
//! makes of a public list. It says what an opening is called and nothing about how good it is. A
//! position has its name however it was reached.
//!
//! A line is `code|name|moves`. The name begins with the number of parts that it shares with the
//! line before, the moves with the number of moves; parts after the first begin with `: ` or `, `.
//! An empty code is that of the line before.

use crate::review::Opening;
use damier_chess::{Move, Position};
use std::collections::HashMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../data/openings.txt");

/// What books call a position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Title {
    code: &'static str,
    name: String,
}

/// By the key of the position. A test sees to it that every line can be read.
static TITLES: LazyLock<HashMap<u64, Title>> = LazyLock::new(|| {
    let mut titles = HashMap::new();
    let read = read_table(TABLE, &mut |title, position, _| {
        titles.insert(position.key(), title);
    });
    debug_assert!(read.is_ok(), "{read:?}");
    titles
});

/// Tells all titles with their positions and moves, up to the first line that cannot be read.
fn read_table(
    table: &'static str,
    on_title: &mut dyn FnMut(Title, &Position, &[Move]),
) -> Result<(), String> {
    let mut code = "";
    let mut parts: Vec<&str> = Vec::new();
    let mut positions = vec![Position::start()];
    let mut moves: Vec<Move> = Vec::new();
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let wrong = || format!("{line:?} cannot be read");
        let fields: Vec<&str> = line.split('|').collect();
        let &[own_code, own_parts, own_moves] = &fields[..] else { return Err(wrong()) };
        if !own_code.is_empty() {
            code = own_code;
        }
        let (shared, own) =
            shared(own_parts).filter(|&(shared, _)| shared <= parts.len()).ok_or_else(wrong)?;
        parts.truncate(shared);
        parts.extend(name_parts(own));
        let (shared, own) = self::shared(own_moves)
            .filter(|&(shared, _)| shared <= moves.len())
            .ok_or_else(wrong)?;
        moves.truncate(shared);
        positions.truncate(shared + 1);
        for text in own.split_whitespace() {
            let mut position = positions[positions.len() - 1].clone();
            let mv = position.read_san(text).map_err(|error| format!("{line:?}: {error}"))?;
            position.play(mv);
            moves.push(mv);
            positions.push(position);
        }
        on_title(Title { code, name: parts.concat() }, &positions[positions.len() - 1], &moves);
    }
    Ok(())
}

/// A name in parts, each of which begins with what separates it from the one before.
fn name_parts(name: &str) -> impl Iterator<Item = &str> {
    let begins = |&(place, _): &(usize, char)| {
        name[place..].starts_with(": ") || name[place..].starts_with(", ")
    };
    let begins: Vec<usize> = name.char_indices().filter(begins).map(|(place, _)| place).collect();
    let mut from = 0;
    let ends = begins.into_iter().chain([name.len()]);
    ends.map(move |to| &name[std::mem::replace(&mut from, to)..to]).filter(|part| !part.is_empty())
}

/// The number at the beginning, and what comes after it.
fn shared(text: &str) -> Option<(usize, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    Some((text[..digits].parse().ok()?, &text[digits..]))
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
        name: title.name.clone(),
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

    /// All titles with the moves that lead to them.
    fn titles() -> Vec<(Title, u64, Vec<Move>)> {
        let mut titles = Vec::new();
        let read = read_table(TABLE, &mut |title, position, moves| {
            titles.push((title, position.key(), moves.to_vec()));
        });
        assert_eq!(read, Ok(()));
        titles
    }

    #[test]
    fn every_line_is_legal_and_no_position_has_two_names() {
        let titles = titles();
        assert_eq!(TITLES.len(), titles.len());
        assert!(titles.len() >= 3_800, "{} openings", titles.len());
    }

    #[test]
    fn codes_are_well_formed_and_in_their_order() {
        for (Title { code, name }, ..) in &titles() {
            let &[volume, tens, ones] = code.as_bytes() else { panic!("{code} {name}") };
            assert!((b'A'..=b'E').contains(&volume), "{code} {name}");
            assert!(tens.is_ascii_digit() && ones.is_ascii_digit(), "{code} {name}");
        }
        assert!(titles().is_sorted_by_key(|(title, ..)| title.code));
    }

    #[test]
    fn names_are_written_in_one_way() {
        for (Title { name, .. }, ..) in titles() {
            assert_eq!(name, name.split_whitespace().collect::<Vec<_>>().join(" "));
            assert!(name.matches(": ").count() <= 1, "{name}");
            assert_eq!(name.matches(':').count(), name.matches(": ").count(), "{name}");
            assert!(
                name.chars().all(|letter| letter.is_alphanumeric() || " :,'-".contains(letter)),
                "{name}"
            );
            for american in ["Defense", "Center"] {
                assert!(!name.contains(american), "{name}");
            }
        }
    }

    #[test]
    fn every_line_of_the_table_finds_itself() {
        for (Title { code, name }, _, moves) in titles() {
            let found = find(&Position::start(), &moves).expect("a name");
            assert_eq!((&*found.code, found.name, found.plies), (code, name, moves.len()));
        }
    }

    #[test]
    fn a_line_that_shares_more_than_there_is_is_refused() {
        let read = |table| read_table(table, &mut |_, _, _| {});
        assert_eq!(read("A00|0Amar Opening|0 Nh3\n|1: Paris Gambit|1 d5"), Ok(()));
        for table in
            ["A00|1Amar Opening|0 Nh3", "A00|0Amar|1 Nh3", "A00|0Amar|0 Nh4", "A00|x|y", "A00"]
        {
            assert!(read(table).is_err(), "{table}");
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
        assert_opening("e4 e6 d4 d5 exd5 exd5 Bd3 Bd6", "C01", EXCHANGE, 5);
        assert_opening("Nf3 Nf6 e4 e5", "C42", PETROV, 4);
    }

    const EXCHANGE: &str = "French Defence: Exchange Variation";
    const PETROV: &str = "Petrov's Defence";

    #[test]
    fn what_en_passant_allows_is_part_of_a_position() {
        // A pawn that has just passed another one may be taken: not the position of the books.
        assert_opening("e4 e6 e5 d5 d4", "C02", "French Defence: Advance Variation", 5);
        assert_opening("e4 e6 e5 d5", "C00", "French Defence: Steinitz Attack", 3);
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
