//! A game between whoever sits at the board: reads lines, plays, tells.

use super::seat::{Opponent, Seat};
use crate::check;
use crate::games::CliGame;
use crate::input;
use crate::output::{complain, grouped, print, write_file};
use anyhow::{Context, Result, bail};
use damier_core::{Ending, Game, Outcome, Side};
use damier_profiles::{OpponentGame, Player};
use damier_records::MoveNumber;
use damier_records::{Reader, Record};
use damier_review::ReviewGame;
use damier_search::{Engine, Event, Limits, Query, Report, Statistics};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

const HELP: &str = "\
a move         as records or programs write it: Nf3, exd5, e2e4, O-O; 32-28, 28x19
moves          all legal moves
undo           take back your last move, and the answer
hint           what the engine would play at full strength
explain        whether the last moves were safe, and what the position is worth, term by term
stats          show what searches count, or no longer
level 1-12     change the opponent's strength; elo NUMBER for anything between
profile NAME   change its style; none for none
board, flip    draw the board again, or from the other side
fen            the position as text
save FILE      write the game as PGN or PDN
load FILE      go on with a game from a file
new            begin again
draw           claim a draw where the rules allow it
resign         give the game up
quit           leave
";

/// What a hint or an explanation may cost.
const HINT_NODES: u64 = 300_000;

/// A game in the terminal.
pub(super) struct Session<G: OpponentGame + ReviewGame + CliGame> {
    game: Game<G>,
    seats: [Seat<G>; 2],
    view: Side,
    has_colour: bool,
    /// How the game ended if the board does not say it: somebody gave up, or claimed a draw.
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

/// What follows a line.
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    Leave,
}

/// The first game in a file, as far as it can be read.
pub(super) fn load<G: OpponentGame + ReviewGame + CliGame>(path: &Path) -> Result<Game<G>> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let reading = Reader::<G, _>::new(BufReader::new(file)).next();
    let reading = reading.with_context(|| format!("there is no game in {}", path.display()))?;
    let reading = reading.with_context(|| format!("cannot read {}", path.display()))?;
    if let Some(fault) = reading.faults.first() {
        if reading.record.tree().move_count() == 0 {
            bail!("{}: {fault}", path.display());
        }
        complain(&format!("damier: {}: {fault}; the game is taken up to there", path.display()));
    }
    Ok(reading.record.to_game())
}

impl<G: OpponentGame + ReviewGame + CliGame> Session<G> {
    pub(super) fn new(game: Game<G>, seats: [Seat<G>; 2], has_colour: bool) -> Self {
        let sees_black = matches!((&seats[0], &seats[1]), (Seat::Engine(_), Seat::Human));
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

    /// Plays until somebody leaves, or, if nobody sits at the keyboard, until the game is over.
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
                Ok(Next::Go) => {}
                Ok(Next::Leave) => return Ok(()),
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
        self.seats.iter().any(|seat| matches!(seat, Seat::Human))
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
    /// claimed, or if nobody is there to claim it.
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
            let Seat::Engine(opponent) = &mut self.seats[side.index()] else { break };
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

    fn obey(&mut self, line: &str) -> Result<Next> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "?" => print(HELP)?,
            "quit" | "exit" => return Ok(Next::Leave),
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
        Ok(Next::Go)
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
        matches!(self.seats[side.index()], Seat::Human)
    }

    fn list_moves(&self) -> Result<()> {
        let position = self.game.position();
        let moves = position.legal_moves();
        let words: Vec<String> = moves.iter().map(|&mv| position.write_move(mv)).collect();
        Ok(print(&format!("{}\n", words.join(" ")))?)
    }

    /// Back to the last position in which somebody at the keyboard was to move.
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
            if matches!(self.seats[side.index()], Seat::Human) {
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
        let place = self.seats.iter().position(|seat| matches!(seat, Seat::Engine(_)));
        let place = place.context("nobody but people play here")?;
        let Seat::Engine(opponent) = &mut self.seats[place] else { bail!("nobody to change") };
        let mut options = opponent.options.clone();
        options.change(key, value)?;
        let seat = Seat::<G>::engine(&options)?;
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
            if let Seat::Engine(opponent) = seat {
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
            None if self.seats.iter().all(|seat| matches!(seat, Seat::Human)) => {
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
    opponent: &mut Opponent<G>,
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

/// What a search counted (003-29).
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
