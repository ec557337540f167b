//! Warnings for the reader of figures.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Sentence;
use crate::code::codes;
use crate::message::{Message, MessageId};

codes! {
    /// The code of a warning: a short stable name, such as `generator-bound`.
    WarningCode;

    // The computer, before and after a run.
    /// Power saving of the link.
    Aspm "aspm";
    /// The computer runs on battery.
    Battery "battery";
    /// Other programs use the drive.
    BusyDrive "busy-drive";
    /// Other programs used the drive after the run.
    BusyDriveAfter "busy-drive-after";
    /// Other programs use the CPUs.
    BusyProcessors "busy-processors";
    /// Other programs used the CPUs after the run.
    BusyProcessorsAfter "busy-processors-after";
    /// The governor keeps the CPU clocks low.
    Governor "governor";
    /// The drive is close to its temperature limit.
    HotDrive "hot-drive";
    /// CPUs enter deep idle states.
    IdleStates "idle-states";
    /// Little memory is free.
    LowMemory "low-memory";
    /// Programs wait for memory.
    MemoryPressure "memory-pressure";
    /// Programs waited for memory after the run.
    MemoryPressureAfter "memory-pressure-after";
    /// An I/O scheduler reorders requests.
    Scheduler "scheduler";
    /// The host takes CPU time away.
    StolenProcessors "stolen-processors";
    /// The host took CPU time away after the run.
    StolenProcessorsAfter "stolen-processors-after";
    /// The drive holds swap space.
    SwapOnDrive "swap-on-drive";
    /// Timers can start jobs.
    Timers "timers";
    /// The computer is a virtual machine.
    VirtualMachine "virtual-machine";

    // The target.
    /// A part of a drive was borrowed and put back.
    Borrowed "borrowed";
    /// A capacity test was skipped because it does not fit.
    CapacityLeftOut "capacity-left-out";
    /// The file system compresses.
    Compressing "compressing";
    /// The contents of a drive were destroyed.
    ContentsDestroyed "contents-destroyed";
    /// The file system writes to a new place each time.
    CopyOnWrite "copy-on-write";
    /// Discards are skipped.
    DiscardLeftOut "discard-left-out";
    /// The flash is not in the state that the method is meant for.
    DriveState "drive-state";
    /// Something other than the drive answered, or changed its requests.
    OfNoDrive "of-no-drive";
    /// Parts of a file are holes.
    Holes "holes";
    /// The drive's lease could not be renewed.
    LeaseLost "lease-lost";
    /// A block device in memory.
    MemoryDevice "memory-device";
    /// A file system in memory.
    MemoryFileSystem "memory-file-system";
    /// A note in a method file.
    MethodNote "method-note";
    /// Requests go through the page cache.
    NoDirectIo "no-direct-io";
    /// A recording of a program was replayed instead of running it.
    ProgramReplayed "program-replayed";
    /// The drive has no identity in the fleet, so it has no lease.
    NotLeased "not-leased";
    /// Settings of the computer could not be changed as requested.
    NotTuned "not-tuned";
    /// Drives measured at once share a link that may be too slow for all of them.
    SharedLink "shared-link";
    /// A network file system.
    Remote "remote";
    /// A test file is smaller than usual.
    SizeReduced "size-reduced";
    /// Settings of the computer were not restored.
    StillTuned "still-tuned";
    /// Steps that write are skipped.
    WritesLeftOut "writes-left-out";

    // The plan.
    /// Cells with blocks below the drive's indirection unit are skipped.
    BelowIndirectionUnit "below-indirection-unit";
    /// Cells with blocks below the logical block size are skipped.
    BelowLogicalBlock "below-logical-block";
    /// The drive's indirection unit is unknown.
    IndirectionUnitUnknown "indirection-unit-unknown";
    /// Block sizes of cells are raised to the indirection unit.
    RaisedToIndirectionUnit "raised-to-indirection-unit";

    // The measurement itself.
    /// Requests were submitted later than scheduled.
    BehindSchedule "behind-schedule";
    /// Clocks of the computer differ.
    ClockDisagreed "clock-disagreed";
    /// A long pass was resumed after an interruption.
    Continued "continued";
    /// Fewer requests were outstanding than the workload allows, although more were ready to issue.
    DepthNotReached "depth-not-reached";
    /// The cell ended within its ramp: none of it counts.
    EndedInRamp "ended-in-ramp";
    /// Other programs used the drive during the cell.
    DriveUsedByOthers "drive-used-by-others";
    /// The run ended with an error.
    Failed "failed";
    /// The computer, not the drive, limited the rate.
    GeneratorBound "generator-bound";
    /// The computer did not let iogram run.
    HostPaused "host-paused";
    /// The drive reached its warning temperature.
    Hot "hot";
    /// Batches of completions are not available.
    NoWaitBatch "no-wait-batch";
    /// A disturbed cell was not measured again.
    NotMeasuredAgain "not-measured-again";
    /// Polling for completions is not available.
    NotPolled "not-polled";
    /// A borrowed part of a drive is not put back.
    NotPutBack "not-put-back";
    /// The power meter failed.
    PowerMeter "power-meter";
    /// Submitters share CPUs.
    ProcessorsShared "processors-shared";
    /// Other programs used the CPUs during the cell.
    ProcessorsUsedByOthers "processors-used-by-others";
    /// A step is left out, because the time of the run does not suffice for it.
    LeftOutForTime "left-out-for-time";
    /// The drive throttled.
    Throttled "throttled";
    /// The cell is incomplete.
    Unfinished "unfinished";
    /// Submitters waited for a CPU.
    WaitedForProcessor "waited-for-processor";

    // Conclusions from the record.
    /// Faster than the link.
    AboveTheLink "above-the-link";
    /// More requests than the kernel's queue holds.
    AboveTheQueue "above-the-queue";
    /// One repetition differs from the others.
    RepetitionOutlier "repetition-outlier";

    // Logs of other programs.
    /// A speed that no drive has.
    ImpossibleSpeed "impossible-speed";
    /// The end of the log is missing.
    LogCutOff "log-cut-off";
    /// It holds the output of several runs.
    LogSeveralRuns "log-several-runs";
    /// Tables of another kind.
    UnknownTables "unknown-tables";
    /// Lines that could not be parsed.
    UnreadableLines "unreadable-lines";
}

impl WarningCode {
    /// The code of the same problem after a run; `None` if it is not checked then.
    #[must_use]
    pub const fn after_run(&self) -> Option<Self> {
        Some(match self {
            Self::BusyDrive => Self::BusyDriveAfter,
            Self::BusyProcessors => Self::BusyProcessorsAfter,
            Self::MemoryPressure => Self::MemoryPressureAfter,
            Self::StolenProcessors => Self::StolenProcessorsAfter,
            _ => return None,
        })
    }

    /// Whether it concerns the computer, so that the user could have changed it.
    #[must_use]
    pub const fn is_of_computer(&self) -> bool {
        matches!(
            self,
            Self::Aspm
                | Self::Battery
                | Self::BusyDrive
                | Self::BusyDriveAfter
                | Self::BusyProcessors
                | Self::BusyProcessorsAfter
                | Self::Governor
                | Self::HotDrive
                | Self::IdleStates
                | Self::LowMemory
                | Self::MemoryPressure
                | Self::MemoryPressureAfter
                | Self::Scheduler
                | Self::StolenProcessors
                | Self::StolenProcessorsAfter
                | Self::SwapOnDrive
                | Self::Timers
                | Self::VirtualMachine
        )
    }
}

/// A warning for the reader of figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// Short stable name, such as `generator-bound`. Newer versions have more of them.
    #[schemars(with = "String")]
    pub code: WarningCode,
    /// One sentence with the figures, in English.
    pub message: String,
    /// The warning for every language; absent if the sentence is foreign, such as a method file's, and in records of
    /// versions that kept only the sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}

impl Warning {
    /// A warning in iogram's own words.
    #[must_use]
    pub fn new(code: WarningCode, statement: Message) -> Self {
        Self { code, message: statement.english(), statement: Some(statement) }
    }

    /// A warning with the message of an error.
    #[must_use]
    pub fn of_error(code: WarningCode, error: &Sentence) -> Self {
        Self::new(code, Message::new(MessageId::Quoted, [error.into()]))
    }

    /// A warning in foreign words, such as a method file's.
    #[must_use]
    pub fn quoted(code: WarningCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), statement: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_after_a_run_has_a_code_of_its_own() {
        for code in WarningCode::ALL {
            let Some(after) = code.after_run() else { continue };
            assert_eq!(after.as_str(), format!("{code}-after"));
            assert!(code.is_of_computer() && after.is_of_computer());
        }
    }
}
