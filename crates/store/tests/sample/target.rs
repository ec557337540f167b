//! Random targets and the computer around them.

use super::*;

pub(super) fn target(dice: &mut Dice) -> TargetRecord {
    let kinds =
        [TargetKind::BlockDevice, TargetKind::File, TargetKind::Null, TargetKind::Simulated];
    TargetRecord {
        name: dice.text(),
        kind: *dice.pick(&kinds),
        capacity: Bytes(dice.number()),
        logical_block_size: Bytes(dice.number()),
        physical_block_size: dice.maybe(|dice| Bytes(dice.number())),
        device: dice.maybe(Dice::text),
        drive: dice.maybe(Dice::text),
        model: dice.maybe(Dice::text),
        serial: dice.maybe(Dice::text),
        firmware: dice.maybe(Dice::text),
        drive_capacity: dice.maybe(|dice| Bytes(dice.number())),
        link: dice.maybe(Dice::text),
        simulation: dice.maybe(|dice| SimulationRecord {
            drive: dice.text(),
            title: dice.text(),
            seed: dice.number(),
            page_cache: dice.maybe(|dice| PageCacheRecord {
                kept_bytes: dice.number(),
                dirty_background_bytes: dice.number(),
                dirty_limit_bytes: dice.number(),
                dirty_expire_ns: dice.number(),
                read_ahead_bytes: dice.number(),
                request_max_bytes: dice.number(),
            }),
        }),
        card: dice.maybe(|dice| CardRecord {
            status: dice.maybe(|dice| SdStatus {
                video_class: Some(dice.text()),
                ..SdStatus::default()
            }),
            is_queue_used: Some(true),
            is_cache_used: None,
        }),
        direct_alignment: dice.maybe(|dice| DirectAlignment {
            memory: Bytes(dice.number()),
            offset: Bytes(dice.number()),
        }),
    }
}

pub(super) fn host(dice: &mut Dice) -> HostRecord {
    HostRecord {
        kernel: dice.maybe(Dice::text),
        os: dice.maybe(Dice::text),
        cpu: dice.maybe(Dice::text),
        cpu_count: dice.maybe(Dice::small),
        governor: dice.maybe(Dice::text),
        memory: dice.maybe(|dice| Bytes(dice.number())),
        machine: dice.maybe(Dice::text),
        write_back: dice.maybe(|dice| WriteBackRecord {
            background_permille: Some(100),
            background_bytes: dice.maybe(Dice::number),
            expire_ns: dice.maybe(Dice::number),
            ..WriteBackRecord::default()
        }),
    }
}

pub(super) fn queue(dice: &mut Dice) -> QueueRecord {
    QueueRecord {
        scheduler: dice.maybe(Dice::text),
        write_cache: dice.maybe(Dice::text),
        fua: dice.maybe(Dice::coin),
        rotational: dice.maybe(Dice::coin),
        nr_requests: dice.maybe(Dice::number),
        request_max: dice.maybe(|dice| Bytes(dice.number())),
        dma_alignment: dice.maybe(|dice| Bytes(dice.number())),
        discard_max: dice.maybe(|dice| Bytes(dice.number())),
        read_ahead: dice.maybe(|dice| Bytes(dice.number())),
    }
}

pub(super) fn file_system(dice: &mut Dice) -> FileSystemRecord {
    FileSystemRecord {
        kind: dice.text(),
        mount_point: dice.text(),
        options: dice.text(),
        free: Bytes(dice.number()),
        is_copy_on_write: dice.maybe(Dice::coin),
        is_compressing: dice.maybe(Dice::coin),
        is_memory: dice.coin(),
        supports_direct: dice.maybe(Dice::coin),
        made_by: dice.maybe(Dice::text),
    }
}

pub(super) fn platform(dice: &mut Dice) -> PlatformRecord {
    let texts = |dice: &mut Dice| dice.some(3, Dice::text);
    let idle = |dice: &mut Dice| IdleState {
        name: dice.text(),
        exit_latency_ns: dice.maybe(Dice::number),
        is_enabled: dice.maybe(Dice::coin),
    };
    let drive = |dice: &mut Dice| DrivePlatform {
        drivers: texts(dice),
        link_power_states: dice.maybe(texts),
        hardware_queue_count: dice.maybe(Dice::number),
        ..DrivePlatform::default()
    };
    PlatformRecord {
        cpu: CpuRecord {
            socket_count: dice.maybe(Dice::number),
            microcode: dice.maybe(Dice::text),
            is_turbo_on: dice.maybe(Dice::coin),
            idle_states: dice.some(3, idle),
            ..CpuRecord::default()
        },
        kernel_options: dice.maybe(texts),
        mitigations: dice.some(3, |dice| (dice.text(), dice.text())).into_iter().collect(),
        drive: dice.maybe(drive),
        ..PlatformRecord::default()
    }
}

pub(super) fn tuned(dice: &mut Dice) -> TuneRecord {
    let change = |dice: &mut Dice| TuneChange {
        what: dice.text(),
        place: dice.text(),
        before: dice.text(),
        during: dice.text(),
    };
    TuneRecord { changes: dice.some(3, change), failures: dice.some(2, Dice::text) }
}
