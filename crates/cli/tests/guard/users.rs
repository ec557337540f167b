//! Users of a device or of the file behind it: each state is set up and refused, and all bytes are unchanged. If fio
//! is installed, it writes to the same target afterwards.

use std::process::{Child, Command, Stdio};

use crate::common::{Bench, Said, on_bench, on_mountable, run};

/// One state; `{dev}` is the loop device, `{img}` its file, `{dir}` a folder for the state.
struct State {
    name: &'static str,
    /// A script that sets up the state and ends.
    set_up: &'static str,
    /// A script that prints `ready` and runs until the end of its input; empty for none.
    beside: &'static str,
    take_down: &'static str,
    target: &'static str,
    /// The possible texts of the refusal.
    says: &'static [&'static str],
}

const WRITES: &[&str] = &["open for writing"];

/// Holds a descriptor until the end of the input.
macro_rules! holding {
    ($redirection:literal) => {
        concat!("exec 3", $redirection, "; echo ready; read end")
    };
}

const STATES: &[State] = &[
    State {
        name: "a process writes to the device",
        set_up: "",
        beside: holding!("<>{dev}"),
        take_down: "",
        target: "{dev}",
        says: WRITES,
    },
    State {
        name: "a process appends to the device",
        set_up: "",
        beside: holding!(">>{dev}"),
        take_down: "",
        target: "{dev}",
        says: WRITES,
    },
    State {
        name: "a process writes to the file behind the device",
        set_up: "",
        beside: holding!("<>{img}"),
        take_down: "",
        target: "{dev}",
        says: WRITES,
    },
    State {
        name: "a process writes to the file by another name",
        set_up: "ln {img} {dir}/other",
        beside: holding!("<>{dir}/other"),
        take_down: "",
        target: "{dev}",
        says: WRITES,
    },
    State {
        name: "a process of another PID namespace writes to the file",
        set_up: "",
        beside: "unshare --pid --fork --kill-child sh -c 'exec 3<>{img}; echo ready; read end'",
        take_down: "",
        target: "{dev}",
        says: WRITES,
    },
    State {
        name: "a process of another mount namespace writes to the device",
        set_up: "",
        beside: "unshare --mount sh -c 'exec 3<>{dev}; echo ready; read end'",
        take_down: "",
        target: "{dev}",
        says: WRITES,
    },
    State {
        name: "a process has a lock on the file",
        set_up: "",
        beside: "exec 3<{img}; flock 3; echo ready; read end",
        take_down: "",
        target: "{dev}",
        says: &["has a lock on"],
    },
    State {
        name: "a process writes to the named file",
        set_up: "cp --sparse=never {img} {dir}/disk",
        beside: holding!("<>{dir}/disk"),
        take_down: "",
        target: "{dir}/disk",
        says: WRITES,
    },
    State {
        name: "a process has a lock on the named file",
        set_up: "cp --sparse=never {img} {dir}/disk",
        beside: "exec 3<{dir}/disk; flock --shared 3; echo ready; read end",
        take_down: "",
        target: "{dir}/disk",
        says: &["has a lock on"],
    },
    State {
        name: "the named file is the device's",
        set_up: "",
        beside: "",
        take_down: "",
        target: "{img}",
        says: &["in use by loop"],
    },
    State {
        name: "the named file is the device's by another name",
        set_up: "ln {img} {dir}/other",
        beside: "",
        take_down: "",
        target: "{dir}/other",
        says: &["in use by loop"],
    },
    State {
        name: "a second device shows the file, which has lost its name there",
        set_up: "ln {img} {dir}/other; losetup --find --show {dir}/other > {dir}/second; \
                 rm {dir}/other",
        beside: "",
        take_down: "losetup --detach $(cat {dir}/second)",
        target: "{dev}",
        says: &["has the same file"],
    },
    State {
        name: "a device lies on the device",
        set_up: "losetup --find --show {dev} > {dir}/second",
        beside: "",
        take_down: "losetup --detach $(cat {dir}/second)",
        target: "{dev}",
        says: &["as its file"],
    },
    State {
        name: "it is mounted at a place with a space",
        set_up: "mkdir '{dir}/a b'; mount -o ro,noload {dev} '{dir}/a b'",
        beside: "",
        take_down: "umount '{dir}/a b'",
        target: "{dev}",
        says: &["is mounted at"],
    },
    State {
        name: "it is mounted and named by a link to another node",
        set_up: "mkdir {dir}/at; mount -o ro,noload {dev} {dir}/at; \
                 mknod {dir}/node b $(stat -c '0x%t 0x%T' {dev}); ln -s {dir}/node {dir}/link",
        beside: "",
        take_down: "umount {dir}/at",
        target: "{dir}/link",
        says: &["is mounted at"],
    },
    State {
        name: "it is unmounted lazily with a process in it",
        set_up: "mkdir {dir}/at",
        beside: "mount -o ro,noload {dev} {dir}/at; cd {dir}/at; umount --lazy {dir}/at; \
                 echo ready; read end",
        take_down: "",
        target: "{dev}",
        says: &["open exclusively"],
    },
    State {
        name: "only a folder of it is bound elsewhere",
        set_up: "mkdir {dir}/at {dir}/part; mount -o ro,noload {dev} {dir}/at; \
                 mount --bind {dir}/at/lost+found {dir}/part; umount {dir}/at",
        beside: "",
        take_down: "umount {dir}/part",
        target: "{dev}",
        says: &["is mounted at"],
    },
    State {
        name: "it is swapped to by a node with a space",
        set_up: "mkswap -q {dev} 60; mknod '{dir}/my swap' b $(stat -c '0x%t 0x%T' {dev}); \
                 chmod 600 '{dir}/my swap'; swapon '{dir}/my swap'",
        beside: "",
        take_down: "swapoff '{dir}/my swap'",
        target: "{dev}",
        says: &["in use as swap"],
    },
    State {
        name: "the named file has a space and is swapped to",
        set_up: "cp --sparse=never {img} '{dir}/my swap'; chmod 600 '{dir}/my swap'; \
                 mkswap -q '{dir}/my swap' 60; swapon '{dir}/my swap'",
        beside: "",
        take_down: "swapoff '{dir}/my swap'",
        target: "{dir}/my swap",
        says: &["in use by swap"],
    },
    State {
        name: "it is set read-only",
        set_up: "blockdev --setro {dev}",
        beside: "",
        take_down: "blockdev --setrw {dev}",
        target: "{dev}",
        says: &["read-only"],
    },
];

/// The state's own processes, which end with it.
struct Beside(Option<Child>);

impl Beside {
    fn start(script: &str) -> Result<Self, String> {
        if script.is_empty() {
            return Ok(Self(None));
        }
        let child = Command::new("sh")
            .args(["-ec", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = child.map_err(|error| format!("cannot run sh: {error}"))?;
        let mut line = String::new();
        let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut output, &mut line).unwrap();
        let beside = Self(Some(child));
        if line == "ready\n" { Ok(beside) } else { Err(format!("cannot be set up: {script}")) }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            drop(child.stdin.take());
            child.wait().ok();
        }
    }
}

/// fio's write to the target that iogram refused; it may destroy anything.
fn fio_beside(target: &str) -> &'static str {
    let output = Command::new("fio")
        .args(["--name=write", "--rw=write", "--bs=64k", "--size=64k", "--offset=8m"])
        .args(["--ioengine=psync", "--thread", "--output=/dev/null"])
        .arg(format!("--filename={}", target.replace(':', "\\:")))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match output {
        Ok(status) if status.success() => "wrote",
        Ok(_) => "did not write",
        Err(_) => "is not installed",
    }
}

fn check(bench: &Bench, state: &State) -> Result<(), String> {
    let dir = bench.path("state");
    std::fs::create_dir(&dir).unwrap();
    let fill = |script: &str| {
        script
            .replace("{dev}", bench.device())
            .replace("{img}", bench.image.to_str().unwrap())
            .replace("{dir}", dir.to_str().unwrap())
    };
    let target = fill(state.target);
    let outcome = run("sh", &["-ec", &fill(state.set_up)]).and_then(|_| {
        let beside = Beside::start(&fill(state.beside))?;
        refuse(bench, state, &target);
        eprintln!("{}: fio {}", state.name, fio_beside(&target));
        drop(beside);
        Ok(())
    });
    run("sh", &["-ec", &fill(state.take_down)])?;
    outcome.map_err(|error| format!("{}: {error}", state.name))
}

/// The smallest possible swap area, so that only the test uses the rest of the device.
const SWAP_BYTES: usize = 60 << 10;

#[track_caller]
fn refuse(bench: &Bench, state: &State, target: &str) {
    let file = std::path::Path::new(target);
    let before = file.is_file().then(|| std::fs::read(file).unwrap());
    let name = bench.typed_name();
    let last = file.file_name().unwrap().to_str().unwrap();
    let typed = if target.starts_with("/dev/") { name.as_str() } else { last };
    let arguments = ["measure", target, "--read", "0%", "--amount", "512KiB", "--no-store"];
    let arguments = [&arguments[..], &["--destroy", typed]].concat();
    // The kernel may write to active swap.
    let from = if state.set_up.contains("swapon") { SWAP_BYTES } else { 0 };
    let said = bench.refused_beyond(from, &arguments, "refused to write to");
    let is_told = state.says.iter().any(|words| said.stderr.contains(words));
    assert!(is_told, "{}: {}", state.name, said.stderr);
    if let Some(before) = before {
        let now = std::fs::read(file).unwrap();
        assert!(now[from..] == before[from..], "{}: bytes changed", state.name);
    }
}

#[test]
fn who_uses_a_device_or_its_file_is_told_and_nothing_is_written() {
    for state in STATES {
        on_mountable(|bench| check(bench, state));
    }
}

/// The program in its own PID namespace, as in a container.
fn in_container(bench: &Bench, arguments: &[&str]) -> Said {
    let mut command = Command::new("unshare");
    let program = env!("CARGO_BIN_EXE_iogram");
    bench.at_home(command.args(["--pid", "--fork", "--mount-proc", program]).args(arguments));
    command.output().unwrap().into()
}

#[test]
fn in_a_container_a_raw_device_is_refused_until_it_is_said_that_nothing_outside_uses_it() {
    on_mountable(|bench| {
        run("unshare", &["--pid", "--fork", "--mount-proc", "true"])?;
        let (device, name) = (bench.device(), bench.typed_name());
        let before = bench.bytes();
        let base = ["measure", device, "--read", "0%", "--amount", "512KiB", "--no-store"];
        let write = |more: &[&str]| in_container(bench, &[&base[..], more].concat());
        let refused = |more: &[&str], why: &str| {
            let said = write(more);
            assert_eq!(said.code, Some(3), "{more:?}: {said:?}");
            assert!(said.stderr.contains(why), "{more:?}: {said:?}");
            assert!(bench.bytes() == before, "{more:?} changed the device");
            said
        };
        let said = refused(&["--destroy", &name], "cannot be seen: this is a container");
        let hint = format!("--unused-outside {name}");
        assert!(said.stderr.contains(&hint), "{said:?}");
        refused(&["--borrow"], "cannot be seen");
        refused(&["--destroy", &name, "--unused-outside", "loop0:other"], "cannot be seen");
        // The option does not cover visible users, and does not allow destruction.
        refused(&["--unused-outside", &name], "not confirmed by");
        let at = bench.path("at");
        let mount = crate::common::MountedAt::new(device, &at)?;
        refused(&["--destroy", &name, "--unused-outside", &name], "is mounted at");
        drop(mount);
        let permitted = || write(&["--destroy", &name, "--unused-outside", &name]);
        // A program that another test starts has this process's descriptors for a moment.
        let is_held = |said: &Said| said.code == Some(3) && said.stderr.contains("open");
        let said = (0..100).map(|_| permitted()).find(|said| !is_held(said)).unwrap();
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(bench.bytes() != before);
        Ok(())
    });
}

#[test]
fn reading_in_a_container_needs_no_word() {
    on_bench(|bench| {
        run("unshare", &["--pid", "--fork", "--mount-proc", "true"])?;
        let device = bench.device();
        let said =
            in_container(bench, &["measure", device, "--amount", "512KiB", "--no-store"]);
        assert_eq!(said.code, Some(0), "{said:?}");
        Ok(())
    });
}

#[test]
fn a_loop_device_may_be_named_by_its_files_whole_path() {
    on_bench(|bench| {
        let device = bench.device();
        let name = |path: &str| format!("{}:{path}", device.trim_start_matches("/dev/"));
        let write = ["measure", device, "--read", "0%", "--amount", "512KiB", "--no-store"];
        let other = name("/elsewhere/card.img");
        bench.refused(&[&write[..], &["--destroy", &other]].concat(), "was typed");
        let whole = name(bench.image.to_str().unwrap());
        let said = bench.iogram(&[&write[..], &["--destroy", &whole]].concat());
        assert_eq!(said.code, Some(0), "{said:?}");
        Ok(())
    });
}
