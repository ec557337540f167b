//! From the user's input to the facts that a plan needs, without touching anything.

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

/// A target as typed, and the facts about it before it is opened for measuring.
#[derive(Debug)]
pub struct ResolvedTarget {
    /// The parsed input.
    pub spec: TargetSpec,
    /// The facts that a plan needs.
    pub facts: TargetFacts,
    /// Kind of target.
    pub kind: ResolvedKind,
    /// The reason not to write to it; `None` if writing is allowed.
    pub refusal: Option<DeviceError>,
    /// The user's permission.
    pub permission: Permission,
    /// A warning for the user, whatever the plan is.
    note: Option<Warning>,
    /// The simulated drive; `None` for other targets.
    simulated: Option<Box<SimSpec>>,
}

/// Whether the run writes to the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    /// Reads only.
    Read,
    /// Writes.
    Write,
}

impl Intent {
    pub(crate) fn of(is_written: bool) -> Self {
        if is_written { Self::Write } else { Self::Read }
    }
}

/// Resolves the target that `text` names, with the user's permission.
///
/// # Errors
///
/// If it does not exist, cannot be read, or cannot be measured.
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

/// The reason not to write to a device, if the intent is to write, and its description. The search for signatures
/// reads the device, and the first request to it should be the cell's.
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

/// The reason for a refusal, or the identity that the permit covers; other failures stay failures. The permit itself
/// is returned: the rig asks for its own before it writes, for the same device.
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
            // Borrowing needs no typed name, but covers this device alone, too.
            let seen = unconfirmed(&refusal).map(|shown| shown.identity.to_string());
            Ok((Some(refusal), seen))
        }
        Err(other) => Err(other.into()),
    }
}

/// The failure, with the name that the user probably meant.
fn with_neighbour(error: DeviceError, path: &Path) -> Failure {
    let failure = Failure::from(error);
    match neighbour(path) {
        Some(meant) => failure.meaning(sentence!("session-mean", value = meant.display())),
        None => failure,
    }
}

/// The existing path that is most similar to a missing one.
fn neighbour(path: &Path) -> Option<PathBuf> {
    // Arbitrary: a hint is not worth the search of a longer list.
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

/// A warning about files with holes: the file system answers reads of them without the drive.
fn holes_note(path: &Path, size: Bytes) -> Option<Warning> {
    use std::os::unix::fs::MetadataExt;
    // Source: stat(2), `st_blocks` counts units of 512 bytes.
    let allocated = Bytes(std::fs::metadata(path).ok()?.blocks().saturating_mul(512));
    (allocated < size).then(|| {
        let sizes = [allocated.both().into(), size.both().into()];
        Warning::new(WarningCode::Holes, Message::new(MessageId::FileHoles, sizes))
    })
}

/// Refuses a directory that has no room for any test file.
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
    // The smallest unit of any drive, if it is unknown; the opened file has the true one.
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

/// Rounds to whole MiB; sizes below one MiB to whole pages.
fn round(size: Bytes) -> Bytes {
    let unit = if size < Bytes::MIB { 4096 } else { Bytes::MIB.0 };
    Bytes(size.0 / unit * unit)
}

/// The drive that only waits for its name; `None` for any other refusal.
fn unconfirmed(refusal: &DeviceError) -> Option<&DriveSummary> {
    match refusal {
        DeviceError::Refused(Refusal::NotConfirmed(shown)) => Some(shown),
        _ => None,
    }
}

impl ResolvedTarget {
    /// The target as borrowed: the run uses only the part, and the user types nothing, because nothing is destroyed.
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

    /// The assumed rates before any measurement.
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

    /// Whether its time is virtual, so that a trial of a plan takes no real time.
    pub(crate) const fn is_virtual(&self) -> bool {
        self.simulated.is_some()
    }

    /// The drive, if only its name is missing.
    pub fn unconfirmed(&self) -> Option<&DriveSummary> {
        self.refusal.as_ref().and_then(unconfirmed)
    }

    /// Opens it for measuring. `control` stops the saving of borrowed blocks.
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

    /// Opens it if its time is virtual, so that work on it takes no real time; `seed` determines its random choices.
    ///
    /// # Errors
    ///
    /// If its description is invalid.
    pub fn open_virtual(&self, seed: u64) -> Result<Option<SimRig>, Failure> {
        let Some(spec) = &self.simulated else { return Ok(None) };
        let drive = simulated::build(spec, seed)?;
        Ok(Some(SimRig::new(self.spec.to_string(), drive)))
    }

    /// Warnings about this target for the user before `plan` runs on it.
    pub fn warnings(&self, plan: &Plan) -> Vec<Warning> {
        let reads = plan.cells().any(|cell| cell.workload.has(OpKind::Read));
        let note = self.note.iter().filter(|note| reads || note.code != WarningCode::Holes);
        note.cloned().collect()
    }

    /// Corrects a plan for an existing file that it only reads: such a file gets no lay-out.
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

    /// The place and the identity of the target, for a run that is resumed later, possibly from another directory.
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

    /// Distinguishes a file, or the device behind a loop device, from another of the same name and size.
    fn mark_of(&self, path: &Path) -> Option<String> {
        match self.kind {
            ResolvedKind::ExistingFile => Some(format!("file {}", owner::file_mark(path)?)),
            ResolvedKind::BlockDevice
            | ResolvedKind::Borrowed
            | ResolvedKind::NewFileSystem(_) => {
                let PathKind::BlockDevice { number } = examine(path).ok()? else { return None };
                let shown = find_backing_mark(&SysRoot::default(), number)?;
                // A network block device has another process after each connection.
                let is_lasting = !shown.starts_with("network block device");
                is_lasting.then(|| format!("shows {shown}"))
            }
            ResolvedKind::NewFile | ResolvedKind::Null => None,
        }
    }

    /// The borrowed blocks of an interrupted run that it still holds.
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

    /// The data that a plan destroys, in words for people.
    pub fn destroyed(&self, plan: &Plan) -> Sentence {
        match (self.kind, plan.destroys) {
            (ResolvedKind::ExistingFile, Destroys::TestFile(_)) => {
                sentence!("session-holds", target = self.spec)
            }
            (ResolvedKind::NewFileSystem(kind), _) => {
                sentence!("session-everything-device-new-made", kind)
            }
            // A program creates its own files, in a folder that iogram removes with them.
            (ResolvedKind::NewFile, Destroys::TestFile(_)) if plan.has_only_programs() => {
                sentence!("session-nothing-files-folder-own-removed")
            }
            (_, destroys) => destroys.sentence(),
        }
    }

    /// Refuses a requested size that exceeds the target; `option` is the user's option for it.
    ///
    /// # Errors
    ///
    /// States the largest size.
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

    /// Adds to the hint how to get more of a target that the run borrows only in part.
    pub fn or_more(&self, hint: Sentence) -> Sentence {
        match self.kind {
            ResolvedKind::Borrowed => {
                sentence!("session-borrow-more-borrow-size", hint: hint)
            }
            _ => hint,
        }
    }

    /// Makes a method's `size` fit, if the user did not set it and the target is smaller than the default. Returns
    /// the warning for the user.
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
            // The method reports an invalid size.
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
