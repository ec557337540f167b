//! Every option that names an output place, with every kind of place: only regular files are written, and existing
//! ones only on request.

use std::collections::BTreeSet;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::PathBuf;

use crate::common::{MIB, Mounted, Room, is_root, names, skip, system};

/// Commands with `{}` in place of the path; the tested option comes first.
const WRITES: &[(&str, &[&str])] = &[
    ("quick --json", &["quick", "null:", "--json", "{}"]),
    ("quick --json", &["quick", "--json", "{}"]),
    ("quick --json", &["quick", "null:", "--json", "{}", "--overwrite"]),
    ("run --json", &["run", "quick", "null:", "--json", "{}"]),
    ("measure --json", &["measure", "null:", "--count", "1", "--json", "{}"]),
    ("fio --json", &["fio", "job.fio", "--target", "null:", "--json", "{}"]),
    (
        "fio --into",
        &["fio", "job.fio", "--target", "null:", "--output-format", "json", "--into", "{}"],
    ),
    ("good-for --json", &["good-for", "general", "null:", "--json", "{}"]),
    ("boot --json", &["boot", "boot.log", "--json", "{}"]),
    ("boot --log", &["boot", "/dev/ptmx", "--log", "{}"]),
    ("geometry --json", &["geometry", "sim:sd-a1-32gb", "--json", "{}"]),
    ("verify --json", &["verify", "sim:sd-a1-32gb", "--json", "{}"]),
    ("diagnose --json", &["diagnose", "sim:sd-a1-32gb", "--json", "{}"]),
    ("verify --json", &["verify", ".", "--free", "--size", "1MiB", "--json", "{}"]),
    ("resume --json", &["resume", "last", "--json", "{}"]),
    ("purge --json", &["purge", "null:", "--json", "{}"]),
    ("import flashbench --json", &["import", "flashbench", "log", "--json", "{}"]),
    ("import f3 --json", &["import", "f3", "log", "--json", "{}"]),
    ("import h2testw --json", &["import", "h2testw", "log", "--json", "{}"]),
    ("import --out", &["import", "log", "--out", "{}.html"]),
    ("import run --json", &["import", "run", "run.json", "--json", "{}"]),
    ("sim serve --truth", &["sim", "serve", "good-ssd", "--mount", "mount", "--truth", "{}"]),
    ("sim serve --trace", &["sim", "serve", "good-ssd", "--mount", "mount", "--trace", "{}"]),
    ("export --output", &["export", "last", "--format", "csv", "--output", "{}"]),
    ("metrics --out", &["metrics", "--no-devices", "--out", "{}"]),
    ("bundle --out", &["bundle", "last", "--yes", "--out", "{}"]),
    ("open --page", &["open", "bundle.zip", "--page", "{}"]),
    ("trace import --out", &["trace", "import", "trace.csv", "--out", "{}"]),
    ("trace record --out", &["trace", "record", "/dev/absent", "--out", "{}", "--", "true"]),
    ("trace run --json", &["trace", "run", "made.iotrace", "sim:sd-a1-32gb", "--json", "{}"]),
    ("campaign report --out", &["campaign", "report", "c.toml", "--out", "{}.html"]),
    ("fleet --out", &["fleet", "--simulated", "--out", "{}.html"]),
    ("fleet --out", &["fleet", "--simulated", "--out", "{}.parquet"]),
    ("campaign task --json", &["campaign", "task", "c.toml", "0", "--json", "{}"]),
    ("capture --out", &["capture", "absent", "--out", "{}"]),
    ("report --out", &["report", "last", "--out", "{}.html"]),
    ("compare --out", &["compare", "last", "last", "--out", "{}.html"]),
    ("advise --out", &["advise", "--out", "{}.html"]),
    ("catalogue table --out", &["catalogue", "table", "--out", "{}.html"]),
];

/// The same for folders: an existing one is a valid place.
const FILLS: &[(&str, &[&str])] = &[
    ("export --output", &["export", "last", "--format", "parquet", "--output", "{}/"]),
    ("export --output", &["export", "last", "--format", "fio", "--output", "{}/"]),
    ("bundle --out", &["bundle", "last", "--yes", "--out", "{}/"]),
    ("site build --out", &["site", "build", ".", "--out", "{}"]),
    ("report --out", &["report", "last", "--out", "{}"]),
    ("campaign report --out", &["campaign", "report", "c.toml", "--out", "{}"]),
    ("fleet --out", &["fleet", "--simulated", "--out", "{}"]),
    ("compare --out", &["compare", "last", "last", "--out", "{}"]),
    ("import --out", &["import", "log", "--out", "{}"]),
    ("advise --out", &["advise", "--out", "{}"]),
    ("catalogue table --out", &["catalogue", "table", "--out", "{}"]),
];

/// The same for the store, by commands that create one and by commands that read it.
const STORES: &[(&str, &[&str])] = &[
    ("quick --store", &["quick", "null:", "--store", "{}"]),
    ("run --store", &["run", "quick", "null:", "--store", "{}"]),
    ("measure --store", &["measure", "null:", "--count", "1", "--store", "{}"]),
    ("fio --store", &["fio", "job.fio", "--target", "null:", "--store", "{}"]),
    ("good-for --store", &["good-for", "general", "null:", "--store", "{}"]),
    ("boot --store", &["boot", "boot.log", "--store", "{}"]),
    ("trace run --store", &["trace", "run", "made.iotrace", "null:", "--store", "{}"]),
    ("geometry --store", &["geometry", "sim:sd-a1-32gb", "--store", "{}"]),
    ("verify --store", &["verify", "sim:sd-a1-32gb", "--store", "{}"]),
    ("diagnose --store", &["diagnose", "sim:sd-a1-32gb", "--store", "{}"]),
    ("verify --store", &["verify", "sim:sd-a1-32gb", "--full", "--store", "{}"]),
    ("resume --store", &["resume", "last", "--store", "{}"]),
    ("purge --store", &["purge", "null:", "--store", "{}"]),
    ("import --store", &["import", "log", "--store", "{}"]),
    ("import flashbench --store", &["import", "flashbench", "log", "--store", "{}"]),
    ("import f3 --store", &["import", "f3", "log", "--store", "{}"]),
    ("import h2testw --store", &["import", "h2testw", "log", "--store", "{}"]),
    ("import run --store", &["import", "run", "run.json", "--store", "{}"]),
    ("runs --store", &["runs", "--store", "{}"]),
    ("show --store", &["show", "last", "--store", "{}"]),
    ("report --store", &["report", "last", "--out", "new", "--store", "{}"]),
    ("analyse --store", &["analyse", "last", "--store", "{}"]),
    ("delete --store", &["delete", "x", "--store", "{}"]),
    ("exclude --store", &["exclude", "last", "x#1", "--reason", "y", "--store", "{}"]),
    ("include --store", &["include", "last", "x#1", "--store", "{}"]),
    ("compare --store", &["compare", "last", "last", "--store", "{}"]),
    ("advise --store", &["advise", "--store", "{}"]),
    ("export --store", &["export", "last", "--format", "csv", "--store", "{}"]),
    ("fleet --store", &["fleet", "--store", "{}"]),
    ("campaign plan --store", &["campaign", "plan", "label.toml", "--store", "{}"]),
    ("campaign submit --store", &["campaign", "submit", "label.toml", "--store", "{}"]),
    ("campaign status --store", &["campaign", "status", "c.toml", "--store", "{}"]),
    ("campaign report --store", &["campaign", "report", "c.toml", "--store", "{}"]),
    ("campaign task --store", &["campaign", "task", "c.toml", "0", "--store", "{}"]),
    ("metrics --store", &["metrics", "--no-devices", "--store", "{}"]),
    ("push --to", &["push", "--to", "{}"]),
    ("push --store", &["push", "--to", "other.sqlite", "--store", "{}"]),
    ("pull --from", &["pull", "--from", "{}"]),
    ("pull --store", &["pull", "--from", "other.sqlite", "--store", "{}"]),
    ("bundle --store", &["bundle", "last", "--yes", "--out", "new", "--store", "{}"]),
    ("plan --store", &["plan", "quick", "null:", "--store", "{}"]),
    ("catalogue list --store", &["catalogue", "list", "--store", "{}"]),
    ("catalogue show --store", &["catalogue", "show", "x", "--store", "{}"]),
    ("catalogue history --store", &["catalogue", "history", "x", "--store", "{}"]),
    ("catalogue table --store", &["catalogue", "table", "--store", "{}"]),
    ("catalogue add --store", &["catalogue", "add", "x", "--store", "{}"]),
    ("catalogue edit --store", &["catalogue", "edit", "x", "--notes", "y", "--store", "{}"]),
    ("catalogue attach --store", &["catalogue", "attach", "x", "last", "--store", "{}"]),
    ("catalogue detach --store", &["catalogue", "detach", "x", "last", "--store", "{}"]),
    ("catalogue remove --store", &["catalogue", "remove", "x", "--store", "{}"]),
    ("catalogue import --store", &["catalogue", "import", "drives.json", "--store", "{}"]),
    ("catalogue export --store", &["catalogue", "export", "--store", "{}"]),
    ("catalogue import-samples --store", &["catalogue", "import-samples", "--store", "{}"]),
];

/// Options that name inputs, or a folder whose safety is tested with borrowed devices.
const NOT_WRITTEN: &[&str] = &[
    "--method-file",
    "--power-csv",
    "--rules",
    "--mount",
    "--borrow-journal",
    // An existing store: tests/program/leases.rs.
    "--server",
    // Always a new file (O_EXCL), from a journal that only a crash leaves: tests/guard/using.rs.
    "--save-as",
    "<DIR>",
    "<FILE>",
    "<FILE|->",
    "<FILE|DIR>",
    "<FILE|DIR>...",
    "<LINE|FILE>",
    "[JOURNAL]",
    "--reference",
    "<RUN|FILE.json>...",
    "[RUN|FILE.json|DEVICE]",
];

/// The extension that a command requires: another extension is another kind of place.
fn ending(arguments: &[&str]) -> Option<&'static str> {
    let last = arguments.last().unwrap();
    ["html", "parquet"].into_iter().find(|ending| last.ends_with(&format!(".{ending}")))
}

/// Places that cannot hold a file, all below or named by the room.
fn wrong_places(room: &Room) -> Vec<PathBuf> {
    let at = |name: &str| room.path().join("zoo").join(name);
    std::fs::create_dir_all(at("")).unwrap();
    std::fs::write(at("file"), "kept").unwrap();
    let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU);
    rustix::fs::mknodat(rustix::fs::CWD, at("fifo"), kind, mode, 0).unwrap();
    drop(UnixListener::bind(at("socket")).unwrap());
    for (name, target) in [
        ("to-file", "file"),
        ("to-nothing", "nothing"),
        ("to-full", "/dev/full"),
        ("to-dev", "/dev"),
    ] {
        symlink(target, at(name)).unwrap();
    }
    let names = ["file", "fifo", "socket", "to-file", "to-nothing", "to-full", "to-dev/full"];
    let mut places: Vec<PathBuf> = names.map(at).into();
    places.push(at(&"x".repeat(300)));
    let fixed = ["/dev/full", "/dev/null", "/dev/stdout", "/dev/new", "/proc/new", "/sys/new"];
    places.extend(fixed.map(PathBuf::from));
    places.push("/proc/self/fd/1".into());
    places
}

/// A drive for the test with a file system, also mounted; detached at the end.
struct Drive {
    device: String,
    image: PathBuf,
    mounted: Option<Mounted>,
}

impl Drive {
    fn new(room: &Room, name: &str) -> Result<Self, String> {
        if !is_root() {
            return Err("loop devices need root".to_owned());
        }
        let image = room.path().join(name);
        std::fs::write(&image, vec![0; usize::try_from(8 * MIB).unwrap()]).unwrap();
        system("mkfs.ext4", &["-q", image.to_str().unwrap()])?;
        let device = system("losetup", &["--find", "--show", image.to_str().unwrap()])?;
        Ok(Self { device, image, mounted: None })
    }

    fn mounted(room: &Room) -> Result<Self, String> {
        let mut drive = Self::new(room, "mounted.img")?;
        let at = room.path().join("mounted");
        drive.mounted = Some(Mounted::new(&["-o", "ro,noload", &drive.device], at)?);
        Ok(drive)
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.image).unwrap()
    }
}

impl Drop for Drive {
    fn drop(&mut self) {
        drop(self.mounted.take());
        system("losetup", &["--detach", &self.device]).ok();
    }
}

fn furnished() -> Room {
    let room = Room::new();
    // With a time series, which becomes a chart.
    room.succeed(&["measure", "sim:sata-tlc-static", "--time", "5s", "--quiet"]);
    room.succeed(&["catalogue", "import-samples"]);
    room.write("log", b"");
    room.write("job.fio", b"[job]\nioengine=null\nsize=1m\n");
    room.write("trace.csv", b"issued_ns,kind,offset_bytes,length_bytes\n0,read,0,512\n");
    room.succeed(&["trace", "import", "trace.csv", "--out", "made.iotrace"]);
    room.write("drives.json", b"{}");
    let head = "[campaign]\nname = \"c\"\n[[method]]\nid = \"fsync\"\n[[drive]]\n";
    room.write("c.toml", format!("{head}target = \"sim:s4-usb\"\n").as_bytes());
    room.write("label.toml", format!("{head}label = \"x\"\n").as_bytes());
    room.succeed(&["campaign", "task", "c.toml", "0"]);
    room.succeed(&["bundle", "last", "--yes", "--out", "bundle.zip"]);
    std::fs::create_dir(room.work().join("mount")).unwrap();
    room
}

fn filled(arguments: &[&str], path: &str) -> Vec<String> {
    arguments.iter().map(|word| word.replace("{}", path)).collect()
}

/// Checks that the command refuses, states the reason and the remedy, and has done nothing.
#[track_caller]
fn check_refused(room: &Room, arguments: &[&str], path: &str) {
    let words = filled(arguments, path);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let before = (names(&room.work()), names(&room.path().join("zoo")));
    let said = room.run(&words);
    assert!(matches!(said.code, Some(2..=4)), "{words:?}: {said:?}");
    let first = said.stderr.lines().find(|line| !line.starts_with("the last run: "));
    assert!(first.is_some_and(|line| line.starts_with("error: ")), "{words:?}: {said:?}");
    assert!(said.stderr.contains("\nhint: "), "{words:?}: {said:?}");
    assert_eq!(said.stdout, "", "{words:?}");
    let after = (names(&room.work()), names(&room.path().join("zoo")));
    assert_eq!(after, before, "{words:?}: {said:?}");
}

#[test]
fn no_option_writes_to_what_is_no_file_of_its_own() {
    let room = furnished();
    let runs = room.runs();
    for place in wrong_places(&room) {
        let place = place.to_str().unwrap();
        for (_, arguments) in WRITES {
            if place.ends_with("zoo/file") && arguments.contains(&"--overwrite") {
                continue;
            }
            // A page is FILE.html, a table FILE.parquet: the link to it is the wrong part.
            if let Some(ending) = ending(arguments) {
                let page = room.path().join("zoo/page").with_extension(ending);
                symlink(place, &page).unwrap();
                check_refused(&room, arguments, page.with_extension("").to_str().unwrap());
                std::fs::remove_file(page).unwrap();
            } else {
                check_refused(&room, arguments, place);
            }
        }
        for (_, arguments) in FILLS {
            check_refused(&room, arguments, place);
        }
        // A store may be named through a link to a file; it is not one here.
        for (_, arguments) in STORES {
            check_refused(&room, arguments, place);
        }
    }
    assert_eq!(std::fs::read(room.path().join("zoo/file")).unwrap(), b"kept");
    assert_eq!(room.runs(), runs, "nothing was measured");
}

#[test]
fn no_option_writes_to_a_device_mounted_or_not_nor_through_a_link() {
    let room = furnished();
    std::fs::create_dir_all(room.path().join("zoo")).unwrap();
    let drives = (Drive::new(&room, "drive.img"), Drive::mounted(&room));
    let (Ok(drive), Ok(mounted)) = drives else {
        return skip("loop devices, mkfs.ext4 and mount are needed");
    };
    let link = room.path().join("zoo/link");
    let page = room.path().join("zoo/page");
    let pages = ["html", "parquet"].map(|ending| page.with_extension(ending));
    for drive in [&drive, &mounted] {
        let before = drive.bytes();
        symlink(&drive.device, &link).unwrap();
        pages.iter().for_each(|page| symlink(&drive.device, page).unwrap());
        for place in [drive.device.as_str(), link.to_str().unwrap()] {
            for (_, arguments) in WRITES.iter().chain(FILLS).chain(STORES) {
                let is_page = ending(arguments).is_some();
                let place = if is_page { page.to_str().unwrap() } else { place };
                check_refused(&room, arguments, place);
            }
            let mut quick = room.command(&["quick", "null:"]);
            let said = quick.env("IOGRAM_STORE", place).output().unwrap();
            assert_eq!(said.status.code(), Some(3), "IOGRAM_STORE={place}");
        }
        assert!(drive.bytes() == before, "{} was written", drive.device);
        std::fs::remove_file(&link).unwrap();
        pages.iter().for_each(|page| std::fs::remove_file(page).unwrap());
    }
    let journals = wrong_places(&room).into_iter().chain(["/tmp".into(), "/dev/shm".into()]);
    let before = drive.bytes();
    let borrow = ["measure", &drive.device, "--read", "0%", "--count", "1", "--borrow=1MiB"];
    for place in journals {
        let place = place.to_str().unwrap();
        let borrow = [&borrow as &[&str], &["--borrow-journal", place]].concat();
        check_refused(&room, &borrow, "");
    }
    assert!(drive.bytes() == before);
    // The file below a device in use counts, too.
    let image = drive.image.to_str().unwrap();
    let before = drive.bytes();
    for (option, arguments) in WRITES.iter().filter(|(_, it)| ending(it).is_none()) {
        // A boot log is never replaced, whatever the options are.
        if !arguments.contains(&"--overwrite") && *option != "boot --log" {
            check_refused(&room, &[arguments, &["--overwrite"] as &[&str]].concat(), image);
        }
    }
    assert!(drive.bytes() == before);
    let said = room.run(&["quick", "null:", "--json", image, "--overwrite"]);
    assert!(said.stderr.contains("it is the file of loop"), "{said:?}");
}

#[test]
fn a_place_that_cannot_be_written_is_said_before_anything_is_measured() {
    let room = furnished();
    std::fs::create_dir(room.path().join("zoo")).unwrap();
    let locked = match Mounted::memory(&room, "ro") {
        Ok(mounted) => mounted,
        Err(reason) => return skip(&reason),
    };
    let place = format!("{}/new", locked.text());
    for (_, arguments) in WRITES.iter().chain(FILLS) {
        check_refused(&room, arguments, &place);
    }
    for (option, arguments) in STORES {
        // Commands that only read a store report that there is none.
        if !option.starts_with("plan") && !option.starts_with("advise") {
            let words = filled(arguments, &place);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            assert!(matches!(room.run(&words).code, Some(2..=4)), "{words:?}");
        }
    }
}

#[test]
fn files_that_exist_are_replaced_with_overwrite_alone_and_never_what_is_in_use() {
    let room = furnished();
    let old = room.write("old.json", b"old");
    let measure = ["measure", "null:", "--count", "1", "--quiet", "--json"];
    let with = |more: &[&str]| room.run(&[&measure as &[&str], more].concat());
    let said = with(&["old.json"]);
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.stderr.contains("refused to write old.json: it exists"), "{said:?}");
    assert!(said.stderr.contains("--overwrite"), "{said:?}");
    assert_eq!(std::fs::read(&old).unwrap(), b"old");
    assert_eq!(with(&["old.json", "--overwrite"]).code, Some(0));
    assert!(std::fs::read(&old).unwrap().starts_with(b"{"));
    let store = room.store();
    let store = store.to_str().unwrap();
    for own in [store, &format!("{store}-journal")] {
        let said = with(&[own, "--overwrite"]);
        assert_eq!(said.code, Some(3), "{said:?}");
        assert!(said.stderr.contains("the store"), "{said:?}");
    }
    room.last_run();
    room.holes("target", MIB);
    let said =
        room.run(&["measure", "target", "--count", "1", "--json", "target", "--overwrite"]);
    assert_eq!(said.code, Some(3), "{said:?}");
    let toml = room.succeed(&["methods", "quick", "--toml"]).stdout;
    room.write("mine.toml", toml.as_bytes());
    let run = ["run", "--method-file", "mine.toml", "null:", "--json", "mine.toml"];
    let said = room.run(&[&run as &[&str], &["--overwrite"]].concat());
    assert!(said.stderr.contains("it is the method file"), "{said:?}");
    assert_eq!(std::fs::read(room.work().join("mine.toml")).unwrap(), toml.as_bytes());
}

#[test]
fn a_file_that_the_kernel_swaps_to_is_replaced_by_no_option() {
    if !is_root() {
        return skip("swap needs root");
    }
    let room = furnished();
    let swap = room.write("my swap", &vec![0; usize::try_from(MIB).unwrap()]);
    std::fs::set_permissions(&swap, PermissionsExt::from_mode(0o600)).unwrap();
    let path = swap.to_str().unwrap();
    for program in ["mkswap", "swapon"] {
        if let Err(reason) = system(program, &[path]) {
            return skip(&reason);
        }
    }
    let before = std::fs::read(&swap).unwrap();
    let measure = ["measure", "null:", "--count", "1", "--json", "my swap", "--overwrite"];
    let said = room.run(&measure);
    system("swapoff", &[path]).unwrap();
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.stderr.contains("it is in use as swap"), "{said:?}");
    assert!(std::fs::read(&swap).unwrap() == before);
}

#[test]
fn through_a_linked_folder_a_new_file_is_written() {
    let room = Room::new();
    std::fs::create_dir(room.work().join("real")).unwrap();
    symlink("real", room.work().join("linked")).unwrap();
    let measure = ["measure", "null:", "--count", "1", "--quiet", "--json", "linked/run.json"];
    room.succeed(&measure);
    assert_eq!(names(&room.work().join("real")), ["run.json"]);
}

#[test]
fn a_record_cannot_choose_where_it_is_written() {
    let room = Room::new();
    room.succeed(&["measure", "null:", "--count", "10", "--quiet", "--json", "run.json"]);
    let text = std::fs::read(room.work().join("run.json")).unwrap();
    let text = String::from_utf8(text).unwrap();
    let run: serde_json::Value = serde_json::from_str(&text).unwrap();
    let ids = [
        "../../../outside",
        "..",
        "/tmp/iogram-outside",
        "a/b",
        ".hidden",
        "-rf",
        "line\nbreak",
        "\u{202e}txt",
        &"x".repeat(4000),
        "",
    ];
    for (number, id) in ids.iter().enumerate() {
        let mut posted = run.clone();
        posted["id"] = (*id).into();
        room.write("posted.json", posted.to_string().as_bytes());
        let rep = format!("rep-{number}");
        let before = names(&room.work());
        let said = room.run(&["report", "posted.json", "-o", &rep]);
        // A record may be refused for its id; in either case nothing is written elsewhere.
        assert!(matches!(said.code, Some(0 | 2)), "{id:?}: {said:?}");
        let mut after = names(&room.work());
        after.retain(|name| *name != rep);
        assert_eq!(after, before, "{id:?}");
        assert_eq!(names(room.path()), ["home", "runs.sqlite", "work"], "{id:?}");
        if said.code == Some(0) {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            for name in names(&room.work().join(&rep).join("data")) {
                assert!(
                    name.chars().all(is_plain) && !name.starts_with(['.', '-']),
                    "{name:?}"
                );
                assert!(name.len() <= 255, "{name:?}");
            }
        }
    }
}

#[test]
fn a_report_into_a_folder_full_of_traps_writes_nothing() {
    let room = furnished();
    let rep = room.work().join("rep");
    let precious = room.write("precious", b"kept");
    for (trap, target) in [
        ("index.html", precious.to_str().unwrap()),
        ("report.md", "/dev/full"),
        ("data", "/tmp"),
        ("images", "../mount"),
        ("index.html", "nothing"),
    ] {
        std::fs::create_dir(&rep).unwrap();
        symlink(target, rep.join(trap)).unwrap();
        for more in [&[] as &[&str], &["--overwrite"]] {
            let report = [&["report", "last", "-o", "rep"] as &[&str], more].concat();
            let said = room.run(&report);
            assert_eq!(said.code, Some(3), "{trap}: {said:?}");
            assert_eq!(names(&rep), [trap], "{said:?}");
        }
        std::fs::remove_dir_all(&rep).unwrap();
    }
    assert_eq!(std::fs::read(precious).unwrap(), b"kept");
    room.succeed(&["report", "last", "-o", "rep"]);
    let said = room.run(&["report", "last", "-o", "rep"]);
    assert_eq!(said.code, Some(3), "{said:?}");
    room.succeed(&["report", "last", "-o", "rep", "--overwrite"]);
}

#[test]
fn the_store_is_for_its_owner_alone() {
    let room = Room::new();
    let measure = ["measure", "null:", "--count", "1", "--quiet"];
    let mut command = room.command(&measure);
    assert!(command.env_remove("IOGRAM_STORE").output().unwrap().status.success());
    let folder = room.path().join("home/XDG_DATA_HOME/iogram");
    let mode = |path: &PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let store = folder.join("runs.sqlite");
    assert_eq!((mode(&folder), mode(&store)), (0o700, 0o600));
    for (path, mode) in [(&folder, 0o755), (&store, 0o644)] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    }
    let mut command = room.command(&measure);
    assert!(command.env_remove("IOGRAM_STORE").output().unwrap().status.success());
    // An existing folder keeps its permissions: it may be shared with others.
    assert_eq!((mode(&folder), mode(&store)), (0o755, 0o600));
}

#[test]
fn a_full_verification_makes_the_store_that_it_is_told() {
    let room = Room::new();
    let mut running =
        room.start(&["verify", "sim:fake-tiny", "--full", "--store", "new.sqlite"]);
    let line = running.next_line().unwrap();
    assert!(!line.starts_with("error"), "{line}");
    running.send(rustix::process::Signal::INT);
    let said = running.end();
    assert!(!said.stderr.contains("there is no such file"), "{said:?}");
    let runs = room.succeed(&["runs", "--store", "new.sqlite"]).stdout;
    assert!(runs.contains("verify"), "{runs}");
}

/// The options of a command and its subcommands, with the names of their values.
fn options(room: &Room, command: &[String], found: &mut BTreeSet<(String, String)>) {
    let mut arguments: Vec<&str> = command.iter().map(String::as_str).collect();
    arguments.push("--help");
    if command.is_empty() {
        arguments.push("--all");
    }
    let help = room.succeed(&arguments).stdout;
    let mut is_in_commands = false;
    for line in help.lines() {
        let is_heading = !line.starts_with(' ') && line.ends_with(':');
        if is_heading {
            is_in_commands = line == "Commands:";
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_item = line.starts_with("  ") && !line.starts_with("   ");
        if is_in_commands && is_item && words[0] != "help" {
            options(room, &[command, &[words[0].to_owned()]].concat(), found);
        }
        let starts = ["-", "<", "["];
        let is_argument =
            words.first().is_some_and(|word| starts.iter().any(|s| word.starts_with(s)));
        let text = line.split("  ").find(|part| !part.trim().is_empty()).unwrap_or_default();
        let is_path = ["FILE", "DIR", "JOURNAL"].iter().any(|word| text.contains(word));
        if is_argument && is_path && !is_in_commands {
            let name = words.iter().find(|word| word.starts_with("--")).unwrap_or(&words[0]);
            let name = name.split(['[', '=', ',']).find(|part| !part.is_empty());
            let name = if words[0].starts_with('-') { name.unwrap() } else { words[0] };
            found.insert((command.join(" "), name.to_owned()));
        }
    }
}

#[test]
fn every_option_that_names_a_path_is_tested_here_or_only_read() {
    let room = Room::new();
    let mut found = BTreeSet::new();
    options(&room, &[], &mut found);
    let tested: BTreeSet<&str> =
        WRITES.iter().chain(FILLS).chain(STORES).map(|(option, _)| *option).collect();
    assert!(found.len() > tested.len(), "the help is not understood any more: {found:?}");
    for (command, option) in &found {
        let whole = format!("{command} {option}");
        let is_known =
            tested.contains(whole.as_str()) || NOT_WRITTEN.contains(&option.as_str());
        assert!(is_known, "{whole} has no row in this table");
    }
    for option in tested {
        let (command, name) = option.rsplit_once(' ').unwrap();
        let pair = (command.to_owned(), name.to_owned());
        assert!(found.contains(&pair), "{option} is no option any more");
    }
}
