//! What the games of a tuning say so far.

use crate::journal::TuneGame;
use crate::parameter::Parameter;
use crate::spsa::{Spsa, Trial};
use damier_arena::Known;
use std::collections::HashMap;
use std::ops::Range;

/// How games of `plus` against `minus` ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CourseTally {
    /// Won by `plus`.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by `plus`.
    pub losses: u64,
    /// Those among them that a misbehaving engine lost.
    pub faults: u64,
}

impl CourseTally {
    fn add(&mut self, game: &TuneGame) {
        match game.lead {
            1.. => self.wins += 1,
            0 => self.draws += 1,
            ..0 => self.losses += 1,
        }
        self.faults += u64::from(game.fault.is_some());
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn lead(&self) -> i64 {
        self.wins as i64 - self.losses as i64
    }
}

/// A tuning as far as it is known. The values are a function of the results, in whatever order the
/// games of an iteration end.
#[derive(Clone, Debug)]
pub struct Course {
    spsa: Spsa,
    /// The values before each iteration that is begun or finished, and after the last.
    values: Vec<Vec<f64>>,
    /// What the iteration under way tries.
    trial: Trial,
    /// Its games so far.
    known: HashMap<u64, Known>,
    current: CourseTally,
    last: CourseTally,
    all: CourseTally,
}

impl Course {
    /// A tuning without a game.
    pub fn new(spsa: Spsa) -> Self {
        let start = spsa.start();
        let trial = spsa.trial(0, &start);
        let [current, last, all] = [CourseTally::default(); 3];
        Self { spsa, values: vec![start], trial, known: HashMap::new(), current, last, all }
    }

    /// What is tuned, and how.
    pub fn spsa(&self) -> &Spsa {
        &self.spsa
    }

    /// Iterations that are finished.
    pub fn iteration(&self) -> u64 {
        self.values.len() as u64 - 1
    }

    /// Whether all are.
    pub fn is_finished(&self) -> bool {
        self.iteration() >= self.spsa.iterations
    }

    /// The values at the start and after each finished iteration.
    pub fn values(&self) -> &[Vec<f64>] {
        &self.values
    }

    /// What is tuned, with the value that it has now.
    pub fn found(&self) -> impl Iterator<Item = (&Parameter, f64)> {
        let now = self.values.last().into_iter().flatten();
        self.spsa.parameters.iter().zip(now.copied())
    }

    /// What the iteration under way tries.
    pub fn trial(&self) -> &Trial {
        &self.trial
    }

    /// The pairs of games that the iteration under way plays.
    pub fn pairs(&self) -> Range<u64> {
        let first = self.iteration() * self.spsa.pairs;
        first..if self.is_finished() { first } else { first + self.spsa.pairs }
    }

    /// Those of its games that are played.
    pub(crate) fn known(&self) -> HashMap<u64, Known> {
        self.known.clone()
    }

    /// How all games ended.
    pub fn tally(&self) -> CourseTally {
        self.all
    }

    /// How the games of the last finished iteration ended.
    pub fn last_tally(&self) -> CourseTally {
        self.last
    }

    /// Takes note of a game. After the last of an iteration the values move. Refuses what is no
    /// game of the iteration under way, and then changes nothing.
    pub fn add(&mut self, game: &TuneGame) -> Result<(), String> {
        let pairs = self.pairs();
        if !pairs.contains(&game.pair) {
            let expected = match pairs.is_empty() {
                true => "all games are played".to_owned(),
                false => format!("this is the turn of pairs {} to {}", pairs.start, pairs.end - 1),
            };
            return Err(format!("a game of pair {} cannot come here: {expected}", game.pair));
        }
        let is_played = &mut self.known.entry(game.pair).or_default().is_played;
        is_played[usize::from(!game.plus_is_white)] = true;
        self.current.add(game);
        self.all.add(game);
        if self.current.games() == 2 * self.spsa.pairs {
            self.advance();
        }
        Ok(())
    }

    fn advance(&mut self) {
        let iteration = self.iteration();
        let mut values = self.values[iteration as usize].clone();
        self.spsa.follow(iteration, &mut values, &self.trial.signs, self.current.lead());
        self.trial = self.spsa.trial(iteration + 1, &values);
        self.values.push(values);
        self.known.clear();
        self.last = std::mem::take(&mut self.current);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::NumberKind;

    fn course() -> Course {
        let name = "x".to_owned();
        let x =
            Parameter { name, kind: NumberKind::Real, start: 5.0, min: 0.0, max: 9.0, step: 1.0 };
        Course::new(Spsa { parameters: vec![x], iterations: 2, pairs: 2, rate: 0.1, seed: 1 })
    }

    fn game(pair: u64, plus_is_white: bool, lead: i8) -> TuneGame {
        TuneGame { pair, plus_is_white, lead, fault: None }
    }

    #[test]
    fn values_follow_the_winner_after_the_last_game_in_any_order() {
        let games = [game(0, true, 1), game(0, false, 1), game(1, true, 0), game(1, false, -1)];
        let mut forwards = course();
        let sign = forwards.trial().signs[0];
        games.iter().for_each(|game| forwards.add(game).unwrap());
        let mut backwards = course();
        for (count, game) in games.iter().rev().enumerate() {
            assert_eq!(backwards.iteration(), 0, "after {count} games");
            backwards.add(game).unwrap();
        }
        assert_eq!(forwards.values(), backwards.values());
        assert_eq!(forwards.iteration(), 1);
        let moved = forwards.values()[1][0] - 5.0;
        assert!(moved * sign > 0.05, "{moved} with sign {sign}");
        assert_eq!(forwards.last_tally(), CourseTally { wins: 2, draws: 1, losses: 1, faults: 0 });
        assert_eq!(forwards.pairs(), 2..4);
    }

    #[test]
    fn games_of_other_iterations_are_refused() {
        let mut course = course();
        let error = course.add(&game(2, true, 1)).unwrap_err();
        assert!(error.contains("this is the turn of pairs 0 to 1"), "{error}");
        for pair in 0..4 {
            [true, false].iter().for_each(|&white| course.add(&game(pair, white, 0)).unwrap());
        }
        assert!(course.is_finished());
        let error = course.add(&game(4, true, 1)).unwrap_err();
        assert!(error.contains("all games are played"), "{error}");
        assert_eq!(course.tally().games(), 8);
    }
}
