//! Traces: what others recorded becomes one format, and is told in words.

use serde_json::Value;

use crate::common::{Room, names};

const TRACE: &str = "issued_ns,kind,offset_bytes,length_bytes,latency_ns\n\
                     0,write,0,4096,50000\n100000,flush,,,900000\n\
                     2000000,read,0,4096,80000\n40000000,read,1048576,65536,200000\n";

#[test]
fn a_trace_is_imported_and_told() {
    let room = Room::new();
    room.write("day.csv", TRACE.as_bytes());
    let said = room.succeed(&["trace", "import", "day.csv"]);
    assert!(
        said.stderr.contains("4 requests in 40.0 ms, read as csv: day.iotrace"),
        "{said:?}"
    );
    assert_eq!(said.stdout, "", "stdout is data");
    let text = room.succeed(&["trace", "show", "day.iotrace"]).stdout;
    for part in ["Data is made durable 1 times", "read before written  64.0 KiB", "1 of 25 ms"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    let json = room.succeed(&["trace", "show", "day.iotrace", "--format", "json"]).stdout;
    let json: Value = serde_json::from_str(&json).expect("JSON and nothing else");
    assert_eq!(json["request_count"], 4);
    assert_eq!(json["busy_ns"], 50_000 + 900_000 + 80_000 + 200_000);
    assert_eq!(json["facts"]["file"], "day.csv");
    let korean = room.succeed(&["--lang", "ko", "trace", "show", "day.iotrace"]).stdout;
    assert!(korean.contains("트레이스 day.iotrace"), "{korean}");
}

#[test]
fn mistakes_are_told_and_nothing_is_left_behind() {
    let room = Room::new();
    room.write("day.csv", TRACE.as_bytes());
    room.write("bad.csv", format!("{TRACE}50000000,write,0,0,1\n").as_bytes());
    room.write("text", b"hello\n");
    for (arguments, code, words) in [
        (
            &["trace", "import", "bad.csv"][..],
            2,
            "line 6 cannot be understood (a request of 0 bytes)",
        ),
        (&["trace", "import", "text"], 2, "no trace format that iogram knows"),
        (&["trace", "import", "missing"], 2, "No such file"),
        (&["trace", "import", "."], 2, "it is a directory"),
        (&["trace", "import", "-"], 2, "it comes from standard input"),
        (&["trace", "import", "day.csv", "--as", "msr"], 2, "line 1 cannot be understood"),
        (
            &["trace", "import", "day.csv", "--out", "day.csv", "--overwrite"],
            3,
            "the file that is read",
        ),
        (&["trace", "show", "day.csv"], 2, "no readable Parquet"),
        (&["trace", "show", "missing"], 2, "No such file"),
    ] {
        let said = room.run(arguments);
        assert_eq!(said.code, Some(code), "{arguments:?}: {said:?}");
        assert!(said.stderr.contains(words), "{arguments:?}: {said:?}");
    }
    assert_eq!(names(&room.work()), ["bad.csv", "day.csv", "text"]);
    let said = room.succeed(&["trace", "import", "bad.csv", "--skip-wrong"]);
    assert!(said.stderr.contains("1 lines could not be understood"), "{said:?}");
    let text = room.succeed(&["trace", "show", "bad.iotrace"]).stdout;
    assert!(text.contains("1 lines of the source could not be understood"), "{text}");
}
