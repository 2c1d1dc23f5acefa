//! `damier serve`: the page in the browser.

use crate::numbers::seconds;
use crate::output::{complain, print};
use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as _, FromArgMatches as _};
use damier_files::folders;
use damier_web::{AccessToken, Bounds, Door, Effort, Site, Store, serve};
use std::io::{Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use tokio::sync::Notify;
use tracing_subscriber::filter::LevelFilter;

/// Play and analyse in the browser: serves a page to this machine
///
/// Games are kept in a file of yours and go on after a restart. The page asks nothing of any other
/// machine.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  damier serve                       then open the address that it prints
  damier serve --open                opens it in your browser
  damier serve --port 9000
  damier serve --data ~/games        keeps the games there
  damier serve --host 192.168.1.7    lets other machines in, with the token in the address
  damier serve --host 0.0.0.0 --name mybox.local
  damier serve --log info 2> log     keeps a line for each request")]
pub(crate) struct ServeArgs {
    /// The port; 0 for any that is free
    #[arg(long, default_value_t = 8010)]
    port: u16,
    /// The address to listen on, or a name of this machine
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Another name under which this machine is asked, such as mybox.local; may be repeated
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Folder for the games [default: the data folder of your system]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Moves of opponents that are searched at once [default: one a core, at most 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    searches: Option<u8>,
    /// Threads of one analysis [default: half the cores, at most 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: Option<u8>,
    /// Megabytes for the table of one analysis
    #[arg(
        long, value_name = "MB", default_value_t = 64,
        value_parser = clap::value_parser!(u16).range(1..=16_384)
    )]
    hash: u16,
    /// Megabytes for the tables of all engines together [default: what all searches need that may
    /// run at once]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(64..=1_048_576))]
    memory: Option<u32>,
    /// Seconds that an analysis goes on by itself
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = seconds())]
    patience: u64,
    /// What is told on standard error of the server's work: off, error, warn, info (each request),
    /// debug (each search and connection) or trace
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_parser = level_parser())]
    log: LevelFilter,
}

/// What a double click is answered with. Nobody has chosen a port: if another program has the usual
/// one, any will do. Windows closes the window with the program: what it says last is to be read.
pub(crate) fn run_of_a_double_click() -> Result<ExitCode> {
    let mut args = ServeArgs::of_a_double_click();
    let usual = args.address()?;
    let is_taken =
        TcpListener::bind(usual).is_err_and(|error| error.kind() == std::io::ErrorKind::AddrInUse);
    if is_taken && !is_served(usual) {
        args.port = 0;
    }
    match run(&args) {
        Err(error) if cfg!(windows) => {
            complain(&format!("damier: {error:#}\nPress Enter to close this window."));
            std::io::stdin().read_line(&mut String::new())?;
            Ok(ExitCode::FAILURE)
        }
        result => result,
    }
}

/// The names of `tracing`, small or large.
fn level_parser() -> impl TypedValueParser<Value = LevelFilter> {
    PossibleValuesParser::new(["off", "error", "warn", "info", "debug", "trace"])
        .map(|name| name.parse().expect("these are names of levels"))
}

/// Tells on standard error what the server does. Whoever does not read it misses something, and
/// nothing else happens.
fn start_log(level: LevelFilter) {
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_target(false)
        .with_ansi(false)
        .with_writer(std::io::stderr)
        .log_internal_errors(false)
        .init();
}

pub(crate) fn run(args: &ServeArgs) -> Result<ExitCode> {
    give_tables_back();
    start_log(args.log);
    let address = args.address()?;
    if args.open && address.ip().is_loopback() && is_served(address) {
        let url = format!("http://{address}/");
        print(&format!("Damier is running already, at {url}\n"))?;
        open_or_tell(&url);
        return Ok(ExitCode::SUCCESS);
    }
    let folder = args.data.clone().or_else(folders::data);
    let folder = folder.context("there is no folder for your data; name one with --data")?;
    let store = Store::open(&folder)
        .with_context(|| format!("cannot keep games in {}", folder.display()))?;
    let token = if address.ip().is_loopback() {
        None
    } else {
        complain(
            "damier: warning: other machines can reach this server; everyone who has the address \
            below can see, change and delete your games",
        );
        Some(AccessToken::random().context("the system has no random numbers for a token")?)
    };
    let query = token.as_ref().map_or_else(String::new, |token| format!("?token={token}"));
    let mut names = args.names.clone();
    names.push(args.host.clone());
    let door = Door { names, any_address: address.ip().is_unspecified(), token };
    let usual = Effort::default();
    let effort = Effort {
        moves_at_once: args.searches.map_or(usual.moves_at_once, usize::from),
        threads: args.threads.map_or(usual.threads, usize::from),
        hash: args.hash.into(),
        memory: args.memory.map(|megabytes| megabytes as usize),
        patience: Duration::from_secs(args.patience),
        ..usual
    };
    let memory = effort.most_memory();
    let site = Site::new(store, door, effort);

    let over = std::sync::Arc::new(Notify::new());
    let handle = std::sync::Arc::clone(&over);
    // Ctrl-C, and the signal with which systems end programs. A second one ends it at once.
    let is_second = std::sync::atomic::AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if is_second.swap(true, std::sync::atomic::Ordering::Relaxed) {
            std::process::exit(crate::interrupt::INTERRUPTED.into());
        }
        handle.notify_one();
    })
    .context("cannot listen for Ctrl-C")?;

    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let host = match args.names.first() {
        Some(name) => name,
        None if address.ip().is_unspecified() => "localhost",
        None => &args.host,
    };
    let told = |address: SocketAddr| {
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        let url = format!("http://{host}:{}/{query}", address.port());
        let _ = print(&format!(
            "Damier is at {url}\nThe games are in {}. The tables of all engines take at most \
             {memory} MB.\nCtrl-C ends the server.\n",
            folder.display()
        ));
        if args.open {
            open_or_tell(&url);
        }
    };
    let bounds = Bounds { connections: connections(), ..Bounds::default() };
    let served = runtime.block_on(serve(site, &bounds, address, told, over.notified()));
    // Searches have been told to stop; one that does not is left behind.
    runtime.shutdown_timeout(Duration::from_secs(2));
    served.with_context(|| format!("cannot serve at {address}; --port chooses another port"))?;
    Ok(ExitCode::SUCCESS)
}

/// Has tables go back to the system as soon as they are given up. Of its own accord the C library
/// of Linux keeps blocks up to 32 MB after a while, each thread its own, and clears them by hand:
/// twice the memory that is in use.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the allocator can be set in no other way")]
fn give_tables_back() {
    const SMALLEST: libc::c_int = 4 << 20;
    // SAFETY: two plain numbers, which change where the allocator takes large blocks from. It is
    // called before there is any other thread.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, SMALLEST) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_tables_back() {}

/// More connections than browsers and programs of one person have.
const MOST_CONNECTIONS: u64 = 2_000;

/// How many connections there may be with the descriptors that the system grants.
#[cfg(unix)]
fn connections() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    /// Kept for files, and for connections that are just coming or going.
    const OTHER_DESCRIPTORS: u64 = 48;
    let wanted = MOST_CONNECTIONS + OTHER_DESCRIPTORS;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let mut granted = current.unwrap_or(wanted);
    let possible = wanted.min(maximum.unwrap_or(wanted));
    let raised = Rlimit { current: Some(possible), maximum };
    if granted < possible && setrlimit(Resource::Nofile, raised).is_ok() {
        granted = possible;
    }
    granted.saturating_sub(OTHER_DESCRIPTORS).clamp(1, MOST_CONNECTIONS) as usize
}

#[cfg(not(unix))]
fn connections() -> usize {
    MOST_CONNECTIONS as usize
}

/// Whether a page of ours is served there already. Anything else, or nothing, is not waited for.
fn is_served(address: SocketAddr) -> bool {
    const PATIENCE: Duration = Duration::from_millis(500);
    /// The title is near the beginning of the page.
    const BEGINNING: u64 = 4096;
    let ask = || -> std::io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.take(BEGINNING).read_to_end(&mut answer)?;
        Ok(answer)
    };
    ask().is_ok_and(|answer| String::from_utf8_lossy(&answer).contains("<title>Damier</title>"))
}

fn open_or_tell(url: &str) {
    if let Err(error) = open_browser(url) {
        complain(&format!("damier: cannot open a browser ({error}); open {url} yourself"));
    }
}

impl ServeArgs {
    /// As usual, and the page is opened.
    fn of_a_double_click() -> Self {
        let command = Self::augment_args(clap::Command::new("serve"));
        let matches = command.get_matches_from(["serve", "--open"]);
        Self::from_arg_matches(&matches).expect("these arguments make sense")
    }

    fn address(&self) -> Result<SocketAddr> {
        if let Ok(ip) = self.host.trim_matches(['[', ']']).parse::<IpAddr>() {
            return Ok(SocketAddr::new(ip, self.port));
        }
        let found = (self.host.as_str(), self.port).to_socket_addrs();
        let found = found.with_context(|| format!("{:?} is no name of this machine", self.host))?;
        // Browsers try this one first where both are there.
        let mut found: Vec<SocketAddr> = found.collect();
        found.sort_by_key(SocketAddr::is_ipv6);
        found.first().copied().with_context(|| format!("{:?} has no address", self.host))
    }
}

/// Asks the system to open an address. Nothing of it comes from outside.
fn open_browser(url: &str) -> std::io::Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    Ok(())
}
