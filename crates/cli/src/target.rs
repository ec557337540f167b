//! From what the user typed to what a plan needs to know, without touching anything.

use std::path::Path;

use iogram_device::{
    Allowance, DestructionPermit, DeviceError, DriveRig, NullTarget, PathKind, SysRoot,
    TargetSpec, examine, find_facts, find_file_system, largest_test_file, open_device_for_read,
    permit_device, permit_file,
};
use iogram_engine::Geometry;
use iogram_model::{Bytes, Warning};
use iogram_runner::{Method, TargetFacts};

use crate::failure::Failure;

/// A target as typed, and what is known of it before it is opened for measuring.
#[derive(Debug)]
pub(crate) struct Looked {
    pub(crate) spec: TargetSpec,
    pub(crate) facts: TargetFacts,
    pub(crate) kind: LookedKind,
    /// Why it may not be written; `None` if it may.
    pub(crate) refusal: Option<DeviceError>,
}

/// What kind of target it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LookedKind {
    Null,
    /// A test file will be made.
    NewFile,
    /// A file that keeps its size.
    ExistingFile,
    BlockDevice,
}

/// Looks at what `text` names; `destroy` is what the user typed to allow destruction.
pub(crate) fn look(
    text: &str,
    destroy: Option<&str>,
    root: &SysRoot,
) -> Result<Looked, Failure> {
    let spec = TargetSpec::parse(text)?;
    let looked = |facts, kind, refusal: Option<DeviceError>| {
        let facts = TargetFacts { is_writable: refusal.is_none(), ..facts };
        Looked { spec: spec.clone(), facts, kind, refusal }
    };
    let path = match &spec {
        TargetSpec::Null => {
            let facts = TargetFacts::device(NullTarget::GEOMETRY);
            return Ok(looked(facts, LookedKind::Null, None));
        }
        TargetSpec::Simulated(name) => {
            return Err(Failure::usage(
                format!("cannot measure sim:{name}: simulated drives are not in this version"),
                "name a directory, a file, a block device or null:",
            ));
        }
        TargetSpec::Path(path) => path,
    };
    match examine(path)? {
        PathKind::Directory => Ok(looked(file_facts(path, root)?, LookedKind::NewFile, None)),
        PathKind::NewFile { directory } => {
            Ok(looked(file_facts(&directory, root)?, LookedKind::NewFile, None))
        }
        PathKind::File { size, .. } => {
            let facts = TargetFacts { capacity: Some(size), ..file_facts(path, root)? };
            let refusal = refusal(permit_file(root, path, destroy))?;
            Ok(looked(facts, LookedKind::ExistingFile, refusal))
        }
        PathKind::BlockDevice { number } => {
            let device = open_device_for_read(path)?;
            let geometry = Geometry {
                capacity: device.identity().capacity,
                logical_block_size: device.logical_block_size()?,
                physical_block_size: device.physical_block_size(),
            };
            let discard_max =
                find_facts(root, number).and_then(|facts| facts.queue.discard_max);
            let supports_discard = discard_max.map(|max| max > Bytes(0));
            let facts = TargetFacts { supports_discard, ..TargetFacts::device(geometry) };
            let refusal = refusal(permit_device(root, path))?;
            Ok(looked(facts, LookedKind::BlockDevice, refusal))
        }
        _ => Err(Failure::usage(
            format!("cannot measure {text}: it is no target that this version knows"),
            "name a directory, a file, a block device or null:",
        )),
    }
}

/// Why writing is refused; other failures stay failures. The permit itself is given back: the rig asks
/// for one of its own when something will be written.
fn refusal(
    permit: Result<DestructionPermit, DeviceError>,
) -> Result<Option<DeviceError>, Failure> {
    match permit {
        Ok(_) => Ok(None),
        Err(refusal @ DeviceError::Refused(_)) => Ok(Some(refusal)),
        Err(other) => Err(other.into()),
    }
}

fn file_facts(place: &Path, root: &SysRoot) -> Result<TargetFacts, Failure> {
    let file_system = find_file_system(root, place)?;
    let facts = match file_system.devices.as_slice() {
        [number] => find_facts(root, *number),
        _ => None,
    };
    // The smallest unit of any drive where it is unknown; the opened file knows better.
    let logical = facts.and_then(|facts| facts.logical_block_size).unwrap_or(Bytes(512));
    let fits = largest_test_file(file_system.record.free).unwrap_or(Bytes(0));
    Ok(TargetFacts::file(Some(fits), logical))
}

impl Looked {
    /// Opens it for measuring.
    pub(crate) fn open(
        &self,
        is_written: bool,
        destroy: Option<&str>,
        root: &SysRoot,
    ) -> Result<DriveRig, Failure> {
        Ok(DriveRig::open(&self.spec, Allowance { is_written, destroy }, root)?)
    }

    /// Makes a method's `size` fit where the user did not set it and the target is smaller than the
    /// default. Returns what to tell the user.
    pub(crate) fn fit_size(
        &self,
        method: &Method,
        settings: &mut Vec<(String, String)>,
    ) -> Option<Warning> {
        let is_set = settings.iter().any(|(name, _)| name == "size");
        let param = method.params.iter().find(|param| param.name == "size");
        let default: Bytes = param?.default.parse().ok()?;
        let capacity = self.facts.capacity?;
        if is_set || default <= capacity {
            return None;
        }
        let size = Bytes(capacity.0 / Bytes::MIB.0 * Bytes::MIB.0);
        let (what, hint) = match self.kind {
            LookedKind::NewFile => {
                ("the free space allows", "; a larger one may give other results")
            }
            LookedKind::ExistingFile => ("the file has", ""),
            LookedKind::BlockDevice | LookedKind::Null => ("the device has", ""),
        };
        settings.push(("size".to_owned(), size.to_string()));
        Some(Warning {
            code: "size-reduced".to_owned(),
            message: format!(
                "{size} instead of {default} are worked on: {what} no more than that{hint}"
            ),
        })
    }
}
