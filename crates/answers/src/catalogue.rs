//! Whom one can play against: levels with their Elo, and profiles.

use crate::game::PageGame;
use damier_profiles::{Character, Profile, library, manners};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct Catalogue {
    version: &'static str,
    chess: Opponents,
    draughts: Opponents,
}

#[derive(Serialize)]
struct Opponents {
    levels: Vec<LevelView>,
    measured: &'static str,
    /// Whom one can play like people; `None` if no games of rated people are known.
    like: Option<LikeView>,
    profiles: Vec<ProfileView>,
    /// What is wrong with profiles of the user.
    faults: Vec<String>,
}

/// The ratings of people that can be played like.
#[derive(Serialize)]
struct LikeView {
    least: i32,
    most: i32,
    /// From this rating on they give up by themselves.
    resigns_from: i32,
}

#[derive(Serialize)]
struct LevelView {
    number: usize,
    about: &'static str,
    /// None for the one that plays any legal move.
    elo: Option<i32>,
    error: i32,
}

#[derive(Serialize)]
struct ProfileView {
    name: String,
    about: String,
    /// Whether it is part of the program, so that the page may know it in its language.
    built_in: bool,
    /// What it costs at level 5, in Elo, if that was measured.
    cost: Option<i32>,
    /// Whether it has weights by which a position can be seen.
    weighs: bool,
    /// Whether it is a player of its own that no level changes.
    complete: bool,
}

/// What a profile of the program costs; one of the user's may have the same name.
fn cost_of<G: PageGame>(profile: &Profile, is_built_in: bool) -> Option<i32> {
    let known = G::COSTS.iter().find(|(name, _)| is_built_in && *name == profile.name);
    known.map(|&(_, cost)| cost)
}

fn opponents<G: PageGame>() -> Opponents {
    let ladder = G::ladder();
    let levels = ladder.levels.iter().enumerate().map(|(place, level)| LevelView {
        number: place + 1,
        about: &level.about,
        elo: level.elo,
        error: level.error,
    });
    let (entries, errors) = library::all::<G>();
    // One of the user's may have the name of one of ours, and then it counts.
    let mut profiles: Vec<ProfileView> = Vec::new();
    for entry in entries {
        let profile = entry.profile;
        profiles.retain(|known| known.name != profile.name);
        profiles.push(ProfileView {
            built_in: entry.file.is_none(),
            cost: cost_of::<G>(&profile, entry.file.is_none()),
            weighs: matches!(profile.character, Character::Weights(_)),
            complete: profile.character.is_complete(),
            name: profile.name,
            about: profile.about,
        });
    }
    Opponents {
        levels: levels.collect(),
        measured: &ladder.measured,
        like: G::LIKE.map(|ratings| LikeView {
            least: *ratings.start(),
            most: *ratings.end(),
            resigns_from: manners::RESIGNS_FROM,
        }),
        profiles,
        faults: errors.iter().map(ToString::to_string).collect(),
    }
}

pub(crate) fn catalogue() -> Catalogue {
    Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        chess: opponents::<damier_chess::Position>(),
        draughts: opponents::<damier_draughts::Position>(),
    }
}
