//! Openings for games that shall differ from each other: a few random moves, from a seed.

use damier_core::random::Random;
use damier_draughts::Position;

/// The position after some random moves; `None` if the game is over then or the side to move must
/// capture, since such a position is no fair beginning.
pub fn after_random_plies(start: Position, plies: usize, random: &mut Random) -> Option<Position> {
    let mut position = start;
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.play_unchecked(*random.pick(&moves));
    }
    let side = position.side_to_move();
    (position.has_legal_move() && !position.can_capture(side)).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_opening_every_time_and_others_give_others() {
        let of = |seed| after_random_plies(Position::start(), 8, &mut Random::new(seed));
        let openings: std::collections::HashSet<_> =
            (0..100).filter_map(of).map(|position| position.to_fen()).collect();
        assert!(openings.len() > 30, "{}", openings.len());
        assert_eq!(of(7), of(7));
        for position in (0..100).filter_map(of) {
            assert!(position.has_legal_move());
            assert!(!position.can_capture(position.side_to_move()));
        }
    }
}
