//! The same with the vectors of AVX2, sixteen numbers at a time.
#![expect(unsafe_code, reason = "vectors are loaded through pointers")]

use super::Neurons;
use crate::network::ACTIVATION_ONE;
use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_store_si256, _mm256_sub_epi16,
};

/// Numbers in a vector.
const LANES: usize = 16;

#[inline]
fn load<const HIDDEN: usize>(neurons: &Neurons<HIDDEN>, at: usize) -> __m256i {
    let lanes: &[i16] = &neurons.0[at..at + LANES];
    // SAFETY: the slice has sixteen numbers; rows are aligned to 64 bytes and `at` is a multiple of
    // sixteen numbers.
    unsafe { _mm256_load_si256(lanes.as_ptr().cast()) }
}

#[inline]
fn store<const HIDDEN: usize>(neurons: &mut Neurons<HIDDEN>, at: usize, vector: __m256i) {
    let lanes: &mut [i16] = &mut neurons.0[at..at + LANES];
    // SAFETY: as in `load`.
    unsafe { _mm256_store_si256(lanes.as_mut_ptr().cast(), vector) }
}

/// Writes `from` plus the added rows minus the removed ones.
#[inline(always)]
pub(crate) fn update<const HIDDEN: usize>(
    from: &Neurons<HIDDEN>,
    added: &[&Neurons<HIDDEN>],
    removed: &[&Neurons<HIDDEN>],
    to: &mut Neurons<HIDDEN>,
) {
    for at in (0..HIDDEN).step_by(LANES) {
        let mut sum = load(from, at);
        // SAFETY: this module is compiled only for processors with AVX2.
        unsafe {
            for row in added {
                sum = _mm256_add_epi16(sum, load(row, at));
            }
            for row in removed {
                sum = _mm256_sub_epi16(sum, load(row, at));
            }
        }
        store(to, at, sum);
    }
}

/// The sum over all neurons of weight times the square of the activation.
#[inline]
pub(crate) fn sum_of_squares<const HIDDEN: usize>(
    neurons: &Neurons<HIDDEN>,
    weights: &Neurons<HIDDEN>,
) -> i32 {
    // SAFETY: this module is compiled only for processors with AVX2.
    unsafe {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ACTIVATION_ONE));
        let mut sum = zero;
        for at in (0..HIDDEN).step_by(LANES) {
            let activation = _mm256_min_epi16(_mm256_max_epi16(load(neurons, at), zero), one);
            let weighted = _mm256_mullo_epi16(activation, load(weights, at));
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(weighted, activation));
        }
        let half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
        let quarter = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0b01_00_11_10));
        let all = _mm_add_epi32(quarter, _mm_shuffle_epi32(quarter, 0b10_11_00_01));
        _mm_cvtsi128_si32(all)
    }
}
