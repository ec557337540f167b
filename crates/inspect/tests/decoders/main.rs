//! Decoders against unforeseen inputs. `cargo xtask fuzz` tests many more.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

mod dumps;
mod inputs;

use inputs::{DECODERS, Tally, try_decoder};

/// Enough to reach every branch of every decoder many times, in seconds.
const INPUTS: u64 = 200_000;
/// The same for pages of 4096 bytes with lists in them; a check build decodes fewer of these in a second.
const LONG_INPUTS: u64 = 40_000;

/// Decoders that accept damaged input too rarely to prove anything: a page must keep the number at its end or a
/// checksum, or consist of digits only.
const RARELY_DECODED: [&str; 3] =
    ["decode_nvme_ocp_written", "decode_ata_thresholds", "hex_bytes"];

/// Checks the decoders of one kind of drive, by the beginnings of their names.
#[track_caller]
fn check(beginnings: &[&str]) {
    let is_one = |name: &str| beginnings.iter().any(|beginning| name.starts_with(beginning));
    check_those(is_one);
}

#[track_caller]
fn check_those(is_one: impl Fn(&str) -> bool) {
    let mut count_of_all = 0;
    for decoder in DECODERS.iter().filter(|decoder| is_one(decoder.name)) {
        let name = decoder.name;
        let count = if decoder.length >= 4096 { LONG_INPUTS } else { INPUTS };
        let tally = try_decoder(*decoder, 3, count);
        count_of_all += 1;
        assert_eq!(tally.given, count, "{name}");
        if RARELY_DECODED.contains(&name) {
            continue;
        }
        // It would prove nothing if all inputs were refused, or none were truncated.
        assert!(tally.decoded > count / 100, "{name}: {tally:?}");
        assert!(decoder.length == 0 || tally.cut > count / 10, "{name}: {tally:?}");
    }
    assert!(count_of_all > 0);
}

const CARDS: [&str; 3] = ["decode_sd_", "decode_mmc_", "decode_ext_csd"];
const NVME_IDENTIFY: [&str; 2] = ["decode_nvme_controller", "decode_nvme_namespace"];
const NVME: [&str; 1] = ["decode_nvme_"];
const ATA: [&str; 1] = ["decode_ata_"];

#[test]
fn no_register_of_a_card_makes_a_decoder_panic() {
    check(&CARDS);
}

#[test]
fn no_identify_page_of_an_nvme_drive_makes_a_decoder_panic() {
    check(&NVME_IDENTIFY);
}

#[test]
fn no_log_page_of_an_nvme_drive_makes_a_decoder_panic() {
    check_those(|name| {
        name.starts_with(NVME[0]) && !NVME_IDENTIFY.iter().any(|it| name.starts_with(it))
    });
}

#[test]
fn no_page_of_an_ata_drive_makes_a_decoder_panic() {
    check(&ATA);
}

#[test]
fn nothing_that_a_bridge_answers_makes_a_decoder_panic() {
    let others: Vec<&str> = CARDS.into_iter().chain(NVME).chain(ATA).collect();
    check_those(|name| !others.iter().any(|it| name.starts_with(it)));
    // Few damaged inputs stay valid for these decoders, but some do.
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
