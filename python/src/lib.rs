//! Damier as a module of Python: `damier._damier`, which the package `damier` wraps.
//!
//! Nothing is decided here: the rooms of the program are asked, with the interpreter's lock
//! released while they work. The files in `game` are compiled once for each game, as parts of
//! [`chess`] and [`draughts`]; what only one game has lies beside them. Docstrings that people read
//! are in the stubs of the package and on the classes.

#![allow(clippy::duplicate_mod, reason = "a class of Python cannot be generic")]
#![allow(clippy::wrong_self_convention, reason = "names that people of Python know")]

mod chess;
mod draughts;
mod ending;
mod errors;
mod fault;
mod limits;
mod score;
mod source;
mod waiting;

use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule]
fn _damier(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<ending::Ending>()?;
    module.add_class::<fault::Fault>()?;
    module.add_class::<score::Score>()?;
    add_game(module, "chess", chess::fill)?;
    add_game(module, "draughts", draughts::fill)
}

/// Adds the module of a game, which can be imported by its whole name too.
fn add_game(
    module: &Bound<'_, PyModule>,
    name: &str,
    fill: fn(&Bound<'_, PyModule>) -> PyResult<()>,
) -> PyResult<()> {
    let py = module.py();
    let game = PyModule::new(py, name)?;
    fill(&game)?;
    module.add_submodule(&game)?;
    let modules = py.import("sys")?.getattr("modules")?;
    modules.set_item(format!("damier._damier.{name}"), game)
}
