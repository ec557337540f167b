//! Outputs of scripts around fio, in pastes: YABS, ezFIO. Also the recognition of a text that is a whole JSON.

use iogram_interchange::{Recognised, Source, recognise};
use iogram_model::{ImportedOrder, OpKind};

use crate::fio_results::{read, refused, results};
use crate::importing::{evidence, sample};

mod yabs {
    use super::*;

    const TITLE: &str = "fio Disk Speed Tests (Mixed R/W 50/50) (Partition /dev/vdb1):\n---------------------------------\n";

    /// 50,000 IOPS of 4 KiB are 204.80 MB/s.
    const ROWS: [&str; 3] = [
        "Read       | 204.80 MB/s  (50.0k)",
        "Write      | 205.20 MB/s  (50.0k)",
        "Total      | 410.00 MB/s (100.0k)",
    ];

    fn table(rows: &[&str]) -> String {
        format!(
            "Block Size | 4k            (IOPS)\n  ------   | ---            ----\n{}\n\n",
            rows.join("\n")
        )
    }

    #[test]
    fn a_table_of_markdown_is_read_and_nothing_more_than_it_says() {
        let text = "## Card A\n\n| Block Size | 4k (IOPS)      | 1m (IOPS)      |\n|------------|----------------|----------------|\n\
            | Read       | 20.48 MB/s (5000) | 83.88 MB/s (80)  |\n| Write      | 6.14 MB/s (1500)  | 62.91 MB/s (60) |\n\
            | **Other** | - | - |\n\n## Card B\n\n\
            | Block Size | 4k (IOPS) | 1m (IOPS) |\n|---|---|---|\n| Read | 16.38 MB/s (4000) | 73.40 MB/s (70) |\n\
            | Write | 4.09 MB/s (1000)  | 52.42 MB/s (50) |\n\nThe end.\n";
        let source = Source { name: "review.md", text };
        assert!(matches!(recognise(&source), Recognised::As(it) if it.kind == "yabs"));
        let found = read("yabs", text).unwrap();
        assert_eq!(found.len(), 2, "two cards");
        let told: Vec<_> = results(&found)
            .iter()
            .map(|it| (it.name.as_str(), it.operation.unwrap(), it.figures["iops"]))
            .collect();
        assert_eq!(
            told[..4],
            [
                ("4 KiB", OpKind::Read, 5000.0),
                ("4 KiB", OpKind::Write, 1500.0),
                ("1 MiB", OpKind::Read, 80.0),
                ("1 MiB", OpKind::Write, 60.0),
            ]
        );
        for it in results(&found) {
            assert_eq!(
                (it.order, it.depth, it.job_count, it.is_direct),
                (None, None, None, None)
            );
        }
        assert!(evidence(&found[0]).notes[0].starts_with("this table does not say"));
    }

    #[test]
    fn bars_around_the_head_alone_do_not_hide_the_table() {
        let rows = table(&ROWS).replace(
            "Block Size | 4k            (IOPS)",
            "| Block Size | 4k            (IOPS) |",
        );
        let found = read("yabs", &format!("{TITLE}{rows}")).unwrap();
        let it = results(&found);
        assert_eq!(it.len(), 3);
        assert_eq!((it[0].depth, it[0].order), (Some(64), Some(ImportedOrder::Random)));
        assert_eq!(found[0].device.as_deref(), Some("/dev/vdb1"));
    }

    #[test]
    fn a_title_that_says_nothing_of_a_mix_promises_none() {
        let title = TITLE.replace(" (Mixed R/W 50/50)", "");
        let found = read("yabs", &format!("{title}{}", table(&ROWS))).unwrap();
        let told: Vec<_> = results(&found).iter().map(|it| it.operation).collect();
        assert_eq!(told, [Some(OpKind::Read), Some(OpKind::Write)], "no total");
        // Without a title, equal numbers of reads and writes show YABS itself.
        let found = read("yabs", &table(&ROWS)).unwrap();
        assert_eq!(results(&found)[0].name, "random 4 KiB, 50 % reads");
    }

    #[test]
    fn totals_are_reads_and_writes() {
        let [reads, writes, _] = ROWS;
        let rows = [reads, writes, "Total      | 327.68 MB/s  (80.0k)"];
        let text = format!("{TITLE}{}", table(&rows));
        refused("yabs", &text, "7:14: cannot believe \"327.68 MB/s\": 410.00 MB/s follows");
    }
}

#[test]
fn the_rate_of_ezfio_is_that_of_its_iops() {
    let head = "Drive,/dev/nvme1n1\nType,Write %,Block Size,Threads,Queue Depth/Thread,IOPS,Bandwidth (MB/s),Read Latency (us),Write Latency (us),System CPU,User CPU\nMix\n";
    // 30,720 requests of 4 KiB are 120 MiB.
    let row = |rate: &str| format!("{head}Rand,30,4096,4,1,30720,{rate},75.25,28.12,8.1,1.2\n");
    assert_eq!(results(&read("ezfio", &row("120.00")).unwrap()).len(), 3);
    refused("ezfio", &row("120.80"), "cannot believe \"120.80\": 120.00 MiB/s follows");
}

#[test]
fn what_ezfio_did_not_run_is_no_result() {
    let head = "Drive,/dev/nvme1n1\nType,Write %,Block Size,Threads,Queue Depth/Thread,IOPS,Bandwidth (MB/s),Read Latency (us),Write Latency (us)\nSustained\n";
    let skipped = "Rand,0,512,1,1,0,0.00,0,0\n";
    let row = "Rand,0,4096,1,1,10000,39.06,98.75,0\n";
    let found = read("ezfio", &format!("{head}{skipped}{skipped}{row}")).unwrap();
    let [result] = results(&found)[..] else { panic!("{found:?}") };
    assert_eq!(result.block_bytes, Some(4096));
    // ezFIO's latencies begin at submission.
    assert_eq!(result.latency_of.as_deref(), Some("lat"));
    let notes = &evidence(&found[0]).notes;
    assert!(notes.iter().any(|it| it.ends_with("are left out: 2")), "{notes:?}");
    refused("ezfio", &format!("{head}{skipped}"), "cannot find anything of ezFIO");
}

#[test]
fn rows_at_random_of_a_table_like_yabs_are_read_and_others_refused() {
    let text = "fio Disk Speed Tests (Partition /dev/mmcblk1p1):\n---------------------------------\nBlock Size | 4k            (IOPS) | 8k            (IOPS)\n  ------   | ---            ----  | ----           ----\nRead       | 83.00 MB/s   (20750) | 60.99 MB/s    (7623)\nWrite      | 94.33 MB/s   (23583) | 100.96 MB/s  (12620)\nRandread   | 84.47 MB/s   (21119) | 52.94 MB/s    (6618)\nRandwrite  | 88.17 MB/s   (22043) | 94.21 MB/s   (11777)\n           |                      |\n";
    let found = read("yabs", text).unwrap();
    let shown: Vec<String> = results(&found)
        .iter()
        .map(|it| {
            let order = it.order.map_or("-", |order| match order {
                ImportedOrder::Random => "random",
                ImportedOrder::Sequential => "sequential",
                _ => "other",
            });
            format!("{} {:?} {order} {}", it.name, it.operation.unwrap(), it.figures["iops"])
        })
        .collect();
    assert_eq!(
        shown,
        [
            "4 KiB Read - 20750",
            "4 KiB Write - 23583",
            "random 4 KiB Read random 21119",
            "random 4 KiB Write random 22043",
            "8 KiB Read - 7623",
            "8 KiB Write - 12620",
            "random 8 KiB Read random 6618",
            "random 8 KiB Write random 11777",
        ]
    );
    refused("yabs", &text.replace("Randread ", "Backwards"), "a row of YABS");
}

/// The name of a job is not an output of another tool.
#[test]
fn words_within_whole_json_are_of_it_alone() {
    let whole = sample("fio/json-3.33-group.json");
    let name = "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2 s, 537 MB/s";
    let named = whole.replacen("\"jobname\" : \"", &format!("\"jobname\" : \"{name}"), 1);
    assert_ne!(named, whole);
    let found = recognise(&Source { name: "x", text: &named });
    assert!(matches!(found, Recognised::As(it) if it.kind == "fio"), "{found:?}");
    // After the JSON, it is one.
    let both = format!("{whole}\n2+0 records in\n2+0 records out\n{name}\n");
    let found = recognise(&Source { name: "x", text: &both });
    let Recognised::Several(kinds) = found else { panic!("{found:?}") };
    assert_eq!(kinds.iter().map(|it| it.kind).collect::<Vec<_>>(), ["fio", "dd"]);
}
