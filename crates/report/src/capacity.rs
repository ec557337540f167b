//! How much a drive holds, and files that were checked, as parts of a page.

use iogram_model::Total as _;
use std::fmt::Write as _;

use iogram_model::{
    Bytes, CapacityEvidence, CapacityFinding, Evidence, FileCheck, Finding, Nanos, Run,
    Stretch, TargetKind, WritingEnd,
};

use crate::format;
use crate::sheet::{Block, Section, named};
use crate::table::{Heading, Table};

/// The part of a run's page; `None` if its capacity was not tried.
pub(crate) fn section(run: &Run) -> Option<Section> {
    // As many as findings, in the same order.
    let evidence = run.probes.iter().filter_map(|probe| match &probe.evidence {
        Evidence::Capacity(evidence) => Some((probe, Some(evidence))),
        Evidence::F3(_) => Some((probe, None)),
        _ => None,
    });
    let findings = run.findings.iter().filter_map(|finding| match finding {
        Finding::Capacity(finding) => Some(finding),
        _ => None,
    });
    let mut blocks = Vec::new();
    for ((probe, evidence), finding) in evidence.zip(findings) {
        let failure = evidence.and_then(|it| it.write_failure.as_ref());
        let size = |bytes: Option<u64>| {
            bytes.map_or_else(|| format::UNKNOWN.to_owned(), |it| Bytes(it).both())
        };
        let mut facts = vec![
            ("announced", size(finding.announced_bytes)),
            ("real", size(finding.real_bytes)),
            ("why", finding.reason.clone()),
        ];
        if finding.verdict.is_some() {
            facts.push(("confidence", format!("{:.1} %", 100.0 * finding.confidence)));
        }
        let Some(evidence) = evidence else {
            blocks.push(Block::Facts(named(facts)));
            blocks.extend(usable_part(run, finding).map(Block::Paragraph));
            continue;
        };
        facts.extend(cache_fact(evidence));
        let below = failure.and_then(|failure| failure.lies_on.clone());
        facts.extend(below.map(|below| ("below", below)));
        facts.push((
            "written, read",
            format!(
                "{}, {} in {}",
                Bytes(probe.written_bytes).both(),
                Bytes(probe.read_bytes).both(),
                Nanos(probe.elapsed_ns)
            ),
        ));
        blocks.push(Block::Facts(named(facts)));
        blocks.extend(usable_part(run, finding).map(Block::Paragraph));
        blocks.extend(bad_ranges(evidence));
        let (writes, reads) = (&finding.slowest_writes, &finding.slowest_reads);
        blocks.extend(slow_parts("slow writes from", writes, Course::WRITES));
        blocks.extend(slow_parts("slow reads from", reads, Course::READS));
    }
    (!blocks.is_empty()).then_some(Section { title: "Capacity".into(), blocks })
}

fn cache_fact(evidence: &CapacityEvidence) -> Option<(&'static str, String)> {
    match (evidence.hiding_cache_bytes, evidence.cache_ruled_out_bytes) {
        (Some(0), _) => Some(("hiding cache", "none".to_owned())),
        (Some(most), _) => Some(("hiding cache", format!("at most {}", Bytes(most)))),
        (None, Some(size)) => Some((
            "hiding cache",
            format!("none up to {}; larger ones were not looked for", Bytes(size)),
        )),
        (None, None) => None,
    }
}

/// The command that makes the real part of a counterfeit usable.
fn usable_part(run: &Run, finding: &CapacityFinding) -> Option<String> {
    /// Where partitions begin by custom.
    const FIRST: u64 = 1 << 20;
    let real = finding.real_bytes.filter(|real| *real > 2 * FIRST)?;
    finding.verdict.filter(|verdict| verdict.is_counterfeit())?;
    let device = match run.target.kind {
        TargetKind::BlockDevice => run.target.name.as_str(),
        _ => "/dev/DEVICE",
    };
    let sector = run.target.logical_block_size.0.max(512);
    let (first, last) = (
        FIRST.checked_div(sector).unwrap_or(0),
        real.checked_div(sector).unwrap_or(0).saturating_sub(1),
    );
    // A GPT has its copy in the last sectors, which do not exist.
    Some(format!(
        "To use the real part (destroys what is on the drive): parted --script {device} \
         mklabel msdos unit s mkpart primary {first} {last}"
    ))
}

/// The first bad ranges, and how many more there are.
fn bad_ranges(evidence: &CapacityEvidence) -> Vec<Block> {
    const SHOWN: usize = 20;
    let count = evidence.bad_ranges.len();
    if count == 0 {
        return Vec::new();
    }
    let columns =
        vec![Heading::words("bad range from"), Heading::words("size"), Heading::words("what")];
    let rows = evidence.bad_ranges.iter().take(SHOWN).map(|bad| {
        let what = match bad.kind {
            iogram_model::BadKind::Unreadable => "cannot be read",
            iogram_model::BadKind::Unwritable => "cannot be written",
            iogram_model::BadKind::Damaged => "flipped bits",
            iogram_model::BadKind::Lost => "lost",
            iogram_model::BadKind::Overwritten => "overwritten",
        };
        vec![
            format!("byte {}", bad.start_bytes),
            Bytes(bad.size_bytes).to_string(),
            what.to_owned(),
        ]
    });
    let mut blocks = vec![Block::Table(Table { columns, rows: rows.collect() })];
    if count > SHOWN {
        let size = evidence.bad_ranges.iter().map(|bad| bad.size_bytes).total();
        blocks.push(Block::Paragraph(format!(
            "{count} bad ranges in all, {} together; the JSON has every one of them.",
            Bytes(size)
        )));
    }
    blocks
}

/// What of a part is shown.
struct Course {
    rate: fn(&Stretch) -> Option<f64>,
    longest: fn(&Stretch) -> Option<Nanos>,
}

impl Course {
    const WRITES: Self = Self { rate: Stretch::write_rate, longest: Stretch::slowest_write };
    const READS: Self = Self { rate: Stretch::read_rate, longest: Stretch::slowest_read };
}

fn slow_parts(heading: &'static str, stretches: &[Stretch], course: Course) -> Option<Block> {
    if stretches.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::words(heading),
        Heading::words("size"),
        Heading::numbers("MB/s"),
        Heading::numbers("slowest request"),
    ];
    let rows = stretches.iter().map(|stretch| {
        vec![
            Bytes(stretch.start_bytes).to_string(),
            Bytes(stretch.size_bytes).to_string(),
            format::mb_per_s((course.rate)(stretch)),
            (course.longest)(stretch).map(|time| time.to_string()).unwrap_or_default(),
        ]
    });
    Some(Block::Table(Table { columns, rows: rows.collect() }))
}

/// Checked files as text.
#[must_use]
pub fn render_file_check(check: &FileCheck) -> String {
    let all = check.sectors();
    let lost = all.lost();
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        writeln!(text, "{name:12}{value}").expect("writing to a string does not fail");
    };
    let sectors =
        |count: u64| format!("{} ({count} sectors)", Bytes(count.saturating_mul(512)));
    let verdict = match (check.is_stopped, lost, check.missing.is_empty()) {
        (true, ..) => "INTERRUPTED: not everything was read.",
        (false, 0, true) => "GOOD: everything that was written is there.",
        (false, 0, false) => "BAD: files are missing.",
        (false, ..) => "BAD: data was lost.",
    };
    line("verdict", verdict.to_owned());
    line("directory", check.directory.clone());
    let files = |files: &[iogram_model::TestFileRecord]| {
        let size = files.iter().map(|file| file.size_bytes).total();
        let time = files.iter().map(|file| file.elapsed_ns).total();
        let rate = iogram_model::Throughput::mean(Bytes(size), Nanos(time));
        let rate = format::throughput(rate.map(|rate| rate.bytes_per_s));
        format!("{} in {} files, {rate}", Bytes(size).both(), files.len())
    };
    if let Some(written) = &check.written {
        let end = match check.end {
            Some(WritingEnd::Full) => "; there is no space left",
            Some(WritingEnd::Stopped) => "; stopped",
            Some(WritingEnd::Enough) | None => "",
        };
        line("written", files(written) + end);
    }
    line("read", files(&check.read));
    line("ok", sectors(all.ok));
    line("lost", sectors(lost));
    for (name, count) in [
        ("  corrupted", all.corrupted),
        ("  changed", all.changed),
        ("  overwritten", all.overwritten),
        ("  unreadable", all.unreadable),
    ] {
        if count > 0 {
            line(name, format!("  {}", sectors(count)));
        }
    }
    if !check.missing.is_empty() {
        let missing: Vec<String> =
            check.missing.iter().map(|number| format!("{number}.h2w")).collect();
        line("missing", missing.join(", "));
    }
    text
}
