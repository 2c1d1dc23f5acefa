#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| damier_fuzz_targets::run("imports", bytes));
