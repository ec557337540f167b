//! What another tool printed: the rates that this program would name first, and that it did not measure them.

use std::collections::BTreeSet;

use iogram_model::{
    Argument, Evidence, ImportedEvidence, ImportedOrder, ImportedResult, Message, MessageId,
    OpKind, Run, Severity,
};

use super::Statement;

pub(super) fn of(run: &Run) -> Vec<Statement> {
    let figures = |probe: &iogram_model::ProbeRecord| match &probe.evidence {
        Evidence::Imported(evidence) => Some(evidence.clone()),
        _ => None,
    };
    run.probes.iter().filter_map(figures).flat_map(|it| statements(&it)).collect()
}

fn statements(evidence: &ImportedEvidence) -> Vec<Statement> {
    let count = |count: usize| Argument::Count(count as u64);
    let tool = match &evidence.version {
        Some(version) => format!("{} {version}", evidence.tool),
        None => evidence.tool.clone(),
    };
    let tool = Argument::Name(tool);
    if evidence.results.is_empty() {
        let mut said = health(evidence, &tool);
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
    let values = [tool, count(evidence.results.len())];
    messages.push(Message::new(MessageId::ImportedFrom, values));
    messages.into_iter().map(|it| Statement::new(Severity::Measured, it)).collect()
}

/// What the drive says of its own health. A life that is used up is no failure: it is what its maker answers for.
fn health(evidence: &ImportedEvidence, tool: &Argument) -> Vec<Statement> {
    let Some(health) = &evidence.health else { return Vec::new() };
    let said = |severity, id| Statement::new(severity, Message::new(id, [tool.clone()]));
    let failing = (health.is_passed == Some(false))
        .then(|| said(Severity::Failed, MessageId::ImportedFailing));
    let warns = (health.is_warning == Some(true))
        .then(|| said(Severity::Caution, MessageId::ImportedWarns));
    let life = health.life_used_ratio.map(|ratio| {
        let severity = if ratio >= 1.0 { Severity::Caution } else { Severity::Measured };
        let message = Message::new(MessageId::ImportedLife, [Argument::Ratio(ratio)]);
        Statement::new(severity, message)
    });
    failing.into_iter().chain(warns).chain(life).collect()
}

/// Where a result stands: its name and its line.
type Place<'a> = (&'a str, Option<u64>);

fn place(result: &ImportedResult) -> Place<'_> {
    (&result.name, result.line_index)
}

/// Where the tool told reads and writes that it measured at the same time: neither is how fast the drive reads or writes. Of
/// what was one kind alone, `kind`, these are where the other kind stands, too.
fn mixes(evidence: &ImportedEvidence, kind: OpKind) -> BTreeSet<Place<'_>> {
    let other = match kind {
        OpKind::Read => OpKind::Write,
        OpKind::Write => OpKind::Read,
        OpKind::Flush | OpKind::Discard => return BTreeSet::new(),
    };
    evidence.results.iter().filter(|it| it.operation == Some(other)).map(place).collect()
}

/// The best figure of the results that are meant. What may come from the page cache is nobody's drive.
fn best(
    evidence: &ImportedEvidence,
    (figure, kind): (&str, OpKind),
    is_meant: impl Fn(&ImportedResult) -> bool,
) -> Option<f64> {
    let mixes = mixes(evidence, kind);
    let meant = evidence.results.iter().filter(|it| {
        it.is_of_drive
            && it.is_direct == Some(true)
            && it.operation == Some(kind)
            && !mixes.contains(&place(it))
            && is_meant(it)
    });
    let values = meant.filter_map(|it| it.figures.get(figure).copied());
    values.filter(|it| *it > 0.0).max_by(f64::total_cmp)
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

/// The first rate, by the tool's own name for it.
fn first(evidence: &ImportedEvidence) -> Option<Message> {
    let mut results = evidence.results.iter().filter(|it| it.is_of_drive);
    let (name, rate) =
        results.find_map(|it| Some((it.name.clone(), *it.figures.get("bytes_per_s")?)))?;
    let values = [Argument::Name(name), Argument::BytesPerS(rate)];
    Some(Message::new(MessageId::ImportedOne, values))
}

#[cfg(test)]
mod tests {
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
        assert_eq!(ids(mixed), [MessageId::ImportedOne, MessageId::ImportedFrom]);
        // One after the other in the same table, or by other names.
        for (name, line) in [("4K", 8), ("other", 7)] {
            let apart = vec![result("4K", 7, read, 900.0), result(name, line, write, 300.0)];
            assert_eq!(ids(apart), [MessageId::RandomBoth, MessageId::ImportedFrom], "{name}");
        }
    }
}
