//! The page of a run: what is said, in which order.

use iogram_model::{Finding, Run, RunState, Verdict};

use crate::figures::is_virtual;
use crate::group::groups;
use crate::head::Head;
use crate::locale::Locale;
use crate::sheet::{Audience, Block, Judgement, Section, Sheet, named};
use crate::{
    capacity, card_sheet, course, disks, facts, format, geometry, grid, health, load, marks,
    notes, over_time, power, purges, rests, results, tables,
};

impl Sheet {
    pub(crate) fn new(run: &Run, audience: Audience, locale: &Locale) -> Self {
        let groups = groups(run);
        let notes = notes::collect(run, &groups);
        let mut sections: Vec<Section> = purges::section(run).into_iter().collect();
        sections.extend(capacity::section(run));
        // A purge alone measures nothing, and that needs no saying.
        let is_empty = sections.is_empty() && run.probes.is_empty();
        // What it means and what is odd comes before what was measured.
        sections.extend(card_sheet::section(run));
        sections.extend(marks::section(&run.findings));
        sections.extend(verdicts(&run.findings));
        sections.extend(geometry::sections(run));
        sections.extend(course::cache_section(&run.findings));
        sections.extend(course::stalls_section(&run.findings));
        sections.extend(course::slow_section(&run.findings));
        if !notes.texts.is_empty() {
            let blocks = vec![Block::Numbered(notes.texts.clone())];
            sections.push(Section { title: "Warnings".into(), blocks });
        }
        if is_empty || !groups.is_empty() {
            sections.push(results::section(run, &groups, &notes));
        }
        sections.extend(grid::iozone_section(run, &groups));
        sections.extend(results::runs_section(&groups, &run.findings));
        sections.extend(over_time::section(&groups));
        sections.extend(tables::sections(run));
        sections.extend(rests::section(run));
        sections.extend(health::section(&groups));
        sections.extend(disks::section(&groups));
        sections.extend(power::section(&groups));
        sections.extend(load::section(&groups));
        let mut head = run.headline.as_ref().map(|headline| Head::new(headline, locale));
        // What is published leaves the terminal on which everybody saw that nothing was plugged in.
        let simulated = locale.text("verdict-simulated");
        if let Some(head) = head.as_mut().filter(|_| audience == Audience::Public)
            && is_virtual(run)
            && !head.lines.iter().any(|line| line.contains(&simulated))
        {
            head.lines.push(simulated);
        }
        Self {
            head,
            title: format!("iogram {}: {}", run.method.id, run.method.title),
            subtitle: facts::subtitle(run),
            alarm: alarm(run.state),
            facts: named(facts::list(run, audience)),
            sections,
        }
    }
}

fn alarm(state: RunState) -> Option<String> {
    let text = match state {
        RunState::Completed => return None,
        RunState::Interrupted => {
            "INTERRUPTED: stopped before the end. What is missing below was not measured."
        }
        RunState::Failed => {
            "FAILED: stopped because a cell could not go on. What is missing below was not measured."
        }
        RunState::Running => {
            "NOT ENDED: still running, or ended by a crash or a power cut. What is missing below was \
             not measured."
        }
        RunState::Unknown => {
            "ENDED IN A WAY that this version does not know. What is missing below was not measured."
        }
    };
    Some(text.to_owned())
}

pub(crate) fn verdicts(findings: &[Finding]) -> Option<Section> {
    let blocks: Vec<Block> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::Rule(rule) => Some(rule),
            _ => None,
        })
        .map(|rule| {
            let name = format::figure_name(&rule.figure);
            let relation = if rule.is_upper_limit { "below" } else { "at least" };
            let limit = format::figure(&rule.figure, Some(rule.limit));
            let measured = match rule.measured {
                Some(value) => format::figure(&rule.figure, Some(value)),
                None => "unknown".to_owned(),
            };
            let subject = format!("{name} of {} in {}", rule.operation.name(), rule.cell);
            let details = [
                Some(format!("{subject}: {measured}; the rule asks for {relation} {limit}")),
                (rule.verdict == Verdict::Unknown).then(|| evidence(&rule.figure)),
                Some(format!("source: {}", rule.source)),
            ];
            Block::Judgement(Judgement::new(
                rule.verdict,
                format!("{}: {}", rule.rule, rule.title),
                details.into_iter().flatten().collect(),
            ))
        })
        .collect();
    (!blocks.is_empty()).then_some(Section { title: "Verdicts".into(), blocks })
}

/// What a verdict on this figure takes. A quantile q takes 10/(1-q) requests.
fn evidence(figure: &str) -> String {
    let requests = match figure {
        "latency_p50_ns" => "20",
        "latency_p90_ns" => "100",
        "latency_p99_ns" => "1000",
        "latency_p999_ns" => "10000",
        "latency_p9999_ns" => "100000",
        "latency_p99999_ns" => "1000000",
        _ => return "a verdict takes repetitions that all completed".to_owned(),
    };
    format!("a verdict takes repetitions that all completed with at least {requests} requests")
}
