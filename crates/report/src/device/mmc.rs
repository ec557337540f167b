//! Registers of SD cards and eMMC.

use iogram_model::{Bytes, DeviceRecord, ExtCsd, MmcCid, Nanos, SdCid, SdCsd, SdScr, SdStatus};

use super::{Facts, capacity, facts_section, join, join_with, known, percent, yes_no};
use crate::sheet::{Audience, Section};

pub(super) fn sections(device: &DeviceRecord, audience: Audience) -> Vec<Section> {
    let mut rows = Facts::new();
    if let Some(sd) = &device.sd {
        rows.extend(sd.cid.as_ref().map(|cid| sd_cid(cid, audience)).unwrap_or_default());
        rows.extend(sd.status.as_ref().map(sd_status).unwrap_or_default());
        rows.extend(sd.scr.as_ref().map(sd_scr).unwrap_or_default());
        rows.extend(sd.csd.as_ref().map(sd_csd).unwrap_or_default());
    }
    let card = facts_section("Card", rows);
    let mut rows = Facts::new();
    if let Some(mmc) = &device.mmc {
        rows.extend(mmc.cid.as_ref().map(|cid| mmc_cid(cid, audience)).unwrap_or_default());
        rows.extend(mmc.ext_csd.as_ref().map(ext_csd).unwrap_or_default());
    }
    card.into_iter().chain(facts_section("eMMC", rows)).collect()
}

fn maker(id: &str, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{name} ({id})"),
        None => format!("{id}, nobody known"),
    }
}

fn sd_cid(cid: &SdCid, audience: Audience) -> Facts {
    known([
        ("maker", Some(maker(&cid.manufacturer_id, cid.manufacturer.as_deref()))),
        ("OEM", cid.oem_id.clone()),
        ("product", cid.product.clone()),
        ("revision", Some(cid.revision.clone())),
        ("card serial", Some(cid.serial.clone()).filter(|_| audience == Audience::Owner)),
        ("made in", cid.manufactured.clone()),
        (
            "checksum",
            cid.is_checksum_right.map(|it| if it { "right" } else { "WRONG" }.to_owned()),
        ),
    ])
}

fn sd_status(status: &SdStatus) -> Facts {
    let classes = join_with(
        " ",
        [
            status.speed_class.clone(),
            status.uhs_grade.clone(),
            status.video_class.clone(),
            status.application_class.clone(),
        ],
    );
    let classes = if classes.is_empty() { "none".to_owned() } else { classes };
    let unit = |size: Option<u64>, of: &str| size.map(|size| format!("{}{of}", Bytes(size)));
    let units = join([
        unit(status.allocation_unit_bytes, ""),
        unit(status.uhs_allocation_unit_bytes, " (UHS)"),
        unit(status.video_allocation_unit_bytes, " (video)"),
    ]);
    let erase = status.erase_unit_count.zip(status.erase_timeout_ns).map(|(count, time)| {
        let offset = status.erase_offset_ns.filter(|offset| *offset > 0);
        let offset = offset.map(|it| format!(" + {}", Nanos(it))).unwrap_or_default();
        format!("{count} units in at most {}{offset}", Nanos(time))
    });
    let offers = [
        (status.supports_discard, "discard"),
        (status.supports_full_erase, "full erase"),
        (status.supports_cache, "cache"),
    ];
    let offers = offers.into_iter().filter(|(has, _)| *has == Some(true)).map(|(_, what)| what);
    let queue = status.queue_depth.map(|depth| format!("queue of {depth}"));
    let offers: Vec<String> = offers.map(str::to_owned).chain(queue).collect();
    known([
        ("classes", Some(classes)),
        ("allocation unit", Some(units)),
        ("erase", erase),
        ("offers", Some(offers.join(", "))),
        ("bus width", status.bus_width.clone()),
    ])
}

fn sd_scr(scr: &SdScr) -> Facts {
    let commands = [
        (scr.supports_set_block_count, "CMD23"),
        (scr.supports_speed_class_control, "CMD20"),
        (scr.supports_extension_registers, "CMD48/49"),
    ];
    let commands = commands.into_iter().filter(|(has, _)| *has).map(|(_, name)| name);
    known([
        ("SD version", scr.version.clone()),
        ("bus widths", Some(scr.bus_widths.join(", "))),
        ("commands", Some(commands.collect::<Vec<_>>().join(", "))),
        ("erased bits", Some(scr.erased_bits.clone())),
    ])
}

fn sd_csd(csd: &SdCsd) -> Facts {
    let protected = join([
        csd.is_permanently_write_protected.then(|| "for ever".to_owned()),
        csd.is_temporarily_write_protected.then(|| "for now".to_owned()),
    ]);
    known([
        (
            "CSD",
            Some(format!("version {}, {}", csd.version, capacity(Some(csd.capacity_bytes)))),
        ),
        ("line rate", csd.line_bits_per_s.map(super::bits_per_s)),
        ("write-protected", Some(protected)),
    ])
}

fn mmc_cid(cid: &MmcCid, audience: Audience) -> Facts {
    known([
        ("maker", Some(maker(&cid.manufacturer_id, cid.manufacturer.as_deref()))),
        ("product", cid.product.clone()),
        ("package", cid.package.clone()),
        ("revision", Some(cid.revision.clone())),
        ("chip serial", Some(cid.serial.clone()).filter(|_| audience == Audience::Owner)),
        ("made in", cid.manufactured.clone()),
    ])
}

fn ext_csd(page: &ExtCsd) -> Facts {
    let size = |size: Option<u64>| size.map(|size| Bytes(size).binary());
    let optimal = join([
        size(page.optimal_read_bytes).map(|it| format!("read {it}")),
        size(page.optimal_write_bytes).map(|it| format!("write {it}")),
        size(page.optimal_trim_bytes).map(|it| format!("trim {it}")),
    ]);
    let on = |flag: Option<bool>| flag.map(|it| if it { "on" } else { "off" }.to_owned());
    known([
        ("eMMC version", page.version.clone()),
        ("bus now", page.timing.clone()),
        ("bus modes", Some(page.modes.join(", "))),
        ("cache", Some(join([size(page.cache_bytes), on(page.is_cache_on)]))),
        (
            "command queue",
            Some(join([page.queue_depth.map(|it| it.to_string()), on(page.is_queue_on)])),
        ),
        ("erase group", size(page.erase_group_bytes)),
        ("best sizes", Some(optimal)),
        ("trim", page.supports_trim.map(yes_no)),
        ("sanitize", page.supports_sanitize.map(yes_no)),
        ("housekeeping", page.housekeeping.clone()),
        ("boot partitions", size(page.boot_partition_bytes).map(|it| format!("2 of {it}"))),
        ("RPMB", size(page.rpmb_bytes)),
        ("chip firmware", page.firmware.clone()),
    ])
}

pub(super) fn health(page: &ExtCsd) -> Facts {
    // The device tells steps of 10 %.
    let used = |used: f64| {
        if used > 1.0 { "beyond 100 %".to_owned() } else { format!("up to {}", percent(used)) }
    };
    let life = join([
        page.life_used_a_ratio.map(|it| format!("{} (type A)", used(it))),
        page.life_used_b_ratio.map(|it| format!("{} (type B)", used(it))),
    ]);
    known([
        ("life used", Some(life)),
        ("reserved blocks", page.reserve.clone()),
        ("housekeeping due", page.housekeeping_due.clone()),
    ])
}
