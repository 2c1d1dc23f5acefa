//! What a search may cost, as Python says it.

use crate::errors::option_error;
use damier_core::Depth;
use damier_search::{Limits, PlayerClock};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::Duration;

/// The names that limits have, which are also those of `chess.engine.Limit`.
const NAMES: [&str; 10] = [
    "nodes",
    "depth",
    "time",
    "mate",
    "white_clock",
    "black_clock",
    "white_inc",
    "black_inc",
    "remaining_moves",
    "soft_nodes",
];

/// Reads limits from keywords and from an object that has them as attributes. With none it is told
/// that they are missing.
pub(crate) fn read(
    limit: Option<&Bound<'_, PyAny>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<Limits>> {
    if let Some(keywords) = keywords {
        for key in keywords.keys() {
            let name: String = key.extract()?;
            if !NAMES.contains(&name.as_str()) {
                let known = NAMES.join(", ");
                let text = format!("there is no limit {name:?}; there are {known}");
                return Err(pyo3::exceptions::PyTypeError::new_err(text));
            }
        }
    }
    let value = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        let from_keywords = keywords.map(|all| all.get_item(name)).transpose()?.flatten();
        let found = match (from_keywords, limit) {
            (Some(value), _) => Some(value),
            (None, Some(limit)) if limit.hasattr(name)? => Some(limit.getattr(name)?),
            _ => None,
        };
        Ok(found.filter(|value| !value.is_none()))
    };
    let number = |name: &str| -> PyResult<Option<u64>> {
        let Some(value) = value(name)? else { return Ok(None) };
        let number: i64 = value.extract()?;
        match u64::try_from(number) {
            Ok(number) if number > 0 => Ok(Some(number)),
            _ => Err(option_error(&format_args!("{name} must be at least 1, not {number}"))),
        }
    };
    let seconds = |name: &str| -> PyResult<Option<Duration>> {
        let Some(value) = value(name)? else { return Ok(None) };
        let seconds: f64 = value.extract()?;
        let time = Duration::try_from_secs_f64(seconds);
        time.map(Some)
            .map_err(|_| option_error(&format_args!("{name} cannot be {seconds} seconds")))
    };
    let small = |number: Option<u64>| number.map(|number| number.min(10_000) as u32);
    let moves_to_go = small(number("remaining_moves")?);
    let clock = |clock: &str, increment: &str| -> PyResult<Option<PlayerClock>> {
        let increment = seconds(increment)?.unwrap_or_default();
        Ok(seconds(clock)?.map(|remaining| PlayerClock { remaining, increment, moves_to_go }))
    };
    let limits = Limits {
        depth: small(number("depth")?).map(|plies| Depth::new(plies as i32).min(Depth::MAX)),
        nodes: number("nodes")?,
        soft_nodes: number("soft_nodes")?,
        move_time: seconds("time")?,
        mate: small(number("mate")?),
        clocks: [clock("white_clock", "white_inc")?, clock("black_clock", "black_inc")?],
        ..Limits::default()
    };
    Ok((limits != Limits::default()).then_some(limits))
}
