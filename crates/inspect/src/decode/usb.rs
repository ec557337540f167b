//! USB descriptors: the highest possible speed of a device, and whether it offers USB Attached SCSI.
//!
//! Source: USB 3.2 Specification, section 9.6.2 (BOS and device capabilities); USB Attached SCSI Protocol, revision
//! 4, section 5.2 (interface protocol 62h).

const INTERFACE: u8 = 4;
const DEVICE_CAPABILITY: u8 = 0x10;
const SUPER_SPEED: u8 = 0x03;
const SUPER_SPEED_PLUS: u8 = 0x0a;

/// The highest speed in the Binary Object Store, in bits per second; `None` if it has none.
#[must_use]
pub fn decode_bos_speed(bytes: &[u8]) -> Option<u64> {
    descriptors(bytes).filter(|it| it[1] == DEVICE_CAPABILITY).filter_map(capability).max()
}

fn capability(descriptor: &[u8]) -> Option<u64> {
    match *descriptor.get(2)? {
        // wSpeedsSupported: bit 3 is 5 Gb/s, 2 is high speed, 1 is full speed.
        SUPER_SPEED => {
            let speeds = *descriptor.get(4)?;
            let speeds = [(3, 5_000_000_000), (2, 480_000_000), (1, 12_000_000)]
                .into_iter()
                .find(|(bit, _)| speeds >> bit & 1 == 1);
            speeds.map(|(_, speed)| speed)
        }
        SUPER_SPEED_PLUS => plus_speed(descriptor),
        _ => None,
    }
}

/// Sublink speed attributes: bits 5:4 the power of 1000, 31:16 the mantissa of the lane speed. Bits 11:8 of
/// wFunctionalitySupport are the minimum number of lanes, the only guaranteed number.
fn plus_speed(descriptor: &[u8]) -> Option<u64> {
    let count = usize::from(*descriptor.get(4)? & 31) + 1;
    let attributes = descriptor.get(12..)?.chunks_exact(4).take(count);
    let speed = |attribute: &[u8]| {
        let mantissa = u64::from(u16::from_le_bytes([attribute[2], attribute[3]]));
        mantissa * 1000_u64.pow(u32::from(attribute[0] >> 4 & 3))
    };
    attributes.map(speed).max().filter(|speed| *speed > 0)
}

/// Whether any interface of the configuration offers UAS; `None` if no interface is described.
#[must_use]
pub fn decode_offers_uas(bytes: &[u8]) -> Option<bool> {
    // bInterfaceClass 08h, bInterfaceSubClass 06h, bInterfaceProtocol 62h.
    let mut interfaces = descriptors(bytes).filter(|it| it[1] == INTERFACE).peekable();
    interfaces.peek()?;
    Some(interfaces.any(|it| it.get(5..8) == Some(&[0x08, 0x06, 0x62])))
}

/// Consecutive descriptors; each begins with its length and type.
fn descriptors(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let length = usize::from(*rest.first()?).max(2);
        let (one, tail) = rest.split_at_checked(length)?;
        rest = tail;
        Some(one)
    })
}
