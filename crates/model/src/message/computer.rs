//! The statements about what the computer, and not the drive, may have decided. The English of those that records keep is in
//! `locales/en/statements.ftl` of `texts`, too.

/// Appends these messages to the list, and passes it on to `$next`.
macro_rules! with_computer_statements {
    ($next:ident! { $list:ident! { $($others:tt)* } }) => {
        $next! {
            $list! {
                $($others)*

                /// The computer may be the reason why a rule is broken or kept.
                RuleDisturbed "verdict-rule-disturbed" ["rule", "measured", "limit", "why"];
                /// The computer may be the reason why the drive looks good enough for a use, or not.
                GoodForDisturbed "verdict-good-for-disturbed" ["use", "work", "measured", "limit", "why"];
                /// The computer, not the drive, may be the reason for a delay.
                HeldUp "verdict-held-up" ["cell", "why"];
                /// The worst of several runs, beside the one number for all of them.
                WorstRun "worst-run" ["worst", "count", "all"];
                MarkHeld "mark-held" ["why"];
                CacheHeld "cache-held" ["why"];
                HeldWaited "held-waited" ["share"];
                HeldGenerator "held-generator" [];
                HeldOthers "held-others" ["share"];
                HeldBusy "held-busy" ["share"];
                HeldStolen "held-stolen" ["share"];
                HeldMemory "held-memory" ["share"];
                HeldDrive "held-drive" ["size"];
                HeldPaused "held-paused" ["time", "reason"];
                HeldClock "held-clock" ["time"];
                ComparedHeld "compared-held" ["why"];
                FigureHeld "figure-held" ["why"];
            }
        }
    };
}
pub(super) use with_computer_statements;
