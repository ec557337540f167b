//! The header that a published test requires of its report: every required field with its value, and the missing
//! ones.

use iogram_model::{
    Access, Bytes, CellRecord, DataPattern, Finding, Nanos, ReportField, Run, StandardReport,
    SteadyState,
};

use crate::facts;
use crate::locale::{Locale, say};
use crate::sheet::{Audience, Block, Section, SectionKind, named};

/// If there are more stimuli, the header has their number, the first and the last.
const STIMULI_MAX: usize = 9;

/// The header; `None` for a run that is not a published test.
pub(crate) fn section(run: &Run, audience: Audience, locale: &Locale) -> Option<Section> {
    let report = run.findings.iter().find_map(|finding| match finding {
        Finding::StandardReport(report) => Some(report),
        _ => None,
    })?;
    let mut blocks = vec![Block::Paragraph(verdict(report, locale))];
    if !report.missing.is_empty() {
        let missing: Vec<String> =
            report.missing.iter().map(|field| locale.text(field_id(*field))).collect();
        let fields = missing.join(", ");
        blocks.push(Block::Paragraph(say!(locale, "standard-missing", fields = fields)));
    }
    for it in &report.differs {
        let text = say!(
            locale,
            "standard-differs",
            what = it.what,
            value = it.value,
            asked = it.asked,
        );
        blocks.push(Block::Paragraph(text));
    }
    blocks.push(Block::Facts(named(fields(run, report, audience, locale), locale)));
    Some(Section::new(SectionKind::StandardReport, locale, blocks))
}

fn verdict(report: &StandardReport, locale: &Locale) -> String {
    if report.is_whole() {
        say!(locale, "standard-whole", name = report.name)
    } else {
        say!(locale, "standard-like", like = report.like, name = report.name)
    }
}

const fn field_id(field: ReportField) -> &'static str {
    match field {
        ReportField::Model => "field-model",
        ReportField::Serial => "field-serial",
        ReportField::Firmware => "field-firmware",
        ReportField::Interface => "field-interface",
        ReportField::WriteCache => "field-write-cache",
        ReportField::Cpu => "field-cpu",
        ReportField::Memory => "field-memory",
        ReportField::Os => "field-os",
        ReportField::HostAdapter => "field-host-adapter",
        ReportField::Purge => "field-purge",
        ReportField::SteadyRounds => "field-steady-rounds",
        ReportField::Unknown => "unknown",
    }
}

/// Every required field, known or not.
fn fields(
    run: &Run,
    report: &StandardReport,
    audience: Audience,
    locale: &Locale,
) -> Vec<(&'static str, String)> {
    let (target, conditions) = (&run.target, &run.conditions);
    let (host, tool) = (&conditions.host, &conditions.tool);
    let unknown = || say!(locale, "unknown");
    let known =
        |text: Option<String>| text.filter(|text| !text.is_empty()).unwrap_or_else(unknown);
    let drivers = conditions.platform.as_deref().and_then(|it| it.drive.as_ref());
    let serial = match (audience, &target.serial) {
        (Audience::Owner, serial) => known(serial.clone()),
        (_, Some(_)) => say!(locale, "field-hidden"),
        (_, None) => unknown(),
    };
    let cache = match conditions.write_cache {
        Some(asked) => Some(facts::write_cache(asked, locale)),
        None => conditions.queue.as_ref().and_then(|it| it.write_cache.clone()),
    };
    let os = [host.os.clone(), host.kernel.clone()].into_iter().flatten().collect::<Vec<_>>();
    let purges: Vec<String> = run
        .purges
        .iter()
        .filter_map(|it| it.method().map(|method| method.to_string()))
        .collect();
    let mut fields = vec![
        ("field-standard", report.name.clone()),
        ("field-model", known(target.model.clone())),
        ("field-serial", serial),
        ("field-firmware", known(target.firmware.clone())),
        ("field-capacity", target.capacity.both()),
        ("field-interface", known(target.link.clone().or_else(|| target.drive.clone()))),
        ("field-write-cache", known(cache)),
        ("field-cpu", known(host.cpu.clone())),
        ("field-memory", known(host.memory.map(Bytes::both))),
        ("field-os", known(Some(os.join(", ")))),
        ("field-host-adapter", known(drivers.map(|it| it.drivers.join(" - ")))),
        ("field-software", format!("iogram {}", tool.version)),
        ("field-purge", known(Some(purges.join(", ")))),
    ];
    fields.extend(of_cells(run, locale));
    fields.push(("field-duration", known(facts::took(run))));
    fields.extend(of_rounds(run, locale));
    fields
}

/// Workloads of the cells: those of the rounds, and those before them.
fn of_cells(run: &Run, locale: &Locale) -> Vec<(&'static str, String)> {
    let none = || say!(locale, "field-none");
    let mut names: Vec<&str> = Vec::new();
    for cell in run.cells.iter().filter(|cell| cell.is_counted) {
        if !names.contains(&cell.name.as_str()) {
            names.push(&cell.name);
        }
    }
    let (Some(first), Some(last)) = (names.first(), names.last()) else { return Vec::new() };
    let stimuli = match names.len() {
        count if count > STIMULI_MAX => {
            say!(locale, "field-stimuli", count = count, first = first, last = last)
        }
        _ => names.join(", "),
    };
    let Some(cell) = run.cells.iter().find(|cell| cell.is_counted) else { return Vec::new() };
    let workload = &cell.workload;
    let outstanding = say!(
        locale,
        "field-toio",
        count = u64::from(workload.jobs).saturating_mul(u64::from(workload.depth)),
        threads = workload.jobs,
        depth = workload.depth,
    );
    let before: Vec<&CellRecord> = run.cells.iter().filter(|cell| !cell.is_counted).collect();
    let mut prepared: Vec<String> = before.iter().map(|it| preparation(it)).collect();
    prepared.dedup();
    let range = |cell: Option<&&CellRecord>| {
        cell.map_or_else(none, |cell| cell.workload.region.to_string())
    };
    let data = match workload.data {
        DataPattern::Random => say!(locale, "field-random-data"),
        other => other.to_string(),
    };
    vec![
        ("field-data-pattern", data),
        ("field-preconditioned-range", range(before.first())),
        ("field-active-range", workload.region.to_string()),
        ("field-active-range-amount", say!(locale, "field-whole-range")),
        ("field-active-range-segments", say!(locale, "field-not-applicable")),
        (
            "field-precondition-1",
            if prepared.is_empty() { none() } else { prepared.join(", ") },
        ),
        ("field-precondition-2", say!(locale, "field-own-rounds")),
        ("field-outstanding", outstanding),
        ("field-stimulus", stimuli),
    ]
}

/// Such as `SEQ 128KiB W, 2 x`.
fn preparation(cell: &CellRecord) -> String {
    let workload = &cell.workload;
    let access = match workload.access {
        Access::Sequential => "SEQ",
        _ => "RND",
    };
    let passes = workload.stop.pass_count.map(|count| format!(", {count} x"));
    format!("{access} {} W{}", workload.block, passes.unwrap_or_default())
}

/// The rounds of the figures, and their kind.
fn of_rounds(run: &Run, locale: &Locale) -> Vec<(&'static str, String)> {
    let states: Vec<&SteadyState> = run
        .findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::SteadyState(steady) => Some(steady),
            _ => None,
        })
        .collect();
    let unknown = || say!(locale, "unknown");
    let rounds: Vec<String> = states
        .iter()
        .map(|steady| {
            let window = u64::from(steady.window_count);
            let first = steady.rounds_count.saturating_sub(window).saturating_add(1);
            let took = Nanos(steady.elapsed_ns);
            say!(locale, "field-rounds", first = first, last = steady.rounds_count, time = took)
        })
        .collect();
    let values: Vec<String> = states
        .iter()
        .flat_map(|steady| steady.cells.iter().map(move |window| (steady, window)))
        .map(|(steady, window)| {
            let value =
                crate::format::figure(steady.figure().name(), window.mean_value(), locale);
            format!("{} {value}", window.cell)
        })
        .collect();
    let has_rounds = run.criteria.as_ref().is_none_or(|it| !it.steady.is_empty());
    let known = |texts: Vec<String>| match texts.is_empty() {
        true if has_rounds => unknown(),
        true => say!(locale, "field-not-applicable"),
        false => texts.join("; "),
    };
    vec![("field-steady-rounds", known(rounds)), ("field-steady-values", known(values))]
}
