//! Obstacles to a comparison of two runs: every difference besides the drive.

use std::collections::{BTreeMap, BTreeSet};

use iogram_model::{
    Application, Argument, CellRecord, Message, MessageId, Obstacle, ObstacleCode as Code,
    ObstacleWeight, Permille, PurgeState, Run, RunState, TargetKind, WarningCode, Workload,
};

use super::imported;

/// Tolerated difference in free space. Arbitrary: a tenth of the drive.
const FREE_SHARE_MAX: f64 = 0.1;

/// The obstacles to a comparison of each run with the first.
pub(super) fn find(runs: &[&Run], labels: &[String]) -> Vec<Obstacle> {
    let Some((base, others)) = runs.split_first() else { return Vec::new() };
    let mut found = Vec::new();
    for (other, label) in others.iter().zip(&labels[1..]) {
        let mut pair = Pair { base, other, label, found: Vec::new() };
        pair.method();
        if base.import.is_some() == other.import.is_some() {
            pair.target();
            pair.state_of_the_drive();
            pair.completeness();
            pair.connection();
            pair.circumstances();
        } else {
            pair.unknown_conditions();
            pair.completeness();
        }
        pair.generator();
        found.append(&mut pair.found);
    }
    found.sort_by_key(|obstacle| obstacle.weight);
    found
}

struct Pair<'a> {
    base: &'a Run,
    other: &'a Run,
    label: &'a str,
    found: Vec<Obstacle>,
}

impl Pair<'_> {
    fn add(&mut self, weight: ObstacleWeight, code: Code, statement: Message) {
        let run = self.label.to_owned();
        let message = statement.english();
        self.found.push(Obstacle { code, weight, run, message, statement: Some(statement) });
    }

    /// Two texts that have to be equal.
    fn equal(
        &mut self,
        (code, what): (Code, Message),
        weight: ObstacleWeight,
        base: Option<&str>,
        other: Option<&str>,
    ) {
        if base != other {
            let value = |value: Option<&str>| -> Argument {
                value.map_or_else(|| MessageId::NotKnown.into(), Into::into)
            };
            let values = [what.into(), value(base), value(other)];
            self.add(weight, code, Message::new(MessageId::Against, values));
        }
    }

    fn method(&mut self) {
        let (base, other) = (&self.base.method, &self.other.method);
        let is_other_tool = self.base.import.is_some() || self.other.import.is_some();
        let is_same = base.id == other.id;
        if !(is_same || is_other_tool && self.is_work_shared()) {
            let ids = (base.id.as_str().into(), other.id.as_str().into());
            let message = against(MessageId::NounMethod, ids);
            self.add(ObstacleWeight::Forbids, Code::Method, message);
        }
        if is_other_tool {
            self.tool();
            self.limits();
        }
        if !is_same {
            return;
        }
        let names: BTreeSet<&String> = base.params.keys().chain(other.params.keys()).collect();
        let is_imported = [self.base, self.other].iter().all(|run| run.import.is_some());
        for name in names {
            // A file's name does not affect the work.
            if is_imported && name == "file" {
                continue;
            }
            // The speed of a serial line does not affect the time of a boot, and a log does not have it.
            if name == "baud" && [self.base, self.other].iter().all(|run| is_of_boots(run)) {
                continue;
            }
            let (one, two) = (base.params.get(name), other.params.get(name));
            let (one, two) = (one.map(String::as_str), two.map(String::as_str));
            let what = Message::new(MessageId::NounParameter, [name.as_str().into()]);
            self.equal((Code::Parameter, what), ObstacleWeight::Forbids, one, two);
        }
        // An ad-hoc cell has no parameters, so its workload is compared.
        for cell in &self.base.cells {
            let twin = self.other.cells.iter().find(|it| it.name == cell.name);
            let difference =
                twin.and_then(|twin| workload_difference(&cell.workload, &twin.workload));
            if let Some(difference) = difference {
                let values = [cell.name.as_str().into(), difference.into()];
                let message = Message::new(MessageId::NamedCell, values);
                let is_said =
                    self.found.iter().any(|it| it.statement.as_ref() == Some(&message));
                if !is_said {
                    self.add(ObstacleWeight::Confounds, Code::Cell, message);
                }
            }
        }
    }

    /// Whether the runs share the same work, even by another tool or in another output format.
    fn is_work_shared(&self) -> bool {
        match (self.base.import.is_some(), self.other.import.is_some()) {
            (true, true) => !imported::pairs(self.base, self.other).is_empty(),
            (true, false) => imported::is_of_cells(self.base, self.other),
            (false, true) => imported::is_of_cells(self.other, self.base),
            (false, false) => false,
        }
    }

    fn tool(&mut self) {
        let (base, other) = (tool_of(self.base), tool_of(self.other));
        let is_same = base.name == other.name;
        let is_unknown = base.version.is_none() || other.version.is_none();
        if !is_same || !is_unknown && base.version != other.version {
            let message = against(MessageId::NounTool, (base.argument(), other.argument()));
            self.add(ObstacleWeight::Confounds, Code::Tool, message);
        }
    }

    /// Limits that affected results of both runs alike: their figures can be compared, but do not show what the
    /// drives can do.
    fn limits(&mut self) {
        let mut names: BTreeMap<String, (Message, Vec<String>)> = BTreeMap::new();
        for (one, two) in imported::pairs(self.base, self.other) {
            let (Some(limits), true) =
                (imported::limits(&one), one.result.limits == two.result.limits)
            else {
                continue;
            };
            let held_back = Message::new(MessageId::HeldBackBy, [limits]);
            let (_, its) =
                names.entry(held_back.english()).or_insert_with(|| (held_back, Vec::new()));
            if !its.contains(&one.result.name) {
                its.push(one.result.name.clone());
            }
        }
        for (held_back, its) in names.into_values() {
            let values = [Argument::Name(its.join(", ")), held_back.into()];
            let message = Message::new(MessageId::NamedCell, values);
            self.add(ObstacleWeight::Confounds, Code::Limited, message);
        }
    }

    /// The conditions of an imported run are unknown, so they cannot differ from the other run's.
    fn unknown_conditions(&mut self) {
        let (native, unknown): (&Run, Argument) = match self.base.import {
            Some(_) => (self.other, MessageId::TheFirstRun.into()),
            None => (self.base, self.label.into()),
        };
        let is_storage = matches!(
            native.target.kind,
            TargetKind::BlockDevice | TargetKind::File | TargetKind::Simulated
        );
        if !is_storage {
            let (base, other) = (self.base.target.kind, self.other.target.kind);
            let kinds = (kind_words(base).into(), kind_words(other).into());
            let message = against(MessageId::NounTarget, kinds);
            self.add(ObstacleWeight::Forbids, Code::TargetKind, message);
        }
        let message = Message::new(MessageId::ConditionsUnknown, [unknown]);
        self.add(ObstacleWeight::Confounds, Code::Conditions, message);
    }

    fn target(&mut self) {
        let (base, other) = (&self.base.target, &self.other.target);
        if base.kind != other.kind {
            let (one, two) = (kind_words(base.kind), kind_words(other.kind));
            let message = against(MessageId::NounTarget, (one.into(), two.into()));
            self.add(ObstacleWeight::Forbids, Code::TargetKind, message);
        } else if base.kind == TargetKind::File && base.capacity != other.capacity {
            let sizes = (base.capacity.to_string().into(), other.capacity.to_string().into());
            let message = against(MessageId::NounTestFile, sizes);
            self.add(ObstacleWeight::Forbids, Code::Region, message);
        }
        let file_system = |run: &Run| {
            run.conditions.file_system.as_ref().map(|file_system| file_system.kind.clone())
        };
        let (one, two) = (file_system(self.base), file_system(self.other));
        self.equal(
            (Code::FileSystem, Message::plain(MessageId::NounFileSystem)),
            ObstacleWeight::Forbids,
            one.as_deref(),
            two.as_deref(),
        );
    }

    fn state_of_the_drive(&mut self) {
        let (one, two) = (is_purged(self.base), is_purged(self.other));
        if one != two {
            let words = |is_purged| {
                if is_purged { MessageId::DrivePurged } else { MessageId::DriveNotPurged }
            };
            let words = (words(one).into(), words(two).into());
            let message = against(MessageId::NounDriveState, words);
            self.add(ObstacleWeight::Forbids, Code::FillState, message);
        }
        let (one, two) = (free_share(self.base), free_share(self.other));
        if let (Some(one), Some(two)) = (one, two)
            && (one - two).abs() > FREE_SHARE_MAX
        {
            let shares = [Argument::Ratio(one), Argument::Ratio(two)];
            let message = Message::new(MessageId::FreeSpaceDiffers, shares);
            self.add(ObstacleWeight::Forbids, Code::FillState, message);
        }
    }

    fn completeness(&mut self) {
        let both = [
            (self.base, MessageId::TheFirstRun.into()),
            (self.other, Argument::from(self.label)),
        ];
        for (run, which) in both {
            if run.state != RunState::Completed {
                let message = Message::new(MessageId::DidNotComplete, [which]);
                self.add(ObstacleWeight::Confounds, Code::Incomplete, message);
            }
        }
    }

    /// A narrower link of the same family hides the drive; another family belongs to another kind of drive.
    fn connection(&mut self) {
        let (one, two) = (self.base.target.link.as_deref(), self.other.target.link.as_deref());
        let family = |link: Option<&str>| {
            link.and_then(|link| link.split_whitespace().next()).map(str::to_owned)
        };
        let weight = if family(one) == family(two) {
            ObstacleWeight::Forbids
        } else {
            ObstacleWeight::Confounds
        };
        self.equal((Code::Link, Message::plain(MessageId::NounLink)), weight, one, two);
    }

    fn circumstances(&mut self) {
        let (base, other) = (&self.base.conditions, &self.other.conditions);
        let confounds = ObstacleWeight::Confounds;
        let text = |value: &Option<String>| value.clone();
        let pairs = [
            (
                (Code::Version, MessageId::NounVersion),
                Some(base.tool.version.clone()),
                Some(other.tool.version.clone()),
            ),
            (
                (Code::Kernel, MessageId::NounKernel),
                text(&base.host.kernel),
                text(&other.host.kernel),
            ),
            (
                (Code::Computer, MessageId::NounComputer),
                text(&base.host.machine),
                text(&other.host.machine),
            ),
            ((Code::Cpu, MessageId::NounCpu), text(&base.host.cpu), text(&other.host.cpu)),
            (
                (Code::Governor, MessageId::NounGovernor),
                text(&base.host.governor),
                text(&other.host.governor),
            ),
        ];
        let queue = |run: &Run, of: fn(&iogram_model::QueueRecord) -> Option<String>| {
            run.conditions.queue.as_ref().and_then(of)
        };
        let scheduler = |run| queue(run, |it| it.scheduler.clone());
        let cache = |run: &Run| match run.conditions.write_cache {
            Some(asked) => Some(if asked.is_on { "on" } else { "off" }.to_owned()),
            None => queue(run, |it| it.write_cache.clone()),
        };
        let queues = [
            (
                (Code::Scheduler, MessageId::NounScheduler),
                scheduler(self.base),
                scheduler(self.other),
            ),
            (
                (Code::WriteCache, MessageId::NounWriteCache),
                cache(self.base),
                cache(self.other),
            ),
        ];
        for ((code, what), one, two) in pairs.into_iter().chain(queues) {
            self.equal((code, Message::plain(what)), confounds, one.as_deref(), two.as_deref());
        }
        if base.tuned != other.tuned {
            self.add(confounds, Code::Tuned, Message::plain(MessageId::TunedDiffers));
        }
        let path = |run: &Run| run.cells.first().map(|cell| cell.engine.path);
        if let (Some(one), Some(two)) = (path(self.base), path(self.other))
            && one != two
        {
            let paths = (one.name().into(), two.name().into());
            self.add(confounds, Code::Engine, against(MessageId::NounPath, paths));
        }
    }

    fn generator(&mut self) {
        let is_bound = |run: &Run| {
            let in_cells = run.cells.iter().flat_map(CellRecord::all_warnings);
            in_cells
                .map(|(_, warning)| warning)
                .chain(&run.warnings)
                .any(|warning| warning.code == WarningCode::GeneratorBound)
        };
        let bound: Option<Argument> = match (is_bound(self.base), is_bound(self.other)) {
            (false, false) => None,
            (true, false) => Some(MessageId::TheFirstRun.into()),
            (false, true) => Some(self.label.into()),
            (true, true) => {
                let both = [MessageId::TheFirstRun.into(), self.label.into()];
                Some(Message::new(MessageId::BothRuns, both).into())
            }
        };
        if let Some(runs) = bound {
            let message = Message::new(MessageId::BoundIn, [runs]);
            self.add(ObstacleWeight::Confounds, Code::GeneratorBound, message);
        }
    }
}

/// The tool that measured a run.
struct Tool {
    name: String,
    version: Option<String>,
}

impl Tool {
    fn argument(&self) -> Argument {
        Argument::Name(match &self.version {
            Some(version) => format!("{} {version}", self.name),
            None => self.name.clone(),
        })
    }
}

/// Whether the run only measured the boot time of a computer.
fn is_of_boots(run: &Run) -> bool {
    let is_boot = |cell: &CellRecord| cell.workload.application == Some(Application::Boot);
    !run.cells.is_empty() && run.cells.iter().all(is_boot)
}

fn tool_of(run: &Run) -> Tool {
    match (run.imports().next(), &run.import) {
        (Some(evidence), _) => {
            Tool { name: evidence.tool.clone(), version: evidence.version.clone() }
        }
        // For tables that iogram reads as its own tests, the kind of file is the tool's name.
        (None, Some(import)) => Tool { name: import.kind.clone(), version: None },
        (None, None) => Tool {
            name: "iogram".to_owned(),
            version: Some(run.conditions.tool.version.clone()),
        },
    }
}

/// A message that two values of the same quantity differ.
fn against(what: MessageId, (one, other): (Argument, Argument)) -> Message {
    Message::new(MessageId::Against, [what.into(), one, other])
}

const fn kind_words(kind: TargetKind) -> MessageId {
    match kind {
        TargetKind::BlockDevice => MessageId::KindDevice,
        TargetKind::File => MessageId::KindFile,
        TargetKind::Null => MessageId::KindNull,
        TargetKind::Simulated => MessageId::KindSimulated,
        TargetKind::SerialLine => MessageId::KindSerialLine,
        TargetKind::Imported => MessageId::KindImported,
        TargetKind::Unknown => MessageId::KindUnknown,
    }
}

fn is_purged(run: &Run) -> bool {
    run.purges.iter().any(|purge| purge.state == PurgeState::Purged)
}

fn free_share(run: &Run) -> Option<f64> {
    let free = run.conditions.file_system.as_ref()?.free;
    let whole = run.target.drive_capacity.filter(|whole| whole.0 > 0)?;
    Some(free.as_f64() / whole.as_f64())
}

fn application(workload: &Workload) -> Argument {
    workload.application.map_or("none".to_owned(), |application| application.to_string()).into()
}

fn again(workload: &Workload) -> Argument {
    workload.again.map_or("none".to_owned(), |again| again.to_string()).into()
}

fn trace(workload: &Workload) -> Argument {
    let replay = workload.replay.as_ref();
    replay.map_or("none".to_owned(), |it| format!("{}, {}", it.trace, it.how)).into()
}

/// The differences between two workloads besides their seed; `None` if there are none.
pub(super) fn workload_difference(one: &Workload, two: &Workload) -> Option<Message> {
    use MessageId as Id;
    let parts = |workload: &Workload| -> [(Id, Argument); 17] {
        [
            (Id::NounAccess, workload.access.to_string().into()),
            (Id::NounMix, mix(workload).into()),
            (Id::NounBlock, workload.block.to_string().into()),
            (Id::NounDepth, workload.depth.into()),
            (Id::NounJobs, workload.jobs.into()),
            (Id::NounLayout, workload.layout.name().into()),
            (Id::NounRegion, workload.region.to_string().into()),
            (Id::NounEnd, end(workload)),
            (Id::NounRamp, workload.ramp.into()),
            (Id::NounSync, workload.sync.to_string().into()),
            (Id::NounSyncCall, workload.sync_call.name().into()),
            (Id::NounCaching, workload.caching.name().into()),
            (Id::NounRate, workload.pacing.to_string().into()),
            (Id::NounData, workload.data.to_string().into()),
            (Id::NounAgain, again(workload)),
            (Id::NounApplication, application(workload)),
            (Id::NounTrace, trace(workload)),
        ]
    };
    let both = parts(one).into_iter().zip(parts(two));
    Message::listed(both.filter(|((_, one), (_, two))| one != two).map(
        |((what, one), (_, two))| {
            Message::new(MessageId::AgainstShort, [what.into(), one, two])
        },
    ))
}

fn mix(workload: &Workload) -> Message {
    let mix = workload.mix;
    let shares = [mix.read, mix.discard, mix.flush];
    Message::new(MessageId::MixOf, shares.map(|share| share.to_string().into()))
}

fn end(workload: &Workload) -> Argument {
    let stop = &workload.stop;
    let count = |count: u64| Message::new(MessageId::RequestCount, [count.into()]).into();
    let parts =
        [stop.time.map(Argument::from), stop.amount.map(Argument::from), stop.count.map(count)];
    let either = |one, other| Message::new(MessageId::OneOrOther, [one, other]).into();
    let limit = parts.into_iter().flatten().reduce(either);
    let limit = limit.unwrap_or_else(|| MessageId::NotKnown.into());
    let limit = match stop.floor {
        Some(rule) => {
            Message::new(MessageId::OneOrOther, [limit, Argument::Name(rule.to_string())])
                .into()
        }
        None => limit,
    };
    if let Some(rule) = stop.steady {
        let values = [limit, Argument::Name(rule.to_string())];
        return Message::new(MessageId::EndsWhenSteady, values).into();
    }
    let Some(certain) = stop.certain else { return limit };
    let ratio = |share: Permille| Argument::Ratio(f64::from(share.0) / 1000.0);
    let values =
        [limit, ratio(certain.within), ratio(certain.confidence), certain.after.into()];
    Message::new(MessageId::EndsWhenKnown, values).into()
}
