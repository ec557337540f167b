//! Pages that are known, decoded to the last field. The golden files were compared by hand with the
//! standards, and those of QEMU's drives with what nvme-cli, smartctl and mmc-utils say of them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use iogram_inspect::decode::hex_bytes;

use crate::inputs::DECODERS;

/// Which decoder takes which file.
const TAKES: [(&str, &str); 20] = [
    ("qemu-nvme/nvme-controller", "decode_nvme_controller"),
    ("qemu-nvme/nvme-namespace", "decode_nvme_namespace"),
    ("qemu-nvme/nvme-smart", "decode_nvme_smart"),
    ("qemu-nvme/nvme-firmware", "decode_nvme_firmware"),
    ("qemu-sata/ata-identify", "decode_ata_identify"),
    ("qemu-sata/ata-smart-data", "decode_ata_smart"),
    ("qemu-sata/ata-smart-thresholds", "decode_ata_thresholds"),
    ("qemu-sata/ata-smart-status", "decode_ata_registers"),
    ("qemu-sd/cid", "decode_sd_cid"),
    ("qemu-sd/csd", "decode_sd_csd"),
    ("qemu-sd/scr", "decode_sd_scr"),
    ("made-up-sd/cid", "decode_sd_cid"),
    ("made-up-sd/csd", "decode_sd_csd"),
    ("made-up-sd/scr", "decode_sd_scr"),
    ("made-up-sd/ssr", "decode_sd_status"),
    ("made-up-nvme/nvme-controller", "decode_nvme_controller"),
    ("made-up-nvme/nvme-namespace", "decode_nvme_namespace"),
    ("made-up-nvme/nvme-smart", "decode_nvme_smart"),
    ("made-up-nvme/nvme-errors", "decode_nvme_error_log"),
    ("made-up-nvme/nvme-firmware", "decode_nvme_firmware"),
];

const MORE: [(&str, &str); 7] = [
    ("made-up-emmc/cid", "decode_mmc_cid"),
    ("made-up-emmc/ext-csd", "decode_ext_csd"),
    ("usb/qemu-stick-bos", "decode_bos_speed"),
    ("usb/qemu-stick-descriptors", "decode_offers_uas"),
    ("usb/qemu-uas-bos", "decode_bos_speed"),
    ("usb/qemu-uas-descriptors", "decode_offers_uas"),
    ("qemu-sd/ssr", "decode_sd_status"),
];

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/registers")
}

#[expect(clippy::disallowed_methods, reason = "a test's input, not part of a run")]
fn page(name: &str) -> Vec<u8> {
    let path = testdata().join(format!("{name}.hex"));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    let mut lines = text.lines();
    let mut bytes = vec![0; lines.next().unwrap().parse().unwrap()];
    for line in lines {
        let (offset, digits) = line.split_once(' ').unwrap();
        let (offset, row) =
            (usize::from_str_radix(offset, 16).unwrap(), hex_bytes(digits).unwrap());
        bytes[offset..offset + row.len()].copy_from_slice(&row);
    }
    bytes
}

#[test]
#[expect(clippy::disallowed_methods, reason = "golden files are a test's input")]
fn known_pages_are_decoded_to_the_last_field() {
    let mut told = String::new();
    for (name, decoder) in TAKES.into_iter().chain(MORE) {
        let decoder = DECODERS.iter().find(|it| it.name == decoder).unwrap();
        let text = (decoder.show)(&page(name));
        writeln!(told, "{name} by {}: {text}\n", decoder.name).unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/decoded.txt");
    if std::env::var("UPDATE_GOLDEN").is_ok() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &told).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert!(
        told == expected,
        "{} differs; UPDATE_GOLDEN=1 rewrites it. Now:\n{told}",
        path.display()
    );
}

#[test]
fn every_captured_page_has_its_decoder() {
    let known: Vec<&str> = TAKES.iter().chain(&MORE).map(|(name, _)| *name).collect();
    for folder in std::fs::read_dir(testdata()).unwrap() {
        let folder = folder.unwrap().path();
        for file in
            folder.is_dir().then(|| std::fs::read_dir(&folder).unwrap()).into_iter().flatten()
        {
            let path = file.unwrap().path();
            let path = path.strip_prefix(testdata()).unwrap().with_extension("");
            let name = path.to_str().unwrap();
            // QEMU's error log is empty.
            assert!(known.contains(&name) || name == "qemu-nvme/nvme-errors", "{name}");
        }
    }
}
