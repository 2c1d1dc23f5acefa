//! A processor that is too old for this program gets a sentence instead of an illegal instruction.

/// What this program was compiled for and the processor does not have, by name; `None` if all is
/// well. To be asked before anything else: it counts on nothing itself.
pub(crate) fn missing() -> Option<&'static str> {
    #[cfg(target_arch = "x86_64")]
    return x86_64::missing();
    #[cfg(not(target_arch = "x86_64"))]
    None
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{__cpuid, __cpuid_count};

    /// Asks the processor itself: the questions of the standard library are answered by the
    /// compiler where it was told what there is.
    pub(super) fn missing() -> Option<&'static str> {
        let basic = __cpuid(1).ecx;
        let extended = if __cpuid(0).eax >= 7 { __cpuid_count(7, 0).ebx } else { 0 };
        find_missing(basic, extended)
    }

    /// The same for the words in which a processor says what it has.
    fn find_missing(basic: u32, extended: u32) -> Option<&'static str> {
        let needed = [
            (cfg!(target_feature = "ssse3"), basic >> 9, "SSSE3"),
            (cfg!(target_feature = "sse4.1"), basic >> 19, "SSE4.1"),
            (cfg!(target_feature = "sse4.2"), basic >> 20, "SSE4.2"),
            (cfg!(target_feature = "popcnt"), basic >> 23, "POPCNT"),
            (cfg!(target_feature = "avx"), basic >> 28, "AVX"),
            (cfg!(target_feature = "avx2"), extended >> 5, "AVX2"),
            (cfg!(target_feature = "bmi2"), extended >> 8, "BMI2"),
            (cfg!(target_feature = "avx512f"), extended >> 16, "AVX-512"),
        ];
        let is_missing = |&&(is_needed, bits, _): &&(bool, u32, _)| is_needed && bits & 1 == 0;
        needed.iter().find(is_missing).map(|&(_, _, name)| name)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_processor_that_runs_the_tests_will_do() {
            assert_eq!(missing(), None);
        }

        #[test]
        fn a_processor_that_lacks_something_is_told_apart() {
            assert_eq!(find_missing(u32::MAX, u32::MAX), None);
            if cfg!(target_feature = "popcnt") {
                assert_eq!(find_missing(u32::MAX ^ 1 << 23, u32::MAX), Some("POPCNT"));
            }
        }
    }
}
