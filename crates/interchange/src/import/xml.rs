//! The subset of XML that results of benchmarks need: elements with text. Source: XML 1.0, sections 2 and 4.6.

use super::refusal::{Reason, Refusal};
use iogram_model::{Text, text};

/// Receives the elements of a text.
pub(super) trait Elements {
    /// The last element of this path begins.
    fn begin(&mut self, path: &[&str], xml: &mut Xml<'_>);

    /// The element ends; `text` is its contents.
    fn end(&mut self, path: &[&str], text: &str, xml: &mut Xml<'_>) -> Result<(), Refusal>;
}

/// An element within a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    text: &'a str,
    /// The line in which it begins, from 1.
    line: u64,
}

/// Consecutive elements with the name `root`. The last one may lack its end.
pub(super) fn each<'a>(text: &'a str, root: &str) -> impl Iterator<Item = Part<'a>> {
    let (begin, end) = (format!("<{root}>"), format!("</{root}>"));
    let (mut rest, mut line) = (text, 1_u64);
    let ends_of_lines = |text: &str| text.matches('\n').count() as u64;
    std::iter::from_fn(move || {
        let (before, after) = rest.split_at_checked(rest.find(&begin)?)?;
        let length = after.find(&end).map_or(after.len(), |at| at.saturating_add(end.len()));
        let (text, behind) = after.split_at_checked(length)?;
        line = line.saturating_add(ends_of_lines(before));
        let part = Part { text, line };
        line = line.saturating_add(ends_of_lines(text));
        rest = behind;
        Some(part)
    })
}

/// Passes the element `part` with the name `root` and all elements in it to `elements`.
pub(super) fn walk(
    part: Part<'_>,
    root: &str,
    elements: &mut impl Elements,
) -> Result<(), Refusal> {
    let mut xml = Xml::new(part);
    let mut path: Vec<&str> = Vec::new();
    let mut words = String::new();
    while let Some(event) = xml.next()? {
        match event {
            Event::Begin(name) if path.is_empty() && name != root => {}
            Event::Begin(name) => {
                path.push(name);
                words.clear();
                elements.begin(&path, &mut xml);
            }
            Event::Text(text) => words.push_str(&text),
            Event::End(_) if path.is_empty() => {}
            Event::End(name) if path.last() != Some(&name) => {
                return Err(xml.expected(name, text!("interchange-end-element-began-last")));
            }
            Event::End(_) => {
                elements.end(&path, words.trim(), &mut xml)?;
                words.clear();
                path.pop();
                if path.is_empty() {
                    return Ok(());
                }
            }
        }
    }
    Err(xml.cut_off())
}

/// The next part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Event<'a> {
    Begin(&'a str),
    Text(String),
    End(&'a str),
}

/// Parses a text from its first `<` on.
#[derive(Debug)]
pub(super) struct Xml<'a> {
    text: &'a str,
    at: usize,
    /// The end of an empty element, which directly follows its beginning.
    closing: Option<&'a str>,
    /// Number of line ends before `at`, and position of the last one.
    line_index: u64,
    line_at: usize,
}

impl<'a> Xml<'a> {
    const fn new(Part { text, line }: Part<'a>) -> Self {
        Self { text, at: 0, closing: None, line_index: line, line_at: 0 }
    }

    /// The current line, from 1.
    pub(super) fn line(&mut self) -> u64 {
        let passed = self.text.get(self.line_at..self.at).unwrap_or_default();
        let ends = passed.matches('\n').count() as u64;
        self.line_index = self.line_index.saturating_add(ends);
        self.line_at = self.at;
        self.line_index
    }

    /// The refusal that the text ends inside of an element.
    pub(super) fn cut_off(&mut self) -> Refusal {
        Refusal {
            line: self.line(),
            column: 1,
            reason: Reason::CutOff { what: text!("interchange-xml") },
        }
    }

    /// The refusal that `found` is not the expected text.
    pub(super) fn expected(&mut self, found: &str, expected: Text) -> Refusal {
        let line = self.line();
        let begin = self.text.get(..self.at).unwrap_or_default();
        let start = begin.rfind('\n').map_or(0, |it| it.saturating_add(1));
        let rest = self.text.get(start..).unwrap_or_default();
        let rest = rest.split('\n').next().unwrap_or_default();
        let before = rest.find(found).and_then(|it| rest.get(..it)).unwrap_or_default();
        let column = (before.chars().count() as u64).saturating_add(1);
        Refusal { line, column, reason: Reason::Expected { expected, found: found.to_owned() } }
    }

    /// `None` at the end of the text.
    fn next(&mut self) -> Result<Option<Event<'a>>, Refusal> {
        if let Some(name) = self.closing.take() {
            return Ok(Some(Event::End(name)));
        }
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            if rest.is_empty() {
                return Ok(None);
            }
            let Some(inside) = rest.strip_prefix('<') else {
                let end = rest.find('<').unwrap_or(rest.len());
                self.at = self.at.saturating_add(end);
                return Ok(Some(Event::Text(unescaped(rest.get(..end).unwrap_or_default()))));
            };
            for (begin, end) in [("!--", "-->"), ("?", "?>")] {
                if inside.starts_with(begin) {
                    let length = inside.find(end).ok_or_else(|| self.cut_off())?;
                    self.at = self
                        .at
                        .saturating_add(length)
                        .saturating_add(end.len())
                        .saturating_add(1);
                }
            }
            if inside.starts_with("!--") || inside.starts_with('?') {
                continue;
            }
            if let Some(text) = inside.strip_prefix("![CDATA[") {
                let length = text.find("]]>").ok_or_else(|| self.cut_off())?;
                self.at = self.at.saturating_add(length).saturating_add(12);
                return Ok(Some(Event::Text(
                    text.get(..length).unwrap_or_default().to_owned(),
                )));
            }
            let length = inside.find('>').ok_or_else(|| self.cut_off())?;
            self.at = self.at.saturating_add(length).saturating_add(2);
            let tag = inside.get(..length).unwrap_or_default();
            if tag.starts_with('!') {
                continue;
            }
            if let Some(name) = tag.strip_prefix('/') {
                return Ok(Some(Event::End(name.trim())));
            }
            let name = tag.trim_end_matches('/').split_whitespace().next().unwrap_or_default();
            if tag.ends_with('/') {
                self.closing = Some(name);
            }
            return Ok(Some(Event::Begin(name)));
        }
    }
}

fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let pairs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#039;", "'"),
        ("&amp;", "&"),
    ];
    pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}
