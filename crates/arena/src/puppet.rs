//! Players in memory, for tests: they play by a manner of their own, and panic if the referee does
//! not speak to them as UCI demands.

use crate::contestant::{Contestant, StartError};
use crate::pace::GamePace;
use crate::player::{Player, Trouble};
use damier_chess::Position;
use damier_core::random::Random;
use damier_core::{Depth, Game, Score};
use damier_protocol::client::EngineReply;
use damier_search::{Answer, Bound, Limits, Report};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Random legal moves.
    Orderly,
    /// Like [`Manner::Orderly`], and says that it loses.
    Hopeless,
    /// Like [`Manner::Hopeless`] with every other move, like [`Manner::Orderly`] with the rest.
    Wavers,
    /// No legal move after some good ones.
    Cheats,
    /// Gone when it is asked to think.
    Dies,
    /// Never answers, not even to `stop`.
    Stalls,
    /// Answers a minute late, by the clock of its replies.
    Dawdles,
    /// Answers only when told to stop.
    Dreams,
}

/// What was said to the puppets of a contestant, oldest first.
pub(crate) struct Troupe {
    pub(crate) name: &'static str,
    pub(crate) manner: Manner,
    pub(crate) heard: Mutex<Vec<&'static str>>,
}

impl Troupe {
    pub(crate) fn new(name: &'static str, manner: Manner) -> Self {
        Self { name, manner, heard: Mutex::new(Vec::new()) }
    }

    pub(crate) fn count(&self, word: &str) -> usize {
        self.heard.lock().unwrap().iter().filter(|&&heard| heard == word).count()
    }

    pub(crate) fn puppet(&'static self) -> Puppet {
        self.heard.lock().unwrap().push("start");
        Puppet { troupe: self, thinking: None, is_pondering: false, is_stopped: false }
    }
}

/// Lives as long as the test, so that puppets may refer to it.
pub(crate) fn troupe(name: &'static str, manner: Manner) -> &'static Troupe {
    Box::leak(Box::new(Troupe::new(name, manner)))
}

impl Contestant<Position> for &'static Troupe {
    fn name(&self) -> &str {
        self.name
    }
    fn description(&self) -> String {
        format!("{}: {:?}", self.name, self.manner)
    }
    fn pace(&self) -> Option<GamePace> {
        None
    }
    fn start(&self, _pondering: bool) -> Result<Box<dyn Player<Position>>, StartError> {
        Ok(Box::new(self.puppet()))
    }
}

pub(crate) struct Puppet {
    troupe: &'static Troupe,
    thinking: Option<Game<Position>>,
    is_pondering: bool,
    is_stopped: bool,
}

impl Puppet {
    fn hear(&self, word: &'static str) {
        self.troupe.heard.lock().unwrap().push(word);
    }
}

impl Player<Position> for Puppet {
    fn new_game(&mut self, _seed: u64) -> Result<(), Trouble> {
        assert!(self.thinking.is_none(), "a new game during a search");
        Ok(())
    }

    fn go(
        &mut self,
        game: &Game<Position>,
        _limits: &Limits,
        pondering: bool,
    ) -> Result<(), Trouble> {
        assert!(self.thinking.is_none(), "a search during a search");
        assert!(game.ending().is_none(), "a search after the end");
        self.hear(if pondering { "go ponder" } else { "go" });
        if self.troupe.manner == Manner::Dies {
            return Err(Trouble::Gone("oh".to_owned()));
        }
        self.thinking = Some(game.clone());
        (self.is_pondering, self.is_stopped) = (pondering, false);
        Ok(())
    }

    fn ponder_hit(&mut self) -> Result<(), Trouble> {
        assert!(self.is_pondering && self.thinking.is_some(), "a ponder hit out of turn");
        self.hear("ponderhit");
        self.is_pondering = false;
        Ok(())
    }

    fn stop(&mut self) -> Result<(), Trouble> {
        assert!(self.thinking.is_some(), "a stop without a search");
        self.hear("stop");
        self.is_stopped = true;
        Ok(())
    }

    fn wait(&mut self, _deadline: Instant, _end: &AtomicBool) -> Result<EngineReply, Trouble> {
        assert!(self.is_stopped || !self.is_pondering, "waits for one who ponders");
        let manner = self.troupe.manner;
        if manner == Manner::Stalls || manner == Manner::Dreams && !self.is_stopped {
            return Err(Trouble::Silence("hush".to_owned()));
        }
        let game = self.thinking.take().expect("a wait without a search");
        let position = game.position();
        if manner == Manner::Cheats && game.moves().len() > 5 {
            return Err(Trouble::BadMove("a1a1".to_owned()));
        }
        // A new seed for each position, so that games differ but repeat themselves exactly.
        let mut random = Random::new(position.key());
        let best = *random.pick(&position.legal_moves());
        let mut after = position.clone();
        after.play_unchecked(best);
        let replies = after.legal_moves();
        let ponder = (!replies.is_empty()).then(|| *Random::new(after.key()).pick(&replies));
        // Half of the guesses are right: opponents of the same kind pick the same.
        let ponder = ponder.map(|mv| if after.key().is_multiple_of(2) { mv } else { replies[0] });
        let is_hopeless = match manner {
            Manner::Hopeless => true,
            Manner::Wavers => game.moves().len() % 4 < 2,
            _ => false,
        };
        let score = if is_hopeless { -900 } else { 0 };
        let report = Report {
            depth: Depth::new(3),
            selective_depth: 3,
            mean_depth: None,
            rank: 1,
            score: Score::from_evaluation(score),
            bound: Bound::Exact,
            nodes: 100,
            time: Duration::from_millis(1),
            table_fill: 0,
            endgame_hits: 0,
            line: vec![best],
        };
        let late = if manner == Manner::Dawdles { Duration::from_secs(60) } else { Duration::ZERO };
        let answer = Answer { best: Some(best), ponder };
        Ok(EngineReply { answer, report: Some(report), at: Instant::now() + late })
    }
}
