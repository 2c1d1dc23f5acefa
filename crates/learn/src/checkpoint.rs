//! A training that can be gone on with.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `DAMITRNG` |
//! | 4 | version of the format |
//! | 4 | 1 if the moments of the optimiser are there |
//! | 16 | name of the feature set, filled up with zeros |
//! | 8 | score that an output of 1 stands for |
//! | 8 | steps taken |
//! | 8 | laps |
//! | 8 | weights |
//! | … | two losses a lap; the weights; the moments; 4 bytes each |
//! | 8 | FNV-1a of all before |

use crate::bytes::ByteSource;
use crate::trainer::{Lap, TrainingState};
use damier_files::checksum;
use damier_nnue::{FeatureSet, Shape};

const MAGIC: &[u8; 8] = b"DAMITRNG";
const VERSION: u32 = 1;
const NAME: usize = 16;

/// Why a file is no training of this network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Something else.
    #[error("this is no training of Damier")]
    Foreign,
    /// From another time.
    #[error("the format has version {found}, this program reads version {VERSION}")]
    Version {
        /// The version it has.
        found: u32,
    },
    /// Of another game, or of a network that this program does not know.
    #[error("a training of `{name}` with {weights} weights, which is no network of this game")]
    Other {
        /// What the inputs mean.
        name: String,
        /// How many weights there are.
        weights: u64,
    },
    /// Not what was written.
    #[error("the file is damaged or cut off")]
    Damaged,
}

/// A state of a training of one network.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint<F> {
    /// The shape of the network.
    pub shape: Shape<F>,
    /// The score that an output of 1 stands for.
    pub scale: f32,
    /// What changes.
    pub state: TrainingState,
}

impl<F: FeatureSet> Checkpoint<F> {
    /// The bytes that [`Checkpoint::from_bytes`] reads. Without moments they are a third: enough to
    /// train on with new games.
    pub fn to_bytes(&self, with_moments: bool) -> Vec<u8> {
        let TrainingState { weights, moments, steps, laps } = &self.state;
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&u32::from(with_moments).to_le_bytes());
        bytes.extend_from_slice(self.shape.features().name().as_bytes());
        bytes.resize(16 + NAME, 0);
        for word in [self.scale.to_bits().into(), *steps, laps.len() as u64, weights.len() as u64] {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        let losses = laps.iter().flat_map(|lap| [lap.training, lap.examined]);
        bytes.extend(losses.flat_map(f32::to_le_bytes));
        let moments = moments.iter().flatten().filter(|_| with_moments);
        bytes.extend(weights.iter().chain(moments).flat_map(|weight| weight.to_le_bytes()));
        let sum = checksum(bytes.iter().copied());
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads a training of a network of this game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        if !bytes.starts_with(MAGIC) {
            return Err(CheckpointError::Foreign);
        }
        let damaged = || CheckpointError::Damaged;
        let (body, sum) =
            bytes.split_at_checked(bytes.len().saturating_sub(8)).ok_or_else(damaged)?;
        let mut source = ByteSource(body.get(8..).ok_or_else(damaged)?);
        let version_and_moments = source.word().ok_or_else(damaged)?;
        if version_and_moments as u32 != VERSION {
            return Err(CheckpointError::Version { found: version_and_moments as u32 });
        }
        if ByteSource(sum).word() != Some(checksum(body.iter().copied())) {
            return Err(damaged());
        }
        let has_moments = match version_and_moments >> 32 {
            0 => false,
            1 => true,
            _ => return Err(damaged()),
        };
        let name = String::from_utf8_lossy(source.take(NAME).ok_or_else(damaged)?).into_owned();
        let name = name.trim_end_matches('\0');
        let mut word = || source.word().ok_or_else(damaged);
        let (scale, steps, laps, weights) = (word()?, word()?, word()?, word()?);
        let shape = F::named(name)
            .and_then(|features| Shape::with_parameters(features, usize::try_from(weights).ok()?));
        let Some(shape) = shape else {
            return Err(CheckpointError::Other { name: name.to_owned(), weights });
        };
        let count = shape.parameters();
        let scale = u32::try_from(scale).map_err(|_| damaged())?;
        // Wide enough for any number of laps that a file may claim.
        let floats = 2 * u128::from(laps) + if has_moments { 3 } else { 1 } * count as u128;
        if source.0.len() as u128 != 4 * floats {
            return Err(damaged());
        }
        let mut floats = source.0.chunks_exact(4).map(|chunk| {
            f32::from_le_bytes(chunk.try_into().expect("a chunk of four has four bytes"))
        });
        let mut next = || floats.next().expect("the length was checked");
        let laps = (0..laps).map(|_| Lap { training: next(), examined: next() }).collect();
        let mut take = |is_there: bool| -> Vec<f32> {
            (0..count).map(|_| if is_there { next() } else { 0.0 }).collect()
        };
        let (weights, moments) = (take(true), [take(has_moments), take(has_moments)]);
        // Means that begin anew are young.
        let steps = if has_moments { steps } else { 0 };
        let state = TrainingState { weights, moments, steps, laps };
        Ok(Self { shape, scale: f32::from_bits(scale), state })
    }
}
