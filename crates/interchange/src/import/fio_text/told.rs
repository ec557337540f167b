//! Jobs that a text contains in fio's JSON, too: `--output-format=normal,json` prints both, and the text may contain
//! other outputs.

use std::collections::BTreeSet;

use super::asked::Head;
use super::rates::{elapsed_of, is_whole};
use super::{plain, unmarked};
use crate::import::line::lines;

/// Jobs by their names and times.
#[derive(Debug, Default)]
pub(in crate::import) struct Told {
    jobs: BTreeSet<(String, u64)>,
    times: BTreeSet<u64>,
}

impl Told {
    /// The jobs of a text with fio's JSON in it.
    fn of(text: &str) -> Self {
        let mut told = Self::default();
        let mut name = "";
        let mut parts = text.split('"');
        while let Some(part) = parts.next() {
            match part {
                "jobname" => name = parts.nth(1).unwrap_or_default(),
                "runtime" => {
                    let value = parts.clone().next().unwrap_or_default();
                    let value = value.trim_start_matches([' ', ':']);
                    let end = value.find(|it: char| !it.is_ascii_digit());
                    let millis = value.get(..end.unwrap_or(value.len()));
                    if let Some(millis) = millis.and_then(|it| it.parse().ok()) {
                        told.jobs.insert((name.to_owned(), millis));
                        told.times.insert(millis);
                    }
                }
                _ => {}
            }
        }
        told
    }

    /// Whether a rate belongs to such a job; without a name, an equal time suffices.
    pub(in crate::import) fn has(&self, name: Option<&str>, millis: u64) -> bool {
        match name {
            Some(name) => self.jobs.contains(&(name.to_owned(), millis)),
            None => self.times.contains(&millis),
        }
    }
}

/// The jobs in fio's JSON and its default output, for the reader of its terse output.
pub(in crate::import) fn told_elsewhere(text: &str) -> Told {
    let mut told = if has_json(text) { Told::of(text) } else { Told::default() };
    let mut name = None;
    for line in lines(text) {
        let text = unmarked(line.text);
        let text = plain(&text);
        if let Some(head) = Head::of(text) {
            name = Some(head.name.to_owned());
        }
        if let (Some(name), Some(millis)) = (&name, elapsed_of(text).filter(|_| is_whole(text)))
        {
            told.jobs.insert((name.clone(), millis));
        }
    }
    told
}

pub(super) fn has_json(text: &str) -> bool {
    text.contains("\"fio version\"")
}

/// The jobs in the JSON of a text; `None` if the text contains nothing else, or no JSON.
pub(super) fn told_beside(text: &str) -> Option<Told> {
    if !has_json(text) {
        return None;
    }
    let told = Told::of(text);
    let mut name = None;
    let has_more = lines(text).any(|line| {
        let text = unmarked(line.text);
        let text = plain(&text);
        if let Some(head) = Head::of(text) {
            name = Some(head.name.to_owned());
        }
        is_whole(text)
            && elapsed_of(text).is_some_and(|millis| !told.has(name.as_deref(), millis))
    });
    has_more.then_some(told)
}
