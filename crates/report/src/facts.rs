//! The head of a page: which drive, below what, on which computer.

use iogram_model::{
    Bytes, FileSystemRecord, HostRecord, Nanos, QueueRecord, Run, SimulationRecord, TargetKind,
    TargetRecord, ToolRecord,
};

use crate::format;
use crate::sheet::Audience;

/// When, how long, which run.
pub(crate) fn subtitle(run: &Run) -> String {
    let took = run
        .ended_at_us
        .and_then(|end| u64::try_from(end - run.started_at_us).ok())
        .and_then(|us| us.checked_mul(1_000))
        .map(|ns| format!("took {}", Nanos(ns)));
    let start = format!("started {}", format::timestamp(run.started_at_us));
    join([Some(start), took, Some(format!("run {}", run.id))])
}

/// Names and values, without those of which nothing is known. The drive and its link stand in any case:
/// that they are unknown is itself worth knowing.
pub(crate) fn list(run: &Run, audience: Audience) -> Vec<(&'static str, String)> {
    let (target, conditions) = (&run.target, &run.conditions);
    let params = run.method.params.iter().map(|(name, value)| format!("{name}={value}"));
    let facts = [
        ("drive", Some(drive(target, audience))),
        ("capacity", capacity(target)),
        ("link", link(target)),
        ("test file", test_file(target)),
        ("file system", conditions.file_system.as_ref().map(file_system)),
        ("queue", conditions.queue.as_ref().map(queue)),
        ("host", Some(host(&conditions.host))),
        ("tool", Some(tool(&conditions.tool))),
        ("parameters", Some(params.collect::<Vec<_>>().join(", "))),
        ("method from", run.method.source.clone()),
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
        TargetKind::BlockDevice | TargetKind::File => {}
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
    let SimulationRecord { drive, title, seed } = simulation;
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
        TargetKind::BlockDevice => Some(target.capacity),
        TargetKind::Null => return None,
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
        Some(format!("{} on {} ({})", record.kind, record.mount_point, record.options)),
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
