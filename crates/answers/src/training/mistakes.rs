//! Mistakes of the reader in the reviewed games of the library, and which of them teach something.

use crate::errors::Problem;
use crate::game::PageGame;
use crate::library::Library;
use damier_core::Side;
use damier_games::with_game;
use damier_puzzles::Theme;
use damier_review::judging::Judgement;
use damier_review::review::{Mark, MoveReview, Phase, Review};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Before the move the game must not be lost, and after it not be won still, in chances of 100.
const LOST: f64 = 20.0;
const WON: f64 = 80.0;
/// A person who is so much stronger should find it.
const STRONGER: i32 = 200;
/// The rating of a reader whose games say nothing of it.
const USUAL_RATING: u16 = 1500;

/// A mistake of the reader.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct OwnMistake {
    /// The number of its game.
    pub(super) game: u64,
    /// After so many plies.
    pub(super) ply: usize,
    pub(super) theme: Theme,
    /// Whether something was let go, and not allowed.
    pub(super) is_missed: bool,
    pub(super) phase: Phase,
    /// The name of the opening without its variation, if it has one.
    pub(super) opening: String,
    /// How instructive it is.
    pub(super) worth: f64,
}

/// What a game has to give.
#[derive(Debug, Default)]
pub(crate) struct Harvest {
    pub(super) mistakes: Vec<OwnMistake>,
    /// Positions in which the reader found one of several good moves, as plies.
    pub(super) calm: Vec<usize>,
}

impl OwnMistake {
    /// Its name among all.
    pub(super) fn id(&self) -> String {
        format!("{:x}-{}", self.game, self.ply)
    }
}

/// Whether something is a mistake out of which an exercise can be made.
pub(super) fn is_worth_it(mv: &MoveReview) -> bool {
    mv.judgement >= Some(Judgement::Mistake)
        && !mv.best_line.is_empty()
        && mv.win_before >= LOST
        && mv.win_after <= WON
}

/// Whether there were several good moves and the reader has played one of them.
fn is_calm(mv: &MoveReview) -> bool {
    let is_even = (30.0..=70.0).contains(&mv.win_before);
    let is_open = |mark| !matches!(mark, &Mark::Only | &Mark::Forced | &Mark::Opening);
    is_even && mv.judgement.is_none() && mv.phase != Phase::Opening && mv.marks.iter().all(is_open)
}

/// What the reviewed game of that number has to give. It is looked at once.
pub(super) fn harvest(library: &Library, game: u64) -> Result<Arc<Harvest>, Problem> {
    if let Some(known) = library.known_harvest(game) {
        return Ok(known);
    }
    let found = Arc::new(match library.review(game)? {
        Some((review, _)) => {
            let sides = library.sides_of_reader(game)?;
            let head = library.head(game)?;
            let ratings = head.ratings.map(|rating| rating.unwrap_or(USUAL_RATING));
            with_game!(head.game, G => look::<G>(game, &review, &sides, ratings))
        }
        None => Harvest::default(),
    });
    library.know_harvest(game, Arc::clone(&found));
    Ok(found)
}

fn look<G: PageGame>(game: u64, review: &Review, sides: &[Side], ratings: [u16; 2]) -> Harvest {
    let mut found = Harvest::default();
    let opening = review.opening.as_ref().map_or("", |opening| &opening.name);
    let opening = opening.split(':').next().unwrap_or_default().trim();
    for (ply, mv) in review.moves.iter().enumerate() {
        if !sides.contains(&mv.side) {
            continue;
        }
        if is_calm(mv) {
            found.calm.push(ply);
        }
        if !is_worth_it(mv) {
            continue;
        }
        let (theme, is_missed) = Theme::of_mistake(&mv.reasons);
        let rating = i32::from(ratings[mv.side.index()]);
        let worth = instructive::<G>(mv, theme, rating);
        let (phase, opening) = (mv.phase, opening.to_owned());
        found.mistakes.push(OwnMistake { game, ply, theme, is_missed, phase, opening, worth });
    }
    found
}

/// How much is to be learnt: that it is known how the mistake works counts most, then that a
/// somewhat stronger person would have found the better move, then what it costs.
fn instructive<G: PageGame>(mv: &MoveReview, theme: Theme, rating: i32) -> f64 {
    let how = if theme.is_a_how() { 1.0 } else { 0.0 };
    let cost = (mv.win_before - mv.win_after).clamp(0.0, 50.0) / 100.0;
    how + cost + found_by_others::<G>(mv, rating + STRONGER).unwrap_or(0.3)
}

/// How many people of a rating find the better move, where there is a model of people.
fn found_by_others<G: PageGame>(mv: &MoveReview, rating: i32) -> Option<f64> {
    let position = G::from_fen(&mv.fen).ok()?;
    let better = position.read_move(mv.best_line.first()?).ok()?;
    position.played_by(rating, better)
}
