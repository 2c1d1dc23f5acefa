//! Who meets whom, how often, and with which opening: a pure function of a few numbers.

use damier_files::Shard;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchFormat {
    /// Every player meets every other. With two players this is a match.
    RoundRobin,
    /// The first player meets each of the others.
    Gauntlet,
    /// Every player meets the one before and the one after: how a ladder is measured.
    Neighbours,
}

/// All pairs of games of a match or tournament, in the order in which they are begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    encounters: Vec<(usize, usize)>,
    /// Pairs of games between any two that meet.
    pairs: u64,
    /// The part of the pairs that is played here.
    shard: Shard,
}

/// Two games with one opening, colours swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Has White in the first game.
    pub first: usize,
    /// Has White in the second.
    pub second: usize,
    /// Which opening; all encounters have the same ones.
    pub opening: u64,
}

impl Schedule {
    /// The schedule of so many players, with so many pairs of games between any two that meet.
    pub fn new(format: MatchFormat, players: usize, pairs: u64) -> Self {
        let all =
            (0..players).flat_map(|first| (first + 1..players).map(move |second| (first, second)));
        let meets = |&(first, second): &(usize, usize)| match format {
            MatchFormat::RoundRobin => true,
            MatchFormat::Gauntlet => first == 0,
            MatchFormat::Neighbours => second == first + 1,
        };
        Self::of(all.filter(meets).collect(), pairs)
    }

    /// A schedule in which these meet, so many pairs of games each.
    pub fn of(encounters: Vec<(usize, usize)>, pairs: u64) -> Self {
        Self { encounters, pairs, shard: Shard::WHOLE }
    }

    /// One part of the schedule, for one of several machines. Pairs keep their numbers.
    #[must_use]
    pub fn part(self, shard: Shard) -> Self {
        Self { shard, ..self }
    }

    /// Whether the pair of games with this number belongs to the part that is played here.
    pub fn contains(&self, number: u64) -> bool {
        self.shard.contains(number as usize)
    }

    /// Everything that decides who meets whom in which pair of games, as text. How many there are
    /// does not.
    pub fn description(&self) -> String {
        let encounters = self.encounters.iter();
        let encounters = encounters.map(|(first, second)| format!("{first}-{second}"));
        encounters.collect::<Vec<_>>().join(" ")
    }

    /// All pairs of games, those of other parts included.
    pub fn pairs(&self) -> u64 {
        self.pairs * self.encounters.len() as u64
    }

    /// The games that are played here.
    pub fn games(&self) -> u64 {
        2 * self.shard.count_of(self.pairs())
    }

    /// A pair of games by its number, counted from 0. Round after round, so that a tournament that
    /// is broken off has treated all alike.
    pub fn pairing(&self, number: u64) -> Option<Pairing> {
        let encounters = self.encounters.len() as u64;
        let opening = number.checked_div(encounters).filter(|&round| round < self.pairs)?;
        let (first, second) = self.encounters[(number % encounters) as usize];
        Some(Pairing { first, second, opening })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(schedule: &Schedule) -> Vec<(usize, usize, u64)> {
        let pairings = (0..).map_while(|number| schedule.pairing(number));
        pairings.map(|Pairing { first, second, opening }| (first, second, opening)).collect()
    }

    #[test]
    fn a_match_is_a_tournament_of_two() {
        let schedule = Schedule::new(MatchFormat::RoundRobin, 2, 3);
        assert_eq!(all(&schedule), [(0, 1, 0), (0, 1, 1), (0, 1, 2)]);
        assert_eq!(schedule.games(), 6);
        assert_eq!(schedule, Schedule::new(MatchFormat::Gauntlet, 2, 3));
    }

    #[test]
    fn everybody_meets_everybody_or_only_the_first() {
        let schedule = Schedule::new(MatchFormat::RoundRobin, 3, 2);
        let rounds = [(0, 1, 0), (0, 2, 0), (1, 2, 0), (0, 1, 1), (0, 2, 1), (1, 2, 1)];
        assert_eq!(all(&schedule), rounds);
        let gauntlet = Schedule::new(MatchFormat::Gauntlet, 4, 1);
        assert_eq!(all(&gauntlet), [(0, 1, 0), (0, 2, 0), (0, 3, 0)]);
        assert_eq!(all(&Schedule::new(MatchFormat::RoundRobin, 1, 9)), []);
        assert_eq!(gauntlet.description(), "0-1 0-2 0-3");
        assert_eq!(schedule.description(), "0-1 0-2 1-2");
        assert_eq!(Schedule::new(MatchFormat::Neighbours, 4, 1).description(), "0-1 1-2 2-3");
    }

    #[test]
    fn parts_share_the_pairs() {
        let whole = Schedule::new(MatchFormat::RoundRobin, 3, 4);
        let parts = ["1/5", "2/5", "3/5", "4/5", "5/5"];
        let parts = parts.map(|part| whole.clone().part(part.parse().unwrap()));
        for pair in 0..whole.pairs() {
            assert_eq!(parts.iter().filter(|part| part.contains(pair)).count(), 1);
        }
        assert_eq!(parts.iter().map(Schedule::games).sum::<u64>(), whole.games());
        assert_eq!((parts[0].games(), parts[4].games()), (6, 4));
    }
}
