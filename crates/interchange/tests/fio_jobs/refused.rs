//! Rejected or left out parts of a job file: all of them at once, each with its line, and none silently.

use iogram_interchange::{FioChoice, FioJobs, FioPlace, JobFault, JobNote};

use crate::{Given, read};

fn read_without(text: &str, ignored: &[&str]) -> Result<FioJobs, Vec<JobFault>> {
    let ignored: Vec<String> = ignored.iter().map(|name| (*name).to_owned()).collect();
    let choice = FioChoice { sections: &[], ignored: &ignored };
    FioJobs::read(("test.fio", text), &Given::default(), choice)
}

/// The lines of all faults.
fn lines(text: &str) -> Vec<u64> {
    let Err(faults) = read_without(text, &[]) else { panic!("it is taken") };
    faults.iter().map(|fault| fault.line).collect()
}

#[test]
fn every_wrong_value_of_a_section_is_named() {
    assert_eq!(lines("[x]\nrw=randred\nbs=4q\nsize=-5\niodepth=abc\n"), [2, 3, 4, 5]);
    let many = "[a]\nrwmixread=200\nrw=rndrw\nruntime=x\nioengine=mmap\ndirect=maybe\nss=none:5%\n\
                ss_dur=10\nthinktime=-1\ncontinue_on_error=some\nzone_reset_threshold=2\nnonsense\n";
    assert_eq!(lines(many), [2, 3, 4, 5, 6, 7, 9, 10, 11, 12]);
    // Options that are read together.
    let rates = "[a]\nsize=1m\nrate=x\nrate_iops=y\nrate_min=z\nrate_iops_min=-1\nratecycle=q\nrate_process=slow\n";
    assert_eq!(lines(rates), [3, 4, 5, 6, 7, 8]);
    let several = "[a]\nsize=1m\nrwmixread=200\nrwmixwrite=300\nbs=4q\nbsrange=x\nba=y\nbssplit=z\nthinktime=-1\n\
                   thinktime_blocks=x\nverify_pattern=zz\nverify=md4\n";
    assert_eq!(lines(several), [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    // If one of two related options is invalid, the other one is not a fault.
    assert_eq!(lines("[a]\nsize=1m\nrate_min=z\nratecycle=500\n"), [3]);
    // A fault in a global section is reported once, and each section's own fault, too.
    assert_eq!(lines("[global]\nsize=x\n[a]\nbs=y\n[b]\nbs=z\n"), [2, 4, 6]);
    assert_eq!(lines("[a]\nkb_base=1\nsize=x\niodepth=0\n"), [2, 3, 4]);
    // One fault does not cause others.
    assert_eq!(lines("[a]\nsize=1m\niodepth=x\niodepth_low=4\n"), [3]);
    assert_eq!(lines("[a]\nsize=1m\nrw=wrong\nbs=4k,8k\nfsync=1\nrate=1m\n"), [3]);
}

#[test]
fn ranks_of_blocks_need_one_size_and_that_is_said_with_the_line() {
    for order in ["zipf:1.1", "pareto:0.2", "normal:10"] {
        let text = |blocks: &str| {
            format!("[a]\nsize=1m\nrw=randrw\nrandom_distribution={order}\n{blocks}\n")
        };
        for blocks in ["bssplit=8k/80:64k/20", "bs=4k,8k", "bsrange=4k-8k"] {
            assert_eq!(lines(&text(blocks)), [4], "{order} {blocks}");
        }
        let said = read(&text("bs=4k,8k")).unwrap_err();
        assert!(
            said[0].ends_with("but with one block size beside it, of reads and writes alike")
        );
        assert!(read(&text("bs=8k,8k")).is_ok(), "{order}");
    }
    assert_eq!(lines("[a]\nsize=1m\nrw=randwrite\nsprandom\nbsrange=4k-8k\n"), [4]);
}

#[test]
fn files_are_not_trimmed() {
    let jobs = read("[r]\nsize=1m\n[t]\nsize=1m\nrw=randtrim\n").unwrap();
    for place in [FioPlace::File, FioPlace::Kept(1 << 20)] {
        let faults = jobs.method(place).unwrap_err();
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(said, ["line 3: job t cannot run on a file: a file cannot be discarded"]);
        assert!(faults[0].hint().is_some());
    }
    assert!(jobs.method(FioPlace::Device).is_ok());
}

#[test]
fn what_was_left_out_stands_in_the_method() {
    let text =
        "[global]\nsize=1m\n[a]\nbs=64k\nverify_state_load\ngtod_reduce=1\n[b]\nstonewall\n";
    let jobs = read_without(text, &["blocksize", "verify_state_load"]).unwrap();
    let method = jobs.method(FioPlace::Device).unwrap().text;
    let out = "# Made of a job file of fio.\n\
               # Left out of the job file (--ignore): line 4: bs=64k\n\
               # Left out of the job file (--ignore): line 5: verify_state_load\n\n[method]\n";
    assert!(method.starts_with(out), "{method}");
    let source = "options. Left out (--ignore): line 4: bs=64k; line 5: verify_state_load.\"\n";
    assert!(method.contains(source), "{method}");
    assert!(method.contains("block = \"4096B\""), "{method}");
    let said = |note: &JobNote| (note.sentence().to_string(), note.changes_work());
    let said: Vec<(String, bool)> = jobs.notes.iter().map(said).collect();
    let expected = [
        ("line 4: bs is left out (--ignore)", true),
        ("line 5: verify_state_load is left out (--ignore)", false),
    ];
    for ((said, changes), (text, does)) in said.iter().zip(expected) {
        assert_eq!((said.as_str(), *changes), (text, does));
    }
    assert!(said[2].0.starts_with("line 6: gtod_reduce changes nothing: "), "{said:?}");
    // Nothing was left out, so nothing is reported.
    let method = read(text.split("verify").next().unwrap()).unwrap();
    assert!(!method.method(FioPlace::Device).unwrap().text.contains("--ignore"));
}

/// A value with a line break comes from the environment, and would become a line of the method.
#[test]
fn a_value_that_is_left_out_stays_in_its_comment() {
    let variables = [("X", "a\n[[step]]\nkind = \"rest\"")].into();
    let given = Given { variables, ..Given::default() };
    let ignored = ["prio".to_owned()];
    let choice = FioChoice { sections: &[], ignored: &ignored };
    let text = "[a]\nsize=1m\nprio=${X}\n";
    let jobs = FioJobs::read(("test.fio", text), &given, choice).unwrap();
    let method = jobs.method(FioPlace::Device).unwrap().text;
    assert_eq!(method.lines().filter(|line| line.starts_with("[[step]]")).count(), 1);
}

#[test]
fn what_is_not_there_cannot_be_left_out() {
    let text = "[a]\nsize=1m\nbs=4k\n";
    let jobs = read_without(text, &["iodepth"]).unwrap();
    let note = jobs.notes[0].sentence().to_string();
    assert_eq!(note, "--ignore iodepth changes nothing: the job file has no such option");
    let faults = read_without(text, &["bss"]).unwrap_err();
    assert_eq!(
        faults[0].to_string(),
        "there is no option bss to leave out (--ignore): neither the job file nor fio has it"
    );
    assert_eq!(faults[0].hint().unwrap(), "options of the job file: size, bs");
    // An option that fio does not have can be left out if the file has it.
    assert!(read_without("[a]\nsize=1m\nbss=4k\n", &["bss"]).is_ok());
}

#[test]
fn only_what_is_not_done_is_offered_to_be_left_out() {
    let text = "[a]\nsize=1m\nrw=randred\nioengine=mmap\nprio=1\ndirectory=a:b\n";
    let faults = read_without(text, &[]).unwrap_err();
    let offered: Vec<&str> = faults.iter().filter_map(JobFault::option).collect();
    assert_eq!((faults.len(), offered), (4, vec!["prio"]));
}

#[test]
fn sections_that_are_there_are_named_for_one_that_is_not() {
    let asked = ["z".to_owned()];
    let choice = FioChoice { sections: &asked, ignored: &[] };
    let text = "[a]\nsize=1m\n[b]\nsize=1m\n[a]\nsize=1m\n";
    let faults = FioJobs::read(("test.fio", text), &Given::default(), choice).unwrap_err();
    assert_eq!(faults[0].hint().unwrap(), "sections of the job file: a, b");
}
