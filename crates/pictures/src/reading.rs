//! Reads the pictures that tests look at.

/// Numbers that no chart expects and every chart must survive.
pub(crate) const ODD_NUMBERS: [f64; 6] =
    [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 0.0, 1e-300];

/// An element of a picture.
#[derive(Debug)]
pub(crate) struct Element<'a> {
    pub(crate) name: &'a str,
    pub(crate) attributes: Vec<(&'a str, &'a str)>,
    /// What stands right after its tag.
    pub(crate) text: &'a str,
}

impl Element<'_> {
    /// The numbers in an attribute; none if there is no such attribute.
    pub(crate) fn numbers(&self, key: &str) -> Vec<f64> {
        let values = self.attributes.iter().filter(|(name, _)| *name == key);
        let parts = values.flat_map(|(_, value)| value.split([' ', ',']));
        parts.filter(|part| !part.is_empty()).map(|part| part.parse().unwrap()).collect()
    }

    /// The only number in an attribute.
    pub(crate) fn number(&self, key: &str) -> f64 {
        let [number] = self.numbers(key)[..] else { panic!("{key} of {self:?}") };
        number
    }
}

/// The elements of a picture. Fails if tags are not balanced, something is not escaped, or a
/// coordinate is no number inside the picture.
pub(crate) fn elements(svg: &str) -> Vec<Element<'_>> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    let mut pieces = svg.split('<');
    assert_eq!(pieces.next(), Some(""), "something stands before the picture");
    for piece in pieces {
        let (tag, text) = piece.split_once('>').expect("a tag ends");
        assert!(!text.contains('>'), "{text}");
        for (index, _) in text.match_indices('&') {
            let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
            assert!(entities.iter().any(|entity| text[index..].starts_with(entity)), "{text}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed in the wrong order");
            assert!(!open.is_empty() || text.trim().is_empty(), "{text}");
            continue;
        }
        let is_closed = tag.ends_with('/');
        let (name, mut rest) = tag.trim_end_matches('/').split_once(' ').unwrap_or((tag, ""));
        let mut attributes = Vec::new();
        while let Some((key, quoted)) = rest.split_once("=\"") {
            let (value, after) = quoted.split_once('"').expect("a value ends");
            attributes.push((key.trim(), value));
            rest = after;
        }
        assert_eq!(rest.trim(), "", "in {tag}");
        if !is_closed {
            open.push(name);
        }
        found.push(Element { name, attributes, text });
    }
    assert!(open.is_empty(), "left open: {open:?}");
    let view = found[0].numbers("viewBox");
    for element in &found {
        for (keys, most) in [(["x", "x1", "x2", "cx"], view[2]), (["y", "y1", "y2", "cy"], view[3])]
        {
            for value in keys.iter().flat_map(|key| element.numbers(key)) {
                assert!((0.0..=most).contains(&value), "{element:?}");
            }
        }
        for pair in element.numbers("points").chunks(2) {
            assert!((0.0..=view[2]).contains(&pair[0]), "{element:?}");
            assert!((0.0..=view[3]).contains(&pair[1]), "{element:?}");
        }
    }
    found
}

/// Those elements that are drawn in a certain style.
pub(crate) fn of_class<'a>(svg: &'a str, class: &str) -> Vec<Element<'a>> {
    let mut found = elements(svg);
    found.retain(|element| element.attributes.contains(&("class", class)));
    found
}

/// The texts of the elements in a certain style.
pub(crate) fn texts<'a>(svg: &'a str, class: &str) -> Vec<&'a str> {
    of_class(svg, class).iter().map(|element| element.text).collect()
}

/// What a picture tells those who cannot see it.
pub(crate) fn description(svg: &str) -> &str {
    let found = elements(svg).into_iter().find(|element| element.name == "desc");
    found.expect("every picture has a description").text
}
