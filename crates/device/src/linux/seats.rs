//! The processors, the clock and the waits of a cell's submitters.
//!
//! Matches the user's options with this computer and this drive, before any measurement. Unavailable optional
//! features are left out and reported; if the user explicitly chose something unavailable, the cell is refused.

use iogram_engine::{ClockChoice, CpuChoice, Reach, RigError, RigErrorKind};
use iogram_inspect::near_cpus;
use iogram_inspect::sysfs::{SysRoot, number_if_known};
use iogram_model::{Caching, Sentence, SyncPolicy, Workload, sentence};
use rustix::thread::CpuSet;

/// The settings of all submitters of a cell.
#[derive(Debug, Clone)]
pub(crate) struct Seats {
    /// Processors that they use in turn; empty leaves the choice to the kernel.
    pub(crate) cpus: Vec<u32>,
    pub(crate) polling: Polling,
    pub(crate) wait_batch: u32,
    pub(crate) clock: ClockChoice,
}

impl Default for Seats {
    fn default() -> Self {
        Self {
            cpus: Vec::new(),
            polling: Polling::NotAsked,
            wait_batch: 1,
            clock: ClockChoice::Auto,
        }
    }
}

/// Whether to poll for completions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Polling {
    NotAsked,
    /// As far as is known.
    Possible,
    /// Requested but unavailable, for this reason.
    Impossible(String),
}

impl Seats {
    /// The settings that `reach` asks for, on the target `name`, which lies on the block device `device`, if on any.
    ///
    /// # Errors
    ///
    /// [`RigErrorKind::Usage`] if this process may not use a chosen processor, or if the ones near the drive are
    /// unknown.
    pub(crate) fn find(
        root: &SysRoot,
        reach: &Reach,
        (name, device): (&str, Option<&str>),
    ) -> Result<Self, RigError> {
        let cpus = match &reach.cpus {
            CpuChoice::Any => Vec::new(),
            CpuChoice::Listed(cpus) => among_allowed(cpus, &allowed_cpus())?,
            CpuChoice::Near => {
                let near = device.and_then(|device| near_cpus(root, device));
                near_and_allowed(name, near.as_deref(), &allowed_cpus())?
            }
        };
        let polling = match (reach.is_polled, device) {
            (false, _) => Polling::NotAsked,
            (true, None) => Polling::Impossible("there is no drive to poll".to_owned()),
            (true, Some(device)) => polling_of(root, device),
        };
        Ok(Self { cpus, polling, wait_batch: reach.wait_batch.max(1), clock: reach.clock })
    }

    /// The processor of a lane; `None` leaves the choice to the kernel.
    pub(crate) fn cpu_of(&self, lane: u32) -> Option<u32> {
        let count = u32::try_from(self.cpus.len()).ok().filter(|count| *count > 0)?;
        self.cpus.get((lane % count) as usize).copied()
    }

    /// Binds the calling thread to its processor.
    pub(crate) fn sit_down(&self, lane: u32) -> std::io::Result<()> {
        let Some(cpu) = self.cpu_of(lane) else { return Ok(()) };
        let mut set = CpuSet::new();
        set.set(cpu as usize);
        Ok(rustix::thread::sched_setaffinity(None, &set)?)
    }

    /// Whether there are more threads than chosen processors.
    pub(crate) fn are_shared_by(&self, lanes: usize) -> bool {
        !self.cpus.is_empty() && lanes > self.cpus.len()
    }
}

/// Asks for timers that end the calling thread's waits on time: the default is 50 us late. If that is not granted,
/// the figures of open loops show the delay.
pub(crate) fn wish_to_wake_in_time() {
    let _wish = rustix::thread::set_current_timer_slack(std::num::NonZeroU64::new(1));
}

/// Why requests of this workload cannot be polled for; `None` if nothing prevents it. A polling ring accepts direct
/// reads and writes only.
pub(crate) fn obstacle_to_polling(workload: &Workload) -> Option<&'static str> {
    if workload.caching != Caching::Direct {
        return Some("only direct requests can be polled for");
    }
    if workload.sync != SyncPolicy::None {
        return Some("durable writes and flushes cannot be polled for");
    }
    if workload.mix.flush.0 > 0 || workload.mix.discard.0 > 0 {
        return Some("flushes and discards cannot be polled for");
    }
    None
}

fn polling_of(root: &SysRoot, device: &str) -> Polling {
    // A partition uses the queue of its whole device.
    let dir = root.sys.join("class/block").join(device);
    let own = number_if_known(&dir, "queue/io_poll");
    match own.or_else(|| number_if_known(&dir.canonicalize().ok()?.join(".."), "queue/io_poll"))
    {
        Some(1..) => Polling::Possible,
        _ => Polling::Impossible(format!(
            "the driver of {device} has no polled queues (an NVMe drive has with nvme.poll_queues=N on \
             the kernel's command line)"
        )),
    }
}

/// The processors near the block device with this kernel name that this process may use, one per core first; `None`
/// if the near ones are unknown, or if none of them may be used.
#[must_use]
pub fn near_seats(root: &SysRoot, device: &str) -> Option<Vec<u32>> {
    let allowed = allowed_cpus();
    let near: Vec<u32> =
        near_cpus(root, device)?.into_iter().filter(|cpu| allowed.contains(cpu)).collect();
    (!near.is_empty()).then_some(near)
}

fn allowed_cpus() -> Vec<u32> {
    let Ok(set) = rustix::thread::sched_getaffinity(None) else { return Vec::new() };
    let all = 0..CpuSet::MAX_CPU;
    all.filter(|&cpu| set.is_set(cpu)).filter_map(|cpu| u32::try_from(cpu).ok()).collect()
}

fn among_allowed(cpus: &[u32], allowed: &[u32]) -> Result<Vec<u32>, RigError> {
    match cpus.iter().find(|cpu| !allowed.contains(cpu)) {
        None => Ok(cpus.to_vec()),
        Some(cpu) => Err(RigError {
            kind: RigErrorKind::Usage,
            message: sentence!("device-cannot-submit-processor-not-not-process", cpu),
            hint: sentence!("device-choose", list = list(allowed)),
        }),
    }
}

fn near_and_allowed(
    name: &str,
    near: Option<&[u32]>,
    allowed: &[u32],
) -> Result<Vec<u32>, RigError> {
    let refused = |why: Sentence| RigError {
        kind: RigErrorKind::Usage,
        message: sentence!("device-cannot-choose-processors-near", name, why: why),
        hint: sentence!("device-name-cpus", list = list(allowed)),
    };
    let near = near.ok_or_else(|| refused(sentence!("device-kernel-not-say")))?;
    let usable: Vec<u32> = near.iter().copied().filter(|cpu| allowed.contains(cpu)).collect();
    if usable.is_empty() {
        return Err(refused(sentence!("device-none-process", list = list(near))));
    }
    Ok(usable)
}

/// In the kernel's notation: `0-3,8`.
fn list(cpus: &[u32]) -> String {
    let mut sorted = cpus.to_vec();
    sorted.sort_unstable();
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for cpu in sorted {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == cpu => *last = cpu,
            _ => parts.push((cpu, cpu)),
        }
    }
    let parts = parts.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    parts.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use iogram_model::{OpMix, Permille};

    use super::*;
    use crate::tests_support::TempDir;

    #[test]
    fn processors_that_are_not_there_are_refused_with_those_that_are() {
        assert_eq!(among_allowed(&[2, 0], &[0, 1, 2]).unwrap(), [2, 0]);
        let error = among_allowed(&[1, 9], &[0, 1, 2, 8]).unwrap_err();
        assert!(error.message.to_string().contains("processor 9"), "{error}");
        assert!(error.hint.to_string().contains("0-2,8"), "{}", error.hint);
    }

    #[test]
    fn near_processors_are_taken_only_where_they_are_known_and_allowed() {
        assert_eq!(near_and_allowed("x", Some(&[4, 5, 12]), &[0, 5, 12]).unwrap(), [5, 12]);
        let unknown = near_and_allowed("/dev/loop3", None, &[0, 1]).unwrap_err();
        assert!(
            unknown.message.to_string().contains("/dev/loop3: the kernel does not say"),
            "{unknown}"
        );
        assert!(unknown.hint.to_string().contains("--cpus 0-1"), "{}", unknown.hint);
        let far = near_and_allowed("x", Some(&[8, 9]), &[0]).unwrap_err();
        assert!(far.message.to_string().contains("they are 8-9"), "{far}");
    }

    #[test]
    fn lanes_take_their_processors_in_turn() {
        let seats = Seats { cpus: vec![4, 6], ..Seats::default() };
        let taken: Vec<_> = (0..3).map(|lane| seats.cpu_of(lane)).collect();
        assert_eq!(taken, [Some(4), Some(6), Some(4)]);
        assert!(seats.are_shared_by(3) && !seats.are_shared_by(2));
        assert_eq!(Seats::default().cpu_of(0), None);
    }

    #[test]
    fn a_drive_is_polled_only_where_its_driver_has_queues_for_it() {
        let dir = TempDir::new("polling");
        let root = SysRoot::below(dir.path());
        dir.write("sys/class/block/nvme0n1/queue/io_poll", "1\n");
        dir.write("sys/class/block/nvme0n1/nvme0n1p1/partition", "1\n");
        let link = dir.path().join("sys/class/block/nvme0n1p1");
        std::os::unix::fs::symlink("nvme0n1/nvme0n1p1", link).unwrap();
        dir.write("sys/class/block/vda/queue/io_poll", "0\n");
        let reach = Reach { is_polled: true, ..Reach::default() };
        let found = |device| Seats::find(&root, &reach, ("x", device)).unwrap().polling;
        assert_eq!(found(Some("nvme0n1")), Polling::Possible);
        assert_eq!(found(Some("nvme0n1p1")), Polling::Possible);
        assert!(
            matches!(found(Some("vda")), Polling::Impossible(why) if why.contains("poll_queues"))
        );
        assert!(matches!(found(None), Polling::Impossible(_)));
    }

    #[test]
    fn what_a_polling_ring_does_not_take_is_not_polled_for() {
        let direct = Workload::default();
        assert_eq!(obstacle_to_polling(&direct), None);
        for other in [
            Workload { caching: Caching::Buffered, ..direct.clone() },
            Workload { sync: SyncPolicy::End, ..direct.clone() },
            Workload {
                mix: OpMix { flush: Permille(1), ..OpMix::default() },
                ..direct.clone()
            },
        ] {
            assert!(obstacle_to_polling(&other).is_some(), "{other:?}");
        }
    }
}
