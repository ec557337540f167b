//! The grammar of a method file: the one place where its keys are named and described.
//!
//! From these shapes comes the JSON Schema of method files. They are never filled with values: what a file says is read into
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

/// What the shapes say.
pub(super) fn method_schema() -> Value {
    let mut schema = schemars::schema_for!(MethodFile);
    without_null(&mut schema);
    serde_json::to_value(schema).expect("a schema is plain JSON")
}

/// A method of iogram: what is done to a drive, in order, as data.
#[derive(JsonSchema)]
#[schemars(title = "iogram method", deny_unknown_fields)]
struct MethodFile {
    /// What the method is.
    method: MethodHead,
    /// What can be set with `--set name=value`. Used as `{name}` in the texts of steps.
    params: Option<BTreeMap<String, Param>>,
    /// What is done, in this order.
    step: Vec<Step>,
    /// Verdicts on what was measured.
    rule: Option<Vec<Rule>>,
    /// What a report shows first.
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

/// What the method is.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct MethodHead {
    /// Name on the command line: lower case letters, digits and hyphens.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9-]*$"))]
    id: String,
    /// One line.
    title: String,
    /// The question that it answers.
    question: String,
    /// Where it was published and which figures are this project's own.
    source: String,
    /// What it makes sense on.
    media: Vec<Medium>,
    /// What it destroys on a device. On a file system only a test file is ever written.
    writes: Writes,
    /// After an interruption: `cell`: goes on with the first cell that is not finished. `block`: begins
    /// anew, because every cell of it builds on the state that those before it made. `round`: like `block`, but
    /// rounds that are over stay, and it goes on with the one that was broken off.
    resume: Option<Resume>,
}

/// Where an interrupted method goes on.
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

/// What a method destroys on a device.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum Writes {
    /// Nothing.
    Nothing,
    /// It needs a file and refuses devices.
    File,
    /// The part that its cells work on, from the beginning of the device.
    Region,
    /// Everything.
    Device,
}

/// Text, or a whole number. Both may be written where a number is meant.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Scalar {
    Text(String),
    Integer(i64),
}

/// When a step or row is used: every named parameter has one of the values. Parameters are of kind
/// `choice`.
type When = BTreeMap<String, Vec<String>>;

/// A parameter.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Param {
    /// What its values look like.
    kind: ParamKind,
    /// The value without `--set`.
    default: Scalar,
    /// Other values without `--set`; the first whose condition holds.
    default_when: Option<Vec<DefaultWhen>>,
    /// One line.
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
    /// Names of cells of the inner steps; all of them have to be steady.
    cells: Vec<String>,
}

/// One thing to do.
#[expect(clippy::large_enum_variant, reason = "no value of it is ever made")]
#[derive(JsonSchema)]
#[schemars(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum Step {
    /// Makes the target a given size: a file is made or resized, cells on a device see only this part.
    LayOut {
        /// Condition.
        when: Option<When>,
        /// Bytes from the beginning that later cells see.
        size: Scalar,
        /// `empty`: a file is removed and new. `allocated`: new, with its space, without data. `written`: new and
        /// filled, so that reads meet stored data.
        content: String,
    },
    /// Runs cells. A key that is not given has the value of `iogram measure` without options.
    Measure {
        /// Condition.
        when: Option<When>,
        /// The cell's name; repetitions have the same.
        name: String,
        /// Whether the runs count in summaries (true).
        counted: Option<bool>,
        /// Runs executed in full before the others and not counted (0).
        discarded: Option<Scalar>,
        /// A request that takes longer ends the cell as stalled (60s).
        io_timeout: Option<Scalar>,
        /// Ends after so many failed requests (20); `any`: goes on whatever fails, as long as the drive is there.
        errors_max: Option<Scalar>,
        /// Failures that do not count among them and do not end it, such as `read` or `read, write 28`: of reads, of writes, or of
        /// data that are compared, all of them or those of one number.
        errors_tolerated: Option<Scalar>,
        /// Runs (1).
        repeats: Option<Scalar>,
        /// Values for keys of this step: every combination is a cell. The first key changes slowest.
        /// `{key}` may be used in the name.
        matrix: Option<BTreeMap<String, Vec<Scalar>>>,
        /// Order of addresses: seq, random, permutation, zoned=.., zipf=.., strided=.., or a published load: jesd219-enterprise.
        access: Option<Scalar>,
        /// Share of reads; what is left over is writes.
        read: Option<Scalar>,
        /// Share of discards.
        discard: Option<Scalar>,
        /// Share of flushes that are requests of their own.
        flush: Option<Scalar>,
        /// Block size, or sizes with weights such as 4KiB:70,64KiB:30; behind them those of kinds that have their own, such as
        /// 4KiB,write=16KiB.
        block: Option<Scalar>,
        /// Queue depth of each job.
        depth: Option<Scalar>,
        /// Submitters.
        jobs: Option<Scalar>,
        /// `shared`: jobs work on the whole region. `sliced`: each has its own part of it. `alike`: each works on all
        /// of it, from its beginning on.
        layout: Option<Scalar>,
        /// The part of the target that is touched, such as 0..25%.
        region: Option<Scalar>,
        /// Ends after this time.
        time: Option<Scalar>,
        /// Ends after this many bytes; rounded down to whole blocks.
        amount: Option<Scalar>,
        /// Ends when this many times the bytes of the region are moved.
        passes: Option<Scalar>,
        /// Ends after this many requests.
        count: Option<Scalar>,
        /// Ends earlier than at its other limits once its rate is known so well and has no trend:
        /// `within 1% at 95% after 5s`, never before the last of these. `full ..` never does, `adaptive ..` as if the
        /// word were not there. Or once a figure is steady: `iops within 5% for 30s after 10s every 1s`.
        until: Option<Scalar>,
        /// Ends earlier than at its other limits once a rate is below this: `read 100/s, write 20MiB/s after 2s every 1s`.
        floor: Option<Scalar>,
        /// `yes`: once it comes to its end, the loads beside it end, too.
        ends_others: Option<Scalar>,
        /// Time at the start that is left out of all statistics.
        ramp: Option<Scalar>,
        /// When data is made durable: none, each, every=N, end, dsync.
        sync: Option<Scalar>,
        /// Which call makes it durable: fdatasync or fsync.
        sync_call: Option<Scalar>,
        /// `direct`, `buffered`, or `buffered-cold`: the page cache is emptied first.
        caching: Option<Scalar>,
        /// Open loop: requests per second, such as 500/s or 500/s,poisson. Without it, closed loop.
        rate: Option<Scalar>,
        /// A weight, such as 8, or 8 in 2 for group 2: issues nothing while it has issued more of the requests of all loads
        /// with a weight than its own is of all weights.
        flow: Option<Scalar>,
        /// What is written: random, zeros, compress=50%, dedupe=30%, placed, pattern=0xdeadbeef. Reads alone are compared with the last two.
        data: Option<Scalar>,
        /// The program that each request is an operation of, such as sqlite,journal=wal or files,names=300,sync=each.
        application: Option<Scalar>,
        /// The trace whose requests are made in place of made ones: a file, or the name of one that comes with iogram. What is
        /// asked of the target, how much and in which sizes follows from it.
        trace: Option<Scalar>,
        /// How they are made again, such as as-recorded,idle=25ms,places=scaled, faster=2, as-fast-as-possible, or fill: only
        /// what is read before it is written is written.
        replay: Option<Scalar>,
        /// Cells with the same text here make the same random choices within a run. Without it, no two
        /// cells do.
        seed: Option<Scalar>,
        /// What is asked again at the places of earlier requests: `read=16/64` reads the first 16 of 64 writes that are not
        /// read yet, whenever there are so many, and the rest at the end; `write` writes the place of each discard;
        /// `written=50%` reads what a cell with the same seed wrote that had so many reads. Limits do not count what is asked
        /// again.
        again: Option<Scalar>,
        /// What becomes of a cell that writes blocks smaller than the drive's indirection unit, where that
        /// is known: `run`, `leave-out`, or `raise`: it writes whole units.
        below_unit: Option<Scalar>,
        /// What becomes of a cell whose blocks are smaller than a logical block of the drive: `run`, which is
        /// refused, or `leave-out`.
        below_block: Option<Scalar>,
        /// What the cell has from the one that a step of kind `choose` around it chose: `block`, `depth`, `jobs`, `read`.
        takes: Option<Vec<String>>,
        /// What the drive is asked at the same time, each with a record of its own. The cell ends by time alone.
        beside: Option<Vec<Beside>>,
        /// With a budget: 1 matters most. While steps that matter less are done, what this one needs is kept for it.
        priority: Option<Scalar>,
        /// With less time than this it is left out (0s). It ends when its part of the budget is over.
        needs: Option<Scalar>,
        /// The most of the budget that it gets (100%).
        share: Option<Scalar>,
    },
    /// Does the steps of another method. Its cells' names begin with the name of the block.
    Method {
        /// Condition.
        when: Option<When>,
        /// Which one: the id of a method that iogram brings along.
        id: String,
        /// Name of the block; without it, the id.
        block: Option<String>,
        /// Values of its parameters.
        set: Option<BTreeMap<String, Scalar>>,
    },
    /// Does its own steps, one round after the other, until a figure of the named cells is steady.
    UntilSteady {
        /// Condition.
        when: Option<When>,
        /// Names of cells of the inner steps; all of them have to be steady.
        cells: Vec<String>,
        /// Other cells; the first whose condition holds.
        cells_when: Option<Vec<CellsWhen>>,
        /// What of these cells, of reads and writes together: `bytes_per_s`, `iops` or `latency_mean_ns`
        /// (`bytes_per_s`). A cell that a round measures several times counts with the last one.
        figure: Option<Scalar>,
        /// The rounds end, steady or not, when their cells have written this many times the target.
        passes_max: Option<Scalar>,
        /// `steady`, or `written`: only when `passes_max` is written or all rounds are over (`steady`).
        ends: Option<Scalar>,
        /// Rounds that are looked at, the last ones (5).
        window: Option<Scalar>,
        /// Largest minus smallest value, at most this share of the mean (20%).
        range: Option<Scalar>,
        /// Change of the fitted line over the window, at most this share of the mean (10%).
        slope: Option<Scalar>,
        /// Rounds after which it is given up (25).
        rounds: Option<Scalar>,
        /// What a round does.
        step: Vec<Self>,
    },
    /// Tries to bring the drive back to the state of a new one; what it held is lost. Does nothing to
    /// a test file.
    Purge {
        /// Condition.
        when: Option<When>,
        /// One way alone instead of `auto`, such as `discard`; as `iogram purge --how`.
        how: Option<Scalar>,
    },
    /// Tells the drive that a part of it is not in use.
    Discard {
        /// Condition.
        when: Option<When>,
        /// Which part, such as 0..50%.
        region: Scalar,
    },
    /// Finds out about the drive with single requests.
    Probe {
        /// Condition.
        when: Option<When>,
        /// What it is called in the record.
        name: String,
        /// What is found out, such as `read-latency`.
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
        /// How long; with `until`, at least so long.
        time: Scalar,
        /// What it waits for: `time`, `cool`: the drive is as cool as when the run began, `idle`: the
        /// computer has nothing to do and nobody else uses the drive, or `cool-and-idle`. Where it cannot
        /// be told, it ends after `time`.
        until: Option<Scalar>,
        /// It ends after this time in any case (4 times `time`).
        at_most: Option<Scalar>,
        /// Degrees Celsius by which a cool drive may be warmer than when the run began (3).
        margin_celsius: Option<Scalar>,
    },
    /// Says something to the user.
    Note {
        /// Condition.
        when: Option<When>,
        /// What.
        text: String,
    },
    /// Does its own steps several times: a number of times, or once for each row.
    Repeat {
        /// Condition.
        when: Option<When>,
        /// How often. Either this or `rows`.
        count: Option<Scalar>,
        /// Values that the inner steps use as `{name}`. Every row names the same ones.
        rows: Option<Vec<Row>>,
        /// With `count`, a name for where it is: `index = "step"` gives the inner steps `{step}`, from 0 on, and
        /// `{step.from}` and `{step.to}`, the share of the whole where it begins and ends, such as 12.5% and 25%.
        index: Option<String>,
        /// Idle time between one time and the next, not before the first.
        rest_between: Option<Scalar>,
        /// What is repeated.
        step: Vec<Self>,
    },
    /// Chooses one of the cells that were measured, and does its own steps after it. Where none can be chosen, their
    /// cells are not measured.
    Choose {
        /// Condition.
        when: Option<When>,
        /// What is chosen, such as max.
        name: String,
        /// Names of cells of the steps before; `*` stands for anything.
        cells: Vec<String>,
        /// What of them is compared, of reads and writes together: `bytes_per_s`, `iops` or `latency_mean_ns`. Of a cell
        /// of rounds, it is the mean of the last ones.
        figure: Scalar,
        /// Which is chosen: `highest`, `lowest`, or `middle`: the one next to the middle between these two.
        pick: Scalar,
        /// A figure that has to stay below a limit for a cell to be chosen, one of those that can be compared.
        limit: Option<Scalar>,
        /// That limit, such as 5ms.
        below: Option<Scalar>,
        /// What is done after it. Its cells have names of their own.
        step: Vec<Self>,
    },
    /// Searches the highest value of a number of a load at which limits hold: doubles it until one breaks, halves the
    /// distance between what held and what did not, and repeats what is left until all repetitions hold.
    Search {
        /// Condition.
        when: Option<When>,
        /// What is searched, such as readers.
        name: String,
        /// Which number: `jobs` or `depth`.
        varied: Scalar,
        /// The lowest value.
        from: Scalar,
        /// The highest value.
        to: Scalar,
        /// The distance at which halving ends (1).
        resolution: Option<Scalar>,
        /// Repetitions that have to hold at the end (1).
        repeats: Option<Scalar>,
        /// Values that are repeated at the end at most, each one less than the one before (10).
        tries: Option<Scalar>,
        /// The operations whose requests per second are the answer.
        operation: Operation,
        /// How many are asked for, such as 60000/s.
        wanted: Option<Scalar>,
        /// What has to hold.
        limits: Vec<SearchLimit>,
        /// Three cells: with the value doubled, with the distance halved, repeated. `*` in their names stands for the value.
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

/// A published limit and the figure that it is about. Either `below` or `at_least`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Rule {
    /// Short stable name.
    id: String,
    /// Condition. Not for a rule with a mark.
    when: Option<When>,
    /// What the rule means for the user, one sentence.
    title: String,
    /// The name of the cell that is judged.
    cell: String,
    /// The operations that are judged.
    operation: Operation,
    /// The figure that is judged.
    figure: Figure,
    /// The figure stays below this, such as 10ms, 500/s or 90MB/s.
    below: Option<String>,
    /// The figure reaches this.
    at_least: Option<String>,
    /// Who published the rule.
    source: String,
    /// The mark, such as A1, that asks for this; all rules with one mark make one verdict.
    mark: Option<String>,
    /// What kind of work the cell has to be for the rule to say anything, such as `sustained-write`: at least a
    /// quarter of the drive.
    work: Option<String>,
    /// Of several repetitions one that reaches everything is enough.
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
