//! The program as tests run it.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The program with arguments, ready to be started.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// What a run left behind.
pub(crate) fn damier(arguments: &[&str]) -> Output {
    program(arguments).output().expect("damier runs")
}

/// Standard output of a run that must succeed.
pub(crate) fn answer(arguments: &[&str]) -> String {
    let output = damier(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("output is text")
}

pub(crate) fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(arguments)).expect("output is JSON")
}

/// The one line that a run must fail with.
pub(crate) fn complaint(arguments: &[&str]) -> String {
    let output = damier(arguments);
    assert!(!output.status.success(), "{arguments:?} should fail");
    assert!(output.stdout.is_empty(), "{arguments:?} printed an answer");
    let text = String::from_utf8(output.stderr).expect("errors are text");
    assert_eq!(text.lines().count(), 1, "one line of plain words: {text}");
    text
}

/// A folder that goes away with its test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-cli-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    /// A file of the folder, as an argument.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    /// What is in a file of the folder.
    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("the file is there")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
