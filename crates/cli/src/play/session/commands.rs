//! What a person can type besides moves, and what comes of it.

use super::{Session, load};
use crate::check;
use crate::games::CliGame;
use crate::input;
use crate::output::print;
use crate::play::seat::TerminalSeat;
use anyhow::{Context, Result, bail};
use damier_core::{Ending, Game, Outcome, Side};
use damier_profiles::{LEVELS, OpponentGame, Player};
use damier_review::ReviewGame;
use damier_search::{Engine, Event, Limits, Query, Report};
use std::path::Path;

fn help() -> String {
    format!(
        "\
a move         as records or programs write it: Nf3, exd5, e2e4, O-O; 32-28, 28x19
moves          all legal moves
undo           take back your last move, and the answer
hint           what the engine would play at full strength
explain        whether the last moves were safe, and what the position is worth, term by term
stats          show what searches count, or no longer
level 1-{LEVELS:<7}change the opponent's strength; elo NUMBER for anything between
profile NAME   change its style; none for none
board, flip    draw the board again, or from the other side
fen            the position as text
save FILE      write the game as PGN or PDN
load FILE      go on with a game from a file
new            begin again
draw           claim a draw where the rules allow it
resign         give the game up
quit           leave
"
    )
}

/// What a hint or an explanation may cost.
const HINT_NODES: u64 = 300_000;

/// What follows a line.
#[derive(PartialEq, Eq)]
pub(super) enum NextStep {
    Go,
    Leave,
}

impl<G: OpponentGame + ReviewGame + CliGame> Session<G> {
    pub(super) fn obey(&mut self, line: &str) -> Result<NextStep> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "?" => print(&help())?,
            "quit" | "exit" => return Ok(NextStep::Leave),
            "moves" => self.list_moves()?,
            "undo" => self.undo()?,
            "hint" => self.hint()?,
            "explain" => self.explain()?,
            "stats" => {
                self.shows_statistics = !self.shows_statistics;
                let state = if self.shows_statistics { "shown" } else { "no longer shown" };
                print(&format!("What searches count is {state}.\n"))?;
            }
            "level" | "profile" | "elo" => self.change(command, rest)?,
            "board" => self.show()?,
            "flip" => {
                self.view = !self.view;
                self.show()?;
            }
            "fen" => print(&format!("{}\n", self.game.position().to_fen()))?,
            "save" if rest.is_empty() => bail!("save where? Write save FILE"),
            "save" => {
                self.save(Path::new(rest))?;
                print(&format!("saved in {rest}\n"))?;
            }
            "load" if rest.is_empty() => bail!("load what? Write load FILE"),
            "load" => self.begin(load(Path::new(rest))?)?,
            "new" => self.begin(Game::new(G::start()))?,
            "draw" => self.claim_draw()?,
            "resign" => self.resign()?,
            _ => self.move_typed(line)?,
        }
        Ok(NextStep::Go)
    }

    fn move_typed(&mut self, text: &str) -> Result<()> {
        if self.result().is_some() {
            bail!("the game is over; undo, new, load or quit");
        }
        let mv = match self.game.position().read_move(input::without_number(text).trim()) {
            Ok(mv) => mv,
            Err(error) => bail!("{error} (help lists what can be typed)"),
        };
        self.play(mv)?;
        // An engine answers at once, and then the board is drawn.
        if self.result().is_some() || self.is_humans_turn() { self.show() } else { Ok(()) }
    }

    fn is_humans_turn(&self) -> bool {
        let side = self.game.position().side_to_move();
        matches!(self.seats[side.index()], TerminalSeat::Human)
    }

    fn list_moves(&self) -> Result<()> {
        let position = self.game.position();
        let moves = position.legal_moves();
        let words: Vec<String> = moves.iter().map(|&mv| position.write_move(mv)).collect();
        Ok(print(&format!("{}\n", words.join(" ")))?)
    }

    /// Back to the last position in which a person was to move.
    fn undo(&mut self) -> Result<()> {
        if self.agreed.take().is_some() && self.is_humans_turn() {
            return self.show();
        }
        let mut game = self.game.clone();
        loop {
            if game.undo().is_none() {
                bail!("there is nothing to take back");
            }
            let side = game.position().side_to_move();
            if matches!(self.seats[side.index()], TerminalSeat::Human) {
                break;
            }
        }
        self.game = game;
        self.show()
    }

    /// The engine at full strength, for hints and explanations.
    fn adviser(&mut self) -> &mut Player<G> {
        self.adviser.get_or_insert_with(Player::new)
    }

    /// What full strength finds here.
    fn advise(&mut self, game: &Game<G>) -> Option<Report<G::Move>> {
        let mut found = None;
        let query = Query::new(game.clone(), Limits::to_nodes(HINT_NODES));
        let Ok(_) = self.adviser().search(&query, &mut |event| {
            if let Event::Report(report) = event {
                found = Some(report);
            }
        });
        found
    }

    fn hint(&mut self) -> Result<()> {
        if self.result().is_some() {
            bail!("the game is over");
        }
        let game = self.game.clone();
        let report = self.advise(&game).context("there is no move")?;
        let line = game.position().write_line(&report.line);
        let score = f64::from(report.score.value()) / 100.0;
        let worth = match report.score.is_decisive() {
            true if report.score.is_win() => "which wins by force".to_owned(),
            true => "which only delays the loss".to_owned(),
            false => format!("which is worth {score:+.2}"),
        };
        let first = game.position().write_move(report.line[0]);
        Ok(print(&format!("{first}, {worth}: {line}\n"))?)
    }

    fn explain(&mut self) -> Result<()> {
        let mut before = self.game.clone();
        let mut words = Vec::new();
        // Your move and the answer, or what two people or two engines played last.
        for _ in 0..2 {
            let Some(mv) = before.undo() else { break };
            let side = before.position().side_to_move();
            words.push(format!("{side}: {}\n", check::sentence(&before, mv)?));
        }
        words.reverse();
        print(&words.concat())?;
        let position = self.game.position().clone();
        let terms = self.adviser().explain(&position).unwrap_or_default();
        Ok(print(&terms)?)
    }

    /// Replaces the engine at the board by another one.
    fn change(&mut self, key: &str, value: &str) -> Result<()> {
        let place = self.seats.iter().position(|seat| matches!(seat, TerminalSeat::Engine(_)));
        let place = place.context("nobody but people play here")?;
        let TerminalSeat::Engine(opponent) = &mut self.seats[place] else {
            bail!("nobody to change")
        };
        let mut options = opponent.options.clone();
        options.change(key, value)?;
        let seat = TerminalSeat::<G>::engine(&options)?;
        print(&format!("{}: {}\n", Side::ALL[place], seat.introduction()))?;
        self.seats[place] = seat;
        Ok(())
    }

    fn begin(&mut self, game: Game<G>) -> Result<()> {
        if self.game.moves().len() > 0 {
            self.earlier += &self.record();
        }
        self.game = game;
        self.agreed = None;
        for seat in &mut self.seats {
            if let TerminalSeat::Engine(opponent) = seat {
                let Ok(()) = opponent.player.new_game();
            }
        }
        self.introduce()?;
        self.show()
    }

    fn claim_draw(&mut self) -> Result<()> {
        if self.result().is_some() {
            bail!("the game is over");
        }
        match self.game.ending() {
            Some(ending) if ending.needs_claim() => {
                self.agreed = Some((Outcome::Draw, format!("{ending}, claimed")));
            }
            Some(ending) => bail!("the game is over: {ending}"),
            None if self.seats.iter().all(|seat| matches!(seat, TerminalSeat::Human)) => {
                self.agreed = Some((Outcome::Draw, "agreed".to_owned()));
            }
            None => bail!("no rule makes this a draw, and Damier plays on"),
        }
        self.show()
    }

    fn resign(&mut self) -> Result<()> {
        if self.result().is_some() {
            bail!("the game is over");
        }
        let side = self.game.position().side_to_move();
        self.agreed = Some((Outcome::Win(!side), format!("{side} resigns")));
        self.show()
    }
}
