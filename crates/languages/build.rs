//! Lists the languages in `data`, so that a new one is a new file and nothing else.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let folder = folder.join("data");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut codes = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let code = path.file_stem().and_then(|name| name.to_str());
        if let (Some(code), true) = (code, path.extension().is_some_and(|kind| kind == "toml")) {
            codes.push(code.to_owned());
        }
    }
    // English comes first: it is the default.
    codes.sort_by_key(|code| (code != "en", code.clone()));
    let rows = codes.iter().map(|code| {
        let path = folder.join(format!("{code}.toml"));
        format!("    ({code:?}, include_str!({:?})),\n", path.display().to_string())
    });
    let text = format!(
        "/// Codes and files of all languages.\npub(crate) const FILES: [(&str, &str); {}] = \
            [\n{}];\n",
        codes.len(),
        rows.collect::<String>()
    );
    let target = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(target.join("files.rs"), text)
}
