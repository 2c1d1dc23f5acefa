//! What a match or tournament came to, as values; `text` and `csv` write them down.

mod csv;
mod text;

pub(crate) use text::elo_text;

use super::outputs::ArenaOutputs;
use damier_arena::Standing;
use damier_arena::ratings::{self, Encounter};
use damier_arena::standing::{Faults, Tally};
use damier_arena::statistics::{Estimate, PairCounts, Sprt, SprtDecision, estimate};
use damier_pictures::RatingRow;
use serde::Serialize;

/// What a game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Points {
    pub(super) win: f64,
    pub(super) draw: f64,
    pub(super) loss: f64,
}

impl Points {
    fn of(self, tally: Tally) -> f64 {
        let sum = |count: u64, worth: f64| count as f64 * worth;
        sum(tally.wins, self.win) + sum(tally.draws, self.draw) + sum(tally.losses, self.loss)
    }
}

/// What there is to say in the end.
#[derive(Serialize)]
pub(crate) struct Summary {
    game: &'static str,
    games: u64,
    points: Option<Points>,
    /// In the order of the table.
    players: Vec<PlayerSummary>,
    encounters: Vec<EncounterSummary>,
    sprt: Option<SprtSummary>,
}

#[derive(Serialize)]
struct PlayerSummary {
    rank: usize,
    name: String,
    pace: String,
    games: u64,
    #[serde(flatten)]
    tally: Tally,
    points: f64,
    score: f64,
    draw_ratio: f64,
    with_white: Tally,
    /// Compared with the average of all; `None` for one that played no game.
    elo: Option<f64>,
    /// Half the width of the 95 % interval.
    elo_margin: Option<f64>,
    #[serde(flatten)]
    faults: Faults,
    average_depth: Option<f64>,
    nodes_per_second: Option<f64>,
    #[serde(skip)]
    place: usize,
}

#[derive(Serialize)]
struct EncounterSummary {
    first: String,
    second: String,
    games: u64,
    #[serde(flatten)]
    tally: Tally,
    score: f64,
    /// Pairs in which the first had 0, ½, 1, 1½ and 2 points.
    pentanomial: PairCounts,
    /// From finished pairs.
    estimate: Option<Estimate>,
}

#[derive(Serialize)]
struct SprtSummary {
    #[serde(flatten)]
    test: Sprt,
    log_likelihood_ratio: f64,
    bounds: (f64, f64),
    verdict: SprtDecision,
}

impl Summary {
    pub(crate) fn of(
        game: &'static str,
        names: &[(String, String)],
        standing: &Standing,
        outputs: &ArenaOutputs,
    ) -> Self {
        let met: Vec<Encounter> = standing
            .encounters
            .iter()
            .map(|(&(first, second), sums)| Encounter { first, second, pairs: sums.pairs })
            .collect();
        let ratings = ratings::ratings(names.len(), &met);
        let worth = outputs.points.unwrap_or(Points { win: 1.0, draw: 0.5, loss: 0.0 });
        let mut players: Vec<PlayerSummary> = standing
            .players
            .iter()
            .zip(names)
            .zip(ratings)
            .enumerate()
            .map(|(place, ((sums, (name, pace)), rating))| PlayerSummary {
                rank: 0,
                name: name.clone(),
                pace: pace.clone(),
                games: sums.tally.games(),
                tally: sums.tally,
                points: worth.of(sums.tally),
                score: sums.tally.score(),
                draw_ratio: sums.tally.draw_ratio(),
                with_white: sums.with_white,
                elo: rating.elo,
                elo_margin: rating.elo.map(|_| rating.margin),
                faults: sums.faults,
                average_depth: sums.effort.average_depth(),
                nodes_per_second: sums.effort.nodes_per_second(),
                place,
            })
            .collect();
        // A gauntlet gives its first player most of the games: points count only between equals.
        let same_games = players.windows(2).all(|two| two[0].games == two[1].games);
        players.sort_by(|one, other| {
            let by_points = other.points.total_cmp(&one.points);
            let elo = |player: &PlayerSummary| player.elo.unwrap_or(f64::NEG_INFINITY);
            let by_elo = elo(other).total_cmp(&elo(one));
            let order = if same_games || outputs.points.is_some() {
                by_points.then(by_elo)
            } else {
                by_elo.then(by_points)
            };
            order.then(one.place.cmp(&other.place))
        });
        for (place, player) in players.iter_mut().enumerate() {
            player.rank = place + 1;
        }
        let encounters =
            standing.encounters.iter().map(|(&(first, second), sums)| EncounterSummary {
                first: names[first].0.clone(),
                second: names[second].0.clone(),
                games: sums.tally.games(),
                tally: sums.tally,
                score: sums.tally.score(),
                pentanomial: sums.pairs,
                estimate: estimate(&sums.pairs),
            });
        let pairs = standing.encounter(0, 1).pairs;
        Self {
            game,
            games: standing.games(),
            points: outputs.points,
            players,
            encounters: encounters.collect(),
            sprt: outputs.sprt().map(|test| SprtSummary {
                test,
                log_likelihood_ratio: test.log_likelihood_ratio(&pairs),
                bounds: test.bounds(),
                verdict: standing.decision.unwrap_or(SprtDecision::Open),
            }),
        }
    }

    pub(super) fn title(&self) -> String {
        match &self.encounters[..] {
            [only] => format!("{} against {}, {} games", only.first, only.second, self.games),
            _ => format!("{} players, {} games of {}", self.players.len(), self.games, self.game),
        }
    }

    pub(super) fn rating_title(&self) -> String {
        format!("{}: Elo above the average", self.title())
    }

    pub(super) fn rating_rows(&self) -> Vec<RatingRow> {
        let row = |player: &PlayerSummary| RatingRow {
            name: player.name.clone(),
            elo: player.elo,
            margin: player.elo_margin.unwrap_or(0.0),
            score: player.score,
            games: player.games,
        };
        self.players.iter().map(row).collect()
    }
}
