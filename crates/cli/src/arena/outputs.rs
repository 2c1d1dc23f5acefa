//! What is to be made of the results of a match: the options, and the files that are written.

use super::course::CourseArguments;
use super::summary::{Points, Summary};
use crate::output::{check_distinct, print, print_json, write_file};
use anyhow::{Context, Result, bail};
use damier_arena::statistics::{EloScale, Sprt};
use damier_pictures::{course_chart, rating_chart};
use std::path::PathBuf;

/// What is to be made of the results.
#[derive(clap::Args)]
pub(crate) struct ArenaOutputs {
    /// Stop as soon as it is sure whether the difference is the first or the second Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = read_bounds)]
    sprt: Option<(f64, f64)>,
    /// The Elo of --sprt are normalised: in units of the spread of the results
    #[arg(long, requires = "sprt")]
    normalised: bool,
    /// The probability of taking the difference for ELO1 wrongly
    #[arg(long, default_value_t = 0.05, requires = "sprt", value_parser = read_error)]
    alpha: f64,
    /// The probability of taking the difference for ELO0 wrongly
    #[arg(long, default_value_t = 0.05, requires = "sprt", value_parser = read_error)]
    beta: f64,
    /// Points for a win, a draw and a loss, for the order of the table, as 3,1,0 [default: 1,0.5,0]
    #[arg(long, value_name = "WIN,DRAW,LOSS", value_parser = read_points)]
    pub(super) points: Option<Points>,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
    /// Write the table to this file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the ratings into this file, as a picture (SVG)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw Elo and LLR over the games of a match into this file, as a picture (SVG)
    #[arg(long, value_name = "FILE")]
    course: Option<PathBuf>,
}

impl ArenaOutputs {
    pub(crate) fn sprt(&self) -> Option<Sprt> {
        let (elo0, elo1) = self.sprt?;
        let scale = if self.normalised { EloScale::Normalised } else { EloScale::Logistic };
        Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta, scale })
    }

    /// Whether these make sense with so many players, and write to no file that is written or read
    /// besides.
    pub(crate) fn check<'a>(
        &'a self,
        players: usize,
        others: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<()> {
        let own = [&self.csv, &self.svg, &self.course];
        check_distinct(own.into_iter().flatten().chain(others))?;
        if players > 2 && self.sprt.is_some() {
            bail!("--sprt is for a match of two engines, not for {players}");
        }
        if players > 2 && self.course.is_some() {
            bail!("--course is for a match of two engines, not for {players}");
        }
        Ok(())
    }

    /// Prints the summary, and writes what was asked for.
    pub(crate) fn write(&self, summary: &Summary, course: &CourseArguments) -> Result<()> {
        if let Some(path) = &self.csv {
            write_file(path, &summary.to_csv())?;
        }
        if let Some(path) = &self.svg {
            write_file(path, &rating_chart(&summary.rating_title(), &summary.rating_rows()))?;
        }
        if let Some(path) = &self.course {
            let bounds = self.sprt().map(|sprt| sprt.bounds());
            write_file(path, &course_chart(&summary.title(), course.points(), bounds))?;
        }
        if self.json { print_json(summary) } else { Ok(print(&summary.to_text())?) }
    }
}

fn read_bounds(text: &str) -> Result<(f64, f64)> {
    match numbers(text)[..] {
        [Some(elo0), Some(elo1)] if elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 1000.0 => {
            Ok((elo0, elo1))
        }
        _ => bail!("write two Elo differences, the smaller one first, as 0,5"),
    }
}

fn read_error(text: &str) -> Result<f64> {
    let number = text.parse().ok().filter(|&error: &f64| error > 0.0 && error < 0.5);
    number.context("write a probability between 0 and 0.5")
}

fn read_points(text: &str) -> Result<Points> {
    match numbers(text)[..] {
        [Some(win), Some(draw), Some(loss)] if win >= draw && draw >= loss && win > loss => {
            Ok(Points { win, draw, loss })
        }
        _ => bail!("write the points of a win, a draw and a loss, the most first, as 3,1,0"),
    }
}

fn numbers(text: &str) -> Vec<Option<f64>> {
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    text.split(',').map(number).collect()
}
