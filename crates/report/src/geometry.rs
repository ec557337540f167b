//! What a drive is made of, and the tables that this was concluded from.

use iogram_model::{
    AlignmentAdvice, BoundaryTable, Bytes, CountFinding, Evidence, F3Evidence, FatEvidence,
    FillEvidence, Finding, FirstUnitFinding, FirstUnitsEvidence, Nanos, OpenUnitEvidence,
    ReadFit, ReadLatencyEvidence, Run, SizeFinding, UnitWritesEvidence,
};

use crate::format;
use crate::sheet::{Block, Section, named};
use crate::table::{Heading, Table};

/// Conclusions first, then every table; nothing without probes.
pub(crate) fn sections(run: &Run) -> Vec<Section> {
    let mut sections = Vec::new();
    let facts: Vec<(&'static str, String)> = run.findings.iter().filter_map(fact).collect();
    let advice = run.findings.iter().find_map(|finding| match finding {
        Finding::Alignment(advice) => Some(advice),
        _ => None,
    });
    if !facts.is_empty() {
        let mut blocks = vec![Block::Facts(named(facts))];
        blocks.extend(advice.into_iter().flat_map(paragraphs));
        sections.push(Section { title: "Geometry".into(), blocks });
    }
    for probe in &run.probes {
        sections.extend(evidence(&probe.evidence));
    }
    sections
}

fn paragraphs(advice: &AlignmentAdvice) -> Vec<Block> {
    advice.sentences.iter().cloned().map(Block::Paragraph).collect()
}

fn fact(finding: &Finding) -> Option<(&'static str, String)> {
    Some(match finding {
        Finding::AllocationUnit(size) => ("allocation unit", size_words(size)),
        Finding::FlashPage(size) => ("flash page", size_words(size)),
        Finding::OpenAuLinear(count) => ("open units, linear", count_words(count)),
        Finding::OpenAuRandom(count) => ("open units, random", count_words(count)),
        Finding::FatRegion(size) if size.value_bytes == Some(0) => {
            let sure = confidence(size.confidence);
            ("table region", format!("none: the beginning is like the rest{sure}"))
        }
        Finding::FatRegion(size) => ("table region", size_words(size)),
        Finding::FirstUnit(first) => ("first unit", first_words(first)),
        Finding::ReadFit(fit) => ("reads", fit_words(fit)),
        _ => return None,
    })
}

fn confidence(confidence: Option<f64>) -> String {
    confidence.map(|sure| format!(", confidence {:.1} %", sure * 100.0)).unwrap_or_default()
}

fn size_words(size: &SizeFinding) -> String {
    let sure = confidence(size.confidence);
    let found = match (size.value_bytes, &size.reason) {
        (Some(bytes), _) => format!("{}{sure}; from {}", Bytes(bytes), size.evidence),
        (None, Some(reason)) => format!("{reason}{sure}"),
        (None, None) => format::UNKNOWN.to_owned(),
    };
    match size.claimed_bytes.map(Bytes) {
        Some(claimed) if size.value_bytes == Some(claimed.0) => {
            format!("{found}; its registers say the same")
        }
        Some(claimed) => format!("{found}; its registers say {claimed}"),
        None => found,
    }
}

fn count_words(count: &CountFinding) -> String {
    let sure = confidence(count.confidence);
    match (count.value, &count.reason) {
        (Some(value), _) => format!("{value}{sure}; from {}", count.evidence),
        (None, Some(reason)) => format!("{reason}{sure}"),
        (None, None) => format::UNKNOWN.to_owned(),
    }
}

fn first_words(first: &FirstUnitFinding) -> String {
    let percent = (first.ratio - 1.0) * 100.0;
    let place = match first.is_only_at_the_beginning {
        Some(true) => ", at the beginning of the drive alone",
        Some(false) => ", wherever a sequence of writes begins",
        None => "",
    };
    match percent {
        slower if slower <= -0.5 => format!("{:.0} % slower than the next{place}", -slower),
        faster if faster >= 0.5 => format!("{faster:.0} % faster than the next{place}"),
        _ => "as fast as the next".to_owned(),
    }
}

fn fit_words(fit: &ReadFit) -> String {
    let floor = format!("{} at least", Nanos(fit.floor_ns));
    match (fit.access_ns, fit.bytes_per_s) {
        (Some(access), Some(rate)) => {
            let rate = Bytes(rate).decimal();
            format!("{floor}; {} and then {rate}/s", Nanos(access))
        }
        _ => floor,
    }
}

fn evidence(evidence: &Evidence) -> Vec<Section> {
    let section = |title: &'static str, blocks| vec![Section { title: title.into(), blocks }];
    match evidence {
        Evidence::ReadLatency(table) => section("Reads by size", vec![read_latencies(table)]),
        Evidence::Boundaries(tables) => {
            let shown = tables.tables.first();
            let blocks: Vec<Block> = shown.into_iter().flat_map(boundaries).collect();
            if blocks.is_empty() {
                Vec::new()
            } else {
                section("Reads across boundaries", blocks)
            }
        }
        Evidence::OpenUnits(table) => section("Writes by turns", vec![open_units(table)]),
        Evidence::Fat(table) if !table.rows.is_empty() => {
            section("Writes beside open units", vec![fat(table)])
        }
        Evidence::UnitEnds(table) if !table.rows.is_empty() => {
            section("Unfinished units", vec![unit_ends(table)])
        }
        Evidence::FirstUnits(table) => section("First units", vec![first_units(table)]),
        Evidence::UnitWrites(table) if !table.rows.is_empty() => {
            section("Units filled by turns", vec![unit_writes(table)])
        }
        Evidence::F3(log) => section("What f3 says", vec![f3(log)]),
        _ => Vec::new(),
    }
}

fn read_latencies(table: &ReadLatencyEvidence) -> Block {
    let columns = ["block", "reads", "fastest", "median"].map(Heading::numbers).to_vec();
    let rows = table.rows.iter().map(|row| {
        vec![
            Bytes(row.block_bytes).to_string(),
            row.sample_count.to_string(),
            Nanos(row.min_ns).to_string(),
            Nanos(row.median_ns).to_string(),
        ]
    });
    Block::Table(Table { columns, rows: rows.collect() })
}

/// Powers of two and three times them; the rest is for machines.
fn boundaries(table: &BoundaryTable) -> Vec<Block> {
    let columns =
        ["size", "before", "across", "behind", "difference", "spread"].map(Heading::numbers);
    let time =
        |ns: Option<u64>| ns.map_or(format::UNKNOWN.to_owned(), |ns| Nanos(ns).to_string());
    let is_shown = |bytes: u64| matches!(bytes >> bytes.trailing_zeros(), 1 | 3);
    let shown: Vec<Vec<String>> = table
        .rows
        .iter()
        .filter(|row| row.boundary_bytes > 0 && is_shown(row.boundary_bytes))
        .map(|row| {
            let difference = Nanos(row.diff_ns.unsigned_abs());
            let sign = if row.diff_ns < 0 { "-" } else { "" };
            vec![
                Bytes(row.boundary_bytes).to_string(),
                time(row.pre_ns),
                time(row.on_ns),
                time(row.post_ns),
                format!("{sign}{difference}"),
                row.spread_ns.map(|ns| Nanos(ns).to_string()).unwrap_or_default(),
            ]
        })
        .collect();
    let left_out = table.rows.len().saturating_sub(shown.len());
    let columns = columns.to_vec();
    let mut blocks = vec![Block::Table(Table { columns, rows: shown }.without_empty_columns())];
    let reads = table.read_bytes.map(|bytes| format!("Reads of {}.", Bytes(bytes)));
    let more = (left_out > 0).then(|| format!("The JSON has {left_out} more sizes."));
    let words: Vec<String> = reads.into_iter().chain(more).collect();
    if !words.is_empty() {
        blocks.push(Block::Paragraph(words.join(" ")));
    }
    blocks
}

fn open_units(table: &OpenUnitEvidence) -> Block {
    let mut columns = vec![Heading::words("order")];
    columns.extend(["units", "block", "MB/s", "slowest write"].map(Heading::numbers));
    let rows = table.rows.iter().map(|row| {
        let slowest = row.rounds.iter().map(|round| round.slowest_ns).max();
        vec![
            row.order.name().to_owned(),
            row.open_count.to_string(),
            Bytes(row.block_bytes).to_string(),
            format::mb_per_s(Some(Bytes(row.bytes_per_s).as_f64())),
            slowest.map(|ns| Nanos(ns).to_string()).unwrap_or_default(),
        ]
    });
    Block::Table(Table { columns, rows: rows.collect() }.without_empty_columns())
}

fn fat(table: &FatEvidence) -> Block {
    let columns = ["place", "slowest write"].map(Heading::numbers).to_vec();
    let rows = table.rows.iter().map(|row| {
        let slowest = row.rounds.iter().map(|round| round.slowest_ns).max();
        vec![
            Bytes(row.place_bytes).to_string(),
            slowest.map(|ns| Nanos(ns).to_string()).unwrap_or_default(),
        ]
    });
    Block::Table(Table { columns, rows: rows.collect() })
}

fn unit_ends(table: &FillEvidence) -> Block {
    let columns = ["part", "opened until one closed"].map(Heading::numbers).to_vec();
    let rows = table
        .rows
        .iter()
        .map(|row| vec![Bytes(row.filled_bytes).to_string(), row.opened_count.to_string()]);
    Block::Table(Table { columns, rows: rows.collect() })
}

fn first_units(table: &FirstUnitsEvidence) -> Block {
    let mut columns = ["from", "block"].map(Heading::numbers).to_vec();
    let width = table.rows.iter().map(|row| row.units_bytes_per_s.len()).max().unwrap_or(0);
    columns.extend((0..width).map(|_| Heading::numbers("MB/s")));
    let rows = table.rows.iter().map(|row| {
        let rate = |rate: &Option<u64>| format::mb_per_s(rate.map(|it| Bytes(it).as_f64()));
        let mut cells =
            vec![Bytes(row.start_bytes).to_string(), Bytes(row.block_bytes).to_string()];
        cells.extend(row.units_bytes_per_s.iter().map(rate));
        cells.resize(width.saturating_add(2), String::new());
        cells
    });
    Block::Table(Table { columns, rows: rows.collect() })
}

fn unit_writes(table: &UnitWritesEvidence) -> Block {
    let mut columns = vec![Heading::words("order")];
    columns
        .extend(["units", "block", "MB/s", "slowest write", "opening"].map(Heading::numbers));
    columns.push(Heading::words("note"));
    let rows = table.rows.iter().map(|row| {
        let note = if row.is_cut_short { "broken off: too slow" } else { "" };
        vec![
            row.order.name().to_owned(),
            row.open_count.to_string(),
            Bytes(row.block_bytes).to_string(),
            format::mb_per_s(Some(Bytes(row.bytes_per_s).as_f64())),
            Nanos(row.slowest_ns).to_string(),
            row.opening_ns.map(|ns| Nanos(ns).to_string()).unwrap_or_default(),
            note.to_owned(),
        ]
    });
    Block::Table(Table { columns, rows: rows.collect() }.without_empty_columns())
}

fn f3(log: &F3Evidence) -> Block {
    let size = |bytes: Option<u64>| bytes.map(|bytes| Bytes(bytes).both());
    let rate = |rate: Option<u64>| rate.map(|it| format!("{}/s", Bytes(it).decimal()));
    let files = |count: Option<u64>| {
        count.filter(|count| *count > 0).map(|count| format!("{count} files"))
    };
    let sectors = log.sectors.map(|it| {
        format!(
            "{} ok, {} corrupted, {} changed, {} overwritten",
            it.ok_count, it.corrupted_count, it.changed_count, it.overwritten_count
        )
    });
    let facts = [
        ("verdict", log.verdict.clone()),
        ("real capacity", size(log.real_bytes)),
        ("announced", size(log.announced_bytes)),
        ("sectors", sectors),
        ("not fully read", files(log.unread_file_count)),
        ("not written", files(log.unwritten_file_count)),
        ("free before", size(log.free_bytes)),
        ("reading", rate(log.read_bytes_per_s)),
        ("writing", rate(log.write_bytes_per_s)),
        ("mean read", log.read_mean_ns.map(|ns| Nanos(ns).to_string())),
        ("mean write", log.write_mean_ns.map(|ns| Nanos(ns).to_string())),
    ];
    let facts = facts.into_iter().filter_map(|(name, value)| Some((name, value?)));
    Block::Facts(named(facts.collect()))
}
