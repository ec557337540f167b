//! The life of a served drive: mounting, service, unmounting.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread::JoinHandle;

use fuser::{Config, MountOption, Session, SessionUnmounter};
use iogram_engine::Target;
use iogram_model::{Sentence, sentence};
use iogram_sim::SimDrive;

use crate::error::ServeError;
use crate::files::DriveFiles;
use crate::linux;
use crate::pace;
use crate::station::Station;
use crate::watch::Watcher;

/// A drive in service.
#[derive(Debug)]
pub struct Serving {
    directory: PathBuf,
    file: PathBuf,
    unmounter: SessionUnmounter,
    is_unmount_asked: bool,
    session: JoinHandle<io::Result<()>>,
    drive: JoinHandle<SimDrive>,
}

/// Mounts `drive` as the only file in `directory`, in real time from now on. The service calls `on_end` when the
/// directory is no longer mounted, whoever unmounted it, and reports every request to `watcher`.
///
/// # Errors
///
/// Fails without FUSE, without permission, or if `directory` is not an empty directory.
pub fn serve(
    drive: SimDrive,
    directory: &Path,
    watcher: Option<Watcher>,
    on_end: impl FnOnce() + Send + 'static,
) -> Result<Serving, ServeError> {
    check_place(directory)?;
    if !linux::has_fuse() {
        return Err(ServeError::NoFuse);
    }
    let name = format!("{}.img", drive.spec().name);
    let file = directory.join(&name);
    let capacity = drive.geometry().capacity.0;
    let station = Station::new(drive).map_err(ServeError::Contents)?;
    let station = station.watched_by(watcher);
    let (jobs, receiver) = mpsc::channel();
    let owner = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let files = DriveFiles { jobs, name, capacity, owner, is_written: AtomicBool::new(false) };
    let mut config = Config::default();
    config.mount_options = vec![
        MountOption::FSName("iogram".to_owned()),
        MountOption::Subtype("iogram".to_owned()),
        MountOption::DefaultPermissions,
        MountOption::NoDev,
        MountOption::NoSuid,
    ];
    // The kernel waits for its first answer while `Session::new` runs; its first requests do not concern the drive.
    let mut session = Session::new(files, directory, &config)
        .map_err(|source| mount_error(directory, source))?;
    let unmounter = session.unmount_callable();
    let drive = start("drive", move || pace::serve(station, &receiver))?;
    let session = start("fuse", move || {
        let ended = session.run();
        on_end();
        ended
    })?;
    let directory = directory.to_owned();
    Ok(Serving { directory, file, unmounter, is_unmount_asked: false, session, drive })
}

fn start<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, ServeError> {
    std::thread::Builder::new().name(name.to_owned()).spawn(work).map_err(ServeError::Thread)
}

fn check_place(directory: &Path) -> Result<(), ServeError> {
    let place = |why: Sentence| ServeError::Place { directory: directory.to_owned(), why };
    // The kernel does not mount on a symbolic link, and its error message does not explain that.
    if directory.is_symlink() {
        return Err(place(sentence!("serve-link-name-directory-leads")));
    }
    let mut entries = std::fs::read_dir(directory).map_err(|error| match error.kind() {
        io::ErrorKind::NotConnected => {
            place(sentence!("serve-drive-served-program-killed-unmount-first"))
        }
        io::ErrorKind::NotADirectory => place(sentence!("serve-not-directory")),
        io::ErrorKind::NotFound => place(sentence!("serve-no-directory")),
        _ => place(Sentence::of_system(&error)),
    })?;
    match entries.next() {
        Some(_) => Err(place(sentence!("serve-not-empty"))),
        None => Ok(()),
    }
}

fn mount_error(directory: &Path, source: io::Error) -> ServeError {
    match linux::may_use_fuse() {
        false => ServeError::FusePermission(source),
        true => ServeError::Mount { directory: directory.to_owned(), source },
    }
}

impl Serving {
    /// Path of the file that stands for the drive.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Unmounts the directory. If it is in use, it stays mounted and the caller can try again.
    ///
    /// # Errors
    ///
    /// Fails if it is in use, or without permission.
    pub fn unmount(&mut self) -> Result<(), ServeError> {
        let first = !std::mem::replace(&mut self.is_unmount_asked, true);
        // The session's own unmount works for every user, but only once.
        let unmounted = if first {
            self.unmounter.unmount()
        } else {
            linux::unmount(&self.directory, false)
        };
        let directory = self.directory.clone();
        unmounted.map_err(|source| match source.kind() {
            io::ErrorKind::ResourceBusy => ServeError::Busy { directory },
            _ => ServeError::Unmount { directory, source },
        })
    }

    /// Detaches the directory, even if programs use it. A program that still has the file open gets errors when this
    /// program ends.
    ///
    /// # Errors
    ///
    /// Fails without permission.
    pub fn detach(&mut self) -> Result<(), ServeError> {
        let directory = self.directory.clone();
        linux::unmount(&self.directory, true)
            .map_err(|source| ServeError::Unmount { directory, source })
    }

    /// Waits for the end of the service and returns the drive in its present state; `None` if serving it failed.
    #[must_use]
    pub fn finish(self) -> Option<SimDrive> {
        let session = self.session.join();
        let drive = self.drive.join().ok();
        drive.filter(|_| matches!(session, Ok(Ok(()))))
    }
}
