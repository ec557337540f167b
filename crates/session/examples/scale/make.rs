//! Makes the store.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{BufWriter, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use iogram_engine::Control;
use iogram_findings::fleet_run;
use iogram_inspect::SysRoot;
use iogram_model::{CellRecord, FleetFigure, FleetRun, Run, RunState, TargetKind};
use iogram_runner::Method;
use iogram_session::{
    Permission, PlannedRun, PlatformOptions, ResumeStart, SafetyOptions, SessionFollower,
    TimeBase, intent_of, open_store, plan_method, resolve, run,
};

use crate::{Outcome, sent};

/// 48 cells and as many figures: random 4 KiB and sequential 1 MiB, six depths, twice each.
const METHOD: &str = r#"
[method]
id = "lab"
title = "Six depths"
question = "How fast is it at each depth?"
source = "Made for this measurement."
media = ["ssd"]
writes = "region"

[[step]]
kind = "lay-out"
size = "256MiB"
content = "written"

[[step]]
kind = "repeat"
rows = [
  { direction = "read", read = "100%" },
  { direction = "write", read = "0%" },
]

[[step.step]]
kind = "repeat"
rows = [
  { test = "SEQ1M", access = "seq", block = "1MiB" },
  { test = "RND4K", access = "random", block = "4KiB" },
]

[[step.step.step]]
kind = "repeat"
rows = [
  { depth = 1 },
  { depth = 2 },
  { depth = 4 },
  { depth = 8 },
  { depth = 16 },
  { depth = 32 },
]

[[step.step.step.step]]
kind = "measure"
name = "{test} Q{depth} {direction}"
access = "{access}"
read = "{read}"
block = "{block}"
depth = "{depth}"
time = "100ms"
repeats = 2
caching = "direct"

[report]
headline = ["bytes_per_s"]
"#;

/// Simulated drives, each with several seeds.
const DRIVES: [&str; 5] =
    ["s4-ssd", "nvme-tlc-dramless", "nvme-tlc-hybrid", "nvme-enterprise-read", "s4-usb"];
const SEEDS: u64 = 40;

/// The contents of the store.
#[derive(Debug)]
pub(crate) struct Shape {
    models: u64,
    drives: u64,
    runs_of_drive: u64,
}

impl Shape {
    /// 200 models; 50 runs of a drive if that leaves 20 drives for each model.
    pub(crate) fn of(runs: u64) -> Self {
        let models = 200;
        let of_model = (runs / models).max(40);
        let runs_of_drive = (of_model / 20).clamp(2, 50);
        Self { models, drives: of_model / runs_of_drive, runs_of_drive }
    }

    pub(crate) fn runs(&self) -> u64 {
        self.models * self.drives * self.runs_of_drive
    }

    pub(crate) fn drives(&self) -> u64 {
        self.models * self.drives
    }
}

pub(crate) fn model_name(model: u64) -> String {
    format!("Lab M{model:03}")
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn even(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        #[expect(clippy::cast_precision_loss, reason = "a random number")]
        let even = (z ^ (z >> 31)) as f64 / u64::MAX as f64;
        even
    }

    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.even()).sum::<f64>() - 6.0
    }
}

struct Silent;

impl SessionFollower for Silent {
    fn opened(&mut self, _: &PlannedRun, _: &Run, _: Option<&ResumeStart>, _: TimeBase) {}

    fn cell_finished(&mut self, _: &CellRecord) {}
}

/// Placeholders in a template for values that differ from run to run.
const ID: &str = "TEMPLATE-ID";
const SERIAL: &str = "TEMPLATE-SERIAL";
const MODEL: &str = "TEMPLATE-MODEL";
const STARTED_US: i64 = 1_111_111_111_111_111;

/// A run on a drive that looks like a real one.
fn simulated(method: &Method, drive: &str, seed: u64) -> Outcome<Run> {
    let root = SysRoot::default();
    let permission = Permission::new(SafetyOptions::default()).map_err(said)?;
    let target =
        resolve(&format!("sim:{drive}"), intent_of(method), permission, &root).map_err(said)?;
    let (plan, warnings) = plan_method(method, &target, Vec::new(), seed).map_err(said)?;
    let job = PlannedRun::new(plan, target, warnings, root, seed);
    let control = Arc::new(Control::default());
    let ended = run(job, &PlatformOptions::default(), None, &control, &mut Silent);
    let mut run = ended.map_err(said)?.run;
    run.target.kind = TargetKind::BlockDevice;
    run.target.simulation = None;
    run.target.model = Some(MODEL.to_owned());
    run.target.serial = Some(SERIAL.to_owned());
    run.target.firmware = Some("F1".to_owned());
    run.started_at_us = STARTED_US;
    run.state = RunState::Completed;
    Ok(run)
}

fn said(failure: impl std::fmt::Debug) -> String {
    format!("{failure:?}")
}

/// Templates first, as the store saves them, then their copies.
pub(crate) fn base(address: &str, shape: &Shape, with_cells: u64) -> Outcome<()> {
    let method = Method::parse("lab", METHOD)?;
    let mut store = open_store(address)?;
    let began = Instant::now();
    let mut templates = Vec::new();
    for (kind, drive) in DRIVES.iter().enumerate() {
        for seed in 0..SEEDS {
            let mut run = simulated(&method, drive, seed)?;
            run.id = format!("{ID}-{kind}-{seed}");
            templates.push(run);
        }
    }
    let count = templates.len();
    eprintln!("{count} runs simulated in {:.0?}", began.elapsed());
    let began = Instant::now();
    for run in &templates {
        store.begin(run)?;
    }
    let cells = templates.first().map_or(0, |run| run.cells.len());
    eprintln!("{count} runs of {cells} cells kept in {:.1?}", began.elapsed());
    let send = |sql: &str| {
        let began = Instant::now();
        sent(address, sql)?;
        let what: Vec<&str> = sql.split_whitespace().take(4).collect();
        eprintln!("{:.0?}: {}", began.elapsed(), what.join(" "));
        Ok::<_, Box<dyn Error>>(())
    };
    send(
        "create unlogged table spec (id text, template text, at bigint, model text, serial text, firmware text)",
    )?;
    copy(address, "spec", |to| specs(shape, to))?;
    send(
        "insert into run (id, format, state, started_at_us, ended_at_us, method_id, target, target_kind, capacity_bytes, \
         drive, drive_capacity_bytes, model, serial, firmware, kernel, tool_version, record, findings) \
         select spec.id, format, state, spec.at, spec.at + 100000000, method_id, '/dev/sd' || substr(spec.serial, 7, 1), \
         target_kind, capacity_bytes, drive, drive_capacity_bytes, spec.model, spec.serial, spec.firmware, kernel, \
         tool_version, replace(replace(replace(replace(record, spec.template, spec.id), 'TEMPLATE-SERIAL', spec.serial), \
         'TEMPLATE-MODEL', spec.model), '1111111111111111', spec.at::text), findings \
         from spec join run on run.id = spec.template order by spec.at",
    )?;
    let found: Vec<FleetRun> = templates.iter().filter_map(fleet_run).collect();
    let firsts: Vec<usize> =
        (0..found.len()).map(|template| first_like(&found, template)).collect();
    copy(address, "figure_list", |to| lists(shape, (&found, &firsts), to))?;
    copy(address, "figures", |to| figures(shape, (&found, &firsts), to))?;
    send(&format!(
        "insert into cell select spec.id, position_index, name, repeat_index, is_counted, cell.state, access, block, \
         read_permille, depth_count, job_count, io_path, started_ns, elapsed_ns, cpu_user_ns, cpu_system_ns, warning_count, \
         error_count, cell.record, cell.series from (select * from spec order by at desc limit {with_cells}) as spec \
         join cell on cell.run_id = spec.template"
    ))?;
    send("delete from run where id like 'TEMPLATE-ID%'")?;
    send("drop table spec")?;
    send("vacuum analyze")?;
    Ok(())
}

/// Writes rows into a table, as many as the source gives.
fn copy(
    address: &str,
    table: &str,
    rows: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Outcome<()> {
    let began = Instant::now();
    let columns = match table {
        "figures" => {
            " (run_id, rules_index, is_virtual, method_id, started_at_us, drive, model, firmware, life_used_ratio, \
             written_bytes, list_index, figure_values)"
        }
        _ => "",
    };
    let mut psql = Command::new("psql")
        .args(["-v", "ON_ERROR_STOP=1", "-qd", address, "-c"])
        .arg(format!("copy {table}{columns} from stdin"))
        .stdin(Stdio::piped())
        .spawn()?;
    let input = psql.stdin.take().ok_or("psql has an input")?;
    let mut to = BufWriter::with_capacity(1 << 20, input);
    let written = rows(&mut to).and_then(|()| to.flush());
    drop(to);
    if !psql.wait()?.success() {
        return Err(format!("cannot write {table}").into());
    }
    written?;
    eprintln!("{:.0?}: copy {table}", began.elapsed());
    Ok(())
}

/// Every run once, in order of time: all drives in turn, again and again.
fn each(
    shape: &Shape,
    mut of: impl FnMut(u64, u64, u64, u64) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let mut number = 0;
    for round in 0..shape.runs_of_drive {
        for drive in 0..shape.drives {
            for model in 0..shape.models {
                of(number, model, drive, round)?;
                number += 1;
            }
        }
    }
    Ok(())
}

fn id_of(number: u64) -> String {
    // The format of ids: the time, and a part that distinguishes runs of the same moment.
    format!(
        "20261125T{:06}Z-{:08x}",
        number % 1_000_000,
        number.wrapping_mul(2_654_435_761) & 0xffff_ffff
    )
}

fn serial_of(model: u64, drive: u64) -> String {
    format!("SN{model:03}X{drive:06}")
}

/// Three minutes apart.
fn started_of(number: u64) -> u64 {
    1_700_000_000_000_000 + number * 180_000_000
}

fn firmware_of(drive: u64) -> &'static str {
    if drive.is_multiple_of(3) { "F2" } else { "F1" }
}

fn template_of(number: u64, model: u64) -> usize {
    let kind = model % DRIVES.len() as u64;
    usize::try_from(kind * SEEDS + number.wrapping_mul(0x9e37_79b9) % SEEDS).unwrap_or(0)
}

fn specs(shape: &Shape, to: &mut dyn Write) -> std::io::Result<()> {
    each(shape, |number, model, drive, _| {
        let template = template_of(number, model) as u64;
        writeln!(
            to,
            "{}\t{ID}-{}-{}\t{}\t{}\t{}\t{}",
            id_of(number),
            template / SEEDS,
            template % SEEDS,
            started_of(number),
            model_name(model),
            serial_of(model, drive),
            firmware_of(drive)
        )
    })
}

fn of_model(found: &FleetRun, model: u64) -> String {
    found.model.replace(MODEL, &model_name(model))
}

/// A list for each model and kind of figures.
fn lists(
    shape: &Shape,
    (found, firsts): (&[FleetRun], &[usize]),
    to: &mut dyn Write,
) -> std::io::Result<()> {
    for model in 0..shape.models {
        for (template, found) in found.iter().enumerate() {
            let is_of_model = template as u64 / SEEDS == model % DRIVES.len() as u64;
            if !is_of_model || firsts.get(template) != Some(&template) {
                continue;
            }
            let model_name = of_model(found, model);
            let names: Vec<FleetFigure> = found
                .figures
                .iter()
                .map(|(of, _)| FleetFigure {
                    model: model_name.clone(),
                    ..FleetFigure::clone(of)
                })
                .collect();
            let text = serde_json::to_string(&names)?;
            writeln!(to, "{}\t{text}", list_of(model, template))?;
        }
    }
    Ok(())
}

/// The first template with the same names of figures: those of one drive have them, except figures that were too rare
/// to state.
fn first_like(found: &[FleetRun], template: usize) -> usize {
    let names =
        |it: &FleetRun| it.figures.iter().map(|of| Arc::clone(&of.0)).collect::<Vec<_>>();
    let own = found.get(template).map(names);
    let kind = template as u64 / SEEDS;
    let is_like =
        |other: usize| other as u64 / SEEDS == kind && found.get(other).map(names) == own;
    (0..template).find(|other| is_like(*other)).unwrap_or(template)
}

fn list_of(model: u64, first: usize) -> u64 {
    model * 1000 + first as u64
}

/// A drive differs by 3 % from its siblings, and a run by 2 % from the others of its drive; a few are outliers.
fn figures(
    shape: &Shape,
    (found, firsts): (&[FleetRun], &[usize]),
    to: &mut dyn Write,
) -> std::io::Result<()> {
    each(shape, |number, model, drive, round| {
        let template = template_of(number, model);
        let (Some(found), Some(first)) = (found.get(template), firsts.get(template)) else {
            return Ok(());
        };
        let mut own = Random(model << 32 | drive);
        let mut noise = Random(number.wrapping_mul(0x1234_5678_9abc_def1));
        let mut values = String::with_capacity(found.figures.len() * 16);
        for (index, (_, value)) in found.figures.iter().enumerate() {
            let mut by = (own.normal() * 0.03 + noise.normal() * 0.02).exp();
            #[expect(clippy::cast_precision_loss, reason = "a small number")]
            let round = round as f64;
            match model % 40 {
                0 if drive == 5 => by *= 0.7,
                1 if firmware_of(drive) == "F2" && index % 2 == 0 => by *= 0.85,
                2 if drive > shape.drives / 2 && index < 4 => by *= 1.2,
                3 if drive == 7 => by *= (-0.01 * round).exp(),
                _ => {}
            }
            for byte in (value * by).to_le_bytes() {
                write!(values, "{byte:02x}").ok();
            }
        }
        writeln!(
            to,
            "{}\t1\t0\tlab\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t\\\\x{values}",
            id_of(number),
            started_of(number),
            serial_of(model, drive),
            of_model(found, model),
            firmware_of(drive),
            f64_of(round) * 0.01,
            round * 1_000_000_000_000,
            list_of(model, *first)
        )
    })
}

#[expect(clippy::cast_precision_loss, reason = "a small number")]
fn f64_of(number: u64) -> f64 {
    number as f64
}
