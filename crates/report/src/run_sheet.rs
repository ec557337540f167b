//! The page of a run: its contents and their order.

use iogram_model::{Finding, RuleVerdict, Run, RunState, Verdict};

use crate::figures::is_virtual;
use crate::group::groups;
use crate::head::Head;
use crate::locale::{Locale, say};
use crate::sheet::{Audience, Block, Judgement, Section, SectionKind, Sheet, localized_facts};
use crate::statement::statement_text;
use crate::{
    boots, capacity, card_sheet, course, diagnosis, disks, facts, format, found, geometry,
    grid, health, load, marks, notes, over_time, power, purges, rests, results, scores, search,
    standard, tables,
};

impl Sheet {
    pub(crate) fn new(run: &Run, audience: Audience, locale: &Locale) -> Self {
        let groups = groups(run);
        let notes = notes::collect(run, &groups, locale);
        let mut sections: Vec<Section> = diagnosis::section(run, locale).into_iter().collect();
        sections.extend(purges::section(run, locale));
        sections.extend(capacity::section(run, locale));
        // A purge alone measures nothing, which is obvious.
        let is_empty = sections.is_empty() && run.probes.is_empty();
        // The meaning and the warnings come before the measurements.
        sections.extend(standard::section(run, audience, locale));
        sections.extend(card_sheet::section(run, locale));
        sections.extend(marks::section(&run.findings, locale));
        sections.extend(verdicts(run, locale));
        sections.extend(geometry::sections(run, locale));
        sections.extend(course::cache_section(&run.findings, locale));
        sections.extend(course::stalls_section(&run.findings, locale));
        sections.extend(course::slow_section(&run.findings, locale));
        if !notes.texts.is_empty() {
            let blocks = vec![Block::Numbered(notes.texts.clone())];
            sections.push(Section::new(SectionKind::Warnings, locale, blocks));
        }
        let are_boots = boots::are_all(&groups);
        if are_boots {
            sections.push(boots::section(run, &groups, locale));
        } else if is_empty || !groups.is_empty() {
            sections.push(results::section(run, &groups, &notes, locale));
        }
        sections.extend(grid::iozone_section(run, &groups, locale));
        let each = results::runs_section(&groups, &run.findings, locale);
        sections.extend(each.filter(|_| !are_boots));
        let times = results::times_section(&groups, &run.findings, locale);
        sections.extend(times.filter(|_| !are_boots));
        sections.extend(over_time::section(&groups, locale));
        sections.extend(tables::sections(run, locale));
        sections.extend(scores::section(run, locale));
        sections.extend(search::section(run, locale));
        sections.extend(search::beside_section(&groups, locale));
        sections.extend(found::sections(run, locale));
        sections.extend(rests::section(run, locale));
        sections.extend(health::section(&groups, locale));
        sections.extend(disks::section(&groups, locale));
        sections.extend(power::section(&groups, locale));
        sections.extend(match are_boots {
            true => Some(boots::how(run, &groups, locale)),
            false => load::section(&groups, locale),
        });
        let mut head = run.headline.as_ref().map(|headline| Head::new(headline, locale));
        // A published page leaves the terminal on which the user knew that the drive is simulated.
        let simulated = locale.text("verdict-simulated");
        if let Some(head) = head.as_mut().filter(|_| audience == Audience::Public)
            && is_virtual(run)
            && !head.lines.iter().any(|line| line.contains(&simulated))
        {
            head.lines.push(simulated);
        }
        Self {
            head,
            title: format!("iogram {}: {}", run.method.id, locale.method_title(&run.method)),
            subtitle: facts::subtitle(run, locale),
            alarm: alarm(run.state, locale),
            facts: localized_facts(facts::list(run, audience, locale), locale),
            sections,
        }
    }
}

fn alarm(state: RunState, locale: &Locale) -> Option<String> {
    match state {
        RunState::Completed => None,
        RunState::Interrupted => Some(say!(locale, "alarm-interrupted")),
        RunState::Failed => Some(say!(locale, "alarm-failed")),
        RunState::Running => Some(say!(locale, "alarm-running")),
        RunState::Unknown => Some(say!(locale, "alarm-unknown")),
    }
}

pub(crate) fn verdicts(run: &Run, locale: &Locale) -> Option<Section> {
    let blocks: Vec<Block> = run
        .findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::Rule(rule) => Some(rule),
            _ => None,
        })
        .map(|rule| {
            let details = [
                Some(measured_and_asked(rule, locale)),
                judged(rule, locale),
                (rule.verdict == Verdict::Unknown).then(|| match &rule.disturbed {
                    Some(why) => {
                        say!(locale, "verdict-takes-quiet", why = statement_text(why, locale))
                    }
                    None => evidence(&rule.figure, locale),
                }),
                Some(say!(locale, "detail-source", source = rule.source)),
            ];
            let details = details.into_iter().flatten().collect();
            let title = match run.rule_title_key(&rule.rule) {
                Some(key) => locale.title(&key, &rule.title),
                None => rule.title.clone(),
            };
            let title = format!("{}: {title}", rule.rule);
            Block::Judgement(Judgement::new(rule.verdict, title, details, locale))
        })
        .collect();
    (!blocks.is_empty()).then_some(Section::new(SectionKind::Verdicts, locale, blocks))
}

/// The figure of a rule, and its limit.
fn measured_and_asked(rule: &RuleVerdict, locale: &Locale) -> String {
    let figure = format::figure_name(&rule.figure, locale);
    let operation = format::operation_name(rule.operation, locale);
    let limit = format::figure(&rule.figure, Some(rule.limit), locale);
    let measured = match rule.measured {
        Some(value) => {
            let value = format::figure(&rule.figure, Some(value), locale);
            format::bounded(value, rule.bound, locale)
        }
        None => say!(locale, "unknown"),
    };
    let cell = &rule.cell;
    let (figure, measured) = (figure.as_str(), measured.as_str());
    if rule.is_upper_limit {
        say!(
            locale,
            "rule-asks-below",
            figure = figure,
            operation = operation,
            cell = cell,
            measured = measured,
            limit = limit
        )
    } else {
        say!(
            locale,
            "rule-asks-least",
            figure = figure,
            operation = operation,
            cell = cell,
            measured = measured,
            limit = limit
        )
    }
}

/// The judged repetition, if the tables only have one number for all of them; `None` for a single one.
fn judged(rule: &RuleVerdict, locale: &Locale) -> Option<String> {
    let (count, all) = rule.repetition_count.filter(|count| *count > 1).zip(rule.overall)?;
    let all = format::figure(&rule.figure, Some(all), locale);
    Some(say!(locale, "rule-judged-worst", count = count, all = all))
}

/// The evidence that a verdict on this figure needs. A quantile q needs 10/(1-q) requests.
fn evidence(figure: &str, locale: &Locale) -> String {
    let requests = match figure {
        "latency_p50_ns" => "20",
        "latency_p90_ns" => "100",
        "latency_p99_ns" => "1000",
        "latency_p999_ns" => "10000",
        "latency_p9999_ns" => "100000",
        "latency_p99999_ns" => "1000000",
        _ => return say!(locale, "verdict-takes-repetitions"),
    };
    say!(locale, "verdict-takes-requests", count = requests)
}
