use super::*;
use crate::device_number::NotADeviceNumber;
use crate::tests_support::computer;

/// The known facts about the device `name` of the computer, one per line.
fn told(computer_name: &str, name: &str) -> String {
    let root = computer(computer_name);
    let facts = find_facts(&root, root.block_number(name).unwrap()).unwrap();
    let texts = [
        ("drive", Some(facts.drive)),
        ("model", facts.model),
        ("serial", facts.serial),
        ("firmware", facts.firmware),
        ("link", facts.link),
    ];
    let told = texts.into_iter().filter_map(|(part, text)| Some(format!("{part}: {}", text?)));
    told.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(computer_name: &str, name: &str, expected: &[&str]) {
    assert_eq!(told(computer_name, name), expected.join("\n"), "{computer_name}, {name}");
}

const NVME: [&str; 4] = [
    "model: Example NVMe SSD 1TB",
    "serial: EX0000000000001",
    "firmware: 1B2QEXM7",
    "link: PCIe 3.0 x2 (of 4.0 x4)",
];

#[test]
fn a_partition_and_a_mapping_have_the_facts_of_the_drive_below() {
    let with = |drive| [[drive].as_slice(), &NVME].concat();
    check("nvme", "nvme0n1", &with("drive: NVMe"));
    check("nvme", "nvme0n1p2", &with("drive: NVMe"));
    check("nvme", "dm-0", &with("drive: dm on NVMe"));
}

#[test]
fn several_drives_below_are_counted_and_none_is_taken_for_the_whole() {
    check("sata", "md127", &["drive: md on 2 drives (sda, sdb)"]);
}

#[test]
fn a_file_system_on_several_drives_names_them_and_no_model() {
    let root = computer("sata");
    let numbers = ["sda", "sdb"].map(|name| root.block_number(name).unwrap());
    let facts = find_common_facts(&root, &numbers).unwrap();
    assert_eq!(
        (facts.name.as_str(), facts.drive.as_str()),
        ("sda, sdb", "2 drives (sda, sdb)")
    );
    assert_eq!((facts.model, facts.link, facts.drive_capacity), (None, None, None));
    assert_eq!(find_common_facts(&root, &[]), None);
}

#[test]
fn partitions_of_one_drive_have_its_model() {
    let root = computer("nvme");
    let numbers = ["nvme0n1p1", "nvme0n1p2"].map(|name| root.block_number(name).unwrap());
    let facts = find_common_facts(&root, &numbers).unwrap();
    assert_eq!(facts.drive, "NVMe");
    assert_eq!(facts.model.as_deref(), Some("Example NVMe SSD 1TB"));
}

#[test]
fn each_kind_of_drive_tells_what_it_is_and_how_it_is_connected() {
    check(
        "nvme-multipath",
        "nvme0n1",
        &[
            "drive: NVMe",
            "model: Example NVMe SSD 4TB",
            "serial: EX0000000000002",
            "firmware: 2.0",
            "link: PCIe 5.0 x4",
        ],
    );
    check(
        "sata",
        "sda",
        &[
            "drive: SATA",
            "model: Example SATA SSD 870 with a long name",
            "serial: EXS0001",
            "firmware: RVT01B6Q",
            "link: SATA 6.0 Gb/s",
        ],
    );
    check(
        "sata",
        "sdb",
        &[
            "drive: SATA",
            "model: Example SATA SSD",
            "serial: EXS0002",
            "firmware: 1.23",
            "link: SATA 3.0 Gb/s (of 6.0 Gb/s)",
        ],
    );
    check(
        "usb-stick",
        "sdc1",
        &[
            "drive: USB",
            "model: Example Ultra Stick",
            "serial: EXU0001",
            "firmware: 1.00",
            "link: USB 480 Mb/s (USB 2.0), usb-storage",
        ],
    );
    check(
        "usb-ssd",
        "sdc",
        &[
            "drive: USB",
            "model: Example Portable SSD",
            "serial: EXU0001",
            "firmware: 1.00",
            "link: USB 10000 Mb/s (USB 3.2 Gen 2), uas",
        ],
    );
}

#[test]
fn embedded_and_server_drives_tell_what_they_are() {
    check(
        "sd",
        "mmcblk0p1",
        &[
            "drive: SD",
            "model: EX32G",
            "serial: 0x12345678",
            "firmware: 0x0",
            "link: SD UHS SDR104, 4 bits, 200 MHz",
        ],
    );
    check(
        "emmc",
        "mmcblk0",
        &[
            "drive: eMMC",
            "model: EXEM08",
            "serial: 0x12345678",
            "firmware: 0x0700000000000000",
            "link: eMMC HS400, 8 bits, 198 MHz",
        ],
    );
    check(
        "sas",
        "sda",
        &[
            "drive: SAS",
            "model: EXAMPLE SAS SSD 3840",
            "serial: EXSAS0000001",
            "firmware: A001",
            "link: SAS 12.0 Gb/s x2",
        ],
    );
    check(
        "ufs",
        "sda",
        &["drive: UFS", "model: EXAMPLE UFS-128G", "firmware: 0300", "link: UFS HS-GEAR4 x2"],
    );
    check(
        "sas",
        "sdb",
        &["drive: SATA", "model: Example SATA SSD", "firmware: 1.23", "link: SAS 6.0 Gb/s x1"],
    );
    check("virtio", "vda", &["drive: virtio", "serial: example-serial"]);
}

#[test]
fn sizes_and_queue_are_the_devices_own() {
    let root = computer("nvme");
    let facts = |name| find_facts(&root, root.block_number(name).unwrap()).unwrap();
    let partition = facts("nvme0n1p1");
    assert_eq!(partition.capacity, Some(Bytes(1_048_576 * 512)));
    assert_eq!(partition.drive_capacity, Some(Bytes(1_000_204_886_016)));
    assert_eq!(partition.whole, "nvme0n1");
    assert_eq!(partition.queue.scheduler.as_deref(), Some("none"));
    assert_eq!(partition.queue.request_max, Some(Bytes(256 << 10)));
    assert_eq!(partition.queue.fua, Some(true));
    let mapping = facts("dm-0");
    assert_eq!(mapping.capacity, Some(Bytes(1_952_440_320 * 512)));
    assert_eq!(mapping.drives, ["nvme0n1"]);
    assert_eq!(mapping.queue.scheduler.as_deref(), Some("mq-deadline"));
    assert_eq!(facts("nvme0n1").is_read_only, Some(false));
    let empty = computer("virtio");
    assert_eq!(find_facts(&empty, DeviceNumber { major: 1, minor: 2 }), None);
}

#[test]
fn a_device_that_reports_nothing_has_only_unknowns() {
    let dir = crate::tests_support::TempDir::new("identity");
    dir.write("sys/dev/block/240:0/dev", "240:0\n");
    let number = DeviceNumber { major: 240, minor: 0 };
    let facts = find_facts(&SysRoot::below(dir.path()), number).unwrap();
    assert_eq!(facts.capacity, None);
    assert_eq!(facts.logical_block_size, None);
    assert_eq!((facts.model, facts.serial, facts.link), (None, None, None));
    assert_eq!(facts.queue, QueueRecord::default());
}

#[test]
fn pages_that_are_too_short_are_unknown() {
    assert_eq!(decode_serial_page(&[0, 0x80, 0, 9, b'x']), None);
    assert_eq!(decode_serial_page(&[]), None);
    assert_eq!(decode_ata_page(&[0; 100]), None);
}

#[test]
fn device_numbers_are_read_as_the_kernel_writes_them() {
    assert_eq!("259:12".parse(), Ok(DeviceNumber { major: 259, minor: 12 }));
    assert_eq!("259".parse::<DeviceNumber>(), Err(NotADeviceNumber));
    assert_eq!("a:b".parse::<DeviceNumber>(), Err(NotADeviceNumber));
}
