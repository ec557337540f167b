//! The statements about drives themselves: what the system says when a request fails, why a drive could not be purged
//! or asked, what limits it, what logs of other tools say of it. Their English is in `texts`, too.

/// Puts these statements behind the others of a list.
macro_rules! with_drive_statements {
    ($list:ident! { $($others:tt)* }) => {
        $list! {
            $($others)*

            /// What somebody else says, in words.
            Quoted "quoted" ["words"];

            // What verdicts about uses and differences of drives hold for.

            /// A rule for drives, and what was measured lives in memory.
            RuleInMemory "verdict-rule-in-memory" ["rule"];

            /// A rule for drives, and something else answered in the drive's place.
            RuleOfNoDrive "verdict-rule-of-no-drive" ["rule"];
            GoodForNoDrive "verdict-good-for-no-drive" ["use", "rule"];
            MarkOfNoDrive "mark-of-no-drive" [];
            // What was measured instead of the drive.
            OfNoDrive "verdict-of-no-drive" ["what"];
            Merged "verdict-merged" ["made", "reached"];
            CellOfNoDrive "cell-of-no-drive" ["cell", "what"];
            CellMerged "cell-merged" ["cell", "made", "reached"];
            IsMemory "is-memory" ["place"];
            IsUnstored "is-unstored" ["share"];
            IsZeros "is-zeros" [];
            IsZerosInPart "is-zeros-in-part" ["share"];
            ReadsOfNothing "verdict-reads-of-nothing" ["count", "all", "cell", "what"];
            IsPageCache "is-page-cache" ["moved", "reached"];
            IsPageCacheUnflushed "is-page-cache-unflushed" [];
            IsAnsweredBefore "is-answered-before" ["moved", "reached"];

            /// A limit that has to hold in every stretch of a measurement did not.
            SearchBrokeStretch "verdict-search-broke-stretch" ["load", "beside", "figure", "limit", "time"];
            // How many units can be written by turns, in ascending order and out of order.
            OpenUnitsBoth "verdict-open-units-both" ["linear", "random"];
            OpenUnitsLinear "verdict-open-units-linear" ["count"];
            OpenUnitsRandom "verdict-open-units-random" ["count"];
            /// More requests were out than the kernel's queue holds.
            AboveQueue "above-queue" ["cell", "depth", "room"];
            // What another tool printed.
            ImportedFrom "verdict-imported-from" ["tool", "count"];
            ImportedOne "verdict-imported-one" ["name", "rate"];
            ImportedSays "verdict-imported-says" ["tool", "count"];
            ImportedFailing "verdict-imported-failing" ["tool"];
            ImportedWarns "verdict-imported-warns" ["tool"];
            /// What it warns of: these, and what joins two of them.
            ImportedWarnsOf "verdict-imported-warns-of" ["tool", "what"];
            ImportedWarnsAnd "imported-warns-and" ["one", "other"];
            ImportedWarnsSpare "imported-warns-spare" [];
            ImportedWarnsSpareBelow "imported-warns-spare-below" ["spare", "threshold"];
            ImportedWarnsTemperature "imported-warns-temperature" [];
            ImportedWarnsReliability "imported-warns-reliability" [];
            ImportedWarnsReadOnly "imported-warns-read-only" [];
            ImportedWarnsBackup "imported-warns-backup" [];
            ImportedWarnsMemory "imported-warns-memory" [];
            ImportedErrors "verdict-imported-errors" ["tool", "errors"];
            ImportedLimited "verdict-imported-limited" ["name", "rate", "limits"];
            ImportedCached "verdict-imported-cached" ["name", "rate"];
            ImportedMixed "verdict-imported-mixed" ["name", "read", "write"];
            ImportedLatency "verdict-imported-latency" ["name", "time"];
            ImportedNoDrive "verdict-imported-no-drive" ["tool"];
            ImportedLife "verdict-imported-life" ["share"];
            ImportedLifeAtMost "verdict-imported-life-at-most" ["share"];
            ImportedPassed "verdict-imported-passed" ["tool"];
            ImportedTables "verdict-imported-tables" ["count"];
            /// A result by its name, with what was done where the name does not say it.
            ImportedNameRead "imported-name-read" ["name"];
            ImportedNameWrite "imported-name-write" ["name"];
            ImportedNameFlush "imported-name-flush" ["name"];
            ImportedNameDiscard "imported-name-discard" ["name"];
            /// What stands between results of other tools that are compared.
            ComparedNotOfDrive "compared-not-of-drive" [];
            /// Two runs, of which each has a figure once.
            ComparedSingle "compare-single" ["side", "drive", "better", "worse", "total", "figure", "change"];
            ComparedNothing "compare-nothing" ["side", "drive"];
            HeldBackBy "held-back-by" ["limits"];
            NothingKnown "nothing-known" [];
            ConditionsUnknown "conditions-unknown" ["run"];
            NounTool "noun-tool" [];
            NounLatency "noun-latency" [];
            NounLimits "noun-limits" [];
            ImportDone "verdict-import-done" ["runs", "files", "known"];
            ImportPartly "verdict-import-partly" ["runs", "files", "refused"];
            ImportNothing "verdict-import-nothing" ["files"];
            ImportDefects "verdict-import-defects" ["count", "files", "which"];
            ImportWarnings "verdict-import-warnings" ["count", "files", "which"];
            ImportPassedOver "verdict-import-passed-over" ["count"];
            ImportKnown "verdict-import-known" ["file"];
            NextSeeTogether "next-see-together" ["command"];

            // Computers that were watched while they booted.
            BootTook "verdict-boot-took" ["time"];
            BootsApart "verdict-boots-apart" ["least", "most"];
            KindSerialLine "kind-serial-line" [];

            // What else was measured.
            EndedInRamp "ended-in-ramp" ["ramp"];
            NothingCounted "verdict-nothing-counted" [];
            OnlyCell "verdict-only-cell" ["cell", "rate", "iops"];
            ReadBackSame "verdict-read-back-same" ["size"];
            OnlyCellDiscard "verdict-only-cell-discard" ["cell", "rate", "iops"];
            OnlyCellRead "verdict-only-cell-read" ["cell", "rate", "iops"];
            OnlyCellWrite "verdict-only-cell-write" ["cell", "rate", "iops"];

            // What rests give back.
            /// Idle time between writes makes them faster than in the steady state.
            IdleGives "verdict-idle-gives" ["idle", "cell", "value", "gain", "reference"];
            /// The same, and it does not, or gives no more than a steady state varies by.
            IdleGivesNothing "verdict-idle-gives-nothing" ["idle", "cell", "value", "gain", "reference"];
            IdleGivesLittle "verdict-idle-gives-little" ["idle", "cell", "value", "gain", "reference"];
            /// After other work the drive reaches its rate again.
            CameBack "verdict-came-back" ["cell", "value", "time", "reference"];
            /// The same, and it does not, or lacks no more than a steady state varies by.
            NotBack "verdict-not-back" ["cell", "value", "gain", "time", "reference"];
            NearlyBack "verdict-nearly-back" ["cell", "value", "gain", "time", "reference"];

            // What databases wait for.
            DurableWrite "verdict-durable-write" ["block", "rate"];
            DurableBest "verdict-durable-best" ["cell", "count", "block", "rate"];

            // What logs of other tools say of a drive.
            F3Contradicted "f3-contradicted" ["reason"];
            F3SizesContradict "f3-sizes-contradict" ["reason"];
            F3SaysSo "f3-says-so" [];
            F3SaysSoCutOff "f3-says-so-cut-off" [];
            F3SizesSaySo "f3-sizes-say-so" [];
            F3HalfModule "f3-half-module" ["size"];
            F3ProbesContradict "f3-probes-contradict" [];
            F3ProbesDiffer "f3-probes-differ" ["size"];
            CounterfeitDoubtful "verdict-counterfeit-doubtful" [];
            NextTryAll "next-try-all" [];
            /// A drive that ends where readers do.
            CounterfeitOrReader "verdict-counterfeit-or-reader" ["announced", "real"];
            CounterfeitOrReaderUnsized "verdict-counterfeit-or-reader-unsized" ["real"];
            NextOtherReader "next-other-reader" [];
            FailsBeyondReaders "verdict-fails-beyond-readers" ["count", "cell", "limit"];
            NextOtherReaderFails "next-other-reader-fails" [];
            /// Caches that are denied from a size on, and what looks like one and may be something else.
            CacheNoneFrom "verdict-cache-none-from" ["size", "reason"];
            CacheOrOther "verdict-cache-or-other" ["size", "before", "after", "reason"];
            CacheNoCliffFrom "cache-no-cliff-from" ["size"];
            CacheTooLarge "cache-too-large" [];
            F3OneBorder "f3-one-border" ["size"];
            F3SectorsLost "f3-sectors-lost" ["count", "total"];
            F3FilesFailed "f3-files-failed" ["count"];
            F3FreeSpaceKept "f3-free-space-kept" [];
            F3FilesKept "f3-files-kept" [];
            F3WroteOnly "f3-wrote-only" [];
            F3NoVerdict "f3-no-verdict" [];
            LogPartTried "log-part-tried" ["tested", "available"];
            LogDefective "log-defective" [];
            LogFirstError "log-first-error" ["size"];
            LogMostLost "log-most-lost" ["count", "total"];
            LogOverwritten "log-overwritten" ["size"];
            LogCacheCouldHold "log-cache-could-hold" ["size"];
            LogWritesEnd "log-writes-end" ["count"];
            LogSeveralRuns "log-several-runs" ["count"];
            LogTryFailed "log-try-failed" ["said"];
            BoundaryScatters "boundary-scatters" ["size", "factor"];
            /// A step of which nothing says whether it is a page's or a unit's.
            BoundaryPageOrUnit "boundary-page-or-unit" ["size"];
            /// The unit is not known, and several small ones may be open in one place.
            OpenUnitUnknown "open-unit-unknown" ["window"];
            /// What writes by turns cannot show.
            OpenWindowLarger "open-window-larger" ["size", "window"];
            OpenLimitHidden "open-limit-hidden" ["count"];
            BoundaryThreefold "boundary-threefold" ["size", "other"];

            // What recorded requests did.
            ScoresOfTraces "verdict-trace-scores" ["count", "score", "rate", "time"];
            ScoresOfParts "verdict-scores-of-parts" ["count", "best", "best_part", "worst", "worst_part"];
            ScoreRatio "verdict-score-ratio" ["ratio", "reference"];
            ReplayTook "verdict-replay-took" ["cell", "count", "time", "recorded"];
            ReplayTookAlone "verdict-replay-took-alone" ["cell", "count", "time"];
            ReplayReads "verdict-replay-reads" ["half", "half_then", "most", "most_then"];
            ReplayReadsAlone "verdict-replay-reads-alone" ["half", "most"];
            ReplayWrites "verdict-replay-writes" ["half", "half_then", "most", "most_then"];
            ReplayWritesAlone "verdict-replay-writes-alone" ["half", "most"];
            ReplayBelow "verdict-replay-below" [];
            ReplayBehind "verdict-replay-behind" ["cell", "late"];
            ProgramReplayed "program-replayed" ["application", "trace"];
            ProgramReplayTook "verdict-program-replay-took" ["cell", "count", "application", "time"];
            ReplayCut "replay-cut" ["time"];
            ReplayLeftOut "replay-left-out" ["count"];
            NounTrace "noun-trace" [];

            // What could not be done in a cell, which says nothing of the drive.
            CellBeyondTheEnd "verdict-cell-beyond-the-end" ["count", "cell"];
            CellNotSupported "verdict-cell-not-supported" ["cell"];
            // Of many drives or runs.
            DrivesFailed "verdict-drives-failed" ["count", "all", "which"];
            DrivesStall "verdict-drives-stall" ["count", "all", "which"];
            DrivesHurt "verdict-drives-hurt" ["count", "all", "which"];
            DrivesOpen "verdict-drives-open" ["count", "all", "which"];
            RunsFailed "verdict-runs-failed" ["count", "all", "which"];
            RunsStall "verdict-runs-stall" ["count", "all", "which"];
            RunsHurt "verdict-runs-hurt" ["count", "all", "which"];
            RunsOpen "verdict-runs-open" ["count", "all", "which"];

            // Errors of requests.
            ErrorEperm "error-eperm" [];
            ErrorEio "error-eio" [];
            ErrorEnxio "error-enxio" [];
            ErrorEnomem "error-enomem" [];
            ErrorEacces "error-eacces" [];
            ErrorEbusy "error-ebusy" [];
            ErrorEnodev "error-enodev" [];
            ErrorEinval "error-einval" [];
            ErrorEnotty "error-enotty" [];
            ErrorEfbig "error-efbig" [];
            ErrorEnospc "error-enospc" [];
            ErrorErofs "error-erofs" [];
            ErrorEnodata "error-enodata" [];
            ErrorEilseq "error-eilseq" [];
            ErrorEopnotsupp "error-eopnotsupp" [];
            ErrorEnotconn "error-enotconn" [];
            ErrorEshutdown "error-eshutdown" [];
            ErrorEtimedout "error-etimedout" [];
            ErrorEstale "error-estale" [];
            ErrorEremoteio "error-eremoteio" [];
            ErrorEdquot "error-edquot" [];
            ErrorNoAnswer "error-no-answer" [];
            ErrorNumber "error-number" ["number"];
            ErrorShortTransfer "error-short-transfer" [];
            ErrorNotTheImage "error-not-the-image" [];
            ErrorNotAsWritten "error-not-as-written" [];
            ErrorBeyondTheEnd "error-beyond-the-end" ["size"];

            // Why a drive was not purged.
            PurgeOtherData "purge-other-data" [];
            PurgeNoCommand "purge-no-command" [];
            PurgeNotNvme "purge-not-nvme" [];
            PurgeNotSata "purge-not-sata" [];
            PurgeZones "purge-zones" [];
            PurgeUnknownWay "purge-unknown-way" [];
            PurgeStopped "purge-stopped" [];
            PurgeGoesOn "purge-goes-on" [];
            PurgeTakesNoMore "purge-takes-no-more" [];
            PurgeCommandNotPassed "purge-command-not-passed" ["command"];
            PurgeCommandFailed "purge-command-failed" ["command", "key"];
            PurgeNoSecurity "purge-no-security" [];
            PurgeLocked "purge-locked" [];
            PurgeForeignPassword "purge-foreign-password" [];
            PurgeFrozen "purge-frozen" [];
            PurgeTooManyPasswords "purge-too-many-passwords" [];
            PurgePasswordStays "purge-password-stays" ["reason", "error"];
            PurgeStatusUnknown "purge-status-unknown" ["status"];
            PurgeStatus "purge-status" ["status"];
            PurgeNoFormat "purge-no-format" [];
            PurgeNoSanitize "purge-no-sanitize" [];
            PurgeOtherNamespaces "purge-other-namespaces" ["count"];
            PurgeSanitizeState "purge-sanitize-state" ["state"];

            // Why a drive did not answer a question.
            Unanswered "unanswered" ["question", "reason"];
            AskNotPermitted "ask-not-permitted" [];
            AskNotPassedOn "ask-not-passed-on" [];
            AskControllerFailed "ask-controller-failed" ["status"];
            AskNoRegisters "ask-no-registers" [];
            AskRefused "ask-refused" [];
            AskScsiStatus "ask-scsi-status" ["status"];
            AskNvmeStatus "ask-nvme-status" ["status"];
            AskMeansNothing "ask-means-nothing" [];
            AskContent "ask-content" ["device"];

            // How much more flash it has than it announces, and why that cannot be told.
            SpareCounted "verdict-spare-counted" ["value", "low", "high", "amplification"];
            SpareRates "verdict-spare-rates" ["value", "low", "high"];
            SpareUnseen "verdict-spare-unseen" ["reason"];
            SpareNotPurged "spare-not-purged" [];
            SpareData "spare-data" [];
            SpareTooCoarse "spare-too-coarse" [];
            SpareTooEarly "spare-too-early" ["passes"];
            SpareNeverFell "spare-never-fell" ["passes"];
            SpareNotCollection "spare-not-collection" ["misfit"];
            SpareCacheInTheWay "spare-cache-in-the-way" [];
            SpareRangeTooWide "spare-range-too-wide" ["low", "high"];
            SpareOutside "spare-outside" [];
            SpareMixed "spare-mixed" [];
            SpareRests "spare-rests" [];

            // What limits a drive.
            LimitLink "limit-link" ["link", "rate"];
            LimitLinkUnknown "limit-link-unknown" ["link"];
            LimitAlthough "limit-although" ["limit", "possible"];
            LimitAlthoughPort "limit-although-port" ["limit", "possible"];
            LimitBulkOnly "limit-bulk-only" [];
            LimitBulkOnlyUas "limit-bulk-only-uas" [];
            LimitPcie "limit-pcie" ["link", "rate"];
            LimitPcieBelow "limit-pcie-below" ["link", "possible", "rate"];
            LimitSlotNoMore "limit-slot-no-more" ["limit"];
            LimitSlotLess "limit-slot-less" ["limit"];
            LimitSlotCould "limit-slot-could" ["limit"];
            LimitBusOne "limit-bus-one" ["family", "megahertz", "mode", "rate"];
            LimitBus "limit-bus" ["family", "megahertz", "lines", "mode", "rate"];
            LimitCacheOff "limit-cache-off" [];
            LimitCacheOffUnseen "limit-cache-off-unseen" [];
            LimitWorn "limit-worn" ["share"];
            LimitWornOut "limit-worn-out" [];
        }
    };
}
pub(super) use with_drive_statements;
