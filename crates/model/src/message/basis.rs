//! The statements about how far a verdict holds, and what it stands on. The English of those that records keep is in
//! `locales/en/statements.ftl` of `texts`, too.

/// Puts these statements behind those of a list that `$next` adds to.
macro_rules! with_basis_statements {
    ($next:ident! { $after:ident! { $list:ident! { $($others:tt)* } } }) => {
        $next! { $after! { $list! {
            $($others)*

                /// A published rule is kept, as far as the drive was written to without a rest.
                RuleKeptUpTo "verdict-rule-kept-up-to" ["rule", "size", "measured", "limit"];
                /// Good enough for a use, as far as it was written to without a rest.
                GoodForUpTo "verdict-good-for-up-to" ["use", "size", "work", "measured", "share", "limit"];
                /// Writes are confirmed faster than flash and disks write: whether they are kept is not known.
                IfKept "verdict-if-kept" ["time"];
                /// The same of a drive whose data sheet says that it does not protect what it confirms.
                NotKept "verdict-not-kept" ["time", "source"];
                /// A figure that is known to be that or more.
                FigureAtLeast "figure-at-least" ["value"];
                /// A figure that is known to be that or less.
                FigureAtMost "figure-at-most" ["value"];
                /// How many requests broke a limit.
                BrokenBy "basis-broken-by" ["count", "total", "limit"];
                /// Faster over all rates together, whatever single figures say.
                ComparedFaster "compare-faster" ["side", "drive", "change", "range", "better", "worse", "total"];
                /// Slower over all rates together, whatever single figures say.
                ComparedSlower "compare-slower" ["side", "drive", "change", "range", "better", "worse", "total"];
                /// To see what comes after the part of the drive that was written.
                NextWriteMore "next-write-more" ["command"];
                CapacityAtReaderLimit "capacity-at-reader-limit" ["size"];
                CapacityFailsAtReaderLimit "capacity-fails-at-reader-limit" ["size"];
        } } }
    };
}
pub(super) use with_basis_statements;
