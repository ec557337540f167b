//! Every state in which a drive must not be written, as data.
//!
//! A script sets it up, another undoes it; between them both tools try to write to the target. Scripts run with `set
//! -e`; placeholders are filled as in [`super::scene::fill`]. The modules are named after the common traits of their
//! states.

/// One state.
#[derive(Debug, Clone, Copy)]
pub(super) struct State {
    pub(super) name: &'static str,
    /// The drives that take part, `{a}` first; the hash is taken of all of them.
    pub(super) drives: &'static [&'static str],
    pub(super) set_up: &'static str,
    pub(super) take_down: &'static str,
    /// The target of both tools.
    pub(super) target: &'static str,
    /// Accepted texts of the refusal.
    pub(super) says: &'static [&'static str],
}

const MOUNTED: &[&str] = &["is mounted at"];
const BUILT_ON: &[&str] = &["is built on"];
const BUSY: &[&str] = &["open exclusively"];

/// A file system that writes nothing by itself after mount and sync.
macro_rules! ext4 {
    ($device:literal) => {
        concat!(
            "mke2fs -q -F -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 ",
            $device,
            "\n"
        )
    };
}

/// One partition from 1 MiB to the end.
macro_rules! partition {
    ($device:literal, $partition:literal) => {
        concat!(
            "echo 'start=2048' | sfdisk -q --wipe never --no-tell-kernel ",
            $device,
            "\nblockdev --rereadpt ",
            $device,
            "\nwhile [ ! -b ",
            $partition,
            " ]; do usleep 10000; done\n"
        )
    };
}

/// Keeps `$!` for the cleanup, and waits until it reports that it is ready.
macro_rules! in_background {
    ($command:literal) => {
        concat!(
            "rm -f /run/ready\n",
            $command,
            " &\necho $! > /run/background\n",
            "while [ ! -e /run/ready ]; do usleep 10000; done\n"
        )
    };
}

mod first;
mod mounted;
mod stacked;
mod users;

/// Every state.
pub(super) fn all() -> impl Iterator<Item = &'static State> {
    [users::STATES, stacked::STATES, mounted::STATES, first::STATES].into_iter().flatten()
}

/// States that cannot be set up here, with the reason.
pub(super) const IMPOSSIBLE: &[(&str, &str)] = &[
    ("ZFS: in a pool", "the distribution's kernel has no ZFS module"),
    ("bcachefs: in a file system", "the distribution has no tools for bcachefs"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::drives::DRIVES;

    #[test]
    fn every_state_has_a_name_of_its_own_and_drives_that_exist() {
        let names: BTreeSet<&str> = all().map(|state| state.name).collect();
        assert_eq!(names.len(), all().count());
        for state in all() {
            let is_known = |name: &&str| DRIVES.iter().any(|drive| drive.name == *name);
            assert!(state.drives.iter().all(is_known), "{}", state.name);
            assert!(!state.says.is_empty(), "{}", state.name);
        }
    }

    #[test]
    fn scripts_use_only_the_drives_that_the_state_names() {
        for state in all() {
            for (device, count) in
                [("{a}", 1), ("{a1}", 1), ("{a5}", 1), ("{b}", 2), ("{b1}", 2)]
            {
                let uses = [state.set_up, state.take_down, state.target]
                    .iter()
                    .any(|text| text.contains(device));
                assert!(!uses || state.drives.len() >= count, "{}: {device}", state.name);
            }
        }
    }
}
