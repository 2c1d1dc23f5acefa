//! What commands that judge moves ask for in the same words.

use damier_review::{Budget, Language, Settings};

/// How to judge, and in which language to explain.
#[derive(clap::Args)]
pub(crate) struct AnalysisArgs {
    /// How many of the best lines to give for each position
    #[arg(
        long, default_value_t = 1, value_name = "K",
        value_parser = clap::value_parser!(u8).range(1..=20)
    )]
    lines: u8,
    /// The language of explanations: en, fr or it
    #[arg(long, default_value = "en", value_name = "LANGUAGE")]
    pub(crate) language: Language,
    /// A folder with endgame tables (Syzygy; in draughts those of damier egdb build)
    #[arg(long, value_name = "FOLDER")]
    tables: Option<String>,
}

impl AnalysisArgs {
    pub(crate) fn settings(&self, budget: Budget) -> Settings {
        Settings { budget, lines: usize::from(self.lines), tables: self.tables.clone() }
    }
}
