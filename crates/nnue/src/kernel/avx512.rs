//! The same with the vectors of AVX-512: a line is one of them.
#![expect(unsafe_code, reason = "vectors are loaded through pointers, and not by every processor")]

use super::{Arithmetic, KernelLine};
use crate::network::ACTIVATION_ONE;
use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_dpwssd_epi32, _mm512_load_si512,
    _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32,
    _mm512_set1_epi16, _mm512_setzero_si512, _mm512_store_si512, _mm512_sub_epi16,
};

/// There is one only where the processor has AVX-512 with its instructions for networks (VNNI).
/// Processors without those are older, and pay for wide vectors with a slower clock: they take
/// AVX2. Its methods are inlined into functions that are compiled for such processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Asks the processor.
    pub(super) fn detect() -> Option<Self> {
        let is_there = std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512vnni");
        is_there.then_some(Self(()))
    }
}

impl Arithmetic for Avx512 {
    type Sum = __m512i;

    #[inline(always)]
    fn load(self, line: &KernelLine) -> __m512i {
        // SAFETY: there is AVX-512, and a line has 64 bytes and is aligned to them.
        unsafe { _mm512_load_si512(line.0.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, sum: __m512i, line: &mut KernelLine) {
        // SAFETY: as in `load`.
        unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), sum) }
    }

    #[inline(always)]
    fn plus(self, sum: __m512i, line: &KernelLine) -> __m512i {
        // SAFETY: there is AVX-512.
        unsafe { _mm512_add_epi16(sum, self.load(line)) }
    }

    #[inline(always)]
    fn minus(self, sum: __m512i, line: &KernelLine) -> __m512i {
        // SAFETY: there is AVX-512.
        unsafe { _mm512_sub_epi16(sum, self.load(line)) }
    }

    #[inline(always)]
    fn sum_of_squares(self, neurons: &[KernelLine], weights: &[KernelLine]) -> i32 {
        // SAFETY: there is AVX-512.
        unsafe {
            let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(ACTIVATION_ONE));
            // Two sums, so that one does not wait for the other.
            let (mut sums, weights) = ([zero; 2], &weights[..neurons.len()]);
            for at in 0..neurons.len() {
                let (neurons, weights) = (self.load(&neurons[at]), self.load(&weights[at]));
                let activation = _mm512_min_epi16(_mm512_max_epi16(neurons, zero), one);
                let weighted = _mm512_mullo_epi16(activation, weights);
                sums[at % 2] = _mm512_dpwssd_epi32(sums[at % 2], weighted, activation);
            }
            _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
        }
    }
}
