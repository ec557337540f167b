//! The traces that come with iogram: what free programs once asked of a drive.

use bytes::Bytes;

use crate::error::TraceError;
use crate::reader::TraceReader;

/// What the names of these traces begin with, so that no file has such a name by accident.
pub const BUILTIN_PREFIX: &str = "day:";

macro_rules! traces {
    ($($name:literal),* $(,)?) => {
        /// Name and file of each.
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
];

/// The names of all of them, as [`open_builtin`] knows them.
pub fn builtin_names() -> impl Iterator<Item = String> {
    TRACES.iter().map(|(name, _)| format!("{BUILTIN_PREFIX}{name}"))
}

/// The trace of this name; `None` if none that comes with iogram is called so.
///
/// # Errors
///
/// Never fails: a test reads all of them.
pub fn open_builtin(name: &str) -> Option<Result<TraceReader<Bytes>, TraceError>> {
    let name = name.strip_prefix(BUILTIN_PREFIX)?;
    let (_, bytes) = TRACES.iter().find(|(known, _)| *known == name)?;
    Some(TraceReader::new(Bytes::from_static(bytes)))
}

#[cfg(test)]
mod tests {
    use iogram_model::OpKind;

    use super::*;

    #[test]
    fn each_can_be_read_and_says_where_it_is_from() {
        let mut size = 0;
        for (name, bytes) in TRACES {
            size += bytes.len();
            let mut reader = open_builtin(&format!("day:{name}")).unwrap().unwrap();
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
        assert!(size <= 3 << 20, "{size} bytes are not too much for a repository");
        assert!(open_builtin("day:none").is_none() && open_builtin("database").is_none());
    }
}
