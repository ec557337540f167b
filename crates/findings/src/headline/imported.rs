//! Statements about another tool's results: the rates that come first here, and a note that iogram did not measure
//! them.

use std::collections::BTreeSet;

use iogram_model::{
    Argument, DriveWarning, ImportedEvidence, ImportedHealth, ImportedOrder, ImportedResult,
    Message, MessageId, OpKind, Run, Severity,
};

use super::Statement;
use crate::same_work::are_repeats;

pub(super) fn of(run: &Run) -> Vec<Statement> {
    run.imports().flat_map(statements).collect()
}

fn statements(evidence: &ImportedEvidence) -> Vec<Statement> {
    let count = |count: usize| Argument::Count(count as u64);
    let tool = match &evidence.version {
        Some(version) => format!("{} {version}", evidence.tool),
        None => evidence.tool.clone(),
    };
    let tool = Argument::Name(tool);
    let mut said = errors(evidence, &tool);
    if evidence.results.is_empty() {
        said.extend(health(evidence, &tool));
        let values = [tool, count(evidence.facts.len())];
        let message = Message::new(MessageId::ImportedSays, values);
        said.push(Statement::new(Severity::Measured, message));
        return said;
    }
    let mut messages: Vec<Message> =
        [in_order(evidence), at_random(evidence)].into_iter().flatten().collect();
    if messages.is_empty() {
        messages.extend(first(evidence));
    }
    if evidence.results.iter().all(|it| !it.is_of_drive) {
        messages.push(Message::new(MessageId::ImportedNoDrive, [tool.clone()]));
    }
    let values = [tool, count(evidence.results.len())];
    messages.push(Message::new(MessageId::ImportedFrom, values));
    said.extend(messages.into_iter().map(|it| Statement::new(Severity::Measured, it)));
    said
}

/// The contents of another tool's tables without any conclusions; `None` for a run of iogram itself.
pub(super) fn tables(run: &Run) -> Option<Statement> {
    let count = run.probes.len() as u64;
    let message = || Message::new(MessageId::ImportedTables, [Argument::Count(count)]);
    (run.import.is_some() && count > 0).then(|| Statement::new(Severity::Measured, message()))
}

/// Requests that the drive failed. A drive that fails any cannot be trusted with data.
fn errors(evidence: &ImportedEvidence, tool: &Argument) -> Vec<Statement> {
    if evidence.errors.is_empty() {
        return Vec::new();
    }
    let all = Argument::Name(evidence.errors.join("; "));
    let message = Message::new(MessageId::ImportedErrors, [tool.clone(), all]);
    vec![Statement::new(Severity::Failed, message)]
}

/// The drive's own health data. A used-up life is not a failure: the maker expects it.
fn health(evidence: &ImportedEvidence, tool: &Argument) -> Vec<Statement> {
    let Some(health) = &evidence.health else { return Vec::new() };
    let said = |severity, id| Statement::new(severity, Message::new(id, [tool.clone()]));
    let failing = (health.is_passed == Some(false))
        .then(|| said(Severity::Failed, MessageId::ImportedFailing));
    let warns = (health.is_warning == Some(true)).then(|| match warned_of(health) {
        None => said(Severity::Caution, MessageId::ImportedWarns),
        Some(what) => {
            let message = Message::new(MessageId::ImportedWarnsOf, [tool.clone(), what]);
            Statement::new(Severity::Caution, message)
        }
    });
    // A drive that warns has not passed its self-assessment.
    let passed = (health.is_passed == Some(true) && warns.is_none())
        .then(|| said(Severity::Measured, MessageId::ImportedPassed));
    let life = health.life_used_ratio.map(|ratio| {
        let severity = if ratio >= 1.0 { Severity::Caution } else { Severity::Measured };
        let id = match health.is_life_at_most {
            Some(true) => MessageId::ImportedLifeAtMost,
            _ => MessageId::ImportedLife,
        };
        let message = Message::new(id, [Argument::Ratio(ratio)]);
        Statement::new(severity, message)
    });
    failing.into_iter().chain(warns).chain(passed).chain(life).collect()
}

/// All warnings of a drive, joined; `None` if it reports none.
fn warned_of(health: &ImportedHealth) -> Option<Argument> {
    let one = |it: &DriveWarning| {
        let id = match it {
            DriveWarning::Spare => {
                let told = health.spare_ratio.zip(health.spare_threshold_ratio);
                if let Some((spare, threshold)) = told.filter(|(spare, least)| spare < least) {
                    let both = [Argument::Ratio(spare), Argument::Ratio(threshold)];
                    return Some(Message::new(MessageId::ImportedWarnsSpareBelow, both));
                }
                MessageId::ImportedWarnsSpare
            }
            DriveWarning::Temperature => MessageId::ImportedWarnsTemperature,
            DriveWarning::Reliability => MessageId::ImportedWarnsReliability,
            DriveWarning::ReadOnly => MessageId::ImportedWarnsReadOnly,
            DriveWarning::Backup => MessageId::ImportedWarnsBackup,
            DriveWarning::PersistentMemory => MessageId::ImportedWarnsMemory,
            _ => return None,
        };
        Some(Message::plain(id))
    };
    let all = health.warns_of.iter().filter_map(one);
    let join = |one: Message, other: Message| {
        Message::new(MessageId::ImportedWarnsAnd, [one.into(), other.into()])
    };
    all.reduce(join).map(Argument::from)
}

/// The place of a result: its name and its line.
type Place<'a> = (&'a str, Option<u64>);

fn place(result: &ImportedResult) -> Place<'_> {
    (&result.name, result.line_index)
}

/// Places with simultaneous reads and writes: neither is the drive's read or write rate. For the results of `kind`,
/// these are the places that have the other kind, too.
fn mixes(evidence: &ImportedEvidence, kind: OpKind) -> BTreeSet<Place<'_>> {
    let other = match kind {
        OpKind::Read => OpKind::Write,
        OpKind::Write => OpKind::Read,
        OpKind::Flush | OpKind::Discard => return BTreeSet::new(),
    };
    evidence.results.iter().filter(|it| it.operation == Some(other)).map(place).collect()
}

/// The best figure of the matching results; of repeated work the mean. Results that may come from the page cache are
/// never a drive's.
fn best(
    evidence: &ImportedEvidence,
    (figure, kind): (&str, OpKind),
    is_meant: impl Fn(&ImportedResult) -> bool,
) -> Option<f64> {
    let mixes = mixes(evidence, kind);
    let meant = evidence.results.iter().filter(|it| {
        it.is_of_drive
            && it.excluded.is_none()
            && it.is_direct == Some(true)
            && it.limits.is_empty()
            && it.operation == Some(kind)
            && !mixes.contains(&place(it))
            && is_meant(it)
    });
    let meant: Vec<(&ImportedResult, f64)> = meant
        .filter_map(|it| Some((it, it.figures.get(figure).copied().filter(|it| *it > 0.0)?)))
        .collect();
    let mut means: Vec<(&ImportedResult, Vec<f64>)> = Vec::new();
    for (result, value) in meant {
        match means.iter_mut().find(|(first, _)| are_repeats(first, result)) {
            Some((_, values)) => values.push(value),
            None => means.push((result, vec![value])),
        }
    }
    means.iter().filter_map(|(_, values)| iogram_stats::mean(values)).max_by(f64::total_cmp)
}

fn in_order(evidence: &ImportedEvidence) -> Option<Message> {
    let rate = |kind| {
        let is_meant = |it: &ImportedResult| it.order == Some(ImportedOrder::Sequential);
        best(evidence, ("bytes_per_s", kind), is_meant).map(Argument::BytesPerS)
    };
    Some(match (rate(OpKind::Read), rate(OpKind::Write)) {
        (Some(read), Some(write)) => Message::new(MessageId::SpeedBoth, [read, write]),
        (Some(read), None) => Message::new(MessageId::SpeedRead, [read]),
        (None, Some(write)) => Message::new(MessageId::SpeedWrite, [write]),
        (None, None) => return None,
    })
}

/// 4 KiB, one request at a time.
fn at_random(evidence: &ImportedEvidence) -> Option<Message> {
    let block = Argument::Bytes(4096);
    let rate = |kind| {
        let is_meant = |it: &ImportedResult| {
            let is_single = it.depth == Some(1) && it.job_count.is_none_or(|count| count == 1);
            it.order == Some(ImportedOrder::Random) && it.block_bytes == Some(4096) && is_single
        };
        best(evidence, ("iops", kind), is_meant).map(Argument::Iops)
    };
    Some(match (rate(OpKind::Read), rate(OpKind::Write)) {
        (Some(read), Some(write)) => Message::new(MessageId::RandomBoth, [block, read, write]),
        (Some(read), None) => Message::new(MessageId::RandomRead, [block, read]),
        (None, Some(write)) => Message::new(MessageId::RandomWrite, [block, write]),
        (None, None) => return None,
    })
}

/// The first figure, by the tool's own name for it, with its subject and its limits.
fn first(evidence: &ImportedEvidence) -> Option<Message> {
    let results =
        || evidence.results.iter().filter(|it| it.is_of_drive && it.excluded.is_none());
    let mean = |it: &ImportedResult| it.figures.get("latency_mean_ns").copied();
    // A tool with one request at a time is about latency.
    let is_of_times = evidence.tool == "ioping";
    let by_rate = results().find_map(|it| Some((it, rate_of(it)?))).filter(|_| !is_of_times);
    let Some((found, rate)) = by_rate else {
        let (found, time) = results().find_map(|it| Some((it, mean(it)?)))?;
        let time = Argument::Figure { name: "latency_mean_ns".to_owned(), value: time };
        return Some(Message::new(MessageId::ImportedLatency, [named(found), time]));
    };
    let other = |kind| {
        let same = results().filter(|it| place(it) == place(found));
        same.filter(|it| it.operation == Some(kind)).find_map(rate_of)
    };
    if let (Some(read), Some(write)) = (other(OpKind::Read), other(OpKind::Write)) {
        let name = Argument::Name(found.name.clone());
        return Some(Message::new(MessageId::ImportedMixed, [name, read, write]));
    }
    if !found.limits.is_empty() {
        let limits = Argument::Name(found.limits.join(", "));
        return Some(Message::new(MessageId::ImportedLimited, [named(found), rate, limits]));
    }
    let id = match found.is_direct {
        Some(false) => MessageId::ImportedCached,
        _ => MessageId::ImportedOne,
    };
    Some(Message::new(id, [named(found), rate]))
}

/// Its rate in bytes, or in requests if it has no other.
fn rate_of(result: &ImportedResult) -> Option<Argument> {
    let figure = |name: &str| result.figures.get(name).copied().filter(|it| *it > 0.0);
    figure("bytes_per_s")
        .map(Argument::BytesPerS)
        .or_else(|| figure("iops").map(Argument::Iops))
}

/// Its name, with the operation unless the name includes it.
fn named(result: &ImportedResult) -> Argument {
    let name = result.name.as_str();
    let lower = name.to_ascii_lowercase();
    let plain = Argument::Name(name.to_owned());
    let Some(kind) = result.operation.filter(|it| !lower.contains(it.name())) else {
        return plain;
    };
    let id = match kind {
        OpKind::Read => MessageId::ImportedNameRead,
        OpKind::Write => MessageId::ImportedNameWrite,
        OpKind::Flush => MessageId::ImportedNameFlush,
        OpKind::Discard => MessageId::ImportedNameDiscard,
    };
    Message::new(id, [plain]).into()
}

#[cfg(test)]
mod tests {
    use iogram_model::Exclusion;

    use super::*;

    fn result(name: &str, line_index: u64, operation: OpKind, iops: f64) -> ImportedResult {
        ImportedResult {
            name: name.to_owned(),
            line_index: Some(line_index),
            operation: Some(operation),
            order: Some(ImportedOrder::Random),
            block_bytes: Some(4096),
            depth: Some(1),
            job_count: Some(1),
            is_direct: Some(true),
            is_of_drive: true,
            figures: [("iops".to_owned(), iops), ("bytes_per_s".to_owned(), iops * 4096.0)]
                .into(),
            ..ImportedResult::default()
        }
    }

    fn ids(results: Vec<ImportedResult>) -> Vec<MessageId> {
        let evidence = ImportedEvidence { results, ..ImportedEvidence::default() };
        statements(&evidence).into_iter().map(|it| it.message.id).collect()
    }

    #[test]
    fn reads_and_writes_at_the_same_time_are_no_rate_of_either() {
        let (read, write) = (OpKind::Read, OpKind::Write);
        let mixed = vec![result("mix", 7, read, 900.0), result("mix", 7, write, 300.0)];
        assert_eq!(ids(mixed), [MessageId::ImportedMixed, MessageId::ImportedFrom]);
        // One after the other in the same table, or with different names.
        for (name, line) in [("4K", 8), ("other", 7)] {
            let apart = vec![result("4K", 7, read, 900.0), result(name, line, write, 300.0)];
            assert_eq!(ids(apart), [MessageId::RandomBoth, MessageId::ImportedFrom], "{name}");
        }
    }

    #[test]
    fn repetitions_are_told_by_their_mean_and_the_fastest_kind_of_work_leads() {
        let again = |name: &str, line, iops| result(name, line, OpKind::Read, iops);
        let mut results =
            vec![again("dd", 1, 300.0), again("dd #2", 2, 500.0), again("dd #3", 3, 400.0)];
        let told = |results: &[ImportedResult]| {
            let results = results.to_vec();
            let evidence = ImportedEvidence { results, ..ImportedEvidence::default() };
            statements(&evidence).remove(0).message.arguments["read"].clone()
        };
        assert_eq!(told(&results), Argument::Iops(400.0));
        results.push(again("other", 4, 410.0));
        assert_eq!(told(&results), Argument::Iops(410.0), "another piece of work");
        let excluded = Exclusion { reason: "cold".to_owned(), excluded_at_us: 1 };
        results[0].excluded = Some(Box::new(excluded));
        assert_eq!(told(&results), Argument::Iops(450.0), "one was left out");
    }

    #[test]
    fn what_held_a_result_back_is_said_and_it_is_no_figure_of_the_drive() {
        let (one, limited) = (MessageId::ImportedFrom, MessageId::ImportedLimited);
        let plain = result("a", 1, OpKind::Write, 200.0);
        assert_eq!(ids(vec![plain.clone()]), [MessageId::RandomWrite, one]);
        let limits = vec!["rate_iops=200".to_owned()];
        let held = ImportedResult { limits, ..plain.clone() };
        assert_eq!(ids(vec![held]), [limited, one]);
        let cached = ImportedResult { is_direct: Some(false), ..plain.clone() };
        assert_eq!(ids(vec![cached]), [MessageId::ImportedCached, one]);
        let memory = ImportedResult { is_of_drive: false, ..plain };
        assert_eq!(ids(vec![memory]), [MessageId::ImportedNoDrive, one]);
    }

    #[test]
    fn what_a_drive_says_of_itself_comes_before_the_number_of_facts() {
        let said = |is_passed, is_warning| {
            let health = ImportedHealth { is_passed, is_warning, ..ImportedHealth::default() };
            let evidence = ImportedEvidence {
                health: Some(Box::new(health)),
                ..ImportedEvidence::default()
            };
            let said = statements(&evidence);
            let ids: Vec<_> = said.into_iter().map(|it| it.message.id).collect();
            ids
        };
        let (says, passed) = (MessageId::ImportedSays, MessageId::ImportedPassed);
        assert_eq!(said(Some(true), None), [passed, says]);
        assert_eq!(said(Some(true), Some(false)), [passed, says]);
        assert_eq!(said(Some(true), Some(true)), [MessageId::ImportedWarns, says]);
        assert_eq!(said(Some(false), None), [MessageId::ImportedFailing, says]);
        assert_eq!(said(None, None), [says], "nothing said is no verdict");
    }

    #[test]
    fn requests_that_failed_are_the_answer() {
        let evidence = ImportedEvidence {
            tool: "dd".to_owned(),
            errors: vec!["error reading '/dev/x': Input/output error".to_owned()],
            results: vec![result("dd read", 2, OpKind::Read, 9.0)],
            ..ImportedEvidence::default()
        };
        let said = statements(&evidence);
        let gravest = said.iter().max_by_key(|it| it.severity).unwrap();
        assert_eq!(gravest.message.id, MessageId::ImportedErrors);
        let told = gravest.message.arguments.get("errors").and_then(Argument::plain);
        assert_eq!(told.as_deref(), Some("error reading '/dev/x': Input/output error"));
    }

    #[test]
    fn who_measures_times_is_answered_in_times() {
        let figures = [("latency_mean_ns", 2e5), ("bytes_per_s", 2e7)];
        let figures = figures.map(|(name, value)| (name.to_owned(), value)).into();
        let only = ImportedResult { figures, is_of_drive: true, ..ImportedResult::default() };
        for (tool, id) in
            [("ioping", MessageId::ImportedLatency), ("fio", MessageId::ImportedOne)]
        {
            let results = vec![only.clone()];
            let evidence = ImportedEvidence {
                tool: tool.to_owned(),
                results,
                ..ImportedEvidence::default()
            };
            assert_eq!(statements(&evidence)[0].message.id, id);
        }
    }
}
