//! Conditions of a computer that would spoil a measurement, each with the command that mends it.
//!
//! Judges the observed [`HostSetup`] and [`HostLook`]; must not examine the system itself. Limits are arbitrary
//! unless a source is named.

use iogram_model::{
    Argument, Bytes, CheckAdvice, HostLook, HostSetup, Message, MessageId, Nanos,
    PlatformRecord, WarningCode,
};

/// Share of all processors that other work may use.
const BUSY_RATIO: f64 = 0.10;
/// Share that the host of a virtual machine may take during a sample.
const STOLEN_RATIO: f64 = 0.05;
/// Share of a sample in which programs may wait for memory.
const MEMORY_WAIT_RATIO: f64 = 0.05;
/// Requests and bytes in a sample that make a drive busy: 200 a second, or 10 MB/s.
const BUSY_REQUESTS: u64 = 40;
const BUSY_BYTES: Bytes = Bytes(2_000_000);
/// A drive should be this far below its warning temperature.
const HEAD_ROOM_CELSIUS: f64 = 15.0;
/// With less free memory, the kernel reclaims memory during a measurement.
const MEMORY_RATIO: f64 = 0.10;
/// Longer wake-up times matter at queue depth 1: a flash read takes 50 us and more.
const WAKING: Nanos = Nanos(20_000);

/// How much others may use the drive during a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriveUse {
    /// Not at all: for the check before a measurement.
    None,
    /// A little, as around a run: every system writes a log now and then.
    Little,
}

/// The reasons in a sample against a measurement now; `device` is the sampled block device.
#[must_use]
pub fn judge_look(
    look: &HostLook,
    device: Option<&str>,
    allowed: DriveUse,
) -> Vec<CheckAdvice> {
    let above = |ratio: Option<f64>, limit: f64| ratio.filter(|ratio| *ratio > limit);
    let mut found = Vec::new();
    found.extend(above(look.cpu_busy_ratio, BUSY_RATIO).map(busy_processors));
    found.extend(above(look.cpu_stolen_ratio, STOLEN_RATIO).map(|ratio| {
        advice(
            WarningCode::StolenProcessors,
            Message::new(MessageId::HostStolen, [Argument::Ratio(ratio)]),
            Message::plain(MessageId::FixMeasureOnHost),
        )
    }));
    found.extend(above(look.memory_wait_ratio, MEMORY_WAIT_RATIO).map(|ratio| {
        advice(
            WarningCode::MemoryPressure,
            Message::new(MessageId::HostMemoryWait, [Argument::Ratio(ratio)]),
            Message::plain(MessageId::FixEndMemory),
        )
    }));
    let drive = look.drive_request_count.zip(look.drive_bytes.map(Bytes)).zip(device);
    found.extend(drive.and_then(|((requests, bytes), device)| {
        let is_busy = match allowed {
            DriveUse::None => requests > 0,
            DriveUse::Little => requests >= BUSY_REQUESTS || bytes >= BUSY_BYTES,
        };
        is_busy.then(|| busy_drive(device, requests, bytes, Nanos(look.watched_ns)))
    }));
    found
}

/// Judges the settings that do not change during a sample.
#[must_use]
pub fn judge_setup(setup: &HostSetup) -> Vec<CheckAdvice> {
    let platform = &setup.platform;
    let found = [
        governor(setup),
        idle_states(platform),
        battery(platform),
        memory(setup),
        timers(setup),
        aspm(platform),
        guest(platform),
        scheduler(setup),
        temperature(setup),
        swap(setup),
    ];
    found.into_iter().flatten().collect()
}

fn advice(code: WarningCode, what: Message, remedy: Message) -> CheckAdvice {
    CheckAdvice {
        code,
        message: what.english(),
        statement: Some(what),
        mend: remedy.english(),
        remedy: Some(remedy),
    }
}

fn command(command: impl Into<Argument>) -> Message {
    Message::new(MessageId::FixCommand, [command.into()])
}

/// The governor `powersave` of autonomous drivers is not slow if they are set to prefer performance.
fn governor(setup: &HostSetup) -> Option<CheckAdvice> {
    let governor = setup.governor.as_deref()?;
    let prefers = setup.platform.cpu.energy_preference.as_deref() == Some("performance");
    (governor != "performance" && !prefers).then(|| {
        advice(
            WarningCode::Governor,
            Message::new(MessageId::HostGovernor, [governor.into()]),
            command("echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"),
        )
    })
}

fn memory(setup: &HostSetup) -> Option<CheckAdvice> {
    let (total, left) = setup.memory_total.zip(setup.memory_available)?;
    (left.as_f64() < total.as_f64() * MEMORY_RATIO).then(|| {
        advice(
            WarningCode::LowMemory,
            Message::new(MessageId::HostLowMemory, [left.into(), total.into()]),
            Message::plain(MessageId::FixEndPrograms),
        )
    })
}

fn timers(setup: &HostSetup) -> Option<CheckAdvice> {
    let names = setup.running_units.join(" ");
    (!names.is_empty()).then(|| {
        advice(
            WarningCode::Timers,
            Message::new(MessageId::HostTimers, [names.as_str().into()]),
            Message::new(MessageId::FixStopTimers, [names.as_str().into()]),
        )
    })
}

fn scheduler(setup: &HostSetup) -> Option<CheckAdvice> {
    let scheduler = setup.scheduler.as_ref()?;
    let (drive, now) = (&scheduler.drive, &scheduler.chosen);
    (now != "none" && scheduler.offers_none && scheduler.is_flash).then(|| {
        advice(
            WarningCode::Scheduler,
            Message::new(
                MessageId::HostScheduler,
                [drive.as_str().into(), now.as_str().into()],
            ),
            command(format!("echo none | sudo tee /sys/block/{drive}/queue/scheduler")),
        )
    })
}

fn temperature(setup: &HostSetup) -> Option<CheckAdvice> {
    let (now, limit) = setup.drive_celsius.zip(setup.drive_warning_celsius)?;
    (now > limit - HEAD_ROOM_CELSIUS).then(|| {
        advice(
            WarningCode::HotDrive,
            Message::new(
                MessageId::HostHotDrive,
                [Argument::Celsius(now), Argument::Celsius(limit)],
            ),
            Message::plain(MessageId::FixCoolDrive),
        )
    })
}

fn swap(setup: &HostSetup) -> Option<CheckAdvice> {
    let here = &setup.swap_on_drive;
    (!here.is_empty()).then(|| {
        advice(
            WarningCode::SwapOnDrive,
            Message::new(MessageId::HostSwap, [here.join(", ").into()]),
            command(format!("sudo swapoff {}", here.join(" "))),
        )
    })
}

fn busy_processors(ratio: f64) -> CheckAdvice {
    advice(
        WarningCode::BusyProcessors,
        Message::new(MessageId::HostBusyProcessors, [Argument::Ratio(ratio)]),
        Message::plain(MessageId::FixEndBusy),
    )
}

fn busy_drive(name: &str, requests: u64, moved: Bytes, watched: Nanos) -> CheckAdvice {
    advice(
        WarningCode::BusyDrive,
        Message::new(
            MessageId::HostBusyDrive,
            [name.into(), requests.into(), moved.into(), watched.into()],
        ),
        Message::plain(MessageId::FixEndUsers),
    )
}

fn idle_states(platform: &PlatformRecord) -> Option<CheckAdvice> {
    let deepest = platform
        .cpu
        .idle_states
        .iter()
        .filter(|state| state.is_enabled != Some(false))
        .filter_map(|state| Some((state.exit_latency_ns?, &state.name)))
        .max()?;
    let (latency, name) = (Nanos(deepest.0), deepest.1);
    (latency > WAKING).then(|| {
        advice(
            WarningCode::IdleStates,
            Message::new(MessageId::HostIdleStates, [name.as_str().into(), latency.into()]),
            Message::plain(MessageId::FixIdleStates),
        )
    })
}

fn battery(platform: &PlatformRecord) -> Option<CheckAdvice> {
    (platform.is_on_battery == Some(true)).then(|| {
        advice(
            WarningCode::Battery,
            Message::plain(MessageId::HostOnBattery),
            Message::plain(MessageId::FixPowerSupply),
        )
    })
}

fn aspm(platform: &PlatformRecord) -> Option<CheckAdvice> {
    let policy = platform.aspm_policy.as_deref()?;
    policy.starts_with("power").then(|| {
        advice(
            WarningCode::Aspm,
            Message::new(MessageId::HostLinkPower, [policy.into()]),
            command("echo performance | sudo tee /sys/module/pcie_aspm/parameters/policy"),
        )
    })
}

fn guest(platform: &PlatformRecord) -> Option<CheckAdvice> {
    let name = platform.hypervisor.as_deref()?;
    Some(advice(
        WarningCode::VirtualMachine,
        Message::new(MessageId::HostVirtualMachine, [name.into()]),
        Message::plain(MessageId::FixMeasureBelow),
    ))
}

#[cfg(test)]
mod tests {
    use iogram_model::{LookMoment, SchedulerState};

    use super::*;

    fn codes(found: &[CheckAdvice]) -> Vec<&str> {
        found.iter().map(|advice| advice.code.as_str()).collect()
    }

    fn idle() -> HostLook {
        HostLook {
            moment: LookMoment::Before,
            watched_ns: 200_000_000,
            cpu_busy_ratio: Some(0.03),
            cpu_stolen_ratio: Some(0.0),
            memory_wait_ratio: Some(0.0),
            drive_request_count: Some(6),
            drive_bytes: Some(200_000),
            advice: Vec::new(),
        }
    }

    #[test]
    fn a_look_at_an_idle_computer_advises_nothing_and_at_a_busy_one_what_to_end() {
        assert_eq!(codes(&judge_look(&idle(), Some("sda"), DriveUse::Little)), [""; 0]);
        let busy = HostLook {
            cpu_busy_ratio: Some(0.9),
            cpu_stolen_ratio: Some(0.3),
            memory_wait_ratio: Some(0.3),
            drive_request_count: Some(400),
            ..idle()
        };
        let all = ["busy-processors", "stolen-processors", "memory-pressure", "busy-drive"];
        assert_eq!(codes(&judge_look(&busy, Some("sda"), DriveUse::Little)), all);
        assert_eq!(codes(&judge_look(&busy, None, DriveUse::Little)), all[..3]);
    }

    #[test]
    fn who_asks_whether_the_computer_is_ready_is_told_every_request_of_others() {
        let look = HostLook {
            cpu_busy_ratio: Some(0.5),
            drive_request_count: Some(3),
            drive_bytes: Some(12288),
            ..idle()
        };
        let found = judge_look(&look, Some("sda"), DriveUse::None);
        let messages: Vec<&str> = found.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "the processors are 50 % busy with other work",
                "others used the drive of sda: 3 requests, 12 KiB in 200 ms"
            ]
        );
        let quiet = HostLook { drive_request_count: Some(0), ..idle() };
        assert!(judge_look(&quiet, Some("sda"), DriveUse::None).is_empty());
    }

    #[test]
    fn a_governor_that_is_told_to_prefer_performance_is_left_alone() {
        let mut setup =
            HostSetup { governor: Some("powersave".to_owned()), ..HostSetup::default() };
        assert_eq!(codes(&judge_setup(&setup)), ["governor"]);
        setup.platform.cpu.energy_preference = Some("performance".to_owned());
        assert!(judge_setup(&setup).is_empty());
    }

    #[test]
    fn a_scheduler_is_blamed_only_where_there_could_be_none() {
        let scheduler = |chosen: &str, offers_none, is_flash| SchedulerState {
            drive: "sda".to_owned(),
            chosen: chosen.to_owned(),
            offers_none,
            is_flash,
        };
        let found = |state| {
            judge_setup(&HostSetup { scheduler: Some(state), ..HostSetup::default() }).len()
        };
        assert_eq!(found(scheduler("bfq", true, true)), 1);
        assert_eq!(found(scheduler("none", true, true)), 0);
        assert_eq!(found(scheduler("bfq", false, true)), 0);
        assert_eq!(found(scheduler("bfq", true, false)), 0);
    }
}
