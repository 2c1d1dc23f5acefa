//! The evaluation of one position, term by term, for people.

use crate::evaluation::network::{Network, NetworkEvaluator};
use crate::evaluation::{HandEvaluator, Judgement, Parameters, Term};
use damier_chess::{Position, Side};
use damier_core::Evaluate;
use std::fmt::Write;
use std::sync::Arc;

/// A table of named terms, in hundredths of a pawn, and what the engine plays by. The last column
/// adds up exactly to the evaluation, seen from White. The terms have the weights of the judgement
/// if it has any, else the tuned ones.
pub(crate) fn explain(
    position: &Position,
    network: Option<&Arc<Network>>,
    judgement: &Judgement,
) -> String {
    let mut evaluator = match &judgement.terms {
        Some(parameters) => HandEvaluator::new(Parameters::clone(parameters)),
        None => HandEvaluator::default(),
    };
    evaluator.prepare(position);
    let breakdown = evaluator.explain(position);
    let mut text = format!("{:<18} {:>7} {:>7} {:>7}\n", "Term", "White", "Black", "Total");
    for term in Term::ALL {
        let [white, black] = Side::ALL.map(|side| breakdown.of_side(term, side));
        let total = breakdown.of(term);
        let _ = writeln!(text, "{:<18} {white:>7} {black:>7} {total:>+7}", term.name());
    }
    let _ = writeln!(text, "{:<34} {:>+7}", "All terms, for White", breakdown.total());
    if position.is_check() {
        text.push_str("The side to move is in check: a search would not rely on this.\n");
    }
    match (&judgement.terms, network) {
        (None, Some(network)) => {
            let _ = writeln!(
                text,
                "The engine plays by its network, which says {:+} for White; \
                 with +100 one game of two is won.",
                NetworkEvaluator::for_white(network, position)
            );
        }
        (None, None) => text.push_str("The engine plays by these terms.\n"),
        (Some(_), _) => {
            text.push_str("The engine plays by these terms, with weights of its own.\n");
        }
    }
    text.push_str(&judgement.noise.description());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::network;
    use damier_search::Noise;

    #[test]
    fn the_totals_of_the_table_add_up_to_the_evaluation() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        let position = Position::from_fen(fen).unwrap();
        let text = explain(&position, None, &Judgement::default());
        let totals: Vec<i32> = text
            .lines()
            .skip(1)
            .filter_map(|line| line.split_whitespace().last()?.parse().ok())
            .collect();
        let (&evaluation, terms) = totals.split_last().unwrap();
        assert_eq!(terms.iter().sum::<i32>(), evaluation, "{text}");
        let score = HandEvaluator::default().evaluate(&position);
        assert_eq!(evaluation, score.value(), "{text}");
    }

    #[test]
    fn the_last_lines_say_what_the_engine_plays_by() {
        let position = Position::start();
        let built_in = network::built_in();
        let own = Judgement { terms: Some(Arc::default()), ..Judgement::default() };
        let wrong = Judgement { noise: Noise { amplitude: 70, seed: 1 }, ..Judgement::default() };
        let of = |network, judgement: &Judgement| explain(&position, network, judgement);
        assert!(of(Some(&built_in), &Judgement::default()).contains("by its network, which says"));
        assert!(of(None, &Judgement::default()).ends_with("plays by these terms.\n"));
        assert!(of(Some(&built_in), &own).ends_with("with weights of its own.\n"));
        assert!(of(None, &wrong).ends_with("errs by up to 70 hundredths at this strength.\n"));
    }
}
