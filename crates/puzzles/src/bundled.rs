//! The puzzles that come with the program, made by it and proved by a deeper search.

use crate::puzzle::Puzzle;
use damier_games::GameKind;
use std::sync::LazyLock;

/// Those of a game, easy ones first. They are read once.
///
/// # Panics
/// If a file, which is part of the program, is not well formed: a test reads it.
pub fn bundled(game: GameKind) -> &'static [Puzzle] {
    static CHESS: LazyLock<Vec<Puzzle>> = LazyLock::new(|| all(include_str!("../data/chess.txt")));
    static DRAUGHTS: LazyLock<Vec<Puzzle>> =
        LazyLock::new(|| all(include_str!("../data/draughts.txt")));
    match game {
        GameKind::Chess => &CHESS,
        GameKind::Draughts => &DRAUGHTS,
    }
}

fn all(text: &str) -> Vec<Puzzle> {
    let (mut puzzles, wrong) = Puzzle::read_all(text);
    assert!(wrong.is_empty(), "the puzzles are well formed: {wrong:?}");
    puzzles.sort_by_key(|puzzle| puzzle.rating);
    puzzles
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_chess::Position as Chess;
    use damier_draughts::Position as Draughts;
    use std::collections::HashSet;

    /// All moves are legal, nothing is there twice, and not too much of it is a mate in one.
    #[test]
    fn the_puzzles_of_the_program_are_well_formed() {
        for game in [GameKind::Chess, GameKind::Draughts] {
            let puzzles = bundled(game);
            assert!(!puzzles.is_empty(), "{game}");
            let names: HashSet<String> = puzzles.iter().map(Puzzle::id).collect();
            assert_eq!(names.len(), puzzles.len(), "{game}");
            for puzzle in puzzles {
                let checked = match game {
                    GameKind::Chess => puzzle.check::<Chess>().map(drop),
                    GameKind::Draughts => puzzle.check::<Draughts>().map(drop),
                };
                assert_eq!(checked, Ok(()), "{}", puzzle.to_line());
                assert!(puzzle.game() == game && !puzzle.themes.is_empty());
            }
            let is_mate = |puzzle: &&Puzzle| puzzle.moves() == 1 && puzzle.line[0].ends_with('#');
            assert!(puzzles.iter().filter(is_mate).count() * 10 <= puzzles.len(), "{game}");
        }
    }
}
