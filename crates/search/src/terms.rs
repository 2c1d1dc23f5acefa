//! The evaluation of one position, term by term, as a text for people.

use crate::Noise;
use std::fmt::{self, Display, Formatter, Write};

/// Named terms of an evaluation with what each is worth to White and to Black, in hundredths.
#[derive(Clone, Debug, Default)]
pub struct TermTable {
    /// The terms in their order.
    pub rows: Vec<(String, [i32; 2])>,
    /// Why a search would not rely on a judgement of this position, if it would not.
    pub caution: Option<&'static str>,
}

/// What an engine plays by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaysBy {
    /// A network, and what it says for White: with +100 one game of two is won.
    Network(i32),
    /// The terms of the table.
    Terms,
    /// The terms of the table with weights of somebody's own.
    OwnWeights,
}

impl TermTable {
    /// The table, the sum of its terms, and what the engine plays by. The last column adds up
    /// exactly.
    pub fn describe(&self, plays_by: PlaysBy, noise: Noise) -> String {
        let mut text = format!("{:<18} {:>7} {:>7} {:>7}\n", "Term", "White", "Black", "Total");
        let mut sum = 0;
        for (name, [white, black]) in &self.rows {
            let total = white - black;
            sum += total;
            let _ = writeln!(text, "{name:<18} {white:>7} {black:>7} {total:>+7}");
        }
        let _ = writeln!(text, "{:<34} {sum:>+7}", "All terms, for White");
        if let Some(caution) = self.caution {
            let _ = writeln!(text, "{caution}: a search would not rely on this.");
        }
        let _ = writeln!(text, "The engine plays by {plays_by}.");
        text.push_str(&noise.description());
        text
    }
}

impl Display for PlaysBy {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self {
            Self::Network(score) => {
                write!(out, "its network, which says {score:+} for White; ")?;
                out.write_str("with +100 one game of two is won")
            }
            Self::Terms => out.write_str("these terms"),
            Self::OwnWeights => out.write_str("these terms, with weights of its own"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_say_what_the_engine_plays_by() {
        let table = TermTable { rows: vec![("men".to_owned(), [300, 250])], caution: None };
        let (exact, wrong) = (Noise::default(), Noise { amplitude: 70, seed: 1 });
        let network = table.describe(PlaysBy::Network(-12), exact);
        assert!(network.contains("by its network, which says -12 for White"), "{network}");
        assert!(network.contains("+50\n"), "{network}");
        assert!(table.describe(PlaysBy::Terms, exact).ends_with("plays by these terms.\n"));
        let own = table.describe(PlaysBy::OwnWeights, exact);
        assert!(own.ends_with("with weights of its own.\n"), "{own}");
        let text = table.describe(PlaysBy::Terms, wrong);
        assert!(text.ends_with("errs by up to 70 hundredths at this strength.\n"), "{text}");
    }

    #[test]
    fn a_position_that_is_not_calm_is_said_to_be_none() {
        let table = TermTable { caution: Some("There is a check"), ..TermTable::default() };
        let text = table.describe(PlaysBy::Terms, Noise::default());
        assert!(text.contains("\nThere is a check: a search would not rely on this.\n"), "{text}");
    }
}
