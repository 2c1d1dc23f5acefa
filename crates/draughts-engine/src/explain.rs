//! The evaluation of one position, term by term, for people.

use crate::evaluation::network::{self, NetworkEvaluator};
use crate::evaluation::{HandEvaluator, Term};
use damier_core::Evaluate;
use damier_draughts::{Position, Side};
use std::fmt::Write;

/// A table of what the hand-written evaluation sees, in hundredths of a man. The last column adds
/// up exactly to the evaluation, seen from White.
pub fn explain(position: &Position) -> String {
    let breakdown = HandEvaluator.explain(position);
    let mut text = format!("{:<18} {:>7} {:>7} {:>7}\n", "Term", "White", "Black", "Total");
    for term in Term::ALL {
        let [white, black] = Side::ALL.map(|side| breakdown.of_side(term, side));
        let total = breakdown.of(term);
        let _ = writeln!(text, "{:<18} {white:>7} {black:>7} {total:>+7}", term.name());
    }
    let _ = writeln!(text, "{:<34} {:>+7}", "Hand-written, for White", breakdown.total());
    if position.can_capture(position.side_to_move()) {
        text.push_str("The side to move must capture: a search would not rely on this.\n");
    }
    let _ = writeln!(
        text,
        "The engine plays by its network, which says {:+} for White; with +100 one game of two is won.",
        learned(position)
    );
    text
}

/// What the network that comes with the program says of the position, for White.
fn learned(position: &Position) -> i32 {
    let network = network::built_in();
    let half = network.units().half;
    let mut evaluator = NetworkEvaluator::new(network);
    evaluator.prepare(position);
    let value = evaluator.evaluate(position).in_hundredths_of(half).value();
    if position.side_to_move() == Side::White { value } else { -value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_totals_of_the_table_add_up_to_the_evaluation() {
        let position = Position::from_fen("W:W27,28,32,33,38,K46:B12,13,18,19,24,K5").unwrap();
        let text = explain(&position);
        let totals: Vec<i32> = text
            .lines()
            .skip(1)
            .filter_map(|line| line.split_whitespace().last()?.parse().ok())
            .collect();
        let (&evaluation, terms) = totals.split_last().unwrap();
        assert_eq!(terms.len(), Term::ALL.len());
        assert_eq!(terms.iter().sum::<i32>(), evaluation, "{text}");
        assert_eq!(evaluation, HandEvaluator.evaluate(&position).value(), "{text}");
    }
}
