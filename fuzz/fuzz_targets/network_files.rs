//! Networks from anywhere, for chess and for draughts.
//!
//! Neither reading nor asking may panic; what is read is written back to the same bytes.

#![no_main]

use damier_chess_engine::evaluation::network as chess;
use damier_files::checksum;
use damier_draughts_engine::evaluation::network as draughts;
use damier_nnue::{ACTIVATION_ONE, FeatureSet, Network, Neurons};
use libfuzzer_sys::fuzz_target;
use std::ops::Range;

const NOTE_LENGTH: Range<usize> = 32..36;
const NAME: Range<usize> = 48..64;
/// The last of the header.
const SUM: Range<usize> = 64..72;
const LONGEST_NOTE: usize = 4096;

fuzz_target!(|bytes: &[u8]| {
    check::<chess::Features, { chess::Features::HIDDEN }>(bytes);
    check::<draughts::Features, { draughts::Features::HIDDEN }>(bytes);
});

fn check<F: FeatureSet, const HIDDEN: usize>(bytes: &[u8]) {
    let _ = Network::<F, HIDDEN>::from_bytes(bytes);
    // What the fuzzer finds is short, and it cannot guess a checksum.
    let Some(whole) = completed::<F, HIDDEN>(bytes) else { return };
    let Ok(network) = Network::<F, HIDDEN>::from_bytes(&whole) else { return };
    assert!(network.to_bytes() == whole, "{:?}", network.origin());
    let views = [0, 1, ACTIVATION_ONE].map(|value| Neurons([value; HIDDEN]));
    for bucket in 0..F::BUCKETS {
        for own in &views {
            let score = network.score(own, &views[2], bucket);
            assert_eq!(score, network.score_portably(own, &views[2], bucket));
        }
    }
}

/// As long as a network with this header is, the bytes repeated for weights, with the right
/// checksum.
fn completed<F: FeatureSet, const HIDDEN: usize>(bytes: &[u8]) -> Option<Vec<u8>> {
    if !bytes.get(NAME)?.starts_with(F::NAME.as_bytes()) || bytes.len() < SUM.end {
        return None;
    }
    let note = u32::from_le_bytes(bytes[NOTE_LENGTH].try_into().ok()?) as usize;
    let weights = 2 * Network::<F, HIDDEN>::parameters() + 2 * F::BUCKETS;
    let length = SUM.end + note.min(LONGEST_NOTE) + weights;
    let mut whole: Vec<u8> = bytes.iter().copied().cycle().take(length.max(bytes.len())).collect();
    let (before, after) = (&whole[..SUM.start], &whole[SUM.end..]);
    let sum = checksum(before.iter().chain(after).copied());
    whole[SUM].copy_from_slice(&sum.to_le_bytes());
    Some(whole)
}
