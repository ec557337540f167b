//! Each conclusion as a statement with its severity.

use iogram_model::{
    Argument, CellRecord, CellState, ClassTest, Criteria, ErrorRecord, Finding, Message,
    MessageId, OpKind, OutcomeKind, PurgeState, Run, RunState, Severity, SizeFinding, Stretch,
    TargetKind, Total, Verdict, WarningCode,
};

use super::{
    DENIED, Statement, at_once, cache, capacity, demand, held, imported, kept, programs,
    recovery, replay, search, soak, speeds, standing_still, steady, steps, until_steady,
};

use crate::beyond_reader;
use crate::capacity::readers::DRIVE_OR_READER;
use crate::computer::around;
use crate::figure::iops_of;
use crate::origin::other_than_drive;
use crate::spare::said;

/// The statements about `run`, in their order among equally grave ones.
pub(super) fn statements(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let mut statements: Vec<Statement> = capacity::statements(run, findings);
    statements.extend(findings.iter().filter_map(|it| slow_places(run, it)));
    statements.extend(failed(run));
    statements.extend(state(run.state));
    statements.extend(kept::verdicts(run, findings));
    let criteria = run.criteria.as_ref();
    statements.extend(marks(findings, criteria));
    statements.extend(purges(run));
    statements.extend(prepared(run));
    statements.extend(soak::statements(run, findings));
    statements.extend(steps::statements(run, findings));
    // A steady state that is a reference for other cells is no answer alone.
    let mut beside = recovery::statements(run, findings);
    beside.extend(demand::statements(run, findings));
    beside.extend(search::statements(run, findings));
    let is_beside = !beside.is_empty();
    statements.extend(beside);
    statements.extend(steady::shortened(run, findings));
    statements.extend(until_steady::statements(run));
    statements.extend(steady::statements(run, findings, is_beside));
    statements.extend(findings.iter().filter_map(spare));
    let stall = standing_still::worst_stall(run, findings).into_iter();
    let (grave, slight): (Vec<_>, Vec<_>) =
        stall.partition(|it| it.severity >= Severity::Caution);
    statements.extend(grave);
    statements.extend(standing_still::slowest_requests(run));
    statements.extend(findings.iter().filter_map(|finding| match finding {
        Finding::SlowStretch(stretch) => Some(standing_still::slow_stretch(run, stretch)),
        // If speeds were measured as well, they are the question.
        Finding::AllocationUnit(unit) => {
            (unit.value_bytes.is_some() || run.cells.is_empty()).then(|| allocation_unit(unit))
        }
        _ => None,
    }));
    // If the run left the drive idle to observe its recovery, that is the question; otherwise speeds are.
    let unseen = cache::unseen(findings).into_iter();
    let (asked, beside): (Vec<_>, Vec<_>) = unseen.partition(|_| cache::is_asked(findings));
    statements.extend(cache::statements(findings));
    statements.extend(asked);
    statements.extend(programs::statements(run, findings));
    statements.extend(replay::statements(run, findings));
    statements.extend(rates(run, findings));
    statements.extend(kept::beside_figures(run, &statements));
    statements.extend(imported::statements(run));
    statements.extend(slight);
    statements.extend(beside);
    statements.extend(read_back(run));
    let is_nothing_said = statements.is_empty();
    let completed = || run.cells.iter().filter(|cell| cell.state == CellState::Completed);
    let is_counted =
        |cell: &&CellRecord| cell.warnings.iter().all(|it| it.code != WarningCode::EndedInRamp);
    let measured = completed().filter(is_counted).count() as u64;
    if is_nothing_said && let Some(units) = open_units(findings) {
        statements.push(units);
    } else if is_nothing_said && let Some(tables) = imported::tables(run) {
        statements.push(tables);
    } else if is_nothing_said && let Some(only) = only_cell(run) {
        statements.push(only);
    } else if is_nothing_said && measured == 0 && completed().next().is_some() {
        let message = Message::plain(MessageId::NothingCounted);
        statements.push(Statement::new(Severity::Unknown, message));
    } else if is_nothing_said && measured > 0 {
        let message = Message::new(MessageId::Measured, [Argument::Count(measured)]);
        statements.push(Statement::new(Severity::Measured, message));
    }
    statements.extend(is_nothing_said.then(|| at_once::statement(run)).flatten());
    held::behind_answered(&mut statements, findings);
    if !statements.is_empty() {
        statements.extend(simulated(run));
    }
    statements
}

/// How a run ended that something else is said of already, and that its drive is simulated.
pub(super) fn of_its_end(run: &Run) -> impl Iterator<Item = Statement> {
    state(run.state).into_iter().chain(simulated(run))
}

fn simulated(run: &Run) -> Option<Statement> {
    let message = || Message::plain(MessageId::OnSimulated);
    (run.target.kind == TargetKind::Simulated)
        .then(|| Statement::new(Severity::Measured, message()))
}

/// The speeds, and whether each load was steady before its measurement.
fn rates(run: &Run, findings: &[Finding]) -> impl Iterator<Item = Statement> {
    speeds::statements(run, findings).into_iter().chain(steady::preconditioned(run, findings))
}

/// The amount of data that was read and compared without an error; `None` if nothing was compared.
pub(super) fn read_back(run: &Run) -> Option<Statement> {
    let compared = run.cells.iter().filter(|cell| cell.is_counted && cell.workload.compares());
    let mut bytes = 0_u64;
    for cell in compared {
        // The statement about the cell reports its errors.
        if cell.state != CellState::Completed || !cell.errors.is_empty() {
            return None;
        }
        if cell.beside.iter().any(|load| !load.errors.is_empty()) {
            return None;
        }
        let beside = cell.beside.iter().map(|load| &load.operations);
        let reads = std::iter::once(&cell.operations).chain(beside);
        let read: u64 = reads.filter_map(|it| it.read.as_ref()).map(|it| it.bytes).total();
        bytes = bytes.saturating_add(read);
    }
    let message = || Message::new(MessageId::ReadBackSame, [Argument::Bytes(bytes)]);
    (bytes > 0).then(|| Statement::new(Severity::Good, message()))
}

/// The bytes of the only measured cell, reads and writes together; `None` if there are several, or if it moves
/// nothing.
fn only_cell(run: &Run) -> Option<Statement> {
    let is_meant = |cell: &&CellRecord| cell.is_counted && cell.state == CellState::Completed;
    let cells: Vec<&CellRecord> = run.cells.iter().filter(is_meant).collect();
    let name = &cells.first()?.name;
    if cells.iter().any(|cell| cell.name != *name || other_than_drive(run, cell).is_some()) {
        return None;
    }
    if let [only] = cells.as_slice()
        && let Some(trims) = at_once::trims(only)
    {
        return Some(trims);
    }
    let rates: Option<Vec<f64>> =
        cells.iter().map(|cell| Some(cell.throughput()?.bytes_per_s)).collect();
    let iops: Vec<f64> = cells.iter().map(|cell| iops_of(cell)).collect();
    let (rate, iops) = iogram_stats::mean(&rates?).zip(iogram_stats::mean(&iops))?;
    let values =
        [Argument::Name(name.clone()), Argument::BytesPerS(rate), Argument::Iops(iops)];
    let alone = |kind: OpKind| cells.iter().all(|cell| speeds::is_pure(cell, kind));
    let id = match () {
        () if alone(OpKind::Read) => MessageId::OnlyCellRead,
        () if alone(OpKind::Write) => MessageId::OnlyCellWrite,
        () => MessageId::OnlyCell,
    };
    (rate > 0.0 && iops > 0.0)
        .then(|| Statement::new(Severity::Measured, Message::new(id, values)))
}

/// The over-provisioning of the drive.
fn spare(finding: &Finding) -> Option<Statement> {
    let Finding::OverProvisioning(found) = finding else { return None };
    said(found).map(|message| Statement::new(Severity::Measured, message))
}

/// Least time of retries at a weak place. Places that are slow without a single slow request are in the table, and
/// are as often the computer's fault. As long as the shortest stall, and as arbitrary.
const SLOW_PLACE_NS: u64 = 400_000_000;

/// Places that a pass over every block found far slower than the others, with requests that hung.
fn slow_places(run: &Run, finding: &Finding) -> Option<Statement> {
    let Finding::Capacity(capacity) = finding else { return None };
    let slowest = [
        (capacity.slowest_reads.as_slice(), Stretch::read_rate as fn(&Stretch) -> Option<f64>),
        (capacity.slowest_writes.as_slice(), Stretch::write_rate),
    ];
    // Each list begins with its slowest.
    let (places, rate) = slowest.into_iter().max_by_key(|(places, _)| places.len())?;
    let slowest =
        places.iter().map(|it| it.write_max_ns.max(it.read_max_ns.unwrap_or(0))).max()?;
    let worst = places.first().filter(|_| slowest >= SLOW_PLACE_NS)?;
    if let Some(why) = around(run) {
        let probe = run.probes.first().map_or("", |probe| probe.name.as_str());
        return Some(held::up(probe, why));
    }
    let values = [
        Argument::Count(places.len() as u64),
        Argument::Bytes(worst.start_bytes),
        Argument::BytesPerS(rate(worst)?),
    ];
    Some(Statement::new(Severity::Caution, Message::new(MessageId::SlowPlaces, values)))
}

/// Cells in which requests failed or never came back, and probes after which the drive was gone.
pub(super) fn failed(run: &Run) -> Vec<Statement> {
    let mut failed = failed_cells(run);
    failed.extend(run.probes.iter().filter_map(|probe| gone(probe.state, &probe.name)));
    failed
}

/// Cells in which requests failed or never completed.
fn failed_cells(run: &Run) -> Vec<Statement> {
    let reader = beyond_reader::limit_of(run);
    let of_cell = |cell: &CellRecord| {
        let failed: u64 = errors(cell).map(|error| error.count).total();
        match gone(cell.state, &cell.name) {
            Some(statement) => Some(statement),
            // Lack of space or of support is not the drive's fault. A full target ends the run, which has its own
            // statement.
            None if cell.state == CellState::Full => None,
            None if cell.state == CellState::Unsupported => not_supported(cell),
            None if failed > 0 && is_beyond_the_end(cell) => {
                let values = [Argument::Count(failed), Argument::Name(cell.name.clone())];
                let message = Message::new(MessageId::CellBeyondTheEnd, values);
                Some(Statement::broken_off(Severity::Unknown, message))
            }
            None if other_bytes(cell) > 0 => {
                let size = Argument::Bytes(other_bytes(cell));
                let values = [size, Argument::Name(cell.name.clone())];
                let message = Message::new(MessageId::OtherDataRead, values);
                Some(Statement::new(Severity::Failed, message))
            }
            None => wrong_reads(cell)
                .or_else(|| (failed > 0).then(|| requests(cell, failed, reader))),
        }
    };
    run.cells.iter().filter_map(of_cell).collect()
}

/// A statement about failed requests, and whether all of them lie beyond the limit of a reader.
fn requests(cell: &CellRecord, failed: u64, reader: Option<u64>) -> Statement {
    let Some(limit) = reader else {
        let values = [Argument::Count(failed), Argument::Name(cell.name.clone())];
        let message = Message::new(MessageId::RequestsFailed, values);
        return Statement::new(Severity::Failed, message);
    };
    let values =
        [Argument::Count(failed), Argument::Name(cell.name.clone()), Argument::Bytes(limit)];
    let message = Message::new(MessageId::FailsBeyondReaders, values);
    Statement {
        kind: Some(OutcomeKind::CannotTell),
        confidence_ratio: Some(DRIVE_OR_READER),
        ..Statement::new(Severity::Caution, message)
    }
}

/// A feature that the drive or the system does not support.
fn not_supported(cell: &CellRecord) -> Option<Statement> {
    let message =
        Message::new(MessageId::CellNotSupported, [Argument::Name(cell.name.clone())]);
    (!cell.errors.is_empty()).then(|| Statement::broken_off(Severity::Unknown, message))
}

/// Whether every failure was a request beyond the end of a file, which says nothing about the drive.
fn is_beyond_the_end(cell: &CellRecord) -> bool {
    let is_it = |error: &ErrorRecord| {
        error.statement.as_ref().is_some_and(|it| it.id == MessageId::ErrorBeyondTheEnd)
    };
    errors(cell).all(is_it)
}

/// The failures in a cell and in the loads beside it; without those for lack of space or support, which are not the
/// drive's fault.
fn errors(cell: &CellRecord) -> impl Iterator<Item = &ErrorRecord> {
    let is_fault =
        |state: CellState| !matches!(state, CellState::Full | CellState::Unsupported);
    let beside = cell.beside.iter().filter(move |load| is_fault(load.state));
    cell.errors.iter().chain(beside.flat_map(|load| &load.errors))
}

/// Wrong data in reads that a cell compared. The first place is the drive's, or the file's.
fn wrong_reads(cell: &CellRecord) -> Option<Statement> {
    let is_wrong = |error: &&ErrorRecord| {
        error.statement.as_ref().is_some_and(|it| it.id == MessageId::ErrorNotAsWritten)
    };
    let own = (&cell.name, &cell.errors);
    let beside = cell.beside.iter().map(|load| (&load.name, &load.errors));
    let mut loads = std::iter::once(own).chain(beside);
    let (name, wrong) =
        loads.find_map(|(name, errors)| Some((name, errors.iter().find(is_wrong)?)))?;
    let values = [
        Argument::Count(wrong.count),
        Argument::Name(name.clone()),
        Argument::Count(wrong.first_offset_bytes),
    ];
    let message = Message::new(MessageId::WrongDataRead, values);
    Some(Statement::new(Severity::Failed, message))
}

/// Bytes of an image that differ between writing and reading back. The cell itself reads nothing, and none of its
/// requests failed: each of these errors is a page.
fn other_bytes(cell: &CellRecord) -> u64 {
    const PAGE_BYTES: u64 = 4096;
    let is_compared = cell.verified_bytes.is_some() && cell.operations.read.is_none();
    let others = cell.errors.iter().filter(|it| is_compared && it.operation == OpKind::Read);
    others.map(|it| it.count).total().saturating_mul(PAGE_BYTES)
}

/// A cell or probe that ended because the drive was gone or did not answer.
fn gone(state: CellState, name: &str) -> Option<Statement> {
    let id = match state {
        CellState::Vanished => MessageId::Vanished,
        CellState::Stalled => MessageId::Hung,
        _ => return None,
    };
    let message = Message::new(id, [Argument::Name(name.to_owned())]);
    Some(Statement::new(Severity::Failed, message))
}

pub(super) fn state(state: RunState) -> Option<Statement> {
    let id = match state {
        RunState::Completed => return None,
        RunState::Interrupted => MessageId::Interrupted,
        RunState::Failed => MessageId::Broken,
        RunState::Running => MessageId::Unended,
        // A newer version wrote it: this one does not know its end.
        RunState::Unknown => MessageId::Broken,
    };
    Some(Statement::broken_off(Severity::Unknown, Message::new(id, [])))
}

/// A statement for each missed mark; or the reached marks, of which the last of each ladder is the best.
fn marks(findings: &[Finding], criteria: Option<&Criteria>) -> Vec<Statement> {
    let tests: Vec<&ClassTest> = ClassTest::all(findings).collect();
    if tests.is_empty() {
        return Vec::new();
    }
    let is_asked = |test: &&ClassTest| test.is_claimed || is_only_mark(criteria);
    let is_held = |test: &&ClassTest| {
        test.statement.as_ref().is_some_and(|it| it.id == MessageId::MarkHeld)
    };
    let why = tests.iter().copied().filter(is_asked).find(is_held).and_then(|test| {
        let why = test.statement.as_ref()?.arguments.get("why")?.clone();
        Some(Message::new(MessageId::HeldUp, [test.mark.as_str().into(), why]))
    });
    if let Some(held) = why {
        return vec![Statement::disturbed(held)];
    }
    let missed = tests.iter().filter(|it| it.verdict == Verdict::Fail && is_asked(it));
    let mut statements: Vec<Statement> = missed
        .map(|test| {
            let words = || Argument::Sentence(test.reason.clone().unwrap_or_default());
            let reason = shortfall(test).or_else(|| test.statement.clone());
            let reason = reason.map_or_else(words, Argument::from);
            let values = [Argument::Name(test.mark.clone()), reason];
            Statement::new(Severity::Failed, Message::new(MessageId::MarkMissed, values))
        })
        .collect();
    let named = |verdict| {
        let of = tests.iter().filter(|test| test.verdict == verdict);
        of.map(|test| test.mark.as_str()).collect::<Vec<_>>()
    };
    let (passed, failed) = (named(Verdict::Pass), named(Verdict::Fail));
    let is_open = tests.iter().any(|test| test.verdict == Verdict::Unknown);
    statements.push(match (passed.is_empty(), is_open) {
        (false, _) => reached(&passed, &failed, tests.iter().any(is_asked)),
        (true, true) => Statement::new(Severity::Unknown, Message::plain(MessageId::MarksOpen)),
        // The statement before has the shortfall of the only mark.
        (true, false) if !statements.is_empty() => return statements,
        (true, false) => {
            let marks = Argument::Name(failed.join(" "));
            Statement::new(Severity::Measured, Message::new(MessageId::MarksNoneOf, [marks]))
        }
    });
    statements
}

/// Every rate below the mark's requirement, with that requirement; `None` if the mark is missed for another reason.
fn shortfall(test: &ClassTest) -> Option<Message> {
    let rate: fn(f64) -> Argument = Argument::BytesPerS;
    let required = test.required_bytes_per_s;
    let rates = [
        (MessageId::ShortWrites, rate, test.measured_bytes_per_s, required),
        (MessageId::ShortRandomReads, rate, test.measured_read_bytes_per_s, required),
        (
            MessageId::ShortRandomReads,
            Argument::Iops,
            test.measured_read_iops,
            test.required_read_iops,
        ),
        (
            MessageId::ShortRandomWrites,
            Argument::Iops,
            test.measured_write_iops,
            test.required_write_iops,
        ),
    ];
    let short = rates.into_iter().filter_map(|(id, unit, measured, required)| {
        let (measured, required) = measured.zip(required)?;
        (measured < required).then(|| Message::new(id, [unit(measured), unit(required)]))
    });
    Message::listed(short)
}

/// A card without a claim has not passed anything, whatever low marks it would reach.
fn reached(passed: &[&str], failed: &[&str], is_asked: bool) -> Statement {
    let marks = |names: &[&str]| Argument::Name(names.join(" "));
    let (severity, message) = match (is_asked, failed.is_empty()) {
        (true, _) => (Severity::Good, Message::new(MessageId::MarksReached, [marks(passed)])),
        (false, true) => {
            (Severity::Measured, Message::new(MessageId::MarksShown, [marks(passed)]))
        }
        (false, false) => {
            let values = [marks(passed), marks(failed)];
            (Severity::Measured, Message::new(MessageId::MarksShownBut, values))
        }
    };
    Statement::new(severity, message)
}

/// The bytes of a run that only prepares a drive for others.
fn prepared(run: &Run) -> Option<Statement> {
    let is_preparing =
        |cell: &CellRecord| !cell.is_counted && cell.state == CellState::Completed;
    if run.cells.is_empty() || !run.probes.is_empty() || !run.cells.iter().all(is_preparing) {
        return None;
    }
    let written = run.cells.iter().filter_map(|cell| cell.operations.write.as_ref());
    let written = written.map(|write| write.bytes).total();
    let values = [
        Argument::Bytes(written),
        Argument::Ns(run.cells.iter().map(|cell| cell.elapsed_ns).total()),
    ];
    (written > 0)
        .then(|| Statement::new(Severity::Measured, Message::new(MessageId::Prepared, values)))
}

fn purges(run: &Run) -> Option<Statement> {
    let mut tried = run.purges.iter().filter(|purge| !purge.attempts.is_empty()).peekable();
    tried.peek()?;
    let is_purged = tried.all(|purge| purge.state == PurgeState::Purged);
    let mut checks = run.purges.iter().flat_map(|it| &it.attempts).filter_map(|it| it.check);
    let (severity, id) = match is_purged {
        true if checks.all(|it| it.is_telling()) => (Severity::Good, MessageId::Purged),
        true => (Severity::Good, MessageId::PurgedUnseen),
        // No way of purging worked, which is not the drive's failure: many readers pass no erase command on.
        false => (Severity::Caution, MessageId::NotPurged),
    };
    let kind = (!is_purged).then_some(OutcomeKind::BrokenOff);
    let statement = Statement { kind, ..Statement::new(severity, Message::new(id, [])) };
    // A purge is worth a line only if the run did nothing else.
    (!is_purged || run.cells.is_empty()).then_some(statement)
}

fn allocation_unit(unit: &SizeFinding) -> Statement {
    let (severity, message) = match (unit.value_bytes, unit.confidence) {
        (Some(bytes), _) => (
            Severity::Measured,
            Message::new(MessageId::GeometryFound, [Argument::Bytes(bytes)]),
        ),
        (None, Some(sure)) if sure >= DENIED => {
            (Severity::Measured, Message::new(MessageId::GeometryNone, []))
        }
        // The confidence of a denial is not the confidence that no unit could be seen.
        (None, _) => {
            let message = Message::new(MessageId::GeometryUnseen, []);
            // There is no verdict: the result is that no unit can be seen.
            let kind = Some(OutcomeKind::Passed);
            return Statement { kind, ..Statement::new(Severity::Unknown, message) };
        }
    };
    Statement { confidence_ratio: unit.confidence, ..Statement::new(severity, message) }
}

/// The number of units that can be written alternately, if the run did not look for the unit itself.
pub(super) fn open_units(findings: &[Finding]) -> Option<Statement> {
    let found = |is_linear: bool| {
        findings.iter().find_map(|finding| match finding {
            Finding::OpenAuLinear(it) if is_linear => Some(it),
            Finding::OpenAuRandom(it) if !is_linear => Some(it),
            _ => None,
        })
    };
    let known = |is_linear| found(is_linear).and_then(|it| Some((it.value?, it.confidence)));
    let count = |value: u32| Argument::Count(value.into());
    let (message, confidence_ratio) = match (known(true), known(false)) {
        (Some((linear, sure)), Some((random, as_sure))) => {
            let values = [count(linear), count(random)];
            // Both are right at least this often, however their errors correlate.
            let both = sure.zip(as_sure).map(|(one, other)| (one + other - 1.0).max(0.0));
            (Message::new(MessageId::OpenUnitsBoth, values), both)
        }
        (Some((linear, sure)), None) => {
            (Message::new(MessageId::OpenUnitsLinear, [count(linear)]), sure)
        }
        (None, Some((random, sure))) => {
            (Message::new(MessageId::OpenUnitsRandom, [count(random)]), sure)
        }
        (None, None) => return None,
    };
    Some(Statement { confidence_ratio, ..Statement::new(Severity::Measured, message) })
}

/// An unclaimed mark is not a promise, unless it is the only question.
fn is_only_mark(criteria: Option<&Criteria>) -> bool {
    let Some(criteria) = criteria else { return false };
    let mut marks = criteria.marks.iter().map(|mark| mark.mark.as_str());
    let first = marks.next();
    first.is_some() && marks.all(|mark| Some(mark) == first)
}
