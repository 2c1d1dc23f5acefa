//! What the scripts around the module give it: time, chance, timers, and ears.
#![expect(unsafe_code, reason = "functions of the scripts are foreign")]

use std::time::Duration;

mod imports {
    #[link(wasm_import_module = "damier")]
    unsafe extern "C" {
        pub(super) safe fn clock() -> f64;
        pub(super) safe fn calendar() -> f64;
        pub(super) safe fn chance() -> f64;
        pub(super) safe fn timer(id: u32, milliseconds: f64);
        pub(super) safe fn reply(id: u32, kind: u32, start: *const u8, length: usize);
        pub(super) safe fn begin(id: u32, lane: u32, start: *const u8, length: usize);
        pub(super) safe fn cancel(id: u32);
        pub(super) safe fn keep(start: *const u8, length: usize);
        pub(super) safe fn say(kind: u32, start: *const u8, length: usize);
    }
}

/// Time since the worker began.
pub(crate) fn now() -> Duration {
    Duration::from_secs_f64(imports::clock().max(0.0) / 1_000.0)
}

/// Seconds since the first of January 1970.
pub(crate) fn seconds() -> u64 {
    imports::calendar() as u64
}

/// A number that cannot be foreseen.
pub(crate) fn random() -> u64 {
    let half = || u64::from((imports::chance() * 4_294_967_296.0) as u32);
    half() << 32 | half()
}

/// Tells a crash before it ends the module, and says where time and chance come from.
pub(crate) fn prepare() {
    std::panic::set_hook(Box::new(|info| say(Said::Crash, &info.to_string())));
    damier_search::clock::give_time(now);
    damier_answers::give_random_numbers(random);
}

/// Asks for a call of `ring` after some time.
pub(crate) fn ask_timer(id: u32, time: Duration) {
    imports::timer(id, time.as_secs_f64() * 1_000.0);
}

/// What kind of answer a text is.
#[derive(Clone, Copy)]
pub(crate) enum AnswerKind {
    Json = 0,
    Text = 1,
    Problem = 2,
    Event = 3,
    /// There will be no more events.
    End = 4,
    /// There will be events.
    Stream = 5,
}

/// Answers a question of the page.
pub(crate) fn reply(id: u32, kind: AnswerKind, text: &str) {
    imports::reply(id, kind as u32, text.as_ptr(), text.len());
}

/// Has a task begun in another worker.
pub(crate) fn begin(id: u32, lane: u32, task: &str) {
    imports::begin(id, lane, task.as_ptr(), task.len());
}

/// Has a task ended that was begun.
pub(crate) fn cancel(id: u32) {
    imports::cancel(id);
}

/// Has a change of the kept games written down.
pub(crate) fn keep(change: &str) {
    imports::keep(change.as_ptr(), change.len());
}

/// What a thinker or an engine says.
#[derive(Clone, Copy)]
pub(crate) enum Said {
    /// A line of a protocol, or an event of a task.
    Line = 0,
    /// The module cannot go on.
    Crash = 1,
}

/// Says something at once.
pub(crate) fn say(kind: Said, text: &str) {
    imports::say(kind as u32, text.as_ptr(), text.len());
}
