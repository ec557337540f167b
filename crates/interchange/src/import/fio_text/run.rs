//! Facts about the jobs of one run of fio before their figures: from its command line, from its printed options, and
//! from its line of progress. They do not apply to the next run.

use std::collections::{BTreeMap, BTreeSet};

use super::asked::{Asked, Head, Section};
use super::command::{Command, Wish};

/// The facts about one job.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    pub(super) name: Option<String>,
    pub(super) asked: Asked,
    /// Whether fio itself printed the options.
    pub(super) is_printed: bool,
    pub(super) jobs: Option<u32>,
    pub(super) is_direct: Option<bool>,
    pub(super) limits: Vec<String>,
}

/// A job among those of one run.
pub(super) type Process = (String, String, String);

/// A run of fio.
#[derive(Debug, Default)]
pub(super) struct Run {
    command: Command,
    /// By group and name.
    sections: BTreeMap<(String, String), Asked>,
    /// The common options of all sections of a group.
    groups: BTreeMap<String, Asked>,
    /// The rate limit of the jobs in the line of progress.
    limit: Option<String>,
    seen: BTreeSet<Process>,
    /// The computers of a client print their ends one after the other.
    is_of_client: bool,
    /// Whether a heading or a rate was read.
    is_begun: bool,
    is_over: bool,
    /// Number of printed states.
    pub(super) states: u64,
}

impl Run {
    pub(super) fn of(command: Command) -> Self {
        Self { command, ..Self::default() }
    }

    /// Whether a line that fio prints at the beginning of a run begins another one.
    pub(super) const fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// Whether this heading cannot belong to a job of this run.
    pub(super) fn is_over_for(&self, head: &Head<'_>) -> bool {
        let is_seen = || process_of(head).is_some_and(|it| self.seen.contains(&it));
        self.is_over && !self.is_of_client && !is_seen()
    }

    pub(super) fn end(&mut self) {
        self.is_over = self.is_begun;
        self.states = self.states.saturating_add(1);
    }

    pub(super) fn section(&mut self, section: Section<'_>) {
        let Section { name, group, asked, is_of_client } = section;
        self.is_of_client |= is_of_client;
        let add = |known: &mut Asked| known.agree(&asked);
        let group = group.to_owned();
        self.groups.entry(group.clone()).and_modify(add).or_insert_with(|| asked.clone());
        let its = self.sections.entry((group, name.to_owned()));
        its.and_modify(add).or_insert_with(|| asked.clone());
    }

    /// `Jobs: 1 (f=1), CR=5000/0 IOPS: [W(1)]`.
    pub(super) fn progress(&mut self, text: &str) {
        let limit = text
            .split_once("(f=")
            .and_then(|it| it.1.split_once(')'))
            .and_then(|it| it.1.strip_prefix(", "))
            .and_then(|it| it.split_once(": ["))
            .map(|it| it.0.trim())
            // Arbitrary: longer than both kinds of rates with their units.
            .filter(|it| !it.is_empty() && it.len() < 80);
        if limit.is_some() && self.is_over && limit != self.limit.as_deref() {
            *self = Self::default();
        }
        let is_other = self.limit.is_none();
        if let Some(limit) = limit.filter(|_| is_other) {
            self.limit = Some(limit.to_owned());
        }
    }

    /// The facts about the job that this heading begins.
    pub(super) fn begin(&mut self, head: &Head<'_>) -> Known {
        self.is_begun = true;
        self.seen.extend(process_of(head));
        let wish = self.command.of(head.name, head.jobs);
        let is_alone = self.command.is_alone(head.name, head.jobs);
        let own = self.sections.get(&(head.group.to_owned(), head.name.to_owned()));
        let its = own.and_then(|own| match is_alone {
            true => Some(own),
            // A group with a common report has the name of its first job.
            false => self.groups.get(head.group),
        });
        Known {
            name: Some(head.name.to_owned()),
            jobs: head.jobs,
            ..self.known(its, wish.unwrap_or_default())
        }
    }

    /// The facts about a job without a heading: those of the first one, if it is the only one.
    pub(super) fn headless(&mut self) -> Known {
        if std::mem::replace(&mut self.is_begun, true) || self.is_over {
            return Known::default();
        }
        let mut sections = self.sections.iter();
        let section = sections.next().filter(|_| self.sections.len() == 1);
        let printed = section.map(|it| it.0.1.as_str());
        let name = printed.or(self.command.name()).map(str::to_owned);
        let is_one = self.sections.len() <= 1;
        let wish = name.as_deref().and_then(|it| self.command.of(it, None));
        let wish = wish.filter(|_| is_one).or_else(|| self.command.of("", None));
        let jobs = wish.as_ref().and_then(|it| it.jobs);
        let known = self.known(section.map(|it| it.1), wish.unwrap_or_default());
        Known { name: name.filter(|_| is_one), jobs, ..known }
    }

    fn known(&self, printed: Option<&Asked>, wish: Wish) -> Known {
        let mut limits = wish.limits;
        let is_told = limits.iter().any(|it| it.starts_with("rate"));
        limits.extend(self.limit.clone().filter(|_| !is_told));
        let mut asked = printed.cloned().unwrap_or(wish.asked.clone());
        asked.is_null |= wish.asked.is_null;
        Known {
            name: None,
            asked,
            is_printed: printed.is_some(),
            jobs: None,
            is_direct: wish.is_direct,
            limits,
        }
    }
}

/// The process of a heading; `None` if fio does not print it.
pub(super) fn process_of(head: &Head<'_>) -> Option<Process> {
    let own = |it: &str| it.to_owned();
    head.pid.map(|pid| (own(head.name), own(head.group), own(pid)))
}
