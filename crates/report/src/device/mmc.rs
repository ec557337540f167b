//! Registers of SD cards and eMMC.

use iogram_model::{Bytes, DeviceRecord, ExtCsd, MmcCid, Nanos, SdCid, SdCsd, SdScr, SdStatus};

use super::{
    Facts, capacity, decoded_list, decoded_word, facts_section, join, join_with, known,
    percent, yes_no,
};
use crate::locale::{Locale, say};
use crate::sheet::{Audience, Section};

pub(super) fn sections(
    device: &DeviceRecord,
    audience: Audience,
    locale: &Locale,
) -> Vec<Section> {
    let mut rows = Facts::new();
    if let Some(sd) = &device.sd {
        rows.extend(
            sd.cid.as_ref().map(|cid| sd_cid(cid, audience, locale)).unwrap_or_default(),
        );
        rows.extend(sd.status.as_ref().map(|it| sd_status(it, locale)).unwrap_or_default());
        rows.extend(sd.scr.as_ref().map(|it| sd_scr(it, locale)).unwrap_or_default());
        rows.extend(sd.csd.as_ref().map(|it| sd_csd(it, locale)).unwrap_or_default());
    }
    let card = facts_section("card-registers", rows, locale);
    let mut rows = Facts::new();
    if let Some(mmc) = &device.mmc {
        rows.extend(
            mmc.cid.as_ref().map(|cid| mmc_cid(cid, audience, locale)).unwrap_or_default(),
        );
        rows.extend(mmc.ext_csd.as_ref().map(|it| ext_csd(it, locale)).unwrap_or_default());
    }
    card.into_iter().chain(facts_section("mmc-registers", rows, locale)).collect()
}

fn maker(id: &str, name: Option<&str>, locale: &Locale) -> String {
    match name {
        Some(name) => format!("{} ({id})", either(name, locale)),
        None => say!(locale, "card-maker-unknown", id = id),
    }
}

/// A register's two possible meanings: `2005-06 or 2021-06`.
fn either(decoded: &str, locale: &Locale) -> String {
    match decoded.split_once(" or ") {
        Some((one, other)) => say!(locale, "one-or-other", one = one, other = other),
        None => decoded.to_owned(),
    }
}

/// Two words of a decoder in one: `high speed, 8 bits`.
fn mode_and_width(decoded: &str, locale: &Locale) -> String {
    let words: Vec<String> = decoded.split(", ").map(str::to_owned).collect();
    decoded_list(&words, locale)
}

fn sd_cid(cid: &SdCid, audience: Audience, locale: &Locale) -> Facts {
    known([
        ("card-maker", Some(maker(&cid.manufacturer_id, cid.manufacturer.as_deref(), locale))),
        ("card-oem", cid.oem_id.clone()),
        ("card-product", cid.product.clone()),
        ("card-revision", Some(cid.revision.clone())),
        ("card-serial", Some(cid.serial.clone()).filter(|_| audience == Audience::Owner)),
        ("card-made-in", cid.manufactured.as_ref().map(|it| either(it, locale))),
        (
            "device-checksum",
            cid.is_checksum_right.map(|it| match it {
                true => say!(locale, "device-right"),
                false => say!(locale, "device-wrong"),
            }),
        ),
    ])
}

fn sd_status(status: &SdStatus, locale: &Locale) -> Facts {
    let classes = join_with(
        " ",
        [
            status.speed_class.clone(),
            status.uhs_grade.clone(),
            status.video_class.clone(),
            status.application_class.clone(),
        ],
    );
    let classes = if classes.is_empty() { say!(locale, "health-none") } else { classes };
    let units = join([
        status.allocation_unit_bytes.map(|it| Bytes(it).to_string()),
        status
            .uhs_allocation_unit_bytes
            .map(|it| say!(locale, "card-unit-uhs", size = Bytes(it))),
        status
            .video_allocation_unit_bytes
            .map(|it| say!(locale, "card-unit-video", size = Bytes(it))),
    ]);
    let erase = status.erase_unit_count.zip(status.erase_timeout_ns).map(|(count, time)| {
        let offset = status.erase_offset_ns.filter(|offset| *offset > 0);
        let offset = offset.map(|it| format!(" + {}", Nanos(it))).unwrap_or_default();
        let time = format!("{}{offset}", Nanos(time));
        say!(locale, "card-erase-in", count = count, time = time)
    });
    let offers = [
        (status.supports_discard, say!(locale, "card-discard")),
        (status.supports_full_erase, say!(locale, "card-full-erase")),
        (status.supports_cache, say!(locale, "card-cache")),
    ];
    let offers = offers.into_iter().filter(|(has, _)| *has == Some(true)).map(|(_, what)| what);
    let queue = status.queue_depth.map(|it| say!(locale, "card-queue", depth = it));
    let offers: Vec<String> = offers.chain(queue).collect();
    known([
        ("card-classes", Some(classes)),
        ("card-allocation-unit", Some(units)),
        ("card-erase", erase),
        ("card-offers", Some(offers.join(", "))),
        ("card-bus-width", status.bus_width.as_ref().map(|it| decoded_word(it, locale))),
    ])
}

fn sd_scr(scr: &SdScr, locale: &Locale) -> Facts {
    let commands = [
        (scr.supports_set_block_count, "CMD23"),
        (scr.supports_speed_class_control, "CMD20"),
        (scr.supports_extension_registers, "CMD48/49"),
    ];
    let commands = commands.into_iter().filter(|(has, _)| *has).map(|(_, name)| name);
    known([
        ("card-sd-version", scr.version.clone()),
        ("card-bus-widths", Some(decoded_list(&scr.bus_widths, locale))),
        ("nvme-commands", Some(commands.collect::<Vec<_>>().join(", "))),
        ("card-erased-bits", Some(scr.erased_bits.clone())),
    ])
}

fn sd_csd(csd: &SdCsd, locale: &Locale) -> Facts {
    let protected = join([
        csd.is_permanently_write_protected.then(|| say!(locale, "card-for-ever")),
        csd.is_temporarily_write_protected.then(|| say!(locale, "card-for-now")),
    ]);
    known([
        (
            "card-csd",
            Some(say!(
                locale,
                "card-csd-version",
                version = csd.version,
                capacity = capacity(Some(csd.capacity_bytes))
            )),
        ),
        ("card-line-rate", csd.line_bits_per_s.map(super::bits_per_s)),
        ("card-write-protected", Some(protected)),
    ])
}

fn mmc_cid(cid: &MmcCid, audience: Audience, locale: &Locale) -> Facts {
    known([
        ("card-maker", Some(maker(&cid.manufacturer_id, cid.manufacturer.as_deref(), locale))),
        ("card-product", cid.product.clone()),
        ("mmc-package", cid.package.as_ref().map(|it| decoded_word(it, locale))),
        ("card-revision", Some(cid.revision.clone())),
        ("mmc-serial", Some(cid.serial.clone()).filter(|_| audience == Audience::Owner)),
        ("card-made-in", cid.manufactured.as_ref().map(|it| either(it, locale))),
    ])
}

fn ext_csd(page: &ExtCsd, locale: &Locale) -> Facts {
    let size = |size: Option<u64>| size.map(|size| Bytes(size).binary());
    let optimal = join([
        size(page.optimal_read_bytes).map(|it| say!(locale, "mmc-best-read", size = it)),
        size(page.optimal_write_bytes).map(|it| say!(locale, "nvme-best-write", size = it)),
        size(page.optimal_trim_bytes).map(|it| say!(locale, "mmc-best-trim", size = it)),
    ]);
    let on = |flag: Option<bool>| {
        flag.map(|it| match it {
            true => say!(locale, "device-on"),
            false => say!(locale, "device-off"),
        })
    };
    known([
        ("mmc-version", page.version.clone()),
        ("mmc-bus", page.timing.as_ref().map(|it| mode_and_width(it, locale))),
        ("mmc-modes", Some(decoded_list(&page.modes, locale))),
        ("mmc-cache", Some(join([size(page.cache_bytes), on(page.is_cache_on)]))),
        (
            "mmc-queue",
            Some(join([page.queue_depth.map(|it| it.to_string()), on(page.is_queue_on)])),
        ),
        ("mmc-erase-group", size(page.erase_group_bytes)),
        ("nvme-best-sizes", Some(optimal)),
        ("mmc-trim", page.supports_trim.map(|it| yes_no(it, locale))),
        ("nvme-sanitize", page.supports_sanitize.map(|it| yes_no(it, locale))),
        ("mmc-housekeeping", page.housekeeping.as_ref().map(|it| decoded_word(it, locale))),
        (
            "mmc-boot",
            size(page.boot_partition_bytes).map(|it| say!(locale, "mmc-boot-of", size = it)),
        ),
        ("mmc-rpmb", size(page.rpmb_bytes)),
        ("mmc-firmware", page.firmware.clone()),
    ])
}

pub(super) fn health(page: &ExtCsd, locale: &Locale) -> Facts {
    // The device reports steps of 10 %.
    let used = |used: f64| match used > 1.0 {
        true => say!(locale, "mmc-beyond-all"),
        false => say!(locale, "device-size-up-to", size = percent(used)),
    };
    let life = join([
        page.life_used_a_ratio.map(|it| say!(locale, "mmc-type-a", share = used(it))),
        page.life_used_b_ratio.map(|it| say!(locale, "mmc-type-b", share = used(it))),
    ]);
    known([
        ("health-life-used", Some(life)),
        ("mmc-reserve", page.reserve.as_ref().map(|it| decoded_word(it, locale))),
        (
            "mmc-housekeeping-due",
            page.housekeeping_due.as_ref().map(|it| decoded_word(it, locale)),
        ),
    ])
}
