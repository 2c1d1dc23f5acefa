//! What goes wrong between the page and what answers it, as the page is told: a status, a word for
//! programs and a sentence for people.

use crate::rule_errors::RuleError;
use serde::Serialize;
use std::error::Error;

/// Why a request was not answered.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The request does not say what it must.
    #[error("{0}")]
    Malformed(String),
    /// The request is well formed, but the rules, or common sense, say no.
    #[error("{0}")]
    Refused(String),
    /// The rules say no, and the page can say why in its own language.
    #[error("{message}")]
    Rules {
        /// In English.
        message: String,
        /// Which rule, for a sentence in another language.
        rule: RuleError,
    },
    /// Nothing is there.
    #[error("{0}")]
    Missing(String),
    /// The game has gone on meanwhile, or is over.
    #[error("{0}")]
    Outdated(String),
    /// More was sent than anybody needs.
    #[error("{0}")]
    TooLarge(String),
    /// The request did not come whole in time.
    #[error("the request takes too long; send it again")]
    TooSlow,
    /// The request comes from another page, or was sent to another name.
    #[error("{0}")]
    Foreign(String),
    /// Other machines can reach the server, and the request does not have its token.
    #[error("open the address that damier serve printed, with the token in it")]
    Stranger,
    /// Something is there, but this cannot be done with it; the answer names what can.
    #[error("that cannot be done here")]
    WrongMethod,
    /// A body of a kind that the server does not read.
    #[error("{0}")]
    WrongKind(String),
    /// Too much is being searched already.
    #[error("too many searches are under way; try again in a moment")]
    Busy,
    /// Games cannot be kept.
    #[error("the games cannot be kept: {0}")]
    Store(String),
}

impl Problem {
    /// What the rules, or whatever was asked, have against it.
    pub(crate) fn refused(error: impl Error + 'static) -> Self {
        let message = error.to_string();
        match RuleError::of(&error) {
            Some(rule) => Self::Rules { message, rule },
            None => Self::Refused(message),
        }
    }

    /// The number that HTTP has for it.
    pub fn status(&self) -> u16 {
        match self {
            Self::Malformed(_) => 400,
            Self::Refused(_) | Self::Rules { .. } => 422,
            Self::Missing(_) => 404,
            Self::Outdated(_) => 409,
            Self::TooLarge(_) => 413,
            Self::TooSlow => 408,
            Self::Foreign(_) | Self::Stranger => 403,
            Self::WrongMethod => 405,
            Self::WrongKind(_) => 415,
            Self::Busy => 503,
            Self::Store(_) => 500,
        }
    }

    /// The word under which the page knows what to say in its own language.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "malformed",
            Self::Refused(_) | Self::Rules { .. } => "refused",
            Self::Missing(_) => "missing",
            Self::Outdated(_) => "outdated",
            Self::TooLarge(_) => "too-large",
            Self::TooSlow => "too-slow",
            Self::Foreign(_) => "foreign",
            Self::Stranger => "stranger",
            Self::WrongMethod => "wrong-method",
            Self::WrongKind(_) => "wrong-kind",
            Self::Busy => "busy",
            Self::Store(_) => "store",
        }
    }
}

/// A problem as it is told: a word for programs, a sentence for people, and what the rules say.
#[derive(Serialize)]
struct ProblemView<'a> {
    error: &'static str,
    message: String,
    #[serde(flatten)]
    rule: Option<&'a RuleError>,
}

impl Problem {
    /// What the page is sent, in JSON.
    pub fn to_json(&self) -> String {
        let rule = match self {
            Self::Rules { rule, .. } => Some(rule),
            _ => None,
        };
        let view = ProblemView { error: self.word(), message: self.to_string(), rule };
        serde_json::to_string(&view).unwrap_or_default()
    }
}
