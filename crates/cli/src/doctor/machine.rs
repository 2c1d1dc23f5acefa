//! The machine: processor, memory, cores, open files, and whether it searches as it should.

use super::Finding;
use crate::output::{counted, grouped};
use damier_games::{EngineGame, GameKind, with_game};
use damier_nnue::Kernel;

/// Memory with which the page and an engine with the usual table have room.
const ENOUGH_MEMORY: u64 = 512 << 20;
/// Memory without which a table of the usual size does not fit.
const LEAST_MEMORY: u64 = 64 << 20;
/// Open files with which the page serves a hundred connections.
#[cfg(unix)]
const ENOUGH_FILES: u64 = 256;

pub(super) fn findings() -> Vec<Finding> {
    let mut findings = vec![processor(), cores()];
    findings.extend(memory());
    #[cfg(unix)]
    findings.push(open_files());
    findings
}

fn processor() -> Finding {
    const ABOUT: &str = "processor";
    Finding::ok(ABOUT, format!("Networks are computed with {} code.", Kernel::best().name()))
}

fn cores() -> Finding {
    match std::thread::available_parallelism() {
        Ok(cores) => {
            let cores = counted(cores.get(), "core");
            Finding::ok("cores", format!("The program may use {cores}."))
        }
        Err(error) => Finding::warning(
            "cores",
            format!("Their number is not known: {error}."),
            "Say how many threads to use where a command takes --threads.",
        ),
    }
}

/// Nothing on systems that do not tell it in a file.
fn memory() -> Option<Finding> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let available = memory_line(&text, "MemAvailable:")?;
    let total = memory_line(&text, "MemTotal:")?;
    let found = format!("{} of {} are free.", in_megabytes(available), in_megabytes(total));
    let advice = "End other programs, or give the engine a smaller table (Hash, --hash).";
    Some(if available < LEAST_MEMORY {
        Finding::problem("memory", found, advice)
    } else if available < ENOUGH_MEMORY {
        Finding::warning("memory", found, advice)
    } else {
        Finding::ok("memory", found)
    })
}

/// The bytes that a line of `/proc/meminfo` tells in units of 1024.
fn memory_line(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    let units: u64 = rest.split_whitespace().next()?.parse().ok()?;
    Some(units.saturating_mul(1024))
}

pub(super) fn in_megabytes(bytes: u64) -> String {
    format!("{} MB", grouped(bytes / 1_000_000))
}

#[cfg(unix)]
fn open_files() -> Finding {
    const ABOUT: &str = "open files";
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    match limit {
        Some(limit) if limit < ENOUGH_FILES => Finding::warning(
            ABOUT,
            format!("Only {limit} may be open at once, connections of the page included."),
            "Raise the limit before you start damier: ulimit -n 1024.",
        ),
        Some(limit) => Finding::ok(ABOUT, format!("{} may be open at once.", grouped(limit))),
        None => Finding::ok(ABOUT, "There is no limit."),
    }
}

/// The node counts that CI demands, a line a game.
const SIGNATURES: &str = include_str!("../../../../.ci/signature");

/// Whether both searches visit the nodes that they should.
pub(super) fn signatures() -> Vec<Finding> {
    GameKind::ALL.map(|kind| with_game!(kind, G => signature::<G>())).into()
}

fn signature<G: EngineGame>() -> Finding {
    let mut last = String::new();
    G::bench(None, &mut |line| last = line);
    let found = last.split(' ').next().unwrap_or_default();
    let expected = SIGNATURES.lines().find_map(|line| line.strip_prefix(G::NAME)).map(str::trim);
    let words = format!("The search of {}: {last}.", G::NAME);
    if expected == Some(found) {
        Finding::ok("signature", format!("{words} That is as it should be."))
    } else {
        Finding::problem(
            "signature",
            format!("{words} It should be {} nodes.", expected.unwrap_or("unknown")),
            "If this program was built with another network or with its search changed, nothing; \
             else build it again, and suspect the processor or the memory.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_the_system_is_read() {
        let text = "MemTotal:       24689172 kB\nMemAvailable:   23 kB\nBroken: x kB\n";
        assert_eq!(memory_line(text, "MemAvailable:"), Some(23 * 1024));
        assert_eq!(memory_line(text, "Broken:"), None);
        assert_eq!(memory_line(text, "SwapFree:"), None);
    }

    #[test]
    fn both_games_have_a_signature() {
        for kind in GameKind::ALL {
            let line = SIGNATURES.lines().find_map(|line| line.strip_prefix(kind.name()));
            assert!(line.unwrap().trim().parse::<u64>().unwrap() > 0);
        }
    }
}
