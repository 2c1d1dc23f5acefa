//! A game between people, engines, or both: reads lines, plays, tells.

mod commands;

use super::seat::{TerminalOpponent, TerminalSeat};
use crate::games::CliGame;
use crate::output::{complain, grouped, print, write_file};
use anyhow::{Context, Result, bail};
use commands::NextStep;
use damier_core::{Ending, Game, Outcome, Side};
use damier_profiles::{OpponentGame, Player};
use damier_records::MoveNumber;
use damier_records::{Reader, Record};
use damier_review::ReviewGame;
use damier_search::{Engine, Event, Query, Statistics};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// A game in the terminal.
pub(super) struct Session<G: OpponentGame + ReviewGame + CliGame> {
    game: Game<G>,
    seats: [TerminalSeat<G>; 2],
    view: Side,
    has_colour: bool,
    /// How the game ended if the board does not say it: a side gave up, or claimed a draw.
    agreed: Option<(Outcome, String)>,
    pub(super) shows_statistics: bool,
    /// Where the games of this session are kept.
    pub(super) autosave: Option<PathBuf>,
    /// Those that were left for another one, as text.
    earlier: String,
    pub(super) pause: Duration,
    /// Full strength, for hints; made when first asked for.
    adviser: Option<Player<G>>,
}

/// The first game in a file, as far as it can be read.
pub(super) fn load<G: OpponentGame + ReviewGame + CliGame>(path: &Path) -> Result<Game<G>> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let reading = Reader::<G, _>::new(BufReader::new(file)).next();
    let reading = reading.with_context(|| format!("there is no game in {}", path.display()))?;
    let reading = reading.with_context(|| path.display().to_string())?;
    if let Some(fault) = reading.faults.first() {
        if reading.record.tree().move_count() == 0 {
            bail!("{}: {fault}", path.display());
        }
        complain(&format!("damier: {}: {fault}; the game is taken up to there", path.display()));
    }
    Ok(reading.record.to_game())
}

impl<G: OpponentGame + ReviewGame + CliGame> Session<G> {
    pub(super) fn new(game: Game<G>, seats: [TerminalSeat<G>; 2], has_colour: bool) -> Self {
        let sees_black =
            matches!((&seats[0], &seats[1]), (TerminalSeat::Engine(_), TerminalSeat::Human));
        Self {
            game,
            seats,
            view: if sees_black { Side::Black } else { Side::White },
            has_colour,
            agreed: None,
            shows_statistics: false,
            autosave: None,
            earlier: String::new(),
            pause: Duration::ZERO,
            adviser: None,
        }
    }

    /// Plays until a person leaves, or, if only engines play, until the game is over.
    pub(super) fn run(&mut self, input: impl BufRead) -> Result<()> {
        self.introduce()?;
        let has_human = self.has_human();
        if has_human {
            print("Type a move, or help.\n")?;
        }
        self.show()?;
        // A letter that is no text spoils its own line and no other.
        let mut lines = input.split(b'\n');
        loop {
            self.let_engines_play()?;
            if !has_human {
                return Ok(());
            }
            if io::stdin().is_terminal() {
                print(&self.prompt())?;
            }
            let Some(line) = lines.next() else { return Ok(()) };
            let line = line.context("cannot read what was typed")?;
            let obeyed = self.obey(String::from_utf8_lossy(&line).trim());
            self.keep();
            match obeyed {
                Ok(NextStep::Go) => {}
                Ok(NextStep::Leave) => return Ok(()),
                // A mistake at the keyboard ends nothing.
                Err(error) => print(&format!("{error:#}\n"))?,
            }
        }
    }

    fn introduce(&self) -> Result<()> {
        let [white, black] = &self.seats;
        Ok(print(&format!("White: {}\nBlack: {}\n", white.introduction(), black.introduction()))?)
    }

    fn has_human(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, TerminalSeat::Human))
    }

    fn prompt(&self) -> String {
        match self.result() {
            Some(_) => "> ".to_owned(),
            None => {
                let MoveNumber { number, side } = MoveNumber::next(&self.game);
                format!("{number}. {side}> ")
            }
        }
    }

    /// Who won and why, if the game is over. What has to be claimed ends a game only if it was
    /// claimed, or if no person is there to claim it.
    fn result(&self) -> Option<(Outcome, String)> {
        let ending = self.game.ending().filter(|ending| !ending.needs_claim() || !self.has_human());
        let on_board = ending.map(|ending| (ending.outcome(), ending.to_string()));
        on_board.or_else(|| self.agreed.clone())
    }

    /// Draws the board and says what is to be said.
    fn show(&self) -> Result<()> {
        let last = self.game.moves().last();
        print(&format!("\n{}\n", self.game.position().draw(self.view, last, self.has_colour)))?;
        if let Some((outcome, words)) = self.result() {
            print(&format!("{outcome}: {words}\n"))?;
        } else if let Some(ending) = self.game.ending() {
            print(&format!("draw ends the game now: {ending}\n"))?;
        }
        Ok(())
    }

    fn let_engines_play(&mut self) -> Result<()> {
        while self.result().is_none() {
            let side = self.game.position().side_to_move();
            let TerminalSeat::Engine(opponent) = &mut self.seats[side.index()] else { break };
            let (mv, remarks) = answer(opponent, &self.game)?;
            let statistics = opponent.player.statistics();
            let text = self.game.position().write_move(mv);
            let number = MoveNumber::next(&self.game);
            self.play(mv)?;
            print(&format!("{side} plays {number} {text}\n"))?;
            self.show()?;
            if self.shows_statistics {
                for remark in remarks {
                    print(&format!("{remark}\n"))?;
                }
                print(&statistics_text(&statistics))?;
            }
            if !self.has_human() {
                thread::sleep(self.pause);
            }
        }
        Ok(())
    }

    fn play(&mut self, mv: G::Move) -> Result<()> {
        self.game.try_play(mv).context("a move that was read is legal")?;
        self.keep();
        Ok(())
    }

    /// Keeps the game in its file, if it has one. A full disk is no reason to end the game.
    fn keep(&self) {
        if let Some(path) = &self.autosave
            && let Err(error) = write_file(path, &format!("{}{}", self.earlier, self.record()))
        {
            complain(&format!("damier: {error:#}"));
        }
    }

    fn save(&self, path: &Path) -> Result<()> {
        if path.exists() && self.autosave.as_deref() != Some(path) {
            bail!("{} is there already; choose another name", path.display());
        }
        write_file(path, &self.record())
    }

    /// The game as text.
    fn record(&self) -> String {
        let mut record = Record::from_game(&self.game);
        if let Some((outcome, _)) = self.result() {
            record.result = outcome.into();
        }
        record.tags.set("Event", "A game in the terminal");
        record.tags.set("Date", &damier_files::today());
        for (tag, seat) in ["White", "Black"].into_iter().zip(&self.seats) {
            record.tags.set(tag, seat.name());
        }
        record.to_string()
    }
}

/// The move of an engine, and what it remarks.
fn answer<G: OpponentGame>(
    opponent: &mut TerminalOpponent<G>,
    game: &Game<G>,
) -> Result<(G::Move, Vec<String>)> {
    let mut remarks = Vec::new();
    let query = Query::new(game.clone(), opponent.limits.clone());
    let Ok(answer) = opponent.player.search(&query, &mut |event| {
        if let Event::Remark(words) = event {
            remarks.push(words);
        }
    });
    Ok((answer.best.context("there is no legal move")?, remarks))
}

/// What a search counted.
fn statistics_text(counts: &Statistics) -> String {
    format!(
        "{} nodes, {} of {} table probes hit, {} alpha cut-offs, {} beta cut-offs\n",
        grouped(counts.nodes),
        grouped(counts.table_hits),
        grouped(counts.table_probes),
        grouped(counts.alpha_cutoffs),
        grouped(counts.beta_cutoffs),
    )
}
