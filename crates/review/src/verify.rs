//! Whether a proved win is proved: no forced end of a game is told that was not played out on the
//! board and found a second time.

use crate::game::ReviewGame;
use damier_core::{Ending, Game, Outcome, Ply, Score, Side};
use damier_games::FileError;
use damier_reasons::Examiner;
use damier_reasons::{ScoredLine, end_of};
use damier_search::{Limits, Signals};
use std::sync::Arc;

/// Checks verdicts that claim to be proved.
pub(crate) struct Verifier<G: ReviewGame> {
    /// Another engine, which has not seen what the first one saw.
    second: Examiner<G>,
    tables: Option<G::Tables>,
}

/// What is left of a claim that cannot be verified: a large advantage.
const UNPROVED: i32 = 2000;
/// How often a line that stops short of its end is carried on.
const MOST_CONTINUATIONS: usize = 6;
pub(crate) const HASH_MEGABYTES: usize = 8;

impl<G: ReviewGame> Verifier<G> {
    pub(crate) fn new(tables: Option<&str>) -> Result<Self, FileError> {
        let mut second = Examiner::new(HASH_MEGABYTES);
        if let Some(folder) = tables {
            second.use_tables(folder)?;
        }
        Ok(Self { second, tables: tables.map(G::open_tables).transpose()? })
    }

    pub(crate) fn obey(&mut self, signals: &Arc<Signals>) {
        self.second.obey(signals);
    }

    /// The verdict with its line carried on to the end, or with a score that claims less.
    pub(crate) fn verified(
        &mut self,
        first: &mut Examiner<G>,
        game: &Game<G>,
        verdict: ScoredLine<G::Move>,
        limits: &Limits,
    ) -> ScoredLine<G::Move> {
        let verdict = self.looked_up(game, verdict);
        if !verdict.score.is_decisive() {
            return verdict;
        }
        let side = game.position().side_to_move();
        let winner = if verdict.score.is_win() { side } else { !side };
        let verified = match verdict.score.plies_to_mate() {
            Some(_) => self
                .carried_on(first, game, &verdict.line, winner, limits)
                .filter(|line| line.len() == 1 || self.is_found_again(game, line, winner, limits))
                // What is told is what was shown: the line may take longer than was thought.
                .map(|line| ScoredLine { score: end_in(line.len(), winner == side), line }),
            None => self.is_in_tables(game, &verdict.line, winner).then(|| verdict.clone()),
        };
        match verified {
            Some(verified) => verified,
            None => {
                let points = if winner == side { UNPROVED } else { -UNPROVED };
                ScoredLine { score: Score::from_evaluation(points), ..verdict }
            }
        }
    }

    /// The verdict with the score that tables have for the position after its first move, if they
    /// know it: what a search thinks of it is then no matter, unless it has seen the end.
    fn looked_up(&self, game: &Game<G>, verdict: ScoredLine<G::Move>) -> ScoredLine<G::Move> {
        let side = game.position().side_to_move();
        let known = || {
            let tables = self.tables.as_ref()?;
            let mut next = game.clone();
            next.play_unchecked(*verdict.line.first()?);
            Some(match G::look_up(tables, &next)? {
                Outcome::Draw => Score::DRAW,
                Outcome::Win(winner) if winner == side => Score::TABLE_WIN,
                Outcome::Win(_) => -Score::TABLE_WIN,
            })
        };
        match known() {
            Some(score) if !verdict.score.is_mate() => ScoredLine { score, ..verdict },
            _ => verdict,
        }
    }

    /// The line up to the end of the game; `None` if it does not get there.
    fn carried_on(
        &mut self,
        first: &mut Examiner<G>,
        game: &Game<G>,
        line: &[G::Move],
        winner: Side,
        limits: &Limits,
    ) -> Option<Vec<G::Move>> {
        let mut line = line.to_vec();
        for _ in 0..=MOST_CONTINUATIONS {
            let mut end = game.clone();
            line.iter().for_each(|&mv| end.play_unchecked(mv));
            if let Some(ending) = end.position().ending(1) {
                return (ending.outcome() == Outcome::Win(winner)).then_some(line);
            }
            let more = first.best(&end, Vec::new(), limits)?;
            let is_win = more.score.is_win() == (end.position().side_to_move() == winner);
            if !more.score.is_mate() || !is_win || more.line.is_empty() {
                return None;
            }
            line.extend(more.line);
        }
        None
    }

    /// Whether the second engine, starting afresh after the first move of a line, sees the game
    /// decided too.
    fn is_found_again(
        &mut self,
        game: &Game<G>,
        line: &[G::Move],
        winner: Side,
        limits: &Limits,
    ) -> bool {
        let mut next = game.clone();
        next.play_unchecked(line[0]);
        self.second.forget();
        let found = self.second.best(&next, Vec::new(), limits);
        found.is_some_and(|found| match next.position().side_to_move() == winner {
            true => found.score.is_win(),
            false => found.score.is_loss(),
        })
    }

    /// Whether tables know a position of the line as won.
    fn is_in_tables(&self, game: &Game<G>, line: &[G::Move], winner: Side) -> bool {
        let Some(tables) = &self.tables else { return false };
        (0..=line.len()).any(|plies| {
            let position = end_of(game.position(), &line[..plies]);
            G::look_up(tables, &Game::new(position)) == Some(Outcome::Win(winner))
        })
    }
}

/// The score of a game that ends after so many plies.
fn end_in(plies: usize, is_won: bool) -> Score {
    let ply = Ply::new(u16::try_from(plies).unwrap_or(u16::MAX).min(Ply::MAX.index() as u16));
    if is_won { Score::mate_in(ply) } else { Score::mated_in(ply) }
}
