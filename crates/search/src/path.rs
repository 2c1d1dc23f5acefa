//! The positions that led to a node, and whether one of them comes again.

use damier_core::{Game, Ply, Rules};

/// Two sides need two moves each to bring a position back.
const SHORTEST_REPETITION: usize = 4;

/// Keys of the game and of the line of play below the root, oldest first, the current position
/// last.
#[derive(Clone, Debug, Default)]
pub struct Path {
    keys: Vec<u64>,
}

impl Path {
    /// The path of a search that begins with the current position of a game.
    pub fn begin<R: Rules>(&mut self, game: &Game<R>) {
        self.keys.clear();
        self.keys.extend(game.past_positions().map(Rules::key));
        self.keys.push(game.position().key());
    }

    /// A position is entered.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// The current position is left again.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Whether the current position, at this ply, is drawn by repetition: if it stood before in the
    /// path since the root, or twice before in the game. Once is enough inside the search, because
    /// what can be repeated once can be repeated again. Positions more than `reach` plies ago do
    /// not count: a move since then cannot be taken back.
    #[inline]
    pub fn is_repetition(&self, reach: usize, ply: Ply) -> bool {
        let now = self.keys.len() - 1;
        let mut before = 0;
        for back in (SHORTEST_REPETITION..=reach.min(now)).step_by(2) {
            if self.keys[now - back] == self.keys[now] {
                before += 1;
                // Strictly after the root: the root itself may have to be left again.
                if back < ply.index() || before == 2 {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::FakeLetters;

    /// Walks the keys below a root with the key 1 and says of each whether it is a repetition.
    fn repetitions(keys: &[u64], reach: usize) -> Vec<bool> {
        let mut path = Path::default();
        path.begin(&Game::new(FakeLetters::start()));
        let walk = keys.iter().zip(1..).map(|(&key, ply)| {
            path.push(key);
            path.is_repetition(reach, Ply::new(ply))
        });
        walk.collect()
    }

    #[test]
    fn the_root_may_come_again_once_and_what_came_after_it_may_not() {
        assert_eq!(FakeLetters::start().key(), 1, "the key of the root");
        let round = [2, 3, 4, 1, 2];
        assert_eq!(repetitions(&round, 100), [false, false, false, false, true]);
        let twice = [2, 3, 4, 1, 5, 6, 7, 1];
        assert!(repetitions(&twice, 100)[7], "the third time is a draw at the root too");
    }

    #[test]
    fn nothing_is_repeated_across_a_move_that_cannot_be_taken_back() {
        let round = [2, 3, 4, 5, 2];
        assert!(repetitions(&round, 4)[4] && !repetitions(&round, 3)[4]);
    }

    #[test]
    fn a_position_that_is_left_is_forgotten() {
        let mut path = Path::default();
        path.begin(&Game::new(FakeLetters::start()));
        for key in [2, 3, 4, 5, 9] {
            path.push(key);
        }
        path.pop();
        path.push(2);
        assert!(path.is_repetition(100, Ply::new(5)));
    }
}
