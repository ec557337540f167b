//! The three kinds of media behind one interface.

use crate::block::BlockMedia;
use crate::page::PageMedia;
use crate::quantity::Share;
use crate::rng::Draws;
use crate::spec::{LatencyMediaSpec, MediaSpec, SimSpec};
use crate::timing::Pace;

/// A medium without inner structure.
#[derive(Debug)]
pub(crate) struct LatencyMedia {
    spec: LatencyMediaSpec,
    host_bytes: u64,
    pace: Pace,
}

/// The storage of the data.
#[derive(Debug)]
pub(crate) enum Media {
    Latency(LatencyMedia),
    Block(Box<BlockMedia>),
    /// With the capacity that exists: the other addresses of a counterfeit use the same flash.
    Page(Box<PageMedia>, u64),
}

/// The real place, in a medium of `capacity` bytes, of an announced one.
fn real_place(offset: u64, length: u64, capacity: u64) -> (u64, u64) {
    if offset + length <= capacity {
        return (offset, length);
    }
    let length = length.min(capacity);
    ((offset % capacity).min(capacity - length), length)
}

impl Media {
    pub(crate) fn new(spec: &SimSpec) -> Self {
        match &spec.media {
            MediaSpec::Latency(media) => Self::Latency(LatencyMedia {
                spec: media.clone(),
                host_bytes: 0,
                pace: Pace::FULL,
            }),
            MediaSpec::Block(media) => {
                Self::Block(Box::new(BlockMedia::new(media, spec.capacity.bytes())))
            }
            MediaSpec::Page(media) => {
                let capacity = spec.capacity_real();
                Self::Page(Box::new(PageMedia::new(media, capacity)), capacity.bytes())
            }
        }
    }

    pub(crate) fn set_pace(&mut self, pace: Pace) {
        match self {
            Self::Latency(media) => media.pace = pace,
            Self::Block(media) => media.pace = pace,
            Self::Page(media, _) => media.pace = pace,
        }
    }

    /// The time at which the data of a read that arrives at `at` is in the controller.
    #[inline]
    pub(crate) fn read(&mut self, at: u64, offset: u64, length: u64, draws: &mut Draws) -> u64 {
        match self {
            Self::Latency(media) => at + media.pace.stretch(media.spec.read.draw(draws)),
            Self::Block(media) => media.read(at, offset, length),
            Self::Page(media, capacity) => {
                let (offset, length) = real_place(offset, length, *capacity);
                media.read(at, offset, length)
            }
        }
    }

    /// The time at which a write, in the controller since `at`, is stored.
    #[inline]
    pub(crate) fn write(
        &mut self,
        at: u64,
        (offset, length): (u64, u64),
        is_durable: bool,
        draws: &mut Draws,
    ) -> u64 {
        match self {
            Self::Latency(media) => {
                media.host_bytes += length;
                at + media.pace.stretch(media.spec.write.draw(draws))
            }
            Self::Block(media) => media.write(at, offset, length),
            Self::Page(media, capacity) => {
                let (offset, length) = real_place(offset, length, *capacity);
                media.write(at, offset, length, is_durable)
            }
        }
    }

    /// The time at which all writes to the medium are stored.
    pub(crate) fn flush(&mut self, at: u64, draws: &mut Draws) -> u64 {
        match self {
            Self::Latency(media) => {
                at + media.spec.flush.as_ref().map_or(0, |flush| flush.draw(draws))
            }
            Self::Block(media) => media.flush(at),
            Self::Page(media, _) => media.flush(at),
        }
    }

    /// `None` if discards are not supported.
    pub(crate) fn discard(
        &mut self,
        at: u64,
        (offset, length): (u64, u64),
        draws: &mut Draws,
    ) -> Option<u64> {
        match self {
            Self::Latency(media) => Some(at + media.spec.discard.as_ref()?.draw(draws)),
            Self::Block(media) => media.discard(at, offset, length),
            Self::Page(media, capacity) => {
                let (offset, length) = real_place(offset, length, *capacity);
                media.discard(at, offset, length)
            }
        }
    }

    /// Erases everything; returns the end of it.
    pub(crate) fn format(&mut self, at: u64) -> u64 {
        match self {
            Self::Latency(_) => at,
            Self::Block(media) => media.format(at),
            Self::Page(media, _) => media.format(at),
        }
    }

    /// Does the medium's own idle work. No command has been running since `since`; the work up to `worked` is already
    /// done.
    pub(crate) fn idle(&mut self, since: u64, worked: u64, to: u64) {
        if let Self::Page(media, _) = self {
            media.idle(since, worked, to);
        }
    }

    pub(crate) fn is_worn_out(&self) -> bool {
        match self {
            Self::Latency(_) => false,
            Self::Block(media) => media.is_worn_out(),
            Self::Page(media, _) => media.is_worn_out(),
        }
    }

    /// Share of the endurance that is used; `None` if the endurance is unlimited.
    pub(crate) fn wear(&self) -> Option<Share> {
        match self {
            Self::Latency(_) => None,
            Self::Block(media) => media.wear(),
            Self::Page(media, _) => media.wear(),
        }
    }

    /// Bytes read from places without data. Always 0 for a medium that has no such places, or reads its flash for
    /// them as for others.
    pub(crate) const fn blank_read_bytes(&self) -> u64 {
        match self {
            Self::Latency(_) | Self::Block(_) => 0,
            Self::Page(media, _) => media.blank_read_bytes(),
        }
    }

    /// Bytes that the host wrote, and bytes that the flash wrote for them; the latter is `None` without inner
    /// structure.
    pub(crate) fn written_bytes(&self) -> (u64, Option<u64>) {
        match self {
            Self::Latency(media) => (media.host_bytes, None),
            Self::Block(media) => (media.host_bytes(), Some(media.flash_bytes())),
            Self::Page(media, _) => (media.host_bytes(), Some(media.flash_bytes())),
        }
    }
}
