//! Events between borrowing and restoring a drive: neither the saved blocks nor anybody's later writes are lost.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use super::programs::{Ended, Running, run, shell, start};
use super::scene::{clean, fill, unplug};
use super::{Drive, Lab, find_drives};
use crate::record::{Group, Record};

/// Writes of the borrowing run before the event.
const STRIKE_COUNT: u64 = 450;
/// Directory of the borrowed blocks.
const JOURNALS: &str = "/var/borrowed";

/// Runs an event on a borrowed drive, and judges the restored contents.
type Case = fn(&mut Lab, &mut Record) -> Result<()>;

/// Goes through all of them.
pub(super) fn check_all(lab: &mut Lab) -> Result<Vec<Record>> {
    let cases: [(&str, &str, Case); 2] = [
        ("encrypted while borrowed", "scsi", encrypt_and_restore),
        ("unplugged while borrowed", "usb-stick", unplug_and_restore),
    ];
    let mut records = Vec::new();
    for (name, drive, check) in cases {
        let began = Instant::now();
        let mut record = Record::new(Group::Fault, name, drive);
        if run(&lab.iogram, &["restore", "--help"])?.code != Some(0) {
            record.skip("this iogram does not borrow");
        } else if let Err(error) = check(lab, &mut record) {
            record.fail(format!("{error:#}"));
        }
        record.seconds = began.elapsed().as_secs_f64();
        records.push(record);
    }
    Ok(records)
}

/// Borrows until enough was written. The run goes on; returns the time of its start.
fn borrow(lab: &Lab, drive: &Drive) -> Result<(Running, Instant)> {
    shell(&format!("rm -rf {JOURNALS}; mkdir -p {JOURNALS}"))?;
    let line = format!(
        "measure {} --read 0% --borrow=4MiB --borrow-journal {JOURNALS} --access random --block 4KiB \
         --rate 150/s --count 1000 --quiet --no-store",
        drive.path()
    );
    let arguments: Vec<&str> = line.split_whitespace().collect();
    let written_before = read_written(&drive.device)?;
    let mut running = start("fault", &lab.iogram, &arguments)?;
    let began = Instant::now();
    while read_written(&drive.device)? < written_before + STRIKE_COUNT {
        if !running.is_running()? || began.elapsed() > Duration::from_secs(60) {
            let ended = running.wait(Duration::ZERO)?;
            bail!("ended before the fault: {}: {}", ended.exit(), ended.errors.trim());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok((running, began))
}

fn restore(lab: &Lab) -> Result<Ended> {
    run(&lab.iogram, &["restore", "--borrow-journal", JOURNALS])
}

/// An encrypted volume is made, opened, written and closed on a drive whose borrower was killed: its contents survive
/// every command of the user, and the earlier contents are kept.
fn encrypt_and_restore(lab: &mut Lab, record: &mut Record) -> Result<()> {
    let drive = lab.drive("scsi")?;
    clean(&drive)?;
    let (mut running, began) = borrow(lab, &drive)?;
    running.kill()?;
    running.wait(began.elapsed() + Duration::from_secs(30))?;
    let script = |text: &str| fill(text, std::slice::from_ref(&drive));
    let open = "echo secret > /run/key; cryptsetup open --key-file /run/key {a} secret";
    let hash_within = "openssl dgst -sha256 -r < /dev/mapper/secret";
    let made = shell(&script(&format!(
        "wipefs -qa {{a}}; echo secret > /run/key
        cryptsetup luksFormat -q --type luks1 --pbkdf-force-iterations 1000 {{a}} /run/key
        {open}; dd if=/dev/urandom of=/dev/mapper/secret bs=64k count=32 conv=fsync 2>/dev/null
        {hash_within}; cryptsetup close secret"
    )))
    .context("the volume cannot be made")?;
    let before = lab.contents(&drive.path())?;
    // An open volume is in use; a closed one is newer than the saved blocks.
    shell(&script(open))?;
    let in_use = restore(lab)?;
    shell("cryptsetup close secret")?;
    let closed = restore(lab)?;
    let is_kept = lab.contents(&drive.path())? == before;
    let within = shell(&script(&format!("{open}; {hash_within}; cryptsetup close secret")));
    let saved = shell(&format!("ls {JOURNALS}"))?;
    record.iogram =
        format!("restore while it is open: {}; closed: {}", in_use.exit(), closed.exit());
    record.bytes =
        if is_kept { "the volume is as it was made" } else { "NOT as it was made" }.to_owned();
    let is_readable = within.as_ref().is_ok_and(|it| it.trim() == made.trim());
    let is_refused = in_use.code == Some(3) && closed.code == Some(3);
    if !is_kept || !is_readable || !is_refused || saved.trim().is_empty() {
        record.fail(format!(
            "lost or not told: readable {is_readable}, saved \"{}\"; {} {}",
            saved.trim(),
            in_use.errors.trim(),
            closed.errors.trim()
        ));
    }
    shell(&format!("rm -rf {JOURNALS}")).map(drop)
}

/// Borrowed blocks of a pulled drive are restored when it returns.
fn unplug_and_restore(lab: &mut Lab, record: &mut Record) -> Result<()> {
    let drive = lab.drive("usb-stick")?;
    let before = lab.contents(&drive.path())?;
    let (running, began) = borrow(lab, &drive)?;
    lab.ask("device_del", &unplug(&drive))?;
    let ended = running.wait(began.elapsed() + Duration::from_secs(30))?;
    let device = json!({
        "driver": "usb-storage", "bus": "xhci.0", "drive": drive.name, "serial": drive.serial,
        "removable": true, "id": "drive-usb-stick",
    });
    lab.ask("device_add", &device)?;
    lab.drives = find_drives()?;
    let drive = lab.drive("usb-stick")?;
    let is_altered = lab.contents(&drive.path())? != before;
    let restored = restore(lab)?;
    let is_back = lab.contents(&drive.path())? == before;
    record.iogram =
        format!("unplugged: {}; plugged in, restore: {}", ended.exit(), restored.exit());
    record.bytes = match (is_altered, is_back) {
        (_, false) => "NOT as before",
        (true, true) => "altered, then as before",
        (false, true) => "never altered",
    }
    .to_owned();
    if !is_back || !is_altered || ended.code != Some(4) || restored.code != Some(0) {
        let said = format!("{} {}", ended.errors.trim(), restored.errors.trim());
        record.fail(format!("not restored: {said}"));
    }
    Ok(())
}

/// Writes that the device has completed.
fn read_written(device: &str) -> Result<u64> {
    let path = format!("/sys/block/{device}/stat");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
    let field = text.split_whitespace().nth(4).and_then(|word| word.parse().ok());
    Ok(field.unwrap_or(0))
}
