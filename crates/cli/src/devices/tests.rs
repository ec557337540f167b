use iogram_inspect::DeviceNumber;

use super::*;

fn device(name: &str, model: Option<&str>, serial: Option<&str>) -> Candidate {
    Candidate {
        number: DeviceNumber { major: 8, minor: 0 },
        name: name.to_owned(),
        model: model.map(str::to_owned),
        serial: serial.map(str::to_owned),
    }
}

#[test]
fn several_devices_are_told_apart_by_what_is_known_of_them() {
    let found = [
        device("sda", Some("Example SSD"), Some("S1")),
        device("sdb", Some("Example SSD"), None),
        device("loop0", None, None),
    ];
    assert_eq!(names(&found), "sda (Example SSD, serial S1), sdb (Example SSD), loop0");
}
