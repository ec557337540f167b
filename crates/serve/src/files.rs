//! The drive as the only file of a file system. Answers known facts at once; all other requests become jobs for the
//! drive.

use std::ffi::OsStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, SystemTime};

use fuser::{
    BsdFileFlags, Errno, FileAttr, FileHandle, FileType, Filesystem, FopenFlags, Generation,
    INodeNo, InitFlags, KernelConfig, LockOwner, OpenFlags, ReplyAttr, ReplyData,
    ReplyDirectory, ReplyEmpty, ReplyEntry, ReplyLseek, ReplyOpen, ReplyWrite, Request,
    TimeOrNow, WriteFlags,
};

use crate::station::{Answer, FileRequest, Wish};

const DRIVE: INodeNo = INodeNo(2);
/// Time for which the kernel may cache attributes. Arbitrary: none of them changes.
const TTL: Duration = Duration::from_secs(60);
/// Requests that the kernel may have outstanding. Arbitrary: more than any drive accepts at a time.
const OUTSTANDING_MAX: u16 = 256;

/// Source: Linux, `include/uapi/linux/falloc.h` and `fs.h`.
const PUNCH_HOLE: i32 = 0x02;
const KEEP_SIZE: i32 = 0x01;
const SEEK_DATA: i32 = 3;
const SEEK_HOLE: i32 = 4;
/// Source: Linux, `include/uapi/asm-generic/fcntl.h`.
const O_DSYNC: i32 = 0o10_000;

/// The file system.
#[derive(Debug)]
pub(crate) struct DriveFiles {
    pub(crate) jobs: Sender<FileRequest>,
    pub(crate) name: String,
    pub(crate) capacity: u64,
    pub(crate) owner: (u32, u32),
    pub(crate) is_written: AtomicBool,
}

impl DriveFiles {
    fn attributes(&self, is_drive: bool) -> FileAttr {
        let size = if is_drive { self.capacity } else { 0 };
        FileAttr {
            ino: if is_drive { DRIVE } else { INodeNo::ROOT },
            size,
            // Like a device, it has all its blocks, even those that were never written.
            blocks: size.div_ceil(512),
            atime: SystemTime::UNIX_EPOCH,
            mtime: SystemTime::UNIX_EPOCH,
            ctime: SystemTime::UNIX_EPOCH,
            crtime: SystemTime::UNIX_EPOCH,
            kind: if is_drive { FileType::RegularFile } else { FileType::Directory },
            perm: if is_drive { 0o600 } else { 0o700 },
            nlink: 1,
            uid: self.owner.0,
            gid: self.owner.1,
            rdev: 0,
            blksize: 4096,
            flags: 0,
        }
    }

    fn wish(&self, wish: Wish, answer: Answer) {
        // If the drive is gone, dropping the reply informs the kernel.
        let _the_drive_is_gone = self.jobs.send(FileRequest { wish, answer });
    }

    fn wish_empty(&self, wish: Wish, reply: ReplyEmpty) {
        self.wish(
            wish,
            Box::new(move |answer| match answer {
                Ok(_) => reply.ok(),
                Err(errno) => reply.error(Errno::from_i32(errno.0)),
            }),
        );
    }
}

impl Filesystem for DriveFiles {
    fn init(&mut self, _request: &Request, config: &mut KernelConfig) -> std::io::Result<()> {
        // An older kernel without this flag sends one request after the other.
        let _unsupported = config.add_capabilities(InitFlags::FUSE_ASYNC_DIO);
        let _previous = config.set_max_background(OUTSTANDING_MAX);
        Ok(())
    }

    fn lookup(&self, _request: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEntry) {
        if parent == INodeNo::ROOT && name == self.name.as_str() {
            reply.entry(&TTL, &self.attributes(true), Generation(0));
        } else {
            reply.error(Errno::ENOENT);
        }
    }

    fn getattr(
        &self,
        _request: &Request,
        ino: INodeNo,
        _handle: Option<FileHandle>,
        reply: ReplyAttr,
    ) {
        reply.attr(&TTL, &self.attributes(ino == DRIVE));
    }

    /// Like a device, the drive keeps its size and ignores requests to change it.
    fn setattr(
        &self,
        _request: &Request,
        ino: INodeNo,
        _mode: Option<u32>,
        _uid: Option<u32>,
        _gid: Option<u32>,
        _size: Option<u64>,
        _atime: Option<TimeOrNow>,
        _mtime: Option<TimeOrNow>,
        _ctime: Option<SystemTime>,
        _handle: Option<FileHandle>,
        _crtime: Option<SystemTime>,
        _chgtime: Option<SystemTime>,
        _bkuptime: Option<SystemTime>,
        _flags: Option<BsdFileFlags>,
        reply: ReplyAttr,
    ) {
        reply.attr(&TTL, &self.attributes(ino == DRIVE));
    }

    fn readdir(
        &self,
        _request: &Request,
        _ino: INodeNo,
        _handle: FileHandle,
        offset: u64,
        mut reply: ReplyDirectory,
    ) {
        let entries = [
            (INodeNo::ROOT, FileType::Directory, "."),
            (INodeNo::ROOT, FileType::Directory, ".."),
            (DRIVE, FileType::RegularFile, self.name.as_str()),
        ];
        for ((ino, kind, name), next) in entries.into_iter().zip(1..) {
            if next > offset && reply.add(ino, next, kind, name) {
                break;
            }
        }
        reply.ok();
    }

    /// Bypasses the page cache, so that a measurement measures the drive.
    fn open(&self, _request: &Request, _ino: INodeNo, _flags: OpenFlags, reply: ReplyOpen) {
        let flags = FopenFlags::FOPEN_DIRECT_IO | FopenFlags::FOPEN_PARALLEL_DIRECT_WRITES;
        reply.opened(FileHandle(0), flags);
    }

    fn read(
        &self,
        _request: &Request,
        _ino: INodeNo,
        _handle: FileHandle,
        offset: u64,
        size: u32,
        _flags: OpenFlags,
        _owner: Option<LockOwner>,
        reply: ReplyData,
    ) {
        let end = offset.saturating_add(u64::from(size)).min(self.capacity);
        if offset >= end {
            return reply.data(&[]);
        }
        self.wish(
            Wish::Read(offset..end),
            Box::new(move |answer| match answer {
                Ok(bytes) => reply.data(&bytes),
                Err(errno) => reply.error(Errno::from_i32(errno.0)),
            }),
        );
    }

    fn write(
        &self,
        _request: &Request,
        _ino: INodeNo,
        _handle: FileHandle,
        offset: u64,
        data: &[u8],
        _write_flags: WriteFlags,
        flags: OpenFlags,
        _owner: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        let room = usize::try_from(self.capacity.saturating_sub(offset)).unwrap_or(usize::MAX);
        let data = data[..data.len().min(room)].to_vec();
        let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
        if length == 0 {
            return reply.error(Errno::ENOSPC);
        }
        self.is_written.store(true, Ordering::Relaxed);
        let is_fua = flags.0 & O_DSYNC != 0;
        self.wish(
            Wish::Write { offset, data, is_fua },
            Box::new(move |answer| match answer {
                Ok(_) => reply.written(length),
                Err(errno) => reply.error(Errno::from_i32(errno.0)),
            }),
        );
    }

    fn flush(
        &self,
        _request: &Request,
        _ino: INodeNo,
        _handle: FileHandle,
        _owner: LockOwner,
        reply: ReplyEmpty,
    ) {
        // Closing a file is not a flush.
        reply.ok();
    }

    fn fsync(
        &self,
        _request: &Request,
        _ino: INodeNo,
        _handle: FileHandle,
        is_data_only: bool,
        reply: ReplyEmpty,
    ) {
        self.wish_empty(Wish::Flush { is_full_sync: !is_data_only }, reply);
    }

    fn fallocate(
        &self,
        _request: &Request,
        _ino: INodeNo,
        _handle: FileHandle,
        offset: u64,
        length: u64,
        mode: i32,
        reply: ReplyEmpty,
    ) {
        let end = offset.saturating_add(length).min(self.capacity);
        if mode != PUNCH_HOLE | KEEP_SIZE {
            return reply.error(Errno::EOPNOTSUPP);
        }
        if offset >= end {
            return reply.ok();
        }
        self.wish_empty(Wish::Discard(offset..end), reply);
    }

    /// Reports whether the drive may contain data: nowhere on a blank drive, else everywhere.
    fn lseek(
        &self,
        _request: &Request,
        _ino: INodeNo,
        _handle: FileHandle,
        offset: i64,
        whence: i32,
        reply: ReplyLseek,
    ) {
        let is_written = self.is_written.load(Ordering::Relaxed);
        let end = i64::try_from(self.capacity).unwrap_or(i64::MAX);
        match whence {
            _ if offset < 0 || offset >= end => reply.error(Errno::ENXIO),
            SEEK_DATA if is_written => reply.offset(offset),
            SEEK_DATA => reply.error(Errno::ENXIO),
            SEEK_HOLE if is_written => reply.offset(end),
            SEEK_HOLE => reply.offset(offset),
            _ => reply.error(Errno::EINVAL),
        }
    }
}
