//! What is made of a tuning: a table, lines for a program, a picture.

use crate::output::{aligned, counted, grouped, print, print_json, write_file};
use anyhow::Result;
use damier_pictures::{TunedNumber, tuning_chart};
use damier_tune::{Course, CourseTally, Parameter};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;

/// What is to be made of a tuning.
#[derive(clap::Args)]
pub(super) struct TuneOutputs {
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
    /// Draw the course of every number into this file, as a picture (SVG)
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
}

/// How a tuning stands.
#[derive(Serialize)]
struct TuneSummary<'a> {
    game: &'a str,
    engine: &'a str,
    iterations: u64,
    finished_iterations: u64,
    games: u64,
    draws: u64,
    faults: u64,
    parameters: Vec<NumberSummary<'a>>,
}

#[derive(Serialize)]
struct NumberSummary<'a> {
    name: &'a str,
    start: f64,
    /// As the engine takes it.
    found: String,
    /// Before it is rounded.
    exact: f64,
    min: f64,
    max: f64,
    step: f64,
    /// For a `tunables.rs`.
    line: String,
}

impl TuneOutputs {
    /// Prints how a tuning stands, and draws it if that was asked for.
    pub(super) fn write(&self, game: &str, engine: &str, course: &Course) -> Result<()> {
        let CourseTally { draws, faults, .. } = course.tally();
        let summary = TuneSummary {
            game,
            engine,
            iterations: course.spsa().iterations,
            finished_iterations: course.iteration(),
            games: course.tally().games(),
            draws,
            faults,
            parameters: course.found().map(|(one, value)| NumberSummary::of(one, value)).collect(),
        };
        if let Some(path) = &self.svg {
            let title = format!("{engine}, {game}, {} games", grouped(summary.games));
            write_file(path, &tuning_chart(&title, &numbers(course)))?;
        }
        if self.json { print_json(&summary) } else { Ok(print(&summary.to_text())?) }
    }
}

impl<'a> NumberSummary<'a> {
    fn of(parameter: &'a Parameter, exact: f64) -> Self {
        let Parameter { ref name, start, min, max, step, .. } = *parameter;
        let (found, line) = (parameter.write(exact), parameter.tunable(exact));
        Self { name, start, found, exact, min, max, step, line }
    }

    /// How far it went, in steps.
    fn change(&self) -> f64 {
        (self.exact - self.start) / self.step
    }
}

impl TuneSummary<'_> {
    fn to_text(&self) -> String {
        let Self { engine, game, iterations, finished_iterations, .. } = self;
        let mut text = format!(
            "Tuning      {engine}, {game}\nIterations  {finished_iterations} of {iterations}\n\
             Games       {}, {} drawn",
            grouped(self.games),
            grouped(self.draws)
        );
        if self.faults > 0 {
            let faults = counted(self.faults as usize, "game");
            let _ = write!(text, "; {faults} lost by an engine that misbehaved");
        }
        let mut rows = vec![["Parameter", "Start", "Found", "Change in steps"].map(str::to_owned)];
        rows.extend(self.parameters.iter().map(|one| {
            let change = format!("{:+.1}", one.change());
            [one.name.to_owned(), one.start.to_string(), one.found.clone(), change]
        }));
        let lines: Vec<&str> = self.parameters.iter().map(|one| one.line.as_str()).collect();
        let options: Vec<String> =
            self.parameters.iter().map(|one| format!("{}={}", one.name, one.found)).collect();
        let (lines, options) = (lines.join("\n"), options.join(","));
        let table = aligned(&rows);
        let _ =
            write!(text, "\n\n{table}\nLines for tunables.rs:\n{lines}\n\nOptions:\n{options}\n");
        text
    }
}

/// The numbers of a tuning as its picture shows them.
fn numbers(course: &Course) -> Vec<TunedNumber> {
    let parameters = course.spsa().parameters.iter().enumerate();
    let number = |(place, parameter): (usize, &Parameter)| {
        let values: Vec<f64> = course.values().iter().map(|values| values[place]).collect();
        let now = values.last().copied().unwrap_or(parameter.start);
        let ends = [parameter.start.to_string(), parameter.write(now)];
        TunedNumber { name: parameter.name.clone(), step: parameter.step, values, ends }
    };
    parameters.map(number).collect()
}
