//! What a reader of numbers is told beside them.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::code::codes;
use crate::message::{Message, MessageId};
use crate::sentence::Sentence;

codes! {
    /// Which warning: a short stable name, such as `generator-bound`.
    WarningCode;

    // Of the computer, before and after a run.
    /// The link's power saving.
    Aspm "aspm";
    /// It runs on battery.
    Battery "battery";
    /// Others use the drive.
    BusyDrive "busy-drive";
    /// Others used the drive when the run had ended.
    BusyDriveAfter "busy-drive-after";
    /// Others use the processors.
    BusyProcessors "busy-processors";
    /// Others used the processors when the run had ended.
    BusyProcessorsAfter "busy-processors-after";
    /// Clocks of processors are kept low.
    Governor "governor";
    /// The drive is near its limit.
    HotDrive "hot-drive";
    /// Processors fall asleep deeply.
    IdleStates "idle-states";
    /// Little memory is left.
    LowMemory "low-memory";
    /// Programs wait for memory.
    MemoryPressure "memory-pressure";
    /// Programs waited for memory when the run had ended.
    MemoryPressureAfter "memory-pressure-after";
    /// The kernel orders requests anew.
    Scheduler "scheduler";
    /// A host takes processor time away.
    StolenProcessors "stolen-processors";
    /// A host took processor time away when the run had ended.
    StolenProcessorsAfter "stolen-processors-after";
    /// The drive holds swap space.
    SwapOnDrive "swap-on-drive";
    /// Jobs that start by themselves.
    Timers "timers";
    /// It is a virtual machine.
    VirtualMachine "virtual-machine";

    // Of what is measured, and where.
    /// What was borrowed of a drive and put back.
    Borrowed "borrowed";
    /// A test of the capacity does not fit.
    CapacityLeftOut "capacity-left-out";
    /// The file system compresses.
    Compressing "compressing";
    /// What a drive held was destroyed.
    ContentsDestroyed "contents-destroyed";
    /// The file system writes elsewhere each time.
    CopyOnWrite "copy-on-write";
    /// Discards are left out.
    DiscardLeftOut "discard-left-out";
    /// The flash is in another state than the method is about.
    DriveState "drive-state";
    /// Something else than the drive answered, or gave it other requests.
    OfNoDrive "of-no-drive";
    /// Parts of a file hold nothing.
    Holes "holes";
    /// The drive's lease could not be renewed.
    LeaseLost "lease-lost";
    /// A device in memory.
    MemoryDevice "memory-device";
    /// A file system in memory.
    MemoryFileSystem "memory-file-system";
    /// What a method file says.
    MethodNote "method-note";
    /// Requests go through the page cache.
    NoDirectIo "no-direct-io";
    /// Recorded requests of a program stand for it.
    ProgramReplayed "program-replayed";
    /// Nothing tells the drive from others in the fleet.
    NotLeased "not-leased";
    /// The computer could not be set as asked.
    NotTuned "not-tuned";
    /// Drives that were measured at once share a link that may be too slow for all of them.
    SharedLink "shared-link";
    /// A file system of another computer.
    Remote "remote";
    /// A test file is smaller than usual.
    SizeReduced "size-reduced";
    /// Settings of the computer were not put back.
    StillTuned "still-tuned";
    /// Steps that write are left out.
    WritesLeftOut "writes-left-out";

    // Of a plan.
    /// Cells below the drive's indirection unit are left out.
    BelowIndirectionUnit "below-indirection-unit";
    /// Cells below the logical block are left out.
    BelowLogicalBlock "below-logical-block";
    /// The drive's indirection unit is unknown.
    IndirectionUnitUnknown "indirection-unit-unknown";
    /// Cells are raised to the indirection unit.
    RaisedToIndirectionUnit "raised-to-indirection-unit";

    // Of the measurement itself.
    /// Requests were sent later than asked for.
    BehindSchedule "behind-schedule";
    /// Clocks of the computer differ.
    ClockDisagreed "clock-disagreed";
    /// A long pass went on after it was broken off.
    Continued "continued";
    /// Fewer requests were outstanding than asked for, while there were more to issue.
    DepthNotReached "depth-not-reached";
    /// The cell was over before its ramp was: nothing of it counts.
    EndedInRamp "ended-in-ramp";
    /// Others used the drive meanwhile.
    DriveUsedByOthers "drive-used-by-others";
    /// The run ended with an error.
    Failed "failed";
    /// The computer set the pace.
    GeneratorBound "generator-bound";
    /// The computer stood still.
    HostPaused "host-paused";
    /// The drive reached its warning temperature.
    Hot "hot";
    /// Completions are not waited for in batches.
    NoWaitBatch "no-wait-batch";
    /// A disturbed cell was not measured again.
    NotMeasuredAgain "not-measured-again";
    /// Completions cannot be polled for.
    NotPolled "not-polled";
    /// What was borrowed is not put back.
    NotPutBack "not-put-back";
    /// The power meter failed.
    PowerMeter "power-meter";
    /// Submitters share processors.
    ProcessorsShared "processors-shared";
    /// Others used the processors meanwhile.
    ProcessorsUsedByOthers "processors-used-by-others";
    /// A step is left out, because the time of the run does not suffice for it.
    LeftOutForTime "left-out-for-time";
    /// The drive slowed itself down.
    Throttled "throttled";
    /// The cell did not come to its end.
    Unfinished "unfinished";
    /// Submitters waited for a processor.
    WaitedForProcessor "waited-for-processor";

    // What follows from it.
    /// Faster than the link.
    AboveTheLink "above-the-link";
    /// More requests than the kernel's queue holds.
    AboveTheQueue "above-the-queue";
    /// One repetition is unlike the others.
    RepetitionOutlier "repetition-outlier";

    // Of logs of other programs.
    /// A speed that no drive has.
    ImpossibleSpeed "impossible-speed";
    /// Its end is missing.
    LogCutOff "log-cut-off";
    /// It holds a program's output more than once.
    LogSeveralRuns "log-several-runs";
    /// Tables of another kind.
    UnknownTables "unknown-tables";
    /// Lines that say nothing.
    UnreadableLines "unreadable-lines";
}

impl WarningCode {
    /// The same of a look after the run; `None` for what is not looked at then.
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

    /// Whether it is about the computer around the drive, so that somebody could have changed it.
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

/// Something the reader of the numbers has to know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// Short stable name, such as `generator-bound`. Newer versions have more of them.
    #[schemars(with = "String")]
    pub code: WarningCode,
    /// One sentence with the figures, in English.
    pub message: String,
    /// The same for every language; absent where the sentence is somebody else's, such as a method file's, and in
    /// records of versions that kept the sentence alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}

impl Warning {
    /// A warning in words of iogram's own.
    #[must_use]
    pub fn new(code: WarningCode, statement: Message) -> Self {
        Self { code, message: statement.english(), statement: Some(statement) }
    }

    /// A warning that says what an error says.
    #[must_use]
    pub fn of_error(code: WarningCode, error: &Sentence) -> Self {
        Self::new(code, Message::new(MessageId::Quoted, [error.into()]))
    }

    /// A warning in somebody else's words: a method file's.
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
