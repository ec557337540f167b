//! Devices of this computer, whatever it has: lists and pages keep their published form.

use std::path::Path;

use serde_json::Value;

use crate::common::{Room, at};

fn validator(name: &str) -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(name);
    let schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
fn a_list_and_every_device_in_it_satisfy_the_published_schemas() {
    let room = Room::new();
    let list = room.succeed(&["list", "--all", "--json"]).stdout;
    let list: Value = serde_json::from_str(&list).unwrap();
    assert!(validator("iogram-devices-1.schema.json").is_valid(&list), "{list}");
    let devices = at(&list, "/devices").as_array().unwrap();
    if devices.is_empty() {
        crate::common::lacks("this computer shows no block devices");
    }
    let validator = validator("iogram-device-1.schema.json");
    // On computers with many loop devices some are enough.
    for device in devices.iter().take(8) {
        let name = at(device, "/name").as_str().unwrap();
        let shown = room.succeed(&["show", "--device", name, "--json"]).stdout;
        let shown: Value = serde_json::from_str(&shown).unwrap();
        assert!(validator.is_valid(&shown), "{shown}");
        assert_eq!(at(&shown, "/number"), at(device, "/number"));
        let page = room.succeed(&["show", name]).stdout;
        assert!(page.starts_with(name), "{page}");
        let refused = room.run(&["show", name, "--format", "csv"]);
        assert_eq!(refused.code, Some(2), "{refused:?}");
    }
    assert!(!room.store().exists(), "looking at devices makes no store");
}

#[test]
fn the_printed_schemas_of_devices_are_those_that_are_published() {
    let room = Room::new();
    for (of, file) in [("device", "iogram-device-1"), ("devices", "iogram-devices-1")] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../docs/schema/{file}.schema.json"));
        let published = std::fs::read(path).unwrap();
        assert_eq!(room.succeed(&["schema", of]).stdout.as_bytes(), published, "{of}");
    }
}
