//! Swaps and mounts between a permit and the first write.
//!
//! A thread swaps things as fast as it can while the program starts again and again. The program must not write to
//! anything that was not named, nor to anything mounted. `IOGRAM_RACES` sets the number of swaps; the default is
//! small.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::common::{Bench, on_bench, on_mountable, run};

/// The number of swaps that a test waits for.
fn wanted() -> usize {
    let count = std::env::var_os("IOGRAM_RACES");
    count.and_then(|count| count.to_str()?.parse().ok()).unwrap_or(40)
}

/// Runs the program until `exchange` has run often enough; `check` judges each end.
fn race(
    bench: &Bench,
    arguments: &[&str],
    exchange: impl Fn() + Sync,
    mut check: impl FnMut(),
) {
    let (count, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let mut written = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                exchange();
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
        while count.load(Ordering::Relaxed) < wanted() {
            let said = bench.iogram(arguments);
            let is_known = matches!(said.code, Some(0 | 2 | 3 | 4));
            check();
            written += usize::from(said.code == Some(0));
            if !is_known {
                is_over.store(true, Ordering::Relaxed);
                panic!("it ended otherwise: {said:?}");
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
    let count = count.load(Ordering::Relaxed);
    eprintln!("{count} exchanges, the program wrote {written} times");
}

fn write<'a>(target: &'a str, typed: &'a str) -> [&'a str; 10] {
    [
        "measure",
        target,
        "--read",
        "0%",
        "--amount",
        "512KiB",
        "--no-store",
        "--quiet",
        "--destroy",
        typed,
    ]
}

/// A loop device with an unlikely number, set up again and again.
struct OwnLoop {
    path: String,
    dir: PathBuf,
}

impl OwnLoop {
    fn new(dir: &Path) -> Self {
        let path = format!("/dev/loop{}", 4000 + std::process::id() % 60_000);
        Self { path, dir: dir.to_owned() }
    }

    /// A program that looks at all devices at this moment keeps a loop device busy for a while after its detachment.
    fn attach(&self, file: &Path) -> Result<(), String> {
        let attach = || run("losetup", &[&self.path, file.to_str().unwrap()]).map(drop);
        for _ in 0..50 {
            match attach() {
                Err(why) if why.contains("busy") => drop(run("sleep", &["0.1"])),
                done => return done,
            }
        }
        attach()
    }

    /// Only this test's own device.
    fn detach(&self) {
        let name = self.path.trim_start_matches("/dev/");
        let file = std::fs::read(format!("/sys/block/{name}/loop/backing_file"));
        let own = self.dir.as_os_str().as_encoded_bytes();
        if file.is_ok_and(|file| file.starts_with(own)) {
            run("losetup", &["--detach", &self.path]).ok();
        }
    }
}

impl Drop for OwnLoop {
    fn drop(&mut self) {
        self.detach();
    }
}

fn random_like(path: &Path) -> Vec<u8> {
    let words = (0..8_u64 << 17).map(|index| index.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, &bytes).unwrap();
    bytes
}

#[test]
fn a_loop_device_that_gets_another_file_of_the_same_name_is_not_written() {
    on_bench(|bench| {
        let (mine, other) = (bench.path("a/disk.img"), bench.path("b/disk.img"));
        let kept = random_like(&other);
        random_like(&mine);
        let device = OwnLoop::new(&bench.path(""));
        device.attach(&mine)?;
        let name = device.path.trim_start_matches("/dev/");
        let typed = format!("{name}:{}", mine.display());
        let exchange = || {
            for file in [&other, &mine] {
                device.detach();
                device.attach(file).ok();
            }
        };
        race(bench, &write(&device.path, &typed), exchange, || {
            assert!(std::fs::read(&other).unwrap() == kept, "the other file was written");
        });
        Ok(())
    });
}

#[test]
fn a_link_that_is_turned_to_another_device_writes_nothing_there() {
    on_bench(|bench| {
        let other = bench.path("other.img");
        let kept = random_like(&other);
        let device = OwnLoop::new(&bench.path(""));
        device.attach(&other)?;
        let (link, next) = (bench.path("link"), bench.path("next"));
        std::os::unix::fs::symlink(bench.device(), &link).unwrap();
        let exchange = || {
            for device in [&device.path, bench.device()] {
                std::os::unix::fs::symlink(device, &next).unwrap();
                std::fs::rename(&next, &link).unwrap();
                std::thread::yield_now();
            }
        };
        let typed = bench.typed_name();
        race(bench, &write(link.to_str().unwrap(), &typed), exchange, || {
            assert!(std::fs::read(&other).unwrap() == kept, "the other file was written");
        });
        Ok(())
    });
}

#[test]
fn a_device_is_never_written_while_it_is_mounted() {
    on_mountable(|bench| {
        let at = bench.path("at");
        std::fs::create_dir(&at).unwrap();
        let at = at.to_str().unwrap();
        let (mounted, wrong) = (AtomicUsize::new(0), AtomicBool::new(false));
        let device = bench.device();
        let exchange = || {
            if run("mount", &["-o", "ro,noload", device, at]).is_ok() {
                let before = bench.bytes();
                mounted.fetch_add(1, Ordering::Relaxed);
                std::thread::yield_now();
                let is_same = bench.bytes() == before;
                wrong.fetch_or(!is_same, Ordering::Relaxed);
                run("umount", &[at]).unwrap();
            }
        };
        // Beyond the file system's own blocks, so that it can be mounted again.
        let typed = bench.typed_name();
        let region = ["--region", "24MiB..28MiB"];
        let arguments = [&write(device, &typed)[..], &region].concat();
        race(bench, &arguments, exchange, || {
            assert!(!wrong.load(Ordering::Relaxed), "written while it was mounted");
        });
        eprintln!("{} mounts", mounted.load(Ordering::Relaxed));
        assert!(mounted.load(Ordering::Relaxed) > 0);
        Ok(())
    });
}
