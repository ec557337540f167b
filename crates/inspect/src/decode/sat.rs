//! ATA commands through SCSI: the command block, and the drive's registers that return as sense data.
//!
//! Source: SCSI/ATA Translation 3 (SAT-3), section 12.2: ATA PASS-THROUGH (16) and the ATA Status Return descriptor;
//! SPC-4, section 4.5.2 (descriptor format of sense data).

/// A command that only queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtaCommand {
    /// IDENTIFY DEVICE.
    Identify,
    /// SMART READ DATA.
    SmartData,
    /// SMART READ THRESHOLDS, obsolete since ATA-4 and still supported.
    SmartThresholds,
    /// SMART RETURN STATUS: no data, the answer is in the registers.
    SmartStatus,
}

impl AtaCommand {
    /// Bytes of the answer: 512 or none.
    #[must_use]
    pub const fn data_length(self) -> usize {
        match self {
            Self::SmartStatus => 0,
            Self::Identify | Self::SmartData | Self::SmartThresholds => 512,
        }
    }

    /// Command and feature register.
    const fn code(self) -> (u8, u8) {
        match self {
            Self::Identify => (0xec, 0),
            Self::SmartData => (0xb0, 0xd0),
            Self::SmartThresholds => (0xb0, 0xd1),
            Self::SmartStatus => (0xb0, 0xda),
        }
    }
}

/// The command block of ATA PASS-THROUGH (16).
#[must_use]
pub fn encode_ata_pass_through(command: AtaCommand) -> [u8; 16] {
    let (code, feature) = command.code();
    let is_smart = code == 0xb0;
    let mut block = [0; 16];
    block[0] = 0x85;
    if command.data_length() > 0 {
        // PROTOCOL 4: PIO data-in.
        block[1] = 4 << 1;
        // T_DIR from the device, BYT_BLOK in blocks, T_LENGTH in the count register.
        block[2] = 0b0000_1110;
        block[6] = 1;
    } else {
        // PROTOCOL 3: no data.
        block[1] = 3 << 1;
        // CK_COND: requests the registers.
        block[2] = 0b0010_0000;
    }
    block[4] = feature;
    if is_smart {
        // The signature of all SMART commands in the LBA registers.
        (block[10], block[12]) = (0x4f, 0xc2);
    }
    block[14] = code;
    block
}

/// The drive's registers after a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtaRegisters {
    /// The status register after the command.
    pub status: u8,
    /// The error register; valid only if bit 0 of the status is set.
    pub error: u8,
    /// Bits 15:8 of the LBA.
    pub lba_mid: u8,
    /// Bits 23:16 of the LBA.
    pub lba_high: u8,
}

impl AtaRegisters {
    /// The answer to SMART RETURN STATUS; `None` if the registers are not one.
    #[must_use]
    pub const fn is_failing(self) -> Option<bool> {
        match (self.lba_mid, self.lba_high) {
            (0x4f, 0xc2) => Some(false),
            (0xf4, 0x2c) => Some(true),
            _ => None,
        }
    }
}

/// Finds the registers in sense data; `None` if it has none.
#[must_use]
pub fn decode_ata_registers(sense: &[u8]) -> Option<AtaRegisters> {
    // Response codes 72h and 73h: descriptor format, with the length of all descriptors at 7.
    if !matches!(sense.first()? & 0x7f, 0x72 | 0x73) {
        return None;
    }
    let mut rest = sense.get(8..)?;
    while let [kind, length, tail @ ..] = rest {
        let length = usize::from(*length);
        if let (0x09, Some(body)) = (*kind, tail.get(..length))
            && let [_, error, _, _, _, _, _, lba_mid, _, lba_high, _, status] = body
        {
            return Some(AtaRegisters {
                status: *status,
                error: *error,
                lba_mid: *lba_mid,
                lba_high: *lba_high,
            });
        }
        rest = tail.get(length..)?;
    }
    None
}
