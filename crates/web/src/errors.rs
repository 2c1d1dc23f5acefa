//! What goes wrong between page and server, as the page is told: a status, a word for programs and
//! a sentence for people.

use crate::rule_errors::RuleError;
use crate::store::StoreError;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;
use std::error::Error;
use std::time::Duration;

/// Why a request was not answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Problem {
    /// The request does not say what it must.
    #[error("{0}")]
    Malformed(String),
    /// The request is well formed, but the rules, or common sense, say no.
    #[error("{0}")]
    Refused(String),
    /// The rules say no, and the page can say why in its own language.
    #[error("{message}")]
    Rules { message: String, rule: RuleError },
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
    Store(#[from] StoreError),
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

    fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Refused(_) | Self::Rules { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Missing(_) => StatusCode::NOT_FOUND,
            Self::Outdated(_) => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Foreign(_) | Self::Stranger => StatusCode::FORBIDDEN,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::WrongKind(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The word under which the page knows what to say in its own language.
    fn word(&self) -> &'static str {
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

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut body = json!({ "error": self.word(), "message": self.to_string() });
        if let Self::Rules { rule, .. } = &self {
            body["code"] = json!(rule.code);
            body["arguments"] = json!(rule.arguments);
        }
        (self.status(), Json(body)).into_response()
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Self::TooLarge("that is more than the server reads; send less".to_owned())
            }
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                Self::WrongKind("requests are written in JSON (application/json)".to_owned())
            }
            _ => Self::Malformed(rejection.body_text()),
        }
    }
}

/// How long a client may take to send a body.
const LONGEST_BODY: Duration = Duration::from_secs(30);

/// A request body in JSON whose mistakes are told as all others are.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let reading = Json::from_request(request, state);
        let read = tokio::time::timeout(LONGEST_BODY, reading).await;
        let Json(value) = read.map_err(|_| Problem::TooSlow)??;
        Ok(Self(value))
    }
}
