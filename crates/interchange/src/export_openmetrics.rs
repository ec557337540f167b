//! A run as metrics: `OpenMetrics` 1.0, or the older text format of Prometheus, which textfile collectors read.
//!
//! Base units: seconds, bytes, ratios. Counts are counters, rates and durations are gauges, latencies are a summary
//! with the quantiles of the record; 0 and 1 are the fastest and the slowest request. An unknown value has no sample.
//! `OpenMetrics` carries the time of the run with each sample, so that a database can import past runs (`promtool
//! tsdb create-blocks-from openmetrics`); the older format has none, because collectors reject it.
//!
//! Source: the `OpenMetrics` specification 1.0 (families, suffixes, escapes, `# EOF`); Prometheus, "Exposition
//! formats".

use iogram_model::{
    CellRecord, ImportedEvidence, ImportedHealth, ImportedResult, LatencySummary, LoadRecord,
    OpKind, Operations, Outcome, Run, Severity, Total as _, float,
};

use crate::export_merge::is_of_simulation;
use crate::exposition::{Exposition, Kind, Labels, Metrics, with};

/// `run` as metrics.
#[must_use]
pub fn render_metrics(run: &Run, exposition: Exposition) -> String {
    let mut metrics = Metrics::default();
    about(run, &mut metrics);
    run.cells.iter().for_each(|cell| add_cell(run, cell, &mut metrics));
    for evidence in run.imports() {
        evidence.results.iter().for_each(|it| add_imported(run, it, &mut metrics));
        if let Some(health) = &evidence.health {
            add_health(run, evidence, health, &mut metrics);
        }
    }
    let time_us = run.ended_at_us.unwrap_or(run.started_at_us);
    metrics.written(exposition, Some(time_us))
}

fn about(run: &Run, metrics: &mut Metrics) {
    let target = &run.target;
    let mut labels = run_label(run);
    let state = serde_json::to_value(run.state).unwrap_or_default();
    let mut say = |name: &'static str, value: Option<&str>| {
        labels.extend(value.map(|value| (name, value.to_owned())));
    };
    say("method", Some(&run.method.id));
    say("target", Some(&target.name));
    say("drive", target.drive.as_deref());
    say("model", target.model.as_deref());
    say("firmware", target.firmware.as_deref());
    say("link", target.link.as_deref());
    say("state", state.as_str());
    say("answer", run.headline.as_ref().map(|it| severity(it.severity)));
    say("outcome", Some(Outcome::kept(run).kind.name()));
    say("version", Some(&run.conditions.tool.version));
    say("simulated", is_of_simulation(run).then_some("true"));
    let info =
        metrics.family("iogram_run", "", Kind::Info, "What was measured, and how it ended.");
    info.samples.push(("_info", labels, 1.0));
    let labels = run_label(run);
    #[expect(clippy::cast_precision_loss, reason = "microseconds of this age fit")]
    let seconds = |us: i64| us as f64 / 1e6;
    let help = ("seconds", "Wall clock at the start of the run, since 1970 UTC.");
    metrics.gauge("iogram_run_start_time_seconds", help, &labels, seconds(run.started_at_us));
    if let Some(end) = run.ended_at_us {
        let help = ("seconds", "Wall clock at the end of the run, since 1970 UTC.");
        metrics.gauge("iogram_run_end_time_seconds", help, &labels, seconds(end));
    }
    // 0 is unknown: a log does not contain the capacity.
    if target.capacity.0 > 0 {
        let help = ("bytes", "What could be addressed: of the device or of the test file.");
        metrics.gauge("iogram_target_capacity_bytes", help, &labels, float(target.capacity.0));
    }
}

pub(crate) const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Measured => "measured",
        Severity::Good => "good",
        Severity::Unknown => "unknown",
        Severity::Caution => "caution",
        Severity::Failed => "failed",
    }
}

fn run_label(run: &Run) -> Labels {
    vec![("run", run.id.clone())]
}

fn add_cell(run: &Run, cell: &CellRecord, metrics: &mut Metrics) {
    let state = serde_json::to_value(cell.state).unwrap_or_default();
    let is_counted = cell.is_counted && cell.excluded.is_none();
    let mut labels = run_label(run);
    labels.extend([
        ("cell", cell.name.clone()),
        ("repeat", cell.repeat.to_string()),
        ("counted", is_counted.to_string()),
    ]);
    let mut info = labels.clone();
    info.extend([
        ("state", state.as_str().unwrap_or("unknown").to_owned()),
        ("access", cell.workload.access.to_string()),
        ("block", cell.workload.block.to_string()),
        ("depth", cell.workload.depth.to_string()),
        ("jobs", cell.workload.jobs.to_string()),
    ]);
    let family =
        metrics.family("iogram_cell", "", Kind::Info, "What was asked, and how it ended.");
    family.samples.push(("_info", info, 1.0));
    let seconds = |ns: u64| float(ns) / 1e9;
    let help = ("seconds", "From the first request after the ramp to the last completion.");
    metrics.gauge("iogram_cell_elapsed_seconds", help, &labels, seconds(cell.elapsed_ns));
    let help = ("", "Mean number of requests outstanding.");
    metrics.gauge("iogram_cell_depth_reached", help, &labels, cell.engine.depth_reached);
    for (mode, used) in [("user", cell.cpu_user_ns), ("system", cell.cpu_system_ns)] {
        let Some(used) = used else { continue };
        let labels = with(&labels, "mode", mode);
        let help = ("seconds", "CPU time of iogram meanwhile.");
        metrics.counter("iogram_cell_cpu_seconds", help, &labels, seconds(used));
    }
    let failed: u64 = cell.errors.iter().map(|error| error.count).total();
    let help = ("", "Requests that failed.");
    metrics.counter("iogram_cell_failed_requests", help, &labels, float(failed));
    if let Some(joules) = cell.power.as_ref().and_then(|power| power.energy_joules) {
        let help = ("joules", "Energy that was drawn.");
        metrics.counter("iogram_cell_energy_joules", help, &labels, joules);
    }
    if let Some(celsius) = cell.health.as_ref().and_then(|it| it.temperature_max_celsius) {
        let help = ("celsius", "Highest temperature that the drive told.");
        metrics.gauge("iogram_cell_temperature_max_celsius", help, &labels, celsius);
    }
    add_operations(&labels, &cell.operations, metrics);
    for load in &cell.beside {
        add_load(&labels, load, metrics);
    }
}

fn add_load(labels: &Labels, load: &LoadRecord, metrics: &mut Metrics) {
    add_operations(&with(labels, "load", &load.name), &load.operations, metrics);
}

const REQUESTS: (&str, &str) = ("", "Requests that completed.");
const MOVED: (&str, &str) = ("bytes", "Bytes that they moved.");
const RATE: (&str, &str) =
    ("requests_per_second", "Completions per second of the cell's time.");
const THROUGHPUT: (&str, &str) = ("bytes_per_second", "Bytes per second of the cell's time.");

fn add_operations(labels: &Labels, operations: &Operations, metrics: &mut Metrics) {
    for (kind, record) in operations.iter() {
        let labels = with(labels, "operation", kind.name());
        metrics.counter("iogram_cell_requests", REQUESTS, &labels, float(record.count));
        metrics.counter("iogram_cell_moved_bytes", MOVED, &labels, float(record.bytes));
        metrics.gauge("iogram_cell_rate_requests_per_second", RATE, &labels, record.iops);
        metrics.gauge(
            "iogram_cell_throughput_bytes_per_second",
            THROUGHPUT,
            &labels,
            record.bytes_per_s,
        );
        add_latency(&labels, (&record.latency_ns, record.count), metrics);
    }
}

fn add_latency(
    labels: &Labels,
    (latency, count): (&LatencySummary, u64),
    metrics: &mut Metrics,
) {
    const HELP: &str = "Latency of requests; quantile 0 is the fastest, 1 the slowest.";
    let family = metrics.family("iogram_cell_latency_seconds", "seconds", Kind::Summary, HELP);
    let quantiles = [
        ("0", Some(latency.min)),
        ("0.5", latency.p50),
        ("0.9", latency.p90),
        ("0.99", latency.p99),
        ("0.995", latency.p995),
        ("0.999", latency.p999),
        ("0.9995", latency.p9995),
        ("0.9999", latency.p9999),
        ("0.99999", latency.p99999),
        ("1", Some(latency.max)),
    ];
    for (quantile, value) in quantiles {
        let Some(value) = value else { continue };
        family.samples.push(("", with(labels, "quantile", quantile), float(value) / 1e9));
    }
    if latency.mean.is_finite() {
        family.samples.push(("_sum", labels.clone(), latency.mean * float(count) / 1e9));
    }
    family.samples.push(("_count", labels.clone(), float(count)));
}

/// Adds a result of another tool: each figure by its own name, in base units.
fn add_imported(run: &Run, result: &ImportedResult, metrics: &mut Metrics) {
    let mut labels = run_label(run);
    labels.push(("result", result.name.clone()));
    labels.extend(result.line_index.map(|line| ("line", line.to_string())));
    labels.extend(result.operation.map(|kind| ("operation", OpKind::name(kind).to_owned())));
    labels.extend(result.block_bytes.map(|block| ("block_bytes", block.to_string())));
    labels.extend(result.depth.map(|depth| ("depth", depth.to_string())));
    if let Some(count) = result.request_count {
        metrics.counter("iogram_imported_requests", REQUESTS, &labels, float(count));
    }
    if let Some(bytes) = result.moved_bytes {
        metrics.counter("iogram_imported_moved_bytes", MOVED, &labels, float(bytes));
    }
    for (figure, value) in result.figures.iter() {
        let help = |unit| (unit, "A figure that another tool printed, in base units.");
        if let Some((name, unit)) = rate_of(figure) {
            let said = match figure {
                "bytes_per_s" => THROUGHPUT.1,
                "iops" => RATE.1,
                _ => help(unit).1,
            };
            metrics.gauge(name, (unit, said), &labels, *value);
            continue;
        }
        let plain = plain(figure);
        match plain.strip_suffix("_ns") {
            Some(stem) => {
                let name = format!("iogram_imported_{stem}_seconds");
                metrics.gauge(&name, help("seconds"), &labels, value / 1e9);
            }
            None if plain.ends_with("_bytes") => {
                let name = format!("iogram_imported_{plain}");
                metrics.gauge(&name, help("bytes"), &labels, *value);
            }
            None => {
                let name = format!("iogram_imported_figure_{plain}");
                metrics.gauge(&name, help(""), &labels, *value);
            }
        }
    }
}

/// The metric of a figure per second, and its unit.
fn rate_of(figure: &str) -> Option<(&'static str, &'static str)> {
    Some(match figure {
        "bytes_per_s" => ("iogram_imported_throughput_bytes_per_second", "bytes_per_second"),
        "iops" => ("iogram_imported_rate_requests_per_second", "requests_per_second"),
        "operations_per_s" => {
            ("iogram_imported_rate_operations_per_second", "operations_per_second")
        }
        "transactions_per_s" => {
            ("iogram_imported_rate_transactions_per_second", "transactions_per_second")
        }
        "connecting_transactions_per_s" => (
            "iogram_imported_rate_connecting_transactions_per_second",
            "connecting_transactions_per_second",
        ),
        _ => return None,
    })
}

/// Adds the health counters that a drive reported to another tool.
fn add_health(
    run: &Run,
    evidence: &ImportedEvidence,
    health: &ImportedHealth,
    metrics: &mut Metrics,
) {
    let labels = with(&run_label(run), "tool", &evidence.tool);
    let yes = |value: Option<bool>| value.map(|yes| f64::from(u8::from(yes)));
    let states = [
        ("passed", "", "The drive's own verdict: 0 is failing.", yes(health.is_passed)),
        ("warning", "", "Whether it warns of something.", yes(health.is_warning)),
        ("temperature_celsius", "celsius", "Its temperature.", health.temperature_celsius),
        (
            "life_used_ratio",
            "ratio",
            "Share of the life that is used, by the maker's estimate.",
            health.life_used_ratio,
        ),
        ("spare_ratio", "ratio", "Reserve of blocks that is left.", health.spare_ratio),
    ];
    let counts = [
        ("read_bytes", "bytes", "Read by hosts since it was made.", health.read_bytes),
        ("written_bytes", "bytes", "Written by hosts since it was made.", health.written_bytes),
        (
            "power_on_seconds",
            "seconds",
            "Time under power since it was made.",
            health.power_on_s,
        ),
        ("power_cycles", "", "Power-ups.", health.power_cycle_count),
        ("unsafe_shutdowns", "", "Power losses without notice.", health.unsafe_shutdown_count),
        (
            "media_errors",
            "",
            "Data that could not be read or was wrong, since it was made.",
            health.media_error_count,
        ),
        ("error_log_entries", "", "Entries of its error log.", health.error_log_count),
    ];
    let name = |name: &str| format!("iogram_imported_health_{name}");
    for (of, unit, help, value) in states {
        if let Some(value) = value {
            metrics.gauge(&name(of), (unit, help), &labels, value);
        }
    }
    for (of, unit, help, value) in counts {
        if let Some(value) = value {
            metrics.counter(&name(of), (unit, help), &labels, float(value));
        }
    }
}

/// Converts a text to a valid metric name; appends `_value` to a reserved suffix.
fn plain(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let mut plain: String = name.chars().map(letter).collect();
    for end in ["_total", "_count", "_sum", "_bucket", "_created", "_info"] {
        if plain.ends_with(end) {
            plain.push_str("_value");
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        assert_eq!(plain("requests-total"), "requests_total_value");
        assert_eq!(plain("latency_p99_ns"), "latency_p99_ns");
    }
}
