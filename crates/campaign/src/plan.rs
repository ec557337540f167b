//! Turns a campaign into tasks: one method on one drive each, in order. The result travels to other computers.

use std::collections::BTreeSet;

use iogram_model::{Nanos, Sentence, sentence, text};
use iogram_runner::{Method, builtin_method};
use serde::{Deserialize, Serialize};

use crate::file::{Campaign, DriveChoice, DriveEntry, MethodEntry, Order, Place};

/// A drive that a search found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FoundDrive {
    /// Its computer; `None` for this one.
    pub host: Option<String>,
    /// Serial number; `None` if the drive reports none.
    pub serial: Option<String>,
    /// Vendor and model; `None` if the drive reports none.
    pub model: Option<String>,
    /// Kernel name.
    pub name: String,
    /// Whether it is in use.
    pub is_used: bool,
}

/// A method of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanMethod {
    /// The method's id.
    pub id: String,
    /// The whole method file of a custom method; `None` for a built-in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Parameters with their values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<(String, String)>,
    /// Runs on each drive.
    pub runs: u32,
}

/// A drive of a plan.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlanDrive {
    /// Serial number; `None` for a target that is identified otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serial: Option<String>,
    /// The target argument; `None` for a drive that is looked up by its serial number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Seed of a simulated drive; `None` for other targets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The computer with the drive; `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// A feature that the Slurm node must have; `None` for any node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
    /// Slurm licences; `None` for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licenses: Option<String>,
}

impl PlanDrive {
    /// Its name in a list.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.serial.as_ref().or(self.target.as_ref()).cloned().unwrap_or_default();
        match (&self.seed, &self.host) {
            (Some(seed), _) => format!("{name}@{seed}"),
            (None, Some(host)) => format!("{name} ({host})"),
            (None, None) => name,
        }
    }

    /// Where its tasks may run.
    #[must_use]
    pub fn place(&self) -> Place {
        let (host, feature) = (self.host.clone(), self.feature.clone());
        Place { host, feature, licenses: self.licenses.clone() }
    }

    /// Its target argument; `None` if it is looked up by its serial number.
    #[must_use]
    pub fn typed(&self) -> Option<String> {
        let target = self.target.as_ref()?;
        Some(match self.seed {
            Some(seed) => format!("{target}@{seed}"),
            None => target.clone(),
        })
    }
}

/// One method on one drive, with all its runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Number of the task in the campaign, from 0.
    pub index: usize,
    /// Index of its method in the plan.
    pub method: usize,
    /// Index of its drive in the plan.
    pub drive: usize,
}

/// All tasks of a campaign, with everything that another computer needs to run them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Always [`Plan::FORMAT`].
    pub format: String,
    /// The campaign's name, with a suffix that distinguishes files of the same name.
    pub id: String,
    /// The campaign's name.
    pub name: String,
    /// The fleet's server; `None` for the one in the environment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// Decides every random choice.
    pub seed: u64,
    /// Serial numbers of the drives whose contents may be destroyed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub destroy: Vec<String>,
    /// Highest temperature of the drive at the start of a run; `None` without a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_max_celsius: Option<u32>,
    /// Time that the drive must have been idle, in nanoseconds; `None` if it need not be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_ns: Option<u64>,
    /// Longest wait for the drive to cool down, in nanoseconds.
    pub wait_max_ns: u64,
    /// Number of failed tasks after which no task begins; `None` without a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop_failure_count: Option<u32>,
    /// Whether a drive that failed one method gets no other.
    #[serde(default)]
    pub is_drive_dropped: bool,
    /// The methods.
    pub methods: Vec<PlanMethod>,
    /// The drives.
    pub drives: Vec<PlanDrive>,
    /// The tasks, in order.
    pub tasks: Vec<Task>,
}

impl Plan {
    /// Name and version of the format.
    pub const FORMAT: &'static str = "iogram-campaign-plan/1";

    /// Parses a plan; `None` if the text is not one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let plan: Self = serde_json::from_str(text).ok()?;
        let fits =
            |task: &Task| task.method < plan.methods.len() && task.drive < plan.drives.len();
        (plan.format == Self::FORMAT && plan.tasks.iter().all(fits)).then_some(plan)
    }

    /// The plan as one line of JSON.
    ///
    /// # Panics
    ///
    /// Never: a plan is plain JSON.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a plan is plain JSON")
    }

    /// The task with this number; `None` if there is none.
    #[must_use]
    pub fn task(&self, index: usize) -> Option<(Task, &PlanMethod, &PlanDrive)> {
        let task = self.tasks.iter().find(|task| task.index == index)?;
        Some((*task, self.methods.get(task.method)?, self.drives.get(task.drive)?))
    }

    /// The seed of a task's run. It is the same for all real drives.
    #[must_use]
    pub fn seed_of(&self, drive: &PlanDrive, round: u32) -> u64 {
        // Simulated drives have consecutive seeds, so each round needs distant ones.
        drive.seed.unwrap_or(self.seed).wrapping_add(u64::from(round) << 32)
    }

    /// The plan reduced to these tasks and their drives.
    #[must_use]
    pub fn part(&self, indices: &[usize]) -> Self {
        let (mut drives, mut tasks) = (Vec::<PlanDrive>::new(), Vec::new());
        for (task, _, drive) in indices.iter().filter_map(|&index| self.task(index)) {
            let at = drives.iter().rposition(|it| it == drive).unwrap_or_else(|| {
                drives.push(drive.clone());
                drives.len() - 1
            });
            tasks.push(Task { drive: at, ..task });
        }
        let is_used = |serial: &&String| {
            drives.iter().any(|drive| drive.serial.as_ref() == Some(*serial))
        };
        let destroy = self.destroy.iter().filter(is_used).cloned().collect();
        Self { drives, tasks, destroy, ..self.clone() }
    }
}

/// Whether a plan needs a search for attached drives.
#[must_use]
pub fn found_for(campaign: &Campaign) -> bool {
    campaign.drives.iter().any(|entry| match entry.choice {
        DriveChoice::Model(_) | DriveChoice::Any => true,
        DriveChoice::Serial(_) => entry.place == Place::default() && !campaign.hosts.is_empty(),
        DriveChoice::Label(_) | DriveChoice::Target { .. } => false,
    })
}

/// Looks up the serial numbers of a drive of the catalogue.
pub(crate) type Labels<'a> = &'a dyn Fn(&str) -> Result<Vec<String>, (Sentence, Sentence)>;

/// Makes the tasks of `campaign`. `id` distinguishes it from others, `found` are the attached drives, `labels`
/// returns the serial numbers of a drive of the catalogue, and `texts` are the custom methods in the order of the
/// file.
///
/// # Errors
///
/// Returns the message and the remedy: an unreadable catalogue, a drive that is missing or ambiguous, an invalid
/// custom method.
pub fn make_plan(
    campaign: &Campaign,
    id: String,
    found: &[FoundDrive],
    labels: Labels<'_>,
    texts: &[(String, Method)],
) -> Result<Plan, (Sentence, Sentence)> {
    let mut methods = Vec::new();
    for entry in &campaign.methods {
        methods.extend(plan_methods(entry, campaign.runs, texts)?);
    }
    let (mut drives, mut known) = (Vec::new(), BTreeSet::new());
    for entry in &campaign.drives {
        let chosen = plan_drives(entry, found, labels)?;
        let most = entry.count_max.map_or(usize::MAX, |most| most as usize);
        let new = chosen.into_iter().filter(|drive| known.insert(drive.clone()));
        drives.extend(new.take(most));
    }
    Ok(Plan {
        format: Plan::FORMAT.to_owned(),
        id,
        name: campaign.name.clone(),
        server: campaign.server.clone(),
        seed: campaign.seed,
        destroy: campaign.destroy.clone(),
        temperature_max_celsius: campaign.conditions.temperature_max_celsius,
        idle_ns: campaign.conditions.idle.map(|Nanos(ns)| ns),
        wait_max_ns: campaign.conditions.wait_max.0,
        stop_failure_count: campaign.stop.failures,
        is_drive_dropped: campaign.stop.is_drive_dropped,
        tasks: ordered(campaign.order, campaign.seed, (methods.len(), drives.len())),
        methods,
        drives,
    })
}

/// Tasks in the order of the campaign.
fn ordered(order: Order, seed: u64, (methods, drives): (usize, usize)) -> Vec<Task> {
    let by_drive = (0..drives).flat_map(|drive| (0..methods).map(move |it| (it, drive)));
    let by_method = (0..methods).flat_map(|method| (0..drives).map(move |it| (method, it)));
    let mut pairs: Vec<(usize, usize)> = match order {
        Order::Method => by_method.collect(),
        Order::Drive | Order::Random => by_drive.collect(),
    };
    if order == Order::Random {
        let mut state = seed;
        pairs.sort_by_cached_key(|_| draw(&mut state));
    }
    let task = |(index, (method, drive))| Task { index, method, drive };
    pairs.into_iter().enumerate().map(task).collect()
}

/// Source: Steele, Lea, Flood 2014, `SplitMix64`.
fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// One method for each combination of its parameters' values.
fn plan_methods(
    entry: &MethodEntry,
    runs: u32,
    texts: &[(String, Method)],
) -> Result<Vec<PlanMethod>, (Sentence, Sentence)> {
    let own = entry.file.as_ref().and_then(|file| texts.iter().find(|(name, _)| name == file));
    let (id, text) = match (&entry.id, own) {
        (Some(id), _) => {
            // An alias stands for the same method.
            let method = builtin_method(id).map_err(|error| (error.message, error.hint))?;
            (method.id.clone(), None)
        }
        (None, Some((_, method))) => (method.id.clone(), Some(method.text().to_owned())),
        (None, None) => (String::new(), None),
    };
    if let Some((_, method)) = own {
        for (name, values) in &entry.settings {
            let param = method.params.iter().find(|param| param.name == *name);
            let Some(param) = param else {
                let all: Vec<&str> = method.params.iter().map(|it| it.name.as_str()).collect();
                let message = sentence!("campaign-method-no-parameter", method = id, name);
                return Err((
                    message,
                    crate::table::suggest(name, text!("campaign-parameters"), &all),
                ));
            };
            for value in values {
                param.check(value).map_err(|error| (error.message, error.hint))?;
            }
        }
    }
    let mut settings = vec![Vec::new()];
    for (name, values) in &entry.settings {
        let with = |before: &Vec<(String, String)>| {
            let before = before.clone();
            values.iter().map(move |value| {
                let mut all = before.clone();
                all.push((name.clone(), value.clone()));
                all
            })
        };
        settings = settings.iter().flat_map(with).collect();
    }
    let runs = entry.runs.unwrap_or(runs);
    let method = |settings| PlanMethod { id: id.clone(), text: text.clone(), settings, runs };
    Ok(settings.into_iter().map(method).collect())
}

fn plan_drives(
    entry: &DriveEntry,
    found: &[FoundDrive],
    labels: Labels<'_>,
) -> Result<Vec<PlanDrive>, (Sentence, Sentence)> {
    let Place { host, feature, licenses } = entry.place.clone();
    let drive = PlanDrive { serial: None, target: None, seed: None, host, feature, licenses };
    let is_there = |it: &&FoundDrive| entry.place.host.is_none() || it.host == entry.place.host;
    let attached = |it: &FoundDrive| PlanDrive {
        serial: it.serial.clone(),
        host: it.host.clone().or_else(|| drive.host.clone()),
        ..drive.clone()
    };
    let looked = found.iter().filter(is_there);
    match &entry.choice {
        DriveChoice::Serial(serial) => by_serial(serial, (&drive, looked.collect())),
        DriveChoice::Label(label) => {
            let serials = labels(label)?;
            if serials.is_empty() {
                let message = sentence!("campaign-no-drive-catalogue-called", label);
                return Err((
                    message,
                    sentence!("campaign-iogram-drive-list-shows-names-drive"),
                ));
            }
            let each = serials.iter().map(|serial| {
                let looked = found.iter().filter(is_there).collect();
                by_serial(serial, (&drive, looked))
            });
            Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
        }
        DriveChoice::Model(model) => {
            let model = model.to_lowercase();
            let is_meant = |it: &&FoundDrive| {
                it.serial.is_some()
                    && it.model.as_ref().is_some_and(|it| it.to_lowercase().contains(&model))
            };
            let chosen: Vec<_> = looked.filter(is_meant).map(attached).collect();
            some(chosen, sentence!("campaign-no-attached-drive-serial-number", model))
        }
        DriveChoice::Any => {
            let is_free = |it: &&FoundDrive| it.serial.is_some() && !it.is_used;
            let chosen: Vec<_> = looked.filter(is_free).map(attached).collect();
            some(chosen, sentence!("campaign-no-attached-drive-serial-number-free"))
        }
        DriveChoice::Target { name, seeds } => {
            let target = Some(name.clone());
            let one = |seed| PlanDrive { seed, target: target.clone(), ..drive.clone() };
            Ok(match seeds.as_slice() {
                [] => vec![one(None)],
                seeds => seeds.iter().map(|&seed| one(Some(seed))).collect(),
            })
        }
    }
}

fn some(
    chosen: Vec<PlanDrive>,
    message: Sentence,
) -> Result<Vec<PlanDrive>, (Sentence, Sentence)> {
    let hint = text!("campaign-iogram-list-shows-drives-computer-other");
    if chosen.is_empty() { Err((message, hint.into())) } else { Ok(chosen) }
}

/// The one drive with this serial number, and the computer where it was found.
fn by_serial(
    serial: &str,
    (drive, looked): (&PlanDrive, Vec<&FoundDrive>),
) -> Result<Vec<PlanDrive>, (Sentence, Sentence)> {
    let same = |it: &&&FoundDrive| it.serial.as_deref() == Some(serial);
    let at: Vec<&FoundDrive> = looked.iter().filter(same).copied().collect();
    if let [one, other, ..] = at.as_slice() {
        let place = |it: &FoundDrive| match &it.host {
            Some(host) => format!("{host}:{}", it.name),
            None => it.name.clone(),
        };
        let message = sentence!(
            "campaign-several-drives-serial-number",
            serial,
            list = format!("{}, {}", place(one), place(other))
        );
        return Err((message, sentence!("campaign-cheap-sticks-share-serial-numbers-name")));
    }
    let host = at.first().and_then(|it| it.host.clone()).or_else(|| drive.host.clone());
    Ok(vec![PlanDrive { serial: Some(serial.to_owned()), host, ..drive.clone() }])
}
