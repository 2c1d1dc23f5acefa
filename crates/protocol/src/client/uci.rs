//! UCI as the client speaks it.

pub(super) mod parse;

use super::{Client, Dialect, Heard, Introduction, SearchOrder};
use damier_chess::{CastlingStyle, Move, Position};
use damier_core::{Game, Side};
use damier_search::{Limits, OptionKind};
use std::fmt::Write;
use std::time::Duration;

/// A chess engine that speaks UCI, in a process of its own. Dropping it ends the process.
pub type UciClient = Client<Uci>;

/// UCI as a client speaks it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uci {
    is_chess960: bool,
}

impl Dialect for Uci {
    type Rules = Position;

    const GREETING: &'static str = "uci";
    const PING: (&'static str, &'static str) = ("isready", "readyok");
    const NEW_GAME: &'static str = "ucinewgame";
    const PONDER_HIT: &'static str = "ponderhit";
    const INIT: Option<(&'static str, &'static str)> = None;

    fn introduction(line: &str) -> Introduction {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("uciok"), _) => Introduction::End,
            (Some("id"), Some("name")) => Introduction::Name(words.collect::<Vec<_>>().join(" ")),
            (Some("option"), _) => parse::option(line)
                .map_or(Introduction::Other, |(name, kind)| Introduction::Option(name, kind)),
            _ => Introduction::Other,
        }
    }

    fn set_option(name: &str, kind: &OptionKind, value: &str) -> Result<String, String> {
        Ok(match kind {
            OptionKind::Button => format!("setoption name {name}"),
            _ if value.is_empty() => format!("setoption name {name} value <empty>"),
            _ => format!("setoption name {name} value {value}"),
        })
    }

    fn option_before(&mut self, game: &Game<Position>) -> Option<(&'static str, &'static str)> {
        let is_chess960 = game.start().is_chess960();
        let has_changed = is_chess960 != self.is_chess960;
        self.is_chess960 = is_chess960;
        has_changed.then_some(("UCI_Chess960", if is_chess960 { "true" } else { "false" }))
    }

    fn go(&self, order: &SearchOrder<Position>) -> Result<String, &'static str> {
        let SearchOrder { game, limits, among, is_pondering } = *order;
        let style =
            if self.is_chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
        let mut text = position_text(game, style);
        text.push_str(&go_text(limits, is_pondering));
        if !among.is_empty() {
            text.push_str(" searchmoves");
        }
        for &mv in among {
            let _ = write!(text, " {}", game.position().write_uci(mv, style));
        }
        Ok(text)
    }

    fn hear(line: &str, position: &Position) -> Heard<Move> {
        if line.starts_with("bestmove") {
            return Heard::Answer(parse::answer(line, position).map_err(Into::into));
        }
        line.strip_prefix("info ").map_or(Heard::Nothing, |text| parse::info(text, position))
    }
}

fn position_text(game: &Game<Position>, style: CastlingStyle) -> String {
    let mut text = if *game.start() == Position::start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", game.start().to_fen())
    };
    if game.moves().len() > 0 {
        text.push_str(" moves");
    }
    for (position, mv) in game.past_positions().zip(game.moves()) {
        let _ = write!(text, " {}", position.write_uci(mv, style));
    }
    text.push('\n');
    text
}

pub(super) fn go_text(limits: &Limits, pondering: bool) -> String {
    let mut text = String::from("go");
    if pondering {
        text.push_str(" ponder");
    }
    let mut add = |word: &str, number: Option<u128>| {
        if let Some(number) = number {
            let _ = write!(text, " {word} {number}");
        }
    };
    let whole = |time: Duration| time.as_millis();
    for (side, time, increment) in [(Side::White, "wtime", "winc"), (Side::Black, "btime", "binc")]
    {
        let clock = limits.clock(side);
        // Some engines take a clock at zero for one that is not there.
        add(time, clock.map(|clock| whole(clock.remaining).max(1)));
        add(increment, clock.map(|clock| whole(clock.increment)));
    }
    let moves_to_go = limits.clocks.iter().flatten().find_map(|clock| clock.moves_to_go);
    add("movestogo", moves_to_go.map(u128::from));
    add("depth", limits.depth.map(|depth| depth.plies().max(1).unsigned_abs().into()));
    add("nodes", limits.nodes.map(u128::from));
    add("movetime", limits.move_time.map(whole));
    add("mate", limits.mate.map(u128::from));
    if limits.infinite || text == "go" {
        text.push_str(" infinite");
    }
    text
}
