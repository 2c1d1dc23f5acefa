//! What people take away: a game with its annotations as a record.

use super::place::{must_be_short, start};
use super::reading::MOST_NODES;
use crate::errors::Problem;
use crate::game::PageGame;
use damier_games::{GameKind, with_game};
use damier_records::{Comment, GameResult, Nag, NodeId, Record};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draft {
    pub(crate) game: GameKind,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default)]
    result: Option<String>,
    #[serde(default)]
    comments: Vec<String>,
    #[serde(default)]
    commands: Vec<String>,
    nodes: Vec<DraftNode>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DraftNode {
    parent: Option<usize>,
    code: String,
    #[serde(default)]
    before: Vec<String>,
    #[serde(default)]
    comments: Vec<String>,
    #[serde(default)]
    commands: Vec<String>,
    #[serde(default)]
    nags: Vec<u8>,
}

#[derive(Serialize)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) extension: &'static str,
}

pub(crate) fn write(draft: &Draft) -> Result<Written, Problem> {
    with_game!(draft.game, G => write_record::<G>(draft))
}

fn write_record<G: PageGame>(draft: &Draft) -> Result<Written, Problem> {
    Ok(Written { text: draft.record::<G>()?.to_string(), extension: G::KIND.extension() })
}

impl Draft {
    /// As a record, if every move in it is legal.
    pub(crate) fn record<G: PageGame>(&self) -> Result<Record<G>, Problem> {
        let mut record = Record::<G>::new(start(self.fen.as_deref())?);
        for (name, value) in &self.tags {
            record.tags.set(name, value);
        }
        if let Some(result) = &self.result {
            record.result = GameResult::from_text(result)
                .ok_or_else(|| Problem::Refused(format!("{result:?} is no result")))?;
        }
        if self.nodes.len() > MOST_NODES {
            return Err(Problem::Refused("there are too many moves".to_owned()));
        }
        for comment in with_commands(&self.commands, &self.comments) {
            record.tree_mut().add_comment(NodeId::ROOT, comment);
        }
        // Parents come before their children, so one pass is enough. The position after each move
        // is kept, lest the game be played through for each of them, with its distance from the
        // start.
        let mut known: Vec<(NodeId, G, usize)> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let (id, before, plies) = match node.parent {
                None => (NodeId::ROOT, record.start().clone(), 0),
                Some(parent) => known.get(parent).cloned().ok_or_else(|| {
                    Problem::Malformed("a move follows one that comes later".to_owned())
                })?,
            };
            must_be_short(plies + 1)?;
            let mv = before.read_move(&node.code).map_err(Problem::refused)?;
            let added = record.add_move(id, &before, mv);
            let id = added.map_err(|error| Problem::Refused(error.to_string()))?;
            let mut after = before;
            after.play_unchecked(mv);
            known.push((id, after, plies + 1));
        }
        for (node, &(id, ..)) in self.nodes.iter().zip(&known) {
            let tree = record.tree_mut();
            for text in node.before.iter().filter_map(|text| Comment::new(text)) {
                tree.add_comment_before(id, text);
            }
            for comment in with_commands(&node.commands, &node.comments) {
                tree.add_comment(id, comment);
            }
            node.nags.iter().for_each(|&nag| tree.add_nag(id, Nag(nag)));
        }
        Ok(record)
    }
}

/// Comments with what they say to programs in the first one, where programs look for it.
fn with_commands(commands: &[String], comments: &[String]) -> Vec<Comment> {
    let (first, others) = comments.split_first().unzip();
    let first: Vec<&str> = commands.iter().chain(first).map(String::as_str).collect();
    let texts = [first.join(" ")].into_iter().chain(others.into_iter().flatten().cloned());
    texts.filter_map(|text| Comment::new(&text)).collect()
}
