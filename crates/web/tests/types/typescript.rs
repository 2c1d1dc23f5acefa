//! The little of TypeScript that `types.d.ts` needs.

use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub(crate) enum Type {
    Text,
    Number,
    Truth,
    Null,
    Word(String),
    Named(String),
    List(Box<Type>),
    Tuple(Vec<Type>),
    Object(Vec<Field>),
    /// Data that the page only sends back.
    Opaque,
    AnyOf(Vec<Type>),
    /// Any names with values of a kind.
    Record(Box<Type>),
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) is_optional: bool,
    pub(crate) kind: Type,
}

/// Reads the little of TypeScript that the file needs.
pub(crate) struct Reader {
    tokens: Vec<String>,
    at: usize,
}

impl Reader {
    pub(crate) fn new(text: &str) -> Self {
        let mut tokens: Vec<String> = Vec::new();
        let mut rest = without_comments(text);
        while let Some(first) = rest.trim_start().chars().next() {
            let text = rest.trim_start().to_owned();
            let length = match first {
                '"' => 2 + text[1..].find('"').unwrap(),
                letter if is_of_name(letter) => text.find(|c| !is_of_name(c)).unwrap(),
                sign => sign.len_utf8(),
            };
            tokens.push(text[..length].to_owned());
            rest = text[length..].to_owned();
        }
        Self { tokens, at: 0 }
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].clone()
    }

    fn takes(&mut self, token: &str) -> bool {
        let is_next = self.tokens.get(self.at).is_some_and(|next| next == token);
        self.at += usize::from(is_next);
        is_next
    }

    fn must(&mut self, token: &str) {
        assert!(self.takes(token), "{token} is missing before {:?}", self.tokens.get(self.at));
    }

    pub(crate) fn types(mut self) -> BTreeMap<String, Type> {
        let mut types: BTreeMap<String, Type> = BTreeMap::new();
        while self.at < self.tokens.len() {
            let is_interface = self.next() == "interface";
            let name = self.next();
            let mut fields = Vec::new();
            if self.takes("extends") {
                let Some(Type::Object(base)) = types.get(&self.next()) else { panic!("{name}") };
                fields.clone_from(base);
            }
            let kind = if is_interface {
                self.must("{");
                fields.extend(self.fields());
                Type::Object(fields)
            } else {
                self.must("=");
                let kind = self.any_of();
                self.must(";");
                kind
            };
            types.insert(name, kind);
        }
        types
    }

    fn fields(&mut self) -> Vec<Field> {
        let mut fields = Vec::new();
        while !self.takes("}") {
            let name = self.next();
            let is_optional = self.takes("?");
            self.must(":");
            fields.push(Field { name, is_optional, kind: self.any_of() });
            self.takes(";");
        }
        fields
    }

    fn any_of(&mut self) -> Type {
        let mut kinds = vec![self.one()];
        while self.takes("|") {
            kinds.push(self.one());
        }
        if kinds.len() == 1 { kinds.remove(0) } else { Type::AnyOf(kinds) }
    }

    fn one(&mut self) -> Type {
        let token = self.next();
        let mut kind = match token.as_str() {
            "string" => Type::Text,
            "number" => Type::Number,
            "boolean" => Type::Truth,
            "object" => Type::Opaque,
            "null" => Type::Null,
            "{" => Type::Object(self.fields()),
            "(" => {
                let kind = self.any_of();
                self.must(")");
                kind
            }
            "[" => {
                let mut kinds = vec![self.any_of()];
                while self.takes(",") {
                    kinds.push(self.any_of());
                }
                self.must("]");
                Type::Tuple(kinds)
            }
            "Record" => {
                self.must("<");
                self.must("string");
                self.must(",");
                let kind = self.any_of();
                self.must(">");
                Type::Record(Box::new(kind))
            }
            word if word.starts_with('"') => Type::Word(word.trim_matches('"').to_owned()),
            name => Type::Named(name.to_owned()),
        };
        while self.takes("[") {
            self.must("]");
            kind = Type::List(Box::new(kind));
        }
        kind
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut text = lines.collect::<Vec<_>>().join("\n");
    while let Some(start) = text.find("/*") {
        let end = start + text[start..].find("*/").unwrap() + 2;
        text.replace_range(start..end, "");
    }
    text
}
