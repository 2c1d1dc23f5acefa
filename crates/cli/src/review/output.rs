//! What is made of reviews: annotated games, data for programs, a report for browsers, a summary.

use super::games::Source;
use anyhow::{Result, bail};
use damier_records::Tags;
use damier_review::html::{Page, PageGame};
use damier_review::summary::Summary;
use damier_review::{Budget, Language, Review, ReviewGame, Settings, Words, annotated as annotate};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Writes to a file, whole or not at all, or to standard output.
pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    match path.to_str() {
        Some("-") => Ok(crate::output::print(text)?),
        _ => crate::output::write_file(path, text),
    }
}

/// The games as their format writes them.
pub(super) fn annotated<G: ReviewGame>(
    reviewed: &[(&Source<G>, &Review)],
    language: Language,
) -> String {
    let words = Words::of(language);
    let games = reviewed.iter();
    games.map(|(source, review)| annotate(&source.record, review, words).to_string()).collect()
}

#[derive(Serialize)]
struct Everything<'a> {
    game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    movetime: Option<u128>,
    language: String,
    games: Vec<GameView<'a>>,
}

#[derive(Serialize)]
struct GameView<'a> {
    file: &'a str,
    number: usize,
    tags: BTreeMap<&'a str, &'a str>,
    #[serde(flatten)]
    review: &'a Review,
    /// In words, by the index of the move.
    explanations: BTreeMap<usize, String>,
}

fn tags_of(tags: &Tags) -> BTreeMap<&str, &str> {
    tags.iter().collect()
}

/// Everything that is known, for programs.
pub(super) fn json<G: ReviewGame>(
    reviewed: &[(&Source<G>, &Review)],
    settings: &Settings,
    language: Language,
) -> Result<String> {
    let words = Words::of(language);
    let (nodes, movetime) = match settings.budget {
        Budget::Nodes(nodes) => (Some(nodes), None),
        Budget::Time(time) => (None, Some(time.as_millis())),
    };
    let games = reviewed.iter().map(|(source, review)| {
        let errors = review.moves.iter().enumerate().filter(|(_, mv)| mv.judgement.is_some());
        GameView {
            file: &source.file,
            number: source.number,
            tags: tags_of(&source.record.tags),
            review,
            explanations: errors.map(|(index, mv)| (index, words.explanation(mv))).collect(),
        }
    });
    let everything = Everything {
        game: G::NAME,
        nodes,
        movetime,
        language: language.to_string(),
        games: games.collect(),
    };
    Ok(serde_json::to_string_pretty(&everything)? + "\n")
}

/// More games than this make a report that no browser likes.
const MOST_GAMES: usize = 200;

/// A report for browsers.
pub(super) fn html<G: ReviewGame>(
    reviewed: &[(&Source<G>, &Review)],
    language: Language,
) -> Result<String> {
    if reviewed.len() > MOST_GAMES {
        bail!(
            "a report holds {MOST_GAMES} games at most; choose with --games, --player or --shard"
        );
    }
    let games: Vec<PageGame> = reviewed
        .iter()
        .map(|(source, review)| PageGame {
            tags: &source.record.tags,
            review,
            result: G::result_text(source.record.result).to_owned(),
            faults: source.faults.clone(),
        })
        .collect();
    Ok(Page { game_name: G::NAME, language, games: &games }.to_html())
}

/// What a person wants to know first.
pub(super) fn summary<G: ReviewGame>(
    reviewed: &[(&Source<G>, &Review)],
    language: Language,
) -> String {
    let games = reviewed.iter().map(|(source, review)| {
        let result = G::result_text(source.record.result);
        Summary { language, tags: &source.record.tags, review, result }.to_text()
    });
    games.collect::<Vec<_>>().join("\n")
}
