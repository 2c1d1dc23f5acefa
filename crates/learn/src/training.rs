//! A whole training: from files of games to the file of a network.
//!
//! After every lap, at most an epoch, the state is kept in a checkpoint, so a training that is
//! interrupted in any way goes on from its last lap when [`train`] is called again with the same
//! settings.

use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::file::GamesFileError;
use crate::game::LearnGame;
use crate::growth;
use crate::lessons::{Feeder, LessonMaterial, Lessons, Portions};
use crate::model::Model;
use crate::samples::Foresight;
use crate::trainer::{Lap, LessonPlan, Progress, TrainingMethod, TrainingState, train_lap};
use damier_core::random::Random;
use damier_files::{read_regular, write_whole};
use damier_nnue::{FeatureSet, Network, Origin, Shape, ShapeError, Units};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What to train on, how, and where to write the result.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Files of games.
    pub games: Vec<PathBuf>,
    /// The network to write.
    pub network: PathBuf,
    /// Where the state is kept. If there is such a file, the training goes on from it.
    pub checkpoint: PathBuf,
    /// Where the positions of the games are kept while they are learnt from.
    pub lessons: PathBuf,
    /// Whether they stay there afterwards, for another training with the same games.
    pub keep_lessons: bool,
    /// How much of them is in memory at a time.
    pub portions: Portions,
    /// Another training, or a network, whose weights are the first ones of this one.
    pub from: Option<PathBuf>,
    /// What the network sees, by name; `None` for what the earlier one sees, or the program's own.
    pub features: Option<String>,
    /// Neurons for each view; `None` for as many as the earlier one has, or the program's own.
    pub hidden: Option<usize>,
    /// How many positions near every position of a game to learn from as well.
    pub neighbours: u32,
    /// What later scores and the result of the game count against a position's own score, 0 to 1.
    pub foresight: f32,
    /// The score that multiplies the odds by e; `None` to take that of the earlier training, or to
    /// fit it to the games. It is rounded.
    pub scale: Option<f32>,
    /// How to learn.
    pub method: TrainingMethod,
    /// A few words about the network, kept in its file.
    pub note: String,
}

impl Settings {
    /// The score that stands for a chance to win, as far as it is known before the games are read:
    /// a whole number, as the network's file has it.
    fn known_scale(&self, earlier_scale: Option<f32>) -> Option<f32> {
        self.scale.or(earlier_scale).map(f32::round)
    }

    /// The shape to train, where that of an earlier network is given.
    fn shape<F: FeatureSet>(&self, base: Shape<F>) -> Result<Shape<F>, TrainError> {
        let features = match &self.features {
            None => base.features(),
            Some(name) => F::named(name).ok_or_else(|| {
                let known: Vec<&str> = F::ALL.iter().map(|features| features.name()).collect();
                TrainError::Features { found: name.clone(), known: known.join(", ") }
            })?,
        };
        Ok(Shape::new(features, self.hidden.unwrap_or(base.hidden()))?)
    }
}

/// What happens in a training.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event {
    /// So many games have been read.
    GamesRead(u64),
    /// All games have been read, and the laps begin.
    Begin(TrainingStart),
    /// A step has been taken.
    Step(Progress),
    /// A lap has been finished, and its checkpoint is written.
    Lap {
        /// Which one, counted from 1.
        number: u64,
        /// What it gave.
        losses: Lap,
        /// How long it took.
        time: Duration,
        /// Positions that it learnt from.
        positions: u64,
    },
}

/// What a training works with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingStart {
    /// Games that were read.
    pub games: u64,
    /// Positions to learn from.
    pub training: u64,
    /// Positions of other games, to examine the network with.
    pub examined: usize,
    /// Weights of the network.
    pub weights: usize,
    /// Neurons of a view.
    pub hidden: usize,
    /// The score that multiplies the odds by e.
    pub scale: f32,
    /// Laps of the whole training.
    pub laps: u64,
    /// Those of them that an earlier run has finished.
    pub laps_done: u64,
}

/// How a training ended.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingReport {
    /// The shape of the network.
    pub shape: String,
    /// How many positions the whole training looks at.
    pub samples: u64,
    /// What every lap gave, those of earlier runs included.
    pub laps: Vec<Lap>,
    /// How many bytes the network has; `None` if the training was stopped before its end, and no
    /// network was written.
    pub network_bytes: Option<usize>,
}

/// Why there is no training.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainError {
    /// The games cannot be read.
    #[error(transparent)]
    Games(#[from] GamesFileError),
    /// The games do not suffice.
    #[error("too few games: there is nothing to learn from or nothing to be examined with")]
    TooFewGames,
    /// Foresight without a scale.
    #[error("foresight mixes chances to win: it needs a scale or an earlier training")]
    NoScale,
    /// Inputs that no network of the game has.
    #[error("there are no features `{found}`; known are {known}")]
    Features {
        /// What was asked for.
        found: String,
        /// What there is.
        known: String,
    },
    /// A size that no network has.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The checkpoint to go on from is one of another network.
    #[error("{}: a training of another network than {wanted}", path.display())]
    OtherShape {
        /// Its path.
        path: PathBuf,
        /// What was asked for.
        wanted: String,
    },
    /// Weights of one network are no beginning for another.
    #[error("{from} cannot grow to {to}: only neurons, regions and formations can be added")]
    NoGrowth {
        /// The earlier network.
        from: String,
        /// The one to train.
        to: String,
    },
    /// A checkpoint is not one of this network.
    #[error("{}: {reason}", path.display())]
    Checkpoint {
        /// Its path.
        path: PathBuf,
        /// What is wrong with it.
        reason: CheckpointError,
    },
    /// A checkpoint cannot be read.
    #[error("{}: {reason}", path.display())]
    Read {
        /// Its path.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {reason}", path.display())]
    Write {
        /// Its path.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

/// Trains a network until it has all laps, or until it is told to stop, and tells `on_event` what
/// happens. What a lap has learnt when it is stopped is lost; finished laps are in the checkpoint.
/// At the end the network is written, and the checkpoint keeps only what another training can begin
/// with.
pub fn train<G: LearnGame>(
    settings: &Settings,
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(Event),
) -> Result<TrainingReport, TrainError> {
    let is_resumed = settings.checkpoint.exists();
    let earlier = if is_resumed { Some(&settings.checkpoint) } else { settings.from.as_ref() };
    let earlier = earlier.map(|path| read_checkpoint::<G>(path)).transpose()?;
    let base = earlier.as_ref().map(|earlier| earlier.shape);
    let model = Model(settings.shape(base.unwrap_or_else(|| G::built_in_network().shape()))?);
    if is_resumed && base != Some(model.0) {
        let (path, wanted) = (settings.checkpoint.clone(), model.0.to_string());
        return Err(TrainError::OtherShape { path, wanted });
    }
    let known_scale = settings.known_scale(earlier.as_ref().map(|earlier| earlier.scale));
    let state = match earlier {
        None => TrainingState::new(&model, settings.method.seed),
        Some(earlier) if is_resumed => earlier.state,
        // Of another training only the weights are a beginning.
        Some(earlier) => {
            let from = Model(earlier.shape);
            let mut random = Random::new(settings.method.seed);
            let grown = growth::grow(&from, &earlier.state.weights, &model, &mut random);
            TrainingState::from_weights(grown.ok_or_else(|| TrainError::NoGrowth {
                from: from.0.to_string(),
                to: model.0.to_string(),
            })?)
        }
    };
    let foresight = match (settings.foresight, known_scale) {
        (0.0, _) => None,
        (share, Some(scale)) => Some(Foresight { share, scale }),
        (_, None) => return Err(TrainError::NoScale),
    };
    let is_stopped = || stop.load(Ordering::Relaxed);
    let Settings { games, neighbours, .. } = settings;
    let material = LessonMaterial { games: games.clone(), neighbours: *neighbours, foresight };
    let lessons =
        Lessons::prepare::<G>(&material, &settings.lessons, settings.portions, &mut |games| {
            on_event(Event::GamesRead(games));
            !is_stopped()
        })?;
    // Games that were read in part are nothing to learn from.
    let Some(lessons) = lessons.filter(|_| !is_stopped()).map(Arc::new) else {
        let shape = model.0.to_string();
        return Ok(TrainingReport { shape, samples: 0, laps: state.laps, network_bytes: None });
    };
    if lessons.training == 0 || lessons.examination.is_empty() {
        discard_lessons(settings)?;
        return Err(TrainError::TooFewGames);
    }
    let scale = known_scale.unwrap_or(lessons.scale);
    let plan = LessonPlan { method: settings.method.clone(), scale };
    let mut kept = Checkpoint { shape: model.0, scale, state };
    on_event(Event::Begin(TrainingStart {
        games: lessons.games,
        training: lessons.training,
        examined: lessons.examination.len(),
        weights: model.parameters(),
        hidden: model.0.hidden(),
        scale,
        laps: plan.method.length.laps(&lessons),
        laps_done: kept.state.laps.len() as u64,
    }));
    let is_finished =
        train_laps::<G>(&model, &lessons, &plan, &mut kept, settings, stop, on_event)?;
    let network_bytes = match is_finished {
        true => Some(write_network::<G>(settings, &lessons, &plan, &kept)?),
        false => None,
    };
    if is_finished {
        discard_lessons(settings)?;
    }
    let samples = settings.method.length.samples(&lessons);
    Ok(TrainingReport { shape: model.0.to_string(), samples, laps: kept.state.laps, network_bytes })
}

/// Removes the positions unless they are to be kept.
fn discard_lessons(settings: &Settings) -> Result<(), TrainError> {
    if settings.keep_lessons {
        return Ok(());
    }
    let path = &settings.lessons;
    Lessons::remove(path).map_err(|reason| TrainError::Write { path: path.clone(), reason })
}

/// Trains the laps that are missing. Returns whether it came to the end.
fn train_laps<G: LearnGame>(
    model: &Model<G::Features>,
    lessons: &Arc<Lessons>,
    plan: &LessonPlan,
    kept: &mut Checkpoint<G::Features>,
    settings: &Settings,
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(Event),
) -> Result<bool, TrainError> {
    let mut feeder = Feeder::<G>::new(Arc::clone(lessons), plan.method.seed);
    let laps = plan.method.length.laps(lessons);
    while (kept.state.laps.len() as u64) < laps {
        let begin = Instant::now();
        let mut positions = 0;
        let is_finished =
            train_lap::<G>(model, &mut feeder, plan, &mut kept.state, &mut |progress| {
                on_event(Event::Step(*progress));
                positions = progress.done_in_lap;
                !stop.load(Ordering::Relaxed)
            })?;
        if !is_finished {
            return Ok(false);
        }
        write(&settings.checkpoint, &kept.to_bytes(true))?;
        let laps = &kept.state.laps;
        let losses = *laps.last().expect("a lap has just been finished");
        let number = laps.len() as u64;
        on_event(Event::Lap { number, losses, time: begin.elapsed(), positions });
    }
    Ok(true)
}

/// Writes the network, and then a checkpoint without what was only for interruptions. Returns how
/// many bytes the network has.
fn write_network<G: LearnGame>(
    settings: &Settings,
    lessons: &Lessons,
    plan: &LessonPlan,
    kept: &Checkpoint<G::Features>,
) -> Result<usize, TrainError> {
    let origin = Origin { training: lessons.fingerprint, note: settings.note.clone() };
    let units = Units { scale: plan.scale as i32, half: lessons.half.round() as i32 };
    let network = Network::from_floats(kept.shape, &kept.state.weights, units, origin).to_bytes();
    write(&settings.network, &network)?;
    write(&settings.checkpoint, &kept.to_bytes(false))?;
    Ok(network.len())
}

/// The largest checkpoint that is read, in bytes.
const MAX_CHECKPOINT: u64 = 1 << 30;

fn read_checkpoint<G: LearnGame>(path: &Path) -> Result<Checkpoint<G::Features>, TrainError> {
    let bytes = read_regular(path, MAX_CHECKPOINT)
        .map_err(|reason| TrainError::Read { path: path.to_owned(), reason })?;
    if let Ok(network) = Network::from_bytes(&bytes) {
        let (shape, scale) = (network.shape(), network.units().scale as f32);
        return Ok(Checkpoint {
            shape,
            scale,
            state: TrainingState::from_weights(network.to_floats()),
        });
    }
    Checkpoint::from_bytes(&bytes)
        .map_err(|reason| TrainError::Checkpoint { path: path.to_owned(), reason })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    write_whole(path, bytes).map_err(|reason| TrainError::Write { path: path.to_owned(), reason })
}
