//! `iogram capture`: a drive's answers in one file that others may see.
//!
//! Shows the contents before it writes the file. Only queries the drive.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_device::KernelDrive;
use iogram_inspect::{Disguise, SysRoot, capture_device};
use iogram_model::{CaptureRecord, Sentence, sentence};
use iogram_session::FailureKind;
use sha2::{Digest as _, Sha256};

use crate::args::CaptureArgs;
use crate::devices;
use crate::failure::Failure;
use crate::outlets;
use crate::output;
use crate::places;
use crate::safety;

/// `iogram capture`.
pub(crate) fn capture(arguments: &CaptureArgs) -> Result<ExitCode, Failure> {
    let asked = &arguments.device;
    if asked.starts_with("sim:") || asked == "null:" {
        return Err(Failure::usage(
            sentence!("cannot capture {device}: there is no drive behind it", device = asked),
            "name a block device; \"iogram list\" shows them",
        ));
    }
    let device = devices::find_one(asked)?;
    let salt = salt()?;
    let hash = |name: &str| -> Vec<u8> {
        Sha256::new().chain_update(salt).chain_update(name).finalize().to_vec()
    };
    let mut disguise = Disguise::new(&hash);
    let root = SysRoot::default();
    let captured =
        capture_device(&root, device.number, &KernelDrive::open_boxed, &mut disguise);
    let mut captured = captured.ok_or_else(|| {
        Failure::environment(
            sentence!("{device} is no longer there", device = device.name),
            "plug it in again",
        )
    })?;
    if let Some(whole) = &captured.device.summary.partition_of {
        return Err(Failure::usage(
            sentence!("cannot capture {device}: it is a partition", device = device.name),
            sentence!("name the whole device, {whole}", whole),
        ));
    }
    captured.device.limits = iogram_findings::find_limits(&captured.device);
    let text = iogram_report::render_capture_json(&captured);
    if disguise.find_left(&text).is_some() {
        return Err(Failure::new(
            FailureKind::Refused,
            sentence!(
                "refused to show {device}: something that names this one drive would be in it",
                device = device.name
            ),
            "please report it with the output of \"iogram list\"",
        ));
    }
    if arguments.show {
        output::data(&text)?;
        return Ok(ExitCode::SUCCESS);
    }
    let named = arguments.out.clone();
    let path = named.unwrap_or_else(|| PathBuf::from(format!("{}-capture.json", device.name)));
    let outlet = outlets::captured(&path, arguments.overwrite)?;
    description(&captured, &device.name).into_iter().for_each(output::talk);
    if let Some(serial) =
        device.serial.filter(|it| captured.device.summary.serial.as_ref() == Some(it))
    {
        output::talk(sentence!(
            "its serial number stays, because it is short or a common word: {serial}",
            serial
        ));
    }
    if !arguments.yes && !is_allowed(&path, asked)? {
        output::talk("nothing was written");
        return Ok(ExitCode::SUCCESS);
    }
    let path = outlet.write(text.as_bytes())?;
    output::talk(sentence!(
        "written to {path}; iogram show {path} shows it",
        path = path.display()
    ));
    Ok(ExitCode::SUCCESS)
}

/// The contents.
fn description(captured: &CaptureRecord, name: &str) -> Vec<Sentence> {
    let answers: Vec<&str> = captured.answers.keys().map(String::as_str).collect();
    let mut said = vec![
        sentence!(
            "{device}: files of the kernel: {files}; pages: {pages}; answers of the drive: {answers}",
            device = name,
            files = captured.files.len(),
            pages = captured.pages.len(),
            answers = answers.len()
        ),
        sentence!(
            "names of this one drive that were replaced: {count}",
            count = captured.replaced_count
        ),
        "not in it: what is written on the drive, who uses it, names of partitions".into(),
    ];
    if !answers.is_empty() {
        said.insert(1, Sentence::from(format!("  {}", answers.join(", "))));
    }
    said
}

/// Whether the user allows it.
fn is_allowed(path: &Path, device: &str) -> Result<bool, Failure> {
    if !safety::can_ask() {
        return Err(Failure::new(
            FailureKind::Refused,
            sentence!("refused to write {path}: nobody was asked", path = path.display()),
            sentence!(
                "look at it with: iogram capture {device} --show; then type: iogram capture {device} --yes",
                device
            ),
        ));
    }
    output::talk(sentence!("To write all of this to {path}, type yes", path = path.display()));
    Ok(safety::typed("use --yes")? == "yes")
}

/// A salt for this one file, which is stored nowhere.
fn salt() -> Result<[u8; 32], Failure> {
    let mut salt = [0_u8; 32];
    let mut file = places::open_file(Path::new("/dev/urandom"), "is /dev/urandom there?")?;
    file.read_exact(&mut salt).map_err(|error| {
        Failure::environment(
            sentence!("cannot read random numbers: {error}", error),
            "is /dev/urandom there?",
        )
    })?;
    Ok(salt)
}

/// The captured drive in a file; `None` if the file is of another kind.
pub(crate) fn find_capture(name: &str) -> Result<Option<CaptureRecord>, Failure> {
    let path = Path::new(name);
    if !path.is_file() {
        return Ok(None);
    }
    let bytes = places::read_bytes(path, "name a file that \"iogram capture\" wrote")?;
    let text = String::from_utf8_lossy(&bytes);
    // Runs are large: only a file that begins like a capture is read as one.
    let head: String = text.chars().take(200).collect();
    if !head.contains("\"iogram-capture/") {
        return Ok(None);
    }
    let read = serde_json::from_str::<CaptureRecord>(&text);
    let captured = read.map_err(|error| {
        Failure::usage(
            sentence!("cannot read {path}: {error}", path = name, error),
            "give it the file as it was written",
        )
    })?;
    if captured.format != CaptureRecord::FORMAT {
        return Err(Failure::usage(
            sentence!(
                "cannot read {path}: its format is {format}",
                path = name,
                format = captured.format
            ),
            "another version of iogram wrote it: read it with that one",
        ));
    }
    Ok(Some(captured))
}
