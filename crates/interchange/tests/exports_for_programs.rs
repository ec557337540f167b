//! Exports do not claim more than was measured when other programs read them: spreads, percentiles, the names of
//! lines.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

use iogram_interchange::{fio_files, render_cdm, render_ezfio, render_fio};
use iogram_model::{CellRecord, OpKind, Permille, Run};
use serde_json::Value;

fn quick() -> Run {
    serde_json::from_str(include_str!("data/quick.json")).unwrap()
}

fn first_read(run: &Run) -> Value {
    let document: Value = serde_json::from_str(&render_fio(run)).unwrap();
    document["jobs"][0]["read"].clone()
}

/// `quick` with only the first counted repetition of its first cell.
fn once() -> Run {
    let mut run = quick();
    let index = run.cells.iter().position(|cell| cell.is_counted).unwrap();
    run.cells = vec![run.cells.swap_remove(index)];
    run
}

#[test]
fn the_spread_that_fio_prints_is_that_of_the_intervals() {
    let run = once();
    let rows = run.cells[0].series.rows.len();
    let read = first_read(&run);
    assert!(rows > 1, "{rows} intervals");
    assert_eq!(read["iops_samples"], rows, "{read}");
    let number = |name: &str| read[name].as_f64().unwrap();
    assert!(number("iops_min") <= number("iops_mean"), "{read}");
    assert!(number("iops_max") >= number("iops_mean").floor(), "{read}");
}

/// A drive that stalled for half of the time was not steady, although the series has no rows for the stalls.
#[test]
fn intervals_in_which_nothing_completed_are_samples_of_zero() {
    let mut run = once();
    let cell = &mut run.cells[0];
    let still = 5 * cell.series.interval_ns;
    let rows = cell.series.rows.len();
    cell.series.rows.last_mut().unwrap().start_ns += still;
    cell.elapsed_ns += still;
    let read = first_read(&run);
    assert_eq!(read["iops_samples"], rows + 5, "{read}");
    assert_eq!((&read["iops_min"], &read["bw_min"]), (&0.into(), &0.into()), "{read}");
    assert!(read["iops_stddev"].as_f64().unwrap() > 0.0, "{read}");
}

#[test]
fn a_spread_that_nobody_knows_is_left_out() {
    let mut run = once();
    run.cells[0].series.rows.clear();
    let read = first_read(&run);
    assert_eq!(read["iops_samples"], 1, "{read}");
    for name in ["iops_stddev", "iops_min", "iops_max", "bw_dev", "bw_min", "bw_max"] {
        assert_eq!(read[name], Value::Null, "{name}: {read}");
    }
    assert!(read["iops_mean"].as_f64().unwrap() > 0.0, "{read}");
}

/// Every number of `value` below `name`, at any depth.
fn percentiles(value: &Value) -> Vec<u64> {
    let all = value["percentile"].as_object();
    all.into_iter().flat_map(|it| it.values()).filter_map(Value::as_u64).collect()
}

#[test]
fn no_percentile_is_above_the_largest_latency() {
    // A bucket of its histograms extends beyond the latency that was in it.
    let run = quick();
    let document: Value = serde_json::from_str(&render_fio(&run)).unwrap();
    let mut compared = 0;
    for job in document["jobs"].as_array().unwrap() {
        for kind in ["read", "write"] {
            let latency = &job[kind]["clat_ns"];
            let max = latency["max"].as_u64().unwrap();
            for value in percentiles(latency) {
                assert!(value <= max, "{value} of {max} in {job}");
                compared += 1;
            }
        }
    }
    assert!(compared > 8, "{compared} percentiles");
    let slowest = |run: &Run| {
        let all = run.cells.iter().flat_map(|cell| cell.operations.iter());
        all.map(|(_, record)| record.latency_ns.max).max().unwrap()
    };
    let max_us = slowest(&run) as f64 / 1000.0;
    let table = render_ezfio(&run);
    let found = table.split([',', '\n']).filter_map(|it| it.parse::<f64>().ok());
    assert!(found.count() > 0 && max_us > 0.0, "{table}");
}

/// Two cells that CrystalDiskMark would give the same name: fresh and used.
fn twice() -> Run {
    let mut run = once();
    let used = CellRecord { name: "used: SEQ1M Q8T1 read".to_owned(), ..run.cells[0].clone() };
    run.cells[0].name = "fresh: SEQ1M Q8T1 read".to_owned();
    run.cells.push(used);
    run
}

#[test]
fn lines_of_forums_that_would_be_the_same_say_their_cell() {
    let text = render_cdm(&twice());
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("  SEQ")).collect();
    let [fresh, used] = lines[..] else { panic!("{text}") };
    assert!(fresh.ends_with("us> fresh: SEQ1M Q8T1 read"), "{text}");
    assert!(used.ends_with("us> used: SEQ1M Q8T1 read"), "{text}");
    // No name is added if the line is unambiguous.
    let text = render_cdm(&once());
    assert!(
        text.lines().any(|line| line.starts_with("  SEQ") && line.ends_with("us>")),
        "{text}"
    );
}

#[test]
fn each_share_of_reads_has_its_heading() {
    let mut run = twice();
    run.cells[0].workload.mix.read = Permille(700);
    run.cells[1].workload.mix.read = Permille(335);
    let text = render_cdm(&run);
    assert!(text.contains("\n[Mix] Read 70%/Write 30%\n  SEQ"), "{text}");
    assert!(text.contains("\n[Mix] Read 33.5%/Write 66.5%\n  SEQ"), "{text}");
    assert!(!text.contains("[Read]"), "{text}");
}

#[test]
fn the_foot_of_the_text_for_forums_has_the_words_of_crystaldiskmark() {
    let mut run = once();
    run.method.params.insert("size".to_owned(), "976762584KiB".to_owned());
    let text = render_cdm(&run);
    assert!(text.contains("\n   Test: 932 GiB (x1)\n"), "{text}");
    run.method.params.insert("size".to_owned(), "1GiB".to_owned());
    let text = render_cdm(&run);
    assert!(text.contains("\n   Test: 1 GiB (x1)\n"), "{text}");
    assert!(text.contains("\nProfile: quick: "), "{text}");
    assert!(text.contains("\n   Date: 20"), "{text}");
    assert!(text.contains("\n     OS: "), "{text}");
}

#[test]
fn rows_of_logs_have_the_columns_of_fio() {
    let run = once();
    let logs = fio_files(&run).into_iter().filter(|file| file.path.ends_with(".log"));
    let mut lines = Vec::new();
    for log in logs {
        lines.push(log.text.lines().count());
        let columns = |line: &str| line.split(", ").count();
        assert!(log.text.lines().all(|line| columns(line) == 5), "{}", log.path);
    }
    assert_eq!(lines.len(), 4);
    assert!(lines.windows(2).all(|pair| pair[0] == pair[1]), "{lines:?}");
    assert!(run.cells[0].operations.of(OpKind::Read).is_some());
}

#[test]
fn the_tables_of_ezfio_hold_its_cells_alone_where_a_run_has_others() {
    let mut run = once();
    let own = |name: &str, block: &str| CellRecord {
        name: format!("{block}/{name}"),
        block: Some(block.to_owned()),
        ..run.cells[0].clone()
    };
    let cells = vec![own("SEQ1M Q8T1 read", "consumer"), own("3 random reads 4KiB", "ezfio")];
    run.cells = cells;
    let table = render_ezfio(&run);
    assert!(table.contains("\n3 random reads\n") && !table.contains("consumer"), "{table}");
    let rows = table.lines().filter(|line| line.split(',').count() == 11).count();
    assert_eq!(rows, 2, "the columns and one row: {table}");
}
