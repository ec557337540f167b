//! Opens a rig on a target of any kind.

use std::path::Path;
use std::sync::Arc;

use iogram_engine::{Cell, Geometry, HealthSampling, RigError, RigErrorKind};
use iogram_model::{Bytes, FileSystemKind, TargetKind, TargetRecord, sentence};

use iogram_inspect::activity::Layers;
use iogram_inspect::clock;
use iogram_inspect::filesystem::{FileSystem, find_file_system};
use iogram_inspect::health::HealthProbe;
use iogram_inspect::host_sample::Counters;
use iogram_inspect::identity::{DeviceFacts, find_common_facts, find_facts};
use iogram_inspect::sysfs::SysRoot;

use super::place::{Origin, TestPlace};
use super::{DriveRig, WritePolicy, blank_record, usable};
use crate::block_device::{
    open_borrowed_device, open_device_for_places, open_device_for_read, open_device_for_write,
};
use crate::borrow::permit_borrowing;
use crate::borrow_places::permit_borrowing_places;
use crate::error::DeviceError;
use crate::folder::Folder;
use crate::linux::alignment;
use crate::linux::kernel_drive::KernelDrive;
use crate::linux::mounted::make_file_system;
use crate::linux::namespace::Namespace;
use crate::linux::seats::Seats;
use crate::null::NullTarget;
use crate::permit::{permit_device, permit_file};
use crate::refusal::Refusal;
use crate::resolve::{PathKind, TargetSpec, examine};
use crate::test_file::TestFile;

impl DriveRig {
    /// Opens the target; `name` is the user's text for it.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be opened, or refuses if writing would endanger data.
    pub fn open(
        spec: &TargetSpec,
        allowance: WritePolicy<'_>,
        root: &SysRoot,
    ) -> Result<Self, RigError> {
        match spec {
            TargetSpec::Null => Ok(Self::null()),
            TargetSpec::Simulated(name) => Err(RigError {
                kind: RigErrorKind::Usage,
                message: sentence!("device-cannot-measure-sim-not-real-target", name),
                hint: sentence!("device-name-directory-file-block-device"),
            }),
            TargetSpec::Passthrough { node, device } => {
                if allowance.is_written {
                    let (node, device) = (node.clone(), device.clone());
                    return Err(DeviceError::from(Refusal::OnlyRead { node, device }).into());
                }
                Self::passthrough(node, device, allowance, root)
            }
            TargetSpec::Path(path) => match examine(path)? {
                PathKind::BlockDevice { .. } => match allowance.file_system {
                    Some(kind) => Self::new_file_system(path, kind, allowance, root),
                    None => Self::device(path, allowance, root),
                },
                PathKind::Directory => {
                    let folder = Folder::seen_by_all(path);
                    let file = folder.make_file()?;
                    Self::file((path, path), file, Origin::Directory(folder), root)
                }
                PathKind::File { .. } => {
                    let file = if allowance.is_written {
                        let permit = permit_file(root, path, allowance.destroy)?;
                        permit.check_seen(allowance.seen)?;
                        TestFile::open_for_write(permit)?
                    } else {
                        TestFile::open_for_read(path)?
                    };
                    Self::file((path, path), file, Origin::Existing, root)
                }
            },
        }
    }

    /// The rig without a target.
    #[must_use]
    pub fn null() -> Self {
        let geometry = NullTarget::GEOMETRY;
        let record = blank_record("null:".to_owned(), TargetKind::Null, geometry);
        Self::new(TestPlace::Null, record, geometry)
    }

    fn new(place: TestPlace, record: TargetRecord, geometry: Geometry) -> Self {
        Self {
            place: Arc::new(place),
            record,
            geometry,
            file_system: None,
            queue: None,
            health: None,
            health_sampling: HealthSampling::default(),
            probe_timeout: Cell::IO_TIMEOUT,
            seats: Seats::default(),
            namespace: None,
            power: None,
            image: None,
            recordings: None,
            counters: None,
            layers: None,
            epoch: clock::now(),
            fill_count: 0,
        }
    }

    fn device(
        path: &Path,
        allowance: WritePolicy<'_>,
        root: &SysRoot,
    ) -> Result<Self, RigError> {
        let device = match (allowance.is_written, allowance.borrow) {
            (false, _) => open_device_for_read(path)?,
            (true, Some(request)) => {
                open_borrowed_device(permit_borrowing(root, path, request, allowance.needed)?)?
            }
            (true, None) if let Some((journals, most)) = allowance.places => {
                let (seen, needed) = (allowance.seen, allowance.needed);
                let permit =
                    permit_borrowing_places(root, path, (journals, most), seen, needed)?;
                open_device_for_places(permit)?
            }
            (true, None) => {
                let permit = permit_device(root, path, allowance.destroy, allowance.needed)?;
                permit.check_seen(allowance.seen)?;
                open_device_for_write(permit)?
            }
        };
        let facts = find_facts(root, device.identity().number);
        let logical = device.logical_block_size()?;
        let of_queue = || alignment::of_queue(&facts.as_ref()?.queue, logical);
        let aligned = device.direct_alignment().or_else(of_queue);
        let geometry = Geometry {
            capacity: usable(&device),
            // A driver may require more alignment than its blocks suggest.
            logical_block_size: aligned.map_or(logical, |aligned| aligned.offset.max(logical)),
            physical_block_size: device.physical_block_size(),
        };
        let name = path.display().to_string();
        if geometry.capacity == Bytes(0) {
            let message = sentence!("device-cannot-measure-no-capacity", name);
            let hint = sentence!("device-card-reader-device-set-up");
            return Err(RigError { kind: RigErrorKind::Io, message, hint });
        }
        let mut record = blank_record(name, TargetKind::BlockDevice, geometry);
        record.capacity = device.identity().capacity;
        record.direct_alignment = aligned;
        let mut rig = Self::new(TestPlace::Device(Box::new(device)), record, geometry);
        rig.describe(root, facts);
        Ok(rig)
    }

    /// The rig in a new file system on the block device.
    fn new_file_system(
        path: &Path,
        kind: FileSystemKind,
        allowance: WritePolicy<'_>,
        root: &SysRoot,
    ) -> Result<Self, RigError> {
        let permit = permit_device(root, path, allowance.destroy, allowance.needed)?;
        permit.check_seen(allowance.seen)?;
        let mounted = make_file_system(permit, kind)?;
        let made_by = mounted.made_by().to_owned();
        let folder = Folder::on(mounted);
        let file = folder.make_file()?;
        let (on_disk, origin) = (folder.path(), Origin::Directory(folder.clone()));
        let mut rig = folder.inside(|| Self::file((path, on_disk), file, origin, root))??;
        if let Some(record) = &mut rig.file_system {
            record.made_by = Some(made_by);
        }
        Ok(rig)
    }

    /// The rig on the block device, whose cells use the character device of the same namespace.
    fn passthrough(
        node: &Path,
        device: &Path,
        allowance: WritePolicy<'_>,
        root: &SysRoot,
    ) -> Result<Self, RigError> {
        let mut rig = Self::device(device, allowance, root)?;
        if let TestPlace::Device(device) = &*rig.place {
            rig.namespace = Some(Arc::new(Namespace::open(node, device)?));
        }
        rig.record.name = node.display().to_string();
        // The block layer does not count these commands.
        rig.layers = None;
        Ok(rig)
    }

    /// The rig on the file at `path`; `on_disk` is its place.
    fn file(
        (path, on_disk): (&Path, &Path),
        file: TestFile,
        origin: Origin,
        root: &SysRoot,
    ) -> Result<Self, RigError> {
        let mut file_system = find_file_system(root, on_disk).map_err(DeviceError::from)?;
        file_system.note_direct(file.supports_direct());
        if file.is_nocow() {
            file_system.note_nocow();
        }
        let FileSystem { record: file_system, devices, .. } = file_system;
        let facts = find_common_facts(root, &devices);
        let aligned = file.direct_alignment();
        let logical = aligned
            .map(|aligned| aligned.offset)
            .or_else(|| facts.as_ref()?.logical_block_size);
        let geometry = Geometry {
            capacity: file.size()?,
            // If the kernel does not report it: the smallest unit of any drive.
            logical_block_size: logical.unwrap_or(Bytes(512)),
            physical_block_size: facts.as_ref().and_then(|facts| facts.physical_block_size),
        };
        let mut record = blank_record(path.display().to_string(), TargetKind::File, geometry);
        record.direct_alignment = aligned;
        let mut rig = Self::new(TestPlace::File(Box::new(file), origin), record, geometry);
        rig.file_system = Some(file_system);
        rig.describe(root, facts);
        Ok(rig)
    }

    fn describe(&mut self, root: &SysRoot, facts: Option<DeviceFacts>) {
        if let Some(facts) = facts {
            facts.describe(&mut self.record);
            self.health =
                HealthProbe::find(root, &facts, &KernelDrive::open_boxed).map(Arc::new);
            self.counters = Some(Counters::find(root, facts.number));
            self.layers = Some(Layers::find(root, facts.number, self.is_file()));
            self.queue = Some(facts.queue);
        }
    }
}
