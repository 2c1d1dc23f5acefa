//! Files of networks: what is written comes back, and nothing else is taken for a network.

use damier_core::Side;
use damier_core::random::Random;
use damier_files::checksum;
use damier_nnue::{
    FeatureSet, Kernel, Network, NetworkError, Orientation, Origin, PositionFacts, Shape, Stack,
    Token, Units,
};

macro_rules! feature_set {
    ($name:ident, $text:literal, $inputs:literal) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        struct $name;

        impl FeatureSet for $name {
            const ALL: &'static [Self] = &[Self];
            const KINDS: usize = 1;
            const SQUARES: usize = $inputs;
            const BUCKETS: usize = 2;
            fn name(self) -> &'static str {
                $text
            }
            fn regions(self) -> usize {
                1
            }
            fn input(_: Side, _: Orientation, token: Token) -> usize {
                token.into()
            }
            fn orientation(self, _: Side, _: &[Token]) -> Orientation {
                Orientation::default()
            }
            fn bucket(_: usize) -> usize {
                1
            }
        }
    };
}
feature_set!(Ours, "ours", 5);
feature_set!(Theirs, "theirs", 5);
feature_set!(Larger, "ours", 6);

const UNITS: Units = Units { scale: 321, half: -7 };

fn network() -> Network<Ours> {
    let mut random = Random::new(1);
    let mut uniform = || (random.next_bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
    let shape = Shape::new(Ours, 32).unwrap();
    let weights: Vec<f32> = (0..shape.parameters()).map(|_| uniform()).collect();
    let origin = Origin { training: 0x0123_4567_89AB_CDEF, note: "about é".to_owned() };
    Network::from_floats(shape, &weights, UNITS, origin)
}

fn error(bytes: &[u8]) -> NetworkError {
    Network::<Ours>::from_bytes(bytes).unwrap_err()
}

#[test]
fn a_network_comes_back() {
    let bytes = network().to_bytes();
    let read = Network::<Ours>::from_bytes(&bytes).unwrap();
    assert_eq!(read, network());
    assert_eq!((read.units(), read.origin().note.as_str()), (UNITS, "about é"));
}

#[test]
fn every_changed_bit_and_every_missing_byte_is_noticed() {
    let bytes = network().to_bytes();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        assert!(Network::<Ours>::from_bytes(&damaged).is_err(), "byte {place}");
        assert!(Network::<Ours>::from_bytes(&bytes[..place]).is_err(), "{place} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(error(&longer), NetworkError::Length { .. }));
}

#[test]
fn foreign_files_are_named() {
    assert_eq!(error(b"not a network at all"), NetworkError::Foreign);
    assert_eq!(error(b""), NetworkError::Foreign);
    let bytes = network().to_bytes();
    let other = Network::<Theirs>::from_bytes(&bytes).unwrap_err();
    assert_eq!(other.to_string(), "a network for `ours`, where one for `theirs` is needed");
    let other = Network::<Larger>::from_bytes(&bytes).unwrap_err();
    assert!(
        other
            .to_string()
            .contains("5 x 32 x 2 (inputs x neurons x buckets), which is no size of `ours`"),
        "{other}"
    );
    let mut newer = bytes;
    newer[8] = 9;
    assert_eq!(error(&newer), NetworkError::Version { found: 9 });
}

/// The file of the network with other bytes at a place, and the checksum that belongs to them.
fn changed(place: usize, other: &[u8]) -> Vec<u8> {
    let mut bytes = network().to_bytes();
    bytes[place..place + other.len()].copy_from_slice(other);
    let sum = checksum(bytes[..64].iter().chain(&bytes[72..]).copied());
    bytes[64..72].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn there_is_one_way_to_write_a_network() {
    let note = 72;
    assert!(Network::<Ours>::from_bytes(&changed(note, b"About")).is_ok());
    assert!(matches!(error(&changed(16, &[33])), NetworkError::Shape { .. }), "whole lines");
    assert!(matches!(error(&changed(16, &[64])), NetworkError::Length { .. }), "more neurons");
    assert_eq!(error(&changed(36, &[1])), NetworkError::Damaged, "zeros are zeros");
    assert_eq!(error(&changed(note, &[0xFF])), NetworkError::Damaged, "a note is text");
}

#[test]
fn no_weights_are_too_large_to_ask() {
    let last = network().to_bytes().len() - 4;
    for bias in [i32::MIN, i32::MAX] {
        let network = Network::<Ours>::from_bytes(&changed(last, &bias.to_le_bytes())).unwrap();
        let plain = network.clone().with_kernel(Kernel::PORTABLE);
        let [score, portable] = [&network, &plain].map(|network| {
            let (side_to_move, orientations) = (Side::White, [Orientation::default(); 2]);
            let facts = PositionFacts { side_to_move, orientations, pieces: 2, formations: 0 };
            Stack::new(network.shape(), 0).score(network, facts, &[0, 3].into_iter())
        });
        assert_eq!(score, portable);
        assert_eq!(score.signum(), bias.signum(), "{score}");
    }
}
