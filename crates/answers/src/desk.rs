//! Everything that can be asked, in one list.
//!
//! A question has a method, a path and mostly a body in JSON, as it is asked over HTTP; whoever
//! carries it, the same function answers. Another question is added here and nowhere else.

use crate::errors::Problem;
use crate::events::EventStream;
use crate::host::{self, Host};
use crate::library::{self, Library, questions as shelf};
use crate::lobby::Lobby;
use crate::store::{GameStore, Storage};
use crate::tasks::to_json;
use crate::{analysis, catalogue, play, reviews, texts, training};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// What answers.
#[derive(Clone)]
pub struct Desk {
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) library: Arc<Library>,
    pub(crate) host: Arc<dyn Host>,
}

/// What was asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// `GET`, `POST` or `DELETE`.
    pub method: String,
    /// With a slash at its beginning.
    pub path: String,
    /// In JSON, where anything has to be said.
    pub body: Vec<u8>,
}

/// What is answered.
pub enum Answer {
    /// A value in JSON.
    Json(String),
    /// A text, with a name for a file of it.
    Text {
        /// The text.
        text: String,
        /// The name.
        name: String,
    },
    /// What happens, as it does.
    Events(EventStream),
}

pub(crate) fn json(value: &impl Serialize) -> Result<Answer, Problem> {
    to_json(value).map(Answer::Json)
}

/// What a body says, or what is wrong with it.
pub(crate) fn body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes)
        .map_err(|error| Problem::Malformed(format!("the request cannot be read: {error}")))
}

/// The methods with which something can be asked, in the order to show; none if nothing is there.
pub fn methods(path: &str) -> &'static [&'static str] {
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    match parts[..] {
        ["catalogue"] | ["games", _, "events" | "record"] => &["GET"],
        ["library"] | ["library", "games", _] => &["GET"],
        ["library", ..] if shelf::is_known(&parts[1..]) => &["POST"],
        ["training" | "puzzles"] => &["POST"],
        ["training", "next" | "try" | "shown" | "answer"] | ["puzzles", "next" | "answer"] => {
            &["POST"]
        }
        ["games"] => &["GET", "POST"],
        ["games", _] => &["GET", "DELETE"],
        ["games", _, "move" | "take-back" | "resign" | "draw" | "hint" | "pause"]
        | [
            "position" | "read" | "write" | "analysis" | "judge" | "review" | "terms" | "retell"
            | "report",
        ] => &["POST"],
        _ => &[],
    }
}

impl Desk {
    /// One for the games in a store.
    pub fn new<S: Storage + 'static>(store: Arc<S>, host: Arc<dyn Host>) -> Self {
        let games = Arc::clone(&store) as Arc<dyn GameStore>;
        let lobby = Arc::new(Lobby::new(games, Arc::clone(&host)));
        Self { lobby, library: Arc::new(Library::new(store, Arc::clone(&host))), host }
    }

    /// Goes on with what was under way when the program ended: reviews of collections.
    pub fn resume(&self) {
        library::resume(&self.library);
    }

    /// The library has been changed behind our back.
    pub fn forget_library(&self) {
        self.library.forget();
    }

    /// Answers a question.
    pub async fn answer(&self, question: &Question) -> Result<Answer, Problem> {
        let Question { method, path, body: bytes } = question;
        let possible = methods(path);
        if possible.is_empty() {
            return Err(Problem::Missing("there is nothing here".to_owned()));
        }
        if !possible.contains(&method.as_str()) {
            return Err(Problem::WrongMethod);
        }
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        match parts[..] {
            ["library", ref rest @ ..] => shelf::answer(self, rest, bytes).await,
            ["training" | "puzzles", ..] => training::answer(self, &parts, bytes).await,
            ["games", id, act] => self.at_game(id.to_owned(), act, bytes).await,
            ["games", id] if method == "DELETE" => {
                play::delete(self, id.to_owned()).await?;
                Ok(Answer::Json("{}".to_owned()))
            }
            ["games", id] => json(&play::view(self, id.to_owned()).await?),
            ["games"] if method == "POST" => json(&play::begin(self, body(bytes)?).await?),
            ["games"] => json(&play::list(self).await?),
            ["catalogue"] => json(&catalogue::catalogue()),
            ["position"] => self.read(body(bytes)?, texts::position).await,
            ["read"] => self.read(body(bytes)?, texts::read).await,
            ["write"] => self.read(body(bytes)?, texts::write).await,
            ["terms"] => self.read(body(bytes)?, reviews::terms).await,
            ["retell"] => self.read(body(bytes)?, reviews::retell).await,
            ["report"] => self.read(body(bytes)?, reviews::report).await,
            ["judge"] => Ok(Answer::Json(reviews::judge(self, body(bytes)?).await?)),
            ["analysis"] => Ok(Answer::Events(analysis::analyse(self, body(bytes)?).await?)),
            ["review"] => Ok(Answer::Events(reviews::review(self, body(bytes)?).await?)),
            _ => Err(Problem::Missing("there is nothing here".to_owned())),
        }
    }

    async fn at_game(&self, id: String, act: &str, bytes: &[u8]) -> Result<Answer, Problem> {
        match act {
            "events" => Ok(Answer::Events(play::events(self, id).await?)),
            "record" => {
                let (text, name) = play::record(self, id).await?;
                Ok(Answer::Text { text, name })
            }
            "move" => json(&play::play(self, id, body(bytes)?).await?),
            "take-back" => json(&play::take_back(self, id, body(bytes)?).await?),
            "resign" => json(&play::resign(self, id, body(bytes)?).await?),
            "draw" => json(&play::draw(self, id, body(bytes)?).await?),
            "hint" => json(&play::hint(self, id, body(bytes)?).await?),
            "pause" => json(&play::pause(self, id, body(bytes)?).await?),
            _ => Err(Problem::Missing("there is nothing here".to_owned())),
        }
    }

    /// Answers what needs neither games nor engines, but may be long.
    async fn read<Q: Send + 'static, A: Serialize + 'static>(
        &self,
        asked: Q,
        find: fn(&Q) -> Result<A, Problem>,
    ) -> Result<Answer, Problem> {
        host::read(&self.host, move || json(&find(&asked)?)).await
    }

    /// A game has been changed behind our back, or deleted: what is known of it is forgotten, and
    /// those who watch it are told.
    pub fn forget(&self, id: &str) {
        self.lobby.forget(id);
    }
}
