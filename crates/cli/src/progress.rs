//! How far long work is.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar that counts in these units, on standard error, and only if that is a terminal.
pub(crate) fn progress_bar(unit: &str) -> ProgressBar {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{msg}}, {{elapsed}}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is well formed");
    let bar = ProgressBar::new(0).with_style(style);
    // It moves even while the first piece of work takes long.
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
