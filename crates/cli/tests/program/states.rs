//! The state of a drive: methods that depend on it create it, or report that they found it.

use serde_json::Value;

use crate::common::Room;

fn plan(room: &Room, arguments: &[&str]) -> Value {
    let said = room.succeed(&[&["plan"], arguments, &["--json"]].concat());
    serde_json::from_str(&said.stdout).unwrap()
}

fn steps<'a>(plan: &'a Value, kind: &str) -> Vec<&'a Value> {
    plan["steps"].as_array().unwrap().iter().filter(|step| step["kind"] == kind).collect()
}

fn notes(plan: &Value) -> String {
    plan["warnings"].to_string()
}

/// Of blocks drawn at random as often as there are blocks, 37 % are never drawn.
#[test]
fn preconditioning_writes_each_block_of_its_random_part_once() {
    let plan = plan(&Room::new(), &["precondition-cssd", "sim:s4-ssd", "--set", "scale=1/64"]);
    let cells = steps(&plan, "measure");
    let random = cells.iter().find(|cell| cell["name"] == "random fill").unwrap();
    assert_eq!(random["workload"]["access"], "permutation");
    let region = random["workload"]["region"].as_str().unwrap();
    let amount = random["workload"]["stop"]["amount_bytes"].as_u64().unwrap();
    assert_eq!((region, amount), ("0..128MiB", 128 << 20), "as much as the region holds");
}

#[test]
fn methods_for_used_drives_say_what_they_found_and_offer_to_make_it() {
    let room = Room::new();
    for method in ["latency", "low-qd", "sync"] {
        let small = [method, "sim:s4-ssd", "--set", "scale=1/64"];
        let found = plan(&room, &small);
        assert!(notes(&found).contains("--set prepare=yes"), "{method}: {found:#}");
        let made = plan(&room, &[&small[..], &["--set", "prepare=yes"]].concat());
        assert!(!notes(&made).contains("measured as found"), "{method}: {made:#}");
        let first = steps(&made, "measure")[0]["name"].as_str().unwrap();
        assert_eq!(first, "prepare/sequential fill", "{method}");
    }
    // The record states it, too.
    room.succeed(&["run", "sync", "sim:s4-ssd", "--set", "scale=1/64", "-q"]);
    let run = room.last_run();
    assert_eq!(run.method.params["prepare"], "no");
    let told: Vec<&str> = run
        .warnings
        .iter()
        .filter(|it| it.code == "drive-state")
        .map(|it| it.message.as_str())
        .collect();
    assert_eq!(
        told,
        [
            "the flash was fresh (a simulated drive starts in its described state), but sync is for a used drive, written \
          over its whole capacity: --set prepare=yes prepares that first"
        ],
        "once, with what was found in place of what was planned"
    );
}

#[test]
fn fill_drive_begins_with_a_purge_unless_told_not_to() {
    let room = Room::new();
    let fresh = plan(&room, &["fill-drive", "sim:s4-ssd"]);
    assert_eq!(steps(&fresh, "purge").len(), 1, "{fresh:#}");
    assert!(!notes(&fresh).contains("measured as found"), "{fresh:#}");
    let found = plan(&room, &["fill-drive", "sim:s4-ssd", "--set", "fresh=as-it-is"]);
    assert!(steps(&found, "purge").is_empty());
    assert!(notes(&found).contains("--set fresh=purge prepares that first"), "{found:#}");
}

/// The recorded state decides: nothing written before is not the state of a drive in use, everything written is.
#[test]
fn a_method_warns_of_a_state_that_is_not_its_own() {
    let room = Room::new();
    let drive = "name = \"tiny\"\ntitle = \"Tiny\"\nsource = \"made up\"\ndrive = \"nvme\"\n\
                 capacity = \"64MiB\"\n[identity]\nmodel = \"Tiny SSD\"\n[media.latency]\n\
                 read = \"100us\"\nwrite = \"50us\"\nflush = \"1ms\"\n";
    room.write("tiny.toml", drive.as_bytes());
    let warned = |method: &str, settings: &[&str]| {
        let mut arguments = vec!["run", method, "sim:tiny.toml", "-q"];
        arguments.extend(settings.iter().flat_map(|it| ["--set", it]));
        room.succeed(&arguments);
        let run = room.last_run();
        run.warnings.into_iter().find(|it| it.code == "drive-state").map(|it| it.message)
    };
    let small = ["scale=1/1024", "requests=100"];
    assert!(warned("latency", &small).unwrap().starts_with("the flash was fresh"));
    assert_eq!(warned("latency", &[&small[..], &["prepare=yes"]].concat()), None);
    assert_eq!(warned("latency", &[&small[..], &["prepare=done"]].concat()), None);
    for fresh in ["purge", "done", "as-it-is"] {
        let fresh = format!("fresh={fresh}");
        assert_eq!(warned("fill-drive", &[&fresh, "rest=1s"]), None, "a new one is as good");
    }
}

#[test]
fn there_are_rests_between_the_tests_of_a_block() {
    let room = Room::new();
    for (method, count) in [("low-qd", 65), ("sync", 1)] {
        let planned = plan(&room, &[method, "sim:s4-ssd", "--set", "scale=1/64"]);
        assert_eq!(steps(&planned, "rest").len(), count, "{method}");
        let without = [method, "sim:s4-ssd", "--set", "scale=1/64", "--set", "rest=0s"];
        assert_eq!(steps(&plan(&room, &without), "rest").len(), 0, "{method}");
    }
}

/// Fresh, written by the run itself, or prepared according to the user: the record states it with its evidence.
#[test]
fn the_record_says_in_which_state_the_flash_was_measured() {
    let room = Room::new();
    let measured = |arguments: &[&str]| {
        room.succeed(arguments);
        let shown = room.succeed(&["show", "last", "--format", "json"]).stdout;
        let run: Value = serde_json::from_str(&shown).unwrap();
        run["conditions"]["drive_state"].clone()
    };
    let small = ["sim:sd-a2", "--set", "size=16MiB", "--quiet"];
    let fresh = measured(&[&["run", "dd-write"], &small[..]].concat());
    assert_eq!(fresh["state"], "fresh");
    assert!(fresh.get("written_bytes").is_none(), "{fresh}");
    let page = room.succeed(&["show", "last", "--full"]).stdout;
    assert!(page.lines().any(|line| line.starts_with("state ")), "{page}");
    let file = measured(&["measure", ".", "--size", "1MiB", "--count", "10", "--quiet"]);
    assert_eq!(file["state"], "unknown");
    let scale = ["--set", "scale=1/1024", "--quiet"];
    let said = ["run", "latency", "sim:sd-a2", "--set", "prepare=done"];
    let said = measured(&[&said[..], &scale].concat());
    assert_eq!(said["state"], "written");
    assert!(said["basis"].as_str().unwrap().contains("according to the user"), "{said}");
}
