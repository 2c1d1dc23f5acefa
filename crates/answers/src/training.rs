//! The training room: exercises out of the reader's own mistakes, and puzzles.
//!
//! Mistakes come from the reviews of the library (`mistakes`); one that a look with ten times the
//! positions bears out becomes an exercise, at most ten new ones a day (`deck`), and comes again as
//! `schedule` says. `standing` is the overview, `rounds` chooses what comes next, `tries` takes
//! attempts and answers. An attempt is judged by the reviewer (`exercise`): what is no error is
//! right. `puzzles` are those of the program. The clock is the host's.

mod deck;
mod exercise;
mod mistakes;
mod puzzles;
mod rounds;
mod schedule;
mod standing;
mod tries;

#[cfg(test)]
mod tests;

pub use exercise::Attempt;
pub(crate) use exercise::judge_attempt;
pub(crate) use mistakes::Harvest;
pub use rounds::Suspicion;
pub(crate) use rounds::look_again;

use crate::desk::{Answer, Desk, body, json};
use crate::errors::Problem;

/// Answers a question below `training` or `puzzles`.
pub(crate) async fn answer(desk: &Desk, parts: &[&str], bytes: &[u8]) -> Result<Answer, Problem> {
    match *parts {
        ["training"] => json(&standing::overview(desk, body(bytes)?).await?),
        ["training", "next"] => json(&rounds::next(desk, body(bytes)?).await?),
        ["training", "try"] => Ok(Answer::Json(tries::attempt(desk, body(bytes)?).await?)),
        ["training", "shown"] => json(&tries::shown(desk, body(bytes)?).await?),
        ["training", "answer"] => json(&tries::answered(desk, body(bytes)?).await?),
        ["puzzles"] => json(&puzzles::overview(desk, body(bytes)?).await?),
        ["puzzles", "next"] => json(&puzzles::next(desk, body(bytes)?).await?),
        ["puzzles", "answer"] => json(&puzzles::answered(desk, body(bytes)?).await?),
        _ => Err(Problem::Missing("there is nothing here".to_owned())),
    }
}
