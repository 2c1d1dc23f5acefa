//! `damier site`: the page for hosts without a server.

use crate::output::print;
use anyhow::{Context, Result, anyhow};
use damier_web::write_site;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write the page as a folder of files that needs no server: any host of files will do
///
/// Rules, engines, coach and reviewer run in the browser, as WebAssembly; games are kept there. The
/// module is built from the sources of Damier by `just site FOLDER`, which then calls this command.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  just site public                            builds the module, then writes the folder
  damier site public --wasm damier.wasm       with a module that is there
  python3 -m http.server --directory public   to look at it: http://localhost:8000/")]
pub(crate) struct SiteArgs {
    /// Where to write it; files of the same names are replaced
    folder: PathBuf,
    /// The WebAssembly module
    #[arg(long, value_name = "FILE", default_value = DEFAULT_MODULE)]
    wasm: PathBuf,
}

/// Where cargo puts the module.
const DEFAULT_MODULE: &str = "target/wasm32-unknown-unknown/site/damier_browser.wasm";

pub(crate) fn run(args: &SiteArgs) -> Result<ExitCode> {
    let module = std::fs::read(&args.wasm).map_err(|error| {
        anyhow!(
            "{}: {error}; build the WebAssembly module in the sources of Damier with: just wasm, \
             or name one with --wasm",
            args.wasm.display()
        )
    })?;
    let (files, bytes) = write_site(&args.folder, module)
        .with_context(|| format!("cannot write the page with {}", args.wasm.display()))?;
    print(&format!(
        "{files} files with {} kB are in {}. Any host of files can serve it; to try it:\n  python3 \
         -m http.server --directory {}\n",
        bytes / 1_000,
        args.folder.display(),
        args.folder.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}
