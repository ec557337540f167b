//! The first 4096 bytes of a file of saved blocks: the identity of their device, their places, and the identity of
//! the borrowing.

use std::fmt::Write as _;
use std::ops::Range;

use iogram_model::Bytes;

use crate::linux::loop_file::LoopFile;
use crate::payload::DataKey;
use crate::tombstone::BorrowId;

/// Unit of saving, checking and putting back. Arbitrary: large enough for the drive's full rate, small enough that a
/// few changed bytes do not rewrite much of a flash drive.
pub(crate) const BLOCK: u64 = 1 << 20;
pub(crate) const HEAD_SIZE: usize = 4096;
const FIRST_LINE: &str = "iogram borrowed blocks 2";
const FIRST_LINE_OF_OLD: &str = "iogram borrowed blocks 1";

/// The borrowed device, and the size of the borrowed part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalHead {
    /// The device's kernel name at that time.
    pub name: String,
    /// Its capacity when it was borrowed.
    pub capacity: Bytes,
    /// The kernel's count of disks at that time; `None` means unknown.
    pub sequence: Option<u64>,
    /// Its model; `None` means unknown.
    pub model: Option<String>,
    /// Its serial number; `None` if it has none.
    pub serial: Option<String>,
    /// Its world-wide name; `None` if it has none.
    pub world_wide_name: Option<String>,
    /// A loop device's file; `None` for other devices.
    pub file: Option<String>,
    /// Borrowed bytes, from the first on.
    pub size: Bytes,
    /// Checksum of samples beyond the borrowed part, which do not change while it is borrowed; `None` if nothing lies
    /// beyond.
    pub outside: Option<u64>,
    /// The identity of that file, even if its path leads elsewhere by now; `None` means unknown.
    pub loop_file: Option<LoopFile>,
    /// The identity of the borrowing; `None` in files of the first version.
    pub id: Option<BorrowId>,
    /// The key that identifies the data written meanwhile.
    pub key: DataKey,
    /// Number of the borrowing of this device, counted from 1; 0 means unknown.
    pub generation: u64,
    /// Saved ranges beyond the first bytes: ascending, at most a mebibyte each.
    pub beyond: Vec<Range<u64>>,
    /// Places of tombstones: ascending, within the saved ranges.
    pub marked: Vec<Range<u64>>,
}

/// `start+length`, separated by commas.
fn ranges_text(ranges: &[Range<u64>]) -> Option<String> {
    let text = |range: &Range<u64>| format!("{}+{}", range.start, range.end - range.start);
    let texts: Vec<String> = ranges.iter().map(text).collect();
    Some(texts.join(",")).filter(|text| !text.is_empty())
}

/// `None` unless they are ascending and disjoint.
fn parse_ranges(text: &str) -> Option<Vec<Range<u64>>> {
    let mut ranges: Vec<Range<u64>> = Vec::new();
    for part in text.split(',') {
        let (start, length) = part.split_once('+')?;
        let start: u64 = start.parse().ok()?;
        let end = start.checked_add(length.parse().ok()?)?;
        if start >= end || ranges.last().is_some_and(|last| start < last.end) {
            return None;
        }
        ranges.push(start..end);
    }
    Some(ranges)
}

impl JournalHead {
    pub(crate) fn encode(&self) -> Option<[u8; HEAD_SIZE]> {
        let mut text = format!("{FIRST_LINE}\n");
        let mut line = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                let value = value.replace('\\', r"\\").replace('\n', r"\n");
                writeln!(text, "{name}={value}").expect("writing to a string does not fail");
            }
        };
        line("name", Some(self.name.clone()));
        line("capacity_bytes", Some(self.capacity.0.to_string()));
        line("sequence", self.sequence.map(|number| number.to_string()));
        line("model", self.model.clone());
        line("serial", self.serial.clone());
        line("world_wide_name", self.world_wide_name.clone());
        line("file", self.file.clone());
        line("size_bytes", Some(self.size.0.to_string()));
        line("block_bytes", Some(BLOCK.to_string()));
        line("outside", self.outside.map(|sum| format!("{sum:016x}")));
        line("file_inode", self.loop_file.map(|file| file.inode.to_string()));
        line("file_offset", self.loop_file.map(|file| file.offset.to_string()));
        line("id", self.id.map(|id| id.to_string()));
        line("key", Some(format!("{:016x}", self.key.0)));
        line("generation", Some(self.generation.to_string()));
        line("beyond", ranges_text(&self.beyond));
        line("marked", ranges_text(&self.marked));
        let mut head = [0; HEAD_SIZE];
        head.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(head)
    }

    pub(crate) fn decode(head: &[u8; HEAD_SIZE]) -> Option<Self> {
        let end = head.iter().position(|byte| *byte == 0)?;
        let text = std::str::from_utf8(&head[..end]).ok()?;
        let mut lines = text.lines();
        if !matches!(lines.next()?, FIRST_LINE | FIRST_LINE_OF_OLD) {
            return None;
        }
        let values: Vec<(&str, String)> = lines
            .map(|line| {
                let (name, value) = line.split_once('=')?;
                Some((name, unescape(value)))
            })
            .collect::<Option<_>>()?;
        let value = |name: &str| {
            let found = values.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| value.clone())
        };
        let number = |name: &str| value(name)?.parse::<u64>().ok();
        let hex = |name: &str| value(name).map(|text| u64::from_str_radix(&text, 16).ok());
        let ranges = |name: &str| value(name).map_or(Some(Vec::new()), |it| parse_ranges(&it));
        (number("block_bytes")? == BLOCK).then_some(())?;
        let head = Self {
            name: value("name")?,
            capacity: Bytes(number("capacity_bytes")?),
            sequence: number("sequence"),
            model: value("model"),
            serial: value("serial"),
            world_wide_name: value("world_wide_name"),
            file: value("file"),
            size: Bytes(number("size_bytes")?),
            outside: hex("outside").map_or(Some(None), |sum| sum.map(Some))?,
            loop_file: number("file_inode")
                .zip(number("file_offset"))
                .map(|(inode, offset)| LoopFile { inode, offset }),
            id: value("id").map_or(Some(None), |id| BorrowId::parse(&id).map(Some))?,
            key: hex("key").map_or(Some(DataKey::COMMON), |key| key.map(DataKey))?,
            generation: number("generation").unwrap_or(0),
            beyond: ranges("beyond")?,
            marked: ranges("marked")?,
        };
        head.is_sound().then_some(head)
    }

    /// Whether all places are possible.
    fn is_sound(&self) -> bool {
        let (size, capacity) = (self.size.0, self.capacity.0);
        let is_beyond = |range: &Range<u64>| {
            range.start >= size && range.end <= capacity && range.end - range.start <= BLOCK
        };
        let is_here = |range: &Range<u64>| range.end <= capacity;
        let are_sound = self.beyond.iter().all(is_beyond) && self.marked.iter().all(is_here);
        size > 0 && size <= capacity && are_sound
    }

    /// Number of saved blocks of the first part; the last one may be shorter.
    fn front_count(&self) -> u64 {
        self.size.0.div_ceil(BLOCK)
    }

    /// Number of saved blocks.
    pub(crate) fn block_count(&self) -> u64 {
        self.front_count() + self.beyond.len() as u64
    }

    /// First byte and length of a block.
    pub(crate) fn place(&self, index: u64) -> (u64, usize) {
        let length = |bytes: u64| usize::try_from(bytes).expect("at most a mebibyte");
        match index.checked_sub(self.front_count()) {
            None => {
                let start = index * BLOCK;
                (start, length(BLOCK.min(self.size.0 - start)))
            }
            Some(beyond) => {
                let range = &self.beyond[length(beyond)];
                (range.start, length(range.end - range.start))
            }
        }
    }

    /// The offset of a block in the file.
    pub(crate) fn file_offset(&self, index: u64) -> u64 {
        let within = match index.checked_sub(self.front_count()) {
            None => index * BLOCK,
            Some(beyond) => {
                let before = usize::try_from(beyond).expect("a block of this journal");
                let lengths = self.beyond[..before].iter().map(|range| range.end - range.start);
                self.size.0 + lengths.sum::<u64>()
            }
        };
        HEAD_SIZE as u64 + within
    }

    /// Number of saved bytes.
    fn kept(&self) -> Option<u64> {
        let lengths = self.beyond.iter().map(|range| range.end - range.start);
        self.size.0.checked_add(lengths.sum())
    }

    /// Length of the whole file.
    pub(crate) fn file_size(&self) -> Option<u64> {
        let sums = self.block_count().checked_mul(8)?;
        self.kept()?.checked_add(HEAD_SIZE as u64)?.checked_add(sums)?.checked_add(16)
    }

    /// Whether another journal belongs to the same device, as far as devices identify themselves.
    #[must_use]
    pub fn is_of_same_device(&self, other: &Self) -> bool {
        let is_named =
            self.serial.is_some() || self.world_wide_name.is_some() || self.file.is_some();
        let is_same_name =
            is_named || self.name == other.name && self.capacity == other.capacity;
        is_same_name
            && self.model == other.model
            && self.serial == other.serial
            && self.world_wide_name == other.world_wide_name
            && self.file == other.file
            && self.loop_file == other.loop_file
    }

    /// The device's name for a person: model and serial number as far as they are known.
    #[must_use]
    pub fn drive(&self) -> String {
        let serial = self.serial.as_ref().map(|serial| format!("serial number {serial}"));
        let file = self.file.as_ref().map(|file| format!("loop device over {file}"));
        let known: Vec<String> =
            [self.model.clone(), serial, file].into_iter().flatten().collect();
        if known.is_empty() { self.name.clone() } else { known.join(", ") }
    }
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, true) => plain.push(if letters.next() == Some('n') { '\n' } else { '\\' }),
            (letter, false) => plain.push(letter),
        }
    }
    plain
}
