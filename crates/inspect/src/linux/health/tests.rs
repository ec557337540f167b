use iogram_model::{Message, MessageId};
use std::sync::Mutex;

use iogram_engine::health_warning;

use super::*;
use crate::ask::AskError;
use crate::linux::identity::find_facts;
use crate::tests_support::{TempDir, computer};

/// A drive that gets hotter and counts more at every reading.
struct Warming(Mutex<u16>);

impl AskDrive for Warming {
    fn ask(&self, question: Question) -> Result<Vec<u8>, AskError> {
        if question == Question::NvmeOcp {
            let looks = u64::from(*self.0.lock().unwrap());
            let mut page = vec![0; 512];
            page[..8].copy_from_slice(&(looks * 2000 * 512_000).to_le_bytes());
            let guid = 0xafd5_14c9_7c6f_4f9c_a4f2_bfea_2810_afc5_u128;
            page[496..].copy_from_slice(&guid.to_le_bytes());
            return Ok(page);
        }
        let Question::NvmeSmart = question else {
            return Err(AskError::Refused(Message::plain(MessageId::AskRefused)));
        };
        let mut looks = self.0.lock().unwrap();
        *looks += 1;
        let mut page = vec![0; 512];
        page[1..3].copy_from_slice(&(310 + *looks).to_le_bytes());
        // Data units written, light throttling transitions and their seconds.
        page[48..50].copy_from_slice(&(1000 * *looks).to_le_bytes());
        page[216..218].copy_from_slice(&(*looks).to_le_bytes());
        page[224..226].copy_from_slice(&(10 * *looks).to_le_bytes());
        Ok(page)
    }

    fn read_at(&self, _offset: u64, _buffer: &mut [u8]) -> std::io::Result<()> {
        Ok(())
    }
}

fn probe(root: &SysRoot, name: &str, drive: Option<fn() -> Warming>) -> Option<HealthProbe> {
    let facts = find_facts(root, root.block_number(name).unwrap()).unwrap();
    HealthProbe::find(root, &facts, &|_path| {
        drive
            .map(|make| Box::new(make()) as Box<dyn AskDrive>)
            .ok_or_else(|| Message::plain(MessageId::AskRefused))
    })
}

#[test]
fn a_watched_drive_has_a_look_before_and_one_after_and_what_it_counted() {
    let root = computer("nvme");
    let probe = probe(&root, "nvme0n1p1", Some(|| Warming(Mutex::new(0)))).unwrap();
    let series = Arc::new(probe).watch(iogram_engine::HEALTH_INTERVAL).finish();
    // The very first reading checks whether there is anything to read. Between the other two there is one more for
    // every second that this test was delayed.
    let steps = u32::try_from(series.samples.len()).unwrap() - 1;
    assert!(steps >= 1, "{series:?}");
    assert_eq!(series.temperature_min_celsius, Some(39.0));
    assert_eq!(series.temperature_max_celsius, Some(39.0 + f64::from(steps)));
    let counted = series.counted.clone().unwrap();
    let steps = u64::from(steps);
    assert_eq!(counted.written_bytes, Some(steps * 1000 * 512_000));
    assert_eq!(counted.throttle_light_count, Some(steps));
    assert_eq!(counted.throttle_ns, Some(steps * 10_000_000_000));
    assert_eq!(counted.nand_written_bytes, Some(steps * 2000 * 512_000));
    assert_eq!(counted.write_amplification(), Some(2.0));
    assert_eq!(series.source, "NVMe SMART log, OCP log");
    assert_eq!(health_warning(&series).unwrap().code, "throttled");
}

#[test]
fn a_drive_that_tells_nothing_is_not_watched() {
    assert!(probe(&computer("nvme"), "nvme0n1", None).is_none());
    assert!(probe(&computer("sata"), "md127", None).is_none());
}

/// A SATA disk whose temperature the kernel's `drivetemp` reports.
fn with_drivetemp() -> TempDir {
    let dir = TempDir::new("drivetemp");
    let disk = "sys/devices/pci0000:00/ata1/host0/target0:0:0/0:0:0:0/block/sda";
    dir.write(&format!("{disk}/dev"), "8:0");
    dir.write(&format!("{disk}/size"), "2048");
    let hwmon = format!("{disk}/device/hwmon/hwmon2");
    dir.write(&format!("{hwmon}/name"), "drivetemp");
    dir.write(&format!("{hwmon}/temp1_input"), "41000");
    dir.write(&format!("{hwmon}/temp1_max"), "40000");
    dir.write(&format!("{hwmon}/temp1_crit"), "-274000");
    for folder in ["sys/dev/block", "sys/class/block"] {
        std::fs::create_dir_all(dir.path().join(folder)).unwrap();
    }
    let target = dir.path().join(disk);
    std::os::unix::fs::symlink(&target, dir.path().join("sys/dev/block/8:0")).unwrap();
    std::os::unix::fs::symlink(&target, dir.path().join("sys/class/block/sda")).unwrap();
    dir
}

#[test]
fn a_sata_drive_is_looked_at_before_and_after_only() {
    let dir = with_drivetemp();
    let probe = Arc::new(probe(&SysRoot::below(dir.path()), "sda", None).unwrap());
    let watch = probe.watch(iogram_engine::HEALTH_INTERVAL);
    assert!(watch.thread.is_none());
    let series = watch.finish();
    assert_eq!(series.source, "drivetemp temp1");
    assert_eq!((series.samples.len(), series.counted.clone()), (2, None));
    assert_eq!(series.warning_celsius, Some(40.0));
    let warning = health_warning(&series).unwrap();
    assert_eq!(warning.message, "the drive reached 41 °C; its warning threshold is 40 °C");
}

#[test]
fn a_counter_that_goes_backwards_is_unknown() {
    let count =
        |value| HealthCounters { media_error_count: value, ..HealthCounters::default() };
    let since = |now, then| count(now).since(&count(then)).media_error_count;
    assert_eq!(since(Some(5), Some(3)), Some(2));
    assert_eq!(since(Some(3), Some(5)), None);
    assert_eq!(since(Some(3), None), None);
}

/// A SATA disk of a maker with known counters, which writes twice the host's data to its flash.
struct Counting(Mutex<u64>);

impl AskDrive for Counting {
    fn ask(&self, question: Question) -> Result<Vec<u8>, AskError> {
        let Question::Ata(AtaCommand::SmartData) = question else {
            return Err(AskError::Refused(Message::plain(MessageId::AskRefused)));
        };
        let mut looks = self.0.lock().unwrap();
        *looks += 1;
        let mut page = vec![0; 512];
        let values =
            [(246, 3200 * *looks), (247, 100 * *looks), (248, 100 * *looks), (194, 40)];
        for (entry, (number, raw)) in values.into_iter().enumerate() {
            let at = 2 + 12 * entry;
            page[at] = number;
            page[at + 5..at + 11].copy_from_slice(&raw.to_le_bytes()[..6]);
        }
        let sum = page.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
        page[511] = sum.wrapping_neg();
        Ok(page)
    }

    fn read_at(&self, _offset: u64, _buffer: &mut [u8]) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_sata_drive_of_a_known_maker_tells_what_it_wrote_to_its_flash() {
    let dir = with_drivetemp();
    dir.write(
        "sys/devices/pci0000:00/ata1/host0/target0:0:0/0:0:0:0/block/sda/device/model",
        "CT500MX500SSD1",
    );
    let root = SysRoot::below(dir.path());
    let facts = find_facts(&root, root.block_number("sda").unwrap()).unwrap();
    let open = |_: &std::path::Path| Ok(Box::new(Counting(Mutex::new(0))) as Box<dyn AskDrive>);
    let probe = Arc::new(HealthProbe::find(&root, &facts, &open).unwrap());
    let counted = probe.watch(iogram_engine::HEALTH_INTERVAL).finish().counted.unwrap();
    assert_eq!(counted.written_bytes, Some(3200 * 512));
    assert_eq!(counted.write_amplification(), Some(2.0));
}
