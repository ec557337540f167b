//! The grammar of loads beside a cell, and of limits of a search.

use iogram_model::JsonSchema;

use super::{Figure, Operation, Scalar, When};

/// A load beside that of a cell. A key that is not given has the value of `iogram measure` without options.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Beside {
    /// Condition.
    when: Option<When>,
    /// What it is called; no other load of the cell is.
    name: String,
    /// How long after the others it begins; at once without it.
    delay: Option<Scalar>,
    /// Order of addresses.
    access: Option<Scalar>,
    /// Share of reads; what is left over is writes.
    read: Option<Scalar>,
    /// Share of discards.
    discard: Option<Scalar>,
    /// Share of flushes that are requests of their own.
    flush: Option<Scalar>,
    /// Block size, or sizes with weights such as 4KiB:70,64KiB:30.
    block: Option<Scalar>,
    /// Queue depth of each job.
    depth: Option<Scalar>,
    /// Submitters.
    jobs: Option<Scalar>,
    /// `shared`: jobs work on the whole region. `sliced`: each has its own part of it. `alike`: each works on all of it, from its
    /// beginning on.
    layout: Option<Scalar>,
    /// The part of the target that is touched, such as 0..25%.
    region: Option<Scalar>,
    /// Time after which it ends; without an end of its own, that of the cell.
    time: Option<Scalar>,
    /// Bytes after which it ends.
    amount: Option<Scalar>,
    /// How often its region is passed before it ends.
    passes: Option<Scalar>,
    /// Requests after which it ends.
    count: Option<Scalar>,
    /// Whether the page cache is used: direct, buffered, buffered-cold. The same as for the cell.
    caching: Option<Scalar>,
    /// When data is made durable: none, each, every=N, end, dsync.
    sync: Option<Scalar>,
    /// Which call makes it durable: fdatasync or fsync.
    sync_call: Option<Scalar>,
    /// Open loop: requests per second, such as 500/s or 500/s,poisson. Without it, closed loop.
    rate: Option<Scalar>,
    /// A weight, such as 8, as of a cell.
    flow: Option<Scalar>,
    /// What is written: random, zeros, compress=50%, dedupe=30%, placed, placed=0xaa55, pattern=0xdeadbeef.
    data: Option<Scalar>,
    /// What is asked again at the places of earlier requests, such as `write` of each discard.
    again: Option<Scalar>,
    /// When it ends before its other limits, as of a cell.
    until: Option<Scalar>,
    /// Below which rates it ends, as of a cell.
    floor: Option<Scalar>,
    /// `yes`: once it comes to its end, the cell's own load and the others end, too.
    ends_others: Option<Scalar>,
    /// Any text: loads and cells with the same text make the same random choices.
    seed: Option<Scalar>,
}

/// What has to hold. Either `below` or `at_least`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct SearchLimit {
    /// Condition.
    when: Option<When>,
    /// The load beside the cell that it is about; without it, the cell's own.
    load: Option<String>,
    /// The operations.
    operation: Operation,
    /// Their figure.
    figure: Figure,
    /// The figure stays below this, such as 10ms.
    below: Option<Scalar>,
    /// The figure reaches this, such as 5MiB/s.
    at_least: Option<Scalar>,
    /// It has to hold in each stretch of this length, too: whole seconds, such as 5s. For a rate of a load beside the cell.
    every: Option<Scalar>,
}
