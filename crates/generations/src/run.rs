//! The loop.

use crate::diary::{Diary, Generation, MatchScore};
use crate::error::{GenerationError, refused};
use crate::settings::Settings;
use damier_arena::engine_spec::EngineSource;
use damier_arena::openings::OpeningRecipe;
use damier_arena::statistics::{Sprt, SprtDecision, estimate};
use damier_arena::{
    ArenaGame, Conduct, Contestant, EngineSpec, GamePace, Match, MatchPlan, Openings, Schedule,
    Standing,
};
use damier_files::{Shard, read_regular_text, try_lock, write_whole};
use damier_learn::LearnGame;
use damier_learn::generate::{self, Recipe, generate};
use damier_learn::lessons::{Lessons, Portions};
use damier_learn::trainer::{self, Length, TrainingMethod};
use damier_learn::training::{self, train};
use damier_nnue::Network;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// A game that generations can be made of.
pub trait GenerationGame: LearnGame + ArenaGame {}

impl<G: LearnGame + ArenaGame> GenerationGame for G {}

/// What a run needs to know besides its settings.
#[derive(Clone, Debug)]
pub struct RunPlan {
    /// Where everything lies.
    pub folder: PathBuf,
    /// How generations are made.
    pub settings: Settings,
    /// The first champion; `None` for the network of the program.
    pub first: Option<PathBuf>,
    /// Threads to work with.
    pub threads: usize,
    /// End after so many generations in all; `None` to go on.
    pub generations: Option<u64>,
}

/// A part of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunPhase {
    /// Playing games.
    Games,
    /// Learning from them.
    Training,
    /// Playing against the champion.
    Trial,
    /// Playing against the first network.
    Reference,
}

/// What happens in a run.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A part of a generation begins or goes on.
    Begin {
        /// The number of the generation.
        generation: u64,
        /// The part.
        phase: RunPhase,
    },
    /// A game was finished.
    Games(&'a generate::Progress, u64),
    /// A step was taken.
    Training(&'a trainer::Progress),
    /// A game of a match was finished: so many of at most so many, with this score.
    Match(&'a MatchScore, u64),
    /// A generation was finished.
    End(&'a Generation),
}

/// Makes generations until it is told to stop, and returns the diary. Call it again with the same
/// folder to go on.
pub fn run<G: GenerationGame>(
    plan: &RunPlan,
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(Event),
) -> Result<Diary, GenerationError> {
    plan.settings.check()?;
    let folder = &plan.folder;
    fs::create_dir_all(folder).map_err(|reason| refused(folder, reason))?;
    let lock = folder.join("lock");
    let file = fs::File::create(&lock).map_err(|reason| refused(&lock, reason))?;
    if !try_lock(&file) {
        return Err(GenerationError::Busy(folder.clone()));
    }
    let mut generations = Generations::<G>::open(plan)?;
    while !stop.load(Ordering::Relaxed) {
        let done = generations.diary.generations.len() as u64;
        if plan.generations.is_some_and(|wanted| done >= wanted) {
            break;
        }
        match generations.generation(done + 1, stop, on_event)? {
            None => break,
            Some(row) => {
                generations.note(row)?;
                on_event(Event::End(&generations.diary.generations[done as usize]));
            }
        }
    }
    Ok(generations.diary)
}

/// A run at work.
struct Generations<'a, G> {
    plan: &'a RunPlan,
    diary: Diary,
    game: std::marker::PhantomData<G>,
}

impl<'a, G: GenerationGame> Generations<'a, G> {
    fn open(plan: &'a RunPlan) -> Result<Self, GenerationError> {
        let fresh = Diary { game: G::NAME.to_owned(), generations: Vec::new() };
        let path = plan.folder.join("diary.json");
        let wrong = |reason: String| GenerationError::Diary { path: path.clone(), reason };
        let diary = match read_regular_text(&path, 1 << 26) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => fresh,
            Err(error) => return Err(refused(&path, error)),
            Ok(text) => {
                let diary: Diary =
                    serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
                if diary.game != fresh.game {
                    return Err(wrong(format!("this folder has a run of {}", diary.game)));
                }
                diary
            }
        };
        let generations = Self { plan, diary, game: std::marker::PhantomData };
        let first = generations.first();
        if !first.exists() {
            let bytes = match &plan.first {
                None => G::built_in_network().to_bytes(),
                Some(path) => fs::read(path).map_err(|reason| refused(path, reason))?,
            };
            let network = Network::<G::Features>::from_bytes(&bytes);
            if let (Some(path), Err(reason)) = (&plan.first, network) {
                return Err(GenerationError::Network { path: path.clone(), reason });
            }
            write(&first, &bytes)?;
        }
        Ok(generations)
    }

    /// The network that the run began with.
    fn first(&self) -> PathBuf {
        self.plan.folder.join("first.nnue")
    }

    fn folder(&self, number: u64) -> PathBuf {
        self.plan.folder.join(format!("generation-{number:04}"))
    }

    fn games(&self, number: u64) -> PathBuf {
        self.folder(number).join("new.games")
    }

    fn candidate(&self, number: u64) -> PathBuf {
        self.folder(number).join("candidate.nnue")
    }

    /// Where the positions of a generation are kept until it is finished.
    fn lessons(&self, number: u64) -> PathBuf {
        self.folder(number).join("lessons")
    }

    /// The best network so far.
    fn champion(&self) -> PathBuf {
        let kept = self.diary.generations.iter().rev().find(|row| row.is_kept);
        kept.map_or_else(|| self.first(), |row| self.candidate(row.number))
    }

    /// Makes or completes a generation; `None` if it was stopped.
    fn generation(
        &self,
        number: u64,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(Event),
    ) -> Result<Option<Generation>, GenerationError> {
        let folder = self.folder(number);
        fs::create_dir_all(&folder).map_err(|reason| refused(&folder, reason))?;
        let is_stopped = || stop.load(Ordering::Relaxed);
        on_event(Event::Begin { generation: number, phase: RunPhase::Games });
        let (games, positions) = self.play(number, stop, on_event)?;
        if is_stopped() {
            return Ok(None);
        }
        on_event(Event::Begin { generation: number, phase: RunPhase::Training });
        let report = self.train(number, stop, on_event)?;
        let (Some(lap), Some(_)) = (report.laps.last().copied(), report.network_bytes) else {
            return Ok(None);
        };
        on_event(Event::Begin { generation: number, phase: RunPhase::Trial });
        let settings = &self.plan.settings;
        let trial = &settings.trial;
        let sprt = Some(Sprt::new(trial.elo0, trial.elo1));
        let (candidate, champion) = (self.candidate(number), self.champion());
        let Some(standing) = self.play_match(
            ["trial", "candidate", "champion"],
            [&candidate, &champion],
            number,
            (trial.games / 2, sprt),
            stop,
            on_event,
        )?
        else {
            return Ok(None);
        };
        let is_kept = is_better(&standing);
        let mut row = Generation {
            number,
            games,
            positions,
            nodes: settings.games.nodes,
            shape: report.shape,
            samples: report.samples,
            loss: lap.training,
            examined: lap.examined,
            trial: score(&standing),
            is_kept,
            reference: None,
        };
        if is_kept && champion != self.first() {
            on_event(Event::Begin { generation: number, phase: RunPhase::Reference });
            let Some(standing) = self.play_match(
                ["reference", "candidate", "first"],
                [&candidate, &self.first()],
                number,
                (trial.reference_games / 2, None),
                stop,
                on_event,
            )?
            else {
                return Ok(None);
            };
            row.reference = Some(score(&standing));
        } else if is_kept {
            // The champion is the first network: one match tells both.
            row.reference = Some(row.trial);
        }
        Ok(Some(row))
    }

    /// Plays the games that are missing. Returns how many there are, with their positions.
    fn play(
        &self,
        number: u64,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(Event),
    ) -> Result<(u64, u64), GenerationError> {
        let settings = &self.plan.settings;
        let champion = self.champion().to_string_lossy().into_owned();
        let recipe = Recipe {
            options: vec![("EvalFile".to_owned(), champion)],
            ..Recipe::new::<G>(settings.seed.wrapping_add(number << 32), settings.games.nodes)
        };
        let (path, wanted) = (self.games(number), settings.games.number);
        let done = generate::<G>(
            &recipe,
            Shard::WHOLE,
            &path,
            wanted,
            self.plan.threads,
            stop,
            &mut |progress| {
                on_event(Event::Games(progress, wanted));
            },
        )?;
        Ok((done.games, done.positions))
    }

    fn train(
        &self,
        number: u64,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(Event),
    ) -> Result<training::TrainingReport, GenerationError> {
        let Settings { seed, games, training, .. } = &self.plan.settings;
        let first = (number + 1).saturating_sub(games.window as u64).max(1);
        let files = (first..=number).map(|number| self.games(number));
        let settings = training::Settings {
            games: files.collect(),
            network: self.candidate(number),
            checkpoint: self.folder(number).join("candidate.checkpoint"),
            lessons: self.lessons(number),
            // A match that is interrupted comes back here; the games are not read again for it.
            keep_lessons: true,
            portions: Portions::default(),
            from: Some(self.champion()),
            features: training.features.clone(),
            hidden: training.hidden,
            neighbours: 0,
            foresight: training.foresight,
            scale: None,
            method: TrainingMethod {
                length: Length::AtMost { samples: training.samples, epochs: training.epochs },
                batch: training.batch,
                rate: training.rate,
                last_rate: training.last_rate,
                decay: 0.01,
                score_share: [training.score_share, training.last_score_share],
                seed: seed.wrapping_add(number),
                threads: self.plan.threads,
            },
            note: format!("generation {number} of a run"),
        };
        let report = train::<G>(&settings, stop, &mut |event| {
            if let training::Event::Step(progress) = event {
                on_event(Event::Training(&progress));
            }
        })?;
        Ok(report)
    }

    /// Plays a match, or what is missing of it; `None` if it was stopped.
    fn play_match(
        &self,
        [name, first, second]: [&str; 3],
        networks: [&Path; 2],
        number: u64,
        (pairs, sprt): (u64, Option<Sprt>),
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(Event),
    ) -> Result<Option<Standing>, GenerationError> {
        let player = |name: &str, network: &Path| EngineSpec {
            name: name.to_owned(),
            source: EngineSource::BuiltIn,
            options: vec![("EvalFile".to_owned(), network.to_string_lossy().into_owned())],
            pace: None,
        };
        let players = [player(first, networks[0]), player(second, networks[1])];
        let settings = &self.plan.settings;
        let schedule = Schedule::of(vec![(0, 1)], pairs);
        let games = schedule.games();
        let arena = Match::<G> {
            contestants: players.iter().map(|player| player as &dyn Contestant<G>).collect(),
            pace: GamePace::nodes(&settings.trial.nodes.to_string())?,
            conduct: Conduct::default(),
            openings: Openings::Random(OpeningRecipe::new(settings.seed.wrapping_add(number))),
            plan: MatchPlan {
                schedule,
                concurrency: NonZeroUsize::new(self.plan.threads).unwrap_or(NonZeroUsize::MIN),
                sprt,
                journal: Some(self.folder(number).join(format!("{name}.journal"))),
                games: None,
            },
        };
        let standing = arena.run(stop, &mut |standing, _, _| {
            on_event(Event::Match(&score(standing), games));
        })?;
        let is_whole = standing.games() >= games
            || standing.decision.is_some_and(|decision| decision != SprtDecision::Open);
        Ok(is_whole.then_some(standing))
    }

    /// Enters a generation in the diary: with this it counts.
    fn note(&mut self, row: Generation) -> Result<(), GenerationError> {
        let lessons = self.lessons(row.number);
        self.diary.generations.push(row);
        let path = self.plan.folder.join("diary.json");
        let text = serde_json::to_string_pretty(&self.diary);
        let text = text.map_err(|error| GenerationError::Diary {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        write(&path, text.as_bytes())?;
        write(&self.plan.folder.join("diary.md"), self.diary.to_markdown().as_bytes())?;
        let champion = self.champion();
        let bytes = fs::read(&champion).map_err(|reason| refused(&champion, reason))?;
        write(&self.plan.folder.join("champion.nnue"), &bytes)?;
        Lessons::remove(&lessons).map_err(|reason| refused(&lessons, reason))
    }
}

/// A candidate is kept if the test accepts it, or if the games end before the test does and it was
/// the better one of the two with a chance of nineteen in twenty.
fn is_better(standing: &Standing) -> bool {
    match standing.decision {
        Some(SprtDecision::Accepted) => true,
        Some(SprtDecision::Rejected) => false,
        _ => {
            let found = estimate(&standing.encounter(0, 1).pairs);
            found.is_some_and(|found| found.superiority >= 0.95)
        }
    }
}

fn score(standing: &Standing) -> MatchScore {
    let tally = standing.players[0].tally;
    let pairs = standing.encounter(0, 1).pairs;
    MatchScore { wins: tally.wins, draws: tally.draws, losses: tally.losses, pairs }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), GenerationError> {
    write_whole(path, bytes).map_err(|reason| refused(path, reason))
}

#[cfg(test)]
mod tests;
