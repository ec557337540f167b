//! Checks planned steps against a target: reports impossible steps before anything is touched.

use iogram_engine::{Cell, Content, Geometry, ZoneShape, find_misfit, no_zones};
use iogram_model::{
    Access, Bytes, Caching, JobLayout, Message, MessageId, Nanos, Offset, Permille, Sentence,
    Text, Warning, WarningCode, Workload, sentence, text,
};

use crate::method::Writes;
use crate::plan_error::PlanError;
use crate::planned::{Destroys, PlannedStep};

/// The kind of target that cells work on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Medium {
    /// A test file on a mounted file system.
    File,
    /// A target with addresses from its first to its last byte.
    Device,
}

/// The facts about a target that a plan needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetFacts {
    /// The kind of target.
    pub medium: Medium,
    /// Bytes of a device, or bytes that a test file may grow to. `None` means unknown.
    pub capacity: Option<Bytes>,
    /// Smallest unit of direct requests.
    pub logical_block_size: Bytes,
    /// Whether discard works; `None` means unknown.
    pub supports_discard: Option<bool>,
    /// Whether cells may write to it.
    pub is_writable: bool,
    /// Indirection unit: a smaller write makes the drive read, modify and write. `None` means unknown.
    pub indirection_unit: Option<Bytes>,
    /// Whether recorded requests replace programs, because there is no file system and none can be made.
    pub replays_programs: bool,
    /// Its zones, if they accept writes at their write pointers alone; `None` for any other target.
    pub zones: Option<ZoneShape>,
}

/// Placeholder for the size of the whole device, which is unknown until a device is known.
pub(crate) const WHOLE: Bytes = Bytes(u64::MAX);

/// Whether a method needs the whole device: it never gives a size for a test file in its place.
pub(crate) fn is_about_device(steps: &[PlannedStep]) -> bool {
    let is_work = |step: &&PlannedStep| {
        matches!(step, PlannedStep::Measure(_) | PlannedStep::LayOut { .. })
    };
    let wants_all =
        |step: &PlannedStep| matches!(step, PlannedStep::LayOut { size, .. } if *size == WHOLE);
    let first = steps.iter().find(is_work);
    steps.iter().any(wants_all) || !matches!(first, Some(PlannedStep::LayOut { .. }))
}

/// Makes the whole device visible to cells again. A test file keeps its size.
pub(crate) fn resolve_whole(steps: &mut Vec<PlannedStep>, facts: &TargetFacts) {
    let device = facts.capacity.filter(|_| facts.medium == Medium::Device);
    steps.retain_mut(|step| match step {
        PlannedStep::LayOut { size, .. } if *size == WHOLE => {
            *size = device.unwrap_or(*size);
            device.is_some()
        }
        _ => true,
    });
}

/// Removes the discards that the target does not support, and warns. Also removes the uncounted cells right after an
/// uncounted cell of discards, because they measure the space that it frees.
pub(crate) fn leave_out_discards(
    steps: &mut Vec<PlannedStep>,
    facts: &TargetFacts,
) -> Vec<Warning> {
    if facts.supports_discard != Some(false) || facts.medium == Medium::File {
        return Vec::new();
    }
    let (mut regions, mut names) = (Vec::<String>::new(), Vec::<String>::new());
    let mut is_after = false;
    for step in steps.iter_mut() {
        let PlannedStep::Measure(cell) = step else { continue };
        let Cell { name, workload, .. } = cell.as_mut();
        workload.beside.retain(|load| {
            let is_discard = load.workload.mix.discard == Permille::ALL;
            let what = format!("\"{name}: {}\"", load.name);
            if is_discard && !names.contains(&what) {
                names.push(what);
            }
            !is_discard
        });
    }
    steps.retain(|step| match step {
        PlannedStep::Discard(region) => {
            regions.push(region.to_string());
            false
        }
        PlannedStep::Measure(cell) => {
            let is_discard = cell.workload.mix.discard == Permille::ALL;
            is_after = !cell.is_counted && (is_after || is_discard);
            if is_after {
                names.push(format!("\"{}\"", cell.name));
            }
            !is_after
        }
        _ => true,
    });
    regions.dedup();
    let left_out = |id: MessageId, what: &[String]| {
        let statement = Message::new(id, [what.join(", ").into()]);
        (!what.is_empty()).then(|| Warning::new(WarningCode::DiscardLeftOut, statement))
    };
    let less_free = left_out(MessageId::DiscardLeftOut, &regions);
    let cells = left_out(MessageId::DiscardCellsLeftOut, &names);
    less_free.into_iter().chain(cells).collect()
}

impl TargetFacts {
    /// A writable device of this geometry.
    #[must_use]
    pub fn device(geometry: Geometry) -> Self {
        Self {
            medium: Medium::Device,
            capacity: Some(geometry.capacity),
            logical_block_size: geometry.logical_block_size,
            supports_discard: None,
            is_writable: true,
            indirection_unit: None,
            replays_programs: false,
            zones: None,
        }
    }

    /// The same target, for reading alone.
    #[must_use]
    pub fn read_only(self) -> Self {
        Self { is_writable: false, ..self }
    }

    /// A test file that may grow to `free`.
    #[must_use]
    pub fn file(free: Option<Bytes>, logical_block_size: Bytes) -> Self {
        Self {
            medium: Medium::File,
            capacity: free,
            logical_block_size,
            supports_discard: Some(false),
            is_writable: true,
            indirection_unit: None,
            replays_programs: false,
            zones: None,
        }
    }
}

/// On a read-only target, removes the cells that write and the rests that thereby lose their purpose. Returns the
/// names of the removed cells: each once, in order.
pub(crate) fn leave_out_writes(
    steps: &mut Vec<PlannedStep>,
    facts: &TargetFacts,
) -> Result<Vec<String>, PlanError> {
    let mut left_out: Vec<String> = Vec::new();
    if facts.is_writable {
        return Ok(left_out);
    }
    let mut kept: Vec<PlannedStep> = Vec::new();
    for step in steps.drain(..) {
        let writes = match &step {
            PlannedStep::Measure(cell) if cell.workload.writes() => Some(cell.name.clone()),
            PlannedStep::Purge(_) => Some("purge".to_owned()),
            PlannedStep::Discard(region) => Some(format!("discard of {region}")),
            PlannedStep::Probe(probe) if probe.kind.writes() => Some(probe.name.clone()),
            _ => None,
        };
        if let Some(name) = writes {
            if !left_out.contains(&name) {
                left_out.push(name);
            }
            continue;
        }
        let is_rest =
            |step: &PlannedStep| matches!(step, PlannedStep::Rest(_) | PlannedStep::Wait(_));
        if !(is_rest(&step) && kept.last().is_none_or(is_rest)) {
            kept.push(step);
        }
    }
    while !left_out.is_empty()
        && matches!(kept.last(), Some(PlannedStep::Rest(_) | PlannedStep::Wait(_)))
    {
        kept.pop();
    }
    *steps = kept;
    let is_empty = !steps
        .iter()
        .any(|step| matches!(step, PlannedStep::Measure(_) | PlannedStep::Probe(_)));
    if is_empty && !left_out.is_empty() {
        return Err(PlanError::ReadOnly);
    }
    Ok(left_out)
}

/// Checks every step and rounds amounts to whole blocks. A method that writes nothing leaves a device as it is: its
/// lay-outs only select the part to read.
pub(crate) fn fit(
    steps: &mut [PlannedStep],
    writes: Writes,
    facts: &TargetFacts,
) -> Result<Destroys, PlanError> {
    let keeps_device =
        facts.medium == Medium::Device && (writes == Writes::Nothing || !facts.is_writable);
    let mut footprint = Footprint::default();
    // A lay-out sets the size of a file; without one the file is measured as it is.
    let mut visible = if facts.medium == Medium::Device { facts.capacity } else { None };
    for step in steps {
        match step {
            PlannedStep::LayOut { size, content } => {
                fit_lay_out(*size, facts)?;
                if keeps_device {
                    *content = Content::Empty;
                }
                visible = Some(*size);
                if *content == Content::Written {
                    fit_zones(&text!("runner-lay-out"), *size, facts)?;
                }
                if facts.medium == Medium::File || *content == Content::Written {
                    footprint.cover(Bytes(0), *size);
                }
            }
            PlannedStep::Measure(cell) => {
                let touched = fit_loads(cell, visible, facts)?;
                if cell.workload.writes() {
                    if writes == Writes::Nothing {
                        let message = text!("runner-writes-but-method-says-not");
                        return Err(unfit(
                            cell,
                            message,
                            text!("runner-correct-writes-method-file"),
                        ));
                    }
                    footprint.cover_all(&touched);
                }
            }
            PlannedStep::Purge(_) => {
                let whole = fit_erasure("purge", writes == Writes::Device, facts)?;
                footprint.cover(Bytes(0), whole.unwrap_or(Bytes(0)));
            }
            PlannedStep::Discard(region) => {
                let is_allowed = matches!(writes, Writes::Device | Writes::Region);
                if let Some(whole) = fit_erasure("discard", is_allowed, facts)? {
                    footprint.cover(region.start.resolve(whole), region.end.resolve(whole));
                }
            }
            PlannedStep::Probe(probe) => {
                if facts.medium == Medium::File {
                    return Err(PlanError::Target {
                        message: sentence!(
                            "runner-needs-drive-target-file",
                            probe = probe.name
                        ),
                        hint: sentence!("runner-name-block-device"),
                    });
                }
                if probe.kind.writes() {
                    fit_zones(&probe.name, WHOLE, facts)?;
                    let whole = fit_erasure("probe", writes != Writes::Nothing, facts)?;
                    footprint.cover(Bytes(0), whole.unwrap_or(Bytes(0)));
                }
            }
            PlannedStep::Steady(check) => check.capacity = visible,
            PlannedStep::Rest(_)
            | PlannedStep::Wait(_)
            | PlannedStep::Choose(_)
            | PlannedStep::Search(_)
            | PlannedStep::Block(_)
            | PlannedStep::Note(_) => {}
        }
    }
    Ok(footprint.destroys(facts.medium))
}

/// Rejects writes at any place up to `end` in zones that accept writes at write pointers alone.
fn fit_zones(
    what: &dyn std::fmt::Display,
    end: Bytes,
    facts: &TargetFacts,
) -> Result<(), PlanError> {
    let Some(zones) = facts.zones.filter(|zones| end > zones.conventional) else {
        return Ok(());
    };
    Err(PlanError::Target {
        message: sentence!(
            "runner-writes-where-likes-zones-take-writes",
            what,
            size = zones.size
        ),
        hint: sentence!("runner-read-drive-without-destroy-write-write"),
    })
}

/// The size of a device that a step erases, in whole or in part; `None` for a file, which the step leaves alone.
fn fit_erasure(
    step: &str,
    is_allowed: bool,
    facts: &TargetFacts,
) -> Result<Option<Bytes>, PlanError> {
    if !is_allowed {
        return Err(PlanError::Target {
            message: sentence!("runner-step-erases-method-says-leaves", step),
            hint: sentence!("runner-correct-writes-method-file"),
        });
    }
    Ok(facts.capacity.filter(|_| facts.medium == Medium::Device))
}

/// The range of written bytes: the first, and one past the last.
#[derive(Debug, Clone, Copy, Default)]
struct Footprint(Option<(Bytes, Bytes)>);

impl Footprint {
    fn cover(&mut self, start: Bytes, end: Bytes) {
        let (first, last) = self.0.unwrap_or((start, end));
        self.0 = Some((first.min(start), last.max(end)));
    }

    fn cover_all(&mut self, touched: &[(Bytes, Option<Bytes>)]) {
        for &(start, end) in touched {
            self.cover(start, end.unwrap_or(start));
        }
    }

    fn destroys(self, medium: Medium) -> Destroys {
        match (self.0, medium) {
            (None, _) => Destroys::Nothing,
            (Some((_, end)), Medium::File) => Destroys::TestFile(end),
            (Some((start, end)), Medium::Device) => Destroys::Range { start, end },
        }
    }
}

fn fit_lay_out(size: Bytes, facts: &TargetFacts) -> Result<(), PlanError> {
    let error =
        |message: Sentence, hint: Text| Err(PlanError::Target { message, hint: hint.into() });
    if size.0 == 0 {
        return error(sentence!("runner-size-0-bytes-leaves-nothing-measure"), Text::NONE);
    }
    let Some(capacity) = facts.capacity.filter(|capacity| size > *capacity) else {
        return Ok(());
    };
    match facts.medium {
        Medium::File => error(
            sentence!("runner-test-file-not-fit-free", size, free = capacity.both()),
            text!("runner-use-smaller-size-set-size-free"),
        ),
        Medium::Device => error(
            sentence!("runner-not-fit-device", size, capacity = capacity.both()),
            text!("runner-name-larger-drive-smaller-size-scale"),
        ),
    }
}

/// For each load of the cell that writes: the first byte that it touches, and one past the last if the target's size
/// is known.
fn fit_loads(
    cell: &mut Cell,
    visible: Option<Bytes>,
    facts: &TargetFacts,
) -> Result<Vec<(Bytes, Option<Bytes>)>, PlanError> {
    // The limits of the loads come first, because the check of the whole cell needs them.
    let mut loads = cell.loads();
    for (load, place) in loads.iter_mut().skip(1).zip(&mut cell.workload.beside) {
        fit_passes(load, visible)?;
        fit_numbers(load)?;
        round_amount(load)?;
        place.workload.stop = load.workload.stop;
    }
    let own = fit_cell(cell, visible, facts)?;
    let mut touched = Vec::new();
    for (index, mut load) in cell.loads().into_iter().enumerate() {
        let part = if index == 0 { own } else { fit_cell(&mut load, visible, facts)? };
        if load.workload.writes() {
            touched.push(part);
        }
    }
    Ok(touched)
}

/// The first byte that the cell touches, and one past the last if the target's size is known.
fn fit_cell(
    cell: &mut Cell,
    visible: Option<Bytes>,
    facts: &TargetFacts,
) -> Result<(Bytes, Option<Bytes>), PlanError> {
    fit_passes(cell, visible)?;
    fit_numbers(cell)?;
    round_amount(cell)?;
    let workload = &cell.workload;
    if workload.mix.discard.0 > 0 && facts.supports_discard == Some(false) {
        let (message, hint) = match facts.medium {
            Medium::File => {
                (text!("runner-file-cannot-discarded"), text!("runner-name-block-device"))
            }
            Medium::Device => (text!("runner-device-not-support-discard"), Text::NONE),
        };
        return Err(unfit(cell, message, hint));
    }
    let start = workload.region.start.resolve(visible.unwrap_or(Bytes(0)));
    let end = visible.map(|size| workload.region.end.resolve(size));
    if let (Some(end), Some(size)) = (end, visible) {
        fit_region(cell, start, end, size)?;
    }
    if workload.caching == Caching::Direct {
        fit_alignment(cell, facts.logical_block_size)?;
    }
    fit_engine(cell, visible, facts)?;
    fit_write_pointers(cell, visible, facts)?;
    Ok((start, end))
}

/// Converts an amount in passes to bytes as soon as the size is known.
fn fit_passes(cell: &mut Cell, visible: Option<Bytes>) -> Result<(), PlanError> {
    let Some(passes) = cell.workload.stop.pass_count else { return Ok(()) };
    let Some(size) = visible else {
        let message = text!("runner-how-much-moved-unknown-target-size");
        // A method with a test file lays it out; one without needs the whole device.
        return Err(unfit(cell, message, text!("runner-name-block-device")));
    };
    let (block, region) = (cell.workload.block.largest(), cell.workload.region);
    let blocks = |bytes: u64| bytes / block.0.max(1) * block.0;
    let whole = Bytes(blocks(cell.workload.access.pass_bytes(blocks(region.size(size).0))));
    let amount = Bytes(whole.0.saturating_mul(u64::from(passes)));
    if cell.workload.stop.amount.is_some_and(|asked| asked != amount) {
        return Err(unfit(
            cell,
            text!("runner-amount-asked-twice"),
            text!("runner-give-passes-amount"),
        ));
    }
    cell.workload.stop.amount = Some(amount);
    Ok(())
}

fn fit_numbers(cell: &Cell) -> Result<(), PlanError> {
    let Workload { mix, depth, jobs, stop, .. } = &cell.workload;
    if !mix.is_valid() {
        let message = text!("runner-reads-discards-flushes-more-100-together");
        return Err(unfit(cell, message, text!("runner-lower-shares")));
    }
    if *depth == 0 || *jobs == 0 {
        return Err(unfit(
            cell,
            text!("runner-no-request-outstanding"),
            text!("runner-use-1-more"),
        ));
    }
    if stop.time.is_none() && stop.amount.is_none() && stop.count.is_none() {
        return Err(unfit(
            cell,
            text!("runner-never-ends"),
            text!("runner-give-time-amount-count"),
        ));
    }
    if cell.workload.replay.is_some() && stop.count == Some(0) {
        let message = text!("runner-no-request-trace-made-target");
        return Err(unfit(
            cell,
            message,
            text!("runner-discards-need-target-takes-others-lie"),
        ));
    }
    if stop.time == Some(Nanos(0)) || stop.amount == Some(Bytes(0)) || stop.count == Some(0) {
        return Err(unfit(
            cell,
            text!("runner-ends-before-begins"),
            text!("runner-use-more-0"),
        ));
    }
    Ok(())
}

/// Rounds down to whole blocks: 22 MiB in blocks of 2300 B are 10029 requests, as `fio` and `dd` count them.
fn round_amount(cell: &mut Cell) -> Result<(), PlanError> {
    let blocks = &cell.workload.block;
    let Some(amount) = cell.workload.stop.amount else { return Ok(()) };
    if cell.workload.replay.is_some() {
        // With mixed block sizes, the requests add up to the amount exactly.
        return Ok(());
    }
    let (block, is_mix) = (blocks.largest(), blocks.sizes().len() > 1);
    if amount < block {
        let message = sentence!("runner-amount-less-block", amount, block);
        return Err(unfit(cell, message, text!("runner-use-larger-amount-smaller-block")));
    }
    if !is_mix {
        cell.workload.stop.amount = Some(amount - Bytes(amount.0 % block.0));
    }
    Ok(())
}

fn fit_region(cell: &Cell, start: Bytes, end: Bytes, size: Bytes) -> Result<(), PlanError> {
    let Workload { region, block, jobs, layout, .. } = &cell.workload;
    if end > size {
        let message = sentence!("runner-region-reaches-beyond-end", region, size);
        return Err(unfit(cell, message, text!("runner-use-region-inside-0-100-method")));
    }
    if start >= end {
        let message = sentence!("runner-region-empty-size", region, size);
        let hint = text!("runner-use-later-end-earlier-beginning-method");
        return Err(unfit(cell, message, hint));
    }
    let slices = if *layout == JobLayout::Sliced { u64::from(*jobs) } else { 1 };
    let slice = region.size(size).0 / slices;
    if slice < block.largest().0 {
        let whose = if slices > 1 {
            text!("runner-each-job-part-region")
        } else {
            text!("runner-region")
        };
        let message = sentence!(
            "runner-less-block",
            whose: whose,
            slice = Bytes(slice),
            block = block.largest()
        );
        return Err(unfit(cell, message, text!("runner-use-larger-size-region-smaller-block")));
    }
    Ok(())
}

fn fit_alignment(cell: &Cell, unit: Bytes) -> Result<(), PlanError> {
    let Workload { block, access, region, .. } = &cell.workload;
    let stride = match access {
        Access::Strided(stride) | Access::Backward(stride) => {
            Some((text!("runner-stride"), *stride))
        }
        Access::Zoned { align: Some(align), .. } => Some((text!("runner-alignment"), *align)),
        Access::Stretches(stretches) => {
            Some((text!("runner-distance-stretches"), stretches.pitch()))
        }
        _ => None,
    };
    let blocks = block.sizes().iter().map(|&(size, _)| (text!("runner-block"), size));
    // Nobody relies on the exact byte of a share of the capacity: the rig rounds it.
    let start = match region.start {
        Offset::Bytes(start) => Some((text!("runner-beginning-region"), start)),
        Offset::Share(_) => None,
    };
    for (what, value) in blocks.chain(stride).chain(start) {
        if !value.0.is_multiple_of(unit.0.max(1)) {
            let message = sentence!("runner-not-multiple-logical-block-size-direct", what: what, value, unit);
            let hint = text!("runner-use-multiple-buffered-i-o-caching");
            return Err(unfit(cell, message, hint));
        }
    }
    Ok(())
}

/// Reports now a cell that the engine would reject later, after the lay-outs and measurements before it.
fn fit_engine(
    cell: &Cell,
    visible: Option<Bytes>,
    facts: &TargetFacts,
) -> Result<(), PlanError> {
    let geometry = Geometry {
        // The size of a file may be unknown until it is opened; the region is checked then.
        capacity: visible.unwrap_or(Bytes(1 << 60)),
        logical_block_size: facts.logical_block_size,
        physical_block_size: None,
    };
    match find_misfit(&cell.workload, geometry) {
        Some(misfit) => Err(unfit(cell, misfit.message, misfit.hint)),
        None => Ok(()),
    }
}

/// Checks that writes go where zones accept them, and that only a zoned target gets write-pointer access.
fn fit_write_pointers(
    cell: &Cell,
    visible: Option<Bytes>,
    facts: &TargetFacts,
) -> Result<(), PlanError> {
    let workload = &cell.workload;
    let misfit = match facts.zones {
        Some(zones) => zones.misfit(workload, visible.unwrap_or(WHOLE)),
        None => workload.access.follows_write_pointers().then(no_zones),
    };
    misfit.map_or(Ok(()), |misfit| Err(unfit(cell, misfit.message, misfit.hint)))
}

fn unfit(cell: &Cell, message: impl Into<Sentence>, hint: Text) -> PlanError {
    PlanError::Cell { cell: cell.name.clone(), message: message.into(), hint: hint.into() }
}
