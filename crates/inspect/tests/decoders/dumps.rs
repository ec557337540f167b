//! Known pages, decoded to the last field. The golden files were compared by hand with the standards, and those of
//! QEMU's drives with the output of nvme-cli, smartctl and mmc-utils.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use iogram_testing::captured_page;

use crate::inputs::{DECODERS, Decoder};

/// Pages that are not named after their decoder, without or with the folder's name; all others are: `nvme-smart` is
/// for `decode_nvme_smart`, `cid` of a folder `made-up-sd` for `decode_sd_cid`.
const OTHER_NAMES: [(&str, &str); 9] = [
    ("nvme-errors", "decode_nvme_error_log"),
    ("ata-smart-data", "decode_ata_smart"),
    ("ata-smart-thresholds", "decode_ata_thresholds"),
    ("ata-smart-status", "decode_ata_registers"),
    ("ssr", "decode_sd_status"),
    ("made-up-emmc/cid", "decode_mmc_cid"),
    ("ext-csd", "decode_ext_csd"),
    ("bos", "decode_bos_speed"),
    ("descriptors", "decode_offers_uas"),
];

/// QEMU's error log is empty.
const EMPTY: &str = "qemu-nvme/nvme-errors";

/// The decoder of a captured page, by its folder and name.
fn decoder_of(name: &str) -> Option<&'static Decoder> {
    let (folder, stem) = name.rsplit_once('/')?;
    let kind = folder.rsplit('-').next()?;
    let is_other = |other: &&(&str, &str)| name == other.0 || stem.ends_with(other.0);
    let own = [format!("decode_{stem}"), format!("decode_{kind}_{stem}")];
    let own = own.map(|it| it.replace('-', "_"));
    let called = |wanted: &str| DECODERS.iter().find(|it| it.name == wanted);
    match OTHER_NAMES.iter().find(is_other) {
        Some((_, other)) => called(other),
        None => own.iter().find_map(|it| called(it)),
    }
}

/// Every captured page, in order.
fn pages() -> Vec<String> {
    let mut pages = Vec::new();
    for folder in std::fs::read_dir(testdata()).unwrap().map(|it| it.unwrap().path()) {
        let files = folder.is_dir().then(|| std::fs::read_dir(&folder).unwrap());
        for file in files.into_iter().flatten() {
            let path = file.unwrap().path();
            let path = path.strip_prefix(testdata()).unwrap().with_extension("");
            pages.push(path.to_str().unwrap().to_owned());
        }
    }
    pages.sort();
    pages
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/registers")
}

fn page(name: &str) -> Vec<u8> {
    captured_page(name).unwrap_or_else(|| panic!("there is no {name}"))
}

#[test]
#[expect(clippy::disallowed_methods, reason = "golden files are a test's input")]
fn known_pages_are_decoded_to_the_last_field() {
    let mut told = String::new();
    for name in pages().iter().filter(|name| *name != EMPTY) {
        let decoder = decoder_of(name).unwrap_or_else(|| panic!("{name} has no decoder"));
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
