//! The process itself: starting it, talking to it, ending it.
//!
//! Three threads stand between us and it, so that nothing it does or leaves undone can hold us up:
//! one writes what it is told, one reads its output, one its errors. What they keep for later is
//! limited.

use super::{ClientError, EngineCommand};
use crate::inbox::{Inbox, Taken};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a process may take to end when told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// Longer lines are cut when they are quoted.
const QUOTED: usize = 200;

/// Of longer lines only the beginning is read. No protocol has any use for one.
const LONGEST_LINE: usize = 64 * 1024;

/// So many bytes of output wait to be looked at, then the engine has to. An engine
/// that ponders talks while it is not listened to, and should not have to wait.
const OUTPUT_ROOM: usize = 4 * 1024 * 1024;

/// What a line takes besides its text, about.
const LINE_OVERHEAD: usize = 64;

/// So many commands wait for an engine to read them, then it is taken for deaf.
const INPUT_ROOM: usize = 1000;

pub(super) enum ProcessEvent {
    /// A line of standard output, and when it came.
    Line(String, Instant),
    /// The waiting thread is to look at its signals.
    Nudge,
}

pub(super) struct Process {
    child: Child,
    /// What it is told; none once it is to end.
    commands: Option<SyncSender<String>>,
    output: Arc<Inbox<String>>,
    /// The last line of standard output.
    last_line: String,
    last_complaint: Arc<Mutex<String>>,
    /// Closed when standard error is.
    complaints_over: Receiver<()>,
}

impl Process {
    pub(super) fn start(command: &EngineCommand) -> Result<Self, ClientError> {
        let failed = |reason| ClientError::Start { program: command.program.clone(), reason };
        let mut builder = builder(command).map_err(failed)?;
        builder.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = builder.spawn().map_err(failed)?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());

        let output = Arc::new(Inbox::new(OUTPUT_ROOM));
        let (commands, waiting) = mpsc::sync_channel(INPUT_ROOM);
        let last_complaint = Arc::new(Mutex::new(String::new()));
        let (over, complaints_over) = mpsc::channel::<()>();
        // From here on dropping it ends the child, whatever else fails.
        let process = Self {
            child,
            commands: Some(commands),
            output: Arc::clone(&output),
            last_line: String::new(),
            last_complaint: Arc::clone(&last_complaint),
            complaints_over,
        };
        let (Some(input), Some(lines), Some(complaints)) = streams else {
            return Err(failed(std::io::Error::other("it has no standard streams")));
        };
        let inbox = Arc::clone(&output);
        spawn("engine input", move || write_commands(input, &waiting, &inbox)).map_err(failed)?;
        spawn("engine output", move || {
            // Fails only if the client wants no more.
            each_line(lines, |line| {
                let size = line.len() + LINE_OVERHEAD;
                output.put(line, size)
            });
            output.close();
        })
        .map_err(failed)?;
        // Standard error is read as well, or an engine that writes much of it would stand still.
        spawn("engine errors", move || {
            each_line(complaints, |line| {
                if !line.trim().is_empty() {
                    *last_complaint.lock().unwrap_or_else(PoisonError::into_inner) = line;
                }
                true
            });
            drop(over);
        })
        .map_err(failed)?;
        Ok(process)
    }

    /// Sends a line, or several, without waiting until the engine reads them.
    pub(super) fn send(&mut self, text: &str) -> Result<(), ClientError> {
        let sent = self.commands.as_ref().map(|commands| commands.try_send(format!("{text}\n")));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(ClientError::Deaf),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.died()),
        }
    }

    /// The next message. `asked` is the command that is waited for.
    pub(super) fn receive(
        &mut self,
        deadline: Option<Instant>,
        asked: &'static str,
    ) -> Result<ProcessEvent, ClientError> {
        match self.output.take(deadline) {
            Taken::Item(line, at) => {
                self.remember(&line);
                Ok(ProcessEvent::Line(line, at))
            }
            Taken::Nudge => Ok(ProcessEvent::Nudge),
            Taken::Nothing => Err(ClientError::TimedOut { command: asked }),
            Taken::End => Err(self.died()),
        }
    }

    /// Something that makes [`Process::receive`] return.
    pub(super) fn nudge(&self) -> impl Fn() + Send + 'static {
        let output = Arc::clone(&self.output);
        move || output.nudge()
    }

    fn remember(&mut self, line: &str) {
        if !line.trim().is_empty() {
            line.clone_into(&mut self.last_line);
        }
    }

    fn died(&mut self) -> ClientError {
        // What it said before it ended may not have been read yet.
        self.hear_out();
        let _ = self.complaints_over.recv_timeout(FAREWELL);
        let complaint = self.last_complaint.lock().unwrap_or_else(PoisonError::into_inner);
        let last = if complaint.is_empty() { &self.last_line } else { &*complaint };
        ClientError::Died { last_line: last.trim().chars().take(QUOTED).collect() }
    }

    /// Waits a little for the end of the output.
    fn hear_out(&mut self) {
        let deadline = Instant::now() + FAREWELL;
        loop {
            match self.output.take(Some(deadline)) {
                Taken::Item(line, _) => self.remember(&line),
                Taken::Nudge => {}
                Taken::Nothing | Taken::End => return,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let is_told = self.commands.take().is_some_and(|commands| {
            // It also finds its input closed after this, if it gets that far.
            commands.try_send("quit\n".to_owned()).is_ok()
        });
        if is_told {
            self.hear_out();
        }
        end(&mut self.child);
        // The reading thread may still wait for room.
        self.output.close();
    }
}

/// A program that only has to run, because it is talked to in other ways. Dropping it ends it.
#[derive(Debug)]
pub struct Companion(Child);

impl Companion {
    /// Starts a program.
    pub fn start(command: &EngineCommand) -> Result<Self, ClientError> {
        let failed = |reason| ClientError::Start { program: command.program.clone(), reason };
        let mut builder = builder(command).map_err(failed)?;
        builder.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self(builder.spawn().map_err(failed)?))
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        end(&mut self.0);
    }
}

fn builder(command: &EngineCommand) -> std::io::Result<Command> {
    let EngineCommand { program, arguments, folder } = command;
    let mut builder = Command::new(program);
    if let Some(folder) = folder {
        if program.contains('/') {
            builder = Command::new(std::path::absolute(program_path(program, folder))?);
        }
        builder.current_dir(folder);
    }
    builder.args(arguments);
    // Ctrl-C is for us; an engine that it kills too would look like one that crashed. A group of
    // its own also lets us end whatever the engine has started.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut builder, 0);
    Ok(builder)
}

/// A path is meant from where the engine will be, if there is such a file there, or else from where
/// we are.
fn program_path(program: &str, folder: &Path) -> PathBuf {
    let there = folder.join(program);
    if there.is_file() { there } else { program.into() }
}

/// Ends a process and whatever it has started. This does no harm to one that has ended: until it is
/// waited for, no other process can have its number.
fn end(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Writes commands as they come. An engine that no longer takes any is as good as gone, even if its
/// output stays open; but what it had still to say is waited for.
fn write_commands(mut input: ChildStdin, commands: &Receiver<String>, output: &Inbox<String>) {
    for text in commands {
        // One write, so that an engine never sees half a command.
        if input.write_all(text.as_bytes()).and_then(|()| input.flush()).is_err() {
            output.close_within(FAREWELL);
            return;
        }
    }
}

/// Shows each line until there are no more or they are not wanted. Bytes that are no text are
/// replaced, and of a line that is too long the rest is skipped.
fn each_line(stream: impl Read, mut show: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = reader.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes);
        if !read.is_ok_and(|count| count > 0) {
            return;
        }
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
        let is_cut = bytes.len() == LONGEST_LINE && !bytes.ends_with(b"\n");
        if !show(line) || is_cut && reader.skip_until(b'\n').is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        each_line(bytes, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn lines_are_cut_where_they_become_too_long() {
        let mut bytes = b"a\r\n\nb\xff\0c\n".to_vec();
        bytes.extend([b'x'; LONGEST_LINE + 5]);
        bytes.extend(b"\nnext\n");
        bytes.extend([b'y'; LONGEST_LINE - 1]);
        bytes.extend(b"\nlast");
        let found = lines(&bytes);
        assert_eq!(found[..3], ["a", "", "b\u{fffd}\0c"]);
        assert_eq!(found[3].len(), LONGEST_LINE);
        assert_eq!((found[4].as_str(), found[5].len()), ("next", LONGEST_LINE - 1));
        assert_eq!(found[6..], ["last"]);
        // At the very limit the end of the line is what comes next.
        let exact = [vec![b'z'; LONGEST_LINE], b"\nnext".to_vec()].concat();
        assert_eq!(lines(&exact)[1..], ["next"]);
    }

    #[test]
    fn a_program_is_looked_for_in_its_folder_first() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(program_path("./Cargo.toml", here), here.join("./Cargo.toml"));
        assert_eq!(program_path("./no-such", here), Path::new("./no-such"));
    }
}
