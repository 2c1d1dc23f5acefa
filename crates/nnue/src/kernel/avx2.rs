//! The same with the vectors of AVX2: a line is two of them.
#![expect(unsafe_code, reason = "vectors are loaded through pointers, and not by every processor")]

use super::{Arithmetic, KernelLine};
use crate::network::ACTIVATION_ONE;
use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_store_si256, _mm256_sub_epi16,
};

/// There is one only where the processor has AVX2. Its methods are inlined into functions that are
/// compiled for such processors; elsewhere they would be slow, but right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx2(());

/// A line in two vectors.
type Halves = [__m256i; 2];

impl Avx2 {
    /// Asks the processor.
    pub(super) fn detect() -> Option<Self> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Self(()))
    }
}

impl Arithmetic for Avx2 {
    type Sum = Halves;

    #[inline(always)]
    fn load(self, line: &KernelLine) -> Halves {
        let (first, second) = line.0.split_at(16);
        // SAFETY: there is AVX2. Each half of a line has sixteen numbers, and lines are aligned to
        // 64 bytes.
        unsafe {
            [_mm256_load_si256(first.as_ptr().cast()), _mm256_load_si256(second.as_ptr().cast())]
        }
    }

    #[inline(always)]
    fn store(self, sum: Halves, line: &mut KernelLine) {
        let (first, second) = line.0.split_at_mut(16);
        // SAFETY: as in `load`.
        unsafe {
            _mm256_store_si256(first.as_mut_ptr().cast(), sum[0]);
            _mm256_store_si256(second.as_mut_ptr().cast(), sum[1]);
        }
    }

    #[inline(always)]
    fn plus(self, sum: Halves, line: &KernelLine) -> Halves {
        let line = self.load(line);
        // SAFETY: there is AVX2.
        unsafe { [_mm256_add_epi16(sum[0], line[0]), _mm256_add_epi16(sum[1], line[1])] }
    }

    #[inline(always)]
    fn minus(self, sum: Halves, line: &KernelLine) -> Halves {
        let line = self.load(line);
        // SAFETY: there is AVX2.
        unsafe { [_mm256_sub_epi16(sum[0], line[0]), _mm256_sub_epi16(sum[1], line[1])] }
    }

    #[inline(always)]
    fn sum_of_squares(self, neurons: &[KernelLine], weights: &[KernelLine]) -> i32 {
        // SAFETY: there is AVX2.
        unsafe {
            let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ACTIVATION_ONE));
            let (mut sums, weights) = ([zero; 2], &weights[..neurons.len()]);
            for at in 0..neurons.len() {
                let (neurons, weights) = (self.load(&neurons[at]), self.load(&weights[at]));
                for half in 0..2 {
                    let activation = _mm256_min_epi16(_mm256_max_epi16(neurons[half], zero), one);
                    let weighted = _mm256_mullo_epi16(activation, weights[half]);
                    let terms = _mm256_madd_epi16(weighted, activation);
                    sums[half] = _mm256_add_epi32(sums[half], terms);
                }
            }
            let sum = _mm256_add_epi32(sums[0], sums[1]);
            let half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
            let quarter = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0b01_00_11_10));
            let all = _mm_add_epi32(quarter, _mm_shuffle_epi32(quarter, 0b10_11_00_01));
            _mm_cvtsi128_si32(all)
        }
    }
}
