//! The traces that come with iogram: recorded requests of free programs.

use bytes::Bytes;
use iogram_model::Nanos;

use crate::error::TraceError;
use crate::reader::TraceReader;

/// Prefix of the names of traces of a day's work; no file has such a name by accident.
const BUILTIN_PREFIX: &str = "day:";

/// Prefix of the names of traces that stand for a program's cell.
const PROGRAM_PREFIX: &str = "program:";

macro_rules! traces {
    ($($name:literal),* $(,)?) => {
        /// Name and file of each trace of a day's work.
        const TRACES: &[(&str, &[u8])] =
            &[$(($name, include_bytes!(concat!("../builtin/", $name, ".iotrace")))),*];
    };
}

traces![
    "git-build",
    "database",
    "unpack-copy",
    "program-start",
    "photo-import",
    "video",
    "package-upgrade",
    "disk-image",
    "boot",
    "phone",
];

/// The trace of a program's cell, with the settings of that program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProgramTrace {
    name: &'static str,
    bytes: &'static [u8],
    /// The method that contains the cell.
    pub method: &'static str,
    /// The settings of that method, in the syntax of `--set`; empty: none.
    pub settings: &'static str,
    /// The application, as records write it.
    pub application: &'static str,
    /// The sizes of its operations, as records write them.
    pub sizes: &'static str,
    /// Copies of the program that ran at the same time.
    pub jobs: u32,
    /// Share of operations that read, in thousandths.
    pub read_permille: u16,
    /// Operations that all copies completed.
    pub operation_count: u64,
    /// The time limit that ended the cell; `None`: a number of operations ended it.
    pub time: Option<Nanos>,
}

impl ProgramTrace {
    /// The name of the trace in [`open_builtin`].
    #[must_use]
    pub fn trace(&self) -> String {
        format!("{PROGRAM_PREFIX}{}", self.name)
    }
}

macro_rules! programs {
    ($($name:literal: $method:literal $settings:literal, $application:literal $sizes:literal x $count:literal
        $(jobs $jobs:literal)? $(read $read:literal)? $(in $seconds:literal s)?;)*) => {
        /// The traces that stand for programs' cells where no program can run.
        pub const PROGRAM_TRACES: &[ProgramTrace] = &[$(ProgramTrace {
            $(jobs: $jobs,)?
            $(read_permille: $read,)?
            $(time: Some(Nanos($seconds * Nanos::SECOND.0)),)?
            ..ProgramTrace {
                name: $name,
                bytes: include_bytes!(concat!("../builtin/programs/", $name, ".iotrace")),
                method: $method,
                settings: $settings,
                application: $application,
                sizes: $sizes,
                operation_count: $count,
                jobs: 1,
                read_permille: 0,
                time: None,
            }
        }),*];
    };
}

programs! {
    "sqlite-delete-full": "sqlite" "journal=delete", "sqlite,journal=delete,synchronous=full" "100B" x 1000;
    "sqlite-delete-normal": "sqlite" "synchronous=normal", "sqlite,journal=delete,synchronous=normal" "100B" x 1000;
    "sqlite-delete-extra": "sqlite" "synchronous=extra", "sqlite,journal=delete,synchronous=extra" "100B" x 1000;
    "sqlite-truncate-full": "sqlite" "journal=truncate", "sqlite,journal=truncate,synchronous=full" "100B" x 1000;
    "sqlite-persist-full": "sqlite" "journal=persist", "sqlite,journal=persist,synchronous=full" "100B" x 1000;
    "sqlite-wal-full": "sqlite" "journal=wal", "sqlite,journal=wal,synchronous=full" "100B" x 1000;
    "sqlite-wal-normal": "sqlite" "journal=wal synchronous=normal", "sqlite,journal=wal,synchronous=normal" "100B" x 1000;
    "sqlite-delete-full-8": "sqlite" "copies=8", "sqlite,journal=delete,synchronous=full" "100B" x 8000 jobs 8;
    "sqlite-delete-full-32": "sqlite" "copies=32", "sqlite,journal=delete,synchronous=full" "100B" x 32000 jobs 32;
    "sqlite-wal-full-8": "sqlite" "copies=8 journal=wal", "sqlite,journal=wal,synchronous=full" "100B" x 8000 jobs 8;
    "sqlite-wal-full-32": "sqlite" "copies=32 journal=wal", "sqlite,journal=wal,synchronous=full" "100B" x 32000 jobs 32;
    "sqlite-pts-wal-full": "sqlite" "variant=pts journal=wal", "sqlite,journal=wal,synchronous=full,table=pts" "20B" x 7500;
    "sqlite-pts-delete-full": "sqlite" "variant=pts journal=delete", "sqlite,journal=delete,synchronous=full,table=pts" "20B" x 7500;
    "sqlite-mix-delete-full": "sqlite" "variant=mix", "sqlite,journal=delete,synchronous=full,fill=100000" "100B" x 1000 read 500;
    "sqlite-mix-wal-full": "sqlite" "variant=mix journal=wal", "sqlite,journal=wal,synchronous=full,fill=100000" "100B" x 1000 read 500;
    "pveperf": "pveperf" "", "files,work=make,names=300,sync=each" "4001B" x 1237 in 3 s;
    "untar": "untar" "", "files,work=make" "1KiB:15,2KiB:15,4KiB:20,8KiB:20,16KiB:15,32KiB:10,64KiB:4,256KiB:1" x 10000;
    "copy-tree": "copy-tree" "", "files,work=copy,names=600" "4KiB:50,64KiB:35,1MiB:15" x 1000;
}

/// The names of all built-in traces, as [`open_builtin`] takes them.
pub fn builtin_names() -> impl Iterator<Item = String> {
    let day = TRACES.iter().map(|(name, _)| format!("{BUILTIN_PREFIX}{name}"));
    day.chain(PROGRAM_TRACES.iter().map(ProgramTrace::trace))
}

/// Whether `name` has a prefix that no file has by accident.
#[must_use]
pub fn is_builtin_name(name: &str) -> bool {
    [BUILTIN_PREFIX, PROGRAM_PREFIX].iter().any(|prefix| name.starts_with(prefix))
}

/// The built-in trace of this name; `None` if there is none.
///
/// # Errors
///
/// Never fails: a test reads all of them.
pub fn open_builtin(name: &str) -> Option<Result<TraceReader<Bytes>, TraceError>> {
    let bytes = match name.strip_prefix(BUILTIN_PREFIX) {
        Some(name) => TRACES.iter().find(|(known, _)| *known == name)?.1,
        None => {
            let name = name.strip_prefix(PROGRAM_PREFIX)?;
            PROGRAM_TRACES.iter().find(|known| known.name == name)?.bytes
        }
    };
    Some(TraceReader::new(Bytes::from_static(bytes)))
}

#[cfg(test)]
mod tests {
    use iogram_model::OpKind;

    use super::*;

    #[test]
    fn each_can_be_read_and_says_where_it_is_from() {
        let day: usize = TRACES.iter().map(|(_, bytes)| bytes.len()).sum();
        let programs: usize = PROGRAM_TRACES.iter().map(|known| known.bytes.len()).sum();
        for name in builtin_names() {
            let mut reader = open_builtin(&name).unwrap().unwrap();
            let profile = reader.profile().unwrap();
            let facts = reader.facts().clone();
            assert_eq!(facts.source, "tracefs", "{name}");
            assert!(
                facts.command.as_ref().is_some_and(|command| !command.is_empty()),
                "{name}"
            );
            assert_eq!(facts.wrong_line_count, 0, "{name}: the kernel lost nothing");
            assert!(profile.end <= 6 << 30, "{name}: within its file system");
            let unknown = facts.without_completion_count;
            assert!(unknown * 100 <= profile.request_count(), "{name}: {unknown}");
            let moved = profile.of(OpKind::Read).count + profile.of(OpKind::Write).count;
            assert!(moved >= 20, "{name}: {moved} reads and writes");
        }
        assert!(day <= 3 << 20, "{day} bytes are not too much for a repository");
        assert!(programs <= 4 << 20, "{programs} bytes are not too much for a program");
        for unknown in ["day:none", "database", "program:none", "program:database", "untar"] {
            assert!(open_builtin(unknown).is_none(), "{unknown}");
        }
    }

    #[test]
    fn a_programs_trace_is_of_the_command_that_it_is_said_to_be_of() {
        for known in PROGRAM_TRACES {
            let reader = open_builtin(&known.trace()).unwrap().unwrap();
            let command = reader.facts().command.clone().unwrap();
            let name = known.name;
            let (_, asked) = command.split_once("iogram run ").unwrap();
            let words: Vec<&str> =
                asked.split_whitespace().take_while(|word| *word != ">").collect();
            let expected = known.settings.split_whitespace().flat_map(|it| ["--set", it]);
            let expected: Vec<&str> =
                [known.method, ".", "--set", "runs=1"].into_iter().chain(expected).collect();
            assert_eq!(words, expected, "{name}");
        }
    }

    #[test]
    fn what_waits_for_the_drive_once_for_each_operation_does_so_in_its_trace() {
        for known in PROGRAM_TRACES.iter().filter(|known| known.jobs == 1) {
            let is_waiting = match known.application.strip_prefix("sqlite,") {
                Some(settings) => !settings.starts_with("journal=wal,synchronous=normal"),
                None => known.application.contains("sync=each"),
            };
            let profile = open_builtin(&known.trace()).unwrap().unwrap().profile().unwrap();
            let waits = profile.of(OpKind::Flush).count + profile.of(OpKind::Write).fua_count;
            let writes = known.operation_count * u64::from(1000 - known.read_permille) / 1000;
            let name = known.name;
            if is_waiting {
                assert!(waits * 10 >= writes * 9, "{name}: {waits} for {writes}");
            } else {
                assert!(waits * 10 <= writes, "{name}: {waits} for {writes}");
            }
        }
    }
}
