//! The table as spreadsheets read it.

use super::Summary;
use crate::output::csv_cell;
use damier_arena::standing::{Faults, Tally};
use std::fmt::Write;

impl Summary {
    pub(crate) fn to_csv(&self) -> String {
        let mut text = "rank,name,pace,games,wins,draws,losses,points,score,draw_ratio,\
            elo_above_average,elo_margin,time_losses,illegal_moves,crashes,stalls,\
            average_depth,nodes_per_second\n"
            .to_owned();
        let optional = |number: Option<f64>| number.map_or(String::new(), |n| format!("{n:.1}"));
        for player in &self.players {
            let Tally { wins, draws, losses } = player.tally;
            let Faults { time_losses, illegal_moves, crashes, stalls } = player.faults;
            let _ = writeln!(
                text,
                "{},{},{},{},{wins},{draws},{losses},{},{:.4},{:.4},{},{},\
                 {time_losses},{illegal_moves},{crashes},{stalls},{},{}",
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
}
