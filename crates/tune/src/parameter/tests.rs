use super::*;

fn options() -> Vec<(String, OptionKind)> {
    let spin = |default, min, max| OptionKind::Spin { default, min, max };
    let text = |default: &str| OptionKind::Text { default: default.to_owned() };
    let options = [
        ("reduction-base", spin(60, 0, 200)),
        ("reduction-divisor", spin(200, 100, 400)),
        ("Endless", spin(5, i64::MIN, i64::MAX)),
        ("CPuct", text("1.745")),
        ("EvalFile", text("<built-in>")),
        ("OwnBook", OptionKind::Check { default: true }),
    ];
    options.map(|(name, kind)| (name.to_owned(), kind)).to_vec()
}

const TUNABLES: &[Tunable] = &[
    Tunable { name: "reduction_base", default: 60, min: 0, max: 200, step: 7 },
    Tunable { name: "reduction_divisor", default: 200, min: 0, max: 400, step: 9 },
];

fn found(texts: &[&str]) -> Result<Vec<Parameter>, ParameterError> {
    let requests: Result<Vec<Request>, _> = texts.iter().map(|text| Request::read(text)).collect();
    resolve(&requests?, &options(), TUNABLES)
}

fn lines(texts: &[&str]) -> Vec<String> {
    found(texts).unwrap().iter().map(Parameter::to_string).collect()
}

#[test]
fn the_engine_says_what_a_request_leaves_out() {
    assert_eq!(lines(&["Reduction_Base"]), ["reduction-base: i32 = 60, 0..=200, step 7;"]);
    // The range is not that of the tunable, so its step may mean something else.
    let usual = "reduction-divisor: i32 = 200, 100..=400, step 15;";
    assert_eq!(lines(&["reduction_divisor"]), [usual]);
    let said = ["reduction_base: i32 = 20, 10..=100, step 3;", "CPuct = 2, 0.5..=4"];
    let expected =
        ["reduction-base: i32 = 20, 10..=100, step 3;", "CPuct: f64 = 2, 0.5..=4, step 0.175;"];
    assert_eq!(lines(&said), expected);
    assert_eq!(lines(&["Endless, -9..=9, step 1"]), ["Endless: i32 = 5, -9..=9, step 1;"]);
}

#[test]
fn patterns_take_all_numbers_and_a_name_says_more_of_one() {
    let both = found(&["reduction*", "reduction-base = 20"]).unwrap();
    let starts: Vec<(&str, f64)> = both.iter().map(|one| (one.name.as_str(), one.start)).collect();
    assert_eq!(starts, [("reduction-base", 20.0), ("reduction-divisor", 200.0)]);
    assert_eq!(found(&["*-divisor", "*"]).unwrap_err(), ParameterError::NoRange("Endless".into()));
    assert_eq!(lines(&["re*tion*sor"]).len(), 1);
}

#[test]
fn what_cannot_be_tuned_is_told_with_the_reason() {
    let cases: [(&[&str], &str); 14] = [
        (&["reduction_bas"], "no numeric option \"reduction_bas\"; did you mean reduction-base?"),
        (&["elephant"], "the engine has no numeric option \"elephant\""),
        (&["x*"], "no numeric option \"x*\""),
        (&["OwnBook"], "OwnBook is no number to tune"),
        (&["EvalFile"], "EvalFile is no number to tune"),
        (&["Endless"], "does not say which values Endless takes"),
        (&["reduction_base = 201"], "cannot begin at 201: its values go from 0 to 200"),
        (&["reduction_base = 60, 0..=300"], "from 0 to 300: the engine takes 0 to 200"),
        (&["reduction_base, 100..=50"], "from 100 to 50: the range must have two ends"),
        (&["reduction_base, step 0"], "cannot have the step 0"),
        (&["reduction_base, step 201"], "above 0 and at most 200"),
        (&["reduction_base = 1.5"], "takes whole numbers, and 1.5 is none"),
        (&["reduction_base", "reduction-base"], "reduction-base is named twice"),
        (&[], "there is nothing to tune"),
    ];
    for (texts, words) in cases {
        let error = found(texts).unwrap_err().to_string();
        assert!(error.contains(words), "{texts:?}: {error}");
    }
    for text in ["", "= 5", "a = b", "a = 5, 6", "a, step x", "a: bool", "a = 1e999", "a* = 3"] {
        assert!(matches!(Request::read(text), Err(ParameterError::Text { .. })), "{text}");
    }
}

#[test]
fn a_file_of_tunables_is_read_as_it_stands() {
    let text = "//! Numbers.\n\ndamier_search::tunables! {\n    /// What it does.\n    \
                one: i32 = 5, 0..=9, step 1;\n# by hand\n    two = -3 // less\n}\n";
    let names: Vec<(String, Option<f64>)> =
        Request::read_file(text).unwrap().into_iter().map(|one| (one.name, one.start)).collect();
    assert_eq!(names, [("one".to_owned(), Some(5.0)), ("two".to_owned(), Some(-3.0))]);
    let error = Request::read_file("a = 1\n\nfn main() {}\n").unwrap_err();
    assert!(error.to_string().starts_with("line 3: \"fn main() {}\" is no parameter"), "{error}");
}

#[test]
fn no_text_breaks_the_reader_and_what_it_takes_can_be_tuned() {
    let pieces = ["a", "*", ":", "i32", "=", ",", "..=", "step ", "-", "7", "1e308", "é", ";", " "];
    let names = ["reduction-base", "CPuct", "Endless"];
    let mut random = damier_core::random::Random::new(3);
    let mut taken = 0;
    for _ in 0..50_000 {
        let mut text = if random.below(2) == 0 { *random.pick(&names) } else { "" }.to_owned();
        (0..random.below(9)).for_each(|_| text += *random.pick(&pieces));
        for Parameter { start, min, max, step, .. } in found(&[&text]).unwrap_or_default() {
            taken += 1;
            assert!(min <= start && start <= max && step > 0.0 && step <= max - min, "{text}");
        }
    }
    assert!(taken > 1000, "{taken}");
}

#[test]
fn what_is_written_is_read_again() {
    for text in ["a b: i32 = -5, -10..=10, step 2;", "c: f64 = 0.25, 0..=1, step 0.05;"] {
        assert_eq!(Parameter::read(text).unwrap().to_string(), text);
    }
    let [number] = &found(&["reduction_base"]).unwrap()[..] else { panic!("one number") };
    assert_eq!(number.tunable(62.6), "reduction_base: i32 = 63, 0..=200, step 7;");
    let [real] = &found(&["CPuct, 0..=4, step 0.1"]).unwrap()[..] else { panic!("one number") };
    assert_eq!(real.tunable(1.23456), "CPuct: f64 = 1.235, 0..=4, step 0.1;");
    assert!(Parameter::read("a = 5, 0..=9").is_err(), "no step, no kind");
}
