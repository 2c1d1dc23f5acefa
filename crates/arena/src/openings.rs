//! Positions to begin games with: varied, repeatable, and fair enough to be worth a game.

use crate::contestant::Player;
use damier_chess::{Epd, EpdError, Position};
use damier_chess_engine::openings::after_random_plies;
use damier_core::random::Random;
use damier_core::{Depth, Game};
use damier_protocol::client::ClientError;
use damier_search::Limits;
use std::time::{Duration, Instant};

/// Random moves from the start position.
const RANDOM_PLIES: usize = 8;
/// What an engine may spend to judge an opening. The depth is for engines that do not count nodes.
const JUDGED_NODES: u64 = 2000;
const JUDGED_DEPTH: Depth = Depth::new(10);
const JUDGED_TIME: Duration = Duration::from_secs(10);
/// After so many lopsided positions the next one is taken as it is.
const ATTEMPTS: usize = 100;

/// Where openings come from.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Random moves, kept if engine A finds the position balanced.
    Random {
        /// Decides all moves.
        seed: u64,
        /// The largest advantage of either side in hundredths of a pawn; `None` if none is too large.
        balance: Option<i32>,
    },
    /// A list, in its shuffled order, over and over.
    List(Vec<Position>),
}

/// A list of openings that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// No position.
    #[error("line {line}: {reason}")]
    Line {
        /// Where, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: EpdError,
    },
    /// A position without a game.
    #[error("line {line}: the game is over in this position")]
    Over {
        /// Where, counted from 1.
        line: usize,
    },
    /// Nothing at all.
    #[error("there are no positions in it")]
    Empty,
}

impl Openings {
    /// Reads a list of FEN or EPD lines and shuffles it.
    pub fn from_text(text: &str, seed: u64) -> Result<Self, OpeningsError> {
        let mut positions = Vec::new();
        for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let epd =
                Epd::from_line(text).map_err(|reason| OpeningsError::Line { line, reason })?;
            if epd.position.ending(1).is_some() {
                return Err(OpeningsError::Over { line });
            }
            positions.push(epd.position);
        }
        if positions.is_empty() {
            return Err(OpeningsError::Empty);
        }
        let mut random = Random::new(seed);
        for last in (1..positions.len()).rev() {
            positions.swap(last, random.below(last + 1));
        }
        Ok(Self::List(positions))
    }

    /// Everything that decides which openings are played, as text.
    pub fn description(&self) -> String {
        match self {
            Self::Random { seed, balance: Some(balance) } => {
                format!("random with seed {seed}, advantage up to {balance}")
            }
            Self::Random { seed, balance: None } => format!("random with seed {seed}"),
            Self::List(positions) => {
                let keys = positions.iter().map(Position::key);
                let print = keys.fold(0u64, |print, key| print.rotate_left(1) ^ key);
                format!("a list of {}, fingerprint {print:016x}", positions.len())
            }
        }
    }

    /// The opening of a pair of games. `judge` tells how far ahead one side is, in hundredths of a
    /// pawn; what it does not know is taken for balanced.
    pub fn choose(&self, pair: u64, mut judge: impl FnMut(&Position) -> Option<i32>) -> Position {
        match self {
            Self::List(positions) => positions[(pair % positions.len() as u64) as usize].clone(),
            Self::Random { seed, balance } => {
                // A generator of its own for each pair: it does not matter who plays which first.
                let mut random = Random::new(Random::new(seed ^ pair.rotate_left(32)).next_bits());
                let mut position = random_position(&mut random);
                if let Some(balance) = balance {
                    for _ in 1..ATTEMPTS {
                        if judge(&position).is_none_or(|score| score.abs() <= *balance) {
                            break;
                        }
                        position = random_position(&mut random);
                    }
                }
                position
            }
        }
    }
}

fn random_position(random: &mut Random) -> Position {
    loop {
        if let Some(position) = after_random_plies(Position::start(), RANDOM_PLIES, random) {
            return position;
        }
    }
}

/// Asks an engine how far ahead the side to move is.
pub fn judge(player: &mut dyn Player, position: &Position) -> Result<Option<i32>, ClientError> {
    let limits =
        Limits { nodes: Some(JUDGED_NODES), depth: Some(JUDGED_DEPTH), ..Limits::default() };
    // What it learnt from other positions must not matter, or the openings would depend on the order.
    player.new_game()?;
    player.go(&Game::new(position.clone()), &limits, false)?;
    let reply = player.wait(Instant::now() + JUDGED_TIME)?;
    Ok(reply.report.map(|report| report.score.value()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_are_repeatable_and_varied() {
        let openings = Openings::Random { seed: 1, balance: Some(100) };
        let of = |pair| openings.choose(pair, |_| None).to_fen();
        assert_eq!(of(3), of(3));
        assert_ne!(of(3), of(4));
        assert!(of(0).contains(" w ") && of(0).ends_with(" 5"), "eight plies: {}", of(0));
        let mut asked = 0;
        let position = openings.choose(0, |_| {
            asked += 1;
            Some(if asked < 5 { 101 } else { -100 })
        });
        assert_eq!(asked, 5);
        assert_ne!(position.to_fen(), of(0));
    }

    #[test]
    fn lists_are_shuffled_and_come_round() {
        let fens = ["4k3/8/8/8/8/8/8/R3K3 w - -", "4k3/8/8/8/8/8/8/1R2K3 b - - 0 1", "# no"];
        let openings = Openings::from_text(&fens.join("\n"), 1).unwrap();
        let of = |pair| openings.choose(pair, |_| None);
        assert_eq!(of(0), of(2));
        assert_ne!(of(0), of(1));
        let error = Openings::from_text("\nrubbish", 1).unwrap_err().to_string();
        assert!(error.starts_with("line 2: "), "{error}");
        assert_eq!(Openings::from_text("\n\n", 1).unwrap_err(), OpeningsError::Empty);
        let over = Openings::from_text("4k3/8/8/8/8/8/8/4K3 w - -", 1).unwrap_err();
        assert_eq!(over, OpeningsError::Over { line: 1 });
    }
}
