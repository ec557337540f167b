//! Whole runs of methods on simulated drives, analysed like those of the program.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use iogram_engine::{Control, Rig};
use iogram_model::{CellRecord, Conditions, Criteria, MethodRecord, ProbeRecord, Run, Unknown};
use iogram_runner::{RunObserver, TargetFacts, builtin_method, run_method};
use iogram_sim::{SimDrive, SimRig, SimSpec};

#[derive(Default)]
struct Records {
    cells: Vec<CellRecord>,
    probes: Vec<ProbeRecord>,
}

impl RunObserver for Records {
    fn cell_finished(&mut self, record: CellRecord) -> ControlFlow<()> {
        self.cells.push(record);
        ControlFlow::Continue(())
    }

    fn probe_finished(&mut self, record: ProbeRecord) -> ControlFlow<()> {
        self.probes.push(record);
        ControlFlow::Continue(())
    }
}

/// A run of `method` on the drive of `spec`, as far as it comes.
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
    let criteria = Criteria {
        rules: plan.rules.clone(),
        marks: plan.marks.clone(),
        nines: plan.nines.clone(),
        steady: plan.steady.clone(),
        good_for: plan.good_for.clone(),
        standard: plan.standard.clone(),
        wants_state: plan.wants_state.clone(),
    };
    iogram_findings::analysed(Run {
        format: Run::FORMAT.to_owned(),
        id: "1".to_owned(),
        state: outcome.state,
        started_at_us: 0,
        ended_at_us: None,
        method: MethodRecord {
            id: method.id.clone(),
            title: String::new(),
            source: None,
            params: settings.into_iter().collect::<BTreeMap<_, _>>(),
            seed: None,
            text: None,
        },
        target: rig.target(),
        conditions: Conditions::default(),
        purges: Vec::new(),
        rests: Vec::new(),
        resumes: Vec::new(),
        looks: Vec::new(),
        cells: records.cells,
        probes: records.probes,
        warnings: Vec::new(),
        findings: Vec::new(),
        criteria: Some(criteria),
        headline: None,
        unknown: Unknown::default(),
    })
}
