use super::*;
use crate::judging::Judgement;
use crate::samples;
use crate::words::MISSING;
use std::collections::BTreeSet;

fn page_of(game_name: &str, language: Language, tags: &Tags, reviews: &[&Review]) -> String {
    let games: Vec<PageGame> = reviews
        .iter()
        .map(|review| PageGame { tags, review, result: "1-0".into(), faults: Vec::new() })
        .collect();
    Page { game_name, language, games: &games }.to_html()
}

fn usual_tags() -> Tags {
    samples::tags(&[
        ("White", "Ada"),
        ("Black", "Boris"),
        ("WhiteElo", "1850"),
        ("Event", "Club evening"),
        ("Date", "2024.05.17"),
    ])
}

fn chess_page(language: Language) -> String {
    page_of("chess", language, &usual_tags(), &[&samples::chess()])
}

/// All pages that tests look at.
fn pages() -> Vec<String> {
    let tags = usual_tags();
    let (chess, draughts) = (samples::chess(), samples::draughts());
    let clean = samples::clean_chess();
    let empty = Review { moves: Vec::new(), sides: Default::default(), opening: None };
    let mut pages = Vec::new();
    for language in Language::ALL {
        pages.push(chess_page(language));
        pages.push(page_of("draughts", language, &tags, &[&draughts, &draughts]));
        pages.push(page_of("chess", language, &tags, &[&clean, &chess, &empty]));
        pages.push(page_of("chess", language, &tags, &[]));
    }
    pages
}

/// What stands between the style and the script, which are written by hand.
fn body(page: &str) -> &str {
    let (_, rest) = page.split_once("<body>").unwrap();
    rest.split_once("<script").unwrap().0
}

/// All values of an attribute.
fn values<'a>(text: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    text.split(&*start).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// Fails unless every tag is closed in its order.
fn assert_balanced(text: &str) {
    let mut open = Vec::new();
    for piece in text.split('<').skip(1) {
        let (tag, after) = piece.split_once('>').expect("a tag ends");
        assert!(!after.contains('>'), "{after}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed in the wrong order");
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

#[test]
fn tags_are_balanced_names_are_unique_and_links_lead_somewhere() {
    for page in pages() {
        let body = body(&page);
        assert_balanced(body);
        let ids = values(body, "id");
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(unique.len(), ids.len());
        for target in values(body, "href") {
            let name = target.strip_prefix('#').expect("links stay within the page");
            assert!(unique.contains(name), "{target}");
        }
    }
}

#[test]
fn nothing_is_fetched() {
    for page in pages() {
        for word in [" src=", "url(", "@import", "<link", "fetch(", "https:", "<iframe"] {
            assert!(!page.contains(word), "{word}");
        }
        // The name of the language of pictures is no address.
        assert_eq!(
            page.matches("http:").count(),
            page.matches("http://www.w3.org/2000/svg").count()
        );
        assert!(page.contains("default-src 'none'"));
        assert_eq!(page.matches("<script").count(), 1);
        assert!(!body(&page).contains(" style="), "the policy forbids it");
    }
}

#[test]
fn the_policy_names_the_style_and_the_script_of_the_page_and_no_other() {
    for page in pages() {
        let between = |open, close| page.split_once(open)?.1.split_once(close).map(|parts| parts.0);
        let style = between("<style>", "</style>").unwrap();
        let script = between("<script>", "</script>").unwrap();
        assert!(style.len() > 1_000 && script.len() > 1_000);
        let policy = policy::policy(style, script);
        assert_eq!(between("Content-Security-Policy\" content=\"", "\""), Some(policy.as_str()));
        assert!(!page.contains("nonce"), "a page can be read, and so could its nonce");
    }
}

#[test]
fn no_text_of_a_game_can_become_a_tag() {
    let evil = "\"><script>alert('x')</script><img src=x onerror=y>";
    let names = ["White", "Black", "Event", "Site", "Date", "WhiteElo", "BlackElo"];
    let tags = samples::tags(&names.map(|name| (name, evil)));
    let mut review = samples::chess();
    review.opening =
        Some(crate::review::Opening { code: evil.into(), name: evil.into(), plies: 1 });
    for mv in &mut review.moves {
        for text in [&mut mv.number, &mut mv.played] {
            *text = evil.into();
        }
        mv.line = vec![evil.into()];
        mv.best_line = vec![evil.into()];
        if let Some(comparison) = &mut mv.comparison {
            comparison.terms[0].0 = evil.into();
        }
        mv.reasons.push(damier_reasons::Reason::AllowsPromotion { square: evil.into() });
    }
    review.moves[3].fen = evil.into();
    let fault =
        PageGame { tags: &tags, review: &review, result: evil.into(), faults: vec![evil.into()] };
    for games in [vec![fault.clone()], vec![fault.clone(), fault]] {
        let page =
            Page { game_name: "chess", language: Language::ENGLISH, games: &games }.to_html();
        assert_balanced(body(&page));
        assert_eq!(page.matches("<script").count(), 1, "only our own");
        assert!(!page.contains("<img"));
        assert!(page.contains("&lt;script&gt;"));
    }
}

#[test]
fn a_page_speaks_its_language() {
    for (language, word) in
        [("en", "Key moments"), ("fr", "Moments clés"), ("it", "Momenti chiave")]
    {
        let page = chess_page(language.parse().unwrap());
        assert!(page.contains(&format!("<html lang=\"{language}\">")));
        assert!(page.contains(word));
    }
    for page in pages() {
        assert!(!body(&page).contains(['{', '}']), "a gap was not filled");
    }
    let french = chess_page("fr".parse().unwrap());
    assert!(french.contains("7... Re8"), "the king is a roi");
    assert!(french.contains("Ce coup perd un cavalier contre un pion."));
}

#[test]
fn every_label_that_is_asked_for_exists() {
    let sources = [
        include_str!("../html.rs"),
        include_str!("board.rs"),
        include_str!("game.rs"),
        include_str!("graph.rs"),
        include_str!("moments.rs"),
        include_str!("moves.rs"),
        include_str!("table.rs"),
        include_str!("../summary.rs"),
        include_str!("../headline.rs"),
    ];
    let words = Words::of(Language::ENGLISH);
    let mut found = 0;
    for source in sources {
        for call in ["label(\"", "label_with(\""] {
            for rest in source.split(call).skip(1) {
                let name = rest.split('"').next().unwrap();
                assert_ne!(words.label(name), MISSING, "{name}");
                found += 1;
            }
        }
    }
    assert!(found > 25, "{found}");
    // Those whose names are in tables.
    for page in pages() {
        assert!(!body(&page).contains(MISSING));
    }
}

#[test]
fn key_moments_are_the_worst_in_the_order_of_the_game() {
    let mut review = samples::chess();
    for (index, mv) in review.moves.iter_mut().enumerate() {
        mv.judgement = Some(Judgement::Mistake);
        mv.win_before = 60.0;
        mv.win_after = 60.0 - index as f64;
    }
    review.moves[0].judgement = Some(Judgement::Blunder);
    review.moves[16].judgement = Some(Judgement::Inaccuracy);
    assert_eq!(moments::choose(&samples::chess()), [9, 13, 15], "not the inaccuracy");
    assert_eq!(moments::choose(&review), [0, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
}

#[test]
fn a_key_moment_tells_what_why_and_how() {
    let page = chess_page(Language::ENGLISH);
    let start = page.find("<article class=\"moment blunder\">").unwrap();
    let moment = &page[start..start + page[start..].find("</article>").unwrap()];
    for text in [
        "7... Ke8<b class=\"glyph\" aria-hidden=\"true\">??</b>",
        "Blunder",
        "+0.55 <span class=\"to\">→</span> +4.20",
        "This loses a knight for a pawn. The queen on f3 forks the king on f7 and the knight on \
            d5.",
        "<dt>Better</dt><dd>7... Ke6 8. Nc3 Nb4 9. O-O c6 10. d4</dd>",
        "<dd>7... Ke8 8. Bxd5",
        "Before 7... Ke8. White: king e1, queen f3",
        "Dashed arrow: Ke8, played. Full arrow: Ke6, better.",
        "class=\"arrow played\"",
        "class=\"arrow better\"",
    ] {
        assert!(moment.contains(text), "{text}\n{moment}");
    }
    // The rows of the table add up to its last.
    let table = moment.split("<details class=\"terms\">").nth(1).unwrap();
    let numbers: Vec<i32> = table
        .split("</td><td>")
        .skip(1)
        .map(|rest| rest.split('<').next().unwrap().replace('−', "-").replace(['+', '.'], ""))
        .map(|number| number.parse().unwrap())
        .collect();
    let (gap, terms) = numbers.split_last().unwrap();
    assert_eq!(terms.len(), 7, "six terms and the remainder");
    assert_eq!(terms.iter().sum::<i32>(), *gap);
    assert_eq!(*gap, 365);
}

#[test]
fn every_move_can_be_shown_and_is_in_the_list() {
    let review = samples::chess();
    let page = chess_page(Language::ENGLISH);
    assert_eq!(values(&page, "data-board").len(), review.moves.len() + 1);
    assert!(values(&page, "data-board").iter().all(|board| board.len() == 64));
    assert_eq!(page.matches("class=\"touch\"").count(), review.moves.len());
    assert!(page.contains("Nd4<b role=\"img\" aria-label=\"Blunder\">??</b></a> <span>#1</span>"));
    assert!(page.contains("Kxf7<b role=\"img\" aria-label=\"Only good move\">!</b>"));
    let mut black_first = review.clone();
    black_first.moves.remove(0);
    let page = page_of("chess", Language::ENGLISH, &usual_tags(), &[&black_first]);
    assert!(page.contains("<tr><th scope=\"row\">1</th><td>…</td><td"));
    assert_balanced(body(&page));
}

#[test]
fn a_game_without_errors_and_one_without_moves_say_so() {
    let tags = usual_tags();
    let page = page_of("chess", Language::ENGLISH, &tags, &[&samples::clean_chess()]);
    assert!(page.contains("<p class=\"empty\">No mistakes and no blunders"));
    assert!(!page.contains("class=\"moment "));
    let empty = Review { moves: Vec::new(), sides: Default::default(), opening: None };
    let page = page_of("chess", Language::ENGLISH, &tags, &[&empty]);
    assert!(page.contains("<p class=\"empty\">This game has no moves.</p>"));
    assert!(!page.contains("class=\"viewer\""));
}

#[test]
fn the_curve_shows_the_chances_of_white() {
    let mut review = samples::chess();
    review.moves.truncate(2);
    for mv in &mut review.moves {
        (mv.win_before, mv.win_after) = (50.0, 75.0);
    }
    // Up after White's move, down after Black's.
    let curve = "M0.0 75.0L240.0 41.0L480.0 109.0\"";
    assert!(graph::picture(&review).contains(curve), "{}", graph::picture(&review));
}

#[test]
fn chances_that_are_no_numbers_do_not_break_the_graph() {
    let mut review = samples::chess();
    review.moves[2].win_after = f64::NAN;
    review.moves[3].win_after = f64::INFINITY;
    review.moves[0].win_before = -1e300;
    let page = page_of("chess", Language::ENGLISH, &usual_tags(), &[&review]);
    assert!(!body(&page).contains("NaN") && !body(&page).contains("inf "));
}

#[test]
fn what_could_not_be_read_is_told() {
    let (tags, review) = (usual_tags(), samples::clean_chess());
    let faults = vec!["game 1, line 5: e5 is not legal".to_owned()];
    let games = [PageGame { tags: &tags, review: &review, result: "*".into(), faults }];
    let page = Page { game_name: "chess", language: Language::ENGLISH, games: &games }.to_html();
    assert!(page.contains("<li>game 1, line 5: e5 is not legal</li>"));
}

#[test]
fn the_same_games_make_the_same_page() {
    assert_eq!(chess_page("it".parse().unwrap()), chess_page("it".parse().unwrap()));
}

/// The contrast of two colours as the accessibility guidelines define it.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| {
        let part = |from: usize| {
            let value = u8::from_str_radix(&colour[from..from + 2], 16).unwrap();
            let value = f64::from(value) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn all_text_stands_out_by_day_and_by_night() {
    let style = include_str!("../../data/report.css");
    for theme in 0..2 {
        let colour = |name: &str| {
            let rest = style.split_once(&format!("--{name}: light-dark(")).expect(name).1;
            rest.split_once(')').unwrap().0.split(", ").nth(theme).unwrap()
        };
        let texts = ["ink", "soft", "accent", "inaccuracy", "mistake", "blunder", "good"];
        let mut pairs: Vec<(&str, &str)> =
            vec![("card", "accent"), ("ink", "tint"), ("on-light", "light"), ("on-dark", "dark")];
        for text in texts {
            pairs.extend([(text, "ground"), (text, "card")]);
        }
        for (text, ground) in pairs {
            let contrast = contrast(colour(text), colour(ground));
            assert!(contrast >= 4.5, "{text} on {ground}: {contrast:.2}");
        }
    }
}
