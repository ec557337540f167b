//! What stands against comparing two runs: everything besides the drive in which they differ.

use std::collections::BTreeSet;

use iogram_model::{Obstacle, ObstacleWeight, PurgeState, Run, RunState, TargetKind, Workload};

/// Free space that may differ. Arbitrary: a tenth of the drive.
const FREE_SHARE_MAX: f64 = 0.1;

/// What is in the way of holding each run against the first.
pub(super) fn find(runs: &[&Run], labels: &[String]) -> Vec<Obstacle> {
    let Some((base, others)) = runs.split_first() else { return Vec::new() };
    let mut found = Vec::new();
    for (other, label) in others.iter().zip(&labels[1..]) {
        let mut pair = Pair { base, other, label, found: Vec::new() };
        pair.method();
        pair.target();
        pair.state_of_the_drive();
        pair.connection();
        pair.circumstances();
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

const UNKNOWN: &str = "unknown";

impl Pair<'_> {
    fn add(&mut self, weight: ObstacleWeight, code: &str, message: String) {
        let (code, run) = (code.to_owned(), self.label.to_owned());
        self.found.push(Obstacle { code, weight, run, message });
    }

    /// Two texts that have to be equal.
    fn equal(
        &mut self,
        (code, what): (&str, &str),
        weight: ObstacleWeight,
        base: Option<&str>,
        other: Option<&str>,
    ) {
        if base != other {
            let (base, other) = (base.unwrap_or(UNKNOWN), other.unwrap_or(UNKNOWN));
            self.add(weight, code, format!("{what}: {base} against {other}"));
        }
    }

    fn method(&mut self) {
        let (base, other) = (&self.base.method, &self.other.method);
        if base.id != other.id {
            let message = format!("method: {} against {}", base.id, other.id);
            self.add(ObstacleWeight::Forbids, "method", message);
            return;
        }
        let names: BTreeSet<&String> = base.params.keys().chain(other.params.keys()).collect();
        for name in names {
            let (one, two) = (base.params.get(name), other.params.get(name));
            let (one, two) = (one.map(String::as_str), two.map(String::as_str));
            let what = format!("parameter {name}");
            self.equal(("parameter", &what), ObstacleWeight::Forbids, one, two);
        }
        // An ad-hoc cell has no parameters; its workload says what was asked.
        for cell in &self.base.cells {
            let twin = self.other.cells.iter().find(|it| it.name == cell.name);
            let difference =
                twin.and_then(|twin| workload_difference(&cell.workload, &twin.workload));
            if let Some(difference) = difference {
                let message = format!("cell {}: {difference}", cell.name);
                let is_said = self.found.iter().any(|it| it.message == message);
                if !is_said {
                    self.add(ObstacleWeight::Confounds, "cell", message);
                }
            }
        }
    }

    fn target(&mut self) {
        let (base, other) = (&self.base.target, &self.other.target);
        if base.kind != other.kind {
            let (one, two) = (kind_words(base.kind), kind_words(other.kind));
            let message = format!("target: {one} against {two}");
            self.add(ObstacleWeight::Forbids, "target-kind", message);
        } else if base.kind == TargetKind::File && base.capacity != other.capacity {
            let message = format!("test file: {} against {}", base.capacity, other.capacity);
            self.add(ObstacleWeight::Forbids, "region", message);
        }
        let file_system = |run: &Run| {
            run.conditions.file_system.as_ref().map(|file_system| file_system.kind.clone())
        };
        let (one, two) = (file_system(self.base), file_system(self.other));
        self.equal(
            ("file-system", "file system"),
            ObstacleWeight::Forbids,
            one.as_deref(),
            two.as_deref(),
        );
    }

    fn state_of_the_drive(&mut self) {
        let (one, two) = (is_purged(self.base), is_purged(self.other));
        if one != two {
            let words = |is_purged| if is_purged { "purged before" } else { "not purged" };
            let message = format!("state of the drive: {} against {}", words(one), words(two));
            self.add(ObstacleWeight::Forbids, "fill-state", message);
        }
        let (one, two) = (free_share(self.base), free_share(self.other));
        if let (Some(one), Some(two)) = (one, two)
            && (one - two).abs() > FREE_SHARE_MAX
        {
            let message = format!(
                "free space: {:.0} % against {:.0} % of the drive",
                one * 100.0,
                two * 100.0
            );
            self.add(ObstacleWeight::Forbids, "fill-state", message);
        }
        for (run, which) in [(self.base, "the first run"), (self.other, self.label)] {
            if run.state != RunState::Completed {
                let message = format!("{which} did not complete");
                self.found.push(Obstacle {
                    code: "incomplete".to_owned(),
                    weight: ObstacleWeight::Confounds,
                    run: self.label.to_owned(),
                    message,
                });
            }
        }
    }

    /// A narrower link of the same family hides the drive; another family is what another kind of drive
    /// has.
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
        self.equal(("link", "link"), weight, one, two);
    }

    fn circumstances(&mut self) {
        let (base, other) = (&self.base.conditions, &self.other.conditions);
        let confounds = ObstacleWeight::Confounds;
        let text = |value: &Option<String>| value.clone();
        let pairs = [
            (
                ("version", "iogram"),
                Some(base.tool.version.clone()),
                Some(other.tool.version.clone()),
            ),
            (("kernel", "kernel"), text(&base.host.kernel), text(&other.host.kernel)),
            (("computer", "computer"), text(&base.host.machine), text(&other.host.machine)),
            (("cpu", "CPU"), text(&base.host.cpu), text(&other.host.cpu)),
            (
                ("governor", "CPU governor"),
                text(&base.host.governor),
                text(&other.host.governor),
            ),
        ];
        let queue = |run: &Run, of: fn(&iogram_model::QueueRecord) -> Option<String>| {
            run.conditions.queue.as_ref().and_then(of)
        };
        let scheduler = |run| queue(run, |it| it.scheduler.clone());
        let cache = |run| queue(run, |it| it.write_cache.clone());
        let queues = [
            (("scheduler", "I/O scheduler"), scheduler(self.base), scheduler(self.other)),
            (("write-cache", "write cache"), cache(self.base), cache(self.other)),
        ];
        for (what, one, two) in pairs.into_iter().chain(queues) {
            self.equal(what, confounds, one.as_deref(), two.as_deref());
        }
        if base.tuned != other.tuned {
            let message = "settings of the computer made for the run differ (tuned)".to_owned();
            self.add(confounds, "tuned", message);
        }
        let path = |run: &Run| run.cells.first().map(|cell| cell.engine.path);
        if let (Some(one), Some(two)) = (path(self.base), path(self.other))
            && one != two
        {
            self.add(confounds, "engine", format!("path of requests: {one:?} against {two:?}"));
        }
    }

    fn generator(&mut self) {
        let is_bound = |run: &Run| {
            let in_cells = run.cells.iter().flat_map(|cell| &cell.warnings);
            in_cells.chain(&run.warnings).any(|warning| warning.code == "generator-bound")
        };
        let both = [(self.base, "the first run"), (self.other, self.label)];
        let bound: Vec<&str> =
            both.into_iter().filter(|(run, _)| is_bound(run)).map(|(_, which)| which).collect();
        if !bound.is_empty() {
            let message = format!(
                "generator-bound cells in {}: the computer set the pace there",
                bound.join(" and ")
            );
            self.add(ObstacleWeight::Confounds, "generator-bound", message);
        }
    }
}

fn kind_words(kind: TargetKind) -> &'static str {
    match kind {
        TargetKind::BlockDevice => "a device",
        TargetKind::File => "a file",
        TargetKind::Null => "nothing",
        TargetKind::Simulated => "a simulated drive",
        TargetKind::Imported => "a log of another program",
        TargetKind::Unknown => "something that this version does not know",
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

/// In what two workloads differ besides their seed; `None` if in nothing.
pub(super) fn workload_difference(one: &Workload, two: &Workload) -> Option<String> {
    let text = |workload: &Workload| {
        [
            ("access", workload.access.to_string()),
            ("mix", mix(workload)),
            ("block", workload.block.to_string()),
            ("depth", workload.depth.to_string()),
            ("jobs", workload.jobs.to_string()),
            ("layout", format!("{:?}", workload.layout)),
            ("region", workload.region.to_string()),
            ("end", end(workload)),
            ("ramp", workload.ramp.to_string()),
            ("sync", workload.sync.to_string()),
            ("sync call", format!("{:?}", workload.sync_call)),
            ("caching", format!("{:?}", workload.caching)),
            ("rate", workload.pacing.to_string()),
            ("data", workload.data.to_string()),
        ]
    };
    let differences: Vec<String> = text(one)
        .into_iter()
        .zip(text(two))
        .filter(|(one, two)| one != two)
        .map(|((what, one), (_, two))| format!("{what} {one} against {two}"))
        .collect();
    (!differences.is_empty()).then(|| differences.join(", "))
}

fn mix(workload: &Workload) -> String {
    let mix = workload.mix;
    format!("{} reads, {} discards, {} flushes", mix.read, mix.discard, mix.flush)
}

fn end(workload: &Workload) -> String {
    let stop = &workload.stop;
    let parts = [
        stop.time.map(|time| time.to_string()),
        stop.amount.map(|amount| amount.to_string()),
        stop.count.map(|count| format!("{count} requests")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" or ")
}
