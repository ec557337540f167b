//! Findings with tables of their own: mixes of reads and writes, steady states.

use iogram_model::{Bytes, Finding, MixCurve, MixPoint, Run};

mod rounds;

pub(crate) use rounds::steady_section;

use crate::load::access_name;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// The sections, in the order of the findings; empty without such findings.
pub(crate) fn sections(run: &Run, locale: &Locale) -> Vec<Section> {
    let curves = run.findings.iter().filter_map(|finding| match finding {
        Finding::MixCurve(curve) => Some(curve),
        _ => None,
    });
    let mixes: Vec<Block> = curves.flat_map(|curve| mix_blocks(curve, locale)).collect();
    let mixes =
        (!mixes.is_empty()).then(|| Section::new(SectionKind::ByShareOfReads, locale, mixes));
    [steady_section(run, locale), mixes].into_iter().flatten().collect()
}

pub(crate) fn mix_blocks(curve: &MixCurve, locale: &Locale) -> [Block; 2] {
    let of = curve.block.as_ref().map(|block| format!("{block}: ")).unwrap_or_default();
    let caption = format!("{of}{}, {}", mix_access(curve, locale), curve.region);
    let mut columns = vec![Heading::numbers(say!(locale, "reads"))];
    let depth = |depth: u32| format!("QD{depth}");
    columns.extend(curve.lines.iter().map(|line| Heading::numbers(depth(line.depth))));
    if !curve.weighted.is_empty() {
        columns.push(Heading::numbers(say!(locale, "time-share-70-20-10")));
    }
    if !curve.weighted_by_work.is_empty() {
        columns.push(Heading::numbers(say!(locale, "work-share-70-20-10")));
    }
    let mut shares: Vec<f64> = curve
        .lines
        .iter()
        .flat_map(|line| &line.points)
        .map(|point| point.read_ratio)
        .collect();
    shares.sort_by(f64::total_cmp);
    shares.dedup();
    let rate = |points: &[MixPoint], share: f64| {
        let point = points.iter().find(|point| point.read_ratio.total_cmp(&share).is_eq());
        locale.rate(point.and_then(|point| point.bytes_per_s))
    };
    let rows = shares
        .into_iter()
        .map(|share| {
            let mut row = vec![format!("{:.0} %", share * 100.0)];
            row.extend(curve.lines.iter().map(|line| rate(&line.points, share)));
            if !curve.weighted.is_empty() {
                row.push(rate(&curve.weighted, share));
            }
            if !curve.weighted_by_work.is_empty() {
                row.push(rate(&curve.weighted_by_work, share));
            }
            row
        })
        .collect();
    [Block::Paragraph(caption), Block::Table(Table { columns, rows })]
}

/// The addresses and the block size.
pub(crate) fn mix_access(curve: &MixCurve, locale: &Locale) -> String {
    let size = Bytes(curve.block_size_bytes);
    let access = curve.access.parse();
    let access = access.map_or_else(|_| curve.access.clone(), |it| access_name(&it, locale));
    format!("{access} {size}")
}
