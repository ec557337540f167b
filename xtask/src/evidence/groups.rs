//! Which tests stand behind which page.

/// Tests of the program that no group names stand at the end of the page.
pub(super) const OTHERS: &str = "crates/cli/tests/";

/// A title, its page beside `docs/evidence.md`, and the beginnings of the paths of its tests.
pub(super) type Group = (&'static str, &'static str, &'static [&'static str]);

/// In the order of the documentation's map.
pub(super) const GROUPS: &[Group] = &[
    (
        "Safety",
        "safety.md",
        &[
            "crates/cli/tests/guard/",
            "crates/cli/tests/program/doors.rs",
            "crates/cli/tests/program/guard.rs",
            "crates/cli/tests/program/outputs.rs",
            "crates/cli/tests/program/outside.rs",
            "crates/cli/tests/fuzz/",
            "crates/device/src/journal.rs",
            "crates/device/src/journal_place.rs",
            "crates/device/src/linux/file_users.rs",
            "crates/device/src/put_back.rs",
            "crates/device/tests/io/hangs.rs",
            "crates/device/tests/kernel/",
            "crates/door/",
            "crates/inspect/src/signature/",
            "crates/report/tests/pages/newer.rs",
            "crates/report/tests/pages/outside.rs",
            "crates/stats/src/histogram/written.rs",
            "xtask/src/tidy/writes.rs",
        ],
    ),
    (
        "Commands by task",
        "using.md",
        &[
            "crates/cli/src/args.rs",
            "crates/cli/src/args/overview.rs",
            "crates/cli/tests/program/documented.rs",
            "crates/cli/tests/program/korean.rs",
            "crates/cli/tests/program/measure.rs",
            "crates/cli/tests/program/mistakes.rs",
            "crates/cli/tests/program/output.rs",
            "crates/cli/tests/program/quick.rs",
            "crates/cli/tests/program/space.rs",
            "crates/cli/tests/program/terminal.rs",
            "crates/cli/tests/program/units.rs",
        ],
    ),
    (
        "Methods",
        "methods/README.md",
        &[
            "crates/cli/tests/program/engine.rs",
            "crates/cli/tests/program/finding_out.rs",
            "crates/cli/tests/program/image.rs",
            "crates/cli/tests/program/methods.rs",
            "crates/cli/tests/program/page_cache.rs",
            "crates/cli/tests/program/programs.rs",
            "crates/cli/tests/program/standards.rs",
            "crates/cli/tests/program/states.rs",
            "crates/runner/tests/behaviour/plans.rs",
            "crates/session/src/expected/tests.rs",
            "crates/session/src/trial.rs",
        ],
    ),
    (
        "Devices",
        "devices.md",
        &["crates/cli/tests/program/capture.rs", "crates/cli/tests/program/devices.rs"],
    ),
    (
        "The computer around the drive",
        "platform.md",
        &[
            "crates/cli/tests/program/host.rs",
            "crates/cli/tests/program/limits.rs",
            "crates/cli/tests/program/platform.rs",
            "crates/cli/tests/program/reach.rs",
            "crates/findings/tests/findings/computer.rs",
        ],
    ),
    ("Job files of fio", "fio.md", &["crates/cli/tests/program/fio"]),
    ("Traces", "traces.md", &["crates/cli/tests/program/trace.rs"]),
    ("Zoned drives", "zones.md", &["crates/cli/tests/program/zones.rs"]),
    ("Boot time", "boot.md", &["crates/cli/tests/program/boot.rs"]),
    (
        "Simulated drives",
        "simulator.md",
        &["crates/cli/tests/program/served.rs", "crates/cli/tests/program/sim.rs"],
    ),
    (
        "Conclusions",
        "conclusions.md",
        &[
            "crates/cli/tests/program/one_analysis.rs",
            "crates/findings/tests/findings/f3.rs",
            "crates/interchange/tests/logs/reports.rs",
            "crates/proving/tests/truth/",
        ],
    ),
    (
        "Runs",
        "runs.md",
        &[
            "crates/cli/tests/program/at_once.rs",
            "crates/cli/tests/program/exclude.rs",
            "crates/cli/tests/program/interruption.rs",
            "crates/cli/tests/program/resuming.rs",
            "crates/cli/tests/program/rounds.rs",
            "crates/cli/tests/program/side_by_side.rs",
            "crates/findings/tests/findings/one_number.rs",
            "crates/runner/tests/behaviour/resuming.rs",
            "crates/session/src/owner.rs",
            "crates/store/src/tests/conformance.rs",
            "crates/store/src/tests/files.rs",
        ],
    ),
    (
        "Reports",
        "reports.md",
        &[
            "crates/cli/tests/program/card.rs",
            "crates/cli/tests/program/page_places.rs",
            "crates/cli/tests/program/pages.rs",
            "crates/cli/tests/program/reviewed.rs",
        ],
    ),
    ("Articles", "seeds/README.md", &["crates/cli/tests/program/seeds"]),
    (
        "The catalogue",
        "catalogue.md",
        &[
            "crates/cli/tests/program/cards.rs",
            "crates/cli/tests/program/catalogue.rs",
            "crates/cli/tests/program/reference.rs",
            "crates/findings/tests/findings/drive_tests.rs",
            "crates/store/src/tests/drives.rs",
        ],
    ),
    (
        "Which drive for which use",
        "advise.md",
        &["crates/cli/tests/program/good_for.rs", "crates/findings/tests/findings/advise.rs"],
    ),
    (
        "Sharing",
        "sharing.md",
        &["crates/cli/tests/program/catalogue_site.rs", "crates/cli/tests/program/sharing"],
    ),
    ("Files of other tools", "import.md", &["crates/cli/tests/program/import_files.rs"]),
    (
        "Exports",
        "exports.md",
        &[
            "crates/cli/tests/program/json.rs",
            "crates/cli/tests/program/readers.rs",
            "crates/engine/src/coarse.rs",
            "crates/interchange/tests/exports",
            "crates/proving/tests/conclusions/long.rs",
        ],
    ),
    (
        "Campaigns",
        "campaigns.md",
        &[
            "crates/cli/src/campaign/",
            "crates/cli/tests/lab/",
            "crates/cli/tests/program/campaigns.rs",
        ],
    ),
    (
        "Fleets",
        "fleet.md",
        &[
            "crates/cli/tests/program/fleet.rs",
            "crates/findings/tests/findings/fleet_rules.rs",
            "crates/findings/tests/findings/many.rs",
            "crates/report/tests/pages/fleet.rs",
        ],
    ),
    (
        "One store for many computers",
        "server.md",
        &[
            "crates/cli/tests/program/default_build.rs",
            "crates/cli/tests/program/leases.rs",
            "crates/cli/tests/program/many_benches.rs",
            "crates/cli/tests/program/server",
            "crates/store/src/tests/copies.rs",
            "crates/store/src/tests/leases.rs",
            "crates/store/src/tests/server.rs",
            "crates/store/src/tests/tls.rs",
        ],
    ),
    (
        "A store of a million runs",
        "dev/scale.md",
        &["crates/store/src/summaries.rs", "crates/store/src/tests/"],
    ),
    ("Metrics", "metrics.md", &["crates/cli/tests/program/metrics.rs"]),
];
