//! The limit of simulation work: counted in steps of the model, never in computer time, so that the same plan ends at
//! the same place on every computer.

use std::sync::Arc;

use iogram_engine::{Control, Request};

/// Cost of each operation, in steps of one mapped flash unit. Measured once (2026-11, optimised, x86 at 2.1 GHz): a
/// unit takes about 80 ns, a request of 4 KiB about ten times that.
const REQUEST: u64 = 10;
const WAIT: u64 = 2;
const UNIT_BYTES: u64 = 4096;
const READ_UNIT_BYTES: u64 = 16_384;
/// A drive that keeps contents looks up every logical block.
const CONTENTS_UNIT_BYTES: u64 = 512;

/// The remaining steps; at zero it stops the run.
#[derive(Debug)]
pub(crate) struct Budget {
    most: u64,
    spent: u64,
    control: Arc<Control>,
    /// Flash bytes written at the last look.
    flash_bytes: u64,
}

impl Budget {
    pub(crate) fn new(most: u64, control: Arc<Control>, flash_bytes: u64) -> Self {
        Self { most, spent: 0, control, flash_bytes }
    }

    pub(crate) const fn is_spent(&self) -> bool {
        self.spent >= self.most
    }

    pub(crate) const fn spent(&self) -> u64 {
        self.spent
    }

    pub(crate) fn spend(&mut self, steps: u64) {
        self.spent = self.spent.saturating_add(steps);
        if self.is_spent() {
            self.control.stop();
        }
    }

    /// Spends steps for requests, and for the flash writes since the last call.
    pub(crate) fn spend_on(&mut self, batch: &[Request], flash_bytes: u64, keeps: bool) {
        let unit = if keeps { CONTENTS_UNIT_BYTES } else { READ_UNIT_BYTES };
        let of = |request: &Request| REQUEST + u64::from(request.length) / unit;
        let flash = flash_bytes.saturating_sub(self.flash_bytes) / UNIT_BYTES;
        self.flash_bytes = flash_bytes;
        self.spend(batch.iter().map(of).sum::<u64>() + flash);
    }

    /// Spends steps for letting time pass.
    pub(crate) fn spend_on_wait(&mut self) {
        self.spend(WAIT);
    }
}
