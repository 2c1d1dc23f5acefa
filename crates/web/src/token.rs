//! The token that a browser needs where other machines can reach the server.
//!
//! It stands in the address that `damier serve` prints. A browser that opens this address is given
//! it as a cookie, which no script can read and no other page can send, and goes on to the page
//! without the token in its address.

use crate::bodies::Refusal;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use damier_answers::Problem;
use std::fmt::{self, Write};

/// What only those know who have been told the address.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessToken(String);

const COOKIE: &str = "damier";
/// How long a browser keeps the cookie, in seconds. The token itself is good until the server ends.
const KEPT: u32 = 30 * 24 * 3_600;

impl AccessToken {
    /// One that cannot be guessed; an error if the system has no random numbers.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let mut text = String::new();
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// Takes as long for any two texts of the same length, so that nothing can be learnt from it.
    fn is(&self, text: &str) -> bool {
        let pairs = self.0.bytes().zip(text.bytes());
        text.len() == self.0.len() && pairs.fold(0, |sum, (ours, theirs)| sum | ours ^ theirs) == 0
    }

    /// What a request gets instead of its answer; `None` if it has the cookie.
    pub(crate) fn instead(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Option<Response> {
        if *method == Method::GET && uri.path() == "/" && self.is_in_query(uri) {
            return Some(self.welcome());
        }
        (!self.is_in_cookies(headers)).then(|| refusal(uri))
    }

    fn is_in_query(&self, uri: &Uri) -> bool {
        let parts = uri.query().unwrap_or_default().split('&');
        parts.filter_map(|part| part.strip_prefix("token=")).any(|token| self.is(token))
    }

    fn is_in_cookies(&self, headers: &HeaderMap) -> bool {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut cookies = lines.flat_map(|line| line.split(';'));
        cookies.any(|cookie| {
            let pair = cookie.trim().split_once('=');
            pair.is_some_and(|(name, token)| name == COOKIE && self.is(token))
        })
    }

    /// Hands out the cookie. The way to the page is a step of a page of ours, and not a
    /// redirection: a browser that followed a link from elsewhere would not send the cookie with
    /// that.
    fn welcome(&self) -> Response {
        let cookie = format!("{COOKIE}={self}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Strict");
        let page = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
                    <meta http-equiv=\"refresh\" content=\"0; url=/\">\n<title>Damier</title>\n\
                    <p><a href=\"/\">To the page</a></p>\n</html>\n";
        ([(header::SET_COOKIE, cookie)], Html(page)).into_response()
    }
}

/// For the address.
impl fmt::Display for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Nothing that is kept for later should have it.
impl fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("AccessToken")
    }
}

fn refusal(uri: &Uri) -> Response {
    let problem = Problem::Stranger;
    if uri.path().starts_with("/api/") {
        return Refusal(problem).into_response();
    }
    // People see this one.
    (StatusCode::FORBIDDEN, format!("Damier does not know this browser: {problem}.\n"))
        .into_response()
}
