//! The statements about how far a verdict holds, and what it stands on. The English of those that records keep is in
//! `locales/en/statements.ftl` of `texts`, too.

/// Appends these messages to the list, and passes it on to `$next`.
macro_rules! with_basis_statements {
    ($next:ident! { $after:ident! { $list:ident! { $($others:tt)* } } }) => {
        $next! { $after! { $list! {
            $($others)*

                /// A published rule is kept, up to the bytes that were written without a rest.
                RuleKeptUpTo "verdict-rule-kept-up-to" ["rule", "size", "measured", "limit"];
                /// Good enough for a use, up to the bytes that were written without a rest.
                GoodForUpTo "verdict-good-for-up-to" ["use", "size", "work", "measured", "share", "limit"];
                /// The drive confirms writes faster than flash and disks can write: whether they survive is unknown.
                IfKept "verdict-if-kept" ["time"];
                /// The same for a drive whose data sheet states no power-loss protection.
                NotKept "verdict-not-kept" ["time", "source"];
                /// Lower bound of a figure.
                FigureAtLeast "figure-at-least" ["value"];
                /// Upper bound of a figure.
                FigureAtMost "figure-at-most" ["value"];
                /// Number of requests that exceeded a limit.
                BrokenBy "basis-broken-by" ["count", "total", "limit"];
                /// Faster over all rates together, although single figures may differ.
                ComparedFaster "compare-faster" ["side", "drive", "change", "range", "better", "worse", "total"];
                /// Slower over all rates together, although single figures may differ.
                ComparedSlower "compare-slower" ["side", "drive", "change", "range", "better", "worse", "total"];
                /// Next step: write to the rest of the drive.
                NextWriteMore "next-write-more" ["command"];
                CapacityAtReaderLimit "capacity-at-reader-limit" ["size"];
                CapacityFailsAtReaderLimit "capacity-fails-at-reader-limit" ["size"];
        } } }
    };
}
pub(super) use with_basis_statements;
