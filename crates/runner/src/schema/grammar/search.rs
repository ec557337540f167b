//! The grammar of loads beside a cell, and of the limits of a search.

use iogram_model::JsonSchema;

use super::{Figure, Operation, Scalar, When};

/// A load beside that of a cell. A missing key has the default of `iogram measure`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Beside {
    /// Condition.
    when: Option<When>,
    /// Its name, unique within the cell.
    name: String,
    /// Delay after the others; none without it.
    delay: Option<Scalar>,
    /// Order of addresses.
    access: Option<Scalar>,
    /// Share of reads; the rest is writes.
    read: Option<Scalar>,
    /// Share of discards.
    discard: Option<Scalar>,
    /// Share of flushes that are separate requests.
    flush: Option<Scalar>,
    /// Block size, or sizes with weights such as 4KiB:70,64KiB:30.
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
    /// Ends after this time; without a limit of its own, it has the cell's time.
    time: Option<Scalar>,
    /// Ends after this many bytes.
    amount: Option<Scalar>,
    /// Ends after this many times the bytes of its region.
    passes: Option<Scalar>,
    /// Ends after this many requests.
    count: Option<Scalar>,
    /// Use of the page cache: direct, buffered, buffered-cold. The same as for the cell.
    caching: Option<Scalar>,
    /// When data becomes durable: none, each, every=N, end, dsync.
    sync: Option<Scalar>,
    /// The call that makes data durable: fdatasync or fsync.
    sync_call: Option<Scalar>,
    /// Open loop: requests per second, such as 500/s or 500/s,poisson. Without it, closed loop.
    rate: Option<Scalar>,
    /// A weight, such as 8, as for a cell.
    flow: Option<Scalar>,
    /// The written data: random, zeros, compress=50%, dedupe=30%, placed, placed=0xaa55, pattern=0xdeadbeef.
    data: Option<Scalar>,
    /// Further requests at the places of earlier ones, such as `write` for each discard.
    again: Option<Scalar>,
    /// Ends before its other limits, as for a cell.
    until: Option<Scalar>,
    /// Ends below these rates, as for a cell.
    floor: Option<Scalar>,
    /// `yes`: when this load ends, the cell's own load and the others end, too.
    ends_others: Option<Scalar>,
    /// Any text: loads and cells with the same text make the same random choices.
    seed: Option<Scalar>,
}

/// A limit that must hold. Either `below` or `at_least`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct SearchLimit {
    /// Condition.
    when: Option<When>,
    /// The load beside the cell that it applies to; without it, the cell's own.
    load: Option<String>,
    /// The operations.
    operation: Operation,
    /// Their figure.
    figure: Figure,
    /// The figure must stay below this, such as 10ms.
    below: Option<Scalar>,
    /// The figure must reach this, such as 5MiB/s.
    at_least: Option<Scalar>,
    /// The limit must also hold in each interval of this length: whole seconds, such as 5s. For the rate of a load
    /// beside the cell.
    every: Option<Scalar>,
}
