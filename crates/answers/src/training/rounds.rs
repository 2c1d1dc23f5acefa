//! What comes next: an exercise that is due, a new one that a long look has confirmed, or a
//! position with several good moves.

use super::deck::{Body, Deck};
use super::exercise::{ExerciseKind, ExerciseView, NextView, place_of};
use super::mistakes::{OwnMistake, is_worth_it};
use super::schedule::day_at;
use super::standing::all_harvests;
use crate::desk::Desk;
use crate::errors::Problem;
use crate::game::PageGame;
use crate::library::{Library, apart};
use crate::tasks::{Task, to_json};
use crate::texts::Place;
use damier_core::Game;
use damier_games::GameKind;
use damier_puzzles::Theme;
use damier_review::Analyst;
use damier_review::review::{MoveReview, Phase};
use damier_search::Signals;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// A mistake is looked at again with so many times the positions of its review.
const LONGER: u64 = 10;
/// Mistakes that are looked at again, at most, before the reader is asked to come back.
const MOST_LOOKS: usize = 12;

/// What is wanted next.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    game: GameKind,
    #[serde(default)]
    zone: i32,
    #[serde(default)]
    theme: Option<Theme>,
    #[serde(default)]
    is_missed: Option<bool>,
    #[serde(default)]
    phase: Option<Phase>,
    #[serde(default)]
    opening: Option<String>,
    /// A position with several good moves, if there is one.
    #[serde(default)]
    calm: bool,
    /// What was asked in this sitting already.
    #[serde(default)]
    seen: Vec<String>,
}

impl Wish {
    fn wants(&self, mistake: &OwnMistake) -> bool {
        self.theme.is_none_or(|theme| theme == mistake.theme)
            && self.is_missed.is_none_or(|is_missed| is_missed == mistake.is_missed)
            && self.phase.is_none_or(|phase| phase == mistake.phase)
            && self.opening.as_ref().is_none_or(|opening| *opening == mistake.opening)
    }
}

/// What there is to be done for an exercise.
enum Coming {
    Ready(Box<ExerciseView>),
    /// This mistake is to be looked at again.
    Confirm(Box<(OwnMistake, Body, u64)>),
    Nothing,
}

/// The next exercise: one that is due, or else a new one, if it is confirmed and there may be more
/// today.
pub(super) async fn next(desk: &Desk, wish: Wish) -> Result<NextView, Problem> {
    let today = day_at(desk.host.seconds(), wish.zone);
    let wish = Arc::new(wish);
    for _ in 0..MOST_LOOKS {
        let wanted = Arc::clone(&wish);
        match apart(&desk.library, move |library| step(library, &wanted, today)).await? {
            Coming::Ready(exercise) => return Ok(NextView { exercise: Some(*exercise) }),
            Coming::Nothing => break,
            Coming::Confirm(suspect) => {
                let (mistake, body, nodes) = *suspect;
                let suspicion = Suspicion {
                    place: place_of(wish.game, &body.start, &body.moves, &[]),
                    mv: body.review.played.clone(),
                    nodes,
                };
                let task = Task::Confirm(suspicion);
                let found = desk.host.search(task, Arc::new(Signals::new()), Box::new(|_, _| {}));
                let found = found.await?;
                let game = wish.game;
                apart(&desk.library, move |library| {
                    decide(library, game, mistake, body, &found, today)
                })
                .await?;
            }
        }
    }
    Ok(NextView { exercise: None })
}

fn step(library: &Library, wish: &Wish, today: u32) -> Result<Coming, Problem> {
    let deck = Deck::load(library, wish.game)?;
    if wish.calm
        && let Some(calm) = calm(library, wish, today)?
    {
        return Ok(Coming::Ready(Box::new(calm)));
    }
    let mut due: Vec<_> = deck
        .cards
        .iter()
        .filter(|(id, card)| card.schedule.is_due(today) && !wish.seen.contains(id))
        .filter(|(_, card)| wish.wants(&card.about))
        .collect();
    due.sort_by_key(|(_, card)| card.schedule.due);
    for (id, card) in due {
        if let Some(body) = Body::load(library, id)? {
            let mut view = exercise(id.clone(), wish.game, &body, Some(card.about.game));
            view.successes = card.schedule.successes;
            view.is_new = card.answers == 0;
            return Ok(Coming::Ready(Box::new(view)));
        }
    }
    if deck.room(today) == 0 {
        return Ok(Coming::Nothing);
    }
    let found = all_harvests(library, wish.game)?;
    let mistakes = found.iter().flat_map(|(_, found)| &found.mistakes);
    let waiting: Vec<&OwnMistake> = mistakes.filter(|mistake| !deck.knows(mistake)).collect();
    let Some(mistake) = chosen(&waiting, wish) else { return Ok(Coming::Nothing) };
    let Some((body, nodes)) = body_of(library, mistake.game, mistake.ply)? else {
        return Ok(Coming::Nothing);
    };
    Ok(Coming::Confirm(Box::new((mistake.clone(), body, nodes * LONGER))))
}

/// The most instructive mistake of the commonest theme.
fn chosen<'a>(waiting: &[&'a OwnMistake], wish: &Wish) -> Option<&'a OwnMistake> {
    let mut common: BTreeMap<(Theme, bool), usize> = BTreeMap::new();
    for mistake in waiting {
        *common.entry((mistake.theme, mistake.is_missed)).or_default() += 1;
    }
    let rank = |mistake: &OwnMistake| common[&(mistake.theme, mistake.is_missed)];
    let wanted = waiting.iter().copied().filter(|mistake| wish.wants(mistake));
    wanted.max_by(|one, other| {
        // What has no theme comes last, however much of it there is.
        let is_named = |mistake: &OwnMistake| mistake.theme.is_a_how();
        let by_theme = is_named(one).cmp(&is_named(other)).then(rank(one).cmp(&rank(other)));
        by_theme.then(one.theme.cmp(&other.theme)).then(one.worth.total_cmp(&other.worth))
    })
}

/// What stood on the board, and with how many positions a move it was reviewed.
pub(super) fn body_of(
    library: &Library,
    game: u64,
    ply: usize,
) -> Result<Option<(Body, u64)>, Problem> {
    let Some((review, kept)) = library.review(game)? else { return Ok(None) };
    let (Some(first), Some(mv)) = (review.moves.first(), review.moves.get(ply)) else {
        return Ok(None);
    };
    let head = library.head(game)?;
    let played = review.moves[..ply].iter();
    let body = Body {
        start: first.fen.clone(),
        moves: played.map(|mv| mv.played.clone()).collect(),
        review: mv.clone(),
        players: format!("{} – {}", head.white, head.black),
        date: head.date,
    };
    Ok(Some((body, kept.nodes)))
}

fn exercise(id: String, game: GameKind, body: &Body, kept: Option<u64>) -> ExerciseView {
    ExerciseView {
        id,
        kind: ExerciseKind::Mistake,
        game,
        start: body.start.clone(),
        moves: body.moves.clone(),
        players: body.players.clone(),
        date: body.date.clone(),
        kept,
        successes: 0,
        is_new: true,
        rating: None,
    }
}

/// What the name of a position with several good moves begins with.
pub(super) const CALM: &str = "calm-";

/// A position of the reader's games in which several moves are good, another one each time.
fn calm(library: &Library, wish: &Wish, today: u32) -> Result<Option<ExerciseView>, Problem> {
    let seen: HashSet<&str> = wish.seen.iter().map(String::as_str).collect();
    let mut places = Vec::new();
    for (game, found) in all_harvests(library, wish.game)? {
        places.extend(found.calm.iter().map(|ply| (game, *ply)));
    }
    if places.is_empty() {
        return Ok(None);
    }
    let first = (today as usize).wrapping_mul(31) + wish.seen.len() * 7;
    let (game, ply) = places[first % places.len()];
    let id = format!("{CALM}{game:x}-{ply}");
    if seen.contains(id.as_str()) {
        return Ok(None);
    }
    let Some((body, _)) = body_of(library, game, ply)? else { return Ok(None) };
    let view = exercise(id, wish.game, &body, Some(game));
    Ok(Some(ExerciseView { kind: ExerciseKind::Calm, ..view }))
}

// ---- a long look ----

/// A move that a review has called a mistake.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Suspicion {
    pub(crate) place: Place,
    #[serde(rename = "move")]
    mv: String,
    pub(crate) nodes: u64,
}

/// Looks at it again, on this thread; the answer is what is thought of the move, as data.
pub(crate) fn look_again<G: PageGame>(
    reviewer: &mut Analyst<G>,
    asked: &Suspicion,
) -> Result<String, Problem> {
    let game: Game<G> = asked.place.game()?;
    let mv = game.position().read_move(&asked.mv).map_err(Problem::refused)?;
    reviewer.forget();
    to_json(&reviewer.judge(&game, mv).ok_or(Problem::Busy)?)
}

/// Makes an exercise of a mistake that was borne out, and notes one that was not.
fn decide(
    library: &Library,
    game: GameKind,
    mistake: OwnMistake,
    body: Body,
    found: &str,
    today: u32,
) -> Result<(), Problem> {
    let review: MoveReview = serde_json::from_str(found)
        .map_err(|error| Problem::Malformed(format!("a judgement cannot be read: {error}")))?;
    let _alone = library.alone();
    let mut deck = Deck::load(library, game)?;
    if deck.knows(&mistake) {
        return Ok(());
    }
    if !is_worth_it(&review) {
        deck.refused.insert(mistake.id());
        return deck.keep(library, game, None);
    }
    let (theme, is_missed) = Theme::of_mistake(&review.reasons);
    let body = Body { review, ..body };
    let id = deck.add(OwnMistake { theme, is_missed, ..mistake }, today);
    deck.keep(library, game, Some((&id, &body)))
}
