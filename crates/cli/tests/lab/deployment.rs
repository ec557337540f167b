//! The collection's effects on hosts, and that they work there.

#![expect(clippy::disallowed_methods, reason = "what a job of the lab said is read")]

use std::process::Command;

use iogram_testing::{Lab, TempDir, find_program, lacking, run_program};

use crate::hosts::{BENCHES, on, repository, until};

/// Runs the playbook; returns its output.
#[track_caller]
fn play(lab: &Lab, options: &str) -> String {
    let script = format!(
        "cd /srv/lab; ANSIBLE_PIPELINING=1 ANSIBLE_DISPLAY_SKIPPED_HOSTS=0 ANSIBLE_NOCOLOR=1 \
         ansible-playbook -i inventory.yml -e @extra.yml {options} iogram.lab.lab"
    );
    on(lab, "server", &script)
}

/// Number of changes on each host.
fn changes(said: &str) -> Vec<u32> {
    let counts = said.split_whitespace().filter_map(|it| it.strip_prefix("changed="));
    counts.map(|it| it.parse().unwrap()).collect()
}

pub(crate) fn ansible_sets_it_up_and_a_second_time_changes_nothing(lab: &Lab) {
    let looked = play(lab, "--check --limit bench1");
    assert!(changes(&looked).iter().all(|&count| count > 0), "{looked}");
    on(lab, "bench1", "test ! -e /usr/local/bin/iogram; test ! -e /etc/iogram");
    let first = play(lab, "");
    assert_eq!(changes(&first).len(), 4, "{first}");
    assert!(changes(&first).iter().all(|&count| count > 0), "{first}");
    let second = play(lab, "");
    assert_eq!(changes(&second), [0; 4], "{second}");
}

pub(crate) fn what_it_put_there_is_sound(lab: &Lab) {
    for bench in BENCHES {
        on(
            lab,
            bench,
            "systemd-analyze verify /etc/systemd/system/iogram-push.timer /etc/systemd/system/iogram-push.service",
        );
        let is_enabled = on(lab, bench, "systemctl is-enabled iogram-push.timer");
        assert_eq!(is_enabled, "enabled");
        let modes = on(lab, bench, "stat -c '%a %U:%G' /etc/iogram/pgpass /var/lib/iogram");
        assert_eq!(modes, "600 root:root\n2770 root:iogram");
        on(lab, bench, "chronyd -p > /dev/null");
    }
    let node = "/sys/class/misc/cpu_dma_latency";
    // Only with an existing udev: one installed for a test would open the drives of all other tests.
    let try_rules = format!(
        "test -e {node} || exit 0; command -v udevadm > /dev/null || exit 0; udevadm test {node} 2>&1"
    );
    let tried = on(lab, "bench1", &try_rules);
    assert!(!tried.contains("70-iogram.rules:Invalid"), "{tried}");
    assert!(tried.is_empty() || tried.contains("70-iogram.rules:3 GROUP"), "{tried}");
    // The unit's command, in the unit's environment, reaches the server.
    on(
        lab,
        "bench1",
        "export IOGRAM_STORE=/var/lib/iogram/runs.sqlite PGPASSFILE=/etc/iogram/pgpass \
         IOGRAM_SERVER=$(sed -n 's/^Environment=\"IOGRAM_SERVER=\\(.*\\)\"/\\1/p' \
         /etc/systemd/system/iogram-push.service.d/lab.conf); \
         iogram run fsync sim:s4-usb --quiet; iogram push",
    );
    let kept = on(lab, "server", &runs_on_the_server("ann", "pass two"));
    assert_eq!(kept.matches("sim:s4-usb").count(), 1, "{kept}");
}

/// The command for a reader's view.
pub(crate) fn runs_on_the_server(user: &str, password: &str) -> String {
    format!("PGPASSWORD='{password}' /opt/iogram runs --store postgres://{user}@server/iogram")
}

/// A job that prints whether the computer is tuned while it runs.
const JOB: &str = "cat > /srv/lab/job << 'J'\n#!/bin/sh\nhostname\nls /run/iogram/jobs | wc -l\n\
                   iogram tune --restore 2>&1\nJ\n";

pub(crate) fn slurm_makes_benches_ready_and_refuses_one_whose_drive_is_mounted(lab: &Lab) {
    let shared = lab.shared().display().to_string();
    on(lab, "server", JOB);
    let submit =
        |bench: &str| format!("sbatch --parsable -w {bench} -o {shared}/job-%N /srv/lab/job");
    let job = on(lab, "server", &submit("bench1"));
    until(lab, &format!("squeue -h -t all -o %T -j {job}"), |it| it == "COMPLETED");
    let said = std::fs::read_to_string(lab.shared().join("job-bench1")).unwrap();
    // Something was set, and the first request restores it.
    assert_eq!(
        said.lines().collect::<Vec<_>>(),
        ["bench1", "1", "everything is put back"],
        "{said}"
    );
    until(lab, "ssh bench1 'ls /run/iogram/jobs'", str::is_empty);
    // A drive of a bench is mounted: no job runs there, and Slurm's message gives the reason.
    let mounted = lab.shell(
        "bench2",
        "truncate -s 16M /tmp/drive; mkfs.ext4 -q /tmp/drive; mkdir -p /tmp/at; mount -o loop /tmp/drive /tmp/at; \
         findmnt -n -o SOURCE /tmp/at >> /etc/iogram/drives",
    );
    mounted.unwrap_or_else(|error| panic!("{error}"));
    let job = on(lab, "server", &submit("bench2"));
    until(lab, "sinfo -h -n bench2 -o %T", |it| it.starts_with("drain"));
    assert!(on(lab, "server", "sinfo -h -R").contains("Prolog error"));
    let log = on(lab, "bench2", "cat /var/log/slurm/slurmd.log");
    assert!(log.contains("drives of this bench are in use: loop"), "{log}");
    assert!(!lab.shared().join("job-bench2").exists(), "the job did not run");
    on(lab, "bench2", "umount /tmp/at; sed -i /loop/d /etc/iogram/drives");
    on(lab, "server", &format!("scancel {job}; scontrol update nodename=bench2 state=resume"));
}

/// Whether the collection passes the strictest profile of ansible-lint, without network access.
pub(crate) fn lint() -> Result<(), String> {
    if find_program("ansible-lint").is_none() {
        return Err(lacking("there is no ansible-lint"));
    }
    // As installed: including files that are linked from elsewhere in the repository.
    let folder = TempDir::new("collection");
    let collections = folder.path().join("ansible_collections/iogram");
    std::fs::create_dir_all(&collections).map_err(|error| error.to_string())?;
    let lab = collections.join("lab");
    let (from, to) = (repository().join("deploy/ansible"), lab.display().to_string());
    run_program("cp", &["-rL", &from.display().to_string(), &to])?;
    let output = Command::new("ansible-lint")
        .args(["--offline", "--nocolor", "-p", "--profile", "production"])
        .args(["galaxy.yml", "meta", "roles", "playbooks"])
        .current_dir(&lab)
        .env("ANSIBLE_COLLECTIONS_PATH", folder.path())
        .env("HOME", folder.path())
        .output()
        .map_err(|error| format!("cannot run ansible-lint: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
