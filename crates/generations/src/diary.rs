//! What a run has found: one row a generation, for people and for the next run.

use damier_arena::statistics::{PairCounts, estimate};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// All generations so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diary {
    /// The game.
    pub game: String,
    /// One after the other.
    pub generations: Vec<Generation>,
}

/// One generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// New games.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Nodes for a move in them.
    pub nodes: u64,
    /// The shape of the network.
    pub shape: String,
    /// Positions that were learnt from, each as often as it was.
    pub samples: u64,
    /// The last loss on what was learnt from.
    pub loss: f32,
    /// The last loss on other games.
    pub examined: f32,
    /// Against the champion of the time.
    pub trial: MatchScore,
    /// Whether the candidate became the champion.
    pub is_kept: bool,
    /// A new champion against the first network of the run.
    pub reference: Option<MatchScore>,
}

/// What a match gave, for the candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchScore {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by what they gave, from nothing to two points.
    pub pairs: PairCounts,
}

impl MatchScore {
    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Wins, draws and losses, and the difference in Elo with its interval.
    pub fn to_text(&self) -> String {
        let Self { wins, draws, losses, pairs } = self;
        let mut text = format!("+{wins} ={draws} -{losses}");
        if let Some(found) = estimate(pairs) {
            let half = (found.elo_high - found.elo_low) / 2.0;
            let _ = write!(text, ", {:+.0} ± {half:.0}", found.elo);
        }
        text
    }
}

impl Diary {
    /// A table in Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = format!(
            "# {}\n\n\
             | | games | positions | nodes | shape | samples | loss | examined \
             | against the champion | kept | against the first |\n\
             |---|---|---|---|---|---|---|---|---|---|---|\n",
            self.game
        );
        for row in &self.generations {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} | {:.5} | {:.5} | {} | {} | {} |",
                row.number,
                row.games,
                row.positions,
                row.nodes,
                row.shape,
                row.samples,
                row.loss,
                row.examined,
                row.trial.to_text(),
                if row.is_kept { "yes" } else { "no" },
                row.reference.map_or_else(String::new, |score| score.to_text()),
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diary_is_a_table_and_comes_back() {
        let trial = MatchScore { wins: 30, draws: 40, losses: 30, pairs: [5, 10, 20, 10, 5] };
        let row = Generation {
            number: 1,
            games: 100,
            positions: 9000,
            nodes: 200,
            shape: "pieces x 64".into(),
            samples: 50_000,
            loss: 0.0123,
            examined: 0.0145,
            trial,
            is_kept: false,
            reference: None,
        };
        let kept = Generation { number: 2, is_kept: true, reference: Some(trial), ..row.clone() };
        let generations = vec![row, kept];
        let diary = Diary { game: "chess".into(), generations };
        let text = diary.to_markdown();
        let row =
            "| 1 | 100 | 9000 | 200 | pieces x 64 | 50000 | 0.01230 | 0.01450 | +30 =40 -30, ";
        assert!(text.contains(row), "{text}");
        assert_eq!(text.matches("| yes |").count(), 1);
        let json = serde_json::to_string(&diary).unwrap();
        assert_eq!(serde_json::from_str::<Diary>(&json).unwrap(), diary);
    }
}
