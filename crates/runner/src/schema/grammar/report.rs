//! The grammar of `[report]`.

use iogram_model::JsonSchema;

use super::{Figure, Scalar, When};

/// The first part of a report.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Report {
    /// The figures that answer the question, the most important first.
    headline: Vec<Figure>,
    /// Names of cells whose tail latencies the report shows side by side, from one to five nines.
    nines: Option<Vec<String>>,
    /// Cells whose rate is compared with that of another one: whether the drive recovers it.
    recovery: Option<Vec<Recovery>>,
    /// Cells of rising demand: shows the best operating point of the drive.
    demand: Option<Vec<DemandCells>>,
    /// The use that the method judges, in words that fit behind "good enough for"; the report has the verdict.
    good_for: Option<String>,
    /// The deciding figure if there is no published limit, such as `sync-write.latency_p50_ns`.
    decides: Option<String>,
    /// The name of a built-in use, which has texts in every language.
    #[schemars(rename = "use")]
    use_: Option<String>,
    /// The published test that this method implements.
    standard: Option<Standard>,
    /// The state of the flash that the method requires: a run in another state gets a warning.
    wants_state: Option<WantedStateWord>,
    /// The setting that makes this state, such as `prepare=yes`.
    state_by: Option<String>,
    /// The questions of a diagnosis, in the order of their answers.
    question: Option<Vec<Question>>,
}

/// A question of a diagnosis.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Question {
    /// Which: `capacity`, `rates`, `small-blocks`, `durable-writes`, `cache`, `stalls`, `open-units`, `heat`, `link`, `health`.
    id: String,
    /// Names of the cells and probes that answer it; all of them if absent.
    steps: Option<Vec<String>>,
    /// The permission that it requires on a whole drive: `read`, `borrow` or `destroy`.
    access: String,
}

/// A cell whose rate is compared with that of another one.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Recovery {
    /// The name of the cell.
    cell: String,
    /// The name of the reference cell: the mean of the window if rounds observe that cell, else of all its
    /// repetitions.
    reference: String,
}

/// Cells of rising demand.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct DemandCells {
    /// Their names; `*` stands for any text.
    cells: Vec<String>,
    /// The target for the mean response time, such as 5ms.
    below: Option<Scalar>,
}

/// A published test, and its requirements for a report.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Standard {
    /// Name and version.
    name: String,
    /// The name of a report that misses a requirement, such as `PTS-like`.
    like: String,
    /// Other names; the first whose condition holds.
    like_when: Option<Vec<LikeWhen>>,
    /// Parameters that the test fixes at their defaults.
    fixed: Option<Vec<String>>,
    /// The required state of the write cache; the first whose condition holds.
    write_cache: Option<Vec<WriteCache>>,
}

/// The name of a report under a condition.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct LikeWhen {
    /// The condition.
    when: When,
    /// The name.
    like: String,
}

/// A state of the write cache under a condition.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct WriteCache {
    /// The condition.
    when: Option<When>,
    /// The state.
    is: OnOff,
}

/// On or off.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum OnOff {
    On,
    Off,
}

/// A state of the flash.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum WantedStateWord {
    /// Everything is erased.
    Purged,
    /// Written over the whole capacity: the state of a drive in use.
    Written,
}
