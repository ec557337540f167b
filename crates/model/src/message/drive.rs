//! The statements about drives themselves: what the system says when a request fails, why a drive could not be purged
//! or asked, what limits it, what logs of other tools say of it. Their English is in `texts`, too.

/// Appends these messages to the list.
macro_rules! with_drive_statements {
    ($list:ident! { $($others:tt)* }) => {
        $list! {
            $($others)*

            /// The words of a third party.
            Quoted "quoted" ["words"];

            // Scope of verdicts about uses and differences of drives.

            /// A rule for drives, but the measured target is in memory.
            RuleInMemory "verdict-rule-in-memory" ["rule"];

            /// A rule for drives, but something else answered instead of the drive.
            RuleOfNoDrive "verdict-rule-of-no-drive" ["rule"];
            GoodForNoDrive "verdict-good-for-no-drive" ["use", "rule"];
            MarkOfNoDrive "mark-of-no-drive" [];
            // The thing that was measured instead of the drive.
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

            /// A limit that must hold in every stretch of a measurement was broken.
            SearchBrokeStretch "verdict-search-broke-stretch" ["load", "beside", "figure", "limit", "time"];
            // Number of units that can be written alternately, in ascending and in random order.
            OpenUnitsBoth "verdict-open-units-both" ["linear", "random"];
            OpenUnitsLinear "verdict-open-units-linear" ["count"];
            OpenUnitsRandom "verdict-open-units-random" ["count"];
            /// More requests were outstanding than the kernel's queue holds.
            AboveQueue "above-queue" ["cell", "depth", "room"];
            // Output of another tool.
            ImportedFrom "verdict-imported-from" ["tool", "count"];
            ImportedOne "verdict-imported-one" ["name", "rate"];
            ImportedSays "verdict-imported-says" ["tool", "count"];
            ImportedFailing "verdict-imported-failing" ["tool"];
            ImportedWarns "verdict-imported-warns" ["tool"];
            /// The drive's warnings, and the conjunction between two of them.
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
            /// A result's name, with the operation if the name does not contain it.
            ImportedNameRead "imported-name-read" ["name"];
            ImportedNameWrite "imported-name-write" ["name"];
            ImportedNameFlush "imported-name-flush" ["name"];
            ImportedNameDiscard "imported-name-discard" ["name"];
            /// Obstacles to comparing results of other tools.
            ComparedNotOfDrive "compared-not-of-drive" [];
            /// Two runs with one value of each figure.
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

            // Computers observed while they booted.
            BootTook "verdict-boot-took" ["time"];
            BootsApart "verdict-boots-apart" ["least", "most"];
            KindSerialLine "kind-serial-line" [];

            // Other measurements.
            EndedInRamp "ended-in-ramp" ["ramp"];
            NothingCounted "verdict-nothing-counted" [];
            OnlyCell "verdict-only-cell" ["cell", "rate", "iops"];
            ReadBackSame "verdict-read-back-same" ["size"];
            OnlyCellDiscard "verdict-only-cell-discard" ["cell", "rate", "iops"];
            OnlyCellRead "verdict-only-cell-read" ["cell", "rate", "iops"];
            OnlyCellWrite "verdict-only-cell-write" ["cell", "rate", "iops"];

            // Effects of idle time.
            /// Idle time between writes makes them faster than in the steady state.
            IdleGives "verdict-idle-gives" ["idle", "cell", "value", "gain", "reference"];
            /// Idle time gains nothing, or no more than the variation of the steady state.
            IdleGivesNothing "verdict-idle-gives-nothing" ["idle", "cell", "value", "gain", "reference"];
            IdleGivesLittle "verdict-idle-gives-little" ["idle", "cell", "value", "gain", "reference"];
            /// The drive recovers its rate after other work.
            CameBack "verdict-came-back" ["cell", "value", "time", "reference"];
            /// The drive does not recover its rate, or misses no more than the variation of the steady state.
            NotBack "verdict-not-back" ["cell", "value", "gain", "time", "reference"];
            NearlyBack "verdict-nearly-back" ["cell", "value", "gain", "time", "reference"];

            // Durable writes, which databases wait for.
            DurableWrite "verdict-durable-write" ["block", "rate"];
            DurableBest "verdict-durable-best" ["cell", "count", "block", "rate"];

            // Statements of other tools' logs about a drive.
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
            /// A drive that ends at a known limit of readers.
            CounterfeitOrReader "verdict-counterfeit-or-reader" ["announced", "real"];
            CounterfeitOrReaderUnsized "verdict-counterfeit-or-reader-unsized" ["real"];
            NextOtherReader "next-other-reader" [];
            FailsBeyondReaders "verdict-fails-beyond-readers" ["count", "cell", "limit"];
            NextOtherReaderFails "next-other-reader-fails" [];
            /// Caches that are excluded from a size on, and effects that resemble a cache.
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
            /// A step that could be a page or a unit.
            BoundaryPageOrUnit "boundary-page-or-unit" ["size"];
            /// The unit is unknown, and one place may hold several small open units.
            OpenUnitUnknown "open-unit-unknown" ["window"];
            /// Facts that alternate writes cannot show.
            OpenWindowLarger "open-window-larger" ["size", "window"];
            OpenLimitHidden "open-limit-hidden" ["count"];
            BoundaryThreefold "boundary-threefold" ["size", "other"];

            // Results of recorded requests.
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

            // Failures of a cell that are unrelated to the drive.
            CellBeyondTheEnd "verdict-cell-beyond-the-end" ["count", "cell"];
            CellNotSupported "verdict-cell-not-supported" ["cell"];
            // Results of many drives or runs.
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

            // Reasons why a drive was not purged.
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

            // Reasons why a drive did not answer a query.
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

            // Additional flash beyond the announced capacity, and why it cannot be estimated.
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

            // Limits of a drive.
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
