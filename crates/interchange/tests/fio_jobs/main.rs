//! Job files of fio: the resulting methods, and the rejected parts with their lines.

mod at_once;
mod drives;
#[cfg(test)]
mod limits;
// The condition always holds here; it tells the lints that these are tests.
#[cfg(test)]
mod options;
mod refused;
mod shares;
#[cfg(test)]
mod sizes;
mod verify;
mod zoned;

use std::collections::BTreeMap;

use iogram_interchange::{Around, FioChoice, FioJobs, FioPlace, Included};

/// A computer with variables and files of the test.
#[derive(Default)]
struct Given {
    variables: BTreeMap<&'static str, &'static str>,
    files: BTreeMap<&'static str, &'static str>,
}

impl Around for Given {
    fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name).map(|value| (*value).to_owned())
    }
    fn include(&self, name: &str, by: Option<&str>) -> Result<Included, String> {
        let folder = by.and_then(|file| file.rsplit_once('/')).map(|(folder, _)| folder);
        let beside = folder.map(|folder| format!("{folder}/{name}"));
        let found = [Some(name.to_owned()), beside].into_iter().flatten().find_map(|place| {
            let text = (*self.files.get(place.as_str())?).to_owned();
            Some(Included { place, text })
        });
        found.ok_or("it is not there".to_owned())
    }
    fn cpu_count(&self) -> Option<u64> {
        Some(8)
    }
    fn memory_mib(&self) -> Option<u64> {
        None
    }
}

fn read(text: &str) -> Result<FioJobs, Vec<String>> {
    read_with(text, &Given::default(), FioChoice::default())
}

fn read_with(text: &str, given: &Given, choice: FioChoice<'_>) -> Result<FioJobs, Vec<String>> {
    FioJobs::read(("test.fio", text), given, choice)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

/// The method of one job with these options, as one row of keys and values.
#[track_caller]
fn keys(options: &str, place: FioPlace) -> BTreeMap<String, String> {
    let text = format!("[job]\n{}\n", options.replace(' ', "\n"));
    let jobs = read(&text).unwrap_or_else(|faults| panic!("{options}: {faults:?}"));
    let method = jobs.method(place).unwrap_or_else(|faults| panic!("{options}: {faults:?}"));
    let (_, step) = method.text.split_once("kind = \"measure\"").expect("it has a cell");
    let pairs = step.lines().filter_map(|line| line.split_once(" = "));
    pairs.map(|(key, value)| (key.to_owned(), value.trim_matches('"').to_owned())).collect()
}

#[track_caller]
fn check(options: &str, expected: &[(&str, &str)]) {
    let found = keys(options, FioPlace::Device);
    for (key, value) in expected {
        assert_eq!(found.get(*key).map_or("", String::as_str), *value, "{options}: {key}");
    }
}

#[test]
fn options_become_what_they_mean_to_fio() {
    let common = "size=1g direct=1 ioengine=libaio";
    check(
        &format!("{common} rw=randread bs=8k iodepth=16 numjobs=2 filename=/dev/x"),
        &[
            ("access", "permutation"),
            ("read", "100%"),
            ("block", "8192B"),
            ("depth", "16"),
            ("jobs", "2"),
            ("layout", "shared"),
            ("region", "0B..1073741824B"),
            // Each of the two jobs passes over all of it.
            ("amount", "2147483648B"),
            ("caching", "direct"),
        ],
    );
    check(
        "size=1m rw=read",
        &[("depth", "1"), ("caching", "buffered-cold"), ("access", "seq")],
    );
    check("size=1m invalidate=0", &[("caching", "buffered")]);
    check("size=1m rw=randread norandommap", &[("access", "random")]);
    check("size=1m rw=randrw rwmixwrite=30", &[("read", "70%")]);
    check("size=1m rw=randrw rwmixread=60 rwmixwrite=40", &[("read", "60%")]);
    check("size=1m rw=trim", &[("read", "0%"), ("discard", "100%")]);
    check("size=1m rw=write:4k bs=4k", &[("access", "strided=8192B")]);
    check("size=1m rw=randread bs=,8k", &[("block", "4096B")]);
    check("size=1m rw=randwrite bs=,8k", &[("block", "8192B")]);
    check(
        "size=1m rw=read bssplit=4k/10:64k/50:32k/",
        &[("block", "4096B:10,65536B:50,32768B:40")],
    );
    check("size=1m rw=read bssplit=4k:8k", &[("block", "4096B:100,8192B:100")]);
    check("size=1m rw=read:-12k", &[("access", "backward=8192B")]);
    check("size=1m rw=randread percentage_random=30", &[("access", "partly-random=30%")]);
    // With writes only, their share alone counts.
    check("size=1m rw=randwrite percentage_random=30,70", &[("access", "partly-random=70%")]);
    check("size=1m rw=randread random_distribution=pareto:0.2", &[("access", "pareto=0.2")]);
    check("size=1m rw=randread random_distribution=normal:10", &[("access", "normal=10.0%")]);
    check("size=1m rw=read bsrange=4k-16k", &[("block", "4096B:1,8192B:1,12288B:1,16384B:1")]);
    check("size=1m rw=write fsync=1", &[("sync", "each"), ("sync_call", "fsync")]);
    check("size=1m rw=write fdatasync=8", &[("sync", "every=8"), ("sync_call", "fdatasync")]);
    check("size=1m rw=write end_fsync=1", &[("sync", "end"), ("sync_call", "fsync")]);
    check("size=1m rw=write sync=dsync", &[("sync", "dsync")]);
    check("size=1m rw=read fsync=1", &[("sync", "")]);
    check("size=1m rw=write zero_buffers", &[("data", "zeros")]);
    check("size=1m rw=write buffer_compress_percentage=40", &[("data", "compress=40%")]);
    check("size=1m rw=write dedupe_percentage=30", &[("data", "dedupe=30%")]);
    check("size=1m rw=write dedupe_percentage=0 zero_buffers", &[("data", "zeros")]);
    check("size=1m rw=read dedupe_percentage=30", &[("data", "random")]);
    check("size=1m runtime=5m time_based", &[("time", "300000000us"), ("amount", "")]);
    check("size=1m runtime=30 loops=3", &[("time", "30000000us"), ("amount", "3145728B")]);
    check(
        "size=1m io_size=4m numjobs=2 rw=randread filename=/dev/x",
        &[("amount", "8388608B")],
    );
    check("size=1m number_ios=100 ramp_time=2", &[("count", "100"), ("ramp", "2000000us")]);
    check("size=50% offset=25% loops=2", &[("region", "25%..75%"), ("passes", "2")]);
    check("offset=1m", &[("region", "1048576B..100%")]);
    check("size=1m kb_base=1000", &[("region", "0B..1000000B")]);
    check("size=1m random_distribution=zipf:0.9 rw=randread", &[("access", "zipf=0.9")]);
    check(
        "size=1g random_distribution=zoned:60/10:40/ rw=randread blockalign=4k",
        &[("access", "zoned=60/10:40/90,align=4096B")],
    );
    check("size=1g rw=randwrite sprandom=1 spr_op=0.10", &[("access", "sprandom=10.0%")]);
    check("size=1m rw=randread thinktime=5ms", &[("rate", "pause=5000us")]);
    check("size=1m rw=randread thinktime=50 thinktime_blocks=8", &[("rate", "pause=50us/8")]);
}

/// fio's manual (`bs`): an empty part is fio's default size, an absent one repeats the part before it.
#[test]
fn each_direction_has_its_own_block_sizes() {
    for (options, block) in [
        ("rw=randrw bs=4k,8k", "4096B,write=8192B"),
        ("rw=randrw bs=8k,", "8192B,write=4096B"),
        ("rw=randrw bs=,8k", "4096B,write=8192B"),
        ("rw=randrw bs=8k,8k,16k", "8192B"),
        ("rw=randtrim bs=4k,,16k", "16384B"),
        ("rw=randtrim bs=4k,8k", "8192B"),
        ("rw=randwrite bs=4k,,16k", "4096B"),
        ("rw=randrw bssplit=4k,64k/25:1m/75", "4096B,write=65536B:25,1048576B:75"),
        ("rw=randrw bsrange=4k-8k,16k-32k", "4096B:1,8192B:1,write=16384B:1,32768B:1"),
        // fio's `cmdprio-bssplit.fio`: the sizes of reads in a job that only reads.
        ("rw=randread bssplit=64k/40:1024k/60,1024k/100", "65536B:40,1048576B:60"),
    ] {
        check(&format!("size=1g {options}"), &[("block", block)]);
    }
    // Blocks of several sizes may repeat.
    check("size=1g rw=randrw bs=4k,8k", &[("access", "random")]);
    // Of 1000 requests, 800 read 4 KiB each and 200 write 64 KiB each: writes reach 12.8 MiB first.
    check("size=1g rw=randrw rwmixread=80 bs=4k,64k rate=6400k", &[("rate", "500/s")]);
    let said = read("[a]\nsize=1m\nrw=rw:8k\nbs=4k,8k\n").unwrap_err();
    assert_eq!(
        said,
        ["line 3: fio's option rw is not supported with \"rw:8k\", but with one block size"]
    );
    assert!(read("[a]\nsize=1m\nbs=4k,4k,4k,4k\n").is_err());
    assert!(read("[a]\nsize=1m\nbs_unaligned=1\nbsrange=512-4k\n").is_err());
}

#[test]
fn a_rate_that_has_to_be_kept_is_one_of_each_direction() {
    let base = "size=1m filename=/dev/x runtime=9 time_based";
    for (options, floor) in [
        ("rw=write rate_min=1m", "write 1MiB/s after 2s every 1s"),
        (
            "rw=randrw rate_iops_min=100,50 ratecycle=500",
            "read 100/s, write 50/s after 2s every 500ms",
        ),
        ("rw=randrw rate_iops_min=,50", "write 50/s after 2s every 1s"),
        ("rw=randread ratemin=1000 rate_iops_min=5", "read 1000B/s after 2s every 1s"),
        ("rw=trimwrite rate_iops_min=5", "write 5/s, discard 5/s after 2s every 1s"),
        ("rw=read rate=2000 rate_min=2000", "read 2000B/s after 2s every 1s"),
        ("rw=read rate_min=,5", ""),
    ] {
        check(&format!("{base} {options}"), &[("floor", floor)]);
        assert!(
            floor.is_empty() || floor.parse::<iogram_model::RateFloor>().is_ok(),
            "{floor}"
        );
    }
    for (options, option) in [
        ("rate=1m\nrate_min=2m", "rate_min"),
        ("rate_iops=5\nrate_iops_min=6", "rate_iops_min"),
        ("rate_min=1m\nratecycle=50", "ratecycle"),
        ("rate_min=1m\nlatency_target=5", "latency_target"),
    ] {
        let said = read(&format!("[a]\nsize=1m\nruntime=9\n{options}\n")).unwrap_err();
        assert!(
            said[0].contains(&format!("fio's option {option} is not")),
            "{options}: {said:?}"
        );
    }
}

#[test]
fn data_that_repeat_are_decided_by_nothing_else() {
    for option in [
        "verify=md5",
        "zero_buffers",
        "buffer_compress_percentage=50",
        "buffer_pattern=0xff",
        "bssplit=4k/50:8k/50",
        "dedupe_mode=working_set",
        "dedupe_global=1",
        "dedupe_working_set_percentage=5",
    ] {
        let said = read(&format!("[a]\nsize=1m\nrw=write\ndedupe_percentage=30\n{option}\n"));
        assert!(
            said.as_ref().is_err_and(|it| it[0].contains("fio's option ")),
            "{option}: {said:?}"
        );
    }
}

#[test]
fn a_job_goes_on_after_what_is_said_to_fail() {
    for (options, errors) in [
        ("rw=read", ""),
        ("rw=read continue_on_error=none", ""),
        ("rw=read continue_on_error", "any"),
        ("rw=read continue_on_error=read", "any"),
        ("rw=write continue_on_error=io verify=md5 do_verify=0", "any"),
        ("rw=write continue_on_error=all verify=md5", "any"),
    ] {
        check(&format!("size=1m filename=/dev/x {options}"), &[("errors_max", errors)]);
    }
    for (options, tolerated) in [
        ("rw=read continue_on_error=write", ""),
        ("rw=rw continue_on_error=read", "read"),
        ("rw=write verify=md5 continue_on_error=io", "read, write"),
        ("rw=write verify=md5 continue_on_error=write", "write"),
        ("rw=write verify=md5 verify_only continue_on_error=verify", "compared"),
        ("rw=rw continue_on_error=read ignore_error=,ENOSPC:122", "read, write 28, write 122"),
        // If a part has a list, only the errors in the list are tolerated.
        ("rw=write continue_on_error ignore_error=5,5", "write 5"),
        ("rw=write ignore_error=EIO", ""),
    ] {
        let found = [("errors_max", ""), ("errors_tolerated", tolerated)];
        check(&format!("size=1m filename=/dev/x {options}"), &found);
    }
    assert!(read("[a]\nsize=1m\nignore_error=EWHAT\n").is_err());
    assert!(read("[a]\nsize=1m\nignore_error=1,2,3,4\n").is_err());
    assert!(read("[a]\nsize=1m\ncontinue_on_error=some\n").is_err());
}

#[test]
fn each_trimmed_place_is_written() {
    let trimwrite = "size=1m filename=/dev/x rw=randtrimwrite";
    check(
        trimwrite,
        &[
            ("read", "0%"),
            ("discard", "100%"),
            ("again", "write"),
            ("access", "permutation"),
            ("amount", "1048576B"),
        ],
    );
    check(&format!("{trimwrite} rate_iops=50"), &[("rate", "50/s")]);
    check(&format!("{trimwrite} bs=8k rate=,80k,160k"), &[("rate", "10/s")]);
    check(&format!("{trimwrite} fsync=1"), &[("sync", "each")]);
    check("size=1m rw=trim", &[("again", "")]);
    for option in ["bs=4k,8k,4k", "bssplit=4k,8k,4k", "thinktime=5", "fsync=8", "verify=md5"] {
        let said = read(&format!("[a]\nsize=1m\nrw=trimwrite\n{option}\n")).unwrap_err();
        let line = if option.starts_with("verify") { 3 } else { 4 };
        assert!(
            said[0].starts_with(&format!("line {line}: fio's option ")),
            "{option}: {said:?}"
        );
    }
}

#[test]
fn blocks_begin_at_multiples_of_what_is_asked() {
    let places = [("access", "zoned=100/100,align=4096B")];
    check("size=1g rw=randread bs=64k ba=4k", &places);
    check("size=1g rw=randread bssplit=4k/50:64k/50 blockalign=4k norandommap", &places);
    check("size=1g rw=randread bs=4k ba=4k", &[("access", "permutation")]);
    // In order, fio goes from block to block, whatever the alignment.
    check("size=1g rw=read bs=64k ba=4k", &[("access", "seq")]);
    let said = read("[a]\nsize=1m\nrw=randread\nba=512\nrandom_distribution=zipf:1.1\n");
    assert!(said.unwrap_err()[0].starts_with("line 4: fio's option ba is not supported"));
}

#[test]
fn a_job_ends_once_it_is_steady() {
    let steady = "size=1g filename=/dev/x rw=randread runtime=60 time_based ss_dur=10";
    for (options, until) in [
        ("ss=iops:5%", "iops within 5% for 10000000us after 0us every 1000000us"),
        (
            "ss=iops_slope:0.1% ss_ramp=5s",
            "iops slope within 0.1% for 10000000us after 5000000us every 1000000us",
        ),
        (
            "ss=bw:1m ss_interval=500ms",
            "bandwidth within 1048576B/s for 10000000us after 0us every 500000us",
        ),
        (
            "steadystate=bw_slope:2%",
            "bandwidth slope within 2% for 10000000us after 0us every 1000000us",
        ),
        ("ss=lat:5%", "latency within 5% for 10000000us after 0us every 1000000us"),
        ("ss=iops:20", "iops within 20/s for 10000000us after 0us every 1000000us"),
        // fio's default criterion.
        ("direct=1", "iops slope within 0.01% for 10000000us after 0us every 1000000us"),
    ] {
        check(&format!("{steady} {options}"), &[("until", until)]);
        let parsed = until.parse::<iogram_model::UntilSteady>();
        assert!(parsed.is_ok(), "{until}: {parsed:?}");
    }
    // Without a window, fio looks for no steady state.
    check("size=1m ss=iops:5%", &[("until", "")]);
    let refused = |text: &str, line: &str| {
        let said = read(text).unwrap_err();
        assert!(said[0].starts_with(line), "{text}: {said:?}");
    };
    refused("[a]\nss=mips:5%\nss_dur=5\n", "line 2: \"mips:5%\" is no value of ss");
    refused("[a]\nss=lat:50\nss_dur=5\n", "line 2: fio's option ss is not supported");
    refused("[a]\nss=iops:5%\nss_dur=1\n", "line 3: fio's option ss_dur is not supported");
}

/// The method of a job file for a drive.
#[track_caller]
fn method(text: &str) -> String {
    let jobs = read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let method = jobs.method(FioPlace::Device);
    method.unwrap_or_else(|faults| panic!("{text}: {faults:?}")).text
}

/// The keys of each part of a method that begins with `head`.
fn tables(method: &str, head: &str) -> Vec<BTreeMap<String, String>> {
    let tables = method.split(head).skip(1).map(|table| {
        let pairs = table.lines().filter_map(|line| line.split_once(" = "));
        pairs.map(|(key, value)| (key.to_owned(), value.trim_matches('"').to_owned())).collect()
    });
    tables.collect()
}

/// The steps of a method, each with its keys.
#[track_caller]
fn steps(text: &str) -> Vec<BTreeMap<String, String>> {
    tables(&method(text), "[[step]]")
}

/// The values of these keys for each load of a method's cells.
#[track_caller]
fn rows(text: &str, keys: &[&str]) -> Vec<String> {
    let loads = tables(&method(text), "[[step");
    let loads = loads.iter().filter(|load| load.contains_key("name"));
    let value = |load: &BTreeMap<String, String>, key: &str| load.get(key).cloned();
    let row = |load| keys.iter().filter_map(|key| value(load, key)).collect::<Vec<_>>();
    loads.map(|load| row(load).join(" ")).collect()
}

/// fio's `io_u.c`: it moves an amount in each zone; by default, a zone is as long as this amount.
#[test]
fn zones_are_stretches_of_the_region() {
    let zones = "size=1g filename=/dev/x zonemode=strided zonesize=64k";
    check(
        &format!("{zones} zonerange=1m zoneskip=4m rw=read"),
        &[
            ("access", "stretches=65536B/1048576B+4194304B"),
            // Zones extend beyond the moved part of the device.
            ("region", "0B..100%"),
            ("amount", "1073741824B"),
        ],
    );
    check(&format!("{zones} rw=read"), &[("access", "stretches=65536B/65536B+0B")]);
    let random = "stretches=65536B/65536B+0B,permutation";
    check(&format!("{zones} rw=randread"), &[("access", random)]);
    let repeated = "stretches=65536B/65536B+0B,random";
    check(&format!("{zones} rw=randread norandommap"), &[("access", repeated)]);
    // Without a name it is a file of its size.
    check("size=1m zonesize=64k offset=4k", &[("region", "4096B..1052672B")]);
    check("size=1m zonesize=64k", &[("access", "stretches=65536B/65536B+0B")]);
    check("size=1m zonemode=none", &[("access", "seq")]);
    check("size=1m zonemode=none zonesize=0", &[("access", "seq")]);
    // Each clone visits all zones.
    let clones = read("[a]\nsize=1m\nzonesize=64k\nnumjobs=3\nfilename=/dev/x\n").unwrap();
    let method = clones.method(FioPlace::Device).unwrap();
    assert_eq!(method.text.matches("jobs = \"1\"").count(), 3, "{}", method.text);
}

#[test]
fn zones_that_iogram_has_nothing_for_are_refused() {
    for (options, expected) in [
        ("zonemode=zoned", "zonemode is not supported with \"zoned\""),
        (
            "max_open_zones=4",
            "max_open_zones is not supported with \"4\", but with zonemode=zbd",
        ),
        ("zonemode=none\nzonesize=64k", "zonesize is not supported with \"64k\""),
        ("zoneskip=64k", "zoneskip is not supported with \"64k\", but with zonemode=strided"),
        ("zonemode=strided", "says no zonesize"),
        ("zonesize=64k\nnrfiles=2", "nrfiles is not supported"),
        ("zonesize=64k\nzonerange=2k", "but with at least a block"),
        ("zonesize=64k\nrw=read:4k", "but with addresses in order without holes"),
        ("zonesize=64k\nrw=randread\nrandom_distribution=zipf:0.9", "zonesize is not"),
        ("zonesize=64k\nmax_open_zones=4", "max_open_zones is not supported"),
    ] {
        let said = read(&format!("[a]\nsize=1m\n{options}\n")).unwrap_err();
        assert!(said[0].contains(expected), "{options}: {said:?}");
    }
}

#[test]
fn rates_are_those_of_all_directions_and_clones() {
    check("size=1m rw=randread rate_iops=100", &[("rate", "100/s")]);
    check("size=1m rw=randread rate_iops=100 numjobs=4", &[("rate", "400/s")]);
    check("size=1m rw=write bs=64k rate=1m", &[("rate", "16/s")]);
    check("size=1m rw=write rate_iops=,50", &[("rate", "50/s")]);
    // Each direction has a limit of 100: reads, which are 80 %, reach theirs first.
    check("size=1m rw=randrw rwmixread=80 rate_iops=100", &[("rate", "125/s")]);
    // If each direction has a rate, both are kept, whatever the mix.
    let both = [("rate", "100/s"), ("read", "90%")];
    check("size=1m rw=randrw rate_iops=90,10", &both);
    check("size=1m rw=randrw rwmixread=20 rate_iops=90,10", &both);
    check("size=1m rw=randread rate_iops=50 rate_process=poisson", &[("rate", "50/s,poisson")]);
    check("size=1m rw=randread rate=4m rate_iops=10", &[("rate", "10/s")]);
}

/// The jobs' own files are placed one after another in one test file; a common file exists once.
#[test]
fn files_of_jobs_are_places_in_one() {
    let text = "[global]\nsize=1m\nrw=randread\n[a]\nnumjobs=2\n[b]\nstonewall\nrw=randwrite\n";
    let method = read(text).unwrap().method(FioPlace::File).unwrap();
    let region = |text: &str| format!("region = \"{text}\"");
    assert!(
        method.text.contains("size = \"3145728B\"\ncontent = \"written\""),
        "{}",
        method.text
    );
    assert!(method.text.contains(&region("0B..2097152B")));
    assert!(method.text.contains("layout = \"sliced\""));
    assert!(method.text.contains(&region("2097152B..3145728B")));

    let shared = text.replace("[global]", "[global]\nfilename=one");
    let method = read(&shared).unwrap().method(FioPlace::File).unwrap();
    assert_eq!(method.text.matches(&region("0B..1048576B")).count(), 2, "{}", method.text);
    let writes = "[a]\nsize=1m\nrw=write\n";
    let method = read(writes).unwrap().method(FioPlace::File).unwrap();
    assert!(method.text.contains("content = \"allocated\""));
    // A drive in place of new files holds no data; a named drive, or one used without the page cache, stays as it is.
    let method = read(writes).unwrap().method(FioPlace::Device).unwrap();
    assert!(method.text.contains("content = \"allocated\""));
    for other in ["filename=/dev/x", "direct=1", "filename=sim:x", "rw=read", "overwrite=1"] {
        let method = read(&format!("{writes}{other}\n")).unwrap();
        assert!(!method.method(FioPlace::Device).unwrap().text.contains("lay-out"), "{other}");
    }
}

#[test]
fn clones_that_share_a_file_in_order_are_loads_of_their_own() {
    let text = "[a]\nfilename=/dev/x\nsize=1m\nrw=read\nnumjobs=3\noffset_increment=2m\n";
    let method = read(text).unwrap().method(FioPlace::Device).unwrap();
    assert_eq!(method.text.matches("[[step.beside]]").count(), 2);
    for (name, region) in
        [("a", "0B..1048576B"), ("a.2", "2097152B..3145728B"), ("a.3", "4194304B..5242880B")]
    {
        let place = method.text.find(&format!("name = \"{name}\"")).unwrap();
        let found = method.text[place..].find("region = ").unwrap();
        assert!(method.text[place + found..].starts_with(&format!("region = \"{region}\"")));
    }
}

#[test]
fn what_is_not_done_is_named_with_its_line() {
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(read(text).unwrap_err(), expected, "{text}");
    };
    check(
        "[a]\nsize=1m\nrw=write\nverify=crc32c\nverify_state_load=1\n",
        &[
            "line 5: fio's option verify_state_load is not supported: what a run of fio left over is known to fio alone",
        ],
    );
    check("bs=4k\n[a]\n", &["line 1: \"bs=4k\" stands before the first section"]);
    check("[a]\nsize=${SIZE}\n", &["line 2: the variable SIZE is not set"]);
    check("[a]\nbs=4kx\n", &["line 2: \"4kx\" is no value of bs: it takes a size such as 4k"]);
    check("[a]\nnonsense=1\n", &["line 2: fio's option nonsense is not supported"]);
    check("; nothing\n", &["there is no job in it"]);
    check("[global]\nbs=4k\n", &["there is no job in it"]);
    check(
        "[a]\nsize=1m\nrw=randrw\nba=4k,64k\nbs=8k\n",
        &[
            "line 4: fio's option ba is not supported with \"4k,64k\", but with one value for reads and writes",
        ],
    );
    for option in
        ["rw=read:-4k", "rw=trimread", "ioengine=mmap", "random_distribution=pareto:0.9:0.5"]
    {
        let said = read(&format!("[a]\nsize=1m\nrw=randread\n{option}\n")).unwrap_err();
        assert!(said[0].starts_with("line 4: fio's option "), "{option}: {said:?}");
    }
}

#[test]
fn jobs_that_cannot_run_at_once_are_told() {
    let check = |second: &str, why: &str| {
        let text = format!("[a]\nsize=1m\nruntime=1\n[b]\nsize=1m\nruntime=1\n{second}\n");
        let faults = read(&text).unwrap().method(FioPlace::File).unwrap_err();
        let said = format!("line 4: job b cannot run with the ones before it: {why}");
        assert_eq!(faults[0].to_string(), said);
        let apart = text.replace("[b]\n", "[b]\nstonewall\n");
        assert!(read(&apart).unwrap().method(FioPlace::File).is_ok(), "{second}");
    };
    check("ramp_time=5", "their ramp_time differs");
    check("direct=1", "not both go past the page cache (direct)");
    let text = "[a]\nruntime=1\n";
    let said = read(text).unwrap().method(FioPlace::File).unwrap_err()[0].to_string();
    assert_eq!(said, "line 1: job a says no size in bytes, which a file needs");
    assert!(read(text).unwrap().method(FioPlace::Device).is_ok(), "a drive has a size");
    let jobs = read("[a]\nsize=1m\ntime_based\n").unwrap();
    assert_eq!((jobs.notes[0].line, jobs.notes[0].option.as_str()), (3, "time_based"));
    assert_eq!(rows("[a]\nsize=1m\ntime_based\n", &["amount", "time"]), ["1048576B"]);
    let jobs = read("[a]\nsize=1m\nratecycle=500\n[b]\nsize=1m\nrate_min=1k\nrate_cycle=500\n");
    let notes = jobs.unwrap().notes;
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert_eq!((notes[0].line, notes[0].option.as_str()), (3, "ratecycle"));
    assert!(!notes[0].changes_work());
}

#[test]
fn sections_variables_includes_and_comments_are_read() {
    let text = "# first\n[global] ; all\nbs=8k # common\ninclude more.inc\n[a]\nrw=${HOW}\nnumjobs=$ncpus\n\
                [b]\nbs=4k\n[global]\nbs=16k\n[c]\nrw=read\n";
    let given = Given {
        variables: BTreeMap::from([("HOW", "randread")]),
        files: BTreeMap::from([
            ("more.inc", "size=1m\ninclude ${DEEPER}\n"),
            ("d", "direct=1\n"),
        ]),
    };
    let said = read_with(text, &given, FioChoice::default()).unwrap_err();
    assert_eq!(said, ["line 4: the variable DEEPER is not set"]);
    let given =
        Given { variables: BTreeMap::from([("HOW", "randread"), ("DEEPER", "d")]), ..given };
    let jobs = read_with(text, &given, FioChoice::default()).unwrap();
    let names: Vec<&str> = jobs.jobs.iter().map(|job| job.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c"]);
    let of = |index: usize, key: &str| {
        let found = jobs.jobs[index].options.iter().find(|(name, _)| name == key);
        found.map_or(String::new(), |(_, value)| value.clone())
    };
    assert_eq!([of(0, "bs"), of(1, "bs"), of(2, "bs")], ["8k", "4k", "16k"]);
    assert_eq!([of(0, "rw"), of(0, "numjobs"), of(0, "direct")], ["randread", "8", "1"]);

    let only = ["b".to_owned()];
    let choice = FioChoice { sections: &only, ignored: &[] };
    assert_eq!(read_with(text, &given, choice).unwrap().jobs.len(), 1);
    let none = ["z".to_owned()];
    let choice = FioChoice { sections: &none, ignored: &[] };
    assert_eq!(read_with(text, &given, choice).unwrap_err(), ["there is no section z"]);
    let circle = Given { files: BTreeMap::from([("x", "include x")]), ..Given::default() };
    let said = read_with("[a]\ninclude x\n", &circle, FioChoice::default()).unwrap_err();
    assert_eq!(said, ["line 2: cannot include x: files include one another"]);
}

#[test]
fn what_changes_nothing_is_said_and_what_is_left_out_too() {
    let text = "[a]\nsize=1m\ngtod_reduce=1\nverify=md5\nrandrepeat=0\n";
    let ignored = ["verify".to_owned()];
    let choice = FioChoice { sections: &[], ignored: &ignored };
    let jobs = read_with(text, &Given::default(), choice).unwrap();
    let notes: Vec<(u64, &str)> =
        jobs.notes.iter().map(|note| (note.line, note.option.as_str())).collect();
    assert_eq!(notes, [(3, "gtod_reduce"), (4, "verify"), (5, "randrepeat")]);
    // Another name of the same option also leaves it out.
    let ignored = ["readwrite".to_owned()];
    let choice = FioChoice { sections: &[], ignored: &ignored };
    let jobs = read_with("[a]\nsize=1m\nrw=randwrite\n", &Given::default(), choice).unwrap();
    assert!(!jobs.jobs[0].writes(), "without rw fio reads");
}

#[test]
fn a_name_cannot_break_out_of_the_method() {
    let jobs = read("[b{time}\"\\]\nsize=1m\n").unwrap();
    let method = jobs.method(FioPlace::File).unwrap();
    assert!(method.text.contains(r#"name = "b(time)\"\\""#), "{}", method.text);
}
