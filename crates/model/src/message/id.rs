//! Every message and the names of its values, one line each.
//!
//! Those of the answer come first. Those of the second part are sentences that records keep in English, too; their
//! English words are in `locales/en/statements.ftl` of `texts`. The module `drive` has those about drives, `advice`
//! those about drives and uses, `computer` those about the computer's effect on a measurement, `basis` those about
//! the validity of a verdict.

use super::advice::with_advice_statements;
use super::basis::with_basis_statements;
use super::computer::with_computer_statements;
use super::declare::messages;
use super::diagnosis::with_diagnosis_statements;
use super::drive::with_drive_statements;

with_diagnosis_statements! { with_advice_statements! { with_basis_statements! { with_computer_statements! { with_drive_statements! { messages! {
    /// The drive has less capacity than announced; the real size is known.
    Counterfeit "verdict-counterfeit" ["announced", "real"];
    /// The drive has less capacity than announced; the real size is unknown.
    CounterfeitUnsized "verdict-counterfeit-unsized" [];
    /// The real size is known; the announced one is not.
    CounterfeitHolds "verdict-counterfeit-holds" ["real"];
    /// Reads return other data than was written.
    Damaged "verdict-damaged" [];
    /// Parts of the drive are far slower than the others.
    SlowPlaces "verdict-slow-places" ["count", "place", "rate"];
    /// The drive rejects writes.
    WornReadOnly "verdict-read-only" [];
    /// Requests fail during the capacity test.
    Dying "verdict-dying" [];
    /// The drive has the announced capacity.
    Genuine "verdict-genuine" ["announced"];
    /// All written data was there; the announced capacity is unknown.
    GenuineUnsized "verdict-genuine-unsized" [];
    /// The capacity test gave no verdict.
    CapacityUnknown "verdict-capacity-unknown" [];
    /// Requests of a cell failed.
    RequestsFailed "verdict-requests-failed" ["count", "cell"];
    /// A read returned other data than was written.
    OtherDataRead "verdict-other-data-read" ["size", "cell"];
    WrongDataRead "verdict-wrong-data-read" ["count", "cell", "offset"];
    /// The drive disappeared during the run.
    Vanished "verdict-vanished" ["cell"];
    /// Requests did not complete.
    Hung "verdict-hung" ["cell"];
    /// A published rule is broken.
    RuleBroken "verdict-rule-broken" ["rule", "measured", "limit"];
    /// A published rule is kept.
    RuleKept "verdict-rule-kept" ["rule", "measured", "limit"];
    /// A published rule is kept, but the drive stalls.
    RuleStalls "verdict-rule-stalls" ["rule", "measured", "limit", "longest"];
    /// Too few measurements for a rule.
    RuleOpen "verdict-rule-open" ["rule"];
    /// Good enough for a use, with the rule that has the smallest margin.
    GoodFor "verdict-good-for" ["use", "work", "measured", "share", "limit"];
    /// Not good enough for a use.
    NotGoodFor "verdict-not-good-for" ["use", "work", "measured", "share", "limit"];
    /// So close to the limit that other runs may differ.
    GoodForClose "verdict-good-for-close" ["use", "work", "measured", "share", "limit"];
    /// Within the limit, but the drive stalls.
    GoodForStalls "verdict-good-for-stalls" ["use", "work", "measured", "limit", "longest"];
    /// A figure that the use needs was not measured.
    GoodForOpen "verdict-good-for-open" ["use", "rule"];
    /// Nobody publishes requirements of the use.
    GoodForUnruled "verdict-good-for-unruled" ["use", "work", "measured"];
    /// Better in some figures, worse in none.
    ComparedBetter "compare-better" ["side", "drive", "count", "total", "figure", "change", "range"];
    /// Worse in some figures, better in none.
    ComparedWorse "compare-worse" ["side", "drive", "count", "total", "figure", "change", "range"];
    /// Better in some figures and worse in others.
    ComparedMixed "compare-mixed" ["side", "drive", "better", "worse", "total"];
    /// All differences may be chance.
    ComparedAlike "compare-alike" ["side", "drive", "total"];
    /// The differences of two single runs.
    ComparedRuns "compare-runs" ["side", "drive", "better", "worse", "total"];
    /// No figure can be compared.
    ComparedNever "compare-never" ["side", "drive"];
    /// The largest of the differences.
    ComparedMost "compare-most" ["figure", "change", "range"];
    /// Half width of the confidence interval that half of the figures do not exceed.
    ComparedReach "compare-reach" ["change"];
    /// One run per side says nothing about drives in general.
    ComparedOnce "compare-once" [];
    /// The basis of a comparison of several runs.
    ComparedBasis "compare-basis" ["runs", "total"];
    /// Next step: compare several runs.
    NextSeveralRuns "next-several-runs" ["command"];
    /// The drive misses a mark that it carries, or the only one requested.
    MarkMissed "verdict-mark-missed" ["mark", "reason"];
    ShortWrites "verdict-short-writes" ["measured", "limit"];
    ShortRandomReads "verdict-short-random-reads" ["measured", "limit"];
    ShortRandomWrites "verdict-short-random-writes" ["measured", "limit"];
    /// Too few measurements for the marks.
    MarksOpen "verdict-marks-open" [];
    /// The best marks that the drive reaches.
    MarksReached "verdict-marks-reached" ["marks"];
    /// A card without marks reaches these, and misses none.
    MarksShown "verdict-marks-shown" ["marks"];
    /// A card without marks reaches these, and misses those.
    MarksShownBut "verdict-marks-shown-but" ["marks", "missed"];
    /// The preparation before the measurement.
    Prepared "verdict-prepared" ["size", "time"];
    /// No mark is reached, and none was promised; for records of versions that did not name them.
    MarksNone "verdict-marks-none" [];
    /// None of these marks is reached, and none was promised.
    MarksNoneOf "verdict-marks-none-of" ["marks"];
    /// The drive stalls.
    StandsStill "verdict-stands-still" ["longest", "lost", "cell"];
    /// The drive stalls, but this is not the main answer.
    StoodStill "verdict-stood-still" ["longest", "lost", "cell"];
    /// Small writes over a long time, without a stall.
    SoakEven "verdict-soak-even" ["time", "cell", "longest"];
    /// No stalls, but every write is slow.
    SoakSlow "verdict-soak-slow" ["measured", "time", "cell", "longest"];
    /// Small writes over a long time, and the share of time lost in stalls.
    SoakLoses "verdict-soak-loses" ["lost", "time", "cell", "longest"];
    /// The rate of small writes, which keeps the promise of a mark on the card.
    SoakPromiseKept "verdict-soak-promise-kept" ["measured", "mark", "promised"];
    /// The rate of small writes, which misses the promise of a mark on the card.
    SoakPromiseMissed "verdict-soak-promise-missed" ["measured", "mark", "promised"];
    /// The rate of small writes of a drive without marks, compared with the lowest mark.
    SoakYardstick "verdict-soak-yardstick" ["measured", "mark", "promised"];
    /// One request in ten takes as long as a noticeable freeze.
    SlowRequests "verdict-slow-requests" ["p90", "cell"];
    /// The drive was slow for a long time.
    SlowFor "verdict-slow-for" ["length", "rate", "usual"];
    SteadyReached "verdict-steady-reached" ["rounds", "cell", "value"];
    /// Steady by the criteria, but too little was written before to call it a steady state.
    SteadyEarly "verdict-steady-early" ["rounds", "cell", "value", "passes"];
    /// Steady state not reached; gives the mean of the last window.
    SteadyMissed "verdict-steady-missed" ["rounds", "cell", "value"];
    /// Whether every load was steady before its measurement.
    Preconditioned "verdict-preconditioned" ["count"]; PreconditionedMissed "verdict-preconditioned-missed" ["missed", "count", "cell"];
    /// Steady state not reached, and a round of the last window has no value.
    SteadyNoWindow "verdict-steady-no-window" ["rounds"];
    /// The test ended with fewer rounds than a window needs.
    SteadyTooFew "verdict-steady-too-few" ["cell", "rounds", "window"];
    /// The highest request rate with a mean response time below a limit, followed by the 99th percentile.
    DemandMostBelow "verdict-demand-most-below" ["limit", "iops", "jobs", "depth", "mean"];
    DemandMost "verdict-demand-most" ["iops", "jobs", "depth", "mean"];
    DemandTail "verdict-demand-tail" ["p99", "alone"];
    DemandNone "verdict-demand-none" ["limit", "mean", "jobs", "depth"];
    DemandEnough "verdict-demand-enough" ["jobs", "depth", "share", "mean"];
    SearchedJobs "verdict-searched-jobs" ["count"]; SearchedDepth "verdict-searched-depth" ["count"];
    SearchFound "verdict-search-found" ["iops", "load", "times"]; SearchNone "verdict-search-none" ["load"];
    SearchEnough "verdict-search-enough" ["iops", "load", "wanted"]; SearchUnlimited "verdict-search-unlimited" ["load"];
    SearchShort "verdict-search-short" ["iops", "load", "wanted"]; SearchUnconfirmed "verdict-search-unconfirmed" ["load"];
    SearchBroke "verdict-search-broke" ["load", "figure", "limit"]; SearchBrokeOpen "verdict-search-broke-open" ["load"];
    SearchBrokeBeside "verdict-search-broke-beside" ["load", "beside", "figure", "limit"];
    /// A drive filled in steps, compared with one filled in one go.
    FilledBothWays "verdict-filled-both-ways" ["count", "mean", "share", "whole", "of_whole"];
    FilledInSteps "verdict-filled-in-steps" ["count", "mean", "share"];
    /// A published test was performed, but parts of its report are missing or differ.
    StandardLike "verdict-standard-like" ["like", "name", "missing", "differs"];
    /// The measurement window and its criteria.
    SteadyWindow "verdict-steady-window" ["count", "cell", "range", "range_limit", "slope", "slope_limit"];
    /// The measured share of the planned time, because cells ended early, and the precision of the rates.
    CellsShortened "verdict-cells-shortened" ["measured", "planned", "count", "total", "half_width", "confidence"];
    CellSteady "verdict-cell-steady" ["cell", "time", "rule", "ratio"]; CellTooShort "verdict-cell-too-short" ["cell", "rule"];
    CellNotSteady "verdict-cell-not-steady" ["cell", "rule", "ratio"];
    CellTooSlow "verdict-cell-too-slow" ["cell", "time", "rate", "rule"];
    /// Size of a cache, and the rates into and after it.
    CacheEnds "verdict-cache-ends" ["size", "before", "after"];
    CacheEndsUnsure "verdict-cache-ends-unsure" ["size", "before", "after"];
    CacheBack "verdict-cache-back" ["rest", "before", "share"];
    CacheBackAtOnce "verdict-cache-back-at-once" []; CacheBackWithin "verdict-cache-back-within" ["rest"];
    CacheNotBack "verdict-cache-not-back" ["rest", "share"];
    CacheNone "verdict-cache-none" ["reason"];
    CacheUnknown "verdict-cache-unknown" ["reason"];
    NotInUse "verdict-not-in-use" ["warning"];
    /// Time of a program for its operations.
    ProgramTook "verdict-program-took" ["cell", "count", "time"];
    /// The same work took far longer in one run than in another.
    RunsApart "verdict-runs-apart" ["cell", "least", "most"];
    /// Sequential reads and writes.
    SpeedBoth "verdict-speed-both" ["read", "write"];
    /// Only sequential reads.
    SpeedRead "verdict-speed-read" ["read"];
    /// Only sequential writes.
    SpeedWrite "verdict-speed-write" ["write"];
    /// Sequential writes that slowed down from repetition to repetition.
    WritesFell "verdict-writes-fell" ["first", "last"];
    /// Random reads and writes.
    RandomBoth "verdict-random-both" ["block", "read", "write"];
    /// Only random reads.
    RandomRead "verdict-random-read" ["block", "read"];
    /// Only random writes.
    RandomWrite "verdict-random-write" ["block", "write"];
    /// 99.999 % of the requests of a cell for tail latency.
    FiveNines "verdict-five-nines" ["cell", "latency"];
    /// Too few requests of a cell for that percentile.
    FiveNinesTooFew "verdict-five-nines-too-few" ["cell", "count", "needed"];
    /// Random writes that are made durable one by one, fewer than applications on a card require.
    BelowAppClass "verdict-below-app-class" ["measured", "needed"];
    /// Measurements that no sentence summarises.
    Measured "verdict-measured" ["count"];
    /// Nothing was measured.
    NothingMeasured "verdict-nothing-measured" [];
    /// The purge erased everything as requested.
    Purged "verdict-purged" [];
    /// The drive reports a complete purge; no sample could have disproved it.
    PurgedUnseen "verdict-purged-unseen" [];
    /// The drive was not purged.
    NotPurged "verdict-not-purged" [];
    /// The results of the geometry probes.
    GeometryFound "verdict-geometry" ["unit"];
    /// The geometry probes would have detected an allocation unit, and found none.
    GeometryNone "verdict-geometry-none" [];
    /// The geometry probes could not have detected an allocation unit.
    GeometryUnseen "verdict-geometry-unseen" [];
    /// Stopped before the end.
    Interrupted "verdict-interrupted" [];
    /// A cell could not continue.
    Broken "verdict-broken" [];
    /// The run is still going on, or a crash ended it.
    Unended "verdict-unended" [];
    /// See the warnings below.
    SeeWarnings "verdict-see-warnings" ["count"];
    /// The drive is a simulated one.
    OnSimulated "verdict-simulated" [];
    /// Size up to which a cache that hides losses is excluded.
    CacheRuledOut "basis-cache-ruled-out" ["size"];
    /// Every block was tested.
    EveryBlock "basis-every-block" [];
    CacheIsStatic "basis-cache-is-static" ["sure"];
    CacheIsDynamic "basis-cache-is-dynamic" ["sure"];
    CacheIsHybrid "basis-cache-is-hybrid" ["sure"];
    /// Median of repetitions and their spread.
    Repetitions "basis-repetitions" ["count", "spread"];
    /// One repetition only.
    OneRepetition "basis-one-repetition" [];
    /// The worst of several runs, and the 95 % confidence interval of their mean.
    WorstOf "basis-worst-of" ["count", "low", "high"];
    /// Number of requests behind a rule's verdict.
    Requests "basis-requests" ["count"];
    /// Next step: a full capacity test, and its benefit.
    NextVerifyFull "next-verify-full" ["command"];
    /// Next step: resume the run.
    NextResume "next-resume" ["command"];
    /// Next step: find out whether the drive is genuine.
    NextVerify "next-verify" ["command"];
    /// Next step: return the drive.
    NextReturn "next-return" [];
    /// Next step: take the deciding measurement.
    NextGoodFor "next-good-for" ["command"];
    /// Next step: save the data.
    NextSave "next-save" [];

    // Conjunctions.
    Joined "joined" ["one", "other"];
    Listed "listed" ["one", "other"];
    InARow "in-a-row" ["one", "other"];
    RunOfCell "run-of-cell" ["cell", "number"];
    // Single words.
    WordRead "word-read" [];
    WordWrite "word-write" [];
    WordFlush "word-flush" [];
    WordDiscard "word-discard" [];
    WordReadsAndWrites "word-reads-and-writes" [];
    WordWriteBeforeFlush "word-write-before-flush" [];
    NotKnown "not-known" [];

    // Capacity.
    CapacityEveryBlockKept "capacity-every-block-kept" [];
    CapacityKept "capacity-kept" [];
    CapacityKeptAfter "capacity-kept-after" ["size"];
    CapacityStopped "capacity-stopped" ["size"];
    CapacityUnfinished "capacity-unfinished" [];
    CapacityReadOnly "capacity-read-only" [];
    CapacityWraps "capacity-wraps" [];
    CapacityLost "capacity-lost" [];
    CapacityRepeats "capacity-repeats" [];
    CapacityNothingKept "capacity-nothing-kept" [];
    CapacityRequestsFailed "capacity-requests-failed" ["count"];
    CapacityBlocksWrong "capacity-blocks-wrong" ["count"];
    CapacityWritesFailed "capacity-writes-failed" ["error", "offset"];
    CapacityNotDurable "capacity-not-durable" ["error"];
    CapacityRestKept "capacity-rest-kept" [];
    CapacityRestLost "capacity-rest-lost" [];

    // Geometry: the evidence.
    EvidenceBoundaries "evidence-boundaries" [];
    EvidenceBoundariesAndUnits "evidence-boundaries-and-units" [];
    EvidenceUnfinished "evidence-unfinished" [];
    EvidenceBesideOpen "evidence-beside-open" [];
    EvidenceTurnsLinear "evidence-turns-linear" [];
    EvidenceTurnsRandom "evidence-turns-random" [];

    // Geometry: why there is no result.
    NounAllocationUnit "noun-allocation-unit" [];
    NounPage "noun-page" [];
    BoundaryFewSizes "boundary-few-sizes" [];
    BoundaryDisputed "boundary-disputed" [];
    NothingMeasuredToShowIt "nothing-measured-to-show-it" [];
    BoundaryUnsure "boundary-unsure" ["size", "share"];
    BoundaryUnsureOther "boundary-unsure-other" ["size", "share", "other", "other_share"];
    BoundaryUnsureNone "boundary-unsure-none" ["size", "share", "other_share"];
    BoundarySizesMissing "boundary-sizes-missing" ["lowest", "highest"];
    BoundaryReadsUnknown "boundary-reads-unknown" ["what"];
    BoundaryNoStep "boundary-no-step" ["share", "what"];
    BoundaryHidden "boundary-hidden" ["what", "share"];
    UnitUnseenInReads "unit-unseen-in-reads" [];
    OpenNoWritesLinear "open-no-writes-linear" [];
    OpenNoWritesRandom "open-no-writes-random" [];
    OpenSomeRoundsSlower "open-some-rounds-slower" ["count"];
    OpenOutOfOrderSlower "open-out-of-order-slower" [];
    OpenNotTriedAgain "open-not-tried-again" ["count"];
    OpenNothingWritten "open-nothing-written" [];
    OpenNoLimit "open-no-limit" ["count"];
    OpenBetween "open-between" ["within", "beyond"];
    OpenContradicted "open-contradicted" ["beyond", "within"];
    OpenTooMany "open-too-many" ["count"];
    UnitEndsNoLimit "unit-ends-no-limit" [];
    UnitEndsAlike "unit-ends-alike" [];
    UnitEndsNoPattern "unit-ends-no-pattern" [];
    FatNoLimit "fat-no-limit" [];
    FatNoEnd "fat-no-end" [];
    FatNoPattern "fat-no-pattern" [];

    // Alignment.
    AlignPartitions "align-partitions" ["size"];
    AlignExt4 "align-ext4" ["options"];
    AlignF2fs "align-f2fs" ["count"];
    AlignF2fsNone "align-f2fs-none" [];
    AlignExfat "align-exfat" ["cluster", "unit"];

    // Marks.
    MarkTooSmall "mark-too-small" [];
    MarkUnfinished "mark-unfinished" [];
    MarkNeedsBus "mark-needs-bus" ["bus"];
    MarkOtherBus "mark-other-bus" ["bus", "link"];
    MarkSlowWrites "mark-slow-writes" [];
    MarkSlowReads "mark-slow-reads" [];
    MarkSlowTable "mark-slow-table" [];
    MarkSlowestTable "mark-slowest-table" [];
    MarkNotReached "mark-not-reached" ["cells"];
    MarkNotMeasured "mark-not-measured" ["cells"];

    // Cache.
    CacheThrottled "cache-throttled" [];
    CacheHot "cache-hot" ["factor"];
    CacheHeatUnknown "cache-heat-unknown" [];
    CacheFaint "cache-faint" ["size", "before", "after"];
    CacheNoCliff "cache-no-cliff" [];
    CacheNeedsWhole "cache-needs-whole" [];
    CacheNeedsSecond "cache-needs-second" [];
    CacheNothingBack "cache-nothing-back" [];
    CacheFreedAtOnce "cache-freed-at-once" [];
    CacheNeverBack "cache-never-back" [];
    CacheFreedInPart "cache-freed-in-part" [];
    CacheLittleBack "cache-little-back" [];
    CacheStrange "cache-strange" [];
    CacheMoreOnFull "cache-more-on-full" [];
    CacheNoneToRecover "cache-none-to-recover" [];
    CacheHardlyFaster "cache-hardly-faster" [];
    CacheFreedByWriting "cache-freed-by-writing" [];
    CacheWholePass "cache-whole-pass" [];
    CacheHidden "cache-hidden" ["rate"];
    CacheBufferUnknown "cache-buffer-unknown" [];
    CacheNearBuffer "cache-near-buffer" ["size"];
    CacheBurstAsFast "cache-burst-as-fast" ["size"];
    CacheBufferRoom "cache-buffer-room" ["size"];

    // State of the flash.
    StatePurgedBy "state-purged-by" ["method"];
    StateWritten "state-written" ["size"];
    StateUserSays "state-user-says" [];
    StatePurged "state-purged" [];
    StateSimulated "state-simulated" [];
    FlashStateUnknown "flash-state-unknown" [];
    StateUserPurged "state-user-purged" [];
    StateDiscarded "state-discarded" [];
    StateUnwanted "state-unwanted" ["state", "basis", "method", "wanted", "setting"];
    StateAsFound "state-as-found" ["method", "wanted", "setting"];
    FoundFresh "found-fresh" [];
    FoundWrittenTo "found-written-to" ["share"];
    FoundWrittenInPart "found-written-in-part" [];
    FoundUnknown "found-unknown" [];
    WantedFresh "wanted-fresh" [];
    WantedPurged "wanted-purged" [];
    WantedWritten "wanted-written" [];
    WantedOther "wanted-other" [];

    // Warnings that follow from a record.
    OutlierRun "outlier-run" ["cell", "operation", "count", "rate", "middle"];
    AboveLink "above-link" ["cell", "operation", "rate", "limit", "link"];
    AboveAnyLink "above-any-link" ["cell", "operation", "rate", "drive", "limit"];
    CellThrottled "cell-throttled" ["cell", "how"];
    ThrottledTimes "throttled-times" ["count"];
    ThrottledFor "throttled-for" ["time"];
    ThrottledAt "throttled-at" ["temperature"];

    // Warnings of the engine.
    ThrottledItself "throttled-itself" ["count", "time"];
    ReachedWarningTemperature "reached-warning-temperature" ["temperature", "limit"];
    GeneratorThread "generator-thread" ["share"];
    GeneratorCores "generator-cores" ["share"];
    DepthNotReached "depth-not-reached" ["depth", "asked"];
    BehindSchedule "behind-schedule" ["count"];
    WaitedForProcessor "waited-for-processor" ["share", "what"];
    WaitedForProcessorTaken "waited-for-processor-taken" ["share", "count", "what"];
    PartlyComputers "partly-computers" [];
    PercentileComputers "percentile-computers" ["percentile"];
    ProcessorsUsedByOthers "processors-used-by-others" ["busy", "others"];
    ProcessorsUsedByOthersOwn "processors-used-by-others-own" ["busy", "others", "own"];
    StolenProcessors "stolen-processors" ["share"];
    MemoryPressure "memory-pressure" ["share"];
    HostPaused "host-paused" ["time", "when", "reason"];
    HostPausedAsleep "host-paused-asleep" ["time"];
    HostPausedOnce "host-paused-once" ["start"];
    HostPausedTimes "host-paused-times" ["count", "start"];
    HostPausedRequests "host-paused-requests" ["count"];
    PauseStopped "pause-stopped" [];
    PauseSuspended "pause-suspended" [];
    PauseStarved "pause-starved" [];
    PauseStolen "pause-stolen" [];
    PausePaging "pause-paging" [];
    PauseUnknown "pause-unknown" [];
    DriveUsedByOthers "drive-used-by-others" ["device", "what"];
    SizeRead "size-read" ["size"];
    SizeWritten "size-written" ["size"];
    CellUnfinished "cell-unfinished" ["time"];
    ClockDisagreed "clock-disagreed" ["time"];
    ProcessorsShared "processors-shared" ["count"];
    NotPolled "not-polled" ["why"];
    NoWaitBatch "no-wait-batch" [];
    NoDirectIo "no-direct-io" [];

    // Path of requests.
    PathSingle "path-single" [];
    PathApplication "path-application" ["application"];
    PathDeep "path-deep" [];
    PathBlocks "path-blocks" [];
    PathTooDeep "path-too-deep" [];
    PathLargeWrites "path-large-writes" [];
    PathNoRing "path-no-ring" ["why"];
    PathAsked "path-asked" [];
    PathPolled "path-polled" [];
    PathPassthrough "path-passthrough" [];
    PathSeveral "path-several" [];
    PathNull "path-null" [];
    PathSimulated "path-simulated" [];
    PathDiscards "path-discards" [];

    // Warnings of logs and plans.
    LogCutOff "log-cut-off" [];
    ImpossibleReading "impossible-reading" ["rate"];
    ImpossibleWriting "impossible-writing" ["rate"];
    UnreadableLines "unreadable-lines" ["count"];
    UnknownTables "unknown-tables" ["count"];
    PassContinued "pass-continued" ["count"];
    DiscardCellsLeftOut "discard-cells-left-out" ["cells"];
    DiscardLeftOut "discard-left-out" ["regions"];
    BelowUnit "below-unit" ["unit", "cells"];
    BelowBlock "below-block" ["block", "cells"];
    RaisedToUnit "raised-to-unit" ["unit", "cells"];
    UnitUnknown "unit-unknown" [];
    NotMeasuredAgain "not-measured-again" [];

    // Warnings of a session.
    FileHoles "file-holes" ["size", "whole"];
    SizeReducedForSpace "size-reduced-for-space" ["size", "usual"];
    SizeReducedByFile "size-reduced-by-file" ["size", "usual"];
    SizeReducedByBorrowing "size-reduced-by-borrowing" ["size", "usual"];
    SizeReducedByDevice "size-reduced-by-device" ["size", "usual"];
    NotTuned "not-tuned" ["error"];
    StillTuned "still-tuned" ["error"];
    OnMemory "on-memory" ["place"];
    OnCopyOnWrite "on-copy-on-write" ["place"];
    OnCompressing "on-compressing" ["place"];
    OnRemote "on-remote" ["place"];
    OnNoDirectIo "on-no-direct-io" ["place"];
    OnZram "on-zram" [];
    OnSharedWay "on-shared-way" ["drives", "way", "rate"];
    CapacityLeftOut "capacity-left-out" ["size", "target"];
    WritesLeftOut "writes-left-out" ["cells", "why"];
    WritesLeftOutBorrow "writes-left-out-borrow" ["cells", "why"];
    Borrowed "borrowed" ["size", "how"];
    LeaseLost "lease-lost" ["seconds"];
    NotLeased "not-leased" [];
    PutBack "put-back" ["size", "changed"];
    PutBackResized "put-back-resized" ["size"];
    ContentsDestroyed "contents-destroyed" ["contents"];

    // Disturbances.
    LookedBefore "looked-before" ["what", "fix"];
    LookedAfter "looked-after" ["what", "fix"];
    Disturbs "disturbs" ["what", "fix"];
    FixCommand "fix-command" ["command"];
    HostStolen "host-stolen" ["share"];
    FixMeasureOnHost "fix-measure-on-host" [];
    HostMemoryWait "host-memory-wait" ["share"];
    FixEndMemory "fix-end-memory" [];
    HostGovernor "host-governor" ["governor"];
    HostLowMemory "host-low-memory" ["left", "total"];
    FixEndPrograms "fix-end-programs" [];
    HostTimers "host-timers" ["names"];
    FixStopTimers "fix-stop-timers" ["names"];
    HostScheduler "host-scheduler" ["drive", "scheduler"];
    HostHotDrive "host-hot-drive" ["temperature", "limit"];
    FixCoolDrive "fix-cool-drive" [];
    HostSwap "host-swap" ["names"];
    HostBusyProcessors "host-busy-processors" ["share"];
    FixEndBusy "fix-end-busy" [];
    HostBusyDrive "host-busy-drive" ["device", "count", "size", "time"];
    FixEndUsers "fix-end-users" [];
    HostIdleStates "host-idle-states" ["state", "time"];
    FixIdleStates "fix-idle-states" [];
    HostOnBattery "host-on-battery" [];
    FixPowerSupply "fix-power-supply" [];
    HostLinkPower "host-link-power" ["policy"];
    HostVirtualMachine "host-virtual-machine" ["hypervisor"];
    FixMeasureBelow "fix-measure-below" [];

    // Comparison.
    ComparedMissing "compared-missing" [];
    ComparedFewInRepetition "compared-few-in-repetition" [];
    ComparedFewInRun "compared-few-in-run" [];
    ComparedRunZero "compared-run-zero" [];
    ComparedRepetitionZero "compared-repetition-zero" [];
    ComparedFewRepetitions "compared-few-repetitions" [];
    ComparedByChance "compared-by-chance" [];
    ComparedByChanceOfMany "compared-by-chance-of-many" [];
    ComparedRoom "compared-room" [];
    ComparedBound "compared-bound" [];
    ComparedCellDiffers "compared-cell-differs" ["what"];
    ComparedForbidden "compared-forbidden" [];
    Against "against" ["what", "one", "other"];
    AgainstShort "against-short" ["what", "one", "other"];
    NamedCell "named-cell" ["cell", "what"];
    NounMethod "noun-method" [];
    NounParameter "noun-parameter" ["name"];
    NounTarget "noun-target" [];
    NounTestFile "noun-test-file" [];
    NounFileSystem "noun-file-system" [];
    NounDriveState "noun-drive-state" [];
    NounLink "noun-link" [];
    NounVersion "noun-version" [];
    NounKernel "noun-kernel" [];
    NounComputer "noun-computer" [];
    NounCpu "noun-cpu" [];
    NounGovernor "noun-governor" [];
    NounScheduler "noun-scheduler" [];
    NounWriteCache "noun-write-cache" [];
    NounPath "noun-path" [];
    NounAccess "noun-access" [];
    NounMix "noun-mix" [];
    NounBlock "noun-block" [];
    NounDepth "noun-depth" [];
    NounJobs "noun-jobs" [];
    NounLayout "noun-layout" [];
    NounRegion "noun-region" []; NounEnd "noun-end" [];
    NounRamp "noun-ramp" []; NounSync "noun-sync" [];
    NounSyncCall "noun-sync-call" [];
    NounCaching "noun-caching" [];
    NounRate "noun-rate" [];
    NounData "noun-data" [];
    NounAgain "noun-again" [];
    NounApplication "noun-application" [];
    MixOf "mix-of" ["reads", "discards", "flushes"];
    RequestCount "request-count" ["count"];
    OneOrOther "one-or-other" ["one", "other"];
    EndsWhenSteady "ends-when-steady" ["limit", "rule"]; EndsWhenKnown "ends-when-known" ["limit", "within", "confidence", "after"];
    DrivePurged "drive-purged" [];
    DriveNotPurged "drive-not-purged" [];
    FreeSpaceDiffers "free-space-differs" ["one", "other"];
    TheFirstRun "the-first-run" [];
    DidNotComplete "did-not-complete" ["run"];
    TunedDiffers "tuned-differs" [];
    BoundIn "bound-in" ["runs"];
    BothRuns "both-runs" ["one", "other"];
    KindDevice "kind-device" []; KindFile "kind-file" [];
    KindNull "kind-null" []; KindSimulated "kind-simulated" [];
    KindImported "kind-imported" []; KindUnknown "kind-unknown" [];

    // Promises.
    PromiseRead "promise-read" [];
    PromiseWrite "promise-write" [];
    PromiseRandomRead "promise-random-read" [];
    PromiseRandomWrite "promise-random-write" [];
    PromiseClassWrite "promise-class-write" ["mark"];
    PromiseClassRandomRead "promise-class-random-read" ["mark"];
    PromiseClassRandomWrite "promise-class-random-write" ["mark"];
    PromiseNoClassTest "promise-no-class-test" [];
    PromiseA2Host "promise-a2-host" [];
}}}}}}
