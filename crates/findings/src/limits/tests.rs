use super::*;

#[track_caller]
fn check(limit: Option<Limit>, expected: &str) {
    assert_eq!(limit.map(|limit| limit.message).unwrap_or_default(), expected);
}

fn usb(speed: u64, possible: Option<u64>) -> UsbRecord {
    UsbRecord {
        speed_bits_per_s: Some(speed),
        speed_possible_bits_per_s: possible,
        ..UsbRecord::default()
    }
}

#[test]
fn a_usb_link_is_said_with_its_figure_and_what_the_drive_could_do() {
    check(usb_link(&usb(480_000_000, None)), "USB 2.0 link: at most about 40 MB/s");
    check(
        usb_link(&usb(480_000_000, Some(5_000_000_000))),
        "USB 2.0 link: at most about 40 MB/s, although the drive supports USB 5 Gb/s: another port or \
         cable may be faster",
    );
    check(
        usb_link(&usb(10_000_000_000, Some(10_000_000_000))),
        "USB 10 Gb/s link: at most about 1.1 GB/s",
    );
    check(usb_link(&usb(40_000_000_000, None)), "USB 40 Gb/s link");
    check(usb_link(&UsbRecord::default()), "");
}

#[test]
fn bulk_only_transport_is_said_and_whether_there_was_a_choice() {
    let with = |driver: &str, offers_uas| UsbRecord {
        driver: Some(driver.to_owned()),
        offers_uas,
        ..UsbRecord::default()
    };
    let bulk = "bulk-only transport (usb-storage): one command at a time, so queue depths above 1 \
                have no effect";
    check(bulk_only(&with("usb-storage", None)), bulk);
    check(
        bulk_only(&with("usb-storage", Some(true))),
        &format!("{bulk}; the drive offers UAS, but the kernel may have a quirk against it"),
    );
    check(bulk_only(&with("uas", Some(true))), "");
}

#[test]
fn links_of_sas_and_ufs_are_said_with_their_figures() {
    check(sas_link("SAS 12.0 Gb/s x2"), "SAS 12.0 Gb/s x2 link: at most about 2.3 GB/s");
    check(sas_link("SAS 22.5 Gb/s x1"), "SAS 22.5 Gb/s x1 link: at most about 2.3 GB/s");
    check(sas_link("SAS 6.0 Gb/s x1"), "SAS 6.0 Gb/s x1 link: at most about 580 MB/s");
    check(sas_link("SATA 6.0 Gb/s"), "");
    check(ufs_link("UFS HS-GEAR4 x2"), "UFS gear 4 x2 link: at most about 2.3 GB/s");
    check(ufs_link("UFS HS-GEAR9 x2"), "");
    check(ufs_link("UFS PWM-GEAR1 x1"), "");
}

fn pcie(link: &str, possible: &str, port: Option<&str>) -> PciRecord {
    PciRecord {
        link: Some(link.to_owned()),
        link_possible: Some(possible.to_owned()),
        link_port: port.map(str::to_owned),
        ..PciRecord::default()
    }
}

#[test]
fn a_pcie_link_names_what_is_missing_and_where() {
    check(
        pcie_link(&pcie("3.0 x2", "3.0 x4", None)),
        "PCIe 3.0 x2 of 3.0 x4: at most about 1.9 GB/s",
    );
    check(
        pcie_link(&pcie("3.0 x2", "4.0 x4", Some("3.0 x2"))),
        "PCIe 3.0 x2 of 4.0 x4: at most about 1.9 GB/s; the slot offers no more",
    );
    check(
        pcie_link(&pcie("3.0 x2", "4.0 x4", Some("3.0 x4"))),
        "PCIe 3.0 x2 of 4.0 x4: at most about 1.9 GB/s; the slot does not support all of that",
    );
    check(
        pcie_link(&pcie("1.0 x4", "4.0 x4", Some("4.0 x4"))),
        "PCIe 1.0 x4 of 4.0 x4: at most about 960 MB/s; the slot supports it: the drive may be \
         badly seated, or its link may save power",
    );
    check(pcie_link(&pcie("5.0 x4", "5.0 x4", None)), "PCIe 5.0 x4: at most about 15.0 GB/s");
    check(pcie_link(&PciRecord::default()), "");
}

#[test]
fn a_sata_link_is_said_with_what_the_drive_could_do() {
    let identify = AtaIdentify {
        speed_possible_bits_per_s: Some(6_000_000_000),
        ..AtaIdentify::default()
    };
    check(
        sata_link(Some("SATA 3.0 Gb/s (of 6.0 Gb/s)"), Some(&identify)),
        "SATA 3.0 Gb/s link: at most about 280 MB/s, although the drive supports 6.0 Gb/s",
    );
    check(sata_link(Some("SATA 6.0 Gb/s"), None), "SATA 6.0 Gb/s link: at most about 560 MB/s");
    check(sata_link(Some("SAS 12.0 Gb/s x2"), None), "");
    check(sata_link(None, None), "");
}

#[test]
fn the_bus_of_a_card_is_its_clock_times_its_lines() {
    let check = |link: &str, expected: &str| check(mmc_bus(link, None), expected);
    check(
        "SD high-speed, 4 bits, 25 MHz",
        "SD bus at 25 MHz, 4 bits (SD high-speed): at most about 12 MB/s",
    );
    check(
        "SD UHS SDR104, 4 bits, 208 MHz",
        "SD bus at 208 MHz, 4 bits (SD UHS SDR104): at most about 100 MB/s",
    );
    check(
        "SD UHS DDR50, 4 bits, 50 MHz",
        "SD bus at 50 MHz, 4 bits (SD UHS DDR50): at most about 50 MB/s",
    );
    check(
        "eMMC HS400, 8 bits, 200 MHz",
        "eMMC bus at 200 MHz, 8 bits (eMMC HS400): at most about 400 MB/s",
    );
}

#[test]
fn an_emmc_below_its_fastest_mode_is_told() {
    let page = ExtCsd { modes: vec!["HS400 1.8 V".to_owned()], ..ExtCsd::default() };
    let message = mmc_bus("eMMC HS200, 8 bits, 200 MHz", Some(&page)).unwrap().message;
    assert!(message.ends_with("although the drive supports HS400"), "{message}");
}

#[test]
fn a_write_cache_that_is_off_is_told() {
    let identify = |on| AtaIdentify {
        has_write_cache: Some(true),
        is_write_cache_on: Some(on),
        ..AtaIdentify::default()
    };
    let queue =
        QueueRecord { write_cache: Some("write through".to_owned()), ..QueueRecord::default() };
    check(write_cache(&queue, Some(&identify(false))), "the drive's write cache is off");
    check(write_cache(&queue, Some(&identify(true))), "");
    check(write_cache(&queue, None), "");
}
