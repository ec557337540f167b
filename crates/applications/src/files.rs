//! Many small files, created, overwritten or copied one after the other, as when unpacking an archive, serving mail
//! or copying a folder.

use std::os::fd::OwnedFd;
use std::path::Path;

use iogram_engine::{Errno, Request};
use iogram_model::{ApplicationRecord, Bytes, FileWork, Files, OpKind};
use rustix::fs::{Advice, Mode, OFlags};

use crate::text::fill;
use crate::{Program, ProgramError, Seat};

/// Files of one folder. Arbitrary: folders of source trees and photos have tens to hundreds.
const PER_FOLDER: u64 = 100;

/// Works on a folder of files.
pub(crate) struct FilesProgram {
    root: OwnedFd,
    settings: Files,
    /// Files that exist before the cell begins, by their size.
    sources: Vec<Sources>,
    made_count: u64,
    /// The folder that new files go to, and its number.
    folder: Option<(u64, OwnedFd)>,
    /// Bytes of the largest file; an offset divided by it is a file's number.
    block: u64,
    data: Vec<u8>,
}

/// Files of one size that can be read or copied.
struct Sources {
    size: u64,
    folder: OwnedFd,
    count: u64,
    next: u64,
}

impl FilesProgram {
    pub(crate) fn start(
        settings: Files,
        folder: &Path,
        seat: &Seat,
    ) -> Result<Self, ProgramError> {
        let failed = |what: &'static str, errno: rustix::io::Errno| ProgramError {
            what,
            folder: folder.to_owned(),
            why: std::io::Error::from(errno).to_string(),
            errno: Errno(errno.raw_os_error()),
        };
        let root = open_root(folder, seat.job).map_err(|e| failed("make a folder", e))?;
        let largest = seat.sizes.iter().map(|size| size.0).max().unwrap_or(1).max(1);
        let mut program = Self {
            root,
            settings,
            sources: Vec::new(),
            made_count: 0,
            folder: None,
            block: largest,
            data: vec![0; usize::try_from(largest).unwrap_or(0)],
        };
        if settings.work == FileWork::Copy {
            program.make_sources(seat).map_err(|e| failed("make the files to copy", e))?;
        }
        Ok(program)
    }

    /// Creates `names_count` files of each size, and drops them from the page cache before the cell begins.
    fn make_sources(&mut self, seat: &Seat) -> rustix::io::Result<()> {
        for Bytes(size) in &seat.sizes {
            let name = format!("source-{size}");
            iogram_door::make_folder_in(&self.root, &name)?;
            let folder = open_folder(&self.root, &name)?;
            for number in 0..u64::from(self.settings.names_count) {
                let length = usize::try_from(*size).unwrap_or(0);
                fill(&mut self.data[..length], seat.seed ^ size.rotate_left(40) ^ number);
                let file = iogram_door::make_file_in(&folder, &number.to_string())?;
                write_all(&file, &self.data[..length])?;
                rustix::fs::fsync(&file)?;
                rustix::fs::fadvise(&file, 0, None, Advice::DontNeed)?;
            }
            let count = u64::from(self.settings.names_count);
            self.sources.push(Sources { size: *size, folder, count, next: 0 });
        }
        Ok(())
    }

    fn make(&mut self, request: &Request) -> rustix::io::Result<()> {
        let number = match u64::from(self.settings.names_count) {
            names if names > 0 && self.settings.work == FileWork::Make => {
                request.offset / self.block % names
            }
            _ => self.made_count,
        };
        self.made_count += 1;
        let wanted = number / PER_FOLDER;
        if self.folder.as_ref().is_none_or(|(open, _)| *open != wanted) {
            let name = format!("folder-{wanted}");
            match iogram_door::make_folder_in(&self.root, &name) {
                Ok(()) | Err(rustix::io::Errno::EXIST) => {}
                Err(errno) => return Err(errno),
            }
            self.folder = Some((wanted, open_folder(&self.root, &name)?));
        }
        let (_, folder) = self.folder.as_ref().expect("opened just before");
        let file = iogram_door::make_file_in(folder, &number.to_string())?;
        write_all(&file, &self.data[..request.length as usize])?;
        if self.settings.is_synced {
            rustix::fs::fsync(&file)?;
        }
        Ok(())
    }

    /// Reads the next file of this size completely.
    fn read(&mut self, length: u32) -> rustix::io::Result<()> {
        let sources = self.sources.iter_mut().find(|it| it.size == u64::from(length));
        let Some(sources) = sources else { return Err(rustix::io::Errno::OPNOTSUPP) };
        let name = (sources.next % sources.count.max(1)).to_string();
        sources.next += 1;
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&sources.folder, name, flags, Mode::empty())?;
        let mut filled = 0;
        while filled < length as usize {
            match rustix::io::read(&file, &mut self.data[filled..length as usize])? {
                0 => return Err(rustix::io::Errno::IO),
                count => filled += count,
            }
        }
        Ok(())
    }

    fn ask(&mut self, request: &Request) -> rustix::io::Result<u32> {
        match request.kind {
            OpKind::Write => {
                if self.settings.work == FileWork::Copy {
                    self.read(request.length)?;
                }
                self.make(request).map(|()| request.length)
            }
            OpKind::Read => self.read(request.length).map(|()| request.length),
            // Flushes all writes to this file system.
            OpKind::Flush => rustix::fs::syncfs(&self.root).map(|()| 0),
            OpKind::Discard => Err(rustix::io::Errno::OPNOTSUPP),
        }
    }
}

fn open_root(folder: &Path, job: u32) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let above = rustix::fs::open(folder, flags, Mode::empty())?;
    let name = format!("job-{job}");
    iogram_door::make_folder_in(&above, &name)?;
    open_folder(&above, &name)
}

fn open_folder(above: &OwnedFd, name: &str) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(above, name, flags, Mode::empty())
}

fn write_all(file: &OwnedFd, mut data: &[u8]) -> rustix::io::Result<()> {
    while !data.is_empty() {
        let written = rustix::io::write(file, data)?;
        data = &data[written..];
    }
    Ok(())
}

impl Program for FilesProgram {
    fn record(&self) -> ApplicationRecord {
        ApplicationRecord { name: "files".to_owned(), ..ApplicationRecord::default() }
    }

    fn prepare(&mut self, request: &Request) {
        // A copy gets its data from its source, so only new files need data.
        if request.kind == OpKind::Write && self.settings.work == FileWork::Make {
            fill(&mut self.data[..request.length as usize], request.salt);
        }
    }

    fn perform(&mut self, request: &Request) -> Result<u32, Errno> {
        self.ask(request).map_err(|errno| Errno(errno.raw_os_error()))
    }
}

impl std::fmt::Debug for FilesProgram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FilesProgram").field("settings", &self.settings).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use iogram_model::DataPattern;

    use super::*;

    fn perform(program: &mut FilesProgram, kind: OpKind, offset: u64, length: u32) -> u32 {
        let request = Request {
            slot: 0,
            length,
            offset,
            salt: offset + 1,
            data: DataPattern::Random,
            kind,
            is_fua: false,
            is_full_sync: false,
        };
        program.prepare(&request);
        program.perform(&request).unwrap()
    }

    fn seat(sizes: &[u64]) -> Seat {
        Seat { job: 0, sizes: sizes.iter().copied().map(Bytes).collect(), seed: 1 }
    }

    #[test]
    fn every_file_is_new_and_has_its_size() {
        let folder = tempfile::tempdir().unwrap();
        let sizes = seat(&[10, 5000]);
        let mut program = FilesProgram::start(Files::default(), folder.path(), &sizes).unwrap();
        for number in 0..101 {
            let length = if number == 100 { 5000 } else { 10 };
            assert_eq!(perform(&mut program, OpKind::Write, number * 5000, length), length);
        }
        let length = |path: &str| std::fs::metadata(folder.path().join(path)).unwrap().len();
        assert_eq!(length("job-0/folder-0/99"), 10);
        assert_eq!(length("job-0/folder-1/100"), 5000);
        assert_eq!(perform(&mut program, OpKind::Flush, 0, 0), 0);
    }

    #[test]
    fn with_so_many_names_a_file_is_emptied_and_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Files { names_count: 3, is_synced: true, ..Files::default() };
        let mut program = FilesProgram::start(settings, folder.path(), &seat(&[4001])).unwrap();
        for number in 0..7 {
            perform(&mut program, OpKind::Write, number * 4001, 4001);
        }
        let made = std::fs::read_dir(folder.path().join("job-0/folder-0")).unwrap();
        let sizes: Vec<u64> = made.map(|it| it.unwrap().metadata().unwrap().len()).collect();
        assert_eq!(sizes, [4001; 3]);
    }

    #[test]
    fn a_copy_holds_what_was_there_before() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Files { work: FileWork::Copy, names_count: 2, is_synced: false };
        let mut program =
            FilesProgram::start(settings, folder.path(), &seat(&[100, 300])).unwrap();
        perform(&mut program, OpKind::Write, 0, 300);
        perform(&mut program, OpKind::Write, 0, 100);
        let read = |path: &str| std::fs::read(folder.path().join("job-0").join(path)).unwrap();
        assert_eq!(read("folder-0/0"), read("source-300/0"));
        assert_eq!(read("folder-0/1"), read("source-100/0"));
        assert_eq!(perform(&mut program, OpKind::Read, 0, 100), 100);
    }
}
