//! Reads and writes completely, although the kernel may transfer a request in parts.

use std::os::fd::BorrowedFd;

/// Reads all of `buffer`.
pub(crate) fn read_whole(
    fd: BorrowedFd<'_>,
    offset: u64,
    buffer: &mut [u8],
) -> Result<(), rustix::io::Errno> {
    let mut done = 0;
    while done < buffer.len() {
        match rustix::io::pread(fd, &mut buffer[done..], offset + done as u64) {
            // Beyond the end of the device as the kernel knows it.
            Ok(0) => return Err(rustix::io::Errno::IO),
            Ok(moved) => done += moved,
            Err(rustix::io::Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
    }
    Ok(())
}

/// Writes all of `buffer`.
pub(crate) fn write_whole(
    fd: BorrowedFd<'_>,
    offset: u64,
    buffer: &[u8],
) -> Result<(), rustix::io::Errno> {
    let mut done = 0;
    while done < buffer.len() {
        match rustix::io::pwrite(fd, &buffer[done..], offset + done as u64) {
            Ok(0) => return Err(rustix::io::Errno::NOSPC),
            Ok(moved) => done += moved,
            Err(rustix::io::Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
    }
    Ok(())
}
