//! Parses and checks the campaign file, which a person writes; each error has its position.

use std::ops::Range;

use iogram_model::{Nanos, Text, sentence, text};
use iogram_runner::{Method, MethodError, builtin_method};
use toml::de::{DeTable, DeValue};

use crate::table::{Read, Source, Table, suggest};

/// The system that queues and starts the tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineKind {
    /// Slurm.
    Slurm,
    /// OpenSSH.
    Ssh,
    /// Processes on this computer.
    Local,
}

impl EngineKind {
    /// The words in the file.
    pub const WORDS: [(&'static str, Self); 3] =
        [("slurm", Self::Slurm), ("ssh", Self::Ssh), ("local", Self::Local)];

    /// Its word in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slurm => "slurm",
            Self::Ssh => "ssh",
            Self::Local => "local",
        }
    }
}

/// The order of the tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// All methods on the first drive, then all on the next.
    #[default]
    Drive,
    /// The first method on all drives, then the next.
    Method,
    /// Shuffled by the campaign's seed.
    Random,
}

/// A method with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodEntry {
    /// Id of a built-in method. For a custom method the id in its file, known after reading it.
    pub id: Option<String>,
    /// Path of a method file as written, relative to the campaign file.
    pub file: Option<String>,
    /// Each parameter with its values; each combination of values makes one task.
    pub settings: Vec<(String, Vec<String>)>,
    /// Number of runs, if it differs from the campaign's.
    pub runs: Option<u32>,
}

/// The drives that an entry selects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DriveChoice {
    /// The drive with this serial number.
    Serial(String),
    /// All attached drives whose model contains this text.
    Model(String),
    /// The drives with this name or id in the user's drive catalogue.
    Label(String),
    /// Every attached drive that nothing uses.
    Any,
    /// A target of `iogram run`: a directory, a file, or `sim:NAME`, where each seed is a separate simulated drive.
    Target {
        /// The target as typed.
        name: String,
        /// One drive per seed; if empty, one drive with the campaign's seed.
        seeds: Vec<u64>,
    },
}

/// Where tasks may run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// The computer with the drive; `None` for any.
    pub host: Option<String>,
    /// A feature that the Slurm node must have.
    pub feature: Option<String>,
    /// Slurm licences, such as `enclosure1:1`.
    pub licenses: Option<String>,
}

/// Drives of a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriveEntry {
    /// The selected drives.
    pub choice: DriveChoice,
    /// Where their tasks run.
    pub place: Place,
    /// Most drives to take.
    pub count_max: Option<u32>,
}

/// Requirements before each run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conditions {
    /// Highest temperature of the drive.
    pub temperature_max_celsius: Option<u32>,
    /// Time that the drive must have been idle.
    pub idle: Option<Nanos>,
    /// Longest wait for the drive to cool down.
    pub wait_max: Nanos,
}

/// What ends a campaign early.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stop {
    /// Number of failed tasks that ends it.
    pub failures: Option<u32>,
    /// Whether a drive that failed one method gets no other.
    pub is_drive_dropped: bool,
}

/// Settings for Slurm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slurm {
    /// Options of `sbatch`, one word each.
    pub options: Vec<String>,
    /// Whether a task has its computer to itself.
    pub is_exclusive: bool,
    /// Tasks at once in each array.
    pub parallel: Option<u32>,
    /// How often a failed task is queued again.
    pub retries: u32,
    /// Path of iogram on the nodes.
    pub program: String,
    /// Log file of the tasks, in the syntax of `sbatch --output`.
    pub log: String,
}

/// Settings for OpenSSH.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ssh {
    /// The command and its options.
    pub command: Vec<String>,
    /// Path of iogram on the computers.
    pub program: String,
    /// Tasks at once on each computer.
    pub parallel: u32,
    /// How often a failed task is tried again.
    pub retries: u32,
}

/// A campaign file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Campaign {
    /// Its name: letters, digits, `-`, `_` and `.`.
    pub name: String,
    /// One line for people.
    pub title: Option<String>,
    /// The engine, unless the command line names one.
    pub engine: Option<EngineKind>,
    /// The PostgreSQL server of the fleet.
    pub server: Option<String>,
    /// Runs of each method on each drive.
    pub runs: u32,
    /// Decides every random choice.
    pub seed: u64,
    /// The order of the tasks.
    pub order: Order,
    /// Computers to search for drives.
    pub hosts: Vec<String>,
    /// Serial numbers of the drives whose contents may be destroyed.
    pub destroy: Vec<String>,
    /// The methods; at least one.
    pub methods: Vec<MethodEntry>,
    /// The drives; at least one.
    pub drives: Vec<DriveEntry>,
    /// Requirements before each run.
    pub conditions: Conditions,
    /// What ends the campaign early.
    pub stop: Stop,
    /// Settings for Slurm.
    pub slurm: Slurm,
    /// Settings for OpenSSH.
    pub ssh: Ssh,
}

const TOP: [&str; 7] = ["campaign", "method", "drive", "conditions", "stop", "slurm", "ssh"];
const HEAD: [&str; 9] =
    ["name", "title", "engine", "server", "runs", "seed", "order", "hosts", "destroy"];
/// Arbitrary: more runs of one drive make a separate campaign.
const RUNS_MAX: u64 = 10_000;
/// Half an hour, arbitrary: by then a drive without cooling has reached its idle temperature.
const WAIT_MAX: Nanos = Nanos(1800 * Nanos::SECOND.0);

impl Campaign {
    /// Parses a campaign file; errors refer to it as `name`.
    ///
    /// # Errors
    ///
    /// Fails at the first mistake, with its position: invalid TOML, unknown or missing keys, values of another type
    /// or range, methods and parameters that do not exist.
    pub fn parse(name: &str, text: &str) -> Result<Self, MethodError> {
        let source = Source { name, text };
        let document = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let message = error.message().lines().next().unwrap_or_default().to_owned();
            source.error(&span, message, text!("campaign-file-toml-see-docs-campaigns-md"))
        })?;
        let top = Table { source, what: "the file", table: document.get_ref() };
        top.check_keys(&TOP)?;
        let Some(head) = top.inner("campaign")? else {
            let hint = text!("campaign-begin-campaign-name-see-docs-campaigns");
            return Err(source.error(&(0..0), text!("campaign-file-no-table-campaign"), hint));
        };
        head.check_keys(&HEAD)?;
        let (campaign, runs) = (campaign_name(&head)?, runs(&head)?.unwrap_or(1));
        let engine = head.word("engine", &EngineKind::WORDS)?;
        let (methods, drives) = (top.tables("method")?, top.tables("drive")?);
        let methods = methods.iter().map(|(it, at)| method(it, at));
        let methods = methods.collect::<Read<Vec<_>>>()?;
        let drives = drives.iter().map(|(it, at)| drive(it, at));
        let drives = drives.collect::<Read<Vec<_>>>()?;
        let nothing = |what: Text, hint: Text| Err(source.error(&(0..0), what, hint));
        if methods.is_empty() {
            return nothing(
                text!("campaign-file-names-no-method"),
                text!("campaign-add-method-id-quick"),
            );
        }
        if drives.is_empty() {
            return nothing(
                text!("campaign-file-names-no-drive"),
                text!("campaign-add-drive-serial"),
            );
        }
        let hosts = head.texts("hosts")?;
        for (host, span) in &hosts {
            check_host(source, host, span)?;
        }
        Ok(Self {
            name: campaign,
            title: head.text("title")?,
            engine,
            server: server(&head)?,
            runs,
            seed: head.number("seed", (0, u64::MAX))?.unwrap_or(1),
            order: order(&head)?,
            hosts: hosts.into_iter().map(|(host, _)| host).collect(),
            destroy: head.texts("destroy")?.into_iter().map(|(serial, _)| serial).collect(),
            methods,
            drives,
            conditions: conditions(&top)?,
            stop: stop(&top)?,
            slurm: slurm(&top)?,
            ssh: ssh(&top)?,
        })
    }
}

fn campaign_name(head: &Table<'_>) -> Read<String> {
    let hint = text!("campaign-write-name-letters-digits-64-most");
    let Some(name) = head.text("name")? else {
        return Err(head.source.error(
            &head.span("name"),
            text!("campaign-campaign-no-name"),
            hint,
        ));
    };
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_.".contains(it);
    let is_name = (1..=64).contains(&name.len())
        && name.chars().all(is_plain)
        && name.starts_with(|it: char| it.is_ascii_alphanumeric());
    if is_name {
        return Ok(name);
    }
    let message = sentence!("campaign-cannot-campaign-name", name);
    Err(head.source.error(&head.span("name"), message, hint))
}

fn server(head: &Table<'_>) -> Read<Option<String>> {
    let server = head.text("server")?;
    let is_odd =
        |server: &&String| server.contains('\'') || server.contains(char::is_whitespace);
    match server.as_ref().filter(is_odd) {
        Some(_) => Err(head.source.error(
            &head.span("server"),
            text!("campaign-server-address-blank-quote"),
            text!("campaign-write-postgres-user-host-database"),
        )),
        None => Ok(server),
    }
}

fn runs(table: &Table<'_>) -> Read<Option<u32>> {
    let runs = table.number("runs", (1, RUNS_MAX))?;
    Ok(runs.and_then(|runs| u32::try_from(runs).ok()))
}

fn small(table: &Table<'_>, key: &str, min: u64) -> Read<Option<u32>> {
    let number = table.number(key, (min, u64::from(u32::MAX)))?;
    Ok(number.and_then(|number| u32::try_from(number).ok()))
}

fn order(head: &Table<'_>) -> Read<Order> {
    let words = [("drive", Order::Drive), ("method", Order::Method), ("random", Order::Random)];
    Ok(head.word("order", &words)?.unwrap_or_default())
}

/// Checks that a host name cannot be mistaken for an option or for shell syntax.
fn check_host(source: Source<'_>, host: &str, span: &Range<usize>) -> Read<()> {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_.@:[]".contains(it);
    if !host.is_empty() && !host.starts_with('-') && host.chars().all(is_plain) {
        return Ok(());
    }
    let message = sentence!("campaign-no-name-computer", host);
    Err(source.error(span, message, text!("campaign-write-ssh-takes-lab1-eva-lab1")))
}

fn method(table: &Table<'_>, at: &Range<usize>) -> Read<MethodEntry> {
    table.check_keys(&["id", "file", "set", "runs"])?;
    let (id, file) = (table.text("id")?, table.text("file")?);
    let built_in = match (&id, &file) {
        (Some(id), None) => Some(builtin_method(id).map_err(|error| {
            table.source.error(&table.span("id"), error.message, error.hint)
        })?),
        (None, Some(_)) => None,
        _ => {
            let hint = text!("campaign-write-id-quick-file-own-toml");
            return Err(table.source.error(
                at,
                text!("campaign-method-needs-id-file-not-both"),
                hint,
            ));
        }
    };
    Ok(MethodEntry {
        id,
        file,
        settings: settings(table, built_in.as_ref())?,
        runs: runs(table)?,
    })
}

/// Parameters with their values; checks those of built-in methods.
fn settings(table: &Table<'_>, method: Option<&Method>) -> Read<Vec<(String, Vec<String>)>> {
    let Some(set) = table.inner("set")? else { return Ok(Vec::new()) };
    let mut settings = Vec::new();
    for (key, value) in set.table {
        let name: &str = key.get_ref();
        let param = method.map(|it| (it, it.params.iter().find(|param| param.name == name)));
        if let Some((method, None)) = param {
            let names: Vec<&str> = method.params.iter().map(|it| it.name.as_str()).collect();
            let message = sentence!("campaign-method-no-parameter", method = method.id, name);
            return Err(set.source.error(
                &key.span(),
                message,
                suggest(name, text!("campaign-parameters"), &names),
            ));
        }
        let values = match value.get_ref() {
            DeValue::Array(items) if !items.is_empty() => items.iter().collect(),
            _ => vec![value],
        };
        let mut texts = Vec::new();
        for value in values {
            let text = match value.get_ref() {
                DeValue::String(text) => text.to_string(),
                DeValue::Integer(number) => number.as_str().to_owned(),
                DeValue::Float(number) => number.as_str().to_owned(),
                DeValue::Boolean(truth) => truth.to_string(),
                other => {
                    let message = sentence!(
                        "campaign-type",
                        name = format!("\"{name}\""),
                        found = other.type_str()
                    );
                    let hint = text!("campaign-write-value-list-values");
                    return Err(set.source.error(&value.span(), message, hint));
                }
            };
            if let Some((_, Some(param))) = param {
                param.check(&text).map_err(|error| {
                    set.source.error(&value.span(), error.message, error.hint)
                })?;
            }
            texts.push(text);
        }
        settings.push((name.to_owned(), texts));
    }
    Ok(settings)
}

const CHOICES: [&str; 5] = ["serial", "model", "label", "any", "target"];

fn drive(table: &Table<'_>, at: &Range<usize>) -> Read<DriveEntry> {
    table.check_keys(&[
        "serial", "model", "label", "any", "target", "seeds", "host", "feature", "licenses",
        "count",
    ])?;
    let named: Vec<&str> =
        CHOICES.into_iter().filter(|key| table.value(key).is_some()).collect();
    let [key] = named.as_slice() else {
        return Err(table.source.error(
            at,
            text!("campaign-drive-chosen-serial-model-label-any"),
            text!("campaign-write-serial-model-label-any-true"),
        ));
    };
    let text = |key: &str| Ok(table.text(key)?.unwrap_or_default());
    let choice = match *key {
        "serial" => DriveChoice::Serial(text("serial")?),
        "model" => DriveChoice::Model(text("model")?),
        "label" => DriveChoice::Label(text("label")?),
        "target" => DriveChoice::Target { name: text("target")?, seeds: seeds(table)? },
        _ if table.boolean("any")? == Some(true) => DriveChoice::Any,
        _ => {
            let message = text!("campaign-any-only-true");
            return Err(table.source.error(
                &table.span("any"),
                message,
                text!("campaign-write-any-true"),
            ));
        }
    };
    let (DriveChoice::Serial(word)
    | DriveChoice::Model(word)
    | DriveChoice::Label(word)
    | DriveChoice::Target { name: word, .. }) = &choice
    else {
        return Ok(DriveEntry {
            choice,
            place: place(table)?,
            count_max: small(table, "count", 1)?,
        });
    };
    if word.trim().is_empty() {
        let message = sentence!("campaign-empty", key);
        return Err(table.source.error(
            &table.span(key),
            message,
            text!("campaign-write-called"),
        ));
    }
    let is_seedless =
        !matches!(&choice, DriveChoice::Target { name, .. } if name.starts_with("sim:"));
    if is_seedless && table.value("seeds").is_some() {
        let message = text!("campaign-only-simulated-drive-seeds");
        let hint = text!("campaign-leave-seeds-out-write-target-sim");
        return Err(table.source.error(&table.span("seeds"), message, hint));
    }
    Ok(DriveEntry { choice, place: place(table)?, count_max: small(table, "count", 1)? })
}

/// Arbitrary: more simulated drives than Slurm can queue.
const SEEDS_MAX: u64 = 100_000;

/// A list of seeds, or a range such as `"1-1000"`.
fn seeds(table: &Table<'_>) -> Read<Vec<u64>> {
    let Some(value) = table.value("seeds") else { return Ok(Vec::new()) };
    let wrong = || {
        let hint = text!("campaign-write-list-1-2-3-range");
        table.source.error(&value.span(), text!("campaign-seeds-no-seeds"), hint)
    };
    match value.get_ref() {
        DeValue::Array(items) if !items.is_empty() => items
            .iter()
            .map(|item| match item.get_ref() {
                DeValue::Integer(number) => {
                    u64::from_str_radix(number.as_str(), number.radix())
                        .map_err(|_not_a_number| wrong())
                }
                _ => Err(wrong()),
            })
            .collect(),
        DeValue::String(text) => {
            let (first, last) = text.split_once('-').ok_or_else(wrong)?;
            let number =
                |text: &str| text.trim().parse::<u64>().map_err(|_not_a_number| wrong());
            let (first, last) = (number(first)?, number(last)?);
            if last < first || last - first >= SEEDS_MAX {
                return Err(wrong());
            }
            Ok((first..=last).collect())
        }
        _ => Err(wrong()),
    }
}

fn place(table: &Table<'_>) -> Read<Place> {
    let host = table.text("host")?;
    if let Some(host) = &host {
        check_host(table.source, host, &table.span("host"))?;
    }
    let word = |key: &str| -> Read<Option<String>> {
        let text = table.text(key)?;
        let is_odd = |text: &&String| {
            text.is_empty() || text.starts_with('-') || text.contains(char::is_whitespace)
        };
        match text.as_ref().filter(is_odd) {
            Some(_) => Err(table.source.error(
                &table.span(key),
                sentence!("campaign-no-word-slurm-takes", key),
                text!("campaign-write-sbatch-takes-without-blanks"),
            )),
            None => Ok(text),
        }
    };
    Ok(Place { host, feature: word("feature")?, licenses: word("licenses")? })
}

fn conditions(top: &Table<'_>) -> Read<Conditions> {
    let Some(table) = top.inner("conditions")? else {
        return Ok(Conditions {
            temperature_max_celsius: None,
            idle: None,
            wait_max: WAIT_MAX,
        });
    };
    table.check_keys(&["temperature_max_celsius", "idle", "wait_max"])?;
    // No drive gets colder than a cellar, and none works above 100 °C.
    let temperature = table.number("temperature_max_celsius", (1, 100))?;
    Ok(Conditions {
        temperature_max_celsius: temperature.and_then(|it| u32::try_from(it).ok()),
        idle: table.time("idle")?,
        wait_max: table.time("wait_max")?.unwrap_or(WAIT_MAX),
    })
}

fn stop(top: &Table<'_>) -> Read<Stop> {
    let Some(table) = top.inner("stop")? else { return Ok(Stop::default()) };
    table.check_keys(&["failures", "failed_drive"])?;
    Ok(Stop {
        failures: small(&table, "failures", 1)?,
        is_drive_dropped: table.boolean("failed_drive")?.unwrap_or(false),
    })
}

/// Arbitrary: a task that failed three times is not tried again.
const RETRIES: u32 = 2;

fn slurm(top: &Table<'_>) -> Read<Slurm> {
    let empty = DeTable::new();
    let table = top.inner("slurm")?.unwrap_or(Table { what: "slurm", table: &empty, ..*top });
    table.check_keys(&["options", "exclusive", "parallel", "retries", "program", "log"])?;
    let options = table.texts("options")?;
    if let Some((option, span)) = options.iter().find(|(option, _)| !option.starts_with('-')) {
        let message = sentence!("campaign-no-option-sbatch", option);
        let hint = text!("campaign-write-options-partition-bench-time-8");
        return Err(table.source.error(span, message, hint));
    }
    Ok(Slurm {
        options: options.into_iter().map(|(option, _)| option).collect(),
        is_exclusive: table.boolean("exclusive")?.unwrap_or(true),
        parallel: small(&table, "parallel", 1)?,
        retries: small(&table, "retries", 0)?.unwrap_or(RETRIES),
        program: table.text("program")?.unwrap_or_else(|| "iogram".to_owned()),
        log: table.text("log")?.unwrap_or_else(|| "iogram-%A_%a.log".to_owned()),
    })
}

fn ssh(top: &Table<'_>) -> Read<Ssh> {
    let empty = DeTable::new();
    let table = top.inner("ssh")?.unwrap_or(Table { what: "ssh", table: &empty, ..*top });
    table.check_keys(&["command", "program", "parallel", "retries"])?;
    let command: Vec<String> =
        table.texts("command")?.into_iter().map(|(word, _)| word).collect();
    Ok(Ssh {
        command: if command.is_empty() { vec!["ssh".to_owned()] } else { command },
        program: table.text("program")?.unwrap_or_else(|| "iogram".to_owned()),
        parallel: small(&table, "parallel", 1)?.unwrap_or(1),
        retries: small(&table, "retries", 0)?.unwrap_or(RETRIES),
    })
}
