//! The nouns of iogram and their units: bytes, nanoseconds, workloads, runs, findings.
//!
//! Nothing here does I/O, reads a clock or computes a statistic. A [`Run`] is a complete measurement, so that it can
//! be stored, shown and analysed again without the drive. Types with `serde` are the stored and published form; their
//! numeric field names end in their unit.

// Values from records, logs and files are among the operands: no operation on them may panic.
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

mod advice;
mod analysis;
mod capacity;
mod capture;
mod card_sheet;
mod catalogue;
mod cell;
mod check;
mod choice;
mod code;
mod comparison;
mod conditions;
mod course;
mod device;
mod diagnosis;
mod diagnosis_rule;
pub mod disturbance;
mod drive_tests;
mod figure;
#[cfg(feature = "schema")]
mod file_schema;
mod file_system;
mod finding;
mod fleet;
mod geometry;
mod health;
mod host;
mod host_setup;
mod imported;
mod kept_outcome;
mod key_figure;
mod lay_out;
mod link;
mod message;
mod number;
mod outcome;
mod over_provisioning;
mod platform;
mod power;
mod probe;
mod purge;
mod reading;
mod reanalysis;
mod recovery;
mod rest;
mod run;
mod run_list;
mod scores;
mod search;
mod series;
mod shortcoming;
mod shown;
mod standard;
mod steady;
mod text;
mod trace;
mod units;
mod unknown;
mod warning;
pub mod wording;
mod workload;

pub use advice::{
    Advice, AdvisedDrive, AdvisedFigure, Demand, LeftOut, OrderFigure, Purpose, Reason,
    Standing, ValueForMoney,
};
pub use analysis::{Criteria, GoodFor, Headline, Severity, WantedState};
pub use capacity::{
    BadKind, BadRange, CapacityEvidence, CapacityFinding, CapacityVerdict, FileCheck,
    FullProgress, SectorCounts, Stretch, TestFileRecord, WriteFailure, WritingEnd,
};
pub use capture::CaptureRecord;
pub use card_sheet::{CardSheet, FileWrites, SheetRate, SheetWork};
pub use catalogue::{
    DriveDefect, DriveEntry, DriveFigure, DriveRun, DriveSheet, EnteredScore, Price,
    PromiseCheck, Promises, PublishedFact, PublishedFigure, Quality, Range95, SpeedClass,
};
pub use cell::{
    ApplicationRecord, CellRecord, CellState, ClockRecord, CpuTime, EndReason, EndingRecord,
    EngineRecord, ErrorRecord, Exclusion, FloorRecord, IoPath, LatencySummary, LoadCourse,
    LoadRecord, LoadStretch, Loop, Moved, OpRecord, Operations, RecordedLatency, ReplayRecord,
    ServiceRecord, StampingRecord, SteadyRecord, SteadyValue, SubmitterRecord, UnstoredRecord,
    UnstoredTeller,
};
pub use check::{CheckAdvice, CheckReport};
pub use choice::{
    Choice, ChoiceLimit, ChoicePick, ChoiceRule, DemandIntensity, DemandPoint, DemandRule,
    Taken, TakingCell, looked_at, value_of_cell,
};
pub use comparison::{
    ComparedRow, ComparedRun, ComparedScores, ComparedValue, Comparison, Difference,
    DifferenceVerdict, Obstacle, ObstacleCode, ObstacleWeight,
};
pub use conditions::{
    BesideRecord, Conditions, DriveState, DriveStateRecord, FileSystemRecord, HostRecord,
    PowerLossRecord, QueueRecord, SharedWayRecord, ToolRecord, WriteBackRecord,
    WriteCacheRecord,
};
pub use course::{
    CacheRecovery, FillProfile, Plateau, PlateauRole, SlcCache, SlcCacheType, SlowStretch,
    Stall, StallSummary,
};
pub use device::{
    AtaIdentify, AtaRecord, AtaSecurity, AtaSmart, AtaSmartAttribute, DeviceList, DeviceRecord,
    DeviceSummary, DeviceUse, DiscardRecord, ExtCsd, Limit, LimitCode, MmcCid, MmcRecord,
    NvmeController, NvmeErrorEntry, NvmeFirmware, NvmeFormat, NvmeNamespace, NvmePowerState,
    NvmeRecord, NvmeSensor, NvmeSmart, PartitionRecord, PciRecord, SdCid, SdCsd, SdRecord,
    SdScr, SdStatus, SensorRecord, UsbRecord, UseKind, ZonesRecord,
};
pub use diagnosis::{Diagnosis, DiagnosisLine, DriveCondition, JudgedUse, StallCause};
pub use diagnosis_rule::{
    DiagnosisAccess, DiagnosisQuestion, DiagnosisRule, QuestionRule, UseRule,
};
pub use drive_tests::{DriveTest, FigureRun, TestGroup};
pub use figure::{Figure, MarkRule, Rule};
#[cfg(feature = "schema")]
pub use file_schema::without_null;
pub use file_system::FileSystemKind;
#[cfg(not(feature = "schema"))]
pub use iogram_no_schema::JsonSchema;
pub use iogram_texts::{Language, Sentence, Text, sentence, text, with_values};
#[cfg(feature = "schema")]
pub use schemars::JsonSchema;
// A glob, so that a new kind of finding is declared only in its own file.
pub use finding::*;
pub use fleet::{
    DriftAlong, Fleet, FleetDistribution, FleetFigure, FleetMember, FleetModel, FleetRun,
    Oddity, OddityKind,
};
pub use geometry::{
    AlignmentAdvice, BoundaryEvidence, BoundaryRow, BoundaryTable, CountFinding, F3Evidence,
    F3Sectors, FatEvidence, FatRow, FillEvidence, FillRow, FirstUnitFinding,
    FirstUnitsEvidence, FirstUnitsRow, H2testwEvidence, OpenUnitEvidence, OpenUnitRow, ReadFit,
    ScatterEvidence, ScatterRow, SizeFinding, UnitOrder, UnitRound, UnitWritesEvidence,
    UnitWritesRow,
};
pub use health::{HealthCounters, HealthSample, HealthSeries};
pub use host::{DiskActivity, HostLook, HostPause, HostPauseReason, LookMoment, OtherActivity};
pub use host_setup::{HostSetup, SchedulerState};
pub use imported::{
    AcceptedImport, DriveWarning, ImportReport, ImportSource, ImportedCourse, ImportedEvidence,
    ImportedFact, ImportedFigures, ImportedHealth, ImportedOrder, ImportedResult, LatencyShare,
    LatencyShares, PlainWork, RefusedImport, ToldMix, ToldResult,
};
pub use key_figure::{ComparedKey, KeyFigure, KeyKind};
pub use lay_out::LayOutRecord;
pub use link::Link;
pub use message::{Argument, Arguments, Message, MessageId};
pub use number::{Summand, Total, float, rounded, whole};
pub use outcome::{Outcome, OutcomeKind};
pub use over_provisioning::{OverProvisioning, SpareBasis};
pub use platform::{
    CpuRecord, DrivePlatform, IdleState, MemoryRecord, PlatformRecord, TuneChange, TuneRecord,
};
pub use power::{Efficiency, PowerSample, PowerSeries};
pub use probe::{
    AuSource, Evidence, ProbeRecord, ReadLatencyEvidence, ReadLatencyRow, RecordingManner,
    RecordingPass, RecordingReads, RecordingWindow, SpeedClassEvidence,
};
pub use purge::{
    PurgeAttempt, PurgeCheck, PurgeChoice, PurgeMethod, PurgeOutcome, PurgeRecord, PurgeState,
    PurgeValue,
};
pub use reading::{ReadError, is_run_id, read_cell, read_run};
pub use reanalysis::{Analysis, AnalysisChange, Reanalysis};
pub use recovery::{Recovery, RecoveryRule};
pub use rest::{RestGoal, RestOutcome, RestRecord};
pub use run::{
    CardRecord, DirectAlignment, MethodRecord, PageCacheRecord, ResumeRecord, Run, RunState,
    SimulationRecord, TargetKind, TargetRecord,
};
pub use run_list::{RunLine, RunList};
pub use scores::{ReferenceScore, ScoreReference, TraceScore, TraceScores};
pub use search::{
    Asked, BrokenLimit, Search, SearchCourse, SearchLimit, SearchPhase, SearchPoint,
    SearchRule, Varied,
};
pub use series::{SecondsRange, Series, SeriesOp, SeriesRow};
pub use shortcoming::{RunShortcoming, Shortcoming};
pub use shown::{is_unseen, plain_json, shell_word, shown, shown_lines};
pub use standard::{ReportField, Standard, StandardDifference, StandardReport};
pub use steady::{SteadyRule, value_of_round};
pub use text::ParseError;
pub use trace::{ByteProgress, Pause, PausedRequest, Pauses};
pub use units::{Bytes, Nanos, Permille, Throughput};
pub use unknown::Unknown;
pub use warning::{Warning, WarningCode};
pub use workload::{
    Access, Again, Application, Arrivals, Blocks, Caching, Certainty, DataPattern, EarlyReset,
    FewBytes, FileWork, Files, Floor, Flow, JobLayout, Journal, Offset, OpKind, OpMix, Pacing,
    Pattern, PauseRule, Places, RateFloor, RecordedLoad, RecordedProgram, Region, Replay,
    ReplayHow, SeenFrom, Segments, SideLoad, SqlTable, Sqlite, SteadyBy, SteadyLimit, Stop,
    StretchOrder, Stretches, SyncCall, SyncPolicy, Synchronous, Timing, UntilSteady, Workload,
    WritePointers, Zone, ZoneOrder,
};
