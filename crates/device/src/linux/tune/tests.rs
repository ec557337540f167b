use std::collections::BTreeMap;

use super::*;
use crate::linux::units::FakeUnits;
use crate::tests_support::TempDir;

/// The laptop in a folder that may be changed.
fn laptop() -> (TempDir, SysRoot) {
    fn copy(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let (from, to) = (entry.path(), to.join(entry.file_name()));
            let kind = entry.file_type().unwrap();
            if kind.is_symlink() {
                std::os::unix::fs::symlink(std::fs::read_link(from).unwrap(), to).unwrap();
            } else if kind.is_dir() {
                copy(&from, &to);
            } else {
                std::fs::copy(from, to).unwrap();
            }
        }
    }
    let dir = TempDir::new("tune");
    copy(&crate::tests_support::computer("laptop").base, dir.path());
    dir.write("dev/cpu_dma_latency", "");
    let root = SysRoot::below(dir.path());
    (dir, root)
}

fn units() -> Arc<FakeUnits> {
    Arc::new(FakeUnits::running(&["fstrim.timer", "cron.service", "example-other.timer"]))
}

fn request() -> TuneRequest {
    TuneRequest { device: Some("nvme0n1p1".to_owned()), ..TuneRequest::default() }
}

/// Every file of sysfs with what it holds.
fn settings(root: &SysRoot) -> BTreeMap<PathBuf, Vec<u8>> {
    fn collect(dir: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in std::fs::read_dir(dir).unwrap() {
            let entry = entry.unwrap();
            let kind = entry.file_type().unwrap();
            if kind.is_dir() {
                collect(&entry.path(), found);
            } else if kind.is_file() {
                found.insert(entry.path(), std::fs::read(entry.path()).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    collect(&root.sys, &mut found);
    for content in found.values_mut() {
        *content = content.trim_ascii().to_vec();
    }
    found
}

#[test]
fn what_is_set_for_a_run_is_put_back_when_it_ends() {
    let (dir, root) = laptop();
    let (units, place) = (units(), dir.path().join("var/lib/iogram/tuned"));
    let policy = dir.path().join("sys/module/pcie_aspm/parameters/policy");
    std::fs::write(&policy, "default").unwrap();
    let scheduler = dir.path().join("sys/block/nvme0n1/queue/scheduler");
    std::fs::write(&scheduler, "none_is_offered none").unwrap();
    let before = settings(&root);
    let tuning = Tuning::begin(&root, &place, &request(), units.clone()).unwrap();
    let record = tuning.record();
    assert_eq!(record.failures, Vec::<String>::new());
    let count = |what: &str| record.changes.iter().filter(|it| it.what == what).count();
    assert_eq!((count("governor"), count("energy preference")), (4, 4));
    assert_eq!((count("I/O scheduler"), count("NVMe power saving (APST)")), (1, 1));
    assert_eq!((count("PCIe power saving (ASPM)"), count("turbo")), (1, 0));
    assert_eq!((count("fstrim.timer"), count("cron.service"), count("idle states")), (1, 1, 1));
    assert_eq!(units.names(), ["example-other.timer"]);
    assert_eq!(std::fs::read(&policy).unwrap(), b"performance");
    let latency = std::fs::read(root.dev.join("cpu_dma_latency")).unwrap();
    assert_eq!(latency, 10_i32.to_ne_bytes());
    assert!(place.exists());
    assert_eq!(tuning.restore(), Vec::<String>::new());
    assert_eq!(settings(&root), before);
    assert_eq!(units.names(), ["cron.service", "example-other.timer", "fstrim.timer"]);
    assert!(!place.exists());
}

#[test]
fn after_a_crash_everything_is_put_back_from_the_state_file() {
    let (dir, root) = laptop();
    let (units, place) = (units(), dir.path().join("var/lib/iogram/tuned"));
    let before = settings(&root);
    let request = TuneRequest { turbo_off: true, stays: true, device: None };
    let tuning = Tuning::begin(&root, &place, &request, units.clone()).unwrap();
    let changed = settings(&root);
    assert_ne!(changed, before);
    // A process that was killed holds no lock any more, and has put nothing back.
    tuning.keep();
    assert_eq!(settings(&root), changed);
    let failures = restore_tuning(&root, &place, units.as_ref()).unwrap();
    let policy = "PCIe power saving (ASPM)";
    assert!(failures.unwrap().iter().all(|why| why.to_string().starts_with(policy)));
    let restored = settings(&root);
    let differ = restored.iter().filter(|(path, text)| before[*path] != **text);
    let differ: Vec<_> = differ.map(|(path, _)| path.file_name().unwrap()).collect();
    assert!(differ.iter().all(|name| *name == "policy"), "{differ:?}");
    assert_eq!(units.names().len(), 3);
    assert_eq!(restore_tuning(&root, &place, units.as_ref()).unwrap(), None);
}

#[test]
fn an_interruption_at_any_change_leaves_a_file_that_puts_all_of_them_back() {
    let (dir, root) = laptop();
    std::fs::remove_file(dir.path().join("sys/module/pcie_aspm/parameters/policy")).unwrap();
    let (units, place) = (units(), dir.path().join("tuned"));
    let before = settings(&root);
    let request = TuneRequest { stays: true, turbo_off: true, device: None };
    let planned = plan_tuning(&root, &request, units.as_ref());
    assert!(planned.len() > 12, "{planned:?}");
    for interrupted in 0..=planned.len() {
        let mut state = StateFile::lock(&place).unwrap();
        state.write(&root, &planned).unwrap();
        for change in &planned[..interrupted] {
            change.apply(&root, units.as_ref()).unwrap();
        }
        drop(state);
        let failures = restore_tuning(&root, &place, units.as_ref()).unwrap().unwrap();
        assert!(failures.is_empty(), "{interrupted}: {failures:?}");
        assert_eq!(settings(&root), before, "{interrupted}");
        assert_eq!(units.names().len(), 3, "{interrupted}");
    }
}

#[test]
fn what_somebody_else_has_set_meanwhile_stays_and_is_said() {
    let (dir, root) = laptop();
    let (units, place) = (units(), dir.path().join("tuned"));
    let tuning = Tuning::begin(&root, &place, &request(), units).unwrap();
    let governor = "sys/devices/system/cpu/cpufreq/policy2/scaling_governor";
    dir.write(governor, "schedutil");
    let failures = tuning.restore();
    let said = failures
        .iter()
        .map(ToString::to_string)
        .find(|why| why.starts_with("governor"))
        .unwrap();
    assert_eq!(
        said,
        "governor (/sys/devices/system/cpu/cpufreq/policy2/scaling_governor): it is schedutil by \
         now, which somebody else has set"
    );
    assert_eq!(std::fs::read(dir.path().join(governor)).unwrap(), b"schedutil");
}

#[test]
fn two_at_once_are_refused_and_change_nothing() {
    let (dir, root) = laptop();
    let (units, place) = (units(), dir.path().join("tuned"));
    let _first = Tuning::begin(&root, &place, &request(), units.clone()).unwrap();
    let during = settings(&root);
    let error = Tuning::begin(&root, &place, &request(), units).unwrap_err().to_string();
    assert!(error.contains("still running"), "{error}");
    assert_eq!(settings(&root), during);
}

#[test]
fn after_a_restart_of_the_computer_nothing_is_put_back() {
    let (dir, root) = laptop();
    let (units, place) = (units(), dir.path().join("tuned"));
    let request = TuneRequest { stays: true, ..TuneRequest::default() };
    Tuning::begin(&root, &place, &request, units.clone()).unwrap().keep();
    let tuned = settings(&root);
    dir.write("proc/sys/kernel/random/boot_id", "another");
    let failures = restore_tuning(&root, &place, units.as_ref()).unwrap();
    assert_eq!(failures, Some(Vec::new()));
    assert_eq!(settings(&root), tuned);
    assert!(!place.exists());
}
