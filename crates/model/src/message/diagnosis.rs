//! The statements of a diagnosis: the verdict on a drive, why it stalls, and the lines of its questions. The English of those
//! that records keep is in `locales/en.ftl`, too.

/// Puts these statements behind those of a list that `$next` adds to.
macro_rules! with_diagnosis_statements {
    ($next:ident! { $after:ident! { $further:ident! { $last:ident! { $list:ident! {
        $($others:tt)*
    } } } } }) => {
        $next! { $after! { $further! { $last! { $list! {
            $($others)*

                /// Nothing is wrong with it.
                DiagnosisKeep "diagnosis-keep" ["why"];
                /// Nothing is wrong with what was tested, which is not what matters most.
                DiagnosisOpen "diagnosis-open" [];
                /// It is not what it says.
                DiagnosisReturn "diagnosis-return" ["why"];
                /// It loses data or fails requests.
                DiagnosisReplace "diagnosis-replace" ["why"];
                /// It works, but it stalls.
                DiagnosisStalls "diagnosis-stalls" ["why"];
                /// It works, but heat slows it down.
                DiagnosisHot "diagnosis-hot" ["why"];
                /// It works, but it is slower than the lowest common mark asks for.
                DiagnosisSlow "diagnosis-slow" ["measured", "limit"];
                DiagnosisGoodFor "diagnosis-good-for" ["uses"];
                DiagnosisNotFor "diagnosis-not-for" ["uses"];
                DiagnosisUse "diagnosis-use" ["use"];
                /// Why it stalls or becomes slow.
                DiagnosisCause "diagnosis-cause" ["cause"];
                CauseCacheFull "cause-cache-full" ["size"];
                CauseOpenUnits "cause-open-units" ["count"];
                CauseUnits "cause-units" ["times"];
                CauseHeat "cause-heat" [];
                CauseLinkResets "cause-link-resets" ["time"];
                CauseFailing "cause-failing" [];
                CauseComputer "cause-computer" ["why"];
                CauseUnknown "cause-unknown" [];
                /// No time without an answer that anybody would notice.
                DiagnosisNoStalls "diagnosis-no-stalls" ["count", "time"];
                /// No end of a cache was seen in so many bytes.
                DiagnosisNoCliff "diagnosis-no-cliff" ["size"];
                /// It did not slow itself down.
                DiagnosisCool "diagnosis-cool" ["temperature"];
                DiagnosisHeatUnseen "diagnosis-heat-unseen" [];
                DiagnosisLink "diagnosis-link" ["link"];
                DiagnosisLinkUnknown "diagnosis-link-unknown" [];
                DiagnosisLifeUsed "diagnosis-life-used" ["share"];
                DiagnosisMediaErrors "diagnosis-media-errors" ["count"];
                DiagnosisNoMediaErrors "diagnosis-no-media-errors" [];
                DiagnosisHealthUnseen "diagnosis-health-unseen" [];
                DiagnosisNoAnswer "diagnosis-no-answer" [];
                /// What a question needs that was not reached.
                DiagnosisNeedsTime "diagnosis-needs-time" ["time"];
                DiagnosisNeedsBorrow "diagnosis-needs-borrow" [];
                DiagnosisNeedsDestroy "diagnosis-needs-destroy" [];
                DiagnosisNeedsDrive "diagnosis-needs-drive" [];
                DiagnosisNotAsked "diagnosis-not-asked" [];
                DiagnosisEnded "diagnosis-ended" [];
                /// The one command that comes next.
                NextDiagnoseBorrow "next-diagnose-borrow" ["command"];
                NextDiagnoseLonger "next-diagnose-longer" ["command"];
                NextSoak "next-soak" ["command"];
                /// A step that the time of the run did not suffice for.
                LeftOutForTime "left-out-for-time" ["step", "time"];
        } } } } }
    };
}
pub(super) use with_diagnosis_statements;
