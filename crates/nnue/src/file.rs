//! Networks in files.
//!
//! A header, numbers little-endian, then the weights:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `DAMINNUE` |
//! | 4 | version of the format |
//! | 4 | inputs |
//! | 4 | neurons of a view |
//! | 4 | buckets |
//! | 4 | score that an output of 1 stands for |
//! | 4 | score with which one game of two is won |
//! | 4 | length of the note |
//! | 4 | zeros |
//! | 8 | fingerprint of the training |
//! | 16 | name of the feature set, filled up with zeros |
//! | 8 | FNV-1a of all bytes of the file but these |
//! | … | the note |
//!
//! Weights are 16 bits each, the biases of the buckets 32, in the order of
//! [`Shape::parameters`].

use crate::features::FeatureSet;
use crate::network::{Network, Origin, Units};
use crate::shape::Shape;
use damier_files::checksum;

const MAGIC: &[u8; 8] = b"DAMINNUE";
const VERSION: u32 = 1;
const HEADER: usize = 72;
/// Where the checksum stands.
const SUM: std::ops::Range<usize> = 64..72;
const NAME: std::ops::Range<usize> = 48..64;
const LONGEST_NOTE: usize = 4096;

/// Why a file is no network for this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// Something else.
    #[error("this is no network of Damier")]
    Foreign,
    /// From another time.
    #[error("the format has version {found}, this program reads version {VERSION}")]
    Version {
        /// The version it has.
        found: u32,
    },
    /// For another game or with inputs that mean something else.
    #[error("a network for `{found}`, where one for {wanted} is needed")]
    Features {
        /// What its inputs mean.
        found: String,
        /// What they may mean here.
        wanted: String,
    },
    /// Of a size that no network of these inputs has.
    #[error("a network of {found} (inputs x neurons x buckets), which is no size of `{name}`")]
    Shape {
        /// Its size.
        found: String,
        /// What its inputs mean.
        name: String,
    },
    /// Cut off, or with something behind.
    #[error("{found} bytes, where a network of this size has {wanted}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// Not what was written.
    #[error("the file is damaged")]
    Damaged,
}

impl<F: FeatureSet> Network<F> {
    /// Reads a network; anything but one of the right kind is refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::Foreign);
        }
        let length = |wanted| NetworkError::Length { found: bytes.len(), wanted };
        let Some((header, body)) = bytes.split_at_checked(HEADER) else {
            return Err(length(HEADER));
        };
        let word = |at: usize| {
            u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes of the header"))
        };
        if word(8) != VERSION {
            return Err(NetworkError::Version { found: word(8) });
        }
        let name = String::from_utf8_lossy(&header[NAME]);
        let name = name.trim_end_matches('\0');
        let Some(features) = F::named(name) else {
            let wanted: Vec<String> =
                F::ALL.iter().map(|features| format!("`{}`", features.name())).collect();
            let (found, wanted) = (name.to_owned(), wanted.join(" or "));
            return Err(NetworkError::Features { found, wanted });
        };
        let sizes = [word(12), word(16), word(20)].map(|size| size as usize);
        let shape = Shape::new(features, sizes[1]).ok();
        let is_possible = [sizes[0], sizes[2]] == [features.inputs(), F::BUCKETS];
        let Some(shape) = shape.filter(|_| is_possible) else {
            let found = sizes.map(|size| size.to_string()).join(" x ");
            return Err(NetworkError::Shape { found, name: name.to_owned() });
        };
        let note_length = word(32) as usize;
        let wanted = HEADER + note_length.min(LONGEST_NOTE) + weight_bytes(shape);
        if bytes.len() != wanted || note_length > LONGEST_NOTE {
            return Err(length(wanted));
        }
        if sum_of(bytes).to_le_bytes() != header[SUM] || word(36) != 0 {
            return Err(NetworkError::Damaged);
        }
        let (note, weights) = body.split_at(note_length);
        let note = std::str::from_utf8(note).map_err(|_| NetworkError::Damaged)?;
        let training = header[40..48].try_into().expect("eight bytes of the header");
        let mut network =
            Self::zeroed(shape, Units { scale: word(24) as i32, half: word(28) as i32 });
        network.origin = Origin { training: u64::from_le_bytes(training), note: note.to_owned() };
        let mut weights =
            weights.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut next = || weights.next().expect("the length was checked");
        let inputs = network.inputs.iter_mut().chain(&mut network.biases);
        for line in inputs.chain(&mut network.outputs) {
            line.0.fill_with(&mut next);
        }
        for bias in &mut network.output_biases {
            let low = next();
            *bias = i32::from(next()) << 16 | i32::from(low as u16);
        }
        network.formations.fill_with(next);
        Ok(network)
    }

    /// What tells the network from every other: the checksum of its file.
    pub fn checksum(&self) -> u64 {
        sum_of(&self.to_bytes())
    }

    /// The bytes that [`Network::from_bytes`] reads. A note longer than a page is cut off.
    pub fn to_bytes(&self) -> Vec<u8> {
        let note = &self.origin.note;
        let note = &note[..note.floor_char_boundary(LONGEST_NOTE)];
        let mut bytes = MAGIC.to_vec();
        let (shape, features) = (self.shape(), self.shape().features());
        let sizes = [features.inputs(), shape.hidden(), F::BUCKETS].map(|size| size as u32);
        let [inputs, hidden, buckets] = sizes;
        let Units { scale, half } = self.units;
        let [scale, half] = [scale, half].map(|score| score as u32);
        let words = [VERSION, inputs, hidden, buckets, scale, half, note.len() as u32, 0];
        bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend_from_slice(&self.origin.training.to_le_bytes());
        assert!(features.name().len() <= NAME.len(), "the header has room for sixteen letters");
        bytes.extend_from_slice(features.name().as_bytes());
        bytes.resize(HEADER, 0);
        bytes.extend_from_slice(note.as_bytes());
        let lines = self.inputs.iter().chain(&self.biases).chain(&self.outputs);
        bytes.extend(lines.flat_map(|line| line.0).flat_map(i16::to_le_bytes));
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(self.formations.iter().flat_map(|weight| weight.to_le_bytes()));
        let sum = sum_of(&bytes);
        bytes[SUM].copy_from_slice(&sum.to_le_bytes());
        bytes
    }
}

/// The bytes of all weights.
fn weight_bytes<F: FeatureSet>(shape: Shape<F>) -> usize {
    2 * shape.parameters() + 2 * F::BUCKETS
}

/// The checksum of a file, its own place left out.
fn sum_of(bytes: &[u8]) -> u64 {
    let (before, after) = (&bytes[..SUM.start], &bytes[SUM.end..]);
    checksum(before.iter().chain(after).copied())
}
