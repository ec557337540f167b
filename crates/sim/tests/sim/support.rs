//! A minimal load: requests one after the other, a fixed number in flight. Faster and simpler than the engine, and
//! independent of it.

use iogram_engine::{Completion, Request, Target};
use iogram_model::{DataPattern, Nanos, OpKind};
use iogram_sim::{SimDrive, SimSpec};

/// The drive that `text` describes.
#[track_caller]
pub(crate) fn drive(text: &str, seed: u64) -> SimDrive {
    SimDrive::new(SimSpec::parse(text).unwrap(), seed).unwrap()
}

/// A request that writes random data.
pub(crate) fn request(kind: OpKind, offset: u64, length: u64) -> Request {
    Request {
        slot: 0,
        length: u32::try_from(length).unwrap(),
        offset,
        salt: offset ^ 0x5EED,
        data: DataPattern::Random,
        kind,
        is_fua: false,
        is_full_sync: false,
    }
}

/// Runs `requests` with `depth` in flight; calls `done` with each completion and the request's latency.
/// Returns the time it took.
pub(crate) fn run<T: Target>(
    drive: &mut T,
    depth: u32,
    requests: impl IntoIterator<Item = Request>,
    mut done: impl FnMut(&Completion, Nanos),
) -> Nanos {
    let start = drive.now();
    let mut requests = requests.into_iter();
    let mut issued = vec![Nanos(0); depth as usize];
    let mut free: Vec<u32> = (0..depth).collect();
    let (mut batch, mut reaped) = (Vec::new(), Vec::new());
    loop {
        batch.clear();
        while let Some(&slot) = free.last()
            && let Some(request) = requests.next()
        {
            free.pop();
            issued[slot as usize] = drive.now();
            batch.push(Request { slot, ..request });
        }
        drive.submit(&batch).unwrap();
        if free.len() == depth as usize {
            return Nanos(drive.now().0 - start.0);
        }
        drive.reap(&mut reaped, Nanos(u64::MAX)).unwrap();
        for completion in reaped.drain(..) {
            let issued = issued[completion.slot as usize];
            done(&completion, Nanos(completion.at.0 - issued.0));
            free.push(completion.slot);
        }
    }
}

/// The same, for requests that all succeed, if only the time matters.
#[track_caller]
pub(crate) fn time<T: Target>(
    drive: &mut T,
    depth: u32,
    requests: impl IntoIterator<Item = Request>,
) -> u64 {
    run(drive, depth, requests, |completion, _| {
        assert!(completion.result.is_ok(), "{completion:?}");
    })
    .0
}

/// Ascending requests of one size.
pub(crate) fn sequence(
    kind: OpKind,
    range: std::ops::Range<u64>,
    length: u64,
) -> impl Iterator<Item = Request> {
    let count = (range.end - range.start) / length;
    (0..count).map(move |index| request(kind, range.start + index * length, length))
}

/// Uniform random requests of one size.
pub(crate) fn random(
    kind: OpKind,
    range: std::ops::Range<u64>,
    length: u64,
    count: u64,
    seed: u64,
) -> impl Iterator<Item = Request> {
    let mut rng = iogram_engine::Rng::new(seed, 1);
    let blocks = (range.end - range.start) / length;
    (0..count).map(move |_| request(kind, range.start + rng.below(blocks) * length, length))
}

/// 1 GiB, 4 dies of 64 KiB stripes, 16 MiB blocks; reads of 50 us, programs of 640 us.
pub(crate) fn page_mapped(more: &str) -> SimDrive {
    let text = format!(
        "name = \"page\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"nvme\"\n\
         capacity = \"1GiB\"\nlink = {{ in_flight = 64 }}\n\
         [media.page]\nunit = \"4KiB\"\npage_size = \"16KiB\"\nplanes = 4\ndies = 4\n\
         block_pages = 64\nover_provisioning = \"10%\"\n\
         read_time = \"50us\"\nprogram_time = \"640us\"\nerase_time = \"3ms\"\n\
         discard_time = \"0s\"\n{more}"
    );
    drive(&text, 0)
}
