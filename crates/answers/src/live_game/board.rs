//! A live game of one kind, on its board.

use super::{ClockView, GameView, LiveGame, Saved};
use crate::clocks::{Clocks, Pace};
use crate::errors::Problem;
use crate::game::{PageGame, view_node, view_position};
use crate::manners::Reply;
use crate::seats::{Seat, are_engines};
use crate::tasks::{Left, Task};
use crate::texts::{Place, must_be_short};
use crate::views::{NodeView, SideName, Verdict};
use damier_core::{Ending, Game, Side};
use damier_files::date_text;
use damier_records::Record;
use std::time::Duration;

#[derive(Clone)]
pub(super) struct LiveBoard<G: PageGame> {
    game: Game<G>,
    /// The moves as the page sees them; each is made once.
    nodes: Vec<NodeView>,
    seats: [Seat; 2],
    pace: Option<Pace>,
    clocks: Option<Clocks>,
    /// After each move.
    times: Vec<[u64; 2]>,
    /// How the game ended if the board does not say it.
    agreed: Option<Verdict>,
    paused: bool,
    /// The engine has offered a draw with the last move.
    offered: bool,
    version: u64,
}

impl<G: PageGame> LiveBoard<G> {
    pub(super) fn open(saved: Saved) -> Result<Self, Problem> {
        let start = match saved.start.as_deref().map(str::trim).filter(|fen| !fen.is_empty()) {
            Some(fen) => G::from_fen(fen).map_err(Problem::refused)?,
            None => G::start(),
        };
        must_be_short(saved.moves.len())?;
        let (mut game, mut nodes) = (Game::new(start), Vec::new());
        for text in &saved.moves {
            let mv = game.position().read_move(text);
            let mv =
                mv.map_err(|error| Problem::Refused(format!("the game is damaged: {error}")))?;
            nodes.push(next_node(&game, mv));
            game.play_unchecked(mv);
        }
        if saved.pace.is_some_and(|pace| !pace.is_sensible()) {
            return Err(Problem::Refused(
                "a clock has 1 second to 24 hours, and at most an hour a move".to_owned(),
            ));
        }
        let [white, black] = saved.seats;
        let clocks = saved.pace.map(|pace| {
            Clocks::new(pace, saved.times.last().copied().unwrap_or_else(|| pace.start()))
        });
        Ok(Self {
            game,
            nodes,
            seats: [white.checked::<G>()?, black.checked::<G>()?],
            pace: saved.pace,
            clocks,
            times: saved.times,
            agreed: saved.verdict,
            paused: saved.paused,
            offered: saved.offered,
            version: 0,
        })
    }

    fn side(&self) -> Side {
        self.game.position().side_to_move()
    }

    /// The game so far, as engines are told.
    fn place(&self) -> Place {
        let Saved { game, start, moves, .. } = self.saved();
        Place { game, fen: start, moves }
    }

    fn must_go_on(&self) -> Result<(), Problem> {
        match self.verdict() {
            Some(_) => Err(Problem::Outdated("the game is over".to_owned())),
            None => Ok(()),
        }
    }

    /// Makes a legal move of the side to move.
    fn make_move(&mut self, mv: G::Move, now: Duration) -> Result<(), Problem> {
        let (plies, side) = (self.plies(), self.side());
        must_be_short(plies + 1)?;
        self.nodes.push(next_node(&self.game, mv));
        self.game.play_unchecked(mv);
        self.offered = false;
        if let Some(clocks) = &mut self.clocks {
            if plies > 0 {
                clocks.press(side, now);
            }
            self.times.push(clocks.left(now));
        }
        self.changed(now);
        Ok(())
    }

    /// Something happened.
    fn changed(&mut self, now: Duration) {
        self.version += 1;
        self.resume(now);
    }
}

impl<G: PageGame> LiveGame for LiveBoard<G> {
    fn copy(&self) -> Box<dyn LiveGame> {
        Box::new(self.clone())
    }

    fn resume(&mut self, now: Duration) {
        let is_over = self.verdict().is_some();
        let side = (!is_over && !self.paused).then(|| self.side());
        // The clocks wait for the first move, as at a board.
        let side = side.filter(|_| self.game.moves().len() > 0 || are_engines(&self.seats));
        if let Some(clocks) = &mut self.clocks {
            clocks.run(side, now);
        }
    }

    fn is_humans_turn(&self) -> bool {
        self.seats[self.side().index()].opponent().is_none()
    }

    fn saved(&self) -> Saved {
        let start = self.game.start();
        Saved {
            game: G::KIND,
            seats: self.seats.clone(),
            pace: self.pace,
            start: (*start != G::start()).then(|| start.to_fen()),
            moves: self.nodes.iter().map(|node| node.mv.code.clone()).collect(),
            times: self.times.clone(),
            verdict: self.agreed.clone(),
            paused: self.paused,
            offered: self.offered,
        }
    }

    fn view(&self, id: &str, created: u64, now: Duration) -> GameView {
        let start = self.game.start();
        let verdict = self.verdict();
        GameView {
            id: id.to_owned(),
            version: self.version,
            created,
            seats: self.seats.clone(),
            start: start.to_fen(),
            start_board: start.board(),
            custom_start: *start != G::start(),
            position: view_position(&self.game),
            moves: self.nodes.clone(),
            thinking: verdict.is_none() && !self.paused && !self.is_humans_turn(),
            offer: self.offered && verdict.is_none(),
            verdict,
            paused: self.paused,
            unsaved: false,
            clock: self.clocks.as_ref().zip(self.pace).map(|(clocks, pace)| ClockView {
                left: clocks.left(now),
                running: clocks.running().map(SideName::from),
                pace,
            }),
        }
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn plies(&self) -> usize {
        self.game.moves().len()
    }

    fn verdict(&self) -> Option<Verdict> {
        if self.agreed.is_some() {
            return self.agreed.clone();
        }
        // What has to be claimed ends a game by itself only if only engines play.
        let ending = self.game.ending();
        let ending = ending.filter(|ending| !ending.needs_claim() || are_engines(&self.seats));
        ending.map(|ending| Verdict::new(G::reason(ending), ending.outcome()))
    }

    fn is_show(&self) -> bool {
        are_engines(&self.seats)
    }

    fn play(&mut self, text: &str, ply: usize, now: Duration) -> Result<(), Problem> {
        self.must_go_on()?;
        if ply != self.plies() {
            return Err(Problem::Outdated("the game has gone on meanwhile".to_owned()));
        }
        let mv = self.game.position().read_move(text.trim());
        self.make_move(mv.map_err(Problem::refused)?, now)
    }

    fn take_reply(&mut self, reply: &Reply, now: Duration) -> Result<(), Problem> {
        self.must_go_on()?;
        let outdated = || Problem::Outdated("the game has gone on meanwhile".to_owned());
        let has_company = !are_engines(&self.seats);
        if reply.resigns && has_company {
            let winner = Some((!self.side()).into());
            self.agreed = Some(Verdict { reason: "resigned".to_owned(), winner });
            self.changed(now);
            return Ok(());
        }
        let code = reply.code.as_deref().ok_or_else(outdated)?;
        let mv = self.game.position().read_move(code).map_err(|_| outdated())?;
        self.make_move(mv, now)?;
        self.offered = reply.offers_draw && has_company;
        Ok(())
    }

    fn take_back(&mut self, now: Duration) -> Result<(), Problem> {
        let nothing = || Problem::Refused("there is nothing to take back".to_owned());
        if are_engines(&self.seats) {
            return Err(Problem::Refused("engines take nothing back".to_owned()));
        }
        // A player who gave up in his own turn takes that back first.
        if self.agreed.is_none() || !self.is_humans_turn() {
            let mut game = self.game.clone();
            loop {
                game.undo().ok_or_else(nothing)?;
                let side = game.position().side_to_move();
                if self.seats[side.index()].opponent().is_none() {
                    break;
                }
            }
            self.game = game;
        }
        self.agreed = None;
        self.offered = false;
        self.nodes.truncate(self.game.moves().len());
        self.times.truncate(self.game.moves().len());
        if let Some((clocks, pace)) = self.clocks.as_mut().zip(self.pace) {
            clocks.set(self.times.last().copied().unwrap_or_else(|| pace.start()));
        }
        self.changed(now);
        Ok(())
    }

    fn resign(&mut self, side: Option<SideName>, now: Duration) -> Result<(), Problem> {
        self.must_go_on()?;
        let people = Side::ALL.into_iter().filter(|side| self.seats[side.index()] == Seat::Human);
        let people: Vec<Side> = people.collect();
        let side = match (side, people.as_slice()) {
            (_, []) => return Err(Problem::Refused("engines play to the end".to_owned())),
            (_, &[side]) => side,
            (Some(side), _) => side.into(),
            (None, _) => self.side(),
        };
        self.agreed = Some(Verdict { reason: "resigned".to_owned(), winner: Some((!side).into()) });
        self.changed(now);
        Ok(())
    }

    fn can_draw_at_once(&self) -> bool {
        let is_claim = self.game.ending().is_some_and(Ending::needs_claim);
        is_claim || self.offered || self.seats.iter().all(|seat| *seat == Seat::Human)
    }

    fn agree_draw(&mut self, now: Duration) -> Result<(), Problem> {
        self.must_go_on()?;
        let claim = self.game.ending().filter(|ending| ending.needs_claim());
        let reason = claim.map_or("agreed", G::reason);
        self.agreed = Some(Verdict { reason: reason.to_owned(), winner: None });
        self.changed(now);
        Ok(())
    }

    fn set_paused(&mut self, paused: bool, now: Duration) -> Result<(), Problem> {
        if !are_engines(&self.seats) {
            return Err(Problem::Refused(
                "only a game between engines can be stopped for a while".to_owned(),
            ));
        }
        self.paused = paused;
        self.changed(now);
        Ok(())
    }

    fn tick(&mut self, now: Duration) -> bool {
        if self.verdict().is_some() {
            return false;
        }
        let Some(side) = self.clocks.as_ref().and_then(|clocks| clocks.fallen(now)) else {
            return false;
        };
        // A side that could never win does not win by the clock either.
        let winner = self.game.position().can_ever_win(!side).then_some((!side).into());
        self.agreed = Some(Verdict { reason: "time".to_owned(), winner });
        self.changed(now);
        true
    }

    fn until_fall(&self, now: Duration) -> Option<Duration> {
        self.clocks.as_ref()?.until_fall(now)
    }

    fn think(&self, now: Duration) -> Option<Task> {
        if self.verdict().is_some() || self.paused {
            return None;
        }
        let opponent = self.seats[self.side().index()].opponent()?.clone();
        let clocks = self.clocks.as_ref().map_or([None; 2], |clocks| clocks.for_engine(now));
        let clocks = clocks.map(|clock| clock.map(Left::from));
        Some(Task::Play { place: self.place(), opponent, clocks })
    }

    fn advise(&self) -> Result<Task, Problem> {
        self.must_go_on()?;
        Ok(Task::Advise { place: self.place() })
    }

    fn record(&self, created: u64) -> (String, &'static str) {
        let mut record = Record::from_game(&self.game);
        if let Some(verdict) = self.verdict() {
            record.result = verdict.outcome().into();
        }
        record.tags.set("Event", "A game on the page");
        record.tags.set("Date", &date_text(created));
        for (tag, seat) in ["White", "Black"].into_iter().zip(&self.seats) {
            record.tags.set(tag, &seat.name());
        }
        if let Some(Pace { time, increment }) = self.pace {
            record.tags.set("TimeControl", &format!("{time}+{increment}"));
        }
        match self.agreed.as_ref().map(|verdict| verdict.reason.as_str()) {
            Some("time") => record.tags.set("Termination", "time forfeit"),
            Some("resigned") => record.tags.set("Termination", "resignation"),
            _ => {}
        }
        (record.to_string(), G::KIND.extension())
    }
}

/// The move that is played next in a game, as the page sees it.
fn next_node<G: PageGame>(game: &Game<G>, mv: G::Move) -> NodeView {
    let plies = game.moves().len();
    let number = u32::try_from(plies).unwrap_or(u32::MAX);
    view_node(game.start(), game.position(), mv, number, plies.checked_sub(1))
}
