//! Cells that read the writes of timed cells: as far as those got, and no farther.

use iogram_engine::{Control, Rig as _};
use iogram_model::Nanos;
use iogram_runner::{Method, Plan, PlannedStep, ResumePoint, run_from, run_method};

use crate::common::{disk, plan};
use crate::fake::FakeRig;
use crate::records::Records;

/// Two seconds of writes at the fake drive's rate are 48,828 requests; the amount would be 262,144.
fn planned(end: &str) -> Plan {
    let common = "access = \"seq\"\nblock = \"4KiB\"\namount = \"1GiB\"\nseed = \"a\"\ndata = \"placed\"\n";
    let text = format!(
        "[method]\nid = \"mine\"\ntitle = \"Mine\"\nquestion = \"q\"\nsource = \"own\"\nmedia = [\"ssd\"]\n\
         writes = \"region\"\n[[step]]\nkind = \"measure\"\nname = \"w\"\nread = \"0%\"\n{common}{end}\n\
         [[step]]\nkind = \"measure\"\nname = \"r\"\nread = \"100%\"\nagain = \"written=0%\"\n{common}"
    );
    let method = Method::parse("mine.toml", &text).unwrap();
    plan(&method, &[], &disk(), 1).unwrap()
}

#[test]
fn as_much_is_read_as_was_written_in_the_time() {
    for (end, count) in [("time = \"2s\"", Some(48_828)), ("", None)] {
        let mut watcher = Records::default();
        run_method(&planned(end), &mut FakeRig::default(), &Control::default(), &mut watcher);
        let [written, read] = watcher.cells.as_slice() else { panic!("{:?}", watcher.cells) };
        assert_eq!((written.name.as_str(), read.name.as_str()), ("w", "r"));
        assert_eq!(written.workload.seed, read.workload.seed);
        assert_eq!(read.workload.stop.count, count, "{end}");
    }
}

/// The first part of a run wrote less than the drive would write now: the resumed run repeats only as many writes,
/// and reads all of them.
#[test]
fn what_is_made_again_is_as_much_as_it_was() {
    let plan = planned("time = \"2s\"");
    let mut before = Records::default();
    run_method(&plan, &mut FakeRig::default(), &Control::default(), &mut before);
    let mut written = before.cells[0].clone();
    written.operations.write.as_mut().unwrap().count = 1000;
    let is_measure = |step: &PlannedStep| matches!(step, PlannedStep::Measure(_));
    let cells: Vec<usize> =
        (0..plan.steps.len()).filter(|&at| is_measure(&plan.steps[at])).collect();
    let beginning = ResumePoint {
        restoration: vec![plan.steps[cells[0]].clone()],
        order: vec![cells[1]],
        cells: vec![written],
        ..ResumePoint::default()
    };
    let (mut rig, mut watcher) = (FakeRig::default(), Records::default());
    run_from(&plan, beginning, &mut rig, &Control::default(), &mut watcher);
    let [read] = watcher.cells.as_slice() else { panic!("{:?}", watcher.cells) };
    assert_eq!(read.workload.stop.count, Some(1000));
    // A thousand requests were written and a thousand read, 40.96 ms each time.
    assert_eq!(rig.now(), Nanos(2 * 1000 * 4096 * 10));
}
