//! What a score means for the result of a game of chess, in the unit in which scores are shown.
//! (Draughts has a curve of its own in the reviewer: its protocols show no such thing.)

use damier_core::Score;

/// The score with which half of the games are won: that is how scores are shown.
const EVEN_CHANCE: f64 = 100.0;
/// How many points it takes to change the odds by a factor of e: the most likely number for 14
/// thousand positions of games with the hand-written evaluation and 8000 nodes a move. Faster games
/// are less certain.
const SPREAD: f64 = 60.0;

/// Wins, draws and losses of the side to move that a score lets expect, in thousandths; they sum to
/// 1000. A proved score leaves no doubt.
pub fn expectation(score: Score) -> [u16; 3] {
    if score.is_win() {
        return [1000, 0, 0];
    }
    if score.is_loss() {
        return [0, 0, 1000];
    }
    let wins = |value: i32| {
        let odds = ((EVEN_CHANCE - f64::from(value)) / SPREAD).exp();
        (1000.0 / (1.0 + odds)).round() as u16
    };
    // The chance of a loss is a small part of what a win leaves, so rounding cannot make the two
    // exceed the whole.
    let (win, loss) = (wins(score.value()), wins(-score.value()));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::Ply;

    #[test]
    fn the_three_parts_always_make_a_whole() {
        for value in -3000..=3000 {
            let score = Score::from_evaluation(value);
            let [win, draw, loss] = expectation(score);
            assert_eq!(win + draw + loss, 1000, "{value}");
            assert_eq!(expectation(-score), [loss, draw, win], "{value}");
        }
        assert_eq!(expectation(Score::mate_in(Ply::new(3))), [1000, 0, 0]);
        assert_eq!(expectation(-Score::table_win_in(Ply::new(3))), [0, 0, 1000]);
    }
}
