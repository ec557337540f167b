use std::collections::BTreeMap;

use super::*;
use crate::linux::units::FakeUnits;
use crate::tests_support::TempDir;

/// The laptop, in a folder that may be changed.
fn laptop() -> (TempDir, SysRoot) {
    let (dir, root) = copy_of("laptop");
    dir.write("dev/cpu_dma_latency", "");
    (dir, root)
}

/// A captured computer, in a folder that may be changed.
fn copy_of(computer: &str) -> (TempDir, SysRoot) {
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
    copy(&crate::tests_support::computer(computer).base, dir.path());
    let root = SysRoot::below(dir.path());
    (dir, root)
}

fn units() -> Arc<FakeUnits> {
    Arc::new(FakeUnits::running(&["fstrim.timer", "cron.service", "example-other.timer"]))
}

fn request() -> TuneRequest {
    TuneRequest { device: Some("nvme0n1p1".to_owned()), ..TuneRequest::default() }
}

/// Every file of sysfs with its contents.
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
    // A killed process no longer holds a lock, and has restored nothing.
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

/// A computer with a SATA drive whose cache is on, and the file that shows it.
fn with_cache() -> (TempDir, SysRoot, PathBuf) {
    let (dir, root) = copy_of("sata");
    let device = std::fs::canonicalize(dir.path().join("sys/block/sda/device")).unwrap();
    let file = device.join("scsi_disk/0:0:0:0/cache_type");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "write back\n").unwrap();
    (dir, root, file)
}

#[track_caller]
fn check_cache(file: &Path, root: &SysRoot, is_on: bool) {
    let expected = if is_on { "write back" } else { "write through" };
    assert_eq!(std::fs::read(file).unwrap().trim_ascii(), expected.as_bytes());
    assert_eq!(crate::linux::write_cache::is_write_cache_on(root, "sda"), Some(is_on));
}

#[test]
fn a_write_cache_is_switched_for_a_run_and_put_back() {
    let (dir, root, file) = with_cache();
    check_cache(&file, &root, true);
    let places = dir.path().join("var/lib/iogram");
    assert!(Tuning::of_write_cache(&root, &places, "sda", true).unwrap().is_none());
    assert_eq!(switched_write_caches(&places, None), Vec::<PathBuf>::new());
    let tuning = Tuning::of_write_cache(&root, &places, "sda", false).unwrap().unwrap();
    check_cache(&file, &root, false);
    assert_eq!(tuning.record().changes[0].during, "off");
    assert_eq!(switched_write_caches(&places, None).len(), 1);
    // Another run on the same drive at the same time would restore it too early.
    let error = Tuning::of_write_cache(&root, &places, "sda", false).unwrap_err().to_string();
    assert!(error.contains("still running"), "{error}");
    assert_eq!(tuning.restore(), Vec::<Sentence>::new());
    check_cache(&file, &root, true);
    assert_eq!(switched_write_caches(&places, None), Vec::<PathBuf>::new());
}

#[test]
fn a_cache_that_was_left_switched_is_put_back_after_a_restart_too_once_its_drive_is_there() {
    let (dir, root, file) = with_cache();
    let places = dir.path().join("var/lib/iogram");
    Tuning::of_write_cache(&root, &places, "sda", false).unwrap().unwrap().keep();
    check_cache(&file, &root, false);
    dir.write("proc/sys/kernel/random/boot_id", "another");
    let restore = || {
        let left = switched_write_caches(&places, None);
        restore_tuning(&root, &left[0], units().as_ref()).unwrap().unwrap()
    };
    let away = file.with_extension("away");
    std::fs::rename(&file, &away).unwrap();
    assert_eq!(
        restore().iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["write cache of sda: the drive does not say whether it is on"]
    );
    std::fs::rename(&away, &file).unwrap();
    assert_eq!(restore(), Vec::<Sentence>::new());
    check_cache(&file, &root, true);
    assert_eq!(switched_write_caches(&places, None), Vec::<PathBuf>::new());
}

#[test]
fn a_cache_of_which_nobody_knows_or_that_could_not_be_found_again_is_left_alone() {
    let (dir, root, file) = with_cache();
    let places = dir.path().join("var/lib/iogram");
    #[track_caller]
    fn refuses(root: &SysRoot, places: &Path, device: &str, why: &str) {
        let error = Tuning::of_write_cache(root, places, device, false).unwrap_err();
        assert!(error.to_string().contains(why), "{error}");
        assert_eq!(switched_write_caches(places, None), Vec::<PathBuf>::new());
    }
    refuses(&root, &places, "md127", "lies on others");
    std::fs::write(&file, "unheard of\n").unwrap();
    refuses(&root, &places, "sda", "says whether it is on");
    assert_eq!(std::fs::read(&file).unwrap(), b"unheard of\n");
}
