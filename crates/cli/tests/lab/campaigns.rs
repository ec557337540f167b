//! Campaigns on a real Slurm and over real ssh: at the end the store has every repetition exactly once, whatever
//! fails meanwhile.

use iogram_testing::Lab;

use crate::deployment::runs_on_the_server;
use crate::hosts::{on, start_slurmd, until};

fn campaign(name: &str, engine: &str) -> String {
    format!(
        "cd /srv/lab; cat > {name}.toml << 'T'\n[campaign]\nname = \"{name}\"\nengine = \"{engine}\"\n\
         server = \"postgres://bench@server/iogram\"\nhosts = [\"bench1\", \"bench2\", \"bench3\"]\n\
         [[method]]\nid = \"fsync\"\n[[method]]\nid = \"quick\"\n\
         [[drive]]\ntarget = \"sim:s4-usb\"\nseeds = \"1-4\"\n\
         [slurm]\nlog = \"/tmp/%A_%a.log\"\nT\n"
    )
}

const PASSWORD: &str = "printf 'server:5432:iogram:bench:pass\\\\:one\\n' > ~/.pgpass; chmod 600 ~/.pgpass; \
                        install -m 755 /opt/iogram /usr/local/bin/iogram";

pub(crate) fn slurm_carries_one_out_though_a_bench_fails(lab: &Lab) {
    on(lab, "server", PASSWORD);
    on(lab, "server", &campaign("by-slurm", "slurm"));
    on(lab, "server", "cd /srv/lab; iogram campaign submit by-slurm.toml");
    // A bench fails in the middle, with everything that runs there.
    on(lab, "bench3", "pkill -KILL slurm; pkill -KILL iogram || true");
    start_slurmd(lab, "bench3");
    finish(lab, "by-slurm");
}

pub(crate) fn ssh_carries_one_out(lab: &Lab) {
    on(lab, "server", &campaign("by-ssh", "ssh"));
    on(lab, "server", "cd /srv/lab; iogram campaign submit by-ssh.toml");
    finish(lab, "by-ssh");
}

/// For each method: runs of the campaign, their cells, and the number of distinct cells.
const KEPT: &str = "select method_id, count(distinct run.id), count(*), count(distinct (run.id, name, repeat_index)) \
    from campaign_run join run on run.id = run_id join cell on cell.run_id = run.id \
    where campaign like 'NAME%' and run.state = 'completed' group by method_id order by 1";

/// Waits for its end; the store has every cell once.
#[track_caller]
fn finish(lab: &Lab, name: &str) {
    let status = format!("cd /srv/lab; iogram campaign status {name}.toml");
    until(lab, &status, |said| said.contains("is done: all 8 tasks"));
    let sql = KEPT.replace("NAME", name);
    let kept =
        on(lab, "server", &format!("runuser -u postgres -- psql -At -d iogram -c \"{sql}\""));
    let methods: Vec<Vec<&str>> = kept.lines().map(|line| line.split('|').collect()).collect();
    assert_eq!(methods.len(), 2, "{kept}");
    for method in methods {
        assert_eq!(method[1], "4", "a run for each drive: {kept}");
        assert_eq!(method[2], method[3], "no cell twice: {kept}");
        assert_eq!(method[2].parse::<u32>().unwrap() % 4, 0, "of each drive as many: {kept}");
    }
    let runs = on(lab, "server", &runs_on_the_server("ann", "pass two"));
    assert!(runs.contains("sim:s4-usb"), "{runs}");
    let report = format!("cd /srv/lab; iogram campaign report {name}.toml");
    let said = on(lab, "server", &report);
    assert!(said.contains("all 8 tasks, and no drive failed"), "{said}");
}
