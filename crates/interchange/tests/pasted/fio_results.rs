//! JSON, terse output and logs of fio, DiskSpd in pastes.

use iogram_interchange::{Imported, Refusal, Source, find_importer};
use iogram_model::{ImportedOrder, ImportedResult, OpKind};

use crate::importing::evidence;

pub(crate) fn read(kind: &str, text: &str) -> Result<Vec<Imported>, Refusal> {
    let name = "paste.txt";
    find_importer(kind).unwrap().read(&Source { name, text })
}

pub(crate) fn results(found: &[Imported]) -> Vec<&ImportedResult> {
    found.iter().flat_map(|it| &evidence(it).results).collect()
}

#[track_caller]
pub(crate) fn refused(kind: &str, text: &str, expected: &str) {
    let said = read(kind, text).unwrap_err().to_string();
    assert!(said.contains(expected), "{said}");
}

mod json {
    use super::*;

    /// A direction of requests of `block` bytes in `ms`, with latencies around 90 us.
    fn direction(count: u64, block: u64, ms: u64) -> String {
        let bytes = count * block;
        let rate = bytes * 1000 / ms;
        let iops = count as f64 * 1000.0 / ms as f64;
        format!(
            "{{ \"io_bytes\" : {bytes}, \"io_kbytes\" : {}, \"bw_bytes\" : {rate}, \"bw\" : {}, \"iops\" : {iops:.6}, \
             \"runtime\" : {ms}, \"total_ios\" : {count},\n \"clat_ns\" : {{ \"min\" : 31000, \"max\" : 900000, \
             \"mean\" : 90123.456, \"stddev\" : 2000.5, \"N\" : {count}, \"percentile\" : {{ \"50.000000\" : 81000, \
             \"99.000000\" : 300000 }} }} }}",
            bytes / 1024,
            rate / 1024,
        )
    }

    /// A job with its options and results.
    fn job(name: &str, more: &str, options: &[(&str, &str)], did: &[(&str, String)]) -> String {
        let options: Vec<String> =
            options.iter().map(|(name, value)| format!("\"{name}\" : \"{value}\"")).collect();
        let did: Vec<String> =
            did.iter().map(|(name, value)| format!("\"{name}\" : {value}")).collect();
        format!(
            "{{ \"jobname\" : \"{name}\", \"groupid\" : 0, \"error\" : 0, {more} \"job options\" : {{ {} }},\n {} }}",
            options.join(", "),
            did.join(",\n")
        )
    }

    fn output(at_ms: u64, of: &str, jobs: &[String]) -> String {
        format!(
            "{{\n \"fio version\" : \"fio-3.36\", \"timestamp\" : {}, \"timestamp_ms\" : {at_ms},\n \"{of}\" : [ {} ]\n}}\n",
            at_ms / 1000,
            jobs.join(",\n")
        )
    }

    fn one(options: &[(&str, &str)], did: &[(&str, String)]) -> String {
        output(1_800_000_003_000, "jobs", &[job("work", "", options, did)])
    }

    #[test]
    fn options_of_another_section_are_not_those_of_the_requests() {
        // Two sections of 4 KiB random reads and one of writes, reported as one group.
        let options = [("rw", "write"), ("bs", "1m"), ("iodepth", "8"), ("direct", "1")];
        let did = [("read", direction(3000, 4096, 210)), ("write", direction(6, 1 << 20, 20))];
        let found = read("fio", &one(&options, &did)).unwrap();
        for it in results(&found) {
            let told = (it.order, it.block_bytes, it.depth, it.job_count, it.is_direct);
            assert_eq!(told, (None, None, None, None, None), "{it:?}");
        }
        assert_eq!(results(&found)[0].request_count, Some(3000));
        let notes = &evidence(&found[0]).notes;
        assert_eq!(notes.len(), 1);
        assert!(notes[0].starts_with("not all requests of job work matched"), "{notes:?}");

        // The same kind of requests of another size.
        let options = [("rw", "randread"), ("bs", "64k"), ("direct", "1")];
        let found = read("fio", &one(&options, &[("read", direction(3000, 4096, 210))]));
        let found = found.unwrap();
        assert_eq!(results(&found)[0].block_bytes, None);
        assert_eq!(results(&found)[0].is_direct, None);
    }

    #[test]
    fn options_that_fit_are_those_of_the_requests() {
        let options = [("rw", "randrw"), ("bs", "8k,16k"), ("iodepth", "4")];
        let did = [("read", direction(500, 8192, 300)), ("write", direction(480, 16384, 300))];
        let found = read("fio", &one(&options, &did)).unwrap();
        let told: Vec<_> =
            results(&found).iter().map(|it| (it.order, it.block_bytes)).collect();
        let random = Some(ImportedOrder::Random);
        assert_eq!(told, [(random, Some(8192)), (random, Some(16384))]);
        assert!(evidence(&found[0]).notes.is_empty());

        // Written data is read again: the verification reads in its own order.
        let options = [("rw", "randwrite"), ("verify", "crc32c"), ("ioengine", "libaio")];
        let did = [("read", direction(500, 4096, 300)), ("write", direction(500, 4096, 400))];
        let found = read("fio", &one(&options, &did)).unwrap();
        let told: Vec<_> =
            results(&found).iter().map(|it| (it.order, it.block_bytes)).collect();
        let unknown = Some(ImportedOrder::Unknown);
        assert_eq!(told, [(unknown, Some(4096)), (random, Some(4096))]);

        // One request was outstanding at the end.
        let sent = direction(240, 4096, 900).replace(": 983040", ": 978944");
        assert!(sent.contains("\"io_bytes\" : 978944"));
        let found = read("fio", &one(&[("rw", "randread")], &[("read", sent)])).unwrap();
        assert_eq!(results(&found)[0].block_bytes, Some(4096));

        // Sixteen requests were submitted during the ramp.
        let ramped = direction(240, 4096, 900).replace(": 983040", ": 1048576");
        let ramped = ramped.replace(&format!(": {}", 983_040_000 / 900), ": 1165084");
        let options = [("rw", "randread"), ("ioengine", "libaio"), ("iodepth", "16")];
        let found = read("fio", &one(&options, &[("read", ramped)])).unwrap();
        assert_eq!(results(&found)[0].block_bytes, Some(4096));
    }

    #[test]
    fn names_of_iec_are_powers_of_1000_in_fio() {
        for (size, bytes) in [
            ("8KiB", 8000),
            ("2MiB", 2_000_000),
            ("8ki", 8192),
            ("8kb", 8192),
            ("8K", 8192),
            ("2m", 2 << 20),
        ] {
            let options = [("rw", "read"), ("bs", size)];
            let text = one(&options, &[("read", direction(700, bytes, 350))]);
            let found = read("fio", &text).unwrap();
            assert_eq!(results(&found)[0].block_bytes, Some(bytes), "{size}");
            assert!(evidence(&found[0]).notes.is_empty(), "{size}");
        }
    }

    #[test]
    fn the_sum_of_all_clients_is_nobodys_result() {
        let options = [("rw", "randread"), ("bs", "4k"), ("filename", "data")];
        let client = |host: &str, port: u32, ms: u64| {
            let more = format!("\"hostname\" : \"{host}\", \"port\" : {port},");
            job("one", &more, &options, &[("read", direction(900, 4096, ms))])
        };
        let sum = job("All clients", "", &[], &[("read", direction(1800, 4096, 90))]).replace(
            "\"job options\" : {  },",
            "\"hostname\" : \"b.example\", \"port\" : 8765,",
        );
        let jobs = [client("a.example", 8765, 90), client("b.example", 8765, 60), sum];
        let found = read("fio", &output(1_800_000_000_000, "client_stats", &jobs)).unwrap();
        let told: Vec<_> =
            results(&found).iter().map(|it| (it.name.as_str(), it.limits.clone())).collect();
        let beside = vec!["another job at the same time".to_owned()];
        assert_eq!(
            told,
            [("a.example: one", beside.clone()), ("b.example: one", beside)],
            "both ran at once"
        );
        assert!(evidence(&found[0]).notes[0].starts_with("\"All clients\" is the sum"));
        // A file of this name on each of two computers is not one target.
        assert_eq!(found[0].device, None);
        let facts = &evidence(&found[0]).facts;
        let hosts: Vec<_> = facts.iter().filter(|it| it.name == "hostname").collect();
        let hosts: Vec<_> = hosts.iter().map(|it| it.value.as_str()).collect();
        assert_eq!(hosts, ["a.example", "b.example"]);
    }

    #[test]
    fn options_that_name_people_places_or_keys_are_no_part_of_what_was_asked() {
        let options = [
            ("rw", "randread"),
            ("bs", "4k"),
            ("description", "card of Eva"),
            ("http_pass", "rosebud"),
            ("hostname", "box-7"),
        ];
        let did = direction(900, 4096, 90);
        let jobs = [job("one", "", &options, &[("read", did)])];
        let found = read("fio", &output(1_800_000_000_000, "jobs", &jobs)).unwrap();
        let facts = &evidence(&found[0]).facts;
        let told: Vec<_> =
            facts.iter().map(|it| (it.name.as_str(), it.value.as_str())).collect();
        assert_eq!(
            told,
            [("job one", "bs=4k rw=randread"), ("description of job one", "card of Eva"),]
        );
    }

    #[test]
    fn percentiles_of_the_whole_latency_are_told_with_it() {
        let clat = "\"clat_ns\" : { \"min\" : 20000, \"max\" : 700000, \"mean\" : 60000.5, \"stddev\" : 9.5, \"N\" : 800 },\n \"lat_ns\"";
        let both = direction(800, 4096, 80).replace("\"clat_ns\"", clat);
        let found = read("fio", &one(&[("rw", "randread")], &[("read", both)])).unwrap();
        let it = results(&found)[0];
        assert_eq!(it.latency_of.as_deref(), Some("lat"));
        assert_eq!(it.figures["latency_p99_ns"], 300_000.0);
        assert_eq!(it.figures["latency_mean_ns"], 90_123.456);
    }

    #[test]
    fn states_of_a_run_are_not_runs() {
        let options = [("rw", "randread"), ("bs", "4k"), ("rate", "2m")];
        let state = |at_ms, count, ms| {
            let did = [("read", direction(count, 4096, ms))];
            output(at_ms, "jobs", &[job("work", "", &options, &did)])
        };
        let began = 1_800_000_000_000;
        let states = [
            state(began + 1010, 510, 1000),
            state(began + 2012, 1030, 2001),
            state(began + 2420, 1240, 2408),
        ];
        let found = read("fio", &states.concat()).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(results(&found)[0].request_count, Some(1240));
        let told = "fio reported a job 3 times while it ran: iogram uses the last report";
        assert_eq!(evidence(&found[0]).notes, [told]);

        // The same work again, started after the first had ended.
        let runs = [state(began + 1010, 510, 1000), state(began + 3200, 1030, 2001)];
        assert_eq!(read("fio", &runs.concat()).unwrap().len(), 2);
        // Two concurrent runs.
        let runs = [state(began + 2010, 1010, 2000), state(began + 2012, 1030, 2001)];
        assert_eq!(read("fio", &runs.concat()).unwrap().len(), 2);
    }

    #[test]
    fn a_brace_that_begins_no_object_is_text() {
        let whole = one(&[("rw", "read")], &[("read", direction(700, 4096, 350))]);
        for text in [
            format!(
                "---\nlayout: post\n---\n{{% highlight json %}}\n{whole}{{% endhighlight %}}\n"
            ),
            format!("measure() {{\n{{ fio --name=work; }}\n{whole}}}\n"),
            format!("```json\n{whole}```\n{{ this is not JSON\n"),
        ] {
            let found = read("fio", &text).unwrap_or_else(|it| panic!("{it}: {text}"));
            assert_eq!(results(&found).len(), 1, "{text}");
        }
        refused("fio", "{\n", "cannot read the JSON: its end is missing");
        let cut = whole.get(..whole.len() / 2).unwrap();
        refused(
            "fio",
            &format!("{{% raw %}}\n{cut}"),
            "cannot read the JSON: its end is \
            missing",
        );
        // Many unclosed braces cost no time.
        let many = "{ x\n".repeat(200_000) + &whole;
        assert_eq!(results(&read("fio", &many).unwrap()).len(), 1);
    }

    #[test]
    fn what_is_said_twice_has_to_agree() {
        let whole = one(&[("rw", "read")], &[("read", direction(700, 4096, 350))]);
        for (from, to, expected) in [
            (
                "\"iops\" : 2000.0",
                "\"iops\" : 9000.0",
                "cannot use \"iops 9000 a second (job work, read)\": the other figures give \
                    2000 a second",
            ),
            (
                "\"min\" : 31000",
                "\"min\" : -5",
                "cannot read \"clat min -5\"; expected a number of at least 0",
            ),
            (
                "\"min\" : 31000",
                "\"min\" : 91000",
                "cannot use \"clat min 91000 (job work, read)\"",
            ),
            ("\"max\" : 900000", "\"max\" : 20", "cannot use \"clat max 20 (job work, read)\""),
            (
                "\"99.000000\" : 300000",
                "\"99.000000\" : 1",
                "cannot use \"clat 99% 1 (job work, read)\"",
            ),
        ] {
            assert!(whole.contains(from), "{from}");
            refused("fio", &whole.replacen(from, to, 1), expected);
        }
    }
}

mod terse {
    use super::*;

    /// A line of version 3 for a job that read, with the given latencies.
    fn line(
        (kib, rate, ms): (u64, u64, u64),
        clat: (u64, u64, f64),
        lat: (u64, u64, f64),
    ) -> String {
        let latency =
            |(min, max, mean): (u64, u64, f64)| format!("{min};{max};{mean:.6};0.500000");
        let percentiles = match clat.1 {
            0 => ["0%=0"; 20].join(";"),
            _ => format!("50.000000%={:.0};{}", clat.2.trunc(), ["0%=0"; 19].join(";")),
        };
        let direction = format!(
            "{kib};{rate};{};{ms};0;0;0.000000;0.000000;{};{percentiles};{};0;0;0.000000%;0.000000;0.000000",
            rate / 4,
            latency(clat),
            latency(lat),
        );
        let zeros = ["0"; 12].join(";");
        let nothing = format!("{zeros};{};{}", ["0%=0"; 20].join(";"), ["0"; 9].join(";"));
        format!("3;fio-3.36;work;0;0;{direction};{nothing};1.0%;2.0%;77;0;9\n")
    }

    #[test]
    fn latencies_that_were_not_measured_are_unknown() {
        let none = (0, 0, 0.0);
        let found = read("fio-terse", &line((40_000, 20_000, 2000), none, none)).unwrap();
        let it = results(&found)[0];
        assert_eq!(it.latency_of, None);
        assert!(it.figures.keys().all(|it| !it.starts_with("latency_")), "{it:?}");
        assert_eq!(it.figures["bytes_per_s"], 20_480_000.0);

        let found = read("fio-terse", &line((40_000, 20_000, 2000), none, (40, 900, 70.5)));
        let found = found.unwrap();
        let it = results(&found)[0];
        assert_eq!(
            (it.latency_of.as_deref(), it.figures["latency_max_ns"]),
            (Some("lat"), 900e3)
        );
    }

    #[test]
    fn a_rate_beside_its_amount_and_time_has_to_agree() {
        let latency = (40, 900, 70.5);
        let text = line((40_000, 90_000, 2000), latency, latency);
        refused("fio-terse", &text, "cannot use \"90000\": the other figures give 20000 KiB/s");
        let text = line((40_000, 20_000, 2000), (90, 900, 70.5), latency);
        refused("fio-terse", &text, "cannot use \"90\"");
    }

    #[test]
    fn states_of_a_job_are_not_jobs() {
        let state = |kib, ms, min, max| {
            let latency = (min, max, 70.5);
            line((kib, kib * 1000 / ms, ms), latency, latency)
        };
        let states = [
            state(1800, 900, 44, 500),
            state(3810, 1901, 44, 700),
            state(5790, 2900, 41, 700),
            state(6100, 3050, 41, 700),
        ];
        let found = read("fio-terse", &states.concat()).unwrap();
        let told: Vec<_> = results(&found).iter().map(|it| it.figures["elapsed_ns"]).collect();
        assert_eq!(told, [3050e6]);
        let told = "fio reported a job 4 times while it ran: iogram uses the last report";
        assert_eq!(evidence(&found[0]).notes, [told]);
        assert_eq!(results(&found)[0].name, "work");

        // Consecutive runs of one length.
        let runs = [
            state(18_000, 9000, 44, 500),
            state(18_100, 9001, 43, 700),
            state(18_300, 9002, 41, 900),
        ];
        let found = read("fio-terse", &runs.concat()).unwrap();
        assert_eq!(results(&found).len(), 3);
        assert!(evidence(&found[0]).notes.is_empty());
    }
}

mod diskspd {
    use super::*;

    /// A table of 4 KiB requests of one thread in 20 seconds.
    fn table(title: &str, count: u64) -> String {
        let bytes = count * 4096;
        let mib = bytes as f64 / 1_048_576.0 / 20.0;
        let iops = count as f64 / 20.0;
        let row = format!("{bytes} | {count} | {mib:.2} | {iops:.2} | 1.500 | 0.250");
        format!(
            "{title}\nthread | bytes | I/Os | MiB/s | I/O per s | AvgLat | LatStdDev | file\n-----\n     0 | {row} | t.dat (1GiB)\n-----\n\
             total: {row}\n\n"
        )
    }

    const HEAD: &str = "Command Line: diskspd -b4K -o8 -w40 -r -L -Sh t.dat\n\nInput parameters:\n\n\ttimespan:   1\n\t-------------\n\tpath: 't.dat'\n\
        \t\tsoftware cache disabled\n\t\tperforming mix test (read/write ratio: 60/40)\n\t\tblock size: 4KiB\n\
        \t\tusing random I/O (alignment: 4KiB)\n\t\tnumber of outstanding I/O operations per thread: 8\n\n\
        Results for timespan 1:\n*****\n\nactual test time:\t20.00s\nthread count:\t\t1\n\n";

    /// A table of percentiles with `largest` as its largest latency in ms.
    fn percentiles(title: &str, largest: &str) -> String {
        format!(
            "{title}\n  %-ile |  Read (ms) | Write (ms) | Total (ms)\n--------\n    min |      0.100 |        N/A |      0.100\n   \
             50th |      0.500 |        N/A |      0.500\n    max |      {largest} |        N/A |      {largest}\n\n"
        )
    }

    #[test]
    fn percentiles_of_single_files_are_left_to_those_of_all() {
        let tables = [
            HEAD,
            &table("Total IO", 50_000),
            &table("Read IO", 50_000),
            &table("Write IO", 0).replace(" | 1.500 | 0.250", " | 0.000 | N/A"),
        ];
        let tables = tables.concat();
        let (one, other) = (percentiles(r"E:\t.dat", "7.000"), percentiles("#1", "9.000"));
        let all = percentiles("total:", "8.000");
        for text in [
            format!("{tables}{one}{other}{all}"),
            format!("{tables}{all}"),
            format!("{tables}{}", percentiles("", "8.000")),
            format!("{tables}{}", percentiles(r"E:", "7.000") + &all),
        ] {
            let read = read("diskspd", &text).unwrap();
            let found = results(&read);
            let largest = |it: &&ImportedResult| it.figures.get("latency_max_ns") == Some(&8e6);
            assert!(found.iter().any(largest), "{text}\n{found:?}");
            assert!(
                found
                    .iter()
                    .all(|it| it.figures.get("latency_max_ns").is_none_or(|it| *it == 8e6))
            );
        }
    }

    #[test]
    fn a_second_total_is_another_run() {
        let first = [
            HEAD,
            &table("Total IO", 50_000),
            &table("Read IO", 30_000),
            &table("Write IO", 20_000),
        ];
        let text = format!(
            "{}### Another computer\n\n{}\n### A third one\n\n{}",
            first.concat(),
            table("Total IO", 900_000),
            table("Total IO", 1_234)
        );
        let found = read("diskspd", &text).unwrap();
        let told: Vec<Vec<_>> = found
            .iter()
            .map(|it| evidence(it).results.iter().map(|it| it.request_count.unwrap()).collect())
            .collect();
        assert_eq!(told, [vec![50_000, 30_000, 20_000], vec![900_000], vec![1_234]]);
        // The settings of the first do not apply to the others.
        let other = &evidence(&found[1]).results[0];
        let asked = (other.operation, other.order, other.block_bytes, other.depth);
        assert_eq!(asked, (None, None, None, None));
        assert_eq!((other.is_direct, other.job_count), (None, None));
        assert_eq!(found[1].device, None);
        assert!(evidence(&found[1]).facts.is_empty());
        assert_eq!(evidence(&found[0]).results[1].operation, Some(OpKind::Read));
    }

    #[test]
    fn results_without_their_command_line_are_runs_of_their_own() {
        let (_, second) = HEAD.split_once("\n\n").unwrap();
        let whole =
            table("Total IO", 7000) + &table("Read IO", 4000) + &table("Write IO", 3000);
        let text = format!("{HEAD}{whole}{second}{whole}");
        let found = read("diskspd", &text).unwrap();
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|it| evidence(it).results.len() == 3));
        assert_eq!(evidence(&found[1]).results[0].depth, Some(8));
    }

    #[test]
    fn a_missing_table_is_told_of_and_the_total_stays() {
        for part in ["Read IO", "Write IO"] {
            let text = [HEAD, &table("Total IO", 50_000), &table(part, 24_000)].concat();
            let found = read("diskspd", &text).unwrap();
            let told: Vec<_> =
                results(&found).iter().map(|it| it.request_count.unwrap()).collect();
            assert_eq!(told, [50_000, 24_000], "{part}");
            let notes = &evidence(&found[0]).notes;
            assert!(notes[0].starts_with("the table of reads or that of writes"), "{notes:?}");
        }
        // A direction without requests is not missing.
        let nothing = table("Write IO", 0).replace("1.500 | 0.250", "N/A | N/A");
        let text =
            [HEAD, &table("Total IO", 50_000), &table("Read IO", 50_000), &nothing].concat();
        let found = read("diskspd", &text).unwrap();
        assert_eq!(results(&found).len(), 1);
        assert!(evidence(&found[0]).notes.is_empty());
    }

    #[test]
    fn the_total_is_reads_and_writes() {
        let text = [
            HEAD,
            &table("Total IO", 50_000),
            &table("Read IO", 24_000),
            &table("Write IO", 1),
        ];
        refused("diskspd", &text.concat(), "the other figures give a total of 204800000");
    }

    #[test]
    fn percentiles_of_another_run_are_not_taken() {
        let chart = "  %-ile |  Read (ms) | Write (ms) | Total (ms)\n-----\n   50th |      1.100 |      1.300 |      1.200\n\n";
        let text = [HEAD, &table("Total IO", 50_000), chart, "Elsewhere:\n", chart].concat();
        refused("diskspd", &text, "expected a table of reads and writes");
    }
}
