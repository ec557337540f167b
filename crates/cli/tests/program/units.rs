//! `--units`: the unit of every transfer rate for people, and of none for programs.

use crate::common::Room;

/// A drive with a rate for each operation, on which whole methods take no time.
const SMALL: &str = "name = \"small\"\ntitle = \"A small SSD\"\nsource = \"made up\"\ndrive = \"nvme\"\n\
                     capacity = \"256MiB\"\n[identity]\nmodel = \"Small SSD\"\n[media.latency]\n\
                     read = \"1ms\"\nwrite = \"2ms\"\nflush = \"1ms\"\n";

/// Without the bundle that draws charts, which contains every unit.
fn without_scripts(page: &str) -> String {
    let mut parts = page.split("<script");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (script, rest) = part.split_once("</script>").unwrap();
        // The contents of a chart are JSON of some kilobytes.
        if script.len() < 200_000 {
            text += script;
        }
        text += rest;
    }
    text
}

#[track_caller]
fn check_units(name: &str, text: &str) {
    assert!(text.contains("MiB/s"), "{name} has its rates in MiB/s:\n{text}");
    let other = text.lines().find(|line| line.contains("MB/s"));
    assert_eq!(other, None, "{name} has no rate in MB/s");
}

#[test]
fn every_rate_for_people_is_in_the_unit_asked_for() {
    let room = Room::new();
    room.write("small.toml", SMALL.as_bytes());
    let run = "run cdm sim:small.toml --seed 1 --quiet --units MiB --set loops=2";
    let run: Vec<&str> = run.split(' ').collect();
    let said = room.succeed(&run).stdout;
    check_units("the result", &said);
    // 1 MiB in 1 ms: exactly 1000 MiB/s, 1048.6 MB/s.
    assert!(said.contains("1000.0"), "{said}");
    room.succeed(&run);
    let ids = room.runs();
    let (one, other) = (ids[0].as_str(), ids[1].as_str());
    for arguments in [
        "show last --full --units MiB",
        "show last --full --units MiB --lang ko",
        "show last --format markdown --units mib/s",
        "report last -o page --units MiB",
        "report last -o page-ko.html --units MiB --lang ko",
        &format!("compare {one} {other} --units MiB"),
        &format!("compare {one} {other} --units MiB --lang ko"),
        &format!("compare {one} {other} -o compared.html --units MiB"),
    ] {
        let said = room.succeed(&arguments.split(' ').collect::<Vec<_>>()).stdout;
        if !arguments.contains(" -o ") {
            check_units(arguments, &said);
        }
    }
    let read =
        |name: &str| String::from_utf8(std::fs::read(room.work().join(name)).unwrap()).unwrap();
    for page in ["page/index.html", "page-ko.html", "compared.html"] {
        check_units(page, &without_scripts(&read(page)));
    }
    check_units("page/report.md", &read("page/report.md"));
    let pictures: Vec<String> = crate::common::names(&room.work().join("page/images"))
        .into_iter()
        .filter(|name| name.ends_with(".svg"))
        .map(|name| read(&format!("page/images/{name}")))
        .collect();
    assert!(pictures.iter().any(|picture| picture.contains("MiB/s")));
    assert!(!pictures.iter().any(|picture| picture.contains("MB/s")));
}

#[test]
fn what_programs_read_is_in_bytes_per_second_whatever_the_unit() {
    let room = Room::new();
    room.write("small.toml", SMALL.as_bytes());
    room.succeed(&[
        "run",
        "cdm",
        "sim:small.toml",
        "--seed",
        "1",
        "--quiet",
        "--set",
        "loops=2",
    ]);
    for format in ["json", "csv"] {
        let plain = ["show", "last", "--format", format];
        let binary = [&plain[..], &["--units", "MiB"]].concat();
        assert_eq!(room.succeed(&plain).stdout, room.succeed(&binary).stdout, "{format}");
        for (unit, name) in [("MB", "plain"), ("MiB", "binary")] {
            room.succeed(&["export", "last", "--format", format, "-o", name, "--units", unit]);
        }
        let written =
            ["plain", "binary"].map(|it| std::fs::read(room.work().join(it)).unwrap());
        assert_eq!(written[0], written[1], "{format}");
        for name in ["plain", "binary"] {
            std::fs::remove_file(room.work().join(name)).unwrap();
        }
    }
}

#[test]
fn the_environment_may_name_the_unit_and_another_word_is_refused_with_both() {
    let room = Room::new();
    room.write("small.toml", SMALL.as_bytes());
    let mut command = room.command(&[
        "measure",
        "sim:small.toml",
        "--count",
        "1000",
        "--seed",
        "1",
        "--quiet",
    ]);
    let said = command.env("IOGRAM_UNITS", "MiB").output().unwrap();
    check_units("measure", std::str::from_utf8(&said.stdout).unwrap());
    for (variable, arguments) in [("kbit", &["runs"][..]), ("", &["runs", "--units", "kbit"])] {
        let mut command = room.command(arguments);
        let said = command.env("IOGRAM_UNITS", variable).output().unwrap();
        assert_eq!(said.status.code(), Some(2));
        let error = String::from_utf8(said.stderr).unwrap();
        assert!(error.contains("write MB (10^6 bytes) or MiB (2^20 bytes)"), "{error}");
    }
}
