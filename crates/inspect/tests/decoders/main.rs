//! Decoders against inputs that nobody foresaw. `cargo xtask fuzz` gives them many more.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

mod dumps;
mod inputs;

use inputs::{DECODERS, Tally, try_decoder};

/// Enough to meet every branch of every decoder many times, in seconds.
const INPUTS: u64 = 200_000;
/// The same for pages of 4096 bytes with lists in them, of which a check build decodes fewer in a second.
const LONG_INPUTS: u64 = 40_000;

#[track_caller]
fn check(names: &[&str]) {
    for name in names {
        let decoder = DECODERS.iter().find(|decoder| decoder.name == *name).unwrap();
        let count = if decoder.length >= 4096 { LONG_INPUTS } else { INPUTS };
        let tally = try_decoder(*decoder, 3, count);
        // Inputs that are all refused would prove nothing, nor would none that are cut.
        assert!(tally.decoded > count / 100, "{name}: {tally:?}");
        assert!(decoder.length == 0 || tally.cut > count / 10, "{name}: {tally:?}");
    }
}

#[test]
fn no_register_of_a_card_makes_a_decoder_panic() {
    check(&["decode_sd_cid", "decode_sd_csd", "decode_sd_scr", "decode_sd_status"]);
    check(&["decode_mmc_cid", "decode_ext_csd"]);
}

#[test]
fn no_identify_page_of_an_nvme_drive_makes_a_decoder_panic() {
    check(&["decode_nvme_controller", "decode_nvme_namespace"]);
}

#[test]
fn no_log_page_of_an_nvme_drive_makes_a_decoder_panic() {
    check(&["decode_nvme_smart", "decode_nvme_error_log", "decode_nvme_firmware"]);
}

#[test]
fn no_page_of_an_ata_drive_makes_a_decoder_panic() {
    check(&["decode_ata_identify", "decode_ata_smart"]);
}

#[test]
fn nothing_that_a_bridge_answers_makes_a_decoder_panic() {
    check(&["decode_offers_uas", "decode_ata_registers", "decode_bos_speed"]);
    check(&["printable"]);
    // No damaged page keeps the number at its end: there is nothing to decode, and nothing to panic at.
    let ocp = DECODERS.iter().find(|it| it.name == "decode_nvme_ocp_written").unwrap();
    assert_eq!(try_decoder(*ocp, 3, INPUTS).given, INPUTS);
    // Few inputs keep the checksum that thresholds want, or are digits and nothing else.
    for name in ["decode_ata_thresholds", "hex_bytes"] {
        let decoder = DECODERS.iter().find(|it| it.name == name).unwrap();
        assert!(try_decoder(*decoder, 3, INPUTS).decoded > 0, "{name}");
    }
}

#[test]
fn the_same_seed_gives_the_same_inputs() {
    let decoder = DECODERS[0];
    let tallies = [1, 1, 2].map(|seed| try_decoder(decoder, seed, 10_000));
    assert_eq!(tallies[0], tallies[1]);
    assert_ne!(tallies[0], tallies[2]);
    assert_ne!(tallies[0], Tally::default());
}
