//! Checks that may be skipped, each with its reason.
//!
//! Knows the reasons that are accepted in CI, where every requirement is installed. Must not know how a check detects
//! that it cannot run.
//!
//! On a developer's machine anything may be missing, and the log ends with the list of skipped checks. In CI
//! (`CI=true`, set by `.ci/run`) a skip that is not declared here fails the run. A full run reports entries without a
//! match, so that the list stays short.

use std::fmt;

/// A skipped check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Skip {
    /// The test or the step.
    pub(crate) check: String,
    pub(crate) reason: String,
}

impl Skip {
    pub(crate) fn new(check: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { check: check.into(), reason: reason.into() }
    }
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "skipped: {}: {}", self.check, self.reason)
    }
}

/// A skip that CI accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Declared {
    /// The name of the check: whole, or the beginning of it before `*`.
    check: &'static str,
    /// A part of the reason.
    reason: &'static str,
    /// The reason why it cannot run, and the affected machines.
    why: &'static str,
}

/// All accepted skips.
const DECLARED: &[Declared] = &[
    Declared {
        check: "file_systems::*",
        reason: "unknown filesystem type 'vfat'",
        why: "kernels of light virtual machines (Firecracker) are built without FAT",
    },
    Declared {
        check: "permits::*",
        reason: "/dev/mapper/control",
        why: "kernels of light virtual machines (Firecracker) are built without device mapper; the \
              virtual machine of hwbench has LVM and LUKS",
    },
    Declared {
        check: "trace::what_a_command_asks*",
        reason: "the kernel's tracing files",
        why: "containers may not mount them, and kernels of light virtual machines may have none",
    },
    Declared {
        check: "promtool_takes_the_metrics*",
        reason: "there is no promtool",
        why: "Debian's prometheus is a server with its users and services: no image for tests needs to have it",
    },
    Declared {
        check: "metrics::promtool_takes_the_metrics*",
        reason: "there is no promtool",
        why: "as above: the metrics of a whole base, through the program",
    },
    Declared {
        check: "hwbench guard ZFS: in a pool",
        reason: "the distribution's kernel has no ZFS module",
        why: "Debian 12 builds no ZFS module; what a pool leaves is recognised from its labels in crates/device",
    },
    Declared {
        check: "hwbench guard bcachefs: in a file system",
        reason: "the distribution has no tools for bcachefs",
        why: "Debian 12 has no bcachefs-tools; its superblocks are recognised in crates/device",
    },
];

/// The skips of a run, compared with the list.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// Skipped without being declared.
    pub(crate) undeclared: Vec<Skip>,
    /// Declared, but without a match.
    pub(crate) stale: Vec<String>,
}

/// Compares `skips` with the list.
pub(crate) fn judge(skips: &[Skip]) -> Judgement {
    judge_by(DECLARED, skips)
}

fn judge_by(declared: &[Declared], skips: &[Skip]) -> Judgement {
    let undeclared = |skip: &&Skip| !declared.iter().any(|entry| entry.covers(skip));
    let stale = declared.iter().filter(|entry| !skips.iter().any(|skip| entry.covers(skip)));
    Judgement {
        undeclared: skips.iter().filter(undeclared).cloned().collect(),
        stale: stale
            .map(|entry| format!("{}: {} ({})", entry.check, entry.reason, entry.why))
            .collect(),
    }
}

impl Declared {
    fn covers(&self, skip: &Skip) -> bool {
        let is_named = match self.check.strip_suffix('*') {
            Some(beginning) => skip.check.starts_with(beginning),
            None => skip.check == self.check,
        };
        is_named && skip.reason.contains(self.reason)
    }
}

/// Whether every requirement must be installed.
pub(crate) fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &[Declared] = &[
        Declared { check: "permits::*", reason: "no mapper", why: "light kernels" },
        Declared { check: "web", reason: "no npm", why: "never" },
    ];

    #[test]
    fn a_skip_is_right_only_with_its_check_and_its_reason() {
        #[track_caller]
        fn check(name: &str, reason: &str, expected: bool) {
            let skip = Skip::new(name, reason);
            let is_declared = judge_by(LIST, std::slice::from_ref(&skip)).undeclared.is_empty();
            assert_eq!(is_declared, expected, "{skip}");
        }
        check("permits::a_mapped_device", "dmsetup: no mapper here", true);
        check("permits::a_mapped_device", "no root", false);
        check("guard::a_mapped_device", "no mapper", false);
        check("web", "there is no npm", true);
        check("website", "no npm", false);
    }

    #[test]
    fn an_entry_that_nothing_matches_is_reported() {
        let judgement = judge_by(LIST, &[Skip::new("web", "no npm")]);
        assert_eq!(judgement.stale, ["permits::*: no mapper (light kernels)"]);
        assert!(judgement.undeclared.is_empty());
    }

    #[test]
    fn every_entry_says_why() {
        for entry in DECLARED {
            assert!(entry.why.len() > 20 && !entry.reason.is_empty(), "{entry:?}");
        }
    }
}
