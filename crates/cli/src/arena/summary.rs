//! What a match or tournament came to: for people, for programs, as pictures.

use crate::output::{aligned, csv_cell, grouped, print, print_json, write_file};
use anyhow::{Context, Result, bail};
use damier_arena::Standing;
use damier_arena::ratings::{self, Encounter};
use damier_arena::standing::{Faults, Tally};
use damier_arena::statistics::{EloScale, Estimate, PairCounts, Sprt, SprtDecision, estimate};
use damier_pictures::{CoursePoint, RatingRow, course_chart, rating_chart};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;

/// A course keeps no more points than a picture can show.
const MAX_POINTS: usize = 2000;

/// What is to be made of the results.
#[derive(clap::Args)]
pub(crate) struct Outputs {
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
    points: Option<Points>,
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

/// What a game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Points {
    win: f64,
    draw: f64,
    loss: f64,
}

impl Points {
    fn of(self, tally: Tally) -> f64 {
        let sum = |count: u64, worth: f64| count as f64 * worth;
        sum(tally.wins, self.win) + sum(tally.draws, self.draw) + sum(tally.losses, self.loss)
    }
}

impl Outputs {
    pub(crate) fn sprt(&self) -> Option<Sprt> {
        let (elo0, elo1) = self.sprt?;
        let scale = if self.normalised { EloScale::Normalised } else { EloScale::Logistic };
        Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta, scale })
    }

    /// Whether these make sense with so many players, and write to no file that is written or read
    /// besides.
    pub(crate) fn check(&self, players: usize, others: [&Option<PathBuf>; 2]) -> Result<()> {
        let own = [&self.csv, &self.svg, &self.course];
        let paths: Vec<&PathBuf> = own.into_iter().chain(others).flatten().collect();
        let resolved = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        for (place, path) in paths.iter().enumerate() {
            if paths[..place].iter().any(|other| resolved(other) == resolved(path)) {
                bail!("{} is named for two things; each needs a file of its own", path.display());
            }
        }
        if players > 2 && self.sprt.is_some() {
            bail!("--sprt is for a match of two engines, not for {players}");
        }
        if players > 2 && self.course.is_some() {
            bail!("--course is for a match of two engines, not for {players}");
        }
        Ok(())
    }

    /// Prints the summary, and writes what was asked for.
    pub(crate) fn write(&self, summary: &Summary, course: &Course) -> Result<()> {
        if let Some(path) = &self.csv {
            write_file(path, &summary.to_csv())?;
        }
        if let Some(path) = &self.svg {
            write_file(path, &rating_chart(&summary.rating_title(), &summary.rating_rows()))?;
        }
        if let Some(path) = &self.course {
            let bounds = self.sprt().map(|sprt| sprt.bounds());
            write_file(path, &course_chart(&summary.title(), &course.points, bounds))?;
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

/// How a match went, game after game.
#[derive(Default)]
pub(crate) struct Course {
    points: Vec<CoursePoint>,
    /// Every so many pairs there is a point.
    step: u64,
}

impl Course {
    pub(crate) fn add(&mut self, standing: &Standing) {
        let pairs = standing.encounter(0, 1).pairs;
        let count: u64 = pairs.iter().sum();
        let games_at = |place: usize| self.points.get(place).map_or(0, |point| point.games);
        let length = self.points.len();
        let Some(Estimate { elo, elo_low, elo_high, .. }) = estimate(&pairs) else { return };
        if standing.players.len() != 2 || 2 * count == games_at(length.wrapping_sub(1)) {
            return;
        }
        // The last point is always there; it makes room for the next if it is too near the one
        // before.
        if length > 1 && games_at(length - 1) < games_at(length - 2) + 2 * self.step {
            self.points.pop();
        }
        let llr = standing.sprt.map(|sprt| sprt.log_likelihood_ratio(&pairs));
        self.points.push(CoursePoint { games: 2 * count, llr, elo, elo_low, elo_high });
        if self.points.len() > MAX_POINTS {
            let mut place = 0;
            self.points.retain(|_| {
                place += 1;
                place % 2 == 0
            });
            self.step = self.step.max(1) * 2;
        }
    }
}

/// What there is to say in the end.
#[derive(Serialize)]
pub(crate) struct Summary {
    game: &'static str,
    games: u64,
    points: Option<Points>,
    /// In the order of the table.
    players: Vec<PlayerSummary>,
    encounters: Vec<EncounterSummary>,
    sprt: Option<SprtSummary>,
}

#[derive(Serialize)]
struct PlayerSummary {
    rank: usize,
    name: String,
    pace: String,
    games: u64,
    #[serde(flatten)]
    tally: Tally,
    points: f64,
    score: f64,
    draw_ratio: f64,
    with_white: Tally,
    /// Compared with the average of all; `None` for whoever met nobody.
    elo: Option<f64>,
    /// Half the width of the 95 % interval.
    elo_margin: Option<f64>,
    #[serde(flatten)]
    faults: Faults,
    average_depth: Option<f64>,
    nodes_per_second: Option<f64>,
    #[serde(skip)]
    place: usize,
}

#[derive(Serialize)]
struct EncounterSummary {
    first: String,
    second: String,
    games: u64,
    #[serde(flatten)]
    tally: Tally,
    score: f64,
    /// Pairs in which the first had 0, ½, 1, 1½ and 2 points.
    pentanomial: PairCounts,
    /// From finished pairs.
    estimate: Option<Estimate>,
}

#[derive(Serialize)]
struct SprtSummary {
    #[serde(flatten)]
    test: Sprt,
    log_likelihood_ratio: f64,
    bounds: (f64, f64),
    verdict: SprtDecision,
}

impl Summary {
    pub(crate) fn of(
        game: &'static str,
        names: &[(String, String)],
        standing: &Standing,
        outputs: &Outputs,
    ) -> Self {
        let met: Vec<Encounter> = standing
            .encounters
            .iter()
            .map(|(&(first, second), sums)| Encounter { first, second, pairs: sums.pairs })
            .collect();
        let ratings = ratings::ratings(names.len(), &met);
        let worth = outputs.points.unwrap_or(Points { win: 1.0, draw: 0.5, loss: 0.0 });
        let mut players: Vec<PlayerSummary> = standing
            .players
            .iter()
            .zip(names)
            .zip(ratings)
            .enumerate()
            .map(|(place, ((sums, (name, pace)), rating))| PlayerSummary {
                rank: 0,
                name: name.clone(),
                pace: pace.clone(),
                games: sums.tally.games(),
                tally: sums.tally,
                points: worth.of(sums.tally),
                score: sums.tally.score(),
                draw_ratio: sums.tally.draw_ratio(),
                with_white: sums.with_white,
                elo: rating.elo,
                elo_margin: rating.elo.map(|_| rating.margin),
                faults: sums.faults,
                average_depth: sums.effort.average_depth(),
                nodes_per_second: sums.effort.nodes_per_second(),
                place,
            })
            .collect();
        // A gauntlet gives its first player most of the games: points count only between equals.
        let same_games = players.windows(2).all(|two| two[0].games == two[1].games);
        players.sort_by(|one, other| {
            let by_points = other.points.total_cmp(&one.points);
            let elo = |player: &PlayerSummary| player.elo.unwrap_or(f64::NEG_INFINITY);
            let by_elo = elo(other).total_cmp(&elo(one));
            let order = if same_games || outputs.points.is_some() {
                by_points.then(by_elo)
            } else {
                by_elo.then(by_points)
            };
            order.then(one.place.cmp(&other.place))
        });
        for (place, player) in players.iter_mut().enumerate() {
            player.rank = place + 1;
        }
        let encounters =
            standing.encounters.iter().map(|(&(first, second), sums)| EncounterSummary {
                first: names[first].0.clone(),
                second: names[second].0.clone(),
                games: sums.tally.games(),
                tally: sums.tally,
                score: sums.tally.score(),
                pentanomial: sums.pairs,
                estimate: estimate(&sums.pairs),
            });
        let pairs = standing.encounter(0, 1).pairs;
        Self {
            game,
            games: standing.games(),
            points: outputs.points,
            players,
            encounters: encounters.collect(),
            sprt: outputs.sprt().map(|test| SprtSummary {
                test,
                log_likelihood_ratio: test.log_likelihood_ratio(&pairs),
                bounds: test.bounds(),
                verdict: standing.decision.unwrap_or(SprtDecision::Open),
            }),
        }
    }

    fn title(&self) -> String {
        match &self.encounters[..] {
            [only] => format!("{} against {}, {} games", only.first, only.second, self.games),
            _ => format!("{} players, {} games of {}", self.players.len(), self.games, self.game),
        }
    }

    fn rating_title(&self) -> String {
        format!("{}: Elo above the average", self.title())
    }

    fn rating_rows(&self) -> Vec<RatingRow> {
        let row = |player: &PlayerSummary| RatingRow {
            name: player.name.clone(),
            elo: player.elo,
            margin: player.elo_margin.unwrap_or(0.0),
            score: player.score,
            games: player.games,
        };
        self.players.iter().map(row).collect()
    }

    fn to_csv(&self) -> String {
        let mut text =
            "rank,name,pace,games,wins,draws,losses,points,score,draw_ratio,elo_above_average,elo_margin,\
                        time_losses,illegal_moves,crashes,stalls,average_depth,nodes_per_second\n"
                .to_owned();
        let optional = |number: Option<f64>| number.map_or(String::new(), |n| format!("{n:.1}"));
        for player in &self.players {
            let Tally { wins, draws, losses } = player.tally;
            let Faults { time_losses, illegal_moves, crashes, stalls } = player.faults;
            let _ = writeln!(
                text,
                "{},{},{},{},{wins},{draws},{losses},{},{:.4},{:.4},{},{},{time_losses},{illegal_moves},\
                 {crashes},{stalls},{},{}",
                player.rank,
                csv_cell(&player.name),
                csv_cell(&player.pace),
                player.games,
                player.points,
                player.score,
                player.draw_ratio,
                optional(player.elo),
                optional(player.elo_margin),
                optional(player.average_depth),
                player.nodes_per_second.map_or(String::new(), |speed| format!("{speed:.0}")),
            );
        }
        text
    }

    fn to_text(&self) -> String {
        let mut text = String::new();
        match (&self.encounters[..], self.players.len()) {
            ([only], 2) => self.describe_match(only, &mut text),
            ([], _) => text.push_str("No game was finished.\n"),
            _ => self.describe_tournament(&mut text),
        }
        self.describe_engines(&mut text);
        text
    }

    fn describe_match(&self, only: &EncounterSummary, text: &mut String) {
        let Tally { wins, draws, losses } = only.tally;
        let pace = |name: &str| {
            let player = self.players.iter().find(|player| player.name == name);
            player.map_or("", |player| player.pace.as_str())
        };
        let (first, second) = (only.first.as_str(), only.second.as_str());
        let mut rows = vec![
            ("Match", format!("{first} ({}) against {second} ({})", pace(first), pace(second))),
            ("Games", format!("{}: +{wins} ={draws} -{losses}", only.games)),
            ("Score", format!("{:.2} %", only.score * 100.0)),
        ];
        if let Some(estimate) = &only.estimate {
            let Estimate { elo_low, elo_high, superiority, .. } = estimate;
            let interval = format!("{} to {} with 95 %", signed(*elo_low), signed(*elo_high));
            rows.push(("Elo", format!("{}, {interval}", &elo_text(estimate)["Elo ".len()..])));
            rows.push(("Superiority", format!("{:.2} %", superiority * 100.0)));
        }
        rows.push(("Draws", format!("{:.1} %", only.tally.draw_ratio() * 100.0)));
        let pairs = only.pentanomial.map(|count| count.to_string()).join(" ");
        rows.push(("Pairs", format!("{pairs}, of 0, 1/2, 1, 1 1/2 and 2 points")));
        if let Some(points) = self.points {
            let of = |name: &str| {
                let player = self.players.iter().find(|player| player.name == name);
                player.map_or(0.0, |player| points.of(player.tally))
            };
            rows.push(("Points", format!("{} : {}", of(first), of(second))));
        }
        if let Some(SprtSummary { test, log_likelihood_ratio, bounds, verdict }) = &self.sprt {
            let verdict = match verdict {
                SprtDecision::Open => "not decided".to_owned(),
                SprtDecision::Rejected => format!("rather {} Elo", test.elo0),
                SprtDecision::Accepted => format!("rather {} Elo", test.elo1),
            };
            let (low, high) = bounds;
            let scale = if test.scale == EloScale::Normalised { " normalised" } else { "" };
            rows.push((
                "SPRT",
                format!(
                    "[{}, {}]{scale}: LLR {log_likelihood_ratio:.2} ({low:.2}, {high:.2}), {verdict}",
                    test.elo0, test.elo1
                ),
            ));
        }
        for (name, value) in rows {
            let _ = writeln!(text, "{name:<12} {value}");
        }
    }

    fn describe_tournament(&self, text: &mut String) {
        let width = self.name_width();
        let _ = writeln!(
            text,
            "     {:<width$}    Elo      +/-  games  points   score  draws",
            "Engine"
        );
        for player in &self.players {
            let elo = player.elo.map_or("-".to_owned(), signed);
            let margin = player.elo_margin.map_or("-".to_owned(), |margin| format!("{margin:.1}"));
            let _ = writeln!(
                text,
                "{:>3}. {:<width$} {elo:>6}  {margin:>7}  {:>5}  {:>6}  {:>5.1}%  {:>4.1}%",
                player.rank,
                player.name,
                player.games,
                player.points,
                player.score * 100.0,
                player.draw_ratio * 100.0,
            );
        }
        text.push('\n');
        let heads = ["First", "Second", "games", "result", "score", "Elo", "superiority", "pairs"];
        let mut rows = vec![heads.map(str::to_owned)];
        for encounter in &self.encounters {
            let Tally { wins, draws, losses } = encounter.tally;
            let estimate = encounter.estimate.as_ref();
            rows.push([
                encounter.first.clone(),
                encounter.second.clone(),
                encounter.games.to_string(),
                format!("+{wins} ={draws} -{losses}"),
                format!("{:.1} %", encounter.score * 100.0),
                estimate.map_or("-".to_owned(), |found| elo_text(found)["Elo ".len()..].to_owned()),
                estimate
                    .map_or("-".to_owned(), |found| format!("{:.1} %", found.superiority * 100.0)),
                encounter.pentanomial.map(|count| count.to_string()).join(" "),
            ]);
        }
        text.push_str(&aligned(&rows));
    }

    fn describe_engines(&self, text: &mut String) {
        let width = self.name_width();
        let _ = writeln!(
            text,
            "\n{:<width$}  time losses  illegal moves  crashes  stalls  depth     nodes/s",
            "Engine"
        );
        for engine in &self.players {
            let Faults { time_losses, illegal_moves, crashes, stalls } = engine.faults;
            let depth = engine.average_depth.map_or("-".to_owned(), |depth| format!("{depth:.1}"));
            let speed =
                engine.nodes_per_second.map_or("-".to_owned(), |speed| grouped(speed as u64));
            let _ = writeln!(
                text,
                "{:<width$}  {time_losses:>11}  {illegal_moves:>13}  {crashes:>7}  {stalls:>6}  {depth:>5}  {speed:>10}",
                engine.name
            );
        }
    }

    fn name_width(&self) -> usize {
        let widths = self.players.iter().map(|player| player.name.chars().count());
        widths.max().unwrap_or(0).max(6)
    }
}

pub(crate) fn elo_text(estimate: &Estimate) -> String {
    let Estimate { elo, elo_low, elo_high, .. } = *estimate;
    if elo.is_infinite() {
        return format!("Elo {}", signed(elo));
    }
    let half = signed((elo_high - elo_low) / 2.0);
    format!("Elo {} ± {}", signed(elo), &half[1..])
}

fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+infinite".to_owned(),
        f64::NEG_INFINITY => "-infinite".to_owned(),
        elo => format!("{elo:+.1}"),
    }
}
