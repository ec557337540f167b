//! The semicolon-separated lines, version 3.

use std::fmt::Write as _;

use iogram_model::{Run, float, rounded};
use serde_json::Value;

use super::{JobResult, all_buckets, depth_shares, deviation_ns};
use crate::export_fio::disks;
use crate::export_fio_form::{distribution, rank};
use crate::export_merge::{Merged, MergedOp};

/// Percentiles of a direction; fio prints `0%=0` for one without a value.
const PERCENTILE_FIELDS: usize = 20;

pub(super) fn render(run: &Run, results: &[JobResult<'_>]) -> String {
    let cells: Vec<Merged<'_>> =
        run.cells.iter().map(|cell| Merged { cells: vec![cell], load: None }).collect();
    let disks = disks(&cells);
    let mut text = String::new();
    for result in results {
        let mut fields = vec![
            "3".to_owned(),
            // Readers of this format look for fio's name here.
            format!("fio-iogram-{}", run.conditions.tool.version),
            result.job.label.replace(';', ","),
            result.group.to_string(),
            result.errno.to_string(),
        ];
        // Version 3 has no trims.
        for (operation, elapsed_ns) in result.moved.iter().zip(result.elapsed_of_ns).take(2) {
            let list = result.job.percents.values.as_slice();
            direction(&mut fields, (operation.as_ref(), elapsed_ns), list);
        }
        fields.extend(result.cpu_percent.map(|percent| format!("{percent:.6}%")));
        fields.extend(["0", "0", "0"].map(ToOwned::to_owned));
        fields.extend(depth_shares(result.job.depth).map(|(_, share)| format!("{share:.1}%")));
        steps(&mut fields, result);
        disks.iter().for_each(|disk| disk_fields(&mut fields, disk));
        writeln!(text, "{}", fields.join(";")).expect("memory takes all text");
    }
    text
}

fn direction(
    fields: &mut Vec<String>,
    (operation, elapsed_ns): (Option<&MergedOp>, u64),
    list: &[f64],
) {
    let four = |fields: &mut Vec<String>, values: Option<[f64; 4]>| {
        let [min, max, mean, deviation] = values.unwrap_or_default();
        fields.extend([format!("{min:.0}"), format!("{max:.0}")]);
        fields.extend([format!("{mean:.6}"), format!("{deviation:.6}")]);
    };
    let Some(op) = operation else {
        fields.extend(["0"; 4].map(ToOwned::to_owned));
        four(fields, None);
        four(fields, None);
        fields.extend(vec!["0%=0".to_owned(); PERCENTILE_FIELDS]);
        four(fields, None);
        fields.extend(["0", "0", "0.000000%", "0.000000", "0.000000"].map(ToOwned::to_owned));
        return;
    };
    let kib_per_s = op.bytes_per_s / 1024.0;
    fields.push((op.bytes / 1024).to_string());
    fields.push(rounded(kib_per_s).to_string());
    fields.push(rounded(op.iops).to_string());
    fields.push((elapsed_ns / 1_000_000).to_string());
    let us = |ns: f64| ns / 1000.0;
    let its = &op.latencies;
    let latencies = [
        us(float(its.min_ns)).floor(),
        us(float(its.max_ns)).floor(),
        us(its.mean_ns),
        us(deviation_ns(its)),
    ];
    four(fields, None);
    four(fields, Some(latencies));
    let buckets = its.histogram.buckets();
    fields.extend(list.iter().map(|&percent| {
        let ns = rank(its, &buckets, percent).unwrap_or(0);
        format!("{percent:.6}%={}", ns / 1000)
    }));
    let left = PERCENTILE_FIELDS.saturating_sub(list.len());
    fields.extend(vec!["0%=0".to_owned(); left]);
    four(fields, Some(latencies));
    let kib = rounded(kib_per_s).to_string();
    fields.extend([kib.clone(), kib, "100.000000%".to_owned()]);
    fields.extend([format!("{kib_per_s:.6}"), "0.000000".to_owned()]);
}

/// Shares of latencies in microseconds, then in milliseconds.
fn steps(fields: &mut Vec<String>, result: &JobResult<'_>) {
    let shares = distribution(&all_buckets(result));
    let share = |unit: usize, step: &str| {
        let value = shares.get(unit).and_then(|(_, steps)| steps.get(step));
        value.and_then(Value::as_f64).unwrap_or(0.0)
    };
    const MICROS: [&str; 10] = ["2", "4", "10", "20", "50", "100", "250", "500", "750", "1000"];
    // Latencies below a microsecond: fio's first step begins at zero.
    let nanos: f64 = MICROS.iter().map(|step| share(0, step)).sum::<f64>();
    for (index, step) in MICROS.iter().enumerate() {
        let below = if index == 0 { nanos } else { 0.0 };
        fields.push(format!("{:.2}%", share(1, step) + below));
    }
    for step in MICROS.iter().chain(&["2000", ">=2000"]) {
        fields.push(format!("{:.2}%", share(2, step)));
    }
}

fn disk_fields(fields: &mut Vec<String>, disk: &Value) {
    fields.push(disk["name"].as_str().unwrap_or_default().to_owned());
    for name in [
        "read_ios",
        "write_ios",
        "read_merges",
        "write_merges",
        "read_ticks",
        "write_ticks",
        "in_queue",
    ] {
        fields.push(disk[name].as_u64().unwrap_or(0).to_string());
    }
    fields.push(format!("{:.2}%", disk["util"].as_f64().unwrap_or(0.0)));
}
