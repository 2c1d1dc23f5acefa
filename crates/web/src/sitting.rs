//! A game that is being played: who sits there, what was played, how it ended.
//!
//! Everything that can be done at a board is a method here, and either happens whole or says why
//! not. Time is given to each of them, so that nothing here depends on when a test runs.

use crate::clocks::{Clocks, Pace};
use crate::engines::Engines;
use crate::errors::Problem;
use crate::game::{PageGame, view_node, view_position};
use crate::seats::{Seat, are_engines};
use crate::store::Row;
use crate::views::{MoveView, NodeView, PositionView, SideName, Verdict};
use damier_core::{Ending, Game, Side};
use damier_files::date_text;
use damier_games::{GameKind, with_game};
use damier_records::Record;
use damier_search::Signals;
use serde::{Deserialize, Serialize};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

/// A game as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    pub(crate) game: GameKind,
    /// White's seat first.
    pub(crate) seats: [Seat; 2],
    #[serde(default)]
    pub(crate) pace: Option<Pace>,
    /// Where the game began; `None` for the usual position.
    #[serde(default)]
    pub(crate) start: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// What was left on the clocks after each move.
    #[serde(default)]
    pub(crate) times: Vec<[u64; 2]>,
    #[serde(default)]
    pub(crate) verdict: Option<Verdict>,
    #[serde(default)]
    pub(crate) paused: bool,
}

/// A game as the page sees it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameView {
    pub(crate) id: String,
    /// Counts changes since the server knows the game.
    pub(crate) version: u64,
    pub(crate) created: u64,
    pub(crate) seats: [Seat; 2],
    pub(crate) start: String,
    pub(crate) start_board: String,
    /// Whether the game began elsewhere than usual.
    pub(crate) custom_start: bool,
    pub(crate) position: PositionView,
    pub(crate) moves: Vec<NodeView>,
    pub(crate) verdict: Option<Verdict>,
    /// Whether an engine is to move.
    pub(crate) thinking: bool,
    pub(crate) paused: bool,
    pub(crate) clock: Option<ClockView>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ClockView {
    pub(crate) left: [u64; 2],
    pub(crate) running: Option<SideName>,
    pub(crate) pace: Pace,
}

/// What a search for an engine's move answers, when it does.
pub(crate) type Thought = Pin<Box<dyn Future<Output = Result<Option<String>, Problem>> + Send>>;
/// The same for advice: a move, and its score for the side to move.
pub(crate) type Advice =
    Pin<Box<dyn Future<Output = Result<Option<(MoveView, i32)>, Problem>> + Send>>;

/// A game of whatever kind.
pub(crate) trait Sitting: Send {
    fn saved(&self) -> Saved;
    fn view(&self, id: &str, created: u64, now: Instant) -> GameView;
    fn version(&self) -> u64;
    fn verdict(&self) -> Option<Verdict>;
    /// Whether people only look on.
    fn is_show(&self) -> bool;
    /// Plays a move of whoever is to move. `ply` says after how many moves it was meant.
    fn play(&mut self, text: &str, ply: usize, now: Instant) -> Result<(), Problem>;
    fn take_back(&mut self, now: Instant) -> Result<(), Problem>;
    fn resign(&mut self, side: Option<SideName>, now: Instant) -> Result<(), Problem>;
    /// Ends the game with a draw: claimed, or agreed on.
    fn agree_draw(&mut self, now: Instant) -> Result<(), Problem>;
    /// Whether a draw can be claimed, or needs nobody's consent but that of people at the board.
    fn can_draw_at_once(&self) -> bool;
    fn set_paused(&mut self, paused: bool, now: Instant) -> Result<(), Problem>;
    /// Lets time pass: somebody's may be up, and a clock may begin to run. Says whether the game
    /// ended.
    fn tick(&mut self, now: Instant) -> bool;
    /// Has the clock run that is to run.
    fn resume(&mut self, now: Instant);
    fn until_fall(&self, now: Instant) -> Option<std::time::Duration>;
    /// Asks the engine whose turn it is, if it is one's.
    fn think(
        &self,
        engines: &Arc<Engines>,
        signals: &Arc<Signals>,
        now: Instant,
    ) -> Option<Thought>;
    fn advise(&self, engines: &Arc<Engines>) -> Result<Advice, Problem>;
    /// The game as a record, and how the name of its file ends.
    fn record(&self, created: u64) -> (String, &'static str);
    /// Moves played so far.
    fn plies(&self) -> usize;
    fn is_humans_turn(&self) -> bool;
}

/// Reads a game as it was kept, or as it is to begin.
pub(crate) fn open(saved: Saved) -> Result<Box<dyn Sitting>, Problem> {
    Ok(with_game!(saved.game, G => Box::new(Seated::<G>::open(saved)?)))
}

/// The document in a row of the store.
pub(crate) fn read(row: &Row) -> Result<Saved, Problem> {
    serde_json::from_str(&row.document)
        .map_err(|error| Problem::Refused(format!("the game {} cannot be read: {error}", row.id)))
}

struct Seated<G: PageGame> {
    game: Game<G>,
    seats: [Seat; 2],
    pace: Option<Pace>,
    clocks: Option<Clocks>,
    /// After each move.
    times: Vec<[u64; 2]>,
    /// How the game ended if the board does not say it.
    agreed: Option<Verdict>,
    paused: bool,
    version: u64,
}

/// No game of people is longer, and a longer one would only be a way to fill the disk.
const MOST_PLIES: usize = 2_000;

impl<G: PageGame> Seated<G> {
    fn open(saved: Saved) -> Result<Self, Problem> {
        let start = match saved.start.as_deref().map(str::trim).filter(|fen| !fen.is_empty()) {
            Some(fen) => G::from_fen(fen).map_err(|error| {
                Problem::Refused(format!("the position cannot be set up: {error}"))
            })?,
            None => G::start(),
        };
        let mut game = Game::new(start);
        for text in &saved.moves {
            let mv = game.position().read_move(text);
            let mv =
                mv.map_err(|error| Problem::Refused(format!("the game is damaged: {error}")))?;
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
            seats: [white.checked::<G>()?, black.checked::<G>()?],
            pace: saved.pace,
            clocks,
            times: saved.times,
            agreed: saved.verdict,
            paused: saved.paused,
            version: 0,
        })
    }

    fn side(&self) -> Side {
        self.game.position().side_to_move()
    }

    fn must_go_on(&self) -> Result<(), Problem> {
        match self.verdict() {
            Some(_) => Err(Problem::Outdated("the game is over".to_owned())),
            None => Ok(()),
        }
    }

    /// Something happened.
    fn changed(&mut self, now: Instant) {
        self.version += 1;
        self.resume(now);
    }
}

impl<G: PageGame> Sitting for Seated<G> {
    fn resume(&mut self, now: Instant) {
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
        let mut position = self.game.start().clone();
        let mut moves = Vec::new();
        for mv in self.game.moves() {
            moves.push(position.view_move(mv).code);
            position.play_unchecked(mv);
        }
        let start = self.game.start();
        Saved {
            game: G::KIND,
            seats: self.seats.clone(),
            pace: self.pace,
            start: (*start != G::start()).then(|| start.to_fen()),
            moves,
            times: self.times.clone(),
            verdict: self.agreed.clone(),
            paused: self.paused,
        }
    }

    fn view(&self, id: &str, created: u64, now: Instant) -> GameView {
        let start = self.game.start();
        let before = self.game.past_positions();
        let moves = before.zip(self.game.moves()).enumerate().map(|(ply, (before, mv))| {
            let plies = u32::try_from(ply).unwrap_or(u32::MAX);
            view_node(start, before, mv, plies, ply.checked_sub(1))
        });
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
            moves: moves.collect(),
            thinking: verdict.is_none() && !self.paused && !self.is_humans_turn(),
            verdict,
            paused: self.paused,
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
        // What has to be claimed ends a game by itself only if nobody is there to claim it.
        let ending = self.game.ending();
        let ending = ending.filter(|ending| !ending.needs_claim() || are_engines(&self.seats));
        ending.map(|ending| Verdict::new(G::reason(ending), ending.outcome()))
    }

    fn is_show(&self) -> bool {
        are_engines(&self.seats)
    }

    fn play(&mut self, text: &str, ply: usize, now: Instant) -> Result<(), Problem> {
        self.must_go_on()?;
        let plies = self.game.moves().len();
        if ply != plies {
            return Err(Problem::Outdated("the game has gone on meanwhile".to_owned()));
        }
        if plies >= MOST_PLIES {
            return Err(Problem::Refused("the game is too long".to_owned()));
        }
        let mv = self.game.position().read_move(text.trim());
        let mv = mv.map_err(|error| Problem::Refused(error.to_string()))?;
        let side = self.side();
        self.game.play_unchecked(mv);
        if let Some(clocks) = &mut self.clocks {
            if plies > 0 {
                clocks.press(side, now);
            }
            self.times.push(clocks.left(now));
        }
        self.changed(now);
        Ok(())
    }

    fn take_back(&mut self, now: Instant) -> Result<(), Problem> {
        let nothing = || Problem::Refused("there is nothing to take back".to_owned());
        if are_engines(&self.seats) {
            return Err(Problem::Refused("engines take nothing back".to_owned()));
        }
        // Whoever gave up in his own turn takes that back first.
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
        self.times.truncate(self.game.moves().len());
        if let Some((clocks, pace)) = self.clocks.as_mut().zip(self.pace) {
            clocks.set(self.times.last().copied().unwrap_or_else(|| pace.start()));
        }
        self.changed(now);
        Ok(())
    }

    fn resign(&mut self, side: Option<SideName>, now: Instant) -> Result<(), Problem> {
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
        is_claim || self.seats.iter().all(|seat| *seat == Seat::Human)
    }

    fn agree_draw(&mut self, now: Instant) -> Result<(), Problem> {
        self.must_go_on()?;
        let claim = self.game.ending().filter(|ending| ending.needs_claim());
        let reason = claim.map_or("agreed", G::reason);
        self.agreed = Some(Verdict { reason: reason.to_owned(), winner: None });
        self.changed(now);
        Ok(())
    }

    fn set_paused(&mut self, paused: bool, now: Instant) -> Result<(), Problem> {
        if !are_engines(&self.seats) {
            return Err(Problem::Refused(
                "only a game between engines can be stopped for a while".to_owned(),
            ));
        }
        self.paused = paused;
        self.changed(now);
        Ok(())
    }

    fn tick(&mut self, now: Instant) -> bool {
        if self.verdict().is_some() {
            return false;
        }
        let Some(side) = self.clocks.as_ref().and_then(|clocks| clocks.fallen(now)) else {
            return false;
        };
        // Whoever could never win does not win by the clock either.
        let winner = self.game.position().can_ever_win(!side).then_some((!side).into());
        self.agreed = Some(Verdict { reason: "time".to_owned(), winner });
        self.changed(now);
        true
    }

    fn until_fall(&self, now: Instant) -> Option<std::time::Duration> {
        self.clocks.as_ref()?.until_fall(now)
    }

    fn think(
        &self,
        engines: &Arc<Engines>,
        signals: &Arc<Signals>,
        now: Instant,
    ) -> Option<Thought> {
        if self.verdict().is_some() || self.paused {
            return None;
        }
        let opponent = self.seats[self.side().index()].opponent()?.clone();
        let clocks = self.clocks.as_ref().map_or([None; 2], |clocks| clocks.for_engine(now));
        let (engines, signals) = (Arc::clone(engines), Arc::clone(signals));
        let game = self.game.clone();
        Some(Box::pin(async move {
            let position = game.position().clone();
            let found = engines.play(game, opponent, clocks, signals).await?;
            Ok(found.map(|mv| position.view_move(mv).code))
        }))
    }

    fn advise(&self, engines: &Arc<Engines>) -> Result<Advice, Problem> {
        self.must_go_on()?;
        let engines = Arc::clone(engines);
        let game = self.game.clone();
        Ok(Box::pin(async move {
            let position = game.position().clone();
            let report = engines.advise(game).await?;
            let first = report.and_then(|report| Some((*report.line.first()?, report.score)));
            Ok(first.map(|(mv, score)| (position.view_move(mv), score.value())))
        }))
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn friends(pace: Option<Pace>) -> Box<dyn Sitting> {
        open(Saved {
            game: GameKind::Chess,
            seats: [Seat::Human, Seat::Human],
            pace,
            start: None,
            moves: Vec::new(),
            times: Vec::new(),
            verdict: None,
            paused: false,
        })
        .unwrap()
    }

    #[test]
    fn the_clock_runs_from_the_first_move_and_ends_the_game() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut game = friends(Some(Pace { time: 60, increment: 1 }));
        assert!(!game.tick(at(1_000)), "nobody has moved yet");
        game.play("e4", 0, at(1_000)).unwrap();
        game.play("e5", 1, at(1_010)).unwrap();
        let clock = game.view("id", 0, at(1_020)).clock.unwrap();
        assert_eq!((clock.left, clock.running), ([50_000, 51_000], Some(SideName::White)));
        assert_eq!(game.until_fall(at(1_020)), Some(Duration::from_secs(50)));
        assert!(!game.tick(at(1_069)) && game.tick(at(1_070)));
        let verdict = game.verdict().unwrap();
        assert_eq!((verdict.reason.as_str(), verdict.winner), ("time", Some(SideName::Black)));
        assert!(game.play("Nf3", 2, at(1_070)).is_err());
    }

    #[test]
    fn a_king_alone_does_not_win_by_the_clock() {
        let start = Instant::now();
        let mut saved = friends(Some(Pace { time: 60, increment: 0 })).saved();
        saved.start = Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned());
        let mut game = open(saved).unwrap();
        game.play("e4", 0, start).unwrap();
        game.play("Kd7", 1, start).unwrap();
        assert!(game.tick(start + Duration::from_secs(60)));
        assert_eq!(game.verdict().unwrap().winner, None);
    }

    #[test]
    fn a_take_back_restores_the_clocks_and_a_restart_keeps_them() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut game = friends(Some(Pace { time: 60, increment: 0 }));
        game.play("e4", 0, start).unwrap();
        game.play("e5", 1, at(10)).unwrap();
        game.play("Nf3", 2, at(30)).unwrap();
        assert_eq!(
            open(game.saved()).unwrap().view("id", 0, at(40)).clock.unwrap().left,
            [40_000, 50_000]
        );
        game.take_back(at(35)).unwrap();
        assert_eq!(game.view("id", 0, at(35)).clock.unwrap().left, [60_000, 50_000]);
    }

    #[test]
    fn what_cannot_be_taken_back_stays() {
        let engine = Seat::Engine(crate::seats::Opponent { level: 1, profile: None, seed: 1 });
        let mut saved = friends(None).saved();
        saved.seats = [engine, Seat::Human];
        let mut game = open(saved).unwrap();
        game.resign(None, Instant::now()).unwrap();
        assert!(game.take_back(Instant::now()).is_err(), "no move of ours is there");
        assert_eq!(game.verdict().unwrap().reason, "resigned");
    }

    #[test]
    fn a_game_reads_back_as_it_was_written() {
        let mut game = friends(None);
        for (ply, mv) in ["e4", "d5", "exd5", "Qxd5", "Nc3"].into_iter().enumerate() {
            game.play(mv, ply, Instant::now()).unwrap();
        }
        let again =
            open(serde_json::from_str(&serde_json::to_string(&game.saved()).unwrap()).unwrap());
        let fen = |game: &dyn Sitting| game.view("id", 0, Instant::now()).position.fen;
        assert_eq!(fen(again.unwrap().as_ref()), fen(game.as_ref()));
    }
}
