//! Tidy CSV, one row per measurement: for `group by`, for faceted plots, for combining many runs in one table.
//!
//! It contains every number of a run about its cells, their accompanying loads, its probes and other tools' results,
//! but not the samples of a series and the buckets of a histogram, which have separate files. An unknown value has no
//! row. A quantity has its name in the JSON, which ends in its unit; the unit also has a column.

use iogram_model::{
    CellRecord, CellState, Evidence, ImportedEvidence, LatencySummary, OpKind, OpRecord,
    Operations, ProbeRecord, Run, Total as _,
};
use serde_json::Value;

use crate::csv::{CsvStyle, quoted, state_name};
use crate::format;

/// The columns in order, each with its meaning. New columns go to the end; none is ever removed.
pub const TIDY_COLUMNS: &[(&str, &str)] = &[
    ("run_id", "the run"),
    ("started_at", "start of the run, ISO 8601 in UTC; of an imported run that of the import"),
    ("method", "the method's id"),
    ("target", "the target as the user named it"),
    ("drive", "kind of drive, such as NVMe or SD; empty is unknown"),
    ("model", "vendor and model of the drive; empty is unknown"),
    (
        "source",
        "what it is of: `cell`, `load` (a load beside a cell), `replay`, `recorded` (what the requests of a trace took \
         when they were recorded), `probe`, `imported` (printed by another tool), `health` (what the drive told another tool)",
    ),
    ("cell", "name of the cell, the probe or the imported result; repetitions have the same"),
    ("load", "name of the load beside the cell; empty elsewhere"),
    ("item", "which of several, such as `rows[3]` of a probe; empty where there is one"),
    ("repeat_index", "which repetition, counted from 0; empty where there are none"),
    (
        "is_counted",
        "whether it counts in figures: false for repetitions that the method or a person left out",
    ),
    ("state", "how the cell, load or probe ended; empty is unknown"),
    ("operation", "read, write, flush or discard; empty where it is of all or unknown"),
    ("quantity", "what was measured, called as in the JSON"),
    ("value", "the number, in the unit beside it; never empty"),
    (
        "unit",
        "`ns`, `s`, `bytes`, `bytes/s`, `1/s`, `count`, `ratio`, `celsius`, `watts`, `joules`, ..; empty is unknown",
    ),
    (
        "record_index",
        "place in the JSON, counted from 0: in `cells` where `source` is `cell`, `load`, `replay` or `recorded`, else in \
         `probes`; tells two of one name apart",
    ),
    (
        "part_index",
        "place within it, counted from 0: of a load in `beside`, of an imported result in `results`; empty elsewhere",
    ),
];

/// Suffixes of quantity names and their units, longest first.
const UNITS: [(&str, &str); 19] = [
    ("bytes_per_s", "bytes/s"),
    ("iops_stddev", "1/s"),
    ("iops_mean", "1/s"),
    ("iops_min", "1/s"),
    ("iops_max", "1/s"),
    ("iops", "1/s"),
    ("per_s", "1/s"),
    ("bytes", "bytes"),
    ("_ns", "ns"),
    ("_us", "us"),
    ("_ms", "ms"),
    ("power_on_s", "s"),
    ("count", "count"),
    ("index", "index"),
    ("ratio", "ratio"),
    ("permille", "permille"),
    ("celsius", "celsius"),
    ("watts", "watts"),
    ("joules", "joules"),
];

/// The unit of a quantity, from the end of its name; empty if it has none.
fn unit_of(quantity: &str) -> &'static str {
    UNITS.into_iter().find(|(end, _)| quantity.ends_with(end)).map_or("", |(_, unit)| unit)
}

/// A number as in the record.
enum Number {
    Whole(u64),
    Float(f64),
}

impl From<u64> for Number {
    fn from(value: u64) -> Self {
        Self::Whole(value)
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

/// Shared fields of the rows of one cell, load or probe.
struct Of<'a> {
    source: &'static str,
    cell: &'a str,
    load: &'a str,
    item: String,
    repeat: Option<u32>,
    is_counted: bool,
    state: Option<CellState>,
    operation: Option<OpKind>,
    /// Its index among the cells or the probes of the run, and the index within that.
    place: (usize, Option<usize>),
}

struct Table {
    /// The fields of the run.
    run: Vec<String>,
    style: CsvStyle,
    text: String,
}

/// All measurements of `run` as CSV with a heading.
#[must_use]
pub fn render_tidy(run: &Run, style: CsvStyle) -> String {
    let target = &run.target;
    let optional = |text: &Option<String>| quoted(text.clone().unwrap_or_default());
    let mut table = Table {
        run: vec![
            quoted(run.id.clone()),
            format::timestamp(run.started_at_us),
            quoted(run.method.id.clone()),
            quoted(target.name.clone()),
            optional(&target.drive),
            optional(&target.model),
        ],
        style,
        text: style.beginning().to_owned()
            + &style.joined(TIDY_COLUMNS.iter().map(|(name, _)| (*name).to_owned())),
    };
    run.cells.iter().enumerate().for_each(|(index, cell)| table.cell(cell, index));
    run.probes.iter().enumerate().for_each(|(index, probe)| table.probe(probe, index));
    table.text
}

/// The meanings of the columns of [`render_tidy`], as Markdown.
#[must_use]
pub fn render_tidy_columns() -> String {
    let rows = TIDY_COLUMNS.iter().map(|(name, meaning)| format!("| `{name}` | {meaning} |\n"));
    let intro = "# Columns of the tidy CSV\n\nOne row per measurement: `iogram export RUN --format tidy`. A value that is \
                 unknown has no row. Columns are only ever added, at the end; there may be quantities that this version \
                 does not know. Texts are written as in the [CSV of cells](cells-csv.md).\n\n";
    format!("{intro}| column | meaning |\n| :--- | :--- |\n{}", rows.collect::<String>())
}

impl Table {
    fn row(&mut self, of: &Of<'_>, quantity: &str, value: Option<impl Into<Number>>) {
        let value = match value.map(Into::into) {
            Some(Number::Whole(value)) => value.to_string(),
            Some(Number::Float(value)) if value.is_finite() => self.style.number(value),
            _ => return,
        };
        let fields = [
            of.source.to_owned(),
            quoted(of.cell.to_owned()),
            quoted(of.load.to_owned()),
            quoted(of.item.clone()),
            of.repeat.map(|it| it.to_string()).unwrap_or_default(),
            of.is_counted.to_string(),
            of.state.map(state_name).unwrap_or_default().to_owned(),
            of.operation.map(OpKind::name).unwrap_or_default().to_owned(),
            quoted(quantity.to_owned()),
            value,
            unit_of(quantity).to_owned(),
            of.place.0.to_string(),
            of.place.1.map(|it| it.to_string()).unwrap_or_default(),
        ];
        self.text += &self.style.joined(self.run.iter().cloned().chain(fields));
    }

    fn cell(&mut self, cell: &CellRecord, index: usize) {
        let of = |source: &'static str| Of {
            source,
            cell: &cell.name,
            load: "",
            item: String::new(),
            repeat: Some(cell.repeat),
            is_counted: cell.is_counted && cell.excluded.is_none(),
            state: Some(cell.state),
            operation: None,
            place: (index, None),
        };
        let whole = of("cell");
        self.row(&whole, "elapsed_ns", Some(cell.elapsed_ns));
        self.row(&whole, "depth_reached_count", Some(cell.engine.depth_reached));
        self.row(&whole, "cpu_user_ns", cell.cpu_user_ns);
        self.row(&whole, "cpu_system_ns", cell.cpu_system_ns);
        self.row(&whole, "submit_cpu_ratio", cell.engine.submit_cpu_ratio);
        let failed = cell.errors.iter().map(|error| error.count).total();
        self.row(&whole, "failed_count", Some(failed));
        self.row(&whole, "set_aside_count", cell.set_aside_count);
        self.row(&whole, "verified_bytes", cell.verified_bytes);
        self.row(&whole, "unstored_bytes", cell.unstored.map(|it| it.unstored_bytes));
        if let Some(power) = &cell.power {
            self.row(&whole, "power_min_watts", power.min_watts);
            self.row(&whole, "power_mean_watts", power.mean_watts);
            self.row(&whole, "power_max_watts", power.max_watts);
            self.row(&whole, "energy_joules", power.energy_joules);
        }
        if let Some(health) = &cell.health {
            self.row(&whole, "temperature_min_celsius", health.temperature_min_celsius);
            self.row(&whole, "temperature_max_celsius", health.temperature_max_celsius);
        }
        self.operations(&whole, &cell.operations);
        self.replay(cell, of);
        for (part, load) in cell.beside.iter().enumerate() {
            let of = Of {
                load: &load.name,
                state: Some(load.state),
                place: (index, Some(part)),
                ..of("load")
            };
            self.row(&of, "elapsed_ns", Some(load.elapsed_ns));
            let failed = load.errors.iter().map(|error| error.count).total();
            self.row(&of, "failed_count", Some(failed));
            self.operations(&of, &load.operations);
        }
    }

    fn replay<'a>(&mut self, cell: &CellRecord, of: impl Fn(&'static str) -> Of<'a>) {
        let Some(replay) = &cell.engine.replay else { return };
        let here = of("replay");
        self.row(&here, "issued_count", Some(replay.count));
        self.row(&here, "busy_ns", Some(replay.busy_ns));
        self.row(&here, "idle_cut_ns", Some(replay.idle_cut_ns));
        self.row(&here, "rounded_count", Some(replay.rounded_count));
        self.row(&here, "split_count", Some(replay.split_count));
        self.row(&here, "left_out_count", Some(replay.left_out_count));
        if let Some(late) = &replay.late_ns {
            self.latency(&here, "late", late);
        }
        let then = of("recorded");
        self.row(&then, "elapsed_ns", replay.recorded_elapsed_ns);
        self.row(&then, "busy_ns", replay.recorded_busy_ns);
        for recorded in &replay.recorded {
            let of = Of { operation: Some(recorded.operation), ..of("recorded") };
            self.row(&of, "requests_count", Some(recorded.count));
            self.latency(&of, "latency", &recorded.latency_ns);
        }
    }

    fn operations(&mut self, of: &Of<'_>, operations: &Operations) {
        for (kind, record) in operations.iter() {
            let of = Of { operation: Some(kind), item: String::new(), ..*of };
            self.operation(&of, record);
        }
    }

    fn operation(&mut self, of: &Of<'_>, record: &OpRecord) {
        self.row(of, "requests_count", Some(record.count));
        self.row(of, "moved_bytes", Some(record.bytes));
        self.row(of, "iops", Some(record.iops));
        self.row(of, "bytes_per_s", Some(record.bytes_per_s));
        self.row(of, "overdue_count", record.overdue_count);
        self.latency(of, "latency", &record.latency_ns);
        if let Some(service) = &record.service {
            self.latency(of, "service_latency", &service.latency_ns);
        }
    }

    fn latency(&mut self, of: &Of<'_>, name: &str, latency: &LatencySummary) {
        let mut row = |what: &str, value: Option<Number>| {
            self.row(of, &format!("{name}_{what}_ns"), value);
        };
        row("min", Some(latency.min.into()));
        row("mean", Some(latency.mean.into()));
        for (what, value) in [
            ("p50", latency.p50),
            ("p90", latency.p90),
            ("p99", latency.p99),
            ("p995", latency.p995),
            ("p999", latency.p999),
            ("p9995", latency.p9995),
            ("p9999", latency.p9999),
            ("p99999", latency.p99999),
        ] {
            row(what, value.map(Into::into));
        }
        row("max", Some(latency.max.into()));
        row("stddev", latency.stddev.map(Into::into));
    }

    fn probe(&mut self, probe: &ProbeRecord, index: usize) {
        let of = Of {
            source: "probe",
            cell: &probe.name,
            load: "",
            item: String::new(),
            repeat: None,
            is_counted: true,
            state: Some(probe.state),
            operation: None,
            place: (index, None),
        };
        if let Evidence::Imported(imported) = &probe.evidence {
            return self.imported(imported, index);
        }
        // Another tool's log states neither its duration nor its amount of data.
        let known = |value: u64| Some(value).filter(|value| *value > 0);
        self.row(&of, "elapsed_ns", known(probe.elapsed_ns));
        self.row(&of, "read_bytes", known(probe.read_bytes));
        self.row(&of, "written_bytes", known(probe.written_bytes));
        // Works for every kind: names of numbers in a record end in their units.
        let evidence = serde_json::to_value(&probe.evidence).unwrap_or_default();
        self.numbers(&of, "", "", &evidence);
    }

    /// Adds every number below `value`, which has the path `path` and the name `name`.
    fn numbers(&mut self, of: &Of<'_>, path: &str, name: &str, value: &Value) {
        match value {
            Value::Number(number) => {
                let number = match number.as_u64() {
                    Some(whole) => Some(Number::Whole(whole)),
                    None => number.as_f64().map(Number::Float),
                };
                let of = Of { item: path.to_owned(), ..*of };
                self.row(&of, name, number);
            }
            Value::Array(values) => {
                for (index, value) in values.iter().enumerate() {
                    let dot = if path.is_empty() { "" } else { "." };
                    self.numbers(of, &format!("{path}{dot}{name}[{index}]"), name, value);
                }
            }
            Value::Object(fields) => {
                for (field, value) in fields {
                    self.numbers(of, path, field, value);
                }
            }
            _ => {}
        }
    }

    fn health(&mut self, imported: &ImportedEvidence, index: usize) {
        let of = Of {
            source: "health",
            cell: &imported.tool,
            load: "",
            item: String::new(),
            repeat: None,
            is_counted: true,
            state: None,
            operation: None,
            place: (index, None),
        };
        // Verdicts are not numbers; names of numbers in a record end in their units.
        let health = serde_json::to_value(&imported.health).unwrap_or_default();
        self.numbers(&of, "", "", &health);
    }

    fn imported(&mut self, imported: &ImportedEvidence, index: usize) {
        for (part, result) in imported.results.iter().enumerate() {
            let of = Of {
                source: "imported",
                cell: &result.name,
                load: "",
                item: result.line_index.map(|line| format!("line {line}")).unwrap_or_default(),
                repeat: None,
                // A result that is known to come from memory is not one of the drive.
                is_counted: result.is_of_drive,
                state: None,
                operation: result.operation,
                place: (index, Some(part)),
            };
            self.row(&of, "requests_count", result.request_count);
            self.row(&of, "moved_bytes", result.moved_bytes);
            for (name, value) in result.figures.iter() {
                self.row(&of, name, Some(*value));
            }
        }
        self.health(imported, index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_what_the_name_ends_in() {
        for (quantity, unit) in [
            ("latency_p99_ns", "ns"),
            ("bytes_per_s", "bytes/s"),
            ("moved_bytes", "bytes"),
            ("iops", "1/s"),
            ("failed_count", "count"),
            ("temperature_max_celsius", "celsius"),
            ("something_new", ""),
        ] {
            assert_eq!(unit_of(quantity), unit, "{quantity}");
        }
    }
}
