//! Jobs on zoned drives (`zonemode=zbd`).

use iogram_interchange::FioPlace;

use super::{check, keys, read};

const JOB: &str = "filename=/dev/x direct=1 zonemode=zbd size=1g";

#[test]
fn zones_of_a_drive_are_written_at_their_write_pointers() {
    let of =
        |options: &str| keys(&format!("{JOB} {options}"), FioPlace::Device)["access"].clone();
    assert_eq!(of("rw=write"), "write-pointers=seq");
    assert_eq!(of("rw=randwrite"), "write-pointers=random");
    assert_eq!(
        of("rw=randread norandommap read_beyond_wp=1"),
        "write-pointers=random,read-beyond"
    );
    assert_eq!(of("rw=write zonesize=256M"), "write-pointers=seq,zone=268435456B");
    let limits = "rw=randrw max_open_zones=32 job_max_open_zones=2 ignore_zone_limits=1";
    assert_eq!(of(limits), "write-pointers=random,open=32,job-open=2,past-limits");
    assert_eq!(of("rw=write max_open_zones=0 read_beyond_wp=0"), "write-pointers=seq");
    let resets = "rw=randwrite zone_reset_threshold=0.5 zone_reset_frequency=0.125";
    assert_eq!(of(resets), "write-pointers=random,reset=50.0%/12.5%");
    // Without a frequency there are no resets, as in fio.
    assert_eq!(of("rw=randwrite zone_reset_threshold=0.5"), "write-pointers=random");
    let trims = keys(&format!("{JOB} rw=trim bs=256m"), FioPlace::Device);
    assert_eq!((trims["discard"].as_str(), trims["block"].as_str()), ("100%", "268435456B"));
    let in_zones =
        "filename=/dev/x direct=1 zonemode=zbd zonesize=256m size=8z offset=524z rw=write";
    check(in_zones, &[("region", "140660178944B..142807662592B"), ("amount", "2147483648B")]);
    // The methods' parser accepts the resulting access.
    for options in ["rw=write", limits, resets] {
        let access = of(options);
        assert!(access.parse::<iogram_model::Access>().is_ok(), "{access}");
    }
}

#[test]
fn clones_on_a_zoned_drive_are_one_load() {
    check(
        &format!("{JOB} rw=write numjobs=4"),
        &[("jobs", "4"), ("layout", "shared"), ("region", "0B..1073741824B")],
    );
    check(
        &format!("{JOB} rw=write numjobs=4 offset_increment=1g"),
        &[("jobs", "4"), ("layout", "sliced"), ("region", "0B..4294967296B")],
    );
    let apart = format!("{JOB} rw=write numjobs=4 offset_increment=2g").replace(' ', "\n");
    let faults =
        read(&format!("[a]\n{apart}\n")).unwrap().method(FioPlace::Device).unwrap_err();
    assert!(faults[0].to_string().contains("offset_increment"), "{faults:?}");
}

#[test]
fn what_is_not_done_in_zones_of_a_drive_is_refused_by_name() {
    for (options, expected) in [
        ("rw=randwrite random_distribution=zipf:1.1", "zonemode is not supported with \"zbd\""),
        ("rw=write:64k", "zonemode is not supported with \"zbd\""),
        ("rw=write verify=crc32c", "verify is not supported with \"crc32c\""),
        ("rw=write zoneskip=1g", "zoneskip is not supported with \"1g\""),
        ("rw=trimwrite", "rw is not supported with \"trimwrite\""),
        ("rw=write nrfiles=2", "nrfiles is not supported"),
        ("rw=write zone_reset_frequency=2", "zone_reset_frequency"),
        ("rw=write zonecapacity=100m", "zonecapacity"),
        ("rw=write recover_zbd_write_error=1", "recover_zbd_write_error"),
    ] {
        let text = format!("[a]\n{JOB} {options}\n").replace(' ', "\n");
        let said = read(&text).unwrap_err();
        assert!(said[0].contains(expected), "{options}: {said:?}");
    }
}
