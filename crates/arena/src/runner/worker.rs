//! What a worker does: it takes one pair of games after the other, and has the players that it
//! needs.

use super::{ArenaError, Known, Match};
use crate::game::ArenaGame;
use crate::pace::GamePace;
use crate::player::Player;
use crate::record::GameRecord;
use crate::referee::{self, PlayedGame};
use crate::schedule::Pairing;
use damier_core::random::nth_bits;
use damier_files::today;
use damier_games::openings::OpeningJudge;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

/// The players that a worker has at hand: those of its last pair of games.
type Seated<G> = Vec<(usize, Box<dyn Player<G>>)>;

/// What workers share.
pub(super) struct Work<'a> {
    pub(super) known: &'a HashMap<u64, Known>,
    pub(super) next_pair: &'a AtomicU64,
    /// The first pair that is not to be played any more.
    pub(super) end_pair: u64,
    /// The match is decided.
    pub(super) is_over: &'a AtomicBool,
    /// The match is broken off.
    pub(super) end: &'a AtomicBool,
}

impl Work<'_> {
    fn is_ended(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.end.load(Ordering::Relaxed)
    }
}

impl<G: ArenaGame> Match<'_, G> {
    /// Plays pairs of games until there are no more.
    pub(super) fn work(
        &self,
        work: &Work,
        results: &SyncSender<Result<GameRecord, ArenaError>>,
    ) -> Result<(), ArenaError> {
        let mut seated: Seated<G> = Vec::new();
        let mut judge = OpeningJudge::default();
        let nothing = Known::default();
        loop {
            let pair = work.next_pair.fetch_add(1, Ordering::Relaxed);
            let pairing = self.plan.schedule.pairing(pair).filter(|_| pair < work.end_pair);
            let Some(pairing) = pairing else {
                return Ok(());
            };
            if !self.plan.schedule.contains(pair) {
                continue;
            }
            let Pairing { first, second, opening } = pairing;
            let known = work.known.get(&pair).unwrap_or(&nothing);
            let mut position = G::from_fen(&known.opening).ok();
            for (players, is_played) in
                [[first, second], [second, first]].iter().zip(known.is_played)
            {
                if is_played {
                    continue;
                }
                if work.is_ended() {
                    return Ok(());
                }
                self.seat(&mut seated, pairing, work.end)?;
                let position =
                    position.get_or_insert_with(|| self.openings.choose(opening, &mut judge));
                let Some(game) = self.game(pair, *players, position, &mut seated, work.end)? else {
                    return Ok(());
                };
                if results.send(Ok(game)).is_err() {
                    return Ok(());
                }
            }
        }
    }

    /// Has the two players of a pairing at hand, and no others.
    fn seat(
        &self,
        seated: &mut Seated<G>,
        pairing: Pairing,
        end: &AtomicBool,
    ) -> Result<(), ArenaError> {
        let wanted = [pairing.first, pairing.second];
        seated.retain(|(player, _)| wanted.contains(player));
        for player in wanted {
            if !seated.iter().any(|(other, _)| *other == player) {
                seated.push((player, self.restart(player, end)?));
            }
        }
        seated.sort_by_key(|(player, _)| *player);
        Ok(())
    }

    /// Plays a game between the players at hand; `None` if it was broken off.
    fn game(
        &self,
        pair: u64,
        players: [usize; 2],
        opening: &G,
        seated: &mut Seated<G>,
        end: &AtomicBool,
    ) -> Result<Option<GameRecord>, ArenaError> {
        for (player, seat) in seated.iter_mut() {
            // One that is not even ready gets a second chance as a new process; if that is no
            // better, it loses the game by its first move.
            let seed = game_seed(opening, pair, players, *player);
            if seat.new_game(seed).is_err() {
                *seat = self.restart(*player, end)?;
                let _ = seat.new_game(seed);
            }
        }
        let [(first, one), (second, other)] = seated.as_mut_slice() else {
            return Ok(None);
        };
        let mut table: [(&mut dyn Player<G>, GamePace); 2] =
            [(&mut **one, self.pace_of(*first)), (&mut **other, self.pace_of(*second))];
        if players[0] != *first {
            table.reverse();
        }
        let Some(played) = referee::play(table, &self.conduct, opening, end) else {
            return Ok(None);
        };
        // A player that misbehaved is replaced before the next game: this one is to be written down
        // first.
        for (player, is_broken) in players.into_iter().zip(played.is_broken) {
            seated.retain(|(seat, _)| *seat != player || !is_broken);
        }
        Ok(Some(record(pair, players, opening, played)))
    }
}

/// The seed of a player in a game: another one for each, and the same whenever the match is played.
fn game_seed<G: ArenaGame>(opening: &G, pair: u64, players: [usize; 2], player: usize) -> u64 {
    let [white, _] = players.map(|player| player as u64);
    [pair, white, player as u64].iter().fold(opening.key(), |seed, part| nth_bits(seed ^ part))
}

fn record<G: ArenaGame>(
    pair: u64,
    players: [usize; 2],
    opening: &G,
    played: PlayedGame<G>,
) -> GameRecord {
    let PlayedGame { game, notes, outcome, cause, detail, clocks, efforts, late_faults, .. } =
        played;
    let moves = game.past_positions().zip(game.moves());
    let moves: Vec<String> = moves.map(|(position, mv)| position.write_move(mv)).collect();
    let late_faults = late_faults.into_iter().map(|(side, fault)| (players[side.index()], fault));
    GameRecord {
        pair,
        players,
        date: today(),
        opening: opening.to_fen(),
        moves: moves.join(" "),
        notes,
        result: outcome.into(),
        cause,
        detail,
        clocks: clocks.map(|clock| clock.map(|time: Duration| time.as_millis() as u64)),
        efforts,
        late_faults: late_faults.collect(),
    }
}
