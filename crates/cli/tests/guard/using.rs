//! Borrowed blocks are not put back over newer writes: the program is killed at any moment, somebody uses the device,
//! and a restore loses neither the newest data nor the saved blocks.

use std::collections::BTreeMap;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::Duration;

use crate::common::{Bench, Said, on_bench_of, run};

const SIZE: usize = 24 << 20;
const PART: usize = 8 << 20;
const SECTOR: usize = 512;

/// A small generator; the moments only need to be spread.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        let state = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = state.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// Bytes that nobody else writes.
    fn bytes(&mut self, length: usize) -> Vec<u8> {
        let mut byte = || 1 + u8::try_from(self.below(255)).unwrap();
        (0..length).map(|_| byte()).collect()
    }
}

/// Uses of a borrowed device before the restore.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Nothing,
    /// One block at a random place, as with `dd`.
    Block,
    /// A file in the possibly remaining file system.
    MtoolsCopy,
    /// A new FAT with a file.
    MtoolsFormat,
    /// A new ext4, mounted, with a file.
    Ext4,
    PartitionTable,
    /// The headers of LUKS2 with data behind them.
    Luks,
    /// Another run that destroys.
    Destroy,
    /// Another run that borrows, with a journal elsewhere.
    Borrow,
    /// The same, also killed.
    BorrowKilled,
}

const USES: [Use; 9] = [
    Use::Block,
    Use::MtoolsCopy,
    Use::MtoolsFormat,
    Use::Ext4,
    Use::PartitionTable,
    Use::Luks,
    Use::Destroy,
    Use::Borrow,
    Use::BorrowKilled,
];

fn write_device(bench: &Bench, bytes: &[u8], offset: u64) {
    let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::CLOEXEC;
    let fd = rustix::fs::open(bench.device(), flags, rustix::fs::Mode::empty()).unwrap();
    let file = std::fs::File::from(fd);
    file.write_all_at(bytes, offset).unwrap();
    file.sync_all().unwrap();
}

/// The file of the device contains all other writes to it.
fn device_bytes(bench: &Bench) -> Vec<u8> {
    write_device(bench, &[], 0);
    run("blockdev", &["--flushbufs", bench.device()]).unwrap();
    bench.bytes()
}

/// Files of saved blocks in a directory.
fn journals(directory: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|it| it == ending)).collect()
}

/// Runs until it is done, or until the moment of the kill.
fn kill_after(child: &mut Child, millis: u64) {
    for _step in 0..millis {
        if child.try_wait().unwrap().is_some() {
            return;
        }
        std::thread::park_timeout(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Borrows, and is killed at a moment between the start and the end.
fn borrow_and_kill(bench: &Bench, random: &mut Random, directory: &Path) {
    let depth = ["1", "16"][usize::from(random.below(2) == 0)];
    let data = ["random", "compress=50%", "compress=92%"];
    let data = data[usize::try_from(random.below(3)).unwrap()];
    let directory_text = directory.to_str().unwrap();
    let arguments = [
        "measure",
        bench.device(),
        "--read",
        "30%",
        "--borrow=8MiB",
        "--borrow-journal",
        directory_text,
        "--no-store",
        "--quiet",
        "--time",
        "300ms",
        "--depth",
        depth,
        "--data",
        data,
    ];
    let mut child = bench.command(&arguments).spawn().unwrap();
    if random.below(3) == 0 {
        kill_after(&mut child, random.below(300));
        return;
    }
    while journals(directory, "borrowed").is_empty() && child.try_wait().unwrap().is_none() {
        std::thread::park_timeout(Duration::from_millis(1));
    }
    kill_after(&mut child, random.below(500));
}

/// A master boot record with one partition.
fn partition_table(random: &mut Random) -> Vec<u8> {
    let mut sector = random.bytes(SECTOR);
    sector[446..510].fill(0);
    sector[446 + 4] = 0x83;
    sector[446 + 8..446 + 12].copy_from_slice(&2048_u32.to_le_bytes());
    sector[446 + 12..446 + 16].copy_from_slice(&16_384_u32.to_le_bytes());
    sector[510..].copy_from_slice(&[0x55, 0xAA]);
    sector
}

fn mount_and_write(bench: &Bench, random: &mut Random) -> Result<(), String> {
    run("mkfs.ext4", &["-q", "-F", bench.device()])?;
    let at = bench.path("used");
    std::fs::create_dir_all(&at).unwrap();
    run("mount", &[bench.device(), at.to_str().unwrap()])?;
    std::fs::write(at.join("new"), random.bytes(100_000)).unwrap();
    run("umount", &[at.to_str().unwrap()]).map(drop)
}

/// Uses the device; a program that refuses, or is not installed, has not used it.
fn use_device(bench: &Bench, how: Use, random: &mut Random, elsewhere: &Path) {
    let device = bench.device();
    let file = bench.path("new");
    std::fs::write(&file, random.bytes(50_000)).unwrap();
    let file = file.to_str().unwrap();
    let _not_used = match how {
        Use::Nothing => Ok(()),
        Use::Block => {
            let offset = random.below((SIZE / 4096) as u64) * 4096;
            let bytes = random.bytes(4096);
            write_device(bench, &bytes, offset);
            Ok(())
        }
        Use::MtoolsCopy => run("mcopy", &["-D", "o", "-i", device, file, "::NEW"]).map(drop),
        Use::MtoolsFormat => {
            run("mformat", &["-i", device, "-h", "16", "-s", "32", "-t", "96", "::"])
                .and_then(|_| run("mcopy", &["-i", device, file, "::NEW"]))
                .map(drop)
        }
        Use::Ext4 => mount_and_write(bench, random),
        Use::PartitionTable => {
            let table = partition_table(random);
            write_device(bench, &table, 0);
            Ok(())
        }
        Use::Luks => {
            for offset in [0, 16 << 10] {
                let mut header = random.bytes(4096);
                header[..8].copy_from_slice(b"LUKS\xBA\xBE\0\x02");
                write_device(bench, &header, offset);
            }
            let bytes = random.bytes(64 << 10);
            write_device(bench, &bytes, 16 << 20);
            Ok(())
        }
        Use::Destroy => {
            let name = bench.typed_name();
            let what = ["measure", device, "--read", "0%", "--amount", "512KiB", "--no-store"];
            bench.iogram(&[&what[..], &["--destroy", &name]].concat());
            Ok(())
        }
        Use::Borrow => {
            let directory = elsewhere.to_str().unwrap();
            let what = ["measure", device, "--read", "0%", "--amount", "512KiB", "--no-store"];
            bench.iogram(
                &[&what[..], &["--borrow=4MiB", "--borrow-journal", directory]].concat(),
            );
            Ok(())
        }
        Use::BorrowKilled => {
            borrow_and_kill(bench, random, elsewhere);
            Ok(())
        }
    };
}

/// The saved image in a journal.
fn saved(bench: &Bench, journal: &Path) -> Vec<u8> {
    let image = bench.path("saved.img");
    std::fs::remove_file(&image).ok();
    let said = bench.iogram(&[
        "restore",
        journal.to_str().unwrap(),
        "--save-as",
        image.to_str().unwrap(),
    ]);
    assert_eq!(said.code, Some(0), "{said:?}");
    std::fs::read(image).unwrap()
}

/// One kill, one use and the steps after them.
struct Round<'a> {
    bench: &'a Bench,
    before: &'a [u8],
    random: Random,
    how: Use,
}

impl Round<'_> {
    fn restore(&self, directory: &Path) -> Said {
        self.bench.iogram(&["restore", "--borrow-journal", directory.to_str().unwrap()])
    }

    /// Restores, with several kills in between.
    fn restore_in_steps(&mut self, directory: &Path) -> Said {
        for _kill in 0..self.random.below(3) {
            let arguments = ["restore", "--borrow-journal", directory.to_str().unwrap()];
            let mut child = self.bench.command(&arguments).spawn().unwrap();
            let moment = self.random.below(150);
            kill_after(&mut child, moment);
        }
        self.restore(directory)
    }

    /// All saved data is on the device, or in a journal. Where somebody has written since, the device has his data.
    fn nothing_is_lost(&self, after: &[u8], newest: &BTreeMap<usize, &[u8]>, directory: &Path) {
        for (place, sector) in newest {
            let here = &after[*place..place + SECTOR];
            assert!(here == *sector, "{:?}: what was new at byte {place} is lost", self.how);
        }
        let is_back =
            |place: usize| after[place..place + SECTOR] == self.before[place..place + SECTOR];
        let places = (0..SIZE).step_by(SECTOR);
        let lost: Vec<usize> = places.filter(|place| !is_back(*place)).collect();
        let unexplained = lost.iter().any(|place| !newest.contains_key(place));
        let journal = journals(directory, "borrowed").pop();
        if !unexplained && journal.is_none() {
            return;
        }
        let journal = journal.unwrap_or_else(|| panic!("{:?}: nothing is kept", self.how));
        let image = saved(self.bench, &journal);
        assert!(image[..PART] == self.before[..PART], "{:?}", self.how);
        for place in lost.into_iter().filter(|place| !newest.contains_key(place)) {
            let kept = image.get(place..place + SECTOR);
            assert!(kept == Some(&self.before[place..place + SECTOR]), "byte {place} is lost");
        }
    }

    fn perform(&mut self) -> &'static str {
        let bench = self.bench;
        let (own, elsewhere) = (bench.path("own"), bench.path("elsewhere"));
        for directory in [&own, &elsewhere] {
            std::fs::remove_dir_all(directory).ok();
        }
        write_device(bench, self.before, 0);
        let before = self.before;
        borrow_and_kill(bench, &mut self.random, &own);
        if self.random.below(4) == 0 {
            // Used in the middle of a restore.
            let arguments = ["restore", "--borrow-journal", own.to_str().unwrap()];
            let mut child = bench.command(&arguments).spawn().unwrap();
            let moment = self.random.below(120);
            kill_after(&mut child, moment);
        }
        let left = device_bytes(bench);
        use_device(bench, self.how, &mut self.random, &elsewhere);
        let used = device_bytes(bench);
        let sectors = (0..SIZE).step_by(SECTOR);
        let newest: BTreeMap<usize, &[u8]> = sectors
            .filter(|place| used[*place..place + SECTOR] != left[*place..place + SECTOR])
            .map(|place| (place, &used[place..place + SECTOR]))
            .collect();
        let said = self.restore_in_steps(&own);
        let after = device_bytes(bench);
        self.nothing_is_lost(&after, &newest, &own);
        if newest.is_empty() {
            assert_eq!(said.code, Some(0), "{:?}: {said:?}", self.how);
            assert!(after == before, "{:?}: not as it was", self.how);
            return "put back";
        }
        if self.how != Use::BorrowKilled {
            return if said.code == Some(0) {
                "put back around what is new"
            } else {
                "refused"
            };
        }
        // The newer borrowing first, then the older one: both are complete.
        let younger = self.restore(&elsewhere);
        assert_eq!(younger.code, Some(0), "{younger:?}");
        assert!(device_bytes(bench) == left);
        let older = self.restore(&own);
        assert_eq!(older.code, Some(0), "{older:?}");
        assert!(device_bytes(bench) == before);
        "refused, put back after the younger one"
    }
}

/// The number of kills: `IOGRAM_USE_KILL_COUNT`, or 22; and the number of the first one, `IOGRAM_USE_KILL_FIRST`, or
/// 0.
#[expect(clippy::disallowed_methods, reason = "a test's own settings")]
fn kills() -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|it| it.parse().ok());
    let first = number("IOGRAM_USE_KILL_FIRST").unwrap_or(0);
    first..first + number("IOGRAM_USE_KILL_COUNT").unwrap_or(22)
}

/// Half of the device is FAT, if mtools are installed: `mcopy` recognises the first sector.
fn prepare(bench: &Bench) -> Vec<u8> {
    let format = ["-i", bench.device(), "-h", "16", "-s", "32", "-t", "96", "::"];
    if run("mformat", &format).is_err() {
        eprintln!("without mtools the device is ext4 every time");
    }
    device_bytes(bench)
}

#[test]
fn killed_at_any_moment_and_used_since_no_byte_is_lost_by_putting_back() {
    on_bench_of(SIZE, |bench| {
        kill_and_use(bench);
        Ok(())
    });
}

fn kill_and_use(bench: &Bench) {
    let (ext4, fat) = (bench.bytes(), prepare(bench));
    let mut outcomes: BTreeMap<(Use, &str), u32> = BTreeMap::new();
    for seed in kills() {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        random.below(2);
        let how = if seed % 2 == 0 {
            Use::Nothing
        } else {
            USES[usize::try_from(seed / 2).unwrap() % USES.len()]
        };
        let is_fat = matches!(how, Use::MtoolsCopy | Use::MtoolsFormat) || random.below(2) == 0;
        let before = if is_fat { &fat } else { &ext4 };
        let outcome = Round { bench, before, random, how }.perform();
        *outcomes.entry((how, outcome)).or_default() += 1;
    }
    for ((how, outcome), count) in &outcomes {
        eprintln!("{how:?}: {outcome}: {count}");
    }
    // Without any refusal, nothing was tested.
    assert!(outcomes.keys().any(|(_, outcome)| *outcome == "refused"), "{outcomes:?}");
    assert!(outcomes.keys().any(|(_, outcome)| *outcome == "put back"), "{outcomes:?}");
}
