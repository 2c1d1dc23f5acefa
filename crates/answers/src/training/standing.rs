//! How it stands: what is due, and of which themes, phases and openings there are mistakes.

use super::deck::{DayTally, Deck};
use super::mistakes::{Harvest, OwnMistake, harvest};
use super::schedule::day_at;
use crate::desk::Desk;
use crate::errors::Problem;
use crate::library::{Library, Search, apart};
use damier_games::GameKind;
use damier_puzzles::Theme;
use damier_review::review::Phase;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Openings that are offered to choose from.
const MOST_OPENINGS: usize = 12;

/// Which game, and where the reader's day begins.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoomQuestion {
    game: GameKind,
    /// Minutes east of Greenwich.
    #[serde(default)]
    zone: i32,
}

#[derive(Serialize)]
pub(super) struct TrainingView {
    /// Whether it is known which names are the reader's.
    has_names: bool,
    /// The reader's games, and those that are reviewed.
    games: usize,
    reviewed: usize,
    /// Exercises that are due, and new ones that may come today.
    pub(super) due: usize,
    pub(super) fresh: usize,
    /// Mistakes that are no exercises yet.
    waiting: usize,
    /// Exercises that come again on another day, and those that are done with.
    resting: usize,
    retired: usize,
    /// Days until the next one is due.
    next_in: Option<u32>,
    /// Answers of today, and those that were right at the first try; the same for all days.
    today: [usize; 2],
    ever: [usize; 2],
    themes: Vec<ThemeCount>,
    phases: Vec<(Phase, usize)>,
    openings: Vec<(String, usize)>,
}

/// Mistakes of a theme, exercises or not.
#[derive(Serialize)]
struct ThemeCount {
    theme: Theme,
    is_missed: bool,
    count: usize,
    retired: usize,
}

/// All mistakes of the reader's reviewed games, with their games.
pub(super) fn all_harvests(
    library: &Library,
    game: GameKind,
) -> Result<Vec<(u64, Arc<Harvest>)>, Problem> {
    let reviewed = library.find(&Search::mine(game, Some(true)))?;
    reviewed.into_iter().map(|id| Ok((id, harvest(library, id)?))).collect()
}

pub(super) async fn overview(desk: &Desk, asked: RoomQuestion) -> Result<TrainingView, Problem> {
    let today = day_at(desk.host.seconds(), asked.zone);
    apart(&desk.library, move |library| view(library, asked.game, today)).await
}

pub(super) fn view(library: &Library, game: GameKind, today: u32) -> Result<TrainingView, Problem> {
    let deck = Deck::load(library, game)?;
    let found = all_harvests(library, game)?;
    let all = found.iter().flat_map(|(_, found)| &found.mistakes);
    let waiting: Vec<&OwnMistake> = all.filter(|mistake| !deck.knows(mistake)).collect();
    let cards = || deck.cards.values();
    let mut themes: BTreeMap<(Theme, bool), [usize; 2]> = BTreeMap::new();
    let mut openings: BTreeMap<&str, usize> = BTreeMap::new();
    let known = cards().map(|card| (&card.about, card.schedule.is_retired()));
    let together = waiting.iter().map(|mistake| (*mistake, false)).chain(known);
    let mut phases = Phase::ALL.map(|phase| (phase, 0));
    for (mistake, is_retired) in together {
        let [count, retired] = themes.entry((mistake.theme, mistake.is_missed)).or_default();
        *count += 1;
        *retired += usize::from(is_retired);
        phases.iter_mut().filter(|(phase, _)| *phase == mistake.phase).for_each(|(_, n)| *n += 1);
        if !mistake.opening.is_empty() {
            *openings.entry(&mistake.opening).or_default() += 1;
        }
    }
    let mut themes: Vec<ThemeCount> = themes
        .into_iter()
        .map(|((theme, is_missed), [count, retired])| ThemeCount {
            theme,
            is_missed,
            count,
            retired,
        })
        .collect();
    themes.sort_by_key(|one| std::cmp::Reverse(one.count));
    let mut openings: Vec<(String, usize)> =
        openings.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
    openings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    openings.truncate(MOST_OPENINGS);
    let due = cards().filter(|card| card.schedule.is_due(today)).count();
    let retired = cards().filter(|card| card.schedule.is_retired()).count();
    let later = cards().filter(|card| !card.schedule.is_retired() && card.schedule.due > today);
    let tally = deck.days.get(&today).copied().unwrap_or_default();
    let sum = |count: fn(&DayTally) -> usize| deck.days.values().map(count).sum();
    Ok(TrainingView {
        has_names: !library.names()?.is_empty(),
        games: library.find(&Search::mine(game, None))?.len(),
        reviewed: found.len(),
        due,
        fresh: deck.room(today).min(waiting.len()),
        waiting: waiting.len(),
        resting: deck.cards.len() - due - retired,
        retired,
        next_in: later.map(|card| card.schedule.due - today).min(),
        today: [tally.asked, tally.found],
        ever: [sum(|tally| tally.asked), sum(|tally| tally.found)],
        themes,
        phases: phases.into_iter().filter(|(_, count)| *count > 0).collect(),
        openings,
    })
}
