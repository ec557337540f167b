//! `iogram capture`: a drive's answers in one file that others may see.
//!
//! Shows the contents before it writes the file. Only queries the drive.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_device::KernelDrive;
use iogram_inspect::{Disguise, SysRoot, capture_device};
use iogram_model::{CaptureRecord, Sentence, sentence, text};
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
            sentence!("cli-cannot-capture-no-drive-behind", device = asked),
            text!("cli-name-block-device-iogram-list-shows"),
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
            sentence!("cli-no-longer", device = device.name),
            text!("cli-plug-again"),
        )
    })?;
    if let Some(whole) = &captured.device.summary.partition_of {
        return Err(Failure::usage(
            sentence!("cli-cannot-capture-partition", device = device.name),
            sentence!("cli-name-whole-device", whole),
        ));
    }
    captured.device.limits = iogram_findings::find_limits(&captured.device);
    let text = iogram_report::render_capture_json(&captured);
    if disguise.find_left(&text).is_some() {
        return Err(Failure::new(
            FailureKind::Refused,
            sentence!("cli-refused-show-something-names-drive", device = device.name),
            text!("cli-please-report-output-iogram-list"),
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
        output::talk(sentence!("cli-serial-number-stays-because-short-common", serial));
    }
    if !arguments.yes && !is_allowed(&path, asked)? {
        output::talk(text!("cli-nothing-written"));
        return Ok(ExitCode::SUCCESS);
    }
    let path = outlet.write(text.as_bytes())?;
    output::talk(sentence!("cli-written-iogram-show-shows", path = path.display()));
    Ok(ExitCode::SUCCESS)
}

/// The contents.
fn description(captured: &CaptureRecord, name: &str) -> Vec<Sentence> {
    let answers: Vec<&str> = captured.answers.keys().map(String::as_str).collect();
    let mut said = vec![
        sentence!(
            "cli-files-kernel-pages-answers-drive",
            device = name,
            files = captured.files.len(),
            pages = captured.pages.len(),
            answers = answers.len()
        ),
        sentence!("cli-names-drive-replaced", count = captured.replaced_count),
        sentence!("cli-not-written-drive-uses-names-partitions"),
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
            sentence!("cli-refused-write-nobody-asked", path = path.display()),
            sentence!("cli-look-iogram-capture-show-type-iogram", device),
        ));
    }
    output::talk(sentence!("cli-write-all-type-yes", path = path.display()));
    Ok(safety::typed(text!("cli-use-yes"))? == "yes")
}

/// A salt for this one file, which is stored nowhere.
fn salt() -> Result<[u8; 32], Failure> {
    let mut salt = [0_u8; 32];
    let mut file = places::open_file(Path::new("/dev/urandom"), text!("cli-dev-urandom"))?;
    file.read_exact(&mut salt).map_err(|error| {
        Failure::environment(
            sentence!("cli-cannot-read-random-numbers", error),
            text!("cli-dev-urandom"),
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
    let bytes = places::read_bytes(path, text!("cli-name-file-iogram-capture-wrote"))?;
    let text = String::from_utf8_lossy(&bytes);
    // Runs are large: only a file that begins like a capture is read as one.
    let head: String = text.chars().take(200).collect();
    if !head.contains("\"iogram-capture/") {
        return Ok(None);
    }
    let read = serde_json::from_str::<CaptureRecord>(&text);
    let captured = read.map_err(|error| {
        Failure::usage(
            sentence!("cli-cannot-read-path-error", path = name, error),
            text!("cli-give-file-written"),
        )
    })?;
    if captured.format != CaptureRecord::FORMAT {
        return Err(Failure::usage(
            sentence!("cli-cannot-read-format", path = name, format = captured.format),
            text!("cli-another-version-iogram-wrote-read"),
        ));
    }
    Ok(Some(captured))
}
