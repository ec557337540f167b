//! The target of `NVMe` passthrough: a ring per job whose entries are the drive's own Read commands.
//!
//! Must not know another command: see [`crate::linux::namespace`].

use std::os::fd::AsRawFd as _;
use std::sync::Arc;

use io_uring::{squeue, types};
use iogram_engine::{Completion, Errno, Geometry, Request, Target, TargetError};
use iogram_inspect::{TickClock, clock};
use iogram_model::{Nanos, OpKind};

use crate::buffer::SlotBuffers;
use crate::linux::host_watch::{HostWatch, of_this_thread};
use crate::linux::namespace::{CommandRing, Namespace, build_command_ring, errno_of, push};
use crate::linux::uring::{self, UringConfig, check_entered, register_buffers};

/// A namespace behind a ring of commands.
pub(crate) struct PassthroughTarget {
    ring: CommandRing,
    buffers: SlotBuffers,
    geometry: Geometry,
    /// The ring refers to its descriptor, so it stays open.
    namespace: Arc<Namespace>,
    has_fixed_file: bool,
    has_fixed_buffers: bool,
    features: Vec<String>,
    out_count: u32,
    is_polled: bool,
    wait_batch: u32,
    clock: TickClock,
    host: Arc<HostWatch>,
}

impl PassthroughTarget {
    /// A ring on `namespace`.
    ///
    /// # Errors
    ///
    /// Fails with the system's error if no ring or no memory is available.
    pub(crate) fn new(
        namespace: Arc<Namespace>,
        geometry: Geometry,
        config: &UringConfig,
        host: Arc<HostWatch>,
    ) -> std::io::Result<Self> {
        let slots = usize::try_from(config.slots).expect("u32 fits in usize");
        let ring = build_command_ring(config.slots, config.is_polled)?;
        let buffers = SlotBuffers::aligned(slots, config.block, config.alignment)?;
        let has_fixed_buffers =
            namespace.takes_registered() && register_buffers(&ring, &buffers);
        let has_fixed_file =
            ring.submitter().register_files(&[namespace.node().as_raw_fd()]).is_ok();
        let features = [
            (true, "uring-cmd"),
            (config.is_polled, "iopoll"),
            (has_fixed_file, "registered-file"),
            (has_fixed_buffers, "registered-buffers"),
        ];
        let features = features.into_iter().filter(|(is_there, _)| *is_there);
        Ok(Self {
            ring,
            buffers,
            geometry,
            namespace,
            has_fixed_file,
            has_fixed_buffers,
            features: features.map(|(_, name)| name.to_owned()).collect(),
            out_count: 0,
            is_polled: config.is_polled,
            wait_batch: config.wait_batch,
            clock: TickClock::start(config.clock),
            host,
        })
    }

    /// Kernel features in use.
    pub(crate) fn features(&self) -> &[String] {
        &self.features
    }

    /// The entry for a read.
    #[inline]
    fn entry(&mut self, request: &Request) -> squeue::Entry128 {
        let (slot, length) = (request.slot as usize, request.length as usize);
        let data = (self.buffers.lend(slot, length), self.has_fixed_buffers);
        let (file, flags) = uring::file_of(self.has_fixed_file, self.namespace.node());
        // A completion does not report how many bytes it moved: all or none.
        let user_data = u64::from(request.length) << 32 | u64::from(request.slot);
        let entry = self.namespace.read(file, data, request.length, request.offset);
        entry.flags(flags).user_data(user_data)
    }

    /// Appends every available completion.
    #[inline]
    fn collect(&mut self, done: &mut Vec<Completion>) {
        let first = done.len();
        let part = |bits: u64| u32::try_from(bits & 0xFFFF_FFFF).expect("32 bits");
        for entry in self.ring.completion() {
            let (slot, length) = (part(entry.user_data()), part(entry.user_data() >> 32));
            let result = errno_of(entry.result()).map_or(Ok(length), Err);
            self.buffers.take_back(slot as usize);
            done.push(Completion { slot, at: Nanos(0), result });
        }
        if done.len() > first {
            let at = self.clock.now();
            done[first..].iter_mut().for_each(|completion| completion.at = at);
            let taken = u32::try_from(done.len() - first).expect("slots are u32");
            assert!(taken <= self.out_count, "what completes was out");
            self.out_count -= taken;
        }
    }
}

impl Target for PassthroughTarget {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    of_this_thread!();

    fn wait_batch(&self) -> u32 {
        self.wait_batch
    }

    fn prepare(&mut self, _batch: &[Request]) {}

    #[inline]
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        assert!(
            batch.len() + self.out_count as usize <= self.buffers.slots(),
            "every request that is out has a slot of its own"
        );
        for request in batch {
            if request.kind != OpKind::Read {
                let errno = Errno(libc::EBADF);
                return Err(TargetError { errno, call: "NVMe passthrough, which only reads" });
            }
            let entry = self.entry(request);
            push(&mut self.ring, &entry)
                .map_err(|errno| TargetError { errno, call: "io_uring push" })?;
            self.out_count += 1;
        }
        Ok(())
    }

    #[inline]
    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError> {
        let want = self.wait_batch.min(self.out_count).max(1) as usize;
        let first = done.len();
        // With polling, asks again and again: the kernel's own loop would end only at a completion.
        while self.is_polled {
            check_entered(self.ring.submit_and_wait(0))?;
            self.collect(done);
            if done.len() - first >= want || self.now() >= until {
                return Ok(());
            }
        }
        let wait = until.saturating_sub(self.now());
        let spec = types::Timespec::from(std::time::Duration::from_nanos(wait.0));
        let arguments = types::SubmitArgs::new().timespec(&spec);
        check_entered(self.ring.submitter().submit_with_args(want, &arguments))?;
        self.collect(done);
        Ok(())
    }

    fn rest_until(&mut self, at: Nanos) {
        clock::rest_until(at);
    }
}

impl Drop for PassthroughTarget {
    fn drop(&mut self) {
        // The kernel takes a closed ring down later, and may still write to outstanding buffers.
        if self.out_count > 0 {
            self.buffers.leak();
            return;
        }
        uring::let_go(&self.ring);
    }
}

impl std::fmt::Debug for PassthroughTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PassthroughTarget")
            .field("geometry", &self.geometry)
            .field("features", &self.features)
            .finish_non_exhaustive()
    }
}
