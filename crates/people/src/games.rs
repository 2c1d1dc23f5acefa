//! Games of people: what a file says of them.

use crate::features::{Pool, Setting};
use damier_chess::{Move, Position, Side};
use damier_records::Reader;
use std::io::{self, BufRead};

/// A game between rated people.
#[derive(Clone, Debug)]
pub struct HumanGame {
    /// Its number in the file, from 0: games are held out by it.
    pub number: usize,
    /// White's and Black's rating, on lichess's scale.
    pub ratings: [i32; 2],
    /// Where it was played.
    pub pool: Pool,
    /// Seconds on each clock at the start.
    pub seconds: u32,
    /// The position in which it begins.
    pub start: Position,
    /// Its moves.
    pub moves: Vec<Move>,
}

impl HumanGame {
    /// The game as the player of a side sees it.
    pub fn setting(&self, side: Side) -> Setting {
        Setting {
            rating: self.ratings[side.index()],
            opponent: self.ratings[(!side).index()],
            pool: self.pool,
            seconds: self.seconds,
        }
    }

    /// Whether it is one that labels are judged by: on lichess, with three minutes or more.
    pub fn is_judged(&self) -> bool {
        self.pool == Pool::Lichess && self.seconds >= 180
    }
}

/// The rating on lichess of a player who has this one on FICS: an estimate (1000 is 1300 there,
/// 2000 is 2080). The model is told the pool too, and corrects what is wrong with it by itself.
pub fn lichess_rating(fics: i32) -> i32 {
    FICS_BASE + fics * FICS_SLOPE / 100
}

const FICS_BASE: i32 = 520;
const FICS_SLOPE: i32 = 78;

/// Reads the games of a file that have two ratings and a time control. Ratings of players whose
/// event is `FICS` are mapped to lichess's.
pub fn read(input: impl BufRead) -> io::Result<Vec<HumanGame>> {
    let mut games = Vec::new();
    for (number, reading) in Reader::<Position, _>::new(input).enumerate() {
        let record = reading?.record;
        let tag = |name: &str| record.tags.get(name).unwrap_or_default();
        let pool = if tag("Event") == "FICS" { Pool::Fics } else { Pool::Lichess };
        let rating = |name: &str| tag(name).parse::<i32>().ok().filter(|rating| *rating > 0);
        let (Some(white), Some(black)) = (rating("WhiteElo"), rating("BlackElo")) else { continue };
        let seconds = tag("TimeControl").split('+').next().and_then(|base| base.parse().ok());
        let Some(seconds) = seconds else { continue };
        let ratings = match pool {
            Pool::Lichess => [white, black],
            Pool::Fics => [white, black].map(lichess_rating),
        };
        let moves = record.to_game().moves().collect();
        let start = record.start().clone();
        games.push(HumanGame { number, ratings, pool, seconds, start, moves });
    }
    Ok(games)
}
