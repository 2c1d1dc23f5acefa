//! All that Damier says, by language.
//!
//! Each language is one file in `data`: whole sentences with named gaps, for the page, the reviewer
//! and the rules. A speaker can mend it without knowing Rust; a new file is a new
//! language everywhere, and tests see to it that it says the same things as the others.
//!
//! The room knows words and nothing of what they are about. Start at [`Language::ALL`] and
//! [`Language::catalogue`].

#![forbid(unsafe_code)]

mod catalogue;

#[cfg(test)]
mod tests;

pub use catalogue::{Catalogue, MISSING, fill};

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

mod files {
    include!(concat!(env!("OUT_DIR"), "/files.rs"));
}
use files::FILES;

/// A language, by its place among all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Language(usize);

impl Language {
    /// All of them: English, then the others by their codes.
    pub const ALL: [Self; FILES.len()] = {
        let mut all = [Self::ENGLISH; FILES.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = Self(place);
            place += 1;
        }
        all
    };

    /// `en`, which is always there.
    pub const ENGLISH: Self = Self(0);

    /// The two letters by which browsers and people's settings know it.
    pub const fn code(self) -> &'static str {
        FILES[self.0].0
    }

    /// What it calls itself.
    pub fn name(self) -> &'static str {
        self.catalogue().text("name")
    }

    /// Its messages, which are read once.
    pub fn catalogue(self) -> &'static Catalogue {
        static CATALOGUES: LazyLock<[Catalogue; FILES.len()]> =
            LazyLock::new(|| FILES.map(|(_, text)| Catalogue::from_toml(text)));
        &CATALOGUES[self.0]
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A language that there are no words in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no language {0:?} (choose {codes})", codes = known_codes())]
pub struct UnknownLanguage(String);

fn known_codes() -> String {
    Language::ALL.map(Language::code).join(" or ")
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        let known = Self::ALL.into_iter().find(|language| language.code() == text);
        known.ok_or_else(|| UnknownLanguage(text.chars().take(20).collect()))
    }
}
