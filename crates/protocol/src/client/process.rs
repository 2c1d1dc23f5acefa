//! The process itself: starting it, talking to it, ending it.

use super::{ClientError, EngineCommand};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a process may take to end when told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// Longer lines are cut when they are quoted.
const QUOTED: usize = 200;

pub(super) enum Message {
    /// A line of standard output, and when it came.
    Line(String, Instant),
    /// No more lines will come.
    Ended,
    /// Somebody wants the waiting thread to look at its signals.
    Nudge,
}

pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    sender: Sender<Message>,
    messages: Receiver<Message>,
    /// Nothing more will come from it.
    has_ended: bool,
    /// The last line of standard output.
    last_line: String,
    last_complaint: Arc<Mutex<String>>,
    /// Closed when standard error is.
    complaints_over: Receiver<()>,
}

impl Process {
    pub(super) fn start(command: &EngineCommand) -> Result<Self, ClientError> {
        let EngineCommand { program, arguments, folder } = command;
        let failed = |reason| ClientError::Start { program: program.clone(), reason };
        let mut builder = Command::new(program);
        if let Some(folder) = folder {
            // A path is meant from where we are, not from where the engine will be.
            if program.contains('/') {
                builder = Command::new(std::path::absolute(program).map_err(failed)?);
            }
            builder.current_dir(folder);
        }
        builder.args(arguments);
        builder.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for us; an engine that it kills too would look like one that crashed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut child = builder.spawn().map_err(failed)?;
        let missing = || failed(std::io::Error::other("it has no standard streams"));
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let complaints = child.stderr.take().ok_or_else(missing)?;

        let (sender, messages) = mpsc::channel();
        let lines = sender.clone();
        spawn("engine output", move || {
            // Fails only if the client is gone, and then nobody misses the rest.
            each_line(output, |line| lines.send(Message::Line(line, Instant::now())).is_ok());
            let _ = lines.send(Message::Ended);
        })
        .map_err(failed)?;
        // Standard error is read as well, or an engine that writes much of it would stand still.
        let last_complaint = Arc::new(Mutex::new(String::new()));
        let last = Arc::clone(&last_complaint);
        let (over, complaints_over) = mpsc::channel::<()>();
        spawn("engine errors", move || {
            each_line(complaints, |line| {
                if !line.trim().is_empty() {
                    *last.lock().unwrap_or_else(PoisonError::into_inner) = line;
                }
                true
            });
            drop(over);
        })
        .map_err(failed)?;
        Ok(Self {
            child,
            input,
            sender,
            messages,
            has_ended: false,
            last_line: String::new(),
            last_complaint,
            complaints_over,
        })
    }

    /// Sends a line, or several.
    pub(super) fn send(&mut self, text: &str) -> Result<(), ClientError> {
        // One write, so that an engine never sees half a command.
        let sent = self.input.write_all(format!("{text}\n").as_bytes());
        sent.and_then(|()| self.input.flush()).map_err(|_| self.died())
    }

    /// The next message. `asked` is the command that is waited for.
    pub(super) fn receive(
        &mut self,
        deadline: Option<Instant>,
        asked: &'static str,
    ) -> Result<Message, ClientError> {
        let message = match deadline {
            None => self.messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => {
                let time = deadline.saturating_duration_since(Instant::now());
                self.messages.recv_timeout(time)
            }
        };
        match message {
            Ok(Message::Ended) | Err(RecvTimeoutError::Disconnected) => {
                self.has_ended = true;
                Err(self.died())
            }
            Err(RecvTimeoutError::Timeout) => Err(ClientError::TimedOut { command: asked }),
            Ok(message) => {
                if let Message::Line(line, _) = &message {
                    self.remember(line);
                }
                Ok(message)
            }
        }
    }

    /// Something that makes [`Process::receive`] return.
    pub(super) fn nudge(&self) -> impl Fn() + Send + 'static {
        let sender = self.sender.clone();
        move || drop(sender.send(Message::Nudge))
    }

    fn remember(&mut self, line: &str) {
        if !line.trim().is_empty() {
            line.clone_into(&mut self.last_line);
        }
    }

    fn died(&mut self) -> ClientError {
        // What it said before it ended may not have been read yet.
        let deadline = Instant::now() + FAREWELL;
        while !self.has_ended {
            let time = deadline.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(time) {
                Ok(Message::Line(line, _)) => self.remember(&line),
                Ok(Message::Nudge) => {}
                Ok(Message::Ended) | Err(_) => self.has_ended = true,
            }
        }
        let _ = self.complaints_over.recv_timeout(FAREWELL);
        let complaint = self.last_complaint.lock().unwrap_or_else(PoisonError::into_inner);
        let last = if complaint.is_empty() { &self.last_line } else { &*complaint };
        ClientError::Died { last_line: last.trim().chars().take(QUOTED).collect() }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let told = self.send("quit").is_ok();
        let deadline = Instant::now() + FAREWELL;
        while told && self.receive(Some(deadline), "quit").is_ok() {}
        // Does no harm to a process that has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Shows each line until there are no more or nobody wants them; bytes that are no text are replaced.
fn each_line(stream: impl Read, mut show: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(stream);
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
        if !show(line) {
            return;
        }
        bytes.clear();
    }
}
