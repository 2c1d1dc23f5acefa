//! `damier manual`: what `--help` says, as pages for `man`.

use crate::output::{counted, print};
use anyhow::{Context, Result};
use clap::Command;
use damier_files::write_whole;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(folder: &Path, mut command: Command) -> Result<ExitCode> {
    let name = || folder.display().to_string();
    fs::create_dir_all(folder).with_context(name)?;
    // Only then do the commands know their full names.
    command.build();
    let pages = write_pages(folder, &command).with_context(name)?;
    print(&format!("{} in {}\n", counted(pages, "page"), name()))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the pages of a command and of those below it; returns how many.
fn write_pages(folder: &Path, command: &Command) -> Result<usize> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).title(&name).render(&mut page)?;
    write_whole(&folder.join(format!("{name}.1")), &page)?;
    let mut pages = 1;
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        pages += write_pages(folder, below)?;
    }
    Ok(pages)
}
