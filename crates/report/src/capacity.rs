//! The capacity of a drive, and checked files, as parts of a page.

use std::fmt::Write as _;

use iogram_model::{
    Bytes, CapacityEvidence, CapacityFinding, Evidence, FileCheck, Finding, Nanos, Run,
    Stretch, TargetKind, Total as _, WritingEnd,
};

use crate::format;
use crate::layout::padded;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind, named};
use crate::statement::said;
use crate::table::{Heading, Table};

/// The capacity section of a run's page; `None` if the run did not test it.
pub(crate) fn section(run: &Run, locale: &Locale) -> Option<Section> {
    // As many as findings, in the same order.
    let evidence = run.probes.iter().filter_map(|probe| match &probe.evidence {
        Evidence::Capacity(evidence) => Some((probe, Some(evidence))),
        Evidence::F3(_) | Evidence::H2testw(_) => Some((probe, None)),
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
            ("announced-size", size(finding.announced_bytes)),
            ("real-size", size(finding.real_bytes)),
            ("why", said(&finding.reason, finding.statement.as_ref(), locale)),
        ];
        if finding.verdict.is_some() {
            facts.push(("confidence", format!("{:.1} %", 100.0 * finding.confidence)));
        }
        let Some(evidence) = evidence else {
            blocks.push(Block::Facts(named(facts, locale)));
            blocks.extend(usable_part(run, finding, locale).map(Block::Paragraph));
            continue;
        };
        facts.extend(cache_fact(evidence, locale));
        let below = failure.and_then(|failure| failure.lies_on.clone());
        facts.extend(below.map(|below| ("lies-on", below)));
        facts.push((
            "written-read",
            say!(
                locale,
                "written-read-in",
                written = Bytes(probe.written_bytes).both(),
                read = Bytes(probe.read_bytes).both(),
                time = Nanos(probe.elapsed_ns),
            ),
        ));
        blocks.push(Block::Facts(named(facts, locale)));
        blocks.extend(usable_part(run, finding, locale).map(Block::Paragraph));
        blocks.extend(bad_ranges(evidence, locale));
        let (writes, reads) = (&finding.slowest_writes, &finding.slowest_reads);
        blocks.extend(slow_parts(
            say!(locale, "slow-writes-from"),
            writes,
            PartFigures::WRITES,
            locale,
        ));
        blocks.extend(slow_parts(
            say!(locale, "slow-reads-from"),
            reads,
            PartFigures::READS,
            locale,
        ));
    }
    (!blocks.is_empty()).then_some(Section::new(SectionKind::Capacity, locale, blocks))
}

fn cache_fact(evidence: &CapacityEvidence, locale: &Locale) -> Option<(&'static str, String)> {
    let found = match (evidence.hiding_cache_bytes, evidence.cache_ruled_out_bytes) {
        (Some(0), _) => Some(say!(locale, "none")),
        (Some(most), _) => Some(say!(locale, "size-at-most", size = Bytes(most))),
        (None, Some(size)) => Some(say!(locale, "no-cache-up-to", size = Bytes(size))),
        (None, None) => None,
    };
    found.map(|found| ("hiding-cache", found))
}

/// The command that makes the real part of a counterfeit usable, as far as it is proven.
fn usable_part(run: &Run, finding: &CapacityFinding, locale: &Locale) -> Option<String> {
    /// Minimum confidence in a size: a partition will hold data, so a less certain size is not shown. Arbitrary.
    const SURE_MIN: f64 = 0.9;
    /// The usual start of partitions.
    const FIRST: u64 = 1 << 20;
    let usable = finding.usable_bytes.filter(|bytes| *bytes > 2 * FIRST)?;
    finding.verdict.filter(|verdict| verdict.is_counterfeit())?;
    let sure = finding.size_confidence_ratio.unwrap_or(finding.confidence);
    if sure < SURE_MIN {
        return None;
    }
    let device = match run.target.kind {
        TargetKind::BlockDevice => run.target.name.as_str(),
        _ => "/dev/DEVICE",
    };
    let sector = run.target.logical_block_size.0.max(512);
    let (first, last) = (
        FIRST.checked_div(sector).unwrap_or(0),
        usable.checked_div(sector).unwrap_or(0).saturating_sub(1),
    );
    // A GPT needs its copy in the last sectors, which do not exist.
    let command =
        format!("parted --script {device} mklabel msdos unit s mkpart primary {first} {last}");
    Some(say!(locale, "usable-part", command = command))
}

/// The first bad ranges, and the number of the others.
fn bad_ranges(evidence: &CapacityEvidence, locale: &Locale) -> Vec<Block> {
    const SHOWN: usize = 20;
    let count = evidence.bad_ranges.len();
    if count == 0 {
        return Vec::new();
    }
    let columns = vec![
        Heading::words(say!(locale, "bad-range-from")),
        Heading::words(say!(locale, "size")),
        Heading::words(say!(locale, "what")),
    ];
    let rows = evidence.bad_ranges.iter().take(SHOWN).map(|bad| {
        let what = match bad.kind {
            iogram_model::BadKind::Unreadable => say!(locale, "cannot-be-read"),
            iogram_model::BadKind::Unwritable => say!(locale, "cannot-be-written"),
            iogram_model::BadKind::Damaged => say!(locale, "flipped-bits"),
            iogram_model::BadKind::Lost => say!(locale, "lost"),
            iogram_model::BadKind::Overwritten => say!(locale, "overwritten"),
        };
        vec![
            say!(locale, "at-byte", number = bad.start_bytes),
            Bytes(bad.size_bytes).to_string(),
            what,
        ]
    });
    let mut blocks = vec![Block::Table(Table { columns, rows: rows.collect() })];
    if count > SHOWN {
        let size = evidence.bad_ranges.iter().map(|bad| bad.size_bytes).total();
        let text = say!(locale, "bad-ranges-more", count = count, size = Bytes(size));
        blocks.push(Block::Paragraph(text));
    }
    blocks
}

/// The figures of a part.
struct PartFigures {
    rate: fn(&Stretch) -> Option<f64>,
    longest: fn(&Stretch) -> Option<Nanos>,
}

impl PartFigures {
    const WRITES: Self = Self { rate: Stretch::write_rate, longest: Stretch::slowest_write };
    const READS: Self = Self { rate: Stretch::read_rate, longest: Stretch::slowest_read };
}

fn slow_parts(
    heading: String,
    stretches: &[Stretch],
    course: PartFigures,
    locale: &Locale,
) -> Option<Block> {
    if stretches.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::words(heading),
        Heading::words(say!(locale, "size")),
        Heading::numbers(locale.rates().symbol()),
        Heading::numbers(say!(locale, "slowest-request")),
    ];
    let rows = stretches.iter().map(|stretch| {
        vec![
            Bytes(stretch.start_bytes).to_string(),
            Bytes(stretch.size_bytes).to_string(),
            locale.rate((course.rate)(stretch)),
            (course.longest)(stretch).map(|time| time.to_string()).unwrap_or_default(),
        ]
    });
    Some(Block::Table(Table { columns, rows: rows.collect() }))
}

/// Width of the names of facts about checked files.
const NAME_WIDTH: usize = 12;

/// The results of checked files as text.
#[must_use]
pub fn render_file_check(check: &FileCheck, locale: &Locale) -> String {
    let all = check.sectors();
    let lost = all.lost();
    let mut text = String::new();
    let mut line = |id: &str, value: String| {
        let name = padded(&locale.text(id), NAME_WIDTH, false);
        writeln!(text, "{name}{value}").expect("writing to a string does not fail");
    };
    let sectors = |count: u64| {
        let size = Bytes(count.saturating_mul(512));
        say!(locale, "size-in-sectors", size = size, count = count)
    };
    let verdict = match (check.is_stopped, lost, check.missing.is_empty()) {
        (true, ..) => say!(locale, "files-interrupted"),
        (false, 0, true) => say!(locale, "files-good"),
        (false, 0, false) => say!(locale, "files-missing"),
        (false, ..) => say!(locale, "files-lost"),
    };
    line("verdict", verdict);
    line("directory", check.directory.clone());
    let files = |files: &[iogram_model::TestFileRecord]| {
        let size = files.iter().map(|file| file.size_bytes).total();
        let time = files.iter().map(|file| file.elapsed_ns).total();
        let rate = iogram_model::Throughput::mean(Bytes(size), Nanos(time));
        let rate = locale.throughput(rate.map(|rate| rate.bytes_per_s));
        let (size, count) = (Bytes(size).both(), files.len());
        say!(locale, "size-in-files", size = size, count = count, rate = rate)
    };
    if let Some(written) = &check.written {
        let end = match check.end {
            Some(WritingEnd::Full) => format!("; {}", say!(locale, "no-space-left")),
            Some(WritingEnd::Stopped) => format!("; {}", say!(locale, "stopped")),
            Some(WritingEnd::Failed) => format!("; {}", say!(locale, "writing-failed")),
            Some(WritingEnd::Enough) | None => String::new(),
        };
        line("was-written", files(written) + &end);
    }
    line("was-read", files(&check.read));
    line("sectors-ok", sectors(all.ok));
    line("lost", sectors(lost));
    for (name, count) in [
        ("sectors-corrupted", all.corrupted),
        ("sectors-changed", all.changed),
        ("sectors-overwritten", all.overwritten),
        ("sectors-unreadable", all.unreadable),
    ] {
        if count > 0 {
            line(name, format!("  {}", sectors(count)));
        }
    }
    if !check.missing.is_empty() {
        let missing: Vec<String> =
            check.missing.iter().map(|number| format!("{number}.h2w")).collect();
        line("files-not-there", missing.join(", "));
    }
    text
}
