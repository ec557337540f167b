//! How much a drive holds, and files that were checked, as parts of a page.

use std::fmt::Write as _;

use iogram_model::{
    Bytes, CapacityEvidence, CapacityFinding, CapacityVerdict, Evidence, FileCheck, Finding,
    Nanos, Run, Stretch, TargetKind, WritingEnd,
};

use crate::format;
use crate::sheet::{Block, Section, named};
use crate::table::{Heading, Table};

/// The part of a run's page; `None` if its capacity was not tried.
pub(crate) fn section(run: &Run) -> Option<Section> {
    let evidence = run.probes.iter().filter_map(|probe| match &probe.evidence {
        Evidence::Capacity(evidence) => Some((probe, evidence)),
        _ => None,
    });
    let findings = run.findings.iter().filter_map(|finding| match finding {
        Finding::Capacity(finding) => Some(finding),
        _ => None,
    });
    let mut blocks = Vec::new();
    for ((probe, evidence), finding) in evidence.zip(findings) {
        blocks.push(Block::Paragraph(headline(finding)));
        let mut facts = vec![
            ("announced", Bytes(finding.announced_bytes).both()),
            (
                "real",
                finding.real_bytes.map_or(format::UNKNOWN.to_owned(), |it| Bytes(it).both()),
            ),
            ("why", finding.reason.clone()),
            ("confidence", format!("{:.1} %", 100.0 * finding.confidence)),
        ];
        facts.extend(cache_fact(evidence));
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
        blocks.extend(slow_parts("write", &finding.slowest_writes, Stretch::write_rate));
        blocks.extend(slow_parts("read", &finding.slowest_reads, Stretch::read_rate));
    }
    (!blocks.is_empty()).then_some(Section { title: "Capacity".into(), blocks })
}

fn headline(finding: &CapacityFinding) -> String {
    let (announced, real) = (Bytes(finding.announced_bytes), finding.real_bytes.map(Bytes));
    match (finding.verdict, real) {
        (None, _) => {
            "UNKNOWN: whether the drive holds what it says was not found out.".to_owned()
        }
        (Some(CapacityVerdict::Good), _) => "GOOD: the drive holds what it says.".to_owned(),
        (Some(verdict), Some(real)) if verdict.is_counterfeit() => format!(
            "COUNTERFEIT ({}): the drive says {} and holds {}.",
            verdict.name(),
            announced.both(),
            real.both()
        ),
        (Some(verdict), _) => format!("BAD ({}): the drive cannot be trusted.", verdict.name()),
    }
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
    let (first, last) = (FIRST / sector, real / sector - 1);
    // A GPT has its copy in the last sectors, which do not exist.
    Some(format!(
        "To use the real part (destroys what is on the drive): parted --script {device} \
         mklabel msdos unit s mkpart primary {first} {last}"
    ))
}

fn bad_ranges(evidence: &CapacityEvidence) -> Option<Block> {
    const SHOWN: usize = 20;
    if evidence.bad_ranges.is_empty() {
        return None;
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
    Some(Block::Table(Table { columns, rows: rows.collect() }))
}

fn slow_parts(
    what: &'static str,
    stretches: &[Stretch],
    rate: fn(&Stretch) -> Option<f64>,
) -> Option<Block> {
    if stretches.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::words(if what == "write" { "slow writes from" } else { "slow reads from" }),
        Heading::words("size"),
        Heading::words("MB/s"),
    ];
    let rows = stretches.iter().map(|stretch| {
        vec![
            Bytes(stretch.start_bytes).to_string(),
            Bytes(stretch.size_bytes).to_string(),
            format::mb_per_s(rate(stretch)),
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
    let sectors = |count: u64| format!("{} ({count} sectors)", Bytes(count * 512));
    let verdict = match (check.is_stopped, lost, check.missing.is_empty()) {
        (true, ..) => "INTERRUPTED: not everything was read.",
        (false, 0, true) => "GOOD: everything that was written is there.",
        (false, 0, false) => "BAD: files are missing.",
        (false, ..) => "BAD: data was lost.",
    };
    line("verdict", verdict.to_owned());
    line("directory", check.directory.clone());
    let files = |files: &[iogram_model::TestFileRecord]| {
        let size = files.iter().map(|file| file.size_bytes).sum();
        let time = files.iter().map(|file| file.elapsed_ns).sum();
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
