//! Obstacles from others: folders, links, pipes, signals.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, lchown, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A user id without a user.
const OTHER: u32 = 65_533;

fn iogram(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_iogram"));
    command.current_dir(directory).env_clear().env("HOME", directory);
    command.env("LANG", "C").stdin(Stdio::null());
    command
}

#[track_caller]
fn said(command: &mut Command) -> (i32, String) {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    (output.status.code().unwrap_or(-1), text)
}

fn fifo(path: &Path) {
    let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU);
    rustix::fs::mknodat(rustix::fs::CWD, path, kind, mode, 0).unwrap();
}

const QUICK: [&str; 5] = ["measure", "sim:s4-sd", "--count", "10", "--quiet"];

#[test]
fn a_site_that_was_handed_over_removes_nothing_outside() {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    for folder in ["from", "site", "away"] {
        fs::create_dir(at(folder)).unwrap();
    }
    fs::write(at("away/thesis"), "thesis").unwrap();
    symlink("../away", at("site/up")).unwrap();
    let hash = iogram_bundle::sha256(b"thesis");
    fs::write(at("site/iogram-site.json"), format!("{{\"up/thesis\": \"{hash}\"}}")).unwrap();
    let run = ["--no-store", "--json", "from/run.json"];
    let (code, text) = said(iogram(dir.path()).args(QUICK).args(run));
    assert_eq!(code, 0, "{text}");
    let build = || said(iogram(dir.path()).args(["site", "build", "from", "--out", "site"]));
    let (code, text) = build();
    assert_eq!(code, 0, "{text}");
    assert_eq!(fs::read(at("away/thesis")).unwrap(), b"thesis", "{text}");
    fs::remove_file(at("site/iogram-site.json")).unwrap();
    fifo(&at("site/iogram-site.json"));
    let (code, text) = build();
    assert_eq!(code, 2, "{text}");
}

#[test]
fn the_home_of_another_user_is_none_of_ones_own() {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    for folder in ["etc", "home"] {
        fs::create_dir(at(folder)).unwrap();
        fs::set_permissions(at(folder), fs::Permissions::from_mode(0o755)).unwrap();
    }
    symlink(at("etc"), at("home/iogram")).unwrap();
    if chown(at("home"), Some(OTHER), None).is_err() {
        return;
    }
    lchown(at("home/iogram"), Some(OTHER), None).unwrap();
    let run = |name: &str| {
        let mut command = iogram(dir.path());
        command.env(name, at("home"));
        command
    };
    let (code, text) = said(run("XDG_DATA_HOME").args(QUICK));
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("another user"), "{text}");
    assert_eq!(fs::metadata(at("etc")).unwrap().mode() & 0o777, 0o755);
    assert_eq!(fs::read_dir(at("etc")).unwrap().count(), 0);
    fs::write(at("etc/empty"), "").unwrap();
    symlink(at("etc/empty"), at("home/runs.sqlite")).unwrap();
    lchown(at("home/runs.sqlite"), Some(OTHER), None).unwrap();
    let store = at("home/runs.sqlite");
    let (code, text) =
        said(run("NOTHING").args(QUICK).args(["--store", store.to_str().unwrap()]));
    assert_eq!(code, 3, "{text}");
    assert_eq!(fs::metadata(at("etc/empty")).unwrap().len(), 0);
}

#[test]
fn what_a_file_names_is_a_file() {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    fifo(&at("pipe"));
    fs::write(at("job.fio"), "[a]\nsize=1m\ninclude pipe\n").unwrap();
    let (code, text) = said(iogram(dir.path()).args(["fio", "job.fio", "--as-method"]));
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("it is a pipe"), "{text}");
    let (code, text) = said(iogram(dir.path()).args(["import", "/proc", "--no-store"]));
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("belongs to the kernel"), "{text}");
}

#[test]
fn a_record_that_nobody_gets_is_no_success() {
    let dir = TempDir::new().unwrap();
    let program = env!("CARGO_BIN_EXE_iogram");
    let line = format!("{program} {} --no-store --json - ", QUICK.join(" "));
    let run = |end: &str| {
        let mut shell = Command::new("bash");
        shell.current_dir(dir.path()).env("HOME", dir.path());
        said(shell.args(["-c", &format!("set -o pipefail; {line}{end}")]))
    };
    let (code, text) = run(">&-");
    assert_eq!(code, 4, "{text}");
    assert!(text.contains("it is closed"), "{text}");
    assert_eq!(run("| (exec <&-)").0, 4);
    assert_eq!(run(">/dev/null").0, 0);
}

#[test]
fn what_this_version_bundled_it_opens() {
    let dir = TempDir::new().unwrap();
    let (code, text) =
        said(iogram(dir.path()).args(QUICK).args(["--no-store", "--json", "run.json"]));
    assert_eq!(code, 0, "{text}");
    let text = String::from_utf8(fs::read(dir.path().join("run.json")).unwrap()).unwrap();
    let severe =
        ["measured", "good", "caution", "failed"].into_iter().fold(text, |text, it| {
            text.replace(&format!("\"severity\": \"{it}\""), "\"severity\": \"dire\"")
        });
    assert!(severe.contains("dire"));
    fs::write(dir.path().join("dire.json"), severe).unwrap();
    let bundle = ["bundle", "dire.json", "--yes", "--out", "out/"];
    let (code, text) = said(iogram(dir.path()).args(bundle));
    assert_eq!(code, 0, "{text}");
    let (code, text) = said(iogram(dir.path()).args(["open", "out"]));
    assert_eq!(code, 0, "{text}");
}

#[test]
fn a_log_of_many_boots_is_one_run_of_the_first_ones() {
    let dir = TempDir::new().unwrap();
    let boots: String = (0..10_500)
        .map(|at| format!("[{at}.1] U-Boot SPL 2023.10\n[{at}.9] pi login: \n"))
        .collect();
    fs::write(dir.path().join("boots.log"), boots).unwrap();
    let (code, text) = said(iogram(dir.path()).args([
        "boot",
        "boots.log",
        "--no-store",
        "--json",
        "run.json",
    ]));
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("the first 10000 are used"), "{text}");
}
