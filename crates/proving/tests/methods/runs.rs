//! Whole runs of methods on simulated drives, analysed like those of the program.

use iogram_engine::{Control, Rig};
use iogram_model::{MethodRecord, Run};
use iogram_runner::{TargetFacts, builtin_method, run_method};
use iogram_sim::{SimDrive, SimRig, SimSpec};

use crate::records::Records;

/// Small, with a rate that never changes.
pub(crate) const EVEN: &str = r#"
name = "even"
title = "t"
source = "arbitrary"
drive = "nvme"
capacity = "16MiB"
[link]
rate = "400MB/s"
in_flight = 4
[media.latency]
read = "100us"
write = "200us"
"#;

/// A run of `method` on the drive of `spec`, as far as it gets.
pub(crate) fn measured(
    spec: &SimSpec,
    seed: u64,
    method: &str,
    settings: &[(&str, &str)],
) -> Run {
    let drive = SimDrive::new(spec.clone(), seed).unwrap();
    let mut rig = SimRig::new(format!("sim:{}", spec.name), drive);
    let settings: Vec<(String, String)> =
        settings.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let facts = TargetFacts::device(rig.geometry());
    let method = builtin_method(method).unwrap();
    let plan = iogram_runner::plan(&method, &settings, &facts, seed).unwrap();
    let mut records = Records::default();
    let outcome = run_method(&plan, &mut rig, &Control::default(), &mut records);
    let params = settings.into_iter().collect();
    let method = MethodRecord { params, ..MethodRecord::new(method.id.clone(), "") };
    iogram_findings::analysed(Run {
        cells: records.cells,
        probes: records.probes,
        rests: records.rests,
        criteria: Some(plan.criteria()),
        ..Run::new("1".to_owned(), (outcome.state, 0), method, rig.target())
    })
}
