//! The summary as people read it.

use super::{EncounterSummary, SprtSummary, Summary};
use crate::output::{aligned, grouped};
use damier_arena::standing::{Faults, Tally};
use damier_arena::statistics::{EloScale, Estimate, SprtDecision};
use std::fmt::Write;

impl Summary {
    pub(crate) fn to_text(&self) -> String {
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
                    "[{}, {}]{scale}: LLR {log_likelihood_ratio:.2} ({low:.2}, {high:.2}), \
                    {verdict}",
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
                "{:<width$}  {time_losses:>11}  {illegal_moves:>13}  {crashes:>7}  \
                 {stalls:>6}  {depth:>5}  {speed:>10}",
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
