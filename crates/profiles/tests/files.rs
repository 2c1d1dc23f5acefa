//! Profiles as text.

use damier_chess::Position as Chess;
use damier_chess_engine::evaluation::Parameters;
use damier_draughts::Position as Draughts;
use damier_profiles::{Character, OpponentGame, Profile, Weights, built_in, library};

fn mistakes<G: OpponentGame>(text: &str) -> Vec<String> {
    match Profile::from_toml::<G>(text, "mine") {
        Ok(profile) => panic!("no mistake in {profile:?}"),
        Err(mistakes) => mistakes.iter().map(ToString::to_string).collect(),
    }
}

fn weights(name: &str) -> Vec<i32> {
    let profiles = built_in::<Draughts>();
    let profile = profiles.iter().find(|profile| profile.name == name).unwrap();
    let Character::Weights(Weights { weights, .. }) = &profile.character else {
        panic!("{name} has no weights")
    };
    assert_eq!(
        weights.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(),
        Draughts::weight_names()
    );
    weights.iter().map(|&(_, weight)| weight).collect()
}

#[test]
fn what_profiles_cost_is_said_of_profiles_that_are_there() {
    for (name, cost) in Chess::COSTS {
        assert!(Chess::PROFILES.iter().any(|(known, _)| known == name), "{name}");
        assert!(*cost > 0, "{name}");
    }
    // The usual one is what the others are measured against.
    assert!(Chess::COSTS.iter().all(|(name, _)| *name != Chess::USUAL_PROFILE));
}

#[test]
fn the_draughts_profiles_have_the_weights_of_the_specification() {
    assert_eq!(weights("perdant"), [1, 1, 5, 7, 1, 1, 10, 1, 2]);
    assert_eq!(weights("intermediaire"), [15, 15, 15, 15, 20, 20, 10, 20, 15]);
    assert_eq!(weights("expert"), [60, 25, 30, 20, 45, 45, 10, 40, 35]);
    assert_eq!(weights("agressif"), [100, 25, 8, 35, 95, 50, 12, 20, 3]);
    assert_eq!(weights("defensif"), [50, 12, 45, 20, 30, 10, 50, 1, 25]);
    assert_eq!(weights("equilibre"), [10; 9]);
    let others: Vec<String> = built_in::<Draughts>()
        .into_iter()
        .filter(|profile| !matches!(profile.character, Character::Weights(_)))
        .map(|profile| format!("{profile} {}", profile.character.word()))
        .collect();
    let expected = ["poids-random random-weights", "joue-random random", "monte-carlo monte-carlo"];
    assert_eq!(others, expected);
}

#[test]
fn every_built_in_profile_survives_being_written() {
    fn check<G: OpponentGame>() {
        for profile in built_in::<G>() {
            let text = profile.to_toml::<G>();
            let again = Profile::from_toml::<G>(&text, "other");
            assert_eq!(again.as_ref(), Ok(&profile), "{text}");
            assert!(!profile.about.is_empty());
        }
    }
    check::<Chess>();
    check::<Draughts>();
    let names: Vec<String> = built_in::<Chess>().into_iter().map(|profile| profile.name).collect();
    for name in [
        "aggressive",
        "defensive",
        "positional",
        "tactical",
        "gambler",
        "beginner",
        "balanced",
        "classic",
    ] {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
}

#[test]
fn a_profile_that_says_nothing_of_itself_survives_being_written() {
    let profile = Profile::from_toml::<Chess>("game = \"chess\"\n", "silent").unwrap();
    let text = profile.to_toml::<Chess>();
    assert_eq!(Profile::from_toml::<Chess>(&text, "other").as_ref(), Ok(&profile), "{text}");
}

#[test]
fn the_profile_classic_has_the_weights_of_the_specification() {
    let profile = library::find::<Chess>("classic").unwrap().profile;
    let Character::Weights(weights) = profile.character else { panic!("it has weights") };
    assert!(weights.from_nothing, "nothing else counts");
    let value = |name: &str| {
        let found = weights.values.iter().find(|(known, _)| known == name);
        found.map(|(_, values)| values.clone()).unwrap_or_default()
    };
    let single = |values: [i32; 5]| values.map(|value| (value, value)).to_vec();
    assert_eq!(value("material"), single([100, 320, 330, 500, 900]));
    assert_eq!(value("late_undeveloped"), [(-10, -10)]);
    assert_eq!(value("uncastled_king"), [(-50, 0)]);
    assert_eq!(value("shield_pawns"), [(15, 15)]);
    assert_eq!((value("centre_core"), value("centre_ring")), (vec![(10, 10)], vec![(3, 3)]));
    // The pawn table, first row rank 8.
    let pawns: Vec<i32> = value("pawn_squares").iter().map(|pair| pair.0).collect();
    let rows: Vec<&[i32]> = pawns.chunks(8).rev().collect();
    assert_eq!(rows[1], [50; 8]);
    assert_eq!(rows[2], [10, 10, 20, 30, 30, 20, 10, 10]);
    assert_eq!(rows[4], [0, 0, 0, 20, 20, 0, 0, 0]);
    assert_eq!(rows[6], [5, 10, 10, -20, -20, 10, 10, 5]);
    assert!(rows[4][4] > rows[5][4], "e4 is worth more than e3");
    // Names of features are those of the evaluation.
    let known = Parameters::default();
    assert!(weights.values.iter().all(|(name, values)| {
        values.len() > 1 || known.get(name).is_some() || known.get(&format!("{name}.0")).is_some()
    }));
}

#[test]
fn a_mistake_is_told_with_its_line_and_its_remedy() {
    let cases: [(&str, &[&str]); 12] = [
        (
            "about = \"x\"\n",
            &["line 1: the game is missing; write game = \"chess\" or game = \"draughts\""],
        ),
        (
            "game = \"draughts\"\n[weights]\nmateriel = 3\n",
            &["line 3: there is no weight \"materiel\"; perhaps material is meant"],
        ),
        (
            "game = \"draughts\"\n[weights]\nmaterial = \"much\"\n",
            &["line 3: material takes a whole number from 0 to 1000, not \"much\""],
        ),
        (
            "game = \"draughts\"\n[weights]\nmaterial = 1.5\n",
            &["line 3: material takes a whole number from 0 to 1000, not 1.5"],
        ),
        (
            "game = \"draughts\"\n[weights]\nmaterial = 5000\ntempo = -1\n",
            &[
                "line 3: material takes a whole number from 0 to 1000, not 5000",
                "line 4: tempo takes a whole number from 0 to 1000, not -1",
            ],
        ),
        (
            "game = \"draughts\"\nwieghts = 3\n[weights]\nmaterial = 1\n",
            &["line 2: there is no key \"wieghts\"; perhaps weights is meant"],
        ),
        ("game = \"chess\"\n", &["line 1: this is a profile for chess, and draughts is played"]),
        ("game = \"go\"\n", &["line 1: game takes \"chess\" or \"draughts\", not \"go\""]),
        (
            "game = \"draughts\"\nplays = \"random\"\n[weights]\nmaterial = 1\n",
            &["line 3: weights has no meaning for a profile that plays = \"random\"; leave it out"],
        ),
        (
            "game = \"draughts\"\nplays = \"monte-carlo\"\nsimulations = 20\n",
            &["line 3: simulations takes a whole number from 50 to 2000, not 20"],
        ),
        (
            "game = \"draughts\"\n[weights]\nmaterial = 0\n",
            &["line 1: every weight is 0, so all positions look alike; give something a weight"],
        ),
        (
            "game = \"draughts\"\nfirewall = 1\n[weights]\nmaterial = 1\n",
            &["line 2: firewall takes true or false, not 1"],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(mistakes::<Draughts>(text), expected, "{text}");
    }
    for (name, words) in [("none", "none"), ("a b", "a b"), ("", "")] {
        let text = format!("game = \"draughts\"\nname = \"{name}\"\n[weights]\nmaterial = 1\n");
        let found = mistakes::<Draughts>(&text);
        assert!(found[0].starts_with("line 2: ") && found[0].contains(words), "{found:?}");
    }
    let broken = mistakes::<Draughts>("game = \"draughts\"\n[weights\nmaterial = 1\n");
    assert!(broken[0].starts_with("line 2: this is no TOML: "), "{broken:?}");
    let values =
        "game = \"chess\"\nstart = \"nothing\"\n[values]\nmaterial = [1, 2]\nrook_traped = [1]\n";
    assert_eq!(
        mistakes::<Chess>(values),
        [
            "line 4: material takes a list of 5 numbers or pairs, not a list of 2",
            "line 5: there is no feature \"rook_traped\"; perhaps rook_trapped is meant",
        ]
        .map(str::to_owned)
        .to_vec()
    );
}

#[test]
fn profiles_are_found_by_name_and_by_file() {
    assert_eq!(library::find::<Chess>("Aggressive").unwrap().profile.name, "aggressive");
    let error = library::find::<Chess>("agressif").unwrap_err().to_string();
    assert!(
        error.starts_with("there is no chess profile \"agressif\"; there are balanced,"),
        "{error}"
    );
    let error = library::find::<Chess>("/nowhere/x.toml").unwrap_err().to_string();
    assert!(error.starts_with("/nowhere/x.toml: No such file"), "{error}");
    let folder = std::env::temp_dir().join(format!("damier-profiles-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.toml");
    std::fs::write(&file, "game = \"chess\"\n[weights]\ncentre = 300\n").unwrap();
    let found = library::find::<Chess>(file.to_str().unwrap()).unwrap();
    assert_eq!((found.profile.name.as_str(), found.file.as_ref()), ("mine", Some(&file)));
    std::fs::write(&file, "game = \"chess\"\n[weights]\ncenter = 300\n").unwrap();
    let error = library::find::<Chess>(file.to_str().unwrap()).unwrap_err().to_string();
    let words = format!(
        "{}, line 3: there is no weight \"center\"; perhaps centre is meant",
        file.display()
    );
    assert_eq!(error, words);
    std::fs::remove_dir_all(&folder).unwrap();
}
