use super::*;
use crate::tests_support::{TempDir, computer};

#[test]
fn a_laptop_tells_its_processors_and_firmware() {
    let platform = read_platform(&computer("laptop"), None);
    let cpu = &platform.cpu;
    assert_eq!(cpu.socket_count, Some(1));
    assert_eq!((cpu.core_count, cpu.thread_count), (Some(2), Some(4)));
    assert_eq!(cpu.microcode.as_deref(), Some("0x42"));
    assert_eq!((cpu.smt.as_deref(), cpu.is_turbo_on), (Some("on"), Some(true)));
    assert_eq!(cpu.frequency_driver.as_deref(), Some("intel_pstate"));
    assert_eq!(cpu.energy_preference.as_deref(), Some("balance_power"));
    assert_eq!(cpu.idle_driver.as_deref(), Some("intel_idle"));
    let deepest = cpu.idle_states.last().unwrap();
    assert_eq!((deepest.name.as_str(), deepest.is_enabled), ("C3_ACPI", Some(false)));
    assert_eq!(cpu.idle_states[2].exit_latency_ns, Some(127_000));
    assert_eq!(platform.board.as_deref(), Some("Example Computers X14"));
    assert_eq!(platform.firmware.as_deref(), Some("Example Firmware Ltd N2HET60W (1.43)"));
    assert_eq!(platform.firmware_date.as_deref(), Some("03/05/2026"));
    assert_eq!(platform.mitigations["mds"], "Vulnerable");
    assert_eq!(platform.clock_source.as_deref(), Some("tsc"));
    assert_eq!(platform.aspm_policy.as_deref(), Some("default"));
    assert_eq!(platform.is_on_battery, Some(true));
    assert_eq!((platform.hypervisor, platform.container), (None, None));
    assert_eq!((platform.memory, platform.drive), (None, None));
}

#[test]
fn of_the_kernels_command_line_only_what_changes_speed_is_kept() {
    let platform = read_platform(&computer("laptop"), None);
    let kept =
        ["mitigations=auto", "intel_iommu=on", "processor.max_cstate=3", "nvme.poll-queues=2"];
    assert_eq!(platform.kernel_options.unwrap(), kept);
}

#[test]
fn the_way_to_the_drive_is_told_for_a_partition_too() {
    let platform = read_platform(&computer("laptop"), Some("nvme0n1p1"));
    let drive = platform.drive.unwrap();
    assert_eq!(drive.drivers, ["nvme"]);
    assert_eq!(drive.link_power_states.unwrap(), ["L1", "L1.1", "L1.2 (PCI-PM)"]);
    assert_eq!(drive.wake_tolerance.as_deref(), Some("100000 us"));
    assert_eq!((drive.hardware_queue_count, drive.poll_queue_count), (Some(4), Some(2)));
    assert_eq!(
        (drive.allows_polling, drive.writeback_target_ns),
        (Some(true), Some(2_000_000))
    );
    assert_eq!(drive.link_power_policy, None);
}

#[test]
fn what_lies_on_two_drives_has_no_single_way() {
    let platform = read_platform(&computer("sata"), Some("md127"));
    assert_eq!(platform.drive, None);
}

#[test]
fn a_guest_is_recognised_by_its_firmware_or_its_processor() {
    let dir = TempDir::new("guest");
    let root = SysRoot::below(dir.path());
    assert_eq!(read_platform(&root, None), PlatformRecord::default());
    dir.write("proc/cpuinfo", "processor : 0\nflags : fpu hypervisor\n");
    assert_eq!(read_platform(&root, None).hypervisor.as_deref(), Some("unknown"));
    dir.write("sys/class/dmi/id/sys_vendor", "QEMU");
    assert_eq!(read_platform(&root, None).hypervisor.as_deref(), Some("QEMU"));
    // A rented bare-metal computer has its owner's words in the firmware.
    dir.write("proc/cpuinfo", "processor : 0\nflags : fpu\n");
    dir.write("sys/class/dmi/id/sys_vendor", "Amazon EC2");
    assert_eq!(read_platform(&root, None).hypervisor, None);
    dir.write("run/.containerenv", "");
    assert_eq!(read_platform(&root, None).container.as_deref(), Some("podman"));
}
