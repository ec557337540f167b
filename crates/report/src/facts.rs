//! The head of a page: the drive, the layers above it, and the computer.

use iogram_model::{
    BesideRecord, Bytes, Caching, DriveState, DriveStateRecord, FileSystemRecord, HostRecord,
    ImportSource, Link, MemoryRecord, Nanos, Permille, PlatformRecord, QueueRecord, Run,
    SimulationRecord, TargetKind, TargetRecord, Throughput, ToolRecord, Total as _, TuneChange,
    TuneRecord, WriteBackRecord, WriteCacheRecord,
};

use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::Audience;
use crate::statement::said;

/// Time, duration and run id.
pub(crate) fn subtitle(run: &Run, locale: &Locale) -> String {
    let took = elapsed(run).map(|time| match run.target.kind {
        TargetKind::Simulated => {
            say!(locale, "took-virtual", time = Nanos(run.end_ns()), real = time)
        }
        _ => say!(locale, "took-time", time = time),
    });
    let time = format::timestamp(run.started_at_us);
    let start = match run.import {
        Some(_) => say!(locale, "imported-at", time = time),
        None => say!(locale, "started-at", time = time),
    };
    join([Some(start), took, Some(say!(locale, "of-run", run = run.id))])
}

/// Duration for the person who ran it; `None` while it runs, and for another tool's file, whose times are those of
/// the import.
fn elapsed(run: &Run) -> Option<Nanos> {
    if run.import.is_some() {
        return None;
    }
    let end = run.ended_at_us?;
    let us = u64::try_from(end.saturating_sub(run.started_at_us)).ok()?;
    us.checked_mul(1_000).map(Nanos)
}

/// Duration on the drive's clock.
pub(crate) fn took(run: &Run) -> Option<String> {
    let elapsed = elapsed(run)?;
    Some(match run.target.kind {
        TargetKind::Simulated => Nanos(run.end_ns()).to_string(),
        _ => elapsed.to_string(),
    })
}

/// Names and values, without unknown ones. The drive and its link are always listed: it is worth knowing that they
/// are unknown.
pub(crate) fn list(
    run: &Run,
    audience: Audience,
    locale: &Locale,
) -> Vec<(&'static str, String)> {
    let (target, conditions) = (&run.target, &run.conditions);
    let platform = conditions.platform.as_deref();
    let notes = conditions.notes.iter().map(|(key, text)| format!("{key}: {text}"));
    let params = match audience {
        Audience::Owner => run.method.params.clone(),
        Audience::Public => run.method.published_params(),
    };
    let params = params.iter().map(|(name, value)| format!("{name}={value}"));
    let facts = [
        (
            "drive",
            Some(unnamed(run, locale).unwrap_or_else(|| drive(target, audience, locale))),
        ),
        ("capacity", capacity(target, locale)),
        ("link", link(target, locale)),
        ("state", conditions.drive_state.as_ref().map(|it| drive_state(it, locale))),
        ("test-file", test_file(target)),
        ("laid-out", laid_out(run, locale)),
        ("file-system", conditions.file_system.as_ref().map(|it| file_system(it, locale))),
        ("queue", conditions.queue.as_ref().map(|it| queue(it, locale))),
        ("host", Some(host(&conditions.host, locale))),
        (
            "write-back",
            conditions
                .host
                .write_back
                .filter(|_| is_buffered(run))
                .map(|it| write_back(it, locale)),
        ),
        ("read-back", read_back(run, locale)),
        ("processors", platform.map(|it| processors(it, locale))),
        ("firmware", platform.map(|it| firmware(it, locale))),
        ("virtualisation", platform.map(|it| virtualisation(it, locale))),
        ("kernel", platform.map(|it| kernel(it, locale))),
        ("power", platform.map(|it| power_saving(it, locale))),
        ("field-write-cache", conditions.write_cache.map(|it| write_cache(it, locale))),
        ("tuned", conditions.tuned.as_ref().map(|it| tuned(it, locale))),
        ("beside", Some(beside(&conditions.beside))),
        ("notes", Some(notes.collect::<Vec<_>>().join(", "))),
        ("imported-file", run.import.as_ref().map(|it| imported_file(it, locale))),
        ("tool", Some(tool(&conditions.tool, run.import.is_some(), locale))),
        ("parameters", Some(params.collect::<Vec<_>>().join(", "))),
        ("source", run.method.source.clone()),
    ];
    facts
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?)))
        .collect()
}

/// If a file of another tool does not name its drive, the run has the name of the file.
fn unnamed(run: &Run, locale: &Locale) -> Option<String> {
    let is_file = |source: &ImportSource| source.file.ends_with(&run.target.name);
    let is_unknown = run.target.model.is_none() && run.target.serial.is_none();
    run.import.as_ref().filter(|it| is_unknown && is_file(it))?;
    Some(say!(locale, "drive-imported-unnamed"))
}

fn drive(target: &TargetRecord, audience: Audience, locale: &Locale) -> String {
    match target.kind {
        TargetKind::Null => return say!(locale, "drive-null"),
        TargetKind::Simulated => return simulated(target, locale),
        TargetKind::Imported if target.model.is_none() && target.serial.is_none() => {
            return say!(locale, "drive-imported", name = target.name);
        }
        TargetKind::SerialLine => {
            let drive = target.model.clone();
            return drive
                .unwrap_or_else(|| say!(locale, "drive-behind-line", name = target.name));
        }
        TargetKind::BlockDevice
        | TargetKind::File
        | TargetKind::Imported
        | TargetKind::Unknown => {}
    }
    let serial = target.serial.as_ref().filter(|_| audience == Audience::Owner);
    let known = join([
        target.model.clone(),
        target.drive.clone(),
        target.device.as_ref().map(|device| format!("/dev/{device}")),
        target.firmware.as_ref().map(|firmware| say!(locale, "with-firmware", name = firmware)),
        serial.map(|serial| say!(locale, "with-serial", name = serial)),
    ]);
    if known.is_empty() { format::UNKNOWN.to_owned() } else { known }
}

/// States first that it is simulated, then which drive it is.
fn simulated(target: &TargetRecord, locale: &Locale) -> String {
    let Some(simulation) = &target.simulation else {
        return say!(locale, "simulated", name = target.name);
    };
    let SimulationRecord { drive, title, seed, page_cache: _ } = simulation;
    join([
        Some(say!(locale, "drive-simulated", name = drive)),
        Some(title.clone()),
        target.drive.clone(),
        Some(say!(locale, "with-seed", number = seed)),
    ])
}

fn capacity(target: &TargetRecord, locale: &Locale) -> Option<String> {
    let size = match target.kind {
        TargetKind::File => target.drive_capacity,
        TargetKind::Simulated => target.drive_capacity.or(Some(target.capacity)),
        TargetKind::BlockDevice | TargetKind::Unknown => Some(target.capacity),
        TargetKind::Imported if target.capacity > Bytes(0) => {
            return Some(target.capacity.both());
        }
        TargetKind::Imported | TargetKind::SerialLine | TargetKind::Null => return None,
    };
    let physical = target.physical_block_size;
    Some(join([
        Some(size.map_or(format::UNKNOWN.to_owned(), Bytes::both)),
        Some(say!(locale, "blocks-logical", size = target.logical_block_size)),
        physical.map(|size| say!(locale, "blocks-physical", size = size)),
    ]))
}

/// A link, with its possible rate if it runs below it: `PCIe 3.0 x4 (of 4.0 x4)`.
pub(crate) fn link_text(link: &str, locale: &Locale) -> String {
    match Link::split_possible(link) {
        Some((now, most)) => say!(locale, "link-of", now = now, most = most),
        None => link.to_owned(),
    }
}

fn link(target: &TargetRecord, locale: &Locale) -> Option<String> {
    let is_real = matches!(target.kind, TargetKind::BlockDevice | TargetKind::File);
    let said = |link: &String| link_text(link, locale);
    is_real.then(|| target.link.as_ref().map_or(format::UNKNOWN.to_owned(), said))
}

fn test_file(target: &TargetRecord) -> Option<String> {
    (target.kind == TargetKind::File)
        .then(|| format!("{}, {}", target.name, target.capacity.both()))
}

fn file_system(record: &FileSystemRecord, locale: &Locale) -> String {
    let FileSystemRecord { kind, mount_point, options, .. } = record;
    join([
        Some(say!(locale, "mounted-on", kind = kind, place = mount_point, options = options)),
        record.made_by.as_ref().map(|how| say!(locale, "made-for-run", how = how)),
        Some(say!(locale, "size-free", size = record.free.both())),
        record.is_memory.then(|| say!(locale, "in-memory")),
        (record.is_copy_on_write == Some(true)).then(|| say!(locale, "copy-on-write")),
        (record.is_compressing == Some(true)).then(|| say!(locale, "compressing")),
        (record.supports_direct == Some(false)).then(|| say!(locale, "no-o-direct")),
    ])
}

fn queue(record: &QueueRecord, locale: &Locale) -> String {
    let (scheduler, cache) = (record.scheduler.as_ref(), record.write_cache.as_ref());
    join([
        scheduler.map(|name| say!(locale, "with-scheduler", name = name)),
        cache.map(|name| say!(locale, "with-write-cache", name = name)),
        record.nr_requests.map(|count| say!(locale, "count-requests", count = count)),
        record.request_max.map(|size| say!(locale, "requests-at-most", size = size)),
        record.read_ahead.map(|size| say!(locale, "with-read-ahead", size = size)),
    ])
}

/// The writes that were verified by reading.
fn read_back(run: &Run, locale: &Locale) -> Option<String> {
    let verified = run.cells.iter().filter(|cell| cell.verified_bytes.is_some());
    let bytes = verified.clone().filter_map(|cell| cell.verified_bytes).max()?;
    let (good, all) =
        (verified.clone().filter(|cell| cell.errors.is_empty()).count(), verified.count());
    let size = Bytes(bytes).both();
    let times = match all {
        1 => say!(locale, "once"),
        _ => say!(locale, "times-count", count = all),
    };
    Some(match good == all {
        true => say!(locale, "read-back-good", size = size, times = times),
        false => {
            say!(locale, "read-back-bad", size = size, times = times, good = good, count = all,)
        }
    })
}

/// Readers ask where the time of a run went if preparation took at least this long. Arbitrary.
const LAID_OUT_MIN: Nanos = Nanos::SECOND;

/// Time for preparing the target, which is in no figure; `None` if it is too short for a line.
fn laid_out(run: &Run, locale: &Locale) -> Option<String> {
    let times = run.lay_outs.iter().map(|it| it.elapsed_ns);
    let time = Nanos(times.total());
    if time < LAID_OUT_MIN {
        return None;
    }
    let written = run.lay_outs.iter().map(|it| it.written_bytes).total();
    Some(match written {
        0 => say!(locale, "laid-out-empty", time = time),
        _ => {
            let rate = Throughput::mean(Bytes(written), time).map(|it| it.bytes_per_s);
            let (size, rate) = (Bytes(written).both(), locale.throughput(rate));
            say!(locale, "laid-out-written", size = size, time = time, rate = rate)
        }
    })
}

/// The drive's state at the measurement, and the evidence for it.
fn drive_state(record: &DriveStateRecord, locale: &Locale) -> String {
    let state = match record.state {
        DriveState::Fresh => say!(locale, "drive-state-fresh"),
        DriveState::Purged => say!(locale, "drive-state-purged"),
        DriveState::Written => say!(locale, "drive-state-written"),
        DriveState::Unknown => say!(locale, "drive-state-unknown"),
    };
    let basis = said(&record.basis, record.statement.as_ref(), locale);
    match record.written_ratio {
        Some(ratio) => {
            let share = format::percent(Some(ratio));
            say!(locale, "drive-state-share", state = state, basis = basis, share = share)
        }
        None => say!(locale, "drive-state", state = state, basis = basis),
    }
}

/// Whether the page cache affects any measurement.
fn is_buffered(run: &Run) -> bool {
    run.cells.iter().any(|cell| cell.workload.caching != Caching::Direct)
}

/// The settings that determine the cost of a buffered write and of a flush.
fn write_back(record: WriteBackRecord, locale: &Locale) -> String {
    let much = |permille: Option<u16>, bytes: Option<u64>| match (permille, bytes) {
        (_, Some(bytes)) => Some(Bytes(bytes).to_string()),
        (Some(share), None) => Some(say!(locale, "share-of-memory", share = Permille(share))),
        (None, None) => None,
    };
    let background = much(record.background_permille, record.background_bytes);
    let limit = much(record.limit_permille, record.limit_bytes);
    join([
        background.map(|size| say!(locale, "write-back-from", size = size)),
        limit.map(|size| say!(locale, "write-back-limit", size = size)),
        record.expire_ns.map(|time| say!(locale, "write-back-expire", time = Nanos(time))),
    ])
}

fn host(record: &HostRecord, locale: &Locale) -> String {
    let cpu = match (&record.cpu, record.cpu_count) {
        (Some(cpu), Some(count)) => {
            Some(say!(locale, "cpu-of-count", name = cpu, count = count))
        }
        (Some(cpu), None) => Some(cpu.clone()),
        (None, count) => count.map(|count| say!(locale, "count-cpus", count = count)),
    };
    join([
        record.machine.clone(),
        cpu,
        record.memory.map(|size| say!(locale, "with-memory", size = size.both())),
        record.os.clone(),
        record.kernel.as_ref().map(|kernel| say!(locale, "with-kernel", name = kernel)),
        record.governor.as_ref().map(|governor| say!(locale, "with-governor", name = governor)),
    ])
}

/// Details that the head's line about the host leaves out.
fn processors(record: &PlatformRecord, locale: &Locale) -> String {
    let cpu = &record.cpu;
    let smt = |name: &String| match name.as_str() {
        "notsupported" => say!(locale, "smt-not-supported"),
        name => say!(locale, "with-smt", name = name),
    };
    let turbo = |is_on| match is_on {
        true => say!(locale, "turbo-on"),
        false => say!(locale, "turbo-off"),
    };
    let revision = cpu.microcode.as_ref();
    join([
        cpu.socket_count.map(|count| match count {
            1 => say!(locale, "count-socket"),
            _ => say!(locale, "count-sockets", count = count),
        }),
        cpu.core_count.map(|count| match count {
            1 => say!(locale, "count-core"),
            _ => say!(locale, "count-cores", count = count),
        }),
        cpu.thread_count.map(|count| match count {
            1 => say!(locale, "count-thread"),
            _ => say!(locale, "count-threads", count = count),
        }),
        cpu.smt.as_ref().map(smt),
        cpu.is_turbo_on.map(turbo),
        revision.map(|revision| say!(locale, "with-microcode", name = revision)),
        record.memory.as_ref().map(|memory| memory_modules(memory, locale)),
    ])
}

fn memory_modules(memory: &MemoryRecord, locale: &Locale) -> String {
    let kind = memory.kind.clone().unwrap_or_else(|| say!(locale, "memory"));
    let kind = match memory.transfers_per_s.map(|rate| rate / 1_000_000) {
        Some(rate) => {
            say!(locale, "memory-at-rate", kind = kind, rate = format!("{rate} MT/s"))
        }
        None => kind,
    };
    match memory.module_count {
        1 => say!(locale, "memory-module", kind = kind),
        count => say!(locale, "memory-modules", count = count, kind = kind),
    }
}

fn firmware(record: &PlatformRecord, locale: &Locale) -> String {
    join([
        record.board.as_ref().map(|board| say!(locale, "with-board", name = board)),
        record.firmware.clone(),
        record.firmware_date.as_ref().map(|date| say!(locale, "of-day", day = date)),
    ])
}

fn virtualisation(record: &PlatformRecord, locale: &Locale) -> String {
    join([
        record.hypervisor.as_ref().map(|name| match name.as_str() {
            "unknown" => say!(locale, "virtual-machine"),
            name => say!(locale, "virtual-machine-of", name = name),
        }),
        record.container.as_ref().map(|name| say!(locale, "container-of", name = name)),
    ])
}

/// Names vulnerabilities without mitigations; the mitigations of others cost time, too.
fn kernel(record: &PlatformRecord, locale: &Locale) -> String {
    let options = record.kernel_options.as_ref().map(|options| options.join(" "));
    let open = |text: &str| text.starts_with("Vulnerable");
    let all = record.mitigations.iter();
    let mitigated = all.clone().filter(|(_, text)| text.starts_with("Mitigation")).count();
    let vulnerable: Vec<&str> =
        all.filter(|(_, text)| open(text)).map(|(name, _)| name.as_str()).collect();
    let vulnerable = (!vulnerable.is_empty())
        .then(|| say!(locale, "vulnerable-to", names = vulnerable.join(" ")));
    let mitigations = (!record.mitigations.is_empty())
        .then(|| say!(locale, "mitigations-active", count = mitigated));
    let drive = record.drive.as_ref();
    let drivers = drive.map(|drive| drive.drivers.join(" under ")).unwrap_or_default();
    let polled = drive.and_then(|drive| drive.poll_queue_count).filter(|count| *count > 0);
    join([
        (!drivers.is_empty()).then(|| say!(locale, "with-driver", name = drivers)),
        drive
            .and_then(|drive| drive.hardware_queue_count)
            .map(|count| say!(locale, "hardware-queues", count = count)),
        polled.map(|count| say!(locale, "count-polled", count = count)),
        options
            .filter(|text| !text.is_empty())
            .map(|text| say!(locale, "with-options", names = text)),
        mitigations,
        vulnerable,
        record.clock_source.as_ref().map(|name| say!(locale, "with-clock-source", name = name)),
    ])
}

fn power_saving(record: &PlatformRecord, locale: &Locale) -> String {
    let cpu = &record.cpu;
    let named = |id: &'static str, value: Option<&String>| {
        let value = value.filter(|value| !value.is_empty());
        value.map(|value| locale.with(id, &[("name", value)]))
    };
    let states: Vec<&str> = cpu
        .idle_states
        .iter()
        .filter(|state| state.is_enabled != Some(false))
        .map(|state| state.name.as_str())
        .collect();
    let states = states.join(" ");
    let drive = record.drive.as_ref();
    let link = drive
        .and_then(|drive| drive.link_power_states.as_ref())
        .map(|states| if states.is_empty() { say!(locale, "none") } else { states.join(" ") });
    join([
        named("frequency-by", cpu.frequency_driver.as_ref()),
        named("energy-preference", cpu.energy_preference.as_ref()),
        named("idle-by", cpu.idle_driver.as_ref()),
        named("idle-states", Some(&states)),
        named("aspm-policy", record.aspm_policy.as_ref()),
        named("link-states", link.as_ref()),
        named("sata-link", drive.and_then(|drive| drive.link_power_policy.as_ref())),
        named("wake-within", drive.and_then(|drive| drive.wake_tolerance.as_ref())),
        record.is_on_battery.filter(|is| *is).map(|_| say!(locale, "on-battery")),
    ])
}

/// The drive's volatile write cache.
pub(crate) fn write_cache(record: WriteCacheRecord, locale: &Locale) -> String {
    locale.text(match (record.is_on, record.is_switched) {
        (true, false) => "write-cache-on",
        (false, false) => "write-cache-off",
        (true, true) => "write-cache-switched-on",
        (false, true) => "write-cache-switched-off",
    })
}

/// The drives that were measured at the same time.
fn beside(others: &[BesideRecord]) -> String {
    let named = |it: &BesideRecord| match &it.model {
        Some(model) => format!("{} ({model})", it.target),
        None => it.target.clone(),
    };
    others.iter().map(named).collect::<Vec<_>>().join(", ")
}

fn tuned(record: &TuneRecord, locale: &Locale) -> String {
    let change = |TuneChange { what, during, before, .. }: &TuneChange| {
        say!(locale, "tuned-change", what = what, during = during, before = before)
    };
    let mut all: Vec<String> = Vec::new();
    for text in record.changes.iter().map(change) {
        // One line for all processors.
        if !all.contains(&text) {
            all.push(text);
        }
    }
    let failed = record.failures.iter().map(|why| say!(locale, "tuned-failed", reason = why));
    all.into_iter().chain(failed).collect::<Vec<_>>().join(", ")
}

fn tool(record: &ToolRecord, is_imported: bool, locale: &Locale) -> String {
    let measured = |id: &'static str, value: Option<f64>| {
        value.map(|_| locale.with(id, &[("time", &format::latency(value))]))
    };
    join([
        Some(format!("iogram {}", record.version)),
        measured("tool-floor", record.floor_ns),
        Some(match is_imported {
            true => say!(locale, "with-clock-of-another"),
            false => say!(locale, "with-clock", name = record.clock),
        }),
        measured("clock-read-in", record.clock_cost_ns),
        measured("clock-steps", record.clock_precision_ns),
    ])
}

fn join<const N: usize>(parts: [Option<String>; N]) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The file of another tool, with its hash.
fn imported_file(source: &ImportSource, locale: &Locale) -> String {
    say!(
        locale,
        "imported-file-text",
        file = source.file,
        size = Bytes(source.file_bytes).rounded(),
        hash = source.sha256,
        kind = source.kind,
    )
}
