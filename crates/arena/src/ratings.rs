//! Ratings of several players from their encounters, for gauntlets and round robins.
//!
//! The model is that of Bradley and Terry: between two players the odds are 10 to the power of
//! their difference over 400, and a draw is half a win. The likeliest ratings are those with which
//! everyone is expected to score what they did score. As in [`statistics`](crate::statistics), the
//! pair of games is the unit of the error bars. Knows neither names nor formats. Start at
//! [`ratings`].

use crate::statistics::{NINETY_FIVE_PERCENT, PairCounts, mean, variance};
use serde::Serialize;
use std::f64::consts::LN_10;

/// Elo for one unit of the logarithm of the odds.
const ELO_PER_LOGIT: f64 = 400.0 / LN_10;

/// The least that the points of an encounter are taken to vary by, squared: one game ending half a
/// point off. Pairs that all ended alike show no spread, which does not mean that there is none.
const LEAST_VARIANCE: f64 = 0.25;

/// What two players did against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Encounter {
    /// The number of one player, from 0.
    pub first: usize,
    /// The number of the other.
    pub second: usize,
    /// Finished pairs by their points for `first`.
    pub pairs: PairCounts,
}

/// How a player did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo above the average of all rated players; `None` if nothing connects this player to them.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval; 0 without Elo.
    pub margin: f64,
}

/// An encounter as the model sees it. Players are numbered within their group here.
struct Bout {
    first: usize,
    second: usize,
    /// Games, with the imagined one.
    games: f64,
    /// Points of `first`, with half a point of the imagined game.
    points: f64,
    /// The variance of these points.
    variance: f64,
}

impl Bout {
    /// `None` if no pair was finished.
    fn new(first: usize, second: usize, pairs: &PairCounts) -> Option<Self> {
        let count = pairs.iter().sum::<u64>() as f64;
        if count == 0.0 {
            return None;
        }
        let shares = pairs.map(|pairs| pairs as f64 / count);
        let score = mean(&shares);
        // Scores are counted per game, so the points of a pair are twice as far apart.
        let variance = (count * 4.0 * variance(&shares, score)).max(LEAST_VARIANCE);
        let games = 2.0 * count;
        Some(Self { first, second, games: games + 1.0, points: games * score + 0.5, variance })
    }

    /// The score that the model expects of the first player.
    fn expected(&self, strengths: &[f64]) -> f64 {
        1.0 / (1.0 + (strengths[self.second] - strengths[self.first]).exp())
    }
}

/// Rates players, in the order of their numbers.
///
/// To each encounter that was played, one drawn game is added in imagination, so that who won or
/// lost everything has a finite rating too; it pulls all others a little towards each other.
///
/// Players whose encounters do not connect them cannot be compared. Only the largest group of
/// connected players is rated, among equal ones that of the player with the lowest number.
///
/// # Panics
/// If an encounter names a player twice, or one that is not below `players`.
pub fn ratings(players: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let mut ratings = vec![Rating { elo: None, margin: 0.0 }; players];
    let group = largest_group(players, encounters);
    let place = |player: usize| group.binary_search(&player).ok();
    let bouts: Vec<Bout> = encounters
        .iter()
        .filter_map(|encounter| {
            Bout::new(place(encounter.first)?, place(encounter.second)?, &encounter.pairs)
        })
        .collect();
    let strengths = likeliest_strengths(group.len(), &bouts);
    let inverse = inverse(information(&strengths, &bouts));
    for (place, &player) in group.iter().enumerate() {
        // The sandwich: how a rating answers to the points of a bout, squared, times their
        // variance.
        let response = |bout: &Bout| inverse[place][bout.first] - inverse[place][bout.second];
        let variance: f64 = bouts.iter().map(|bout| response(bout).powi(2) * bout.variance).sum();
        ratings[player].elo = Some(strengths[place] * ELO_PER_LOGIT);
        ratings[player].margin = NINETY_FIVE_PERCENT * variance.sqrt() * ELO_PER_LOGIT;
    }
    ratings
}

/// The players of the largest connected group in ascending order; none if no game was played.
fn largest_group(players: usize, encounters: &[Encounter]) -> Vec<usize> {
    // A group bears the number of its first player.
    let mut groups: Vec<usize> = (0..players).collect();
    for encounter in encounters.iter().filter(|encounter| encounter.pairs != [0; 5]) {
        let (one, other) = (groups[encounter.first], groups[encounter.second]);
        for group in groups.iter_mut().filter(|group| **group == one.max(other)) {
            *group = one.min(other);
        }
    }
    let members = |of: usize| (0..players).filter(|&player| groups[player] == of).collect();
    // The last of several greatest ones is taken, hence the order.
    let by_size = (0..players).rev().map(members).max_by_key(Vec::len);
    by_size.filter(|group| group.len() > 1).unwrap_or_default()
}

/// The strengths with the average 0 at which everyone is expected to have the points they have, as
/// logarithms of odds.
fn likeliest_strengths(players: usize, bouts: &[Bout]) -> Vec<f64> {
    let mut strengths = vec![0.0; players];
    // Ends long before, unless rounding keeps it from standing still.
    for _ in 0..1000 {
        let mut surplus = vec![0.0; players];
        for bout in bouts {
            let points = bout.points - bout.games * bout.expected(&strengths);
            surplus[bout.first] += points;
            surplus[bout.second] -= points;
        }
        let inverse = inverse(information(&strengths, bouts));
        let product = |row: &Vec<f64>| row.iter().zip(&surplus).map(|(a, b)| a * b).sum();
        let step: Vec<f64> = inverse.iter().map(product).collect();
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        // While no difference of two strengths changes by more than 1, the information of a bout
        // changes by less than a factor e, and so far a step of Newton's method never leads
        // downhill.
        let scale = (0.5 / longest).min(1.0);
        for (strength, part) in strengths.iter_mut().zip(&step) {
            *strength += scale * part;
        }
        if longest < 1e-12 {
            break;
        }
    }
    strengths
}

/// How fast the expected points of each player (row) change with the strength of each (column).
/// Only differences of strengths count, so a matrix of ones is added that keeps their sum where it
/// is; without it there would be no inverse.
fn information(strengths: &[f64], bouts: &[Bout]) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![1.0; strengths.len()]; strengths.len()];
    for bout in bouts {
        let expected = bout.expected(strengths);
        let rate = bout.games * expected * (1.0 - expected);
        matrix[bout.first][bout.first] += rate;
        matrix[bout.second][bout.second] += rate;
        matrix[bout.first][bout.second] -= rate;
        matrix[bout.second][bout.first] -= rate;
    }
    matrix
}

/// The inverse of a symmetric matrix whose quadratic form is positive, by Gauss and Jordan; such a
/// matrix needs no exchange of rows.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for pivot in 0..size {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot][pivot] = 1.0;
        for value in &mut matrix[pivot] {
            *value *= scale;
        }
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let factor = std::mem::replace(&mut row[pivot], 0.0);
            for (value, pivot_value) in row.iter_mut().zip(&pivot_row) {
                *value -= factor * pivot_value;
            }
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::tests::{near, random_result, tilted};
    use crate::statistics::{elo_from_score, estimate, score_from_elo};
    use damier_core::random::Random;

    fn encounter(first: usize, second: usize, pairs: PairCounts) -> Encounter {
        Encounter { first, second, pairs }
    }

    fn elo(rating: &Rating) -> f64 {
        rating.elo.unwrap()
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        // 11 of 20 points, with the imagined draw 11½ of 21.
        let found = ratings(2, &[encounter(0, 1, [1, 2, 3, 2, 2])]);
        near(elo(&found[0]) - elo(&found[1]), elo_from_score(11.5 / 21.0), 1e-9);
        near(elo(&found[0]) + elo(&found[1]), 0.0, 1e-9);
        // Points vary by 10 · 4 · 0.0975 = 3.9, and change by 21 · 0.547619 · 0.452381 = 5.202381
        // per unit of the difference, which is 173.7178 Elo. Either player has half of the
        // difference.
        near(found[0].margin, 1.959_964 * 3.9f64.sqrt() / 5.202_381 * 173.717_8 / 2.0, 1e-3);
        near(found[0].margin, found[1].margin, 1e-9);
    }

    #[test]
    fn in_a_long_match_the_error_bars_are_those_of_the_estimate() {
        let pairs = [500, 2400, 4000, 2500, 600];
        let found = ratings(2, &[encounter(1, 0, pairs)]);
        let expected = estimate(&pairs).unwrap();
        near(elo(&found[1]) - elo(&found[0]), expected.elo, 0.01);
        near(2.0 * found[0].margin, (expected.elo_high - expected.elo_low) / 2.0, 0.01);
    }

    #[test]
    fn three_players_agree_with_a_calculation_by_hand() {
        // With the imagined draw 10 of 15 twice and 12 of 15: odds of 2, 2 and 4, which fit
        // together. A factor of 2 in the odds is 400 · log10(2) = 120.412 Elo.
        let close = [0, 1, 2, 2, 2];
        let clear = [0, 0, 1, 3, 3];
        let games = [encounter(0, 1, close), encounter(1, 2, close), encounter(0, 2, clear)];
        let found = ratings(3, &games);
        near(elo(&found[0]), 120.412, 1e-3);
        near(elo(&found[1]), 0.0, 1e-9);
        near(elo(&found[2]), -120.412, 1e-3);
    }

    #[test]
    fn strength_carries_over_through_a_common_opponent() {
        let found =
            ratings(3, &[encounter(0, 1, [0, 1, 2, 2, 2]), encounter(2, 1, [2, 2, 2, 1, 0])]);
        near(elo(&found[0]) - elo(&found[2]), 2.0 * 120.412, 1e-3);
        // Who stands between the others is known best.
        assert!(found[1].margin < found[0].margin && found[1].margin < found[2].margin);
    }

    #[test]
    fn nobody_is_better_where_everyone_beats_another_equally() {
        let pairs = [1, 2, 5, 8, 4];
        let circle = [encounter(0, 1, pairs), encounter(1, 2, pairs), encounter(2, 0, pairs)];
        for rating in ratings(3, &circle) {
            near(elo(&rating), 0.0, 1e-9);
        }
    }

    #[test]
    fn it_does_not_matter_who_is_named_first_nor_in_which_order() {
        let games = [encounter(0, 1, [3, 2, 9, 1, 0]), encounter(1, 2, [0, 1, 4, 4, 2])];
        let turned = [encounter(2, 1, [2, 4, 4, 1, 0]), encounter(1, 0, [0, 1, 9, 2, 3])];
        for (one, other) in ratings(3, &games).iter().zip(&ratings(3, &turned)) {
            near(elo(one), elo(other), 1e-9);
            near(one.margin, other.margin, 1e-9);
        }
    }

    #[test]
    fn a_clean_sweep_stays_finite() {
        let found = ratings(2, &[encounter(0, 1, [0, 0, 0, 0, 50])]);
        let difference = elo(&found[0]) - elo(&found[1]);
        near(difference, elo_from_score(100.5 / 101.0), 1e-6);
        // At a true score of 97 %, or 604 Elo, a sweep of a hundred games has a chance of one in
        // 20.
        let low = difference - 2.0 * found[0].margin;
        assert!((500.0..700.0).contains(&low), "{low}");
        // Twenty players, each one beating all below without exception.
        let pairs = |first| (first + 1..20).map(move |second| (first, second));
        let games = (0..20).flat_map(pairs);
        let games: Vec<_> = games.map(|(a, b)| encounter(a, b, [0, 0, 0, 0, 500])).collect();
        let found = ratings(20, &games);
        assert!(found.windows(2).all(|two| elo(&two[0]) > elo(&two[1]) + 50.0), "{found:?}");
        assert!(found.iter().all(|rating| rating.margin.is_finite()), "{found:?}");
    }

    #[test]
    fn everyone_is_expected_to_score_what_they_did_however_lopsided_it_was() {
        // Full steps of Newton's method leave for infinity here.
        let games = [
            encounter(0, 1, [0, 0, 0, 0, 1]),
            encounter(0, 2, [0, 0, 0, 0, 500_000]),
            encounter(0, 4, [0, 0, 5, 0, 0]),
            encounter(1, 2, [0, 0, 0, 0, 500_000]),
            encounter(1, 3, [0, 0, 500_000, 0, 0]),
            encounter(1, 4, [1, 0, 0, 0, 0]),
            encounter(2, 3, [0, 0, 5, 0, 0]),
            encounter(2, 4, [0, 0, 0, 0, 1]),
            encounter(3, 4, [5000, 0, 0, 0, 0]),
        ];
        let found = ratings(5, &games);
        for (player, rating) in found.iter().enumerate() {
            let mut surplus = 0.0;
            for &Encounter { first, second, pairs, .. } in &games {
                let bout = Bout::new(first, second, &pairs).unwrap();
                let expected = score_from_elo(elo(&found[first]) - elo(&found[second]));
                let points = bout.points - bout.games * expected;
                surplus += if first == player { points } else { 0.0 };
                surplus -= if second == player { points } else { 0.0 };
            }
            assert!(
                surplus.abs() < 1e-6,
                "{player}: {surplus} points more than expected, {rating:?}"
            );
        }
    }

    #[test]
    fn draws_only_are_no_certainty() {
        let found = ratings(2, &[encounter(0, 1, [0, 0, 5, 0, 0])]);
        near(elo(&found[0]), 0.0, 1e-9);
        assert!(found[0].margin > 20.0, "{found:?}");
    }

    #[test]
    fn only_the_largest_group_is_rated() {
        let pairs = [1, 2, 5, 8, 4];
        let games = [
            encounter(1, 0, pairs),
            encounter(2, 4, pairs),
            encounter(3, 4, pairs),
            encounter(0, 2, [0; 5]),
        ];
        let found = ratings(6, &games);
        let rated: Vec<bool> = found.iter().map(|rating| rating.elo.is_some()).collect();
        assert_eq!(rated, [false, false, true, true, true, false]);
        near(found[2..5].iter().map(elo).sum(), 0.0, 1e-9);
        let equal = ratings(4, &[encounter(2, 3, pairs), encounter(1, 0, pairs)]);
        assert!(equal[0].elo.is_some() && equal[2].elo.is_none());
        assert_eq!(ratings(1, &[])[0].elo, None);
        assert!(ratings(0, &[]).is_empty());
    }

    #[test]
    fn error_bars_hold_the_true_rating_as_often_as_they_should() {
        // Openings that decide the game: most pairs are one point each. Error bars from single
        // games would be half as wide again here.
        let usual = [0.02, 0.13, 0.70, 0.13, 0.02];
        let truth: [f64; 4] = [90.0, 20.0, -30.0, -80.0];
        let mut random = Random::new(6);
        let (mut inside, rounds) = (0, 500_usize);
        for _ in 0..rounds {
            let mut games = Vec::new();
            for first in 0..4 {
                for second in first + 1..4 {
                    let score = score_from_elo(truth[first] - truth[second]);
                    let shares = tilted(&usual, mean, score);
                    let mut pairs = [0; 5];
                    for _ in 0..100 {
                        pairs[random_result(&mut random, &shares)] += 1;
                    }
                    games.push(encounter(first, second, pairs));
                }
            }
            let found = ratings(4, &games);
            let holds =
                |(rating, truth): &(&Rating, &f64)| (elo(rating) - **truth).abs() <= rating.margin;
            inside += found.iter().zip(&truth).filter(holds).count();
        }
        let share = inside as f64 / (4 * rounds) as f64;
        assert!((0.935..0.965).contains(&share), "{share}");
    }
}
