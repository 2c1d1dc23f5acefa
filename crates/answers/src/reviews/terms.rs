//! A position, term by term, as one character or another sees it.

use super::words;
use crate::errors::Problem;
use crate::game::PageGame;
use crate::texts::Place;
use damier_core::Game;
use damier_games::{Term, with_game};
use damier_profiles::{Character, Weights, is_name, library};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Doubt {
    #[serde(flatten)]
    place: Place,
    /// As whom to see it: a profile by name,
    #[serde(default)]
    profile: Option<String>,
    /// or weights, by name.
    #[serde(default)]
    weights: Option<Vec<(String, i32)>>,
    #[serde(default)]
    language: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct TermsView {
    /// In the order to show, with names in the reader's language.
    terms: Vec<TermView>,
    /// What they add up to, for White.
    total: i32,
    /// What can be weighed, and how it is; nothing where weights are not all.
    sliders: Vec<Slider>,
}

#[derive(Serialize)]
struct TermView {
    name: String,
    white: i32,
    black: i32,
}

#[derive(Serialize)]
struct Slider {
    key: String,
    name: String,
    value: i32,
    most: i64,
}

pub(crate) fn terms(doubt: &Doubt) -> Result<TermsView, Problem> {
    with_game!(doubt.place.game, G => terms_of::<G>(doubt))
}

fn terms_of<G: PageGame>(doubt: &Doubt) -> Result<TermsView, Problem> {
    let words = words(doubt.language.as_deref())?;
    let game: Game<G> = doubt.place.game()?;
    let weights = match (&doubt.weights, doubt.profile.as_deref().filter(|name| !name.is_empty())) {
        (Some(weights), _) => Some(checked::<G>(weights)?),
        (None, Some(name)) => Some(of_profile::<G>(name)?),
        (None, None) => None,
    };
    let terms = match &weights {
        Some(weights) => {
            let weighed = game.position().weighed(weights).into_iter();
            let label = |name: &str| G::weight_label(name).to_owned();
            weighed
                .map(|(name, [white, black])| Term { name: label(&name), white, black })
                .collect()
        }
        None => game.position().terms(),
    };
    let weight = |weights: &Weights, name: &str| {
        let named = weights.weights.iter().find(|(known, _)| known == name);
        named.map_or(G::UNNAMED, |&(_, weight)| weight)
    };
    // A profile with values of its own for single things has more than weights can say.
    let plain = weights.iter().filter(|weights| !weights.from_nothing && weights.values.is_empty());
    let sliders = plain.flat_map(|weights| {
        G::weight_names().into_iter().map(|key| Slider {
            name: words.term(G::weight_label(&key)).to_owned(),
            value: weight(weights, &key),
            most: *G::WEIGHTS.end(),
            key,
        })
    });
    Ok(TermsView {
        total: terms.iter().map(Term::total).sum(),
        sliders: sliders.collect(),
        terms: terms
            .into_iter()
            .map(|Term { name, white, black }| TermView {
                name: words.term(&name).to_owned(),
                white,
                black,
            })
            .collect(),
    })
}

fn checked<G: PageGame>(weights: &[(String, i32)]) -> Result<Weights, Problem> {
    let names = G::weight_names();
    for (name, weight) in weights {
        if !names.contains(name) {
            return Err(Problem::Refused(format!(
                "nothing that is called {name:?} can be weighed"
            )));
        }
        if !G::WEIGHTS.contains(&i64::from(*weight)) {
            let (least, most) = G::WEIGHTS.into_inner();
            return Err(Problem::Refused(format!("{name} has a weight from {least} to {most}")));
        }
    }
    Ok(Weights { weights: weights.to_vec(), ..Weights::default() })
}

fn of_profile<G: PageGame>(name: &str) -> Result<Weights, Problem> {
    if !is_name(name) {
        return Err(Problem::Refused(format!("{name:?} is no name of a profile")));
    }
    let found = library::find::<G>(name);
    let found = found.map_err(|error| Problem::Refused(error.to_string()))?;
    match found.profile.character {
        Character::Weights(weights) => Ok(weights),
        _ => Err(Problem::Refused(format!("{name} has no weights of its own"))),
    }
}
