//! From what the user typed to what a plan needs to know, without touching anything.

use std::path::{Path, PathBuf};

use iogram_device::{
    DestructionPermit, DeviceError, DriveRig, DriveSummary, NullTarget, PathKind, Refusal,
    TargetSpec, WritePolicy, check_space, examine, largest_test_file, permit_device,
    permit_file,
};
use iogram_engine::{Content, Control, Rig};
use iogram_inspect::{
    FileSystem, SysRoot, find_backing_mark, find_common_facts, find_file_system,
};
use iogram_model::{
    Bytes, FileSystemRecord, Message, MessageId, OpKind, Sentence, Warning, WarningCode,
    sentence, shell_word, text,
};
use iogram_runner::{AssumedRange, Destroys, Holding, Method, Plan, PlannedStep, TargetFacts};
use iogram_sim::{SimRig, SimSpec};
use iogram_store::Origin;

use crate::assumed::assumed;
use crate::failure::Failure;
use crate::opened::Opened;
use crate::owner;
use crate::permission::Permission;
use crate::simulated;

mod device_facts;
mod kind;
mod new_file_system;

use self::device_facts::{check_borrowing, device_facts};
pub use self::kind::ResolvedKind;

/// A target as typed, and what is known of it before it is opened for measuring.
#[derive(Debug)]
pub struct ResolvedTarget {
    /// What was typed, understood.
    pub spec: TargetSpec,
    /// What a plan needs to know of it.
    pub facts: TargetFacts,
    /// What kind of target it is.
    pub kind: ResolvedKind,
    /// Why it may not be written; `None` if it may.
    pub refusal: Option<DeviceError>,
    /// What the user allows.
    pub permission: Permission,
    /// What the user has to know whatever is measured.
    note: Option<Warning>,
    /// What is simulated; `None` for everything else.
    simulated: Option<Box<SimSpec>>,
}

/// Whether anything may be written to a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    /// Nothing.
    Read,
    /// Something.
    Write,
}

impl Intent {
    pub(crate) fn of(is_written: bool) -> Self {
        if is_written { Self::Write } else { Self::Read }
    }
}

/// Looks at what `text` names, under what the user allows.
///
/// # Errors
///
/// If it is not there, cannot be read, or is nothing that can be measured.
pub fn resolve(
    text: &str,
    intent: Intent,
    permission: Permission,
    root: &SysRoot,
) -> Result<ResolvedTarget, Failure> {
    let spec = TargetSpec::find(text, root)?;
    let resolved = |facts, kind, refusal: Option<DeviceError>| {
        let facts = TargetFacts { is_writable: refusal.is_none(), ..facts };
        ResolvedTarget {
            spec: spec.clone(),
            facts,
            kind,
            refusal,
            permission: permission.clone(),
            note: None,
            simulated: None,
        }
    };
    let path = match &spec {
        TargetSpec::Null => {
            let facts = TargetFacts::device(NullTarget::GEOMETRY);
            return Ok(resolved(facts, ResolvedKind::Null, None));
        }
        TargetSpec::Simulated(name) => {
            let simulated = simulated::find_spec(name)?;
            let facts = simulated::facts(&simulated);
            let resolved = resolved(facts, ResolvedKind::BlockDevice, None);
            return Ok(ResolvedTarget { simulated: Some(Box::new(simulated)), ..resolved });
        }
        TargetSpec::Path(path) | TargetSpec::Passthrough { device: path, .. } => path,
    };
    let kind = examine(path).map_err(|error| with_neighbour(error, path))?;
    if permission.borrow.is_some() && !matches!(kind, PathKind::BlockDevice { .. }) {
        return Err(Failure::usage(
            sentence!("session-cannot-borrow-not-block-device", text),
            text!("session-test-file-needs-no-borrow-leave"),
        ));
    }
    match kind {
        PathKind::Directory => {
            let file_system = find_file_system(root, path)?;
            check_room(path, &file_system)?;
            Ok(resolved(file_facts(&file_system, root), ResolvedKind::NewFile, None))
        }
        PathKind::File { size: Bytes(0), .. } => Err(Failure::usage(
            sentence!("session-cannot-measure-empty-file", text),
            text!("session-name-directory-instead-temporary-file-made"),
        )),
        PathKind::File { size, .. } => {
            let file_system = find_file_system(root, path)?;
            let facts = TargetFacts { capacity: Some(size), ..file_facts(&file_system, root) };
            let destroy = permission.destroy.as_deref();
            let (refusal, seen) = refusal(permit_file(root, path, destroy), &permission)?;
            let permission = Permission { seen, ..permission.clone() };
            let note = holes_note(path, size);
            let resolved = resolved(facts, ResolvedKind::ExistingFile, refusal);
            Ok(ResolvedTarget { note, permission, ..resolved })
        }
        PathKind::BlockDevice { number } => {
            let facts = device_facts(path, number, root)?;
            check_borrowing(text, &facts, &permission)?;
            let (refusal, seen) = device_refusal(&spec, path, intent, &permission, root)?;
            let resolved = resolved(facts, ResolvedKind::BlockDevice, refusal);
            let permission = Permission { seen, ..permission.clone() };
            Ok(ResolvedTarget { permission, ..resolved }.borrowed())
        }
        _ => Err(Failure::usage(
            sentence!("session-cannot-measure-no-target-version-knows", text),
            text!("session-name-directory-file-block-device-null"),
        )),
    }
}

/// Why a device may not be written, if that is asked at all, and what it is: looking for signatures reads
/// the device, and its first request should be the cell's.
fn device_refusal(
    spec: &TargetSpec,
    path: &Path,
    intent: Intent,
    permission: &Permission,
    root: &SysRoot,
) -> Result<(Option<DeviceError>, Option<String>), Failure> {
    match (intent, spec) {
        (Intent::Read, _) => Ok((None, None)),
        (Intent::Write, TargetSpec::Passthrough { node, device }) => {
            let (node, device) = (node.clone(), device.clone());
            Ok((Some(Refusal::OnlyRead { node, device }.into()), None))
        }
        (Intent::Write, _) => {
            let destroy = permission.destroy.as_deref();
            refusal(permit_device(root, path, destroy, &permission.needed), permission)
        }
    }
}

/// Why writing is refused, or for what it is permitted; other failures stay failures. The permit itself is
/// given back: the rig asks for one of its own when something will be written, for the same thing.
fn refusal(
    permit: Result<DestructionPermit, DeviceError>,
    permission: &Permission,
) -> Result<(Option<DeviceError>, Option<String>), Failure> {
    let checked = permit.and_then(|permit| {
        permit.check_seen(permission.seen.as_deref())?;
        Ok(permit)
    });
    match checked {
        Ok(permit) => Ok((None, Some(permit.mark()))),
        Err(refusal @ DeviceError::Refused(_)) => {
            // Borrowing waits for no name to be typed, but is meant for this device as well.
            let seen = unconfirmed(&refusal).map(|shown| shown.identity.to_string());
            Ok((Some(refusal), seen))
        }
        Err(other) => Err(other.into()),
    }
}

/// The failure, with the name beside it that was probably meant.
fn with_neighbour(error: DeviceError, path: &Path) -> Failure {
    let failure = Failure::from(error);
    match neighbour(path) {
        Some(meant) => failure.meaning(sentence!("session-mean", value = meant.display())),
        None => failure,
    }
}

/// What exists and is called almost like a path that does not.
fn neighbour(path: &Path) -> Option<PathBuf> {
    // Arbitrary: longer lists are not resolved through for a hint.
    const ENTRIES_MAX: usize = 10_000;
    let is_there = |path: &Path| path.as_os_str().is_empty() || path.symlink_metadata().is_ok();
    let first_missing =
        path.ancestors().find(|it| !is_there(it) && it.parent().is_some_and(is_there))?;
    let parent = first_missing.parent()?;
    let listed = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    let names: Vec<String> = std::fs::read_dir(listed)
        .ok()?
        .take(ENTRIES_MAX)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    let typed = first_missing.file_name()?.to_str()?;
    let near = iogram_runner::find_nearest(typed, names.iter().map(String::as_str))?;
    let near = parent.join(near);
    let rest = path.strip_prefix(first_missing).ok()?;
    let whole = near.join(rest);
    let has_more = !rest.as_os_str().is_empty();
    Some(if has_more && is_there(&whole) { whole } else { near })
}

/// Files with parts that were never written: the file system answers for them without the drive.
fn holes_note(path: &Path, size: Bytes) -> Option<Warning> {
    use std::os::unix::fs::MetadataExt;
    // Source: stat(2), `st_blocks` counts units of 512 bytes.
    let allocated = Bytes(std::fs::metadata(path).ok()?.blocks().saturating_mul(512));
    (allocated < size).then(|| {
        let sizes = [allocated.both().into(), size.both().into()];
        Warning::new(WarningCode::Holes, Message::new(MessageId::FileHoles, sizes))
    })
}

/// Whether a test file can be made in a directory at all.
fn check_room(path: &Path, file_system: &FileSystem) -> Result<(), Failure> {
    let FileSystemRecord { kind, mount_point, .. } = &file_system.record;
    let directory = path.display();
    if !file_system.has_blocks {
        return Err(Failure::usage(
            sentence!("session-cannot-make-test-file-keeps-no", directory, kind),
            text!("session-name-directory-drive-measured"),
        ));
    }
    if file_system.is_read_only {
        return Err(Failure::environment(
            sentence!(
                "session-cannot-make-test-file-mounted-read",
                directory,
                mount_point,
                kind
            ),
            sentence!(
                "session-mount-writable-mount-o-remount-rw",
                mount_point = shell_word(mount_point)
            ),
        ));
    }
    Ok(check_space(path, Bytes::MIB)?)
}

fn file_facts(file_system: &FileSystem, root: &SysRoot) -> TargetFacts {
    let facts = find_common_facts(root, &file_system.devices);
    // The smallest unit of any drive where it is unknown; the opened file knows better.
    let logical = facts.and_then(|facts| facts.logical_block_size).unwrap_or(Bytes(512));
    let fits = largest_test_file(file_system.record.free).unwrap_or(Bytes(0));
    TargetFacts::file(Some(fits), logical)
}

/// A test file is smaller than usual, because there is no more room.
pub fn reduced_for_space(size: Bytes, usual: Bytes) -> Warning {
    size_reduced(MessageId::SizeReducedForSpace, size, usual)
}

fn size_reduced(id: MessageId, size: Bytes, usual: Bytes) -> Warning {
    Warning::new(
        WarningCode::SizeReduced,
        Message::new(id, [size, usual].map(|it| it.to_string().into())),
    )
}

/// In whole mebibytes; what is smaller than one in whole pages.
fn round(size: Bytes) -> Bytes {
    let unit = if size < Bytes::MIB { 4096 } else { Bytes::MIB.0 };
    Bytes(size.0 / unit * unit)
}

/// The drive that only waits for its name to be typed; `None` for every other reason.
fn unconfirmed(refusal: &DeviceError) -> Option<&DriveSummary> {
    match refusal {
        DeviceError::Refused(Refusal::NotConfirmed(shown)) => Some(shown),
        _ => None,
    }
}

impl ResolvedTarget {
    /// What a device is if it is borrowed: only the part is worked on, and nothing has to be typed, because
    /// nothing is destroyed.
    fn borrowed(mut self) -> Self {
        if self.permission.borrow.is_some() || self.permission.places.is_some() {
            self.refusal = self.refusal.filter(|it| unconfirmed(it).is_none());
            self.facts.is_writable = self.refusal.is_none();
        }
        if let Some((size, _)) = self.permission.borrow {
            self.facts.capacity = self.facts.capacity.map(|capacity| capacity.min(size));
            self.kind = ResolvedKind::Borrowed;
        }
        self
    }

    /// How fast it is assumed to be before anything is measured.
    #[must_use]
    pub fn assumed(&self, root: &SysRoot) -> AssumedRange {
        if let Some(spec) = &self.simulated {
            let drive = simulated::build(spec, 0).ok();
            let target = drive.map(|drive| SimRig::new(String::new(), drive).target());
            let link = target.and_then(|target| target.link);
            return assumed(Some(spec.drive.name()), link.as_deref());
        }
        if self.spec.path().is_none() {
            return AssumedRange::default();
        }
        let facts = self.device_facts(root);
        let drive = facts.as_ref().map(|facts| facts.drive.as_str());
        assumed(drive, facts.as_ref().and_then(|facts| facts.link.as_deref()))
    }

    /// Whether its time is virtual, so that a plan can be tried on it.
    pub(crate) const fn is_virtual(&self) -> bool {
        self.simulated.is_some()
    }

    /// The drive, if its name is all that is missing.
    pub fn unconfirmed(&self) -> Option<&DriveSummary> {
        self.refusal.as_ref().and_then(unconfirmed)
    }

    /// Opens it for measuring. `control` stops the saving of what is borrowed.
    pub(crate) fn open(
        &self,
        is_written: bool,
        seed: u64,
        control: &Control,
        root: &SysRoot,
    ) -> Result<Opened, Failure> {
        if let Some(rig) = self.open_virtual(seed)? {
            return Ok(rig.into());
        }
        let is_borrowed = self.permission.borrow.is_some();
        assert!(
            !is_borrowed || self.permission.places.is_none(),
            "borrowed in two ways at once"
        );
        let allowance = WritePolicy {
            is_written,
            destroy: self.permission.destroy.as_deref(),
            seen: self.permission.seen.as_deref(),
            borrow: self.permission.request(control),
            places: self.permission.places.as_ref().map(|(path, most)| (path.as_path(), *most)),
            needed: &self.permission.needed,
            file_system: self.kind.file_system(),
        };
        Ok(DriveRig::open(&self.spec, allowance, root)?.into())
    }

    /// Opens it if time on it is virtual, so that whatever is done there takes no real time; `seed`
    /// decides what it does.
    ///
    /// # Errors
    ///
    /// If its description makes no drive.
    pub fn open_virtual(&self, seed: u64) -> Result<Option<SimRig>, Failure> {
        let Some(spec) = &self.simulated else { return Ok(None) };
        let drive = simulated::build(spec, seed)?;
        Ok(Some(SimRig::new(self.spec.to_string(), drive)))
    }

    /// What the user has to know about this target before `plan` runs on it.
    pub fn warnings(&self, plan: &Plan) -> Vec<Warning> {
        let reads = plan.cells().any(|cell| cell.workload.has(OpKind::Read));
        let note = self.note.iter().filter(|note| reads || note.code != WarningCode::Holes);
        note.cloned().collect()
    }

    /// Corrects a plan for a file that exists and will only be read: nothing is laid out in it.
    pub fn settle(&self, plan: &mut Plan) {
        let is_written = plan.cells().any(|cell| cell.workload.writes());
        if self.kind != ResolvedKind::ExistingFile || is_written {
            return;
        }
        plan.destroys = Destroys::Nothing;
        for step in &mut plan.steps {
            if let PlannedStep::LayOut { content, .. } = step {
                *content = Content::Empty;
            }
        }
    }

    /// Where it is and which one it is, for a run that goes on later, maybe from another directory.
    pub(crate) fn origin(&self) -> Origin {
        let whole = |path: &Path| {
            let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
            whole.display().to_string()
        };
        let (place, mark) = match &self.spec {
            TargetSpec::Null => (None, None),
            TargetSpec::Simulated(name) => {
                let is_file = iogram_sim::zoo_text(simulated::kind_of(name)).is_none();
                let place = if is_file { whole(Path::new(name)) } else { name.clone() };
                let mark = self.simulated.as_ref().map(|spec| spec.digest());
                (Some(format!("sim:{place}")), mark.map(|it| format!("description {it}")))
            }
            TargetSpec::Path(path) => (Some(whole(path)), self.mark_of(path)),
            TargetSpec::Passthrough { node, .. } => (Some(whole(node)), None),
        };
        Origin { place, mark }
    }

    /// What tells a file, or what a loop device shows, from another of the same name and size.
    fn mark_of(&self, path: &Path) -> Option<String> {
        match self.kind {
            ResolvedKind::ExistingFile => Some(format!("file {}", owner::file_mark(path)?)),
            ResolvedKind::BlockDevice
            | ResolvedKind::Borrowed
            | ResolvedKind::NewFileSystem(_) => {
                let PathKind::BlockDevice { number } = examine(path).ok()? else { return None };
                let shown = find_backing_mark(&SysRoot::default(), number)?;
                // The process of a network block device is another one after each connection.
                let is_lasting = !shown.starts_with("network block device");
                is_lasting.then(|| format!("shows {shown}"))
            }
            ResolvedKind::NewFile | ResolvedKind::Null => None,
        }
    }

    /// What it still holds of a run that was broken off.
    pub(crate) fn holding(&self) -> Holding {
        match self.kind {
            ResolvedKind::NewFile | ResolvedKind::NewFileSystem(_) | ResolvedKind::Borrowed => {
                Holding::Nothing
            }
            ResolvedKind::ExistingFile | ResolvedKind::BlockDevice | ResolvedKind::Null => {
                Holding::Everything
            }
        }
    }

    /// What a plan destroys, in words for people.
    pub fn destroyed(&self, plan: &Plan) -> Sentence {
        match (self.kind, plan.destroys) {
            (ResolvedKind::ExistingFile, Destroys::TestFile(_)) => {
                sentence!("session-holds", target = self.spec)
            }
            (ResolvedKind::NewFileSystem(kind), _) => {
                sentence!("session-everything-device-new-made", kind)
            }
            // A program makes its own files, in a folder that goes with them.
            (ResolvedKind::NewFile, Destroys::TestFile(_)) if plan.has_only_programs() => {
                sentence!("session-nothing-files-folder-own-removed")
            }
            (_, destroys) => destroys.sentence(),
        }
    }

    /// Refuses a size that the user asked for and that the target does not have; `option` is how it
    /// was asked for.
    ///
    /// # Errors
    ///
    /// Says what fits.
    pub fn check_size(&self, size: Bytes, option: &str) -> Result<(), Failure> {
        let Some(capacity) = self.facts.capacity.filter(|capacity| size > *capacity) else {
            return Ok(());
        };
        let (size, fits) = (size.both(), capacity.both());
        let place = self.spec.to_string();
        let message = match self.kind {
            ResolvedKind::NewFile | ResolvedKind::NewFileSystem(_) => {
                sentence!("session-cannot-make-test-file-most-fit", size, place, fits)
            }
            ResolvedKind::Borrowed => {
                sentence!("session-cannot-use-only-first-borrowed", size, place, fits)
            }
            ResolvedKind::ExistingFile | ResolvedKind::BlockDevice | ResolvedKind::Null => {
                sentence!("session-cannot-use-only", size, place, fits)
            }
        };
        let hint = match round(capacity) {
            Bytes(0) => sentence!("session-free-some-space-name-another-directory"),
            largest => self.or_more(sentence!("session-use-most", option, largest)),
        };
        Err(Failure::usage(message, hint))
    }

    /// A hint with how to get more of a target that is only borrowed in part.
    pub fn or_more(&self, hint: Sentence) -> Sentence {
        match self.kind {
            ResolvedKind::Borrowed => {
                sentence!("session-borrow-more-borrow-size", hint: hint)
            }
            _ => hint,
        }
    }

    /// Makes a method's `size` fit where the user did not set it and the target is smaller than the
    /// default. Returns what to tell the user.
    pub(crate) fn fit_size(
        &self,
        method: &Method,
        settings: &mut Vec<(String, String)>,
    ) -> Result<Option<Warning>, Failure> {
        let Some(param) = method.params.iter().find(|param| param.name == "size") else {
            return Ok(None);
        };
        let set = settings.iter().rfind(|(name, _)| name == "size");
        if let Some((_, size)) = set {
            // What is no size is said by the method.
            let size = size.parse().ok();
            return size
                .map_or(Ok(None), |size| self.check_size(size, "--set size").map(|()| None));
        }
        let smaller = self.facts.capacity.zip(param.default.parse::<Bytes>().ok());
        let Some((capacity, default)) =
            smaller.filter(|(capacity, default)| default > capacity)
        else {
            return Ok(None);
        };
        let size = round(capacity);
        let min = param.min.as_ref().and_then(|min| min.parse().ok()).unwrap_or(Bytes(1));
        let (wrong, hint) = match self.kind {
            ResolvedKind::NewFile => (
                text!(
                    "session-cannot-run-needs-free-space-allows",
                    method,
                    spec,
                    min,
                    capacity
                ),
                text!("session-free-some-space-name-another-directory"),
            ),
            ResolvedKind::NewFileSystem(_) => (
                text!("session-cannot-run-needs-file-system-only", method, spec, min, capacity),
                text!("session-name-larger-drive"),
            ),
            ResolvedKind::ExistingFile => (
                text!("session-cannot-run-needs-file-only", method, spec, min, capacity),
                text!("session-name-larger-file-directory"),
            ),
            ResolvedKind::Borrowed => (
                text!("session-cannot-run-needs-borrowed-only", method, spec, min, capacity),
                text!("session-borrow-more-borrow-size-2"),
            ),
            ResolvedKind::BlockDevice | ResolvedKind::Null => (
                text!("session-cannot-run-needs-device-only", method, spec, min, capacity),
                text!("session-name-another-target"),
            ),
        };
        if size < min {
            return Err(Failure::usage(
                sentence!(
                    wrong,
                    method = method.id,
                    spec = self.spec,
                    min,
                    capacity = capacity.both()
                ),
                hint,
            ));
        }
        settings.push(("size".to_owned(), size.to_string()));
        let id = match self.kind {
            ResolvedKind::NewFile | ResolvedKind::NewFileSystem(_) => {
                MessageId::SizeReducedForSpace
            }
            ResolvedKind::ExistingFile => MessageId::SizeReducedByFile,
            ResolvedKind::Borrowed => MessageId::SizeReducedByBorrowing,
            ResolvedKind::BlockDevice | ResolvedKind::Null => MessageId::SizeReducedByDevice,
        };
        Ok(Some(size_reduced(id, size, default)))
    }
}
