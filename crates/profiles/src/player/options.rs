//! What can be set in a player by name, for protocols and the command line.

use super::{Firewall, MAX_SEED, Player};
use crate::level::FULL_STRENGTH;
use crate::profile::Profile;
use crate::{OpponentGame, library};
use damier_mcts::{DEFAULT_SIMULATIONS, SIMULATIONS};
use damier_search::{LocalEngine, NamedOptions, OptionError, OptionKind, options};

const NO_PROFILE: &str = "none";

/// What programs that know only Stockfish set instead of a level: 0 to this.
const MOST_SKILL: i64 = 20;

/// The level that such a number stands for; the highest stands for none, because programs set every
/// option to its default value and must not undo a level thereby.
fn level_of_skill(skill: u64) -> Option<u8> {
    let steps = u64::from(FULL_STRENGTH) - 1;
    (skill < MOST_SKILL as u64).then(|| 1 + (skill * steps / MOST_SKILL as u64) as u8)
}

/// The options of a player besides those of its engine, in the order to show. `profiles` are the
/// names that can be chosen.
fn own_options<G: OpponentGame>(profiles: Vec<String>) -> Vec<(String, OptionKind)> {
    let spin = |default: i64, min, max| OptionKind::Spin { default, min, max };
    let combo = |default: &str, choices: Vec<String>| OptionKind::Combo {
        default: default.to_owned(),
        choices,
    };
    let firewalls = ["auto", "on", "off"].map(str::to_owned).to_vec();
    let (least_elo, most_elo) = G::ladder().elo_range().into_inner();
    let (fewest, most) = SIMULATIONS.into_inner();
    let mut own = vec![
        ("Level", spin(FULL_STRENGTH.into(), 1, FULL_STRENGTH.into())),
        ("Skill Level", spin(MOST_SKILL, 0, MOST_SKILL)),
        ("UCI_LimitStrength", OptionKind::Check { default: false }),
        ("UCI_Elo", spin(most_elo.into(), least_elo.into(), most_elo.into())),
        ("Profile", combo(NO_PROFILE, profiles)),
        ("ProfileFile", OptionKind::Text { default: String::new() }),
        ("Seed", spin(0, 0, MAX_SEED as i64)),
        ("Firewall", combo("auto", firewalls)),
        ("Simulations", spin(DEFAULT_SIMULATIONS.into(), fewest.into(), most.into())),
    ];
    if let Some(most) = G::LIKE.map(|ratings| i64::from(*ratings.end())) {
        // 0 for nobody, which is what programs set at first.
        own.insert(4, ("Like", spin(0, 0, most)));
    }
    own.into_iter().map(|(name, kind)| (name.to_owned(), kind)).collect()
}

/// The names that `Profile` takes. One of the user's may have the name of one of ours, and then it
/// counts.
fn profile_names<G: OpponentGame>() -> Vec<String> {
    let (entries, _) = library::all::<G>();
    let mut names = vec![NO_PROFILE.to_owned()];
    for entry in entries {
        if !names.contains(&entry.profile.name) {
            names.push(entry.profile.name);
        }
    }
    names
}

fn find_profile<G: OpponentGame>(name: &str) -> Result<Option<Profile>, OptionError> {
    if name.eq_ignore_ascii_case(NO_PROFILE) {
        return Ok(None);
    }
    let found = library::find::<G>(name).map(|entry| Some(entry.profile));
    found.map_err(|error| OptionError::unusable("Profile", error))
}

impl<G: OpponentGame> NamedOptions for Player<G> {
    fn options(&self) -> Vec<(String, OptionKind)> {
        let own = own_options::<G>(profile_names::<G>());
        self.engine.options().into_iter().chain(own).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        // Looked up by its name alone: the folder of profiles is read only if one is asked for, and
        // a file with a mistake in it is told what the mistake is.
        if name.eq_ignore_ascii_case("Profile") {
            self.settings.named_profile = find_profile::<G>(value)?;
            return Ok(());
        }
        let own = own_options::<G>(Vec::new());
        let Some((name, kind)) = own.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)) else {
            return self.set_engine_option(name, value);
        };
        let value = kind.check(name, value)?;
        let number = || value.parse::<u64>().expect("checked to be a number");
        match name.as_str() {
            "Level" => self.settings.level = number() as u8,
            "Skill Level" => self.settings.skill_level = level_of_skill(number()),
            "Like" => {
                let rating = value.parse().expect("checked to be a number");
                self.set_like(Some(rating).filter(|&rating: &i32| rating > 0));
            }
            "UCI_LimitStrength" => self.settings.is_limited = value == "true",
            "UCI_Elo" => self.settings.elo = value.parse().expect("checked to be a number"),
            "ProfileFile" if value.is_empty() => self.settings.file_profile = None,
            "ProfileFile" => {
                let profile = library::read::<G>(value.as_ref());
                self.settings.file_profile =
                    Some(profile.map_err(|error| OptionError::unusable(name, error))?);
            }
            "Seed" => self.set_seed(number()),
            "Firewall" => {
                self.settings.firewall = match value.as_str() {
                    "on" => Firewall::On,
                    "off" => Firewall::Off,
                    _ => Firewall::Auto,
                }
            }
            "Simulations" => self.settings.simulations = number() as u32,
            _ => debug_assert!(false, "every declared option is handled"),
        }
        Ok(())
    }
}

impl<G: OpponentGame> Player<G> {
    fn set_engine_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (name, value) = options::check(&self.engine.options(), name, value)?;
        if name == "Hash" {
            return self.set_memory(value.parse().expect("checked to be a number"));
        }
        self.engine.set_option(&name, &value)
    }
}
