//! Names the network that is built into the program: the one beside this file, or the one that the
//! variable `DAMIER_CHESS_NETWORK` names (`make EVALFILE=…`).

use std::path::PathBuf;

const VARIABLE: &str = "DAMIER_CHESS_NETWORK";

fn main() {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    let path = named.unwrap_or_else(|| {
        let folder = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder");
        PathBuf::from(folder).join("networks/chess.nnue")
    });
    assert!(path.is_file(), "{VARIABLE} names no file: {}", path.display());
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    println!("cargo::rustc-env={VARIABLE}={}", path.display());
}
