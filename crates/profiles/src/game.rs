//! What the room asks of a game.

use crate::level::{Basis, Ladder};
use crate::profile::{Profile, Weights};
use damier_core::Game;
use damier_core::random::Random;
use damier_reasons::ReasonGame;
use damier_search::{Noise, OptionError};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A game in which there are opponents for people.
pub trait OpponentGame: ReasonGame {
    /// What numbers a weight may have.
    const WEIGHTS: RangeInclusive<i64>;
    /// What a weight means, in a sentence.
    const WEIGHT_MEANING: &'static str;
    /// The weight of what a file does not name.
    const UNNAMED: i32;
    /// Profiles that are part of the program: names and files.
    const PROFILES: &'static [(&'static str, &'static str)];
    /// The profile with which others are compared, and from which new ones are made.
    const USUAL_PROFILE: &'static str;
    /// What profiles cost at level 5 against the same level without one, in Elo, as the points in
    /// `damier profiles styles --level 5 --games 100` say; none for those that were not measured.
    const COSTS: &'static [(&'static str, i32)] = &[];
    /// From this loss on a move is a blunder, in hundredths of a pawn or a man.
    const BLUNDER: i32;
    /// How many plies a guard looks ahead.
    const GUARD_DEPTH: i32;
    /// What can be seen of a style in single moves, as headings.
    const MANNERS: &'static [&'static str];

    /// The ratings of people that can be played like; `None` if no games of rated people are known.
    const LIKE: Option<RangeInclusive<i32>> = None;

    /// The levels.
    fn ladder() -> &'static Ladder;

    /// Has an engine judge positions in some way from now on.
    fn judge(
        engine: &mut Self::Engine,
        judgement: &Judgement,
        noise: Noise,
    ) -> Result<(), OptionError>;

    /// The names that weights may have, in the order to show.
    fn weight_names() -> Vec<String>;

    /// What each of these names stands for.
    fn weight_meaning(name: &str) -> &'static str;

    /// Groups of features that may have exact values, with how many features they have.
    fn feature_groups() -> Vec<(&'static str, usize)>;

    /// What each named thing in a position is worth to White and to Black under some weights, in
    /// hundredths: White's less Black's add up to what an engine with these weights makes of it.
    fn weighed(&self, weights: &Weights) -> Vec<(String, [i32; 2])>;

    /// Whether these weights make all positions look alike.
    fn weighs_nothing(weights: &Weights) -> bool;

    /// Weights for one game, drawn at random.
    fn draw_weights(random: &mut Random) -> Weights;

    /// What a legal move shows of a style, in the order of [`OpponentGame::MANNERS`].
    fn manners(&self, mv: Self::Move) -> Vec<f64>;

    /// What a player of some rating may play, with how likely it is (the numbers need not add up to
    /// 1); the weights of a profile make what it likes more likely. Nothing if the game has no
    /// [`OpponentGame::LIKE`].
    fn human_choices(
        _game: &Game<Self>,
        _rating: i32,
        _weights: Option<&Weights>,
    ) -> Vec<(Self::Move, f64)> {
        Vec::new()
    }

    /// Whether this is an ending that everybody above level 1 plays to its end: one that a beginner
    /// learns first.
    fn is_elementary(&self) -> bool;

    /// The most that a single exchange wins, 0 for nothing.
    fn plain_gain(&self) -> i32;
}

/// What an engine judges positions by.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// One of the usual ways.
    Usual(Basis),
    /// The weights of a profile.
    Weights(Arc<Weights>),
}

/// The built-in profiles of a game, in the order to show.
pub fn built_in<G: OpponentGame>() -> Vec<Profile> {
    let read = |&(name, text): &(&str, &str)| {
        Profile::from_toml::<G>(text, name)
            .unwrap_or_else(|mistakes| panic!("built-in profile {name}: {}", mistakes[0]))
    };
    G::PROFILES.iter().map(read).collect()
}
