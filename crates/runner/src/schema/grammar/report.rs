//! The grammar of `[report]`.

use iogram_model::JsonSchema;

use super::{Figure, Scalar, When};

/// What a report shows first.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Report {
    /// The figures that answer the question, the most important first.
    headline: Vec<Figure>,
    /// Names of cells whose slowest requests are shown side by side, from one to five nines.
    nines: Option<Vec<String>>,
    /// Cells whose rate is held against that of another one: whether the drive comes back to it.
    recovery: Option<Vec<Recovery>>,
    /// Cells that ask the drive for more and more at once: where it should be driven.
    demand: Option<Vec<DemandCells>>,
    /// What the drive is judged for, in words that fit behind "good enough for": the verdict says whether it is.
    good_for: Option<String>,
    /// The figure that answers it where nobody publishes a limit, such as `sync-write.latency_p50_ns`.
    decides: Option<String>,
    /// The name of the use, if it comes with iogram: what is said of it has words in every language then.
    #[schemars(rename = "use")]
    use_: Option<String>,
    /// The published test that this method does.
    standard: Option<Standard>,
    /// The state of the flash that the method is about: a run in another one is warned of.
    wants_state: Option<WantedStateWord>,
    /// The setting that makes it, such as `prepare=yes`.
    state_by: Option<String>,
    /// The questions of a diagnosis, in the order in which they are answered.
    question: Option<Vec<Question>>,
}

/// A question of a diagnosis.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Question {
    /// Which: `capacity`, `rates`, `small-blocks`, `durable-writes`, `cache`, `stalls`, `open-units`, `heat`, `link`, `health`.
    id: String,
    /// Names of the cells and probes that answer it; without it, everything does.
    steps: Option<Vec<String>>,
    /// What it needs to be allowed on a whole drive: `read`, `borrow` or `destroy`.
    access: String,
}

/// A cell whose rate is held against that of another one.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Recovery {
    /// The name of the cell that is looked at.
    cell: String,
    /// The name of the cell that it is held against: the mean of the window if rounds look at that cell, else of all
    /// its repetitions.
    reference: String,
}

/// Cells that ask for more and more at once.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct DemandCells {
    /// Their names; `*` stands for anything.
    cells: Vec<String>,
    /// The mean response time that is wanted, such as 5ms.
    below: Option<Scalar>,
}

/// A published test, and what of it a report has to keep to.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Standard {
    /// Name and version.
    name: String,
    /// What a report calls itself that lacks something, such as `PTS-like`.
    like: String,
    /// The same under a condition; the first that holds.
    like_when: Option<Vec<LikeWhen>>,
    /// Parameters that the test fixes at their defaults.
    fixed: Option<Vec<String>>,
    /// Whether the write cache has to be on; the first whose condition holds.
    write_cache: Option<Vec<WriteCache>>,
}

/// What a report calls itself under a condition.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct LikeWhen {
    /// The condition.
    when: When,
    /// What.
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
    /// Everything erased.
    Purged,
    /// Written over the whole capacity: the state of a drive in use.
    Written,
}
