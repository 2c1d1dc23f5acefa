//! Who may ask, and what browsers are told to forbid.
//!
//! A server on this machine can be reached by every page that the person has open. So a request
//! must be sent to a name of this server (a name that an attacker made to point here is none), and
//! if it says which page it comes from, that must be ours. What changes something must be JSON,
//! which no form of another page can send without asking first. Where other machines can reach the
//! server, a request needs its token as well.

use crate::bodies::Refusal;
use crate::token::AccessToken;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use damier_answers::Problem;
use std::net::IpAddr;
use std::sync::Arc;

/// The names under which the server may be asked, and what one must know to ask.
#[derive(Clone, Debug, Default)]
pub struct Door {
    /// Names besides those of this machine for itself.
    pub names: Vec<String>,
    /// Whether any address in figures is good: the server listens on all of them.
    pub any_address: bool,
    /// What a browser must have been told; nothing if only this machine can ask.
    pub token: Option<AccessToken>,
}

impl Door {
    /// Whether a `Host` header names this server, with whatever port: the port is not what
    /// protects.
    fn is_ours(&self, host: &str) -> bool {
        let name = without_port(host);
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        if let Ok(address) = name.trim_matches(['[', ']']).parse::<IpAddr>() {
            return self.any_address
                || address.is_loopback()
                || self.names.iter().any(|own| own.parse() == Ok(address));
        }
        self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Nothing but what this server sends, no plug-ins, no frames around the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
    data: blob:; \
     connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses what comes from elsewhere, and adds the headers to every answer.
pub(crate) async fn watch(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let (method, uri, headers) = (request.method(), request.uri(), request.headers());
    let instead = match check(&door, method, uri, headers) {
        Ok(()) => door.token.as_ref().and_then(|token| token.instead(method, uri, headers)),
        Err(problem) => Some(Refusal(problem).into_response()),
    };
    let mut response = match instead {
        Some(response) => response,
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let fresh = HeaderValue::from_static("no-cache");
    headers.entry(header::CACHE_CONTROL).or_insert(fresh);
    response
}

fn check(door: &Door, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = text(header::HOST).or(uri.authority().map(Authority::as_str));
    let host = host.ok_or_else(|| Problem::Malformed("the request names no host".to_owned()))?;
    if headers.get_all(header::HOST).iter().count() > 1 || !door.is_ours(host) {
        return Err(Problem::Foreign(
            "this server answers under its own address only; open the one that damier serve printed"
                .to_owned(),
        ));
    }
    let is_ours = |origin: &str| origin.strip_prefix("http://").is_some_and(|from| from == host);
    let from_elsewhere = || Problem::Foreign("another page may not ask this server".to_owned());
    if text(header::ORIGIN).is_some_and(|origin| !is_ours(origin)) {
        return Err(from_elsewhere());
    }
    // Following a link to the page is fine, and so is typing its address.
    let site = text(HeaderName::from_static("sec-fetch-site")).unwrap_or("none");
    let mode = text(HeaderName::from_static("sec-fetch-mode"));
    let is_visit = *method == Method::GET && mode == Some("navigate");
    if !matches!(site, "same-origin" | "none") && !is_visit {
        return Err(from_elsewhere());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let door = Door { names: vec!["board.home".to_owned()], ..Door::default() };
        for host in ["localhost:8010", "127.0.0.1", "[::1]:80", "LOCALHOST", "board.home:1"] {
            assert!(door.is_ours(host), "{host}");
        }
        for host in
            ["evil.example", "192.168.1.7:8010", "localhost.evil.example", "", "127.0.0.1.nip"]
        {
            assert!(!door.is_ours(host), "{host}");
        }
        let open = Door { any_address: true, ..Door::default() };
        assert!(open.is_ours("192.168.1.7:8010") && !open.is_ours("evil.example"));
    }
}
