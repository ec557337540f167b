//! Exports a run store and the drives of this computer as metrics for a textfile collector.
//!
//! For each drive: the newest finished run of each method with its time, its result and its figures by kind of work;
//! for attached drives, their present identity, capacity and health as well. An unknown value has no sample. The
//! labels `model` and `serial` identify a drive in all samples.

use iogram_model::{
    CellRecord, DeviceRecord, DriveFigure, HealthCounters, Outcome, OutcomeKind, Quality, Run,
    RunState, Severity, Total as _, float,
};

use crate::export_merge::is_of_simulation;
use crate::export_openmetrics::severity;
use crate::exposition::{Exposition, Kind, Labels, Metrics, with};

/// The newest run of a drive by one method, and its figures by kind of work.
#[derive(Debug, Clone)]
pub struct LastRun {
    /// The run.
    pub run: Run,
    /// Its figures; for each kind of work, the export writes the figures of the drive's newest run.
    pub figures: Vec<DriveFigure>,
}

/// Renders `runs`, the newest of each drive and method, newest first, and `devices` as metrics. `made_at_us` is the
/// time of the export in microseconds since 1970 UTC.
#[must_use]
pub fn render_base_metrics(
    runs: &[LastRun],
    devices: &[DeviceRecord],
    made_at_us: i64,
    exposition: Exposition,
) -> String {
    let mut metrics = Metrics::default();
    let help = ("seconds", "When these metrics were made, since 1970 UTC.");
    metrics.gauge("iogram_metrics_time_seconds", help, &Labels::new(), seconds(made_at_us));
    for last in runs {
        about(&last.run, &mut metrics);
    }
    let mut said: Vec<(Labels, Quality, String)> = Vec::new();
    for last in runs {
        let labels = drive(&last.run);
        for figure in &last.figures {
            let key = (labels.clone(), figure.quality, figure.figure.clone());
            if !said.contains(&key) && add_figure(&labels, figure, &mut metrics) {
                said.push(key);
            }
        }
    }
    for device in devices {
        add_device(device, &mut metrics);
    }
    metrics.written(exposition, None)
}

#[expect(clippy::cast_precision_loss, reason = "microseconds of this age fit")]
fn seconds(us: i64) -> f64 {
    us as f64 / 1e6
}

/// Labels that identify the drive at any port; a drive without a serial number also has the name of the target.
fn drive(run: &Run) -> Labels {
    let target = &run.target;
    let mut labels = Labels::new();
    labels.extend(target.model.clone().map(|model| ("model", model)));
    match target.serial.clone() {
        Some(serial) => labels.push(("serial", serial)),
        None => labels.push(("target", target.name.clone())),
    }
    labels
}

fn about(run: &Run, metrics: &mut Metrics) {
    let labels = with(&drive(run), "method", &run.method.id);
    let target = &run.target;
    let mut info = labels.clone();
    let state = serde_json::to_value(run.state).unwrap_or_default();
    let mut say = |name: &'static str, value: Option<&str>| {
        info.extend(value.map(|value| (name, value.to_owned())));
    };
    say("run", Some(&run.id));
    say("state", state.as_str());
    say("kind", target.drive.as_deref());
    say("firmware", target.firmware.as_deref());
    say("version", Some(&run.conditions.tool.version));
    say("simulated", is_of_simulation(run).then_some("true"));
    let help = "The newest run of a drive by a method.";
    let family = metrics.family("iogram_last_run", "", Kind::Info, help);
    family.samples.push(("_info", info, 1.0));
    let help = ("seconds", "Wall clock at its start, since 1970 UTC.");
    let name = "iogram_last_run_start_time_seconds";
    metrics.gauge(name, help, &labels, seconds(run.started_at_us));
    let help = ("", "Whether it came to its end.");
    let is_complete = f64::from(u8::from(run.state == RunState::Completed));
    metrics.gauge("iogram_last_run_completed", help, &labels, is_complete);
    let outcome = Outcome::kept(run).kind;
    for one in OutcomeKind::ALL {
        let help = ("", "What became of it: 1 for the one that it is.");
        let is_it = f64::from(u8::from(one == outcome));
        let labels = with(&labels, "outcome", one.name());
        metrics.gauge("iogram_last_run_outcome", help, &labels, is_it);
    }
    if let Some(headline) = &run.headline {
        let help = ("", "How its answer is: 1 for the one that it is.");
        for one in SEVERITIES {
            let is_it = f64::from(u8::from(one == headline.severity));
            let labels = with(&labels, "answer", severity(one));
            metrics.gauge("iogram_last_run_answer", help, &labels, is_it);
        }
    }
    let failed: u64 = run.cells.iter().flat_map(|cell| &cell.errors).map(|it| it.count).total();
    let help = ("", "Its requests that failed.");
    metrics.gauge("iogram_last_run_failed_requests", help, &labels, float(failed));
    let hottest =
        run.cells.iter().filter_map(|cell| cell.health.as_ref()?.temperature_max_celsius);
    if let Some(celsius) = hottest.reduce(f64::max) {
        let help = ("celsius", "Highest temperature that the drive told meanwhile.");
        metrics.gauge("iogram_last_run_temperature_max_celsius", help, &labels, celsius);
    }
    if let Some(counters) = run.cells.iter().rev().find_map(counters) {
        add_counters("iogram_last_run", &labels, counters, metrics);
    }
}

const SEVERITIES: [Severity; 5] = [
    Severity::Measured,
    Severity::Good,
    Severity::Unknown,
    Severity::Caution,
    Severity::Failed,
];

/// The last health counters that the drive reported in a cell.
fn counters(cell: &CellRecord) -> Option<&HealthCounters> {
    let samples = &cell.health.as_ref()?.samples;
    samples.iter().rev().find_map(|sample| sample.counters.as_ref())
}

/// Adds counters over the whole life of the drive.
fn add_counters(stem: &str, labels: &Labels, of: &HealthCounters, metrics: &mut Metrics) {
    if let Some(ratio) = of.life_used_ratio {
        let help = ("ratio", "Share of the life that is used, by the maker's estimate.");
        metrics.gauge(&format!("{stem}_life_used_ratio"), help, labels, ratio);
    }
    if let Some(bytes) = of.written_bytes {
        let help = ("bytes", "Written by hosts since the drive was made.");
        metrics.counter(&format!("{stem}_written_bytes"), help, labels, float(bytes));
    }
    if let Some(count) = of.media_error_count {
        let help = ("", "Data that could not be read or was wrong, since the drive was made.");
        metrics.counter(&format!("{stem}_media_errors"), help, labels, float(count));
    }
}

/// Whether a figure of this kind exists.
fn add_figure(labels: &Labels, figure: &DriveFigure, metrics: &mut Metrics) -> bool {
    let Some(mean) = figure.mean else { return false };
    let labels = with(labels, "work", figure.quality.name());
    let of = "of the newest run that measured this kind of work.";
    let (name, unit, help, value) = match figure.figure.as_str() {
        "bytes_per_s" => {
            ("throughput_bytes_per_second", "bytes_per_second", "Bytes per second", mean)
        }
        "iops" => {
            ("rate_requests_per_second", "requests_per_second", "Requests per second", mean)
        }
        "latency_p50_ns" => ("latency_p50_seconds", "seconds", "Median latency", mean / 1e9),
        "latency_p99_ns" => ("latency_p99_seconds", "seconds", "99th percentile", mean / 1e9),
        "latency_mean_ns" => ("latency_mean_seconds", "seconds", "Mean latency", mean / 1e9),
        _ => return false,
    };
    let help = format!("{help} {of}");
    metrics.gauge(&format!("iogram_drive_{name}"), (unit, &help), &labels, value);
    true
}

/// Adds the identity, capacity and health of an attached drive.
fn add_device(record: &DeviceRecord, metrics: &mut Metrics) {
    let summary = &record.summary;
    let mut labels: Labels = vec![("device", summary.name.clone())];
    labels.extend(summary.model.clone().map(|model| ("model", model)));
    labels.extend(summary.serial.clone().map(|serial| ("serial", serial)));
    let mut info = with(&labels, "kind", &summary.drive);
    info.extend(summary.link.clone().map(|link| ("link", link)));
    info.extend(record.firmware.clone().map(|firmware| ("firmware", firmware)));
    let help = "A drive that is attached.";
    metrics.family("iogram_device", "", Kind::Info, help).samples.push(("_info", info, 1.0));
    if let Some(bytes) = summary.capacity_bytes {
        let help = ("bytes", "What can be addressed.");
        metrics.gauge("iogram_device_capacity_bytes", help, &labels, float(bytes));
    }
    let smart = record.nvme.as_ref().and_then(|it| it.smart.as_ref());
    let ata = record.ata.as_ref().and_then(|it| it.smart.as_ref());
    let sensor = || record.sensors.first().and_then(|it| it.temperature_celsius);
    let celsius = smart.and_then(|it| it.temperature_celsius);
    let celsius = celsius.or(ata.and_then(|it| it.temperature_celsius)).or_else(sensor);
    if let Some(celsius) = celsius {
        let help = ("celsius", "Its temperature.");
        metrics.gauge("iogram_device_temperature_celsius", help, &labels, celsius);
    }
    if let Some(warnings) = smart.map(|it| it.critical_warnings.len()) {
        let help = ("", "Critical warnings that the drive itself gives.");
        let count = u32::try_from(warnings).unwrap_or(u32::MAX);
        metrics.gauge("iogram_device_critical_warnings", help, &labels, f64::from(count));
    }
    if let Some(ratio) = smart.map(|it| it.spare_ratio) {
        let help = ("ratio", "Reserve of blocks that is left.");
        metrics.gauge("iogram_device_spare_ratio", help, &labels, ratio);
    }
    let power_on_s = smart.and_then(|it| it.power_on_s).or(ata.and_then(|it| it.power_on_s));
    if let Some(power_on_s) = power_on_s {
        let help = ("seconds", "Time under power since it was made.");
        metrics.counter("iogram_device_power_on_seconds", help, &labels, float(power_on_s));
    }
    let mmc = record.mmc.as_ref().and_then(|it| it.ext_csd.as_ref());
    let worn = mmc.and_then(|it| {
        let both = [it.life_used_a_ratio, it.life_used_b_ratio];
        both.into_iter().flatten().reduce(f64::max)
    });
    let counters = HealthCounters {
        life_used_ratio: smart.map(|it| it.life_used_ratio).or(worn),
        written_bytes: smart.and_then(|it| it.written_bytes),
        media_error_count: smart.and_then(|it| it.media_error_count),
        ..HealthCounters::default()
    };
    add_counters("iogram_device", &labels, &counters, metrics);
}
