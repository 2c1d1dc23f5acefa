//! What is made of reviews, game by game: annotated games, data for programs, a report for
//! browsers, a summary. Only the report keeps games in memory, and it holds few.

use super::ReviewArgs;
use anyhow::{Context, Result, bail};
use damier_files::FileDraft;
use damier_records::Tags;
use damier_review::batch::BatchGame;
use damier_review::files::Source;
use damier_review::html::{Page, PageGame};
use damier_review::summary::Summary;
use damier_review::view::GameView;
use damier_review::{Budget, Language, Review, ReviewGame, Settings, Words, annotated};
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that grows: standard output, or a draft that is given its name in the end.
enum Growing {
    Standard,
    File(BufWriter<File>, Option<FileDraft>, PathBuf),
}

impl Growing {
    /// A file that appears whole or not at all.
    fn whole(path: &Path) -> Result<Self> {
        let is_plain = !path.metadata().is_ok_and(|found| !found.is_file());
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match is_plain {
            true => Self::create(path, Some(FileDraft::of(&target))),
            false => Self::create(path, None),
        }
    }

    fn create(path: &Path, draft: Option<FileDraft>) -> Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Standard);
        }
        let file = File::create(draft.as_ref().map_or(path, FileDraft::path));
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self::File(BufWriter::new(file), draft, path.to_owned()))
    }

    fn write(&mut self, text: &str) -> Result<()> {
        match self {
            Self::Standard => Ok(crate::output::print(text)?),
            Self::File(file, draft, path) => {
                let mut written = file.write_all(text.as_bytes());
                if draft.is_none() {
                    written = written.and_then(|()| file.flush());
                }
                written.with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }

    fn finish(self) -> Result<()> {
        let Self::File(file, draft, path) = self else { return Ok(()) };
        let finish = || {
            let file = file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            match draft {
                Some(draft) => file.sync_all().and_then(|()| draft.publish()),
                None => Ok(()),
            }
        };
        finish().with_context(|| format!("cannot write {}", path.display()))
    }
}

/// A game that the report keeps.
struct Kept {
    tags: Tags,
    review: Review,
    result: String,
    faults: Vec<String>,
}

/// Everything that the command was told to write.
pub(super) struct Outputs {
    language: Language,
    annotate: Option<Growing>,
    json: Option<Growing>,
    json_lines: Option<Growing>,
    html: Option<(PathBuf, Vec<Kept>)>,
    has_summary: bool,
    games: usize,
}

/// What stands before the games in the data for programs.
#[derive(Serialize)]
struct Heading {
    game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    movetime: Option<u128>,
    language: String,
}

/// More games than this make a report that no browser likes.
const MOST_GAMES: usize = 200;

impl Outputs {
    pub(super) fn new<G: ReviewGame>(args: &ReviewArgs, settings: &Settings) -> Result<Self> {
        let language = args.analysis.language;
        let whole = |path: &Option<PathBuf>| path.as_deref().map(Growing::whole).transpose();
        let lines = args.json_lines.as_deref().map(|path| Growing::create(path, None));
        let mut outputs = Self {
            language,
            annotate: whole(&args.annotate).context("the annotated games")?,
            json: whole(&args.json).context("the reviews")?,
            json_lines: lines.transpose().context("the reviews")?,
            html: args.html.clone().map(|path| (path, Vec::new())),
            has_summary: !args.quiet,
            games: 0,
        };
        if let Some(json) = &mut outputs.json {
            let (nodes, movetime) = match settings.budget {
                Budget::Nodes(nodes) => (Some(nodes), None),
                Budget::Time(time) => (None, Some(time.as_millis())),
            };
            let language = language.to_string();
            let heading = Heading { game: G::NAME, nodes, movetime, language };
            let text = serde_json::to_string_pretty(&heading)?;
            let open = text.strip_suffix("\n}").unwrap_or(&text);
            json.write(&format!("{open},\n  \"games\": ["))?;
        }
        Ok(outputs)
    }

    /// Writes what there is to say of a game.
    pub(super) fn add<G: ReviewGame>(
        &mut self,
        game: BatchGame<G, Source>,
        review: Review,
    ) -> Result<()> {
        let BatchGame { record, more: source, .. } = game;
        if let Some(file) = &mut self.annotate {
            let text = annotated(&record, &review, Words::of(self.language)).to_string();
            file.write(&text).context("the annotated games")?;
        }
        if self.json.is_some() || self.json_lines.is_some() {
            let view = GameView::new(&record, &source, &review, Words::of(self.language));
            if let Some(file) = &mut self.json {
                let comma = if self.games == 0 { "" } else { "," };
                // Text in JSON has no line breaks of its own, so each begins a line.
                let text = serde_json::to_string_pretty(&view)?.replace('\n', "\n    ");
                file.write(&format!("{comma}\n    {text}")).context("the reviews")?;
            }
            if let Some(file) = &mut self.json_lines {
                let text = serde_json::to_string(&view)?;
                file.write(&format!("{text}\n")).context("the reviews")?;
            }
        }
        let result = G::result_text(record.result);
        if self.has_summary {
            let tags = &record.tags;
            let summary = Summary { language: self.language, tags, review: &review, result };
            let gap = if self.games == 0 { "" } else { "\n" };
            crate::output::print(&format!("{gap}{}", summary.to_text()))?;
        }
        if let Some((_, kept)) = &mut self.html {
            if kept.len() == MOST_GAMES {
                bail!(
                    "a report holds {MOST_GAMES} games at most; choose with --games, --player or \
                     --shard"
                );
            }
            let (tags, result, faults) = (record.tags, result.to_owned(), source.faults);
            kept.push(Kept { tags, review, result, faults });
        }
        self.games += 1;
        Ok(())
    }

    /// Gives the files their names.
    pub(super) fn finish<G: ReviewGame>(self) -> Result<()> {
        if let Some(file) = self.annotate {
            file.finish().context("the annotated games")?;
        }
        if let Some(mut file) = self.json {
            let end = if self.games == 0 { "]\n}\n" } else { "\n  ]\n}\n" };
            file.write(end).and_then(|()| file.finish()).context("the reviews")?;
        }
        if let Some(file) = self.json_lines {
            file.finish().context("the reviews")?;
        }
        if let Some((path, kept)) = self.html {
            let games: Vec<PageGame> = kept
                .iter()
                .map(|game| PageGame {
                    tags: &game.tags,
                    review: &game.review,
                    result: game.result.clone(),
                    faults: game.faults.clone(),
                })
                .collect();
            let page = Page { game_name: G::NAME, language: self.language, games: &games };
            let text = page.to_html();
            match path == Path::new("-") {
                true => crate::output::print(&text)?,
                false => crate::output::write_file(&path, &text).context("the report")?,
            }
        }
        Ok(())
    }
}
