//! How an engine plays, in words of Python.

use super::super::G;
use crate::errors::option_error;
use damier_games::EngineGame as _;
use damier_profiles::{Firewall, MAX_SEED, OpponentGame, Player, library};
use damier_search::{LocalEngine, NamedOptions, OptionKind};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

/// The settings of a call.
pub(super) type EngineArgs<'py> = Bound<'py, PyDict>;

/// The words that are understood.
const NAMES: [&str; 11] = [
    "level", "elo", "profile", "like", "seed", "firewall", "threads", "hash", "network", "tables",
    "options",
];

/// Sets what is given, or says what is wrong. What comes before the fault is set.
pub(super) fn apply(
    py: Python<'_>,
    player: &mut Player<G>,
    settings: &Option<EngineArgs<'_>>,
    is_new: bool,
) -> PyResult<()> {
    let settings = match settings {
        Some(settings) => settings.clone(),
        None => PyDict::new(py),
    };
    for key in settings.keys() {
        let name: String = key.extract()?;
        if !NAMES.contains(&name.as_str()) {
            let text = format!("there is no setting {name:?}; there are {}", NAMES.join(", "));
            return Err(PyTypeError::new_err(text));
        }
    }
    let get = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        Ok(settings.get_item(name)?.filter(|value| !value.is_none()))
    };
    strength(player, &get)?;
    if let Some(firewall) = get("firewall")? {
        let is_on: bool = firewall.extract()?;
        player.set_firewall(if is_on { Firewall::On } else { Firewall::Off });
    }
    let threads = match get("threads")? {
        Some(threads) => Some(threads.extract::<usize>()?),
        None if is_new => Some(1),
        None => None,
    };
    if let Some(threads) = threads {
        // A single one is the one that waits for the answer, which spares handing it over.
        let threads = if threads == 1 { 0 } else { threads.max(1) };
        player.set_threads(threads).map_err(|error| option_error(&error))?;
    }
    if let Some(megabytes) = get("hash")? {
        let megabytes = megabytes.extract()?;
        py.detach(|| player.set_memory(megabytes)).map_err(|error| option_error(&error))?;
    }
    if let Some(tables) = get("tables")? {
        player.set_tables(&path(&tables)?).map_err(|error| option_error(&error))?;
    }
    if let Some(network) = get("network")? {
        set(player, "EvalFile", &path(&network)?)?;
    }
    if let Some(options) = get("options")? {
        for (name, value) in options.cast::<PyDict>()? {
            let name: String = name.extract()?;
            set(player, &name, &text(&value)?)?;
        }
    }
    // Last, as it begins a game.
    if let Some(seed) = get("seed")? {
        let seed: u64 = seed.extract()?;
        if seed > MAX_SEED {
            return Err(option_error(&format_args!("a seed is at most {MAX_SEED}, not {seed}")));
        }
        player.set_seed(seed);
    }
    Ok(())
}

/// Level, Elo, profile and people.
fn strength<'py>(
    player: &mut Player<G>,
    get: &dyn Fn(&str) -> PyResult<Option<Bound<'py, PyAny>>>,
) -> PyResult<()> {
    let own = |names: [&str; 3]| names.map(|name| spelled(player, name));
    let [level_name, elo_name, limit_name] = own(["Level", "UCI_Elo", "UCI_LimitStrength"]);
    if let Some(level) = get("level")? {
        set(player, &level_name, &level.extract::<i64>()?.to_string())?;
        set(player, &limit_name, "false")?;
        player.set_like(None);
    }
    if let Some(elo) = get("elo")? {
        set(player, &elo_name, &elo.extract::<i64>()?.to_string())?;
        set(player, &limit_name, "true")?;
    }
    if let Some(like) = get("like")? {
        let rating: i32 = like.extract()?;
        let Some(range) = G::LIKE else {
            let game = <G as damier_core::Rules>::NAME;
            return Err(option_error(&format_args!(
                "nobody can be played like in {game}: no games of rated people are known"
            )));
        };
        if !range.contains(&rating) {
            let (least, most) = range.into_inner();
            return Err(option_error(&format_args!(
                "like is from {least} to {most}, not {rating}"
            )));
        }
        player.set_like(Some(rating));
    }
    if let Some(profile) = get("profile")? {
        let entry = library::find::<G>(&path(&profile)?).map_err(|error| option_error(&error))?;
        player.set_profile(Some(entry.profile));
    }
    Ok(())
}

/// An option in the spelling of the player.
fn spelled(player: &Player<G>, name: &str) -> String {
    let options = player.options();
    let found = options.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
    found.map_or_else(|| name.to_owned(), |(own, _)| own.clone())
}

fn set(player: &mut Player<G>, name: &str, value: &str) -> PyResult<()> {
    player.set_option(name, value).map_err(|error| option_error(&error))
}

/// A path or any other text.
fn path(value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.extract::<String>() {
        Ok(text) => Ok(text),
        Err(_) => Ok(value.extract::<std::path::PathBuf>()?.display().to_string()),
    }
}

/// The value of an option as protocols write it.
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.cast::<PyBool>() {
        Ok(yes) => Ok(yes.is_true().to_string()),
        Err(_) => Ok(value.str()?.to_string()),
    }
}

/// What an option takes, as a dict.
pub(super) fn describe(py: Python<'_>, kind: OptionKind) -> PyResult<Bound<'_, PyDict>> {
    let about = PyDict::new(py);
    match kind {
        OptionKind::Check { default } => {
            about.set_item("type", "check")?;
            about.set_item("default", default)?;
        }
        OptionKind::Spin { default, min, max } => {
            about.set_item("type", "spin")?;
            about.set_item("default", default)?;
            about.set_item("min", min)?;
            about.set_item("max", max)?;
        }
        OptionKind::Combo { default, choices } => {
            about.set_item("type", "combo")?;
            about.set_item("default", default)?;
            about.set_item("var", choices)?;
        }
        OptionKind::Button => about.set_item("type", "button")?,
        OptionKind::Text { default } => {
            about.set_item("type", "string")?;
            about.set_item("default", default)?;
        }
    }
    Ok(about)
}

/// The levels, the weakest first: dicts of number, about, elo and error.
#[pyfunction]
pub(crate) fn levels(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let levels = G::ladder().levels.iter().zip(1..).map(|(level, number)| {
        let about = PyDict::new(py);
        about.set_item("level", number)?;
        about.set_item("about", &level.about)?;
        about.set_item("elo", level.elo)?;
        about.set_item("error", level.error)?;
        Ok(about)
    });
    levels.collect()
}

/// The names of the profiles that can be played with.
#[pyfunction]
pub(crate) fn profiles() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entry in library::all::<G>().0 {
        if !names.contains(&entry.profile.name) {
            names.push(entry.profile.name);
        }
    }
    names
}

/// What results depend on besides their settings: the version, the built-in network and the search.
#[pyfunction]
pub(crate) fn identity() -> String {
    let (version, network) = (env!("CARGO_PKG_VERSION"), G::network_checksum());
    let game = <G as damier_core::Rules>::NAME;
    format!("Damier {version}, {game}, network {network:016x}, signature {}", G::signature())
}
