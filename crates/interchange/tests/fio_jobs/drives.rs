//! Several drives in one `filename`, or in several sections.

use iogram_interchange::{FioJobs, FioPlace};

use crate::read;

fn both() -> Vec<String> {
    ["/dev/a", "/dev/b"].map(str::to_owned).to_vec()
}

/// The methods of both drives.
#[track_caller]
fn of_each(text: &str) -> Vec<String> {
    let jobs = read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    assert_eq!(jobs.targets(), both());
    let each = jobs.of_each(&both()).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let method = |jobs: &FioJobs| match jobs.method(FioPlace::Device) {
        Ok(method) => method.text,
        Err(fault) => panic!("{text}: {fault:?}"),
    };
    each.iter().map(method).collect()
}

/// fio 3.42: `size` is shared by the files, requests take turns.
#[test]
fn each_drive_has_its_part_of_a_rate() {
    let text = "[a]\nfilename=/dev/a:/dev/b\nrw=randread\nsize=8m\nrate_iops=100\nnumber_ios=64\n\
                io_size=2m\n";
    let methods = of_each(text);
    assert_eq!(methods.len(), 2);
    for method in methods {
        for said in ["\"50/s\"", "\"0B..4194304B\"", "count = \"32\"", "amount = \"1048576B\""]
        {
            assert!(method.contains(said), "{said}: {method}");
        }
    }
    let random = "[a]\nfilename=/dev/a:/dev/b\nrw=randread\nsize=50%\nrate_iops=9\n\
                  rate_process=poisson\nfile_service_type=random\n";
    assert!(of_each(random).iter().all(|it| it.contains("\"4.5/s,poisson\"")));
}

/// Concurrent sections, each with a drive of its own, share nothing.
#[test]
fn sections_have_a_drive_each() {
    let text = "[global]\nrw=randread\niodepth=8\nioengine=libaio\n[a]\nfilename=/dev/a\n[b]\nfilename=/dev/b\n\
                bs=64k\n[c]\nfilename=/dev/b\nbs=16k\n";
    let methods = of_each(text);
    assert!(methods[0].contains("\"4096B\"") && !methods[0].contains("\"65536B\""));
    assert!(methods[1].contains("\"65536B\"") && methods[1].contains("\"16384B\""));
}

/// Work that a drive would only get beside the others is rejected, with the reason.
#[test]
fn what_joins_drives_is_refused() {
    let refused = |options: &str, why: &str| {
        let text = format!("[a]\nfilename=/dev/a:/dev/b\nrw=randread\nsize=8m\n{options}\n");
        let faults = read(&text).unwrap().of_each(&both()).unwrap_err();
        assert!(
            faults[0].to_string().starts_with("line 1: job a cannot run on several drives")
        );
        assert!(faults[0].to_string().contains(why), "{options}: {faults:?}");
        assert!(faults[0].hint().unwrap().to_string().contains("--target"));
    };
    refused("iodepth=8", "its requests take turns");
    refused("file_service_type=sequential", "when one is over");
    refused("rate_iops=100\nrate_process=poisson", "rate is divided only");
    refused("rate_iops=100\nfile_service_type=random", "rate is divided only");
    refused("rate_iops=100\nthinktime=5", "thinktime");
    refused("rate_iops=100\nrate_iops_min=9", "the sum of all of them");
    refused("rate_iops=100\nnumber_ios=9", "multiple of their number");
    refused("rate_iops=100\nwrite_bw_log", "logs");
    let waits = "[a]\nfilename=/dev/a\nsize=1m\n[b]\nfilename=/dev/b\nsize=1m\nstonewall\n";
    let faults = read(waits).unwrap().of_each(&both()).unwrap_err();
    assert!(faults[0].to_string().contains("stonewall"), "{faults:?}");
}

/// On one target they are files in it, as with `nrfiles`; in order, that would differ from fio.
#[test]
fn on_one_target_they_are_files() {
    let text = "[a]\nfilename=/dev/a:/dev/b\nrw=randread\nsize=8m\n";
    let made = read(text).unwrap().method(FioPlace::Device).unwrap();
    assert!(made.text.contains("\"0B..8388608B\""), "{}", made.text);
    let in_order = text.replace("randread", "read");
    let faults = read(&in_order).unwrap().method(FioPlace::Device).unwrap_err();
    assert!(faults[0].to_string().contains("position of its own"), "{faults:?}");
}

/// A backslash keeps a colon in a name, and a simulated drive's belongs to it.
#[test]
fn names_are_told_apart() {
    let targets = |names: &str| read(&format!("[a]\nfilename={names}\n")).unwrap().targets();
    assert_eq!(targets("/dev/a:/dev/b:/dev/a"), ["/dev/a", "/dev/b"]);
    assert_eq!(targets("/dev/disk/by-path/pci-0000\\:01"), ["/dev/disk/by-path/pci-0000:01"]);
    assert_eq!(targets("sim:s4-sd:sim:s4-usb"), ["sim:s4-sd", "sim:s4-usb"]);
    assert_eq!(targets("sim:s4-sd"), ["sim:s4-sd"]);
}
