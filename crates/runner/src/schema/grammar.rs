//! The grammar of a method file: the one place that names and describes its keys.
//!
//! These shapes give the JSON Schema of method files. No code fills them with values: the parser reads a file into
//! [`crate::Method`].
#![expect(dead_code, reason = "the shapes are read by the schema generator alone")]

use std::collections::BTreeMap;

use iogram_model::{JsonSchema, without_null};
use serde_json::Value;

mod report;
mod search;

use self::report::Report;
use self::search::{Beside, SearchLimit};
use crate::param::ParamKind;

/// The schema of the shapes.
pub(super) fn method_schema() -> Value {
    let mut schema = schemars::schema_for!(MethodFile);
    without_null(&mut schema);
    serde_json::to_value(schema).expect("a schema is plain JSON")
}

/// A method of iogram: the steps on a drive, in order, as data.
#[derive(JsonSchema)]
#[schemars(title = "iogram method", deny_unknown_fields)]
struct MethodFile {
    /// Name, origin and limits of the method.
    method: MethodHead,
    /// Settings for `--set name=value`. The texts of steps use them as `{name}`.
    params: Option<BTreeMap<String, Param>>,
    /// The steps, in this order.
    step: Vec<Step>,
    /// Verdicts on the results.
    rule: Option<Vec<Rule>>,
    /// The first part of a report.
    report: Option<Report>,
    /// The time that a run may take. Steps with a priority get what is left of it.
    budget: Option<Budget>,
}

/// A budget of time.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Budget {
    /// How long: the run takes no longer than this and the requests under way.
    time: Scalar,
}

/// Name, origin and limits of the method.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct MethodHead {
    /// Name on the command line: lower case letters, digits and hyphens.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9-]*$"))]
    id: String,
    /// The title, in one line.
    title: String,
    /// The question that the method answers.
    question: String,
    /// The place of its publication, and the figures that this project chose itself.
    source: String,
    /// The media that it suits.
    media: Vec<Medium>,
    /// The data that it destroys on a device. On a file system it only ever writes a test file.
    writes: Writes,
    /// After an interruption: `cell`: resumes at the first unfinished cell. `block`: starts again, because each of
    /// its cells builds on the state that the cells before it made. `round`: like `block`, but keeps finished rounds
    /// and resumes at the interrupted one.
    resume: Option<Resume>,
}

/// Where an interrupted method resumes.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum Resume {
    Cell,
    Block,
    Round,
}

/// A kind of medium.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum Medium {
    Sd,
    Emmc,
    Usb,
    Ssd,
    Nvme,
    Hdd,
}

/// The data that a method destroys on a device.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum Writes {
    /// Nothing.
    Nothing,
    /// It requires a file and rejects devices.
    File,
    /// The part of the device that its cells use, from the beginning.
    Region,
    /// The whole device.
    Device,
}

/// A text or a whole number. A number can be written either way.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Scalar {
    Text(String),
    Integer(i64),
}

/// Condition of a step or row: each named parameter has one of the listed values. The parameters are of kind
/// `choice`.
type When = BTreeMap<String, Vec<String>>;

/// A parameter.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Param {
    /// The kind of its values.
    kind: ParamKind,
    /// The value without `--set`.
    default: Scalar,
    /// Other defaults; the first whose condition holds.
    default_when: Option<Vec<DefaultWhen>>,
    /// Its effect, in one line.
    help: String,
    /// Every accepted value; without it, any value of the kind.
    choices: Option<Vec<Scalar>>,
    /// Smallest accepted value.
    min: Option<Scalar>,
    /// Largest accepted value.
    max: Option<Scalar>,
}

/// A default under a condition.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct DefaultWhen {
    /// The condition.
    when: When,
    /// The value.
    default: Scalar,
}

/// Cells of rounds under a condition.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct CellsWhen {
    /// The condition.
    when: When,
    /// Names of cells of the inner steps; all of them must be steady.
    cells: Vec<String>,
}

/// One step.
#[expect(clippy::large_enum_variant, reason = "no value of it is ever made")]
#[derive(JsonSchema)]
#[schemars(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum Step {
    /// Gives the target a size: creates or resizes a file; on a device, cells see only this part.
    LayOut {
        /// Condition.
        when: Option<When>,
        /// Bytes from the beginning that later cells see.
        size: Scalar,
        /// `empty`: removes the file and creates an empty one. `allocated`: a new file with its space, without data.
        /// `written`: a new, filled file, so that reads meet stored data.
        content: String,
    },
    /// Runs cells. A missing key has the default of `iogram measure`.
    Measure {
        /// Condition.
        when: Option<When>,
        /// The cell's name; all repetitions share it.
        name: String,
        /// Whether the runs count in summaries (true).
        counted: Option<bool>,
        /// Uncounted full runs before the others (0).
        discarded: Option<Scalar>,
        /// A request that takes longer ends the cell as stalled (60s).
        io_timeout: Option<Scalar>,
        /// Ends after this many failed requests (20); `any`: continues after any failure, while the drive is present.
        errors_max: Option<Scalar>,
        /// Failures that do not count and do not end the cell, such as `read` or `read, write 28`: of reads, of
        /// writes, or of compared data; all of them, or those with one error number.
        errors_tolerated: Option<Scalar>,
        /// Runs (1).
        repeats: Option<Scalar>,
        /// Values for keys of this step: every combination is a cell. The first key changes slowest. The name may
        /// contain `{key}`.
        matrix: Option<BTreeMap<String, Vec<Scalar>>>,
        /// Order of addresses: seq, random, permutation, zoned=.., zipf=.., strided=.., or a published load: jesd219-enterprise.
        access: Option<Scalar>,
        /// Share of reads; the rest is writes.
        read: Option<Scalar>,
        /// Share of discards.
        discard: Option<Scalar>,
        /// Share of flushes that are separate requests.
        flush: Option<Scalar>,
        /// Block size, or sizes with weights such as 4KiB:70,64KiB:30; then those of kinds with their own sizes, such
        /// as 4KiB,write=16KiB.
        block: Option<Scalar>,
        /// Queue depth of each job.
        depth: Option<Scalar>,
        /// Number of submitters.
        jobs: Option<Scalar>,
        /// `shared`: all jobs work on the whole region. `sliced`: each job has its own part of it. `alike`: each job
        /// works on all of it, from the beginning.
        layout: Option<Scalar>,
        /// The part of the target to use, such as 0..25%.
        region: Option<Scalar>,
        /// Ends after this time.
        time: Option<Scalar>,
        /// Ends after this many bytes; rounded down to whole blocks.
        amount: Option<Scalar>,
        /// Ends after this many times the bytes of the region.
        passes: Option<Scalar>,
        /// Ends after this many requests.
        count: Option<Scalar>,
        /// Ends before its other limits once its rate is known this well and has no trend: `within 1% at 95% after
        /// 5s`, but never before the last of these. `full ..` never does; `adaptive ..` is the same as without the
        /// word. Or ends once a figure is steady: `iops within 5% for 30s after 10s every 1s`.
        until: Option<Scalar>,
        /// Ends before its other limits once a rate is below this: `read 100/s, write 20MiB/s after 2s every 1s`.
        floor: Option<Scalar>,
        /// `yes`: when this load ends, the loads beside it end, too.
        ends_others: Option<Scalar>,
        /// Time at the start that all statistics exclude.
        ramp: Option<Scalar>,
        /// When data becomes durable: none, each, every=N, end, dsync.
        sync: Option<Scalar>,
        /// The call that makes data durable: fdatasync or fsync.
        sync_call: Option<Scalar>,
        /// `direct`, `buffered`, or `buffered-cold`: empties the page cache first.
        caching: Option<Scalar>,
        /// Open loop: requests per second, such as 500/s or 500/s,poisson. Without it, closed loop.
        rate: Option<Scalar>,
        /// A weight, such as 8, or 8 in 2 for group 2: the load pauses while its share of all issued requests of
        /// weighted loads exceeds its share of all weights.
        flow: Option<Scalar>,
        /// The written data: random, zeros, compress=50%, dedupe=30%, placed, pattern=0xdeadbeef. Pure reads are
        /// compared with the last two.
        data: Option<Scalar>,
        /// The program whose operations the requests are, such as sqlite,journal=wal or files,names=300,sync=each.
        application: Option<Scalar>,
        /// The trace to replay: a file, or the name of a built-in trace. It determines the access, the amount and the
        /// sizes.
        trace: Option<Scalar>,
        /// How to replay it, such as as-recorded,idle=25ms,places=scaled, faster=2, as-fast-as-possible, or fill:
        /// writes only the blocks that the trace reads before it writes them.
        replay: Option<Scalar>,
        /// Cells with the same text here make the same random choices within a run. Without it, no two cells do.
        seed: Option<Scalar>,
        /// Further requests at the places of earlier ones: `read=16/64` reads the first 16 of 64 unread writes
        /// whenever there are that many, and the rest at the end; `write` writes the place of each discard;
        /// `written=50%` reads the writes of a cell with the same seed and this share of reads. Limits do not count
        /// these requests.
        again: Option<Scalar>,
        /// A cell with blocks smaller than the drive's indirection unit, if that is known: `run`, `leave-out`, or
        /// `raise`: writes whole units.
        below_unit: Option<Scalar>,
        /// A cell with blocks smaller than a logical block of the drive: `run`, which fails, or `leave-out`.
        below_block: Option<Scalar>,
        /// Settings to take from the cell that the enclosing step of kind `choose` chose: `block`, `depth`, `jobs`,
        /// `read`.
        takes: Option<Vec<String>>,
        /// Simultaneous loads on the drive, each with its own record. The cell ends by time alone.
        beside: Option<Vec<Beside>>,
        /// With a budget: 1 matters most. While steps that matter less are done, what this one needs is kept for it.
        priority: Option<Scalar>,
        /// With less time than this it is left out (0s). It ends when its part of the budget is over.
        needs: Option<Scalar>,
        /// The most of the budget that it gets (100%).
        share: Option<Scalar>,
    },
    /// Runs the steps of another method. The names of its cells begin with the name of the block.
    Method {
        /// Condition.
        when: Option<When>,
        /// The id of a built-in method.
        id: String,
        /// Name of the block; without it, the id.
        block: Option<String>,
        /// Values of its parameters.
        set: Option<BTreeMap<String, Scalar>>,
    },
    /// Repeats its own steps in rounds until a figure of the named cells is steady.
    UntilSteady {
        /// Condition.
        when: Option<When>,
        /// Names of cells of the inner steps; all of them must be steady.
        cells: Vec<String>,
        /// Other cells; the first whose condition holds.
        cells_when: Option<Vec<CellsWhen>>,
        /// The figure of these cells, of reads and writes together: `bytes_per_s`, `iops` or `latency_mean_ns`
        /// (`bytes_per_s`). A cell that a round measures several times counts with its last measurement.
        figure: Option<Scalar>,
        /// The rounds end, steady or not, when their cells have written this many times the target.
        passes_max: Option<Scalar>,
        /// `steady`, or `written`: ends only after `passes_max` or after all rounds (`steady`).
        ends: Option<Scalar>,
        /// Number of last rounds in the window (5).
        window: Option<Scalar>,
        /// Largest minus smallest value, at most this share of the mean (20%).
        range: Option<Scalar>,
        /// Change of the fitted line over the window, at most this share of the mean (10%).
        slope: Option<Scalar>,
        /// The most rounds (25).
        rounds: Option<Scalar>,
        /// The steps of a round.
        step: Vec<Self>,
    },
    /// Tries to return the drive to the state of a new one; its contents are lost. Does nothing to a test file.
    Purge {
        /// Condition.
        when: Option<When>,
        /// One way instead of `auto`, such as `discard`; as `iogram purge --how`.
        how: Option<Scalar>,
    },
    /// Discards a part of the drive.
    Discard {
        /// Condition.
        when: Option<When>,
        /// The part, such as 0..50%.
        region: Scalar,
    },
    /// Examines the drive with single requests.
    Probe {
        /// Condition.
        when: Option<When>,
        /// Its name in the record.
        name: String,
        /// The kind of probe, such as `read-latency`.
        what: String,
        /// Settings of this probe.
        set: Option<BTreeMap<String, Scalar>>,
        /// With a budget, as of cells.
        priority: Option<Scalar>,
        /// With less time than this it is left out (0s).
        needs: Option<Scalar>,
        /// The most of the budget that it gets (100%).
        share: Option<Scalar>,
        /// `data-lost`: the run ends after it if data were lost. `never` (never).
        ends: Option<Scalar>,
    },
    /// Idles.
    Rest {
        /// Condition.
        when: Option<When>,
        /// Its length; with `until`, the least length.
        time: Scalar,
        /// The condition to wait for: `time`, `cool`: the drive is as cool as at the beginning of the run, `idle`:
        /// the computer has no work and no other process uses the drive, or `cool-and-idle`. If it is unknown, the
        /// rest ends after `time`.
        until: Option<Scalar>,
        /// The greatest length (4 times `time`).
        at_most: Option<Scalar>,
        /// Degrees Celsius by which a cool drive may be warmer than at the beginning of the run (3).
        margin_celsius: Option<Scalar>,
    },
    /// Shows a note to the user.
    Note {
        /// Condition.
        when: Option<When>,
        /// The text.
        text: String,
    },
    /// Repeats its own steps: a number of times, or once for each row.
    Repeat {
        /// Condition.
        when: Option<When>,
        /// Number of repetitions. Either this or `rows`.
        count: Option<Scalar>,
        /// Values that the inner steps use as `{name}`. Every row has the same names.
        rows: Option<Vec<Row>>,
        /// With `count`, a name for the position: `index = "step"` gives the inner steps `{step}`, from 0 on, and
        /// `{step.from}` and `{step.to}`, the share of the whole at its beginning and end, such as 12.5% and 25%.
        index: Option<String>,
        /// Idle time between two repetitions, not before the first.
        rest_between: Option<Scalar>,
        /// The steps to repeat.
        step: Vec<Self>,
    },
    /// Chooses one of the measured cells, and runs its own steps with settings from it. If none can be chosen, their
    /// cells are not measured.
    Choose {
        /// Condition.
        when: Option<When>,
        /// The name of the choice, such as max.
        name: String,
        /// Names of cells of the steps before; `*` stands for any text.
        cells: Vec<String>,
        /// The figure to compare, of reads and writes together: `bytes_per_s`, `iops` or `latency_mean_ns`. For a
        /// cell of rounds, the mean of the last ones.
        figure: Scalar,
        /// The cell to choose: `highest`, `lowest`, or `middle`: the one closest to the middle between these two.
        pick: Scalar,
        /// A figure that a cell must keep below a limit to be chosen; one of those that can be compared.
        limit: Option<Scalar>,
        /// The limit, such as 5ms.
        below: Option<Scalar>,
        /// The steps after the choice. Their cells need unique names.
        step: Vec<Self>,
    },
    /// Searches the highest value of a setting at which limits hold: doubles it until one breaks, halves the distance
    /// between the highest good and the lowest bad value, and then repeats the result, or lower ones, until all
    /// repetitions hold.
    Search {
        /// Condition.
        when: Option<When>,
        /// The name of the search, such as readers.
        name: String,
        /// The setting: `jobs` or `depth`.
        varied: Scalar,
        /// The lowest value.
        from: Scalar,
        /// The highest value.
        to: Scalar,
        /// The distance at which halving ends (1).
        resolution: Option<Scalar>,
        /// Repetitions that must hold at the end (1).
        repeats: Option<Scalar>,
        /// The most values that are repeated at the end, each lower than the last by one (10).
        tries: Option<Scalar>,
        /// The operations whose requests per second are the answer.
        operation: Operation,
        /// The required number, such as 60000/s.
        wanted: Option<Scalar>,
        /// The limits that must hold.
        limits: Vec<SearchLimit>,
        /// Three cells: with the value doubled, with the distance halved, repeated. `*` in their names stands for the
        /// value.
        step: Vec<Self>,
    },
}

/// Values for one repetition.
#[derive(JsonSchema)]
struct Row {
    /// Condition.
    when: Option<When>,
    /// The values.
    #[schemars(flatten)]
    values: BTreeMap<String, Scalar>,
}

/// A published limit for a figure. Either `below` or `at_least`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Rule {
    /// Short stable name.
    id: String,
    /// Condition. Not for a rule with a mark.
    when: Option<When>,
    /// The meaning of the rule for the user, in one sentence.
    title: String,
    /// The name of the judged cell.
    cell: String,
    /// The judged operations.
    operation: Operation,
    /// The judged figure.
    figure: Figure,
    /// The figure must stay below this, such as 10ms, 500/s or 90MB/s.
    below: Option<String>,
    /// The figure must reach this.
    at_least: Option<String>,
    /// The publisher of the rule.
    source: String,
    /// The mark, such as A1, that requires this; all rules with one mark make one verdict.
    mark: Option<String>,
    /// The kind of work that the cell must do for the rule to apply, such as `sustained-write`: at least a quarter of
    /// the drive.
    work: Option<String>,
    /// `true`: one of several repetitions that keeps every rule of the mark is enough.
    best_of: Option<bool>,
}

/// A kind of operation.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum Operation {
    Read,
    Write,
    Flush,
    Discard,
}

/// A figure of a cell, with its unit.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
enum Figure {
    BytesPerS,
    BytesPerSBeforeFlush,
    Iops,
    ElapsedNs,
    LatencyMeanNs,
    LatencyP50Ns,
    LatencyP90Ns,
    LatencyP99Ns,
    LatencyP999Ns,
    LatencyP9999Ns,
    LatencyP99999Ns,
    LatencyMaxNs,
}
