//! The length of the next request: sizes drawn by their weights.

use iogram_model::{Blocks, OpKind};

use crate::rng::Rng;

/// Sizes with their weights; one size is the usual case and needs no random number.
#[derive(Debug)]
pub(crate) struct Sizes {
    sizes: Vec<(u64, u32)>,
    weight_total: u64,
}

impl Sizes {
    /// The sizes of one kind of request.
    pub(crate) fn of(blocks: &Blocks, kind: OpKind) -> Self {
        let sizes: Vec<_> =
            blocks.of(kind).iter().map(|&(size, weight)| (size.0, weight)).collect();
        let weight_total = sizes.iter().map(|&(_, weight)| u64::from(weight)).sum();
        Self { sizes, weight_total }
    }

    /// The first size.
    pub(crate) fn first(&self) -> u64 {
        self.sizes[0].0
    }

    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> u64 {
        if let [(size, _)] = self.sizes.as_slice() {
            return *size;
        }
        let mut ticket = rng.below(self.weight_total);
        for &(size, weight) in &self.sizes {
            let weight = u64::from(weight);
            if ticket < weight {
                return size;
            }
            ticket -= weight;
        }
        unreachable!("the ticket is below the sum of all weights")
    }
}

/// The sizes of each kind of request, if they differ.
#[derive(Debug)]
pub(crate) struct OwnSizes {
    of: [Sizes; 4],
    smallest: u64,
}

impl OwnSizes {
    /// `None` if all kinds have the same sizes.
    pub(crate) fn new(blocks: &Blocks) -> Option<Self> {
        let of = || OpKind::ALL.map(|kind| Sizes::of(blocks, kind));
        blocks.differ_by_kind().then(|| Self { of: of(), smallest: blocks.smallest().0 })
    }

    pub(crate) fn draw(&self, kind: OpKind, rng: &mut Rng) -> u64 {
        match kind {
            // A flush moves no data; it may come as long as another request may.
            OpKind::Flush => self.smallest,
            _ => self.of[kind as usize].draw(rng),
        }
    }
}
