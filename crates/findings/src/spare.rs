//! Over-provisioning of a drive, from its random writes between the fresh and the saturated state.
//!
//! If the drive counts its writes to flash, the change of its write amplification is compared with that of greedy
//! garbage collection. Otherwise the change of its rate is, with every unknown left open: the cost of copying beside
//! programming, how much faster the flash is than the link, the size of the units. The result is the range of values
//! that agree.
//!
//! Limits. Drives that separate hot from cold data, or do not collect the emptiest block first, get the value that
//! greedy collection would need. The result is the space that writes can use: spare blocks reserved for failures are
//! not part of it.

mod fit;
mod fluid;

use iogram_model::{
    Access, Argument, CellRecord, CellState, DataPattern, Finding, Message, MessageId, OpKind,
    OverProvisioning, PurgeMethod, PurgeState, Run, SpareBasis, SteadyRule, float,
};

use self::fit::{Bin, Fit};

/// One finding for each rule whose rounds make random writes, in one kind of cell, to a purged drive.
#[must_use]
pub fn over_provisionings(rules: &[SteadyRule], run: &Run) -> Vec<Finding> {
    let found = rules.iter().filter_map(|rule| over_provisioning(rule, run));
    found.map(Finding::OverProvisioning).collect()
}

/// Share of the ranges that contain the true value; from the sweep of docs/conclusions.md.
const CONFIDENCE: f64 = 0.98;

fn over_provisioning(rule: &SteadyRule, run: &Run) -> Option<OverProvisioning> {
    let [name] = rule.round_cells.as_slice() else { return None };
    let first = run.cells.iter().position(|cell| cell.name == *name)?;
    // Without a purge, there is no fresh state to begin with.
    let purge = run.purges.iter().rev().find(|purge| {
        usize::try_from(purge.cells_before_count).is_ok_and(|before| before == first)
    })?;
    let is_its = |cell: &&CellRecord| cell.name == *name && cell.state == CellState::Completed;
    let cells: Vec<&CellRecord> = run.cells.iter().skip(first).take_while(is_its).collect();
    let load = &cells.first()?.workload;
    let is_uniform = load.access == Access::Random
        && load.has(OpKind::Write)
        && !load.has(OpKind::Discard)
        && load.beside.is_empty()
        && load.ramp.0 == 0
        && load.region.segments.is_none();
    let range_bytes = load.region.size(run.target.capacity).0;
    if !is_uniform || range_bytes == 0 {
        return None;
    }
    let is_fresh =
        purge.state == PurgeState::Purged && purge.method() != Some(PurgeMethod::ZeroFill);
    let is_resting = run.rests.iter().any(|rest| {
        usize::try_from(rest.cells_before_count)
            .is_ok_and(|before| before > first && before < first.saturating_add(cells.len()))
    });
    let writes = Writes::of(&cells, range_bytes);
    let share = float(range_bytes) / float(run.target.capacity.0);
    let found = match writes.counted {
        _ if !is_fresh => Err(Message::plain(MessageId::SpareNotPurged)),
        _ if load.data != DataPattern::Random => Err(Message::plain(MessageId::SpareData)),
        _ if is_resting => Err(Message::plain(MessageId::SpareRests)),
        true => fit::by_counters(&writes.bins),
        false if load.has(OpKind::Read) => Err(Message::plain(MessageId::SpareMixed)),
        false => fit::by_rates(&writes.bins),
    };
    Some(finding(name, &writes, share, found))
}

fn finding(
    name: &str,
    writes: &Writes,
    share: f64,
    found: Result<Fit, Message>,
) -> OverProvisioning {
    let basis = if writes.counted { SpareBasis::Counters } else { SpareBasis::Rates };
    let last = writes.bins.last();
    let mut finding = OverProvisioning {
        cell: name.to_owned(),
        basis,
        value_ratio: None,
        low_ratio: None,
        high_ratio: None,
        confidence_ratio: 0.0,
        write_amplification_ratio: last.and_then(Bin::amplification),
        write_amplification_fresh_ratio: None,
        write_amplification_final_ratio: None,
        passes_ratio: last.map_or(0.0, |bin| bin.to * share),
        misfit_ratio: None,
        reason: None,
    };
    match found {
        Ok(fit) => {
            // From the range's space to that of the whole drive: purged and unwritten space is spare, too.
            let of_drive = |space: f64| space * share - 1.0;
            finding.misfit_ratio = Some(fit.misfit);
            let (low, value, high) =
                (of_drive(fit.low), of_drive(fit.space), of_drive(fit.high));
            if value <= 0.0 {
                finding.reason = Some(Message::plain(MessageId::SpareOutside));
                return finding;
            }
            finding.value_ratio = Some(value);
            finding.low_ratio = Some(low.max(0.0));
            finding.high_ratio = Some(high);
            finding.confidence_ratio = CONFIDENCE;
            finding.write_amplification_fresh_ratio = fit.base;
            finding.write_amplification_final_ratio =
                fit.base.map(|base| fluid::at_the_end(fit.space) * base);
        }
        Err(reason) => finding.reason = Some(reason),
    }
    finding
}

/// The writes of the cells, one after the other.
struct Writes {
    bins: Vec<Bin>,
    /// Whether the drive counted its writes to flash all the time.
    counted: bool,
}

/// Cells are combined until they write this share of the range: the drive's buffer then matters little.
const BIN_MIN: f64 = 0.02;

impl Writes {
    fn of(cells: &[&CellRecord], range_bytes: u64) -> Self {
        let range = float(range_bytes);
        let counted = |cell: &CellRecord, is_last: bool| {
            let samples = &cell.health.as_ref()?.samples;
            let sample = if is_last { samples.last() } else { samples.first() };
            sample?.counters.as_ref()?.nand_written_bytes
        };
        let mut before = cells.first().and_then(|cell| counted(cell, false));
        let mut is_counted = before.is_some();
        let mut bins: Vec<Bin> = Vec::new();
        let mut bin = Bin::from(0.0);
        for cell in cells {
            let written = cell.operations.write.as_ref().map_or(0, |write| write.bytes);
            let after = counted(cell, true);
            let flash = before.zip(after).and_then(|(before, after)| after.checked_sub(before));
            is_counted &= flash.is_some();
            before = after;
            bin.to += float(written) / range;
            bin.flash += float(flash.unwrap_or(0)) / range;
            bin.time_ns += float(cell.running_ns());
            if bin.to - bin.from >= BIN_MIN {
                let next = Bin::from(bin.to);
                bins.push(std::mem::replace(&mut bin, next));
            }
        }
        if !is_counted {
            bins.iter_mut().for_each(|bin| bin.flash = 0.0);
        }
        Self { bins, counted: is_counted }
    }
}

/// The statement for the answer.
pub(crate) fn said(found: &OverProvisioning) -> Option<Message> {
    let range = found.value_ratio.zip(found.low_ratio).zip(found.high_ratio);
    let Some(((value, low), high)) = range else {
        let reason = found.reason.clone()?;
        return Some(Message::new(MessageId::SpareUnseen, [reason.into()]));
    };
    let [value, low, high] = [value, low, high].map(Argument::Ratio);
    Some(match found.write_amplification_ratio {
        Some(amplification) => {
            let values = [value, low, high, Argument::Number(amplification)];
            Message::new(MessageId::SpareCounted, values)
        }
        None => Message::new(MessageId::SpareRates, [value, low, high]),
    })
}
