//! The lab before the deployment, and the daemons that systemd would start.

use std::path::{Path, PathBuf};

use iogram_testing::{Lab, find_program, lacking};

const PROGRAM: &str = env!("CARGO_BIN_EXE_iogram");

pub(crate) const BENCHES: [&str; 3] = ["bench1", "bench2", "bench3"];

/// The path of this repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Runs a script on a host; it must succeed.
#[track_caller]
pub(crate) fn on(lab: &Lab, host: &str, script: &str) -> String {
    lab.shell(host, script).unwrap_or_else(|error| panic!("{error}"))
}

/// Repeats a question on the server until its answer is the wanted one: Slurm works at its own pace.
#[track_caller]
pub(crate) fn until(lab: &Lab, question: &str, is_wanted: impl Fn(&str) -> bool) -> String {
    let script = format!("sleep 0.5; {question}");
    let mut answer = String::new();
    for _ in 0..400 {
        answer = lab.shell("server", &script).unwrap_or_else(|error| error);
        if is_wanted(&answer) {
            return answer;
        }
    }
    let slurm = "squeue; sinfo -R; tail -n 20 /var/log/slurm/slurmctld.log";
    panic!("{question}: {answer}\n{:?}", lab.shell("server", slurm));
}

/// The prerequisites of a lab: keys, passwords, a PostgreSQL server, the collection.
const BEGIN: &str = r#"
mkdir /srv/lab
cd /srv/lab
cp "$repository/deploy/ansible/inventory.example.yml" inventory.yml
head -c 1024 /dev/urandom > munge.key
printf 'pass:one' > bench.password
printf 'pass two' > ann.password
# Of the lab alone: which package the machine has, what its kernel has, where systemd would have made folders.
cat > extra.yml << 'YAML'
store_packages: [postgresql-15]
slurm_cgroup_plugin: cgroup/v1
slurm_cpus: 2
YAML
data=/var/lib/postgresql/lab
install -d -o postgres -g postgres /run/postgresql "$data"
as="setpriv --reuid postgres --regid postgres --clear-groups"
cd "$data"
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
$as "$bin/initdb" -D "$data" -A peer --no-sync > /dev/null
$as "$bin/pg_ctl" -w -D "$data" -l "$data/log" -o "-c fsync=off -c max_connections=200 -c listen_addresses=0.0.0.0" start > /dev/null
ansible-galaxy collection install "$repository/deploy/ansible" > /dev/null
"#;

/// Starts a lab of three benches.
///
/// # Errors
///
/// If this machine lacks something.
pub(crate) fn begin() -> Result<Lab, String> {
    let programs = ["ansible-playbook", "slurmctld", "slurmd", "munged", "chronyd"];
    if let Some(program) = programs.into_iter().find(|it| find_program(it).is_none()) {
        return Err(lacking(&format!("there is no {program}")));
    }
    if !Path::new("/usr/lib/postgresql").exists() {
        return Err(lacking("there is no PostgreSQL server"));
    }
    let lab = Lab::start(3, &repository(), Path::new(PROGRAM))?;
    on(&lab, "server", &format!("repository='{}'\n{BEGIN}", repository().display()));
    Ok(lab)
}

/// Starts the daemons that systemd would: the lab has none.
pub(crate) fn start_slurm(lab: &Lab) {
    let munge = "install -d -o munge -g munge /run/munge /var/log/munge /var/lib/munge; \
                 setpriv --reuid munge --regid munge --clear-groups /usr/sbin/munged";
    for host in ["server"].into_iter().chain(BENCHES) {
        on(lab, host, munge);
    }
    on(
        lab,
        "server",
        "rm -rf /var/lib/slurm/slurmctld; install -d -o slurm -g slurm /var/lib/slurm/slurmctld /var/log/slurm; \
         slurmctld",
    );
    for bench in BENCHES {
        start_slurmd(lab, bench);
    }
    until(lab, "sinfo -h -o '%D %t'", |answer| answer == "3 idle");
}

pub(crate) fn start_slurmd(lab: &Lab, bench: &str) {
    on(lab, bench, "mkdir -p /var/log/slurm /var/lib/slurm/slurmd; slurmd");
}
