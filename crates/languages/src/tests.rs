use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// The gaps of a message.
fn gaps(message: &str) -> BTreeSet<&str> {
    message.split('{').skip(1).filter_map(|piece| piece.split('}').next()).collect()
}

fn messages(language: Language) -> BTreeMap<&'static str, &'static str> {
    language.catalogue().messages().collect()
}

/// What a language lacks of English, has too much of, or says with other gaps.
fn differences(others: &BTreeMap<&str, &str>) -> Vec<String> {
    let english = messages(Language::ENGLISH);
    let keys: BTreeSet<&str> = english.keys().chain(others.keys()).copied().collect();
    let differs = |key: &&str| match (english.get(key), others.get(key)) {
        (Some(one), Some(other)) => {
            gaps(one) != gaps(other) || one.is_empty() != other.is_empty() && !may_be_empty(key)
        }
        _ => true,
    };
    keys.into_iter().filter(differs).map(str::to_owned).collect()
}

/// Pieces without a letter have none in some languages.
fn may_be_empty(key: &str) -> bool {
    key.ends_with(".letter")
}

#[test]
fn every_language_has_the_same_keys_and_gaps() {
    assert!(messages(Language::ENGLISH).len() > 500);
    for language in Language::ALL {
        assert_eq!(differences(&messages(language)), Vec::<String>::new(), "{language}");
    }
}

#[test]
fn a_key_that_is_missing_strange_or_has_other_gaps_is_found() {
    let mut other = messages(Language::ENGLISH);
    other.remove("page.nav.play");
    other.insert("page.nav.elsewhere", "Elsewhere");
    other.insert("review.explanation.better", "Something was better.");
    let expected = ["page.nav.elsewhere", "page.nav.play", "review.explanation.better"];
    assert_eq!(differences(&other), expected);
}

#[test]
fn every_file_of_the_folder_is_a_language_with_a_name_of_its_own() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
    let files = std::fs::read_dir(folder).unwrap();
    let stem = |path: std::path::PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let files: BTreeSet<String> = files.map(|entry| stem(entry.unwrap().path())).collect();
    let codes: BTreeSet<String> = Language::ALL.map(|one| one.code().to_owned()).into();
    assert_eq!(codes, files);
    let names: BTreeSet<&str> = Language::ALL.map(Language::name).into();
    assert_eq!(names.len(), files.len());
}

#[test]
fn languages_are_chosen_by_their_codes() {
    assert_eq!(Language::default().code(), "en");
    for language in Language::ALL {
        assert_eq!(language.to_string().parse(), Ok(language));
    }
    let error = "xx".parse::<Language>().unwrap_err();
    assert!(error.to_string().starts_with("there is no language \"xx\" (choose en or "), "{error}");
}

#[test]
fn a_long_code_that_is_unknown_is_named_by_its_first_letters() {
    let error = "x".repeat(1000).parse::<Language>().unwrap_err();
    assert!(error.to_string().contains(&format!("{:?}", "x".repeat(20))), "{error}");
}

#[test]
fn what_fills_a_gap_is_not_read_again() {
    assert_eq!(fill("{a} and {b}", &[("a", "{b}"), ("b", "{")]), "{b} and {");
}

#[test]
fn a_brace_that_is_never_closed_is_text() {
    assert_eq!(fill("a {b} c {d", &[("b", "B")]), "a B c {d");
}
