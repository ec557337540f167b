//! Every repetition of every cell as one row of Parquet with all its figures, for data frames.
//!
//! The columns are the same for every run, so that files of several runs can be concatenated. Concurrent loads and
//! results of other tools are separate rows: `source` names the kind. Null is unknown, or did not occur.

use iogram_model::{
    CellRecord, CellState, ImportedResult, LatencySummary, LoadRecord, OpKind, OpRecord, Run,
    Total as _, float,
};

use crate::export_parquet::{Column, ExportError, integer, write};
use crate::percentiles::PERCENTILES;

/// One row, column by column, in the order in which the columns are first set.
#[derive(Default)]
struct Row(Vec<(String, Field)>);

enum Field {
    Text(Option<String>),
    Whole(Option<i64>),
    Float(Option<f64>),
    /// Microseconds since 1970, UTC.
    Moment(i64),
    Yes(bool),
}

impl Row {
    fn text(&mut self, name: &str, value: Option<impl Into<String>>) {
        self.0.push((name.to_owned(), Field::Text(value.map(Into::into))));
    }

    fn whole(&mut self, name: &str, value: Option<u64>) {
        self.0.push((name.to_owned(), Field::Whole(value.map(integer))));
    }

    fn float(&mut self, name: &str, value: Option<f64>) {
        self.0.push((name.to_owned(), Field::Float(value.filter(|it| it.is_finite()))));
    }

    fn replace_yes(&mut self, name: &str, value: bool) {
        for (_, field) in self.0.iter_mut().filter(|(other, _)| other == name) {
            *field = Field::Yes(value);
        }
    }

    fn moment(&mut self, name: &str, us: i64) {
        self.0.push((name.to_owned(), Field::Moment(us)));
    }

    fn yes(&mut self, name: &str, value: bool) {
        self.0.push((name.to_owned(), Field::Yes(value)));
    }
}

/// The subject of a row.
#[derive(Clone, Copy)]
enum Of<'a> {
    Cell(&'a CellRecord),
    Load(&'a CellRecord, &'a LoadRecord),
    Imported(&'a ImportedResult),
}

/// Every repetition, load and imported result of `run`: one row each, in order.
///
/// # Errors
///
/// Fails if the file cannot be assembled.
pub fn parquet_cells(run: &Run) -> Result<Vec<u8>, ExportError> {
    let mut of: Vec<Of<'_>> = Vec::new();
    for cell in &run.cells {
        of.push(Of::Cell(cell));
        of.extend(cell.beside.iter().map(|load| Of::Load(cell, load)));
    }
    of.extend(run.imports().flat_map(|it| &it.results).map(Of::Imported));
    // A run without any row still has the columns.
    let nothing = ImportedResult::default();
    let names = row(run, Of::Imported(&nothing));
    let rows: Vec<Row> = of.into_iter().map(|of| row(run, of)).collect();
    let mut schema = "message cells {\n".to_owned();
    let mut columns = Vec::new();
    for (place, (name, kind)) in names.0.iter().enumerate() {
        let fields = rows.iter().map(|row| &row.0[place].1);
        let (line, column) = column(name, kind, fields);
        schema.push_str(&line);
        columns.push(column);
    }
    schema.push('}');
    write(&schema, columns)
}

/// A column of the type of `kind`, with its line of the schema.
fn column<'a>(
    name: &str,
    kind: &Field,
    fields: impl Iterator<Item = &'a Field>,
) -> (String, Column) {
    match kind {
        Field::Text(_) => {
            let values = fields.map(|field| match field {
                Field::Text(Some(text)) => Some(text.as_str().into()),
                _ => None,
            });
            let line = format!("optional binary {name} (utf8);\n");
            (line, Column::OptionalText(values.collect()))
        }
        Field::Whole(_) => {
            let values = fields.map(|field| match field {
                Field::Whole(value) => *value,
                _ => None,
            });
            (format!("optional int64 {name};\n"), Column::Optional(values.collect()))
        }
        Field::Float(_) => {
            let values = fields.map(|field| match field {
                Field::Float(value) => *value,
                _ => None,
            });
            (format!("optional double {name};\n"), Column::OptionalFloat(values.collect()))
        }
        Field::Moment(_) => {
            let values = fields.map(|field| match field {
                Field::Moment(us) => *us,
                _ => 0,
            });
            let line = format!("required int64 {name} (TIMESTAMP(MICROS,true));\n");
            (line, Column::Number(values.collect()))
        }
        Field::Yes(_) => {
            let values = fields.map(|field| matches!(field, Field::Yes(true)));
            (format!("required boolean {name};\n"), Column::Yes(values.collect()))
        }
    }
}

/// All fields of a row: the same ones in the same order for every subject.
fn row(run: &Run, of: Of<'_>) -> Row {
    let mut row = Row::default();
    about(run, &mut row);
    match of {
        Of::Cell(cell) => {
            what(&mut row, ("cell", &cell.name, None), Some(cell.state), Some(cell));
            asked_of_cell(&mut row, Some(cell));
            done(&mut row, Some(cell), cell.elapsed_ns);
            for kind in OpKind::ALL {
                operation(&mut row, kind.name(), cell.operations.of(kind));
            }
        }
        Of::Load(cell, load) => {
            what(
                &mut row,
                ("load", &cell.name, Some(&load.name)),
                Some(load.state),
                Some(cell),
            );
            // The cell's parameters do not apply to the load.
            asked_of_cell(&mut row, None);
            done(&mut row, None, load.elapsed_ns);
            for kind in OpKind::ALL {
                operation(&mut row, kind.name(), load.operations.of(kind));
            }
        }
        Of::Imported(result) => {
            what(&mut row, ("imported", &result.name, None), None, None);
            // A result that came from memory did not measure a drive.
            row.replace_yes("is_counted", result.is_of_drive);
            asked_of_imported(&mut row, result);
            let elapsed = result.figures.get("elapsed_ns").copied();
            done(&mut row, None, elapsed.map_or(0, iogram_model::rounded));
            for kind in OpKind::ALL {
                imported(
                    &mut row,
                    kind.name(),
                    (result.operation == Some(kind)).then_some(result),
                );
            }
        }
    }
    // Operations that the tool does not name, or several combined.
    let unsaid = match of {
        Of::Imported(result) if result.operation.is_none() => Some(result),
        _ => None,
    };
    imported(&mut row, "any", unsaid);
    let result = match of {
        Of::Imported(result) => Some(result),
        Of::Cell(_) | Of::Load(..) => None,
    };
    let kinds = OpKind::ALL.map(|kind| (kind.name(), Some(kind)));
    for (name, kind) in kinds.into_iter().chain([("any", None)]) {
        other_rates(&mut row, name, result.filter(|it| it.operation == kind));
    }
    row
}

fn about(run: &Run, row: &mut Row) {
    let target = &run.target;
    row.text("run_id", Some(&run.id));
    row.moment("started_at_us", run.started_at_us);
    row.text("method", Some(&run.method.id));
    row.text("target", Some(&target.name));
    row.text("drive", target.drive.as_ref());
    row.text("model", target.model.as_ref());
    row.text("firmware", target.firmware.as_ref());
    row.whole("capacity_bytes", Some(target.capacity.0).filter(|bytes| *bytes > 0));
}

fn what(
    row: &mut Row,
    (source, cell, load): (&str, &str, Option<&str>),
    state: Option<CellState>,
    of: Option<&CellRecord>,
) {
    let state = state.and_then(|state| serde_json::to_value(state).ok());
    row.text("source", Some(source));
    row.text("cell", Some(cell));
    row.text("load", load);
    row.whole("repeat_index", of.map(|cell| cell.repeat.into()));
    row.yes("is_counted", of.is_none_or(|cell| cell.is_counted && cell.excluded.is_none()));
    row.text("excluded", of.and_then(|cell| cell.excluded.as_ref()).map(|it| &it.reason));
    row.text("state", state.as_ref().and_then(|state| state.as_str()));
}

fn asked_of_cell(row: &mut Row, cell: Option<&CellRecord>) {
    let workload = cell.map(|cell| &cell.workload);
    let block = workload.and_then(|it| match it.block.sizes() {
        [(size, _)] => Some(size.0),
        _ => None,
    });
    row.text("access", workload.map(|it| it.access.to_string()));
    row.text("block", workload.map(|it| it.block.to_string()));
    row.whole("block_bytes", block);
    row.float("read_ratio", workload.map(|it| f64::from(it.mix.read.0) / 1000.0));
    row.whole("queue_depth_count", workload.map(|it| it.depth.into()));
    row.whole("jobs_count", workload.map(|it| it.jobs.into()));
    row.text("region", workload.map(|it| it.region.to_string()));
    row.text("sync", workload.map(|it| it.sync.to_string()));
    row.text("caching", workload.map(|it| it.caching.name()));
}

fn asked_of_imported(row: &mut Row, result: &ImportedResult) {
    let order = result.order.and_then(|order| serde_json::to_value(order).ok());
    row.text("access", order.as_ref().and_then(|order| order.as_str()));
    row.text("block", result.block_bytes.map(|block| iogram_model::Bytes(block).to_string()));
    row.whole("block_bytes", result.block_bytes);
    row.float("read_ratio", None);
    row.whole("queue_depth_count", result.depth.map(Into::into));
    row.whole("jobs_count", result.job_count.map(Into::into));
    row.text("region", None::<String>);
    row.text("sync", None::<String>);
    let caching = |is_direct: bool| if is_direct { "direct" } else { "buffered" };
    row.text("caching", result.is_direct.map(caching));
}

fn done(row: &mut Row, cell: Option<&CellRecord>, elapsed_ns: u64) {
    row.whole("started_ns", cell.map(|it| it.started_ns));
    row.whole("elapsed_ns", Some(elapsed_ns).filter(|ns| *ns > 0));
    row.float("depth_reached_count", cell.map(|it| it.engine.depth_reached));
    row.text("path", cell.map(|it| it.engine.path.name()));
    row.whole("cpu_user_ns", cell.and_then(|it| it.cpu_user_ns));
    row.whole("cpu_system_ns", cell.and_then(|it| it.cpu_system_ns));
    row.float("submit_cpu_ratio", cell.and_then(|it| it.engine.submit_cpu_ratio));
    row.whole("failed_count", cell.map(|it| it.errors.iter().map(|error| error.count).total()));
    row.whole("verified_bytes", cell.and_then(|it| it.verified_bytes));
    row.whole("unstored_bytes", cell.and_then(|it| it.unstored.map(|it| it.unstored_bytes)));
    let power = cell.and_then(|it| it.power.as_ref());
    row.float("power_mean_watts", power.and_then(|it| it.mean_watts));
    row.float("power_max_watts", power.and_then(|it| it.max_watts));
    row.float("energy_joules", power.and_then(|it| it.energy_joules));
    let health = cell.and_then(|it| it.health.as_ref());
    row.float("temperature_max_celsius", health.and_then(|it| it.temperature_max_celsius));
}

fn operation(row: &mut Row, kind: &str, record: Option<&OpRecord>) {
    row.whole(&format!("{kind}_requests_count"), record.map(|it| it.count));
    row.whole(&format!("{kind}_moved_bytes"), record.map(|it| it.bytes));
    row.float(&format!("{kind}_iops"), record.map(|it| it.iops));
    row.float(&format!("{kind}_bytes_per_s"), record.map(|it| it.bytes_per_s));
    row.whole(&format!("{kind}_overdue_count"), record.and_then(|it| it.overdue_count));
    let latency = record.map(|it| &it.latency_ns);
    latencies(row, kind, |name| latency.and_then(|it| value_of(it, name)));
}

fn latencies(row: &mut Row, kind: &str, value: impl Fn(&str) -> Option<f64>) {
    let percentiles = PERCENTILES.iter().map(|(name, _)| *name);
    for name in ["min", "mean"].into_iter().chain(percentiles).chain(["max", "stddev"]) {
        row.float(&format!("{kind}_latency_{name}_ns"), value(name));
    }
}

fn value_of(latency: &LatencySummary, name: &str) -> Option<f64> {
    let percentile = match name {
        "min" => Some(latency.min),
        "max" => Some(latency.max),
        "mean" => return Some(latency.mean),
        "stddev" => return latency.stddev,
        "p50" => latency.p50,
        "p90" => latency.p90,
        // Records do not have these percentiles; other tools print them.
        "p1" | "p5" | "p10" | "p20" | "p30" | "p40" | "p60" | "p70" | "p80" | "p95" => None,
        "p99" => latency.p99,
        "p995" => latency.p995,
        "p999" => latency.p999,
        "p9995" => latency.p9995,
        "p9999" => latency.p9999,
        _ => latency.p99999,
    };
    percentile.map(float)
}

fn imported(row: &mut Row, kind: &str, result: Option<&ImportedResult>) {
    let figure = |name: &str| result.and_then(|it| it.figures.get(name).copied());
    row.whole(&format!("{kind}_requests_count"), result.and_then(|it| it.request_count));
    row.whole(&format!("{kind}_moved_bytes"), result.and_then(|it| it.moved_bytes));
    row.float(&format!("{kind}_iops"), figure("iops"));
    row.float(&format!("{kind}_bytes_per_s"), figure("bytes_per_s"));
    row.whole(&format!("{kind}_overdue_count"), None);
    latencies(row, kind, |name| figure(&format!("latency_{name}_ns")));
}

/// Rates of other tools that do not count requests of one block, and rates of writes including the flush.
const OTHER_RATES: [&str; 4] = [
    "operations_per_s",
    "transactions_per_s",
    "connecting_transactions_per_s",
    "bytes_per_s_before_flush",
];

fn other_rates(row: &mut Row, kind: &str, result: Option<&ImportedResult>) {
    for name in OTHER_RATES {
        let value = result.and_then(|it| it.figures.get(name).copied());
        row.float(&format!("{kind}_{name}"), value);
    }
}
