//! The head of a page: which drive, below what, on which computer.

use iogram_model::{
    Bytes, Caching, FileSystemRecord, HostRecord, Nanos, Permille, PlatformRecord, QueueRecord,
    Run, SimulationRecord, TargetKind, TargetRecord, ToolRecord, TuneChange, TuneRecord,
    WriteBackRecord,
};

use crate::format;
use crate::sheet::Audience;

/// When, how long, which run.
pub(crate) fn subtitle(run: &Run) -> String {
    let took = elapsed(run).map(|time| match run.target.kind {
        TargetKind::Simulated => {
            format!("{} of the drive's time in {time}", Nanos(run.end_ns()))
        }
        _ => format!("took {time}"),
    });
    let start = format!("started {}", format::timestamp(run.started_at_us));
    join([Some(start), took, Some(format!("run {}", run.id))])
}

/// How long it took whoever ran it; `None` while it runs.
fn elapsed(run: &Run) -> Option<Nanos> {
    let end = run.ended_at_us?;
    let us = u64::try_from(end.saturating_sub(run.started_at_us)).ok()?;
    us.checked_mul(1_000).map(Nanos)
}

/// How long it took on the drive's clock.
pub(crate) fn took(run: &Run) -> Option<String> {
    let elapsed = elapsed(run)?;
    Some(match run.target.kind {
        TargetKind::Simulated => Nanos(run.end_ns()).to_string(),
        _ => elapsed.to_string(),
    })
}

/// Names and values, without those of which nothing is known. The drive and its link stand in any case:
/// that they are unknown is itself worth knowing.
pub(crate) fn list(run: &Run, audience: Audience) -> Vec<(&'static str, String)> {
    let (target, conditions) = (&run.target, &run.conditions);
    let platform = conditions.platform.as_deref();
    let notes = conditions.notes.iter().map(|(key, text)| format!("{key}: {text}"));
    let params = run.method.params.iter().map(|(name, value)| format!("{name}={value}"));
    let facts = [
        ("drive", Some(drive(target, audience))),
        ("capacity", capacity(target)),
        ("link", link(target)),
        ("test file", test_file(target)),
        ("file system", conditions.file_system.as_ref().map(file_system)),
        ("queue", conditions.queue.as_ref().map(queue)),
        ("host", Some(host(&conditions.host))),
        ("write-back", conditions.host.write_back.filter(|_| is_buffered(run)).map(write_back)),
        ("read back", read_back(run)),
        ("processors", platform.map(processors)),
        ("firmware", platform.map(firmware)),
        ("virtualisation", platform.map(virtualisation)),
        ("kernel", platform.map(kernel)),
        ("power", platform.map(power_saving)),
        ("tuned", conditions.tuned.as_ref().map(tuned)),
        ("notes", Some(notes.collect::<Vec<_>>().join(", "))),
        ("tool", Some(tool(&conditions.tool))),
        ("parameters", Some(params.collect::<Vec<_>>().join(", "))),
        ("source", run.method.source.clone()),
    ];
    facts
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?)))
        .collect()
}

fn drive(target: &TargetRecord, audience: Audience) -> String {
    match target.kind {
        TargetKind::Null => return "none: requests complete at once".to_owned(),
        TargetKind::Simulated => return simulated(target),
        TargetKind::Imported => {
            return format!("measured by another tool, {} in its log", target.name);
        }
        TargetKind::BlockDevice | TargetKind::File | TargetKind::Unknown => {}
    }
    let serial = target.serial.as_ref().filter(|_| audience == Audience::Owner);
    let known = join([
        target.model.clone(),
        target.drive.clone(),
        target.device.as_ref().map(|device| format!("/dev/{device}")),
        target.firmware.as_ref().map(|firmware| format!("firmware {firmware}")),
        serial.map(|serial| format!("serial {serial}")),
    ]);
    if known.is_empty() { format::UNKNOWN.to_owned() } else { known }
}

/// That it is none of metal comes first, then which one.
fn simulated(target: &TargetRecord) -> String {
    let Some(simulation) = &target.simulation else {
        return format!("{} (simulated)", target.name);
    };
    let SimulationRecord { drive, title, seed, page_cache: _ } = simulation;
    join([
        Some(format!("simulated, in virtual time: {drive}")),
        Some(title.clone()),
        target.drive.clone(),
        Some(format!("seed {seed}")),
    ])
}

fn capacity(target: &TargetRecord) -> Option<String> {
    let size = match target.kind {
        TargetKind::File => target.drive_capacity,
        TargetKind::Simulated => target.drive_capacity.or(Some(target.capacity)),
        TargetKind::BlockDevice | TargetKind::Unknown => Some(target.capacity),
        TargetKind::Imported if target.capacity > Bytes(0) => {
            return Some(target.capacity.both());
        }
        TargetKind::Imported | TargetKind::Null => return None,
    };
    let physical = target.physical_block_size.map(|size| format!("{size} physical"));
    Some(join([
        Some(size.map_or(format::UNKNOWN.to_owned(), Bytes::both)),
        Some(format!("blocks of {} logical", target.logical_block_size)),
        physical,
    ]))
}

fn link(target: &TargetRecord) -> Option<String> {
    let is_real = matches!(target.kind, TargetKind::BlockDevice | TargetKind::File);
    is_real.then(|| target.link.clone().unwrap_or(format::UNKNOWN.to_owned()))
}

fn test_file(target: &TargetRecord) -> Option<String> {
    (target.kind == TargetKind::File)
        .then(|| format!("{}, {}", target.name, target.capacity.both()))
}

fn file_system(record: &FileSystemRecord) -> String {
    let is = |known: bool, text: &str| known.then(|| text.to_owned());
    join([
        Some(format!("{} mounted on {} ({})", record.kind, record.mount_point, record.options)),
        Some(format!("{} free", record.free.both())),
        is(record.is_memory, "in memory"),
        is(record.is_copy_on_write == Some(true), "copy-on-write"),
        is(record.is_compressing == Some(true), "compressing"),
        is(record.supports_direct == Some(false), "no O_DIRECT"),
    ])
}

fn queue(record: &QueueRecord) -> String {
    let named = |name: &str, value: &Option<String>| {
        value.as_ref().map(|value| format!("{name} {value}"))
    };
    join([
        named("scheduler", &record.scheduler),
        named("write cache", &record.write_cache),
        record.nr_requests.map(|count| format!("{count} requests")),
        record.request_max.map(|size| format!("requests of at most {size}")),
        record.read_ahead.map(|size| format!("read-ahead {size}")),
    ])
}

/// What was compared with what was to be written.
fn read_back(run: &Run) -> Option<String> {
    let verified = run.cells.iter().filter(|cell| cell.verified_bytes.is_some());
    let bytes = verified.clone().filter_map(|cell| cell.verified_bytes).max()?;
    let (good, all) =
        (verified.clone().filter(|cell| cell.errors.is_empty()).count(), verified.count());
    let times = if all == 1 { "once".to_owned() } else { format!("{all} times") };
    Some(match good == all {
        true => {
            format!("{} {times}: every byte is as it was to be written", Bytes(bytes).both())
        }
        false => {
            format!("{} {times}: {good} of {all} as it was to be written", Bytes(bytes).both())
        }
    })
}

/// Whether the page cache is part of anything that was measured.
fn is_buffered(run: &Run) -> bool {
    run.cells.iter().any(|cell| cell.workload.caching != Caching::Direct)
}

/// What decides what a buffered write and a flush cost.
fn write_back(record: WriteBackRecord) -> String {
    let much = |permille: Option<u16>, bytes: Option<u64>| match (permille, bytes) {
        (_, Some(bytes)) => Some(Bytes(bytes).to_string()),
        (Some(share), None) => Some(format!("{} of memory", Permille(share))),
        (None, None) => None,
    };
    join([
        much(record.background_permille, record.background_bytes)
            .map(|much| format!("in the background from {much} dirty")),
        much(record.limit_permille, record.limit_bytes)
            .map(|much| format!("writers wait from {much}")),
        record.expire_ns.map(|time| format!("at the latest after {}", Nanos(time))),
    ])
}

fn host(record: &HostRecord) -> String {
    let cpu = match (&record.cpu, record.cpu_count) {
        (Some(cpu), Some(count)) => Some(format!("{cpu} ({count} CPUs)")),
        (Some(cpu), None) => Some(cpu.clone()),
        (None, count) => count.map(|count| format!("{count} CPUs")),
    };
    join([
        record.machine.clone(),
        cpu,
        record.memory.map(|size| format!("{} memory", size.both())),
        record.os.clone(),
        record.kernel.as_ref().map(|kernel| format!("kernel {kernel}")),
        record.governor.as_ref().map(|governor| format!("governor {governor}")),
    ])
}

/// What the head's line about the host leaves out.
fn processors(record: &PlatformRecord) -> String {
    let cpu = &record.cpu;
    let count = |value: Option<u64>, one: &str, more: &str| {
        value.map(|value| format!("{value} {}", if value == 1 { one } else { more }))
    };
    let memory = record.memory.as_ref().map(|memory| {
        let rate = memory.transfers_per_s.map(|rate| format!(" at {} MT/s", rate / 1_000_000));
        let kind = memory.kind.as_deref().unwrap_or("memory");
        let modules = count(Some(memory.module_count), "module", "modules").unwrap_or_default();
        format!("{modules} of {kind}{}", rate.unwrap_or_default())
    });
    join([
        count(cpu.socket_count, "socket", "sockets"),
        count(cpu.core_count, "core", "cores"),
        count(cpu.thread_count, "thread", "threads"),
        cpu.smt
            .as_ref()
            .map(|smt| format!("SMT {}", smt.replace("notsupported", "not supported"))),
        cpu.is_turbo_on.map(|on| format!("turbo {}", if on { "on" } else { "off" })),
        cpu.microcode.as_ref().map(|revision| format!("microcode {revision}")),
        memory,
    ])
}

fn firmware(record: &PlatformRecord) -> String {
    join([
        record.board.as_ref().map(|board| format!("board {board}")),
        record.firmware.clone(),
        record.firmware_date.as_ref().map(|date| format!("of {date}")),
    ])
}

fn virtualisation(record: &PlatformRecord) -> String {
    join([
        record.hypervisor.as_ref().map(|name| match name.as_str() {
            "unknown" => "virtual machine".to_owned(),
            name => format!("virtual machine ({name})"),
        }),
        record.container.as_ref().map(|name| format!("container ({name})")),
    ])
}

/// Weaknesses against which nothing is done are named; what is done against the others costs time, too.
fn kernel(record: &PlatformRecord) -> String {
    let options = record.kernel_options.as_ref().map(|options| options.join(" "));
    let open = |text: &str| text.starts_with("Vulnerable");
    let all = record.mitigations.iter();
    let mitigated = all.clone().filter(|(_, text)| text.starts_with("Mitigation")).count();
    let vulnerable: Vec<&str> =
        all.filter(|(_, text)| open(text)).map(|(name, _)| name.as_str()).collect();
    let vulnerable =
        (!vulnerable.is_empty()).then(|| format!("vulnerable: {}", vulnerable.join(" ")));
    let mitigations = (!record.mitigations.is_empty())
        .then(|| format!("CPU mitigations active: {mitigated}"));
    let drive = record.drive.as_ref();
    let drivers = drive.map(|drive| drive.drivers.join(" under ")).unwrap_or_default();
    let polled = drive.and_then(|drive| drive.poll_queue_count).filter(|count| *count > 0);
    join([
        (!drivers.is_empty()).then(|| format!("driver {drivers}")),
        drive
            .and_then(|drive| drive.hardware_queue_count)
            .map(|count| format!("hardware queues: {count}")),
        polled.map(|count| format!("{count} polled")),
        options.filter(|text| !text.is_empty()).map(|text| format!("options {text}")),
        mitigations,
        vulnerable,
        record.clock_source.as_ref().map(|name| format!("clock source {name}")),
    ])
}

fn power_saving(record: &PlatformRecord) -> String {
    let cpu = &record.cpu;
    let named = |name: &str, value: Option<&String>| {
        value.filter(|value| !value.is_empty()).map(|value| format!("{name} {value}"))
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
        .map(|states| if states.is_empty() { "none".to_owned() } else { states.join(" ") });
    join([
        named("frequency by", cpu.frequency_driver.as_ref()),
        named("preference", cpu.energy_preference.as_ref()),
        named("idle by", cpu.idle_driver.as_ref()),
        named("idle states", Some(&states)),
        named("ASPM policy", record.aspm_policy.as_ref()),
        named("link states", link.as_ref()),
        named("SATA link", drive.and_then(|drive| drive.link_power_policy.as_ref())),
        named("drive may wake within", drive.and_then(|drive| drive.wake_tolerance.as_ref())),
        record.is_on_battery.filter(|is| *is).map(|_| "on battery".to_owned()),
    ])
}

fn tuned(record: &TuneRecord) -> String {
    let change =
        |it: &TuneChange| format!("{} {} instead of {}", it.what, it.during, it.before);
    let mut all: Vec<String> = Vec::new();
    for text in record.changes.iter().map(change) {
        // One line for all processors.
        if !all.contains(&text) {
            all.push(text);
        }
    }
    let failed = record.failures.iter().map(|why| format!("not done: {why}"));
    all.into_iter().chain(failed).collect::<Vec<_>>().join(", ")
}

fn tool(record: &ToolRecord) -> String {
    let measured = |value: Option<f64>, before: &str, after: &str| {
        value.map(|_| format!("{before}{}{after}", format::latency(value)))
    };
    join([
        Some(format!("iogram {}", record.version)),
        measured(record.floor_ns, "its floor ", " per request"),
        Some(format!("clock {}", record.clock)),
        measured(record.clock_cost_ns, "read in ", ""),
        measured(record.clock_precision_ns, "steps of ", ""),
    ])
}

fn join<const N: usize>(parts: [Option<String>; N]) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
