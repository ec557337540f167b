//! As many tasks as a lab has in a week, while everything fails that can: `cargo xtask lab DRIVES`.
//!
//! Not part of the daily tests: three methods on a thousand drives take most of an hour.

#![expect(
    clippy::disallowed_methods,
    reason = "how many drives there are is asked for from outside"
)]

use std::time::{Duration, Instant};

use iogram_testing::Lab;

use crate::hosts::{BENCHES, on, start_slurmd};

const NAME: &str = "large";
const METHODS: [&str; 3] = ["fsync", "quick", "dd-write"];
/// Faults, each at a percentage of completed tasks.
const FAULTS: [(u64, Fault); 8] = [
    (5, Fault::Bench("bench3")),
    (15, Fault::Server),
    (25, Fault::Program("bench1")),
    (35, Fault::Bench("bench2")),
    (50, Fault::Program("bench3")),
    (60, Fault::Server),
    (70, Fault::Bench("bench1")),
    (85, Fault::Program("bench2")),
];
/// Without progress for this long, there will be none: two terms of a lease, and the time of a fault.
const STILL: Duration = Duration::from_secs(15 * 60);

#[derive(Debug, Clone, Copy)]
enum Fault {
    /// slurmd and everything that it started.
    Bench(&'static str),
    /// PostgreSQL, for 15 s.
    Server,
    /// All iogram processes there.
    Program(&'static str),
}

/// The requested number of drives.
pub(crate) fn wanted() -> Option<u32> {
    std::env::var("IOGRAM_LAB_DRIVES").ok()?.parse().ok()
}

/// At the end the store has every cell once.
pub(crate) fn slurm_carries_one_out_though_everything_fails(lab: &Lab, drives: u32) {
    let methods = METHODS.map(|id| format!("[[method]]\nid = \"{id}\"\n")).concat();
    let file = format!(
        "cd /srv/lab; cat > {NAME}.toml << 'T'\n[campaign]\nname = \"{NAME}\"\nengine = \"slurm\"\n\
         server = \"postgres://bench@server/iogram\"\nhosts = [\"bench1\", \"bench2\", \"bench3\"]\n{methods}\
         [[drive]]\ntarget = \"sim:s4-usb\"\nseeds = \"1-{drives}\"\n\
         [slurm]\nexclusive = false\nlog = \"/dev/null\"\nretries = 20\nT\n"
    );
    on(lab, "server", &file);
    let begun = Instant::now();
    on(lab, "server", &format!("cd /srv/lab; iogram campaign submit {NAME}.toml"));
    say(begun, "queued");
    let all = u64::from(drives) * METHODS.len() as u64;
    let mut faults = FAULTS.into_iter().peekable();
    let (mut by_hand, mut most, mut since) = (0_u32, 0, Instant::now());
    loop {
        std::thread::sleep(Duration::from_secs(2));
        let done = done(lab);
        if let Some((_, fault)) = faults.next_if(|(percent, _)| done * 100 >= all * percent) {
            say(begun, &format!("{done} of {all} done, {fault:?} fails"));
            fail(lab, fault);
        }
        by_hand += ready_again(lab);
        if done > most {
            (most, since) = (done, Instant::now());
        }
        if done >= all || since.elapsed() > STILL {
            break;
        }
    }
    say(begun, &format!("{} of {all} done, {by_hand} things done by hand", done(lab)));
    let kept = kept(lab);
    say(begun, &kept);
    let methods: Vec<Vec<u64>> = kept
        .lines()
        .map(|line| line.split('|').skip(1).map(|it| it.parse().unwrap()).collect())
        .collect();
    assert_eq!(methods.len(), METHODS.len(), "{kept}");
    for method in methods {
        assert_eq!(method[0], u64::from(drives), "a run for each drive: {kept}");
        assert_eq!(method[1], method[2], "no cell twice: {kept}");
        assert_eq!(method[3], method[4], "of each drive as many: {kept}");
    }
    // With few drives, tasks complete between two looks.
    assert!(faults.peek().is_none() || drives < 100, "not everything failed");
}

/// A progress message for the user.
#[expect(clippy::print_stderr, reason = "it takes most of an hour")]
fn say(begun: Instant, what: &str) {
    eprintln!("{:6.0} s: {what}", begun.elapsed().as_secs_f64());
}

fn psql(lab: &Lab, sql: &str) -> Result<String, String> {
    lab.shell("server", &format!("runuser -u postgres -- psql -At -d iogram -c \"{sql}\""))
}

/// Tasks with a completed run in the store; 0 while there is no store.
fn done(lab: &Lab) -> u64 {
    let sql = format!(
        "select count(distinct run.id) from campaign_run join run on run.id = run_id \
         where campaign like '{NAME}%' and run.state = 'completed'"
    );
    psql(lab, &sql).ok().and_then(|count| count.trim().parse().ok()).unwrap_or(0)
}

/// For each method: its runs, their cells, the number of distinct cells, and the fewest and the most of a run.
fn kept(lab: &Lab) -> String {
    let sql = format!(
        "select method_id, count(*), sum(cells), sum(different), min(different), max(different) from \
         (select method_id, run.id, count(*) as cells, count(distinct (name, repeat_index)) as different \
         from campaign_run join run on run.id = run_id join cell on cell.run_id = run.id \
         where campaign like '{NAME}%' and run.state = 'completed' group by method_id, run.id) as each \
         group by method_id order by 1"
    );
    psql(lab, &sql).unwrap()
}

fn fail(lab: &Lab, fault: Fault) {
    const SERVER: &str = "data=/var/lib/postgresql/lab; bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1); \
        pkill -KILL -u postgres postgres; sleep 15; \
        setpriv --reuid postgres --regid postgres --clear-groups \"$bin/pg_ctl\" -w -D \"$data\" -l \"$data/log\" -o \
        \"-c fsync=off -c max_connections=200 -c listen_addresses=0.0.0.0\" start > /dev/null";
    match fault {
        Fault::Bench(bench) => {
            on(lab, bench, "pkill -KILL slurm; pkill -KILL iogram || true");
            std::thread::sleep(Duration::from_secs(10));
            start_slurmd(lab, bench);
        }
        Fault::Server => {
            on(lab, "server", SERVER);
        }
        Fault::Program(bench) => {
            on(lab, bench, "pkill -KILL iogram || true");
        }
    }
}

/// Repairs drained benches and jobs that are held because their prolog was killed, as an operator would; returns the
/// number of repairs.
fn ready_again(lab: &Lab) -> u32 {
    let mut count = 0;
    for bench in BENCHES {
        let state =
            lab.shell("server", &format!("sinfo -h -n {bench} -o %T")).unwrap_or_default();
        if state.contains("drain") || state.contains("down") {
            let again = format!("scontrol update nodename={bench} state=resume");
            count += u32::from(lab.shell("server", &again).is_ok());
        }
    }
    let held = "squeue -h -t PD -o '%i %r' | sed -n 's/ .*[Hh]eld.*//p' | tr '\\n' ','";
    let held = lab.shell("server", held).unwrap_or_default();
    for job in held.split(',').filter(|job| !job.is_empty()) {
        count += u32::from(lab.shell("server", &format!("scontrol release {job}")).is_ok());
    }
    count
}
