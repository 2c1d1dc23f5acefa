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
//! [`Network::from_floats`].

use crate::features::FeatureSet;
use crate::network::{Network, Origin, Units};
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
    #[error("a network for `{found}`, where one for `{wanted}` is needed")]
    Features {
        /// What its inputs mean.
        found: String,
        /// What they have to mean here.
        wanted: &'static str,
    },
    /// Of another size.
    #[error("a network of {found}, where {wanted} is needed (inputs x neurons x buckets)")]
    Shape {
        /// Its size.
        found: String,
        /// The size needed here.
        wanted: String,
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

impl<F: FeatureSet, const HIDDEN: usize> Network<F, HIDDEN> {
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
        if name != F::NAME {
            return Err(NetworkError::Features { found: name.to_owned(), wanted: F::NAME });
        }
        let shape = |inputs, hidden, buckets| format!("{inputs} x {hidden} x {buckets}");
        let found = shape(word(12) as usize, word(16) as usize, word(20) as usize);
        let wanted = shape(F::INPUTS, HIDDEN, F::BUCKETS);
        if found != wanted {
            return Err(NetworkError::Shape { found, wanted });
        }
        let note_length = word(32) as usize;
        let wanted = HEADER + note_length.min(LONGEST_NOTE) + Self::weight_bytes();
        if bytes.len() != wanted || note_length > LONGEST_NOTE {
            return Err(length(wanted));
        }
        if sum_of(bytes).to_le_bytes() != header[SUM] || word(36) != 0 {
            return Err(NetworkError::Damaged);
        }
        let (note, weights) = body.split_at(note_length);
        let note = std::str::from_utf8(note).map_err(|_| NetworkError::Damaged)?;
        let training = header[40..48].try_into().expect("eight bytes of the header");
        let mut network = Self::zeroed(Units { scale: word(24) as i32, half: word(28) as i32 });
        network.origin = Origin { training: u64::from_le_bytes(training), note: note.to_owned() };
        let mut weights =
            weights.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut next = || weights.next().expect("the length was checked");
        for row in network.inputs.iter_mut().chain([&mut network.biases]) {
            row.0.fill_with(&mut next);
        }
        for row in network.outputs.iter_mut().flatten() {
            row.0.fill_with(&mut next);
        }
        for bias in &mut network.output_biases {
            let low = next();
            *bias = i32::from(next()) << 16 | i32::from(low as u16);
        }
        Ok(network)
    }

    /// The bytes that [`Network::from_bytes`] reads. A note longer than a page is cut off.
    pub fn to_bytes(&self) -> Vec<u8> {
        let note = &self.origin.note;
        let note = &note[..note.floor_char_boundary(LONGEST_NOTE)];
        let mut bytes = MAGIC.to_vec();
        let sizes = [F::INPUTS, HIDDEN, F::BUCKETS].map(|size| size as u32);
        let [inputs, hidden, buckets] = sizes;
        let Units { scale, half } = self.units;
        let [scale, half] = [scale, half].map(|score| score as u32);
        let words = [VERSION, inputs, hidden, buckets, scale, half, note.len() as u32, 0];
        bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend_from_slice(&self.origin.training.to_le_bytes());
        bytes.extend_from_slice(F::NAME.as_bytes());
        bytes.resize(HEADER, 0);
        bytes.extend_from_slice(note.as_bytes());
        let rows = self.inputs.iter().chain([&self.biases]).chain(self.outputs.iter().flatten());
        bytes.extend(rows.flat_map(|row| row.0).flat_map(i16::to_le_bytes));
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        let sum = sum_of(&bytes);
        bytes[SUM].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    const fn weight_bytes() -> usize {
        const { assert!(F::NAME.len() <= 16, "the header has room for sixteen letters") };
        2 * Self::parameters() + 2 * F::BUCKETS
    }
}

/// The checksum of a file, its own place left out.
fn sum_of(bytes: &[u8]) -> u64 {
    let (before, after) = (&bytes[..SUM.start], &bytes[SUM.end..]);
    checksum(before.iter().chain(after).copied())
}
