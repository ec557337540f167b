//! Block-mapped media: allocation units (AUs), of which a card can write only a few alternately.
//!
//! The medium executes one command at a time. A written AU is open: an erased block collects its new contents, and
//! when the card closes the AU it copies the rest from the old block. Closing a completely written AU costs nothing.
//! If the card has to open one more AU than it can keep open, it closes the least recently used one, or all: this is
//! what makes cards collapse beyond their limit.
//!
//! An AU is in ascending mode until a write does not continue the last one; from then on it counts against the
//! (usually lower) limit for random writes.
//!
//! Source of the model: Bergmann, "Optimizing Linux with cheap flash drives", LWN 428584, 2011; the README of
//! flashbench. The figures of seed 003 (docs/simulator.md) show two more effects: every write in an AU opened by a
//! jump is slower, and some cards close all AUs at once.

use std::collections::VecDeque;

use crate::blocks::Blocks;
use crate::quantity::{Share, Time};
use crate::spec::{BlockMediaSpec, SizeTime, TooManyAus};
use crate::timing::{Pace, time_by_size};

#[derive(Debug)]
struct OpenAu {
    index: u64,
    /// The erased block that collects its new contents.
    block: u32,
    /// Offset in the AU at which an ascending write would continue.
    next: u64,
    is_random: bool,
    is_stray: bool,
    /// One bit for each page written since it was opened.
    written: Vec<u64>,
    written_pages: u64,
    /// Pages written, including rewrites: the log is full when they fill an AU.
    log_pages: u64,
}

/// A block-mapped medium.
#[derive(Debug)]
pub(crate) struct BlockMedia {
    spec: BlockMediaSpec,
    au_size: u64,
    page_size: u64,
    /// Most recently used last.
    open: VecDeque<OpenAu>,
    /// AUs whose mapping is in RAM, most recently used last.
    at_hand: VecDeque<u64>,
    blocks: Blocks,
    last_opened: Option<u64>,
    free_at: u64,
    host_bytes: u64,
    copied_bytes: u64,
    pub(crate) pace: Pace,
}

impl BlockMedia {
    pub(crate) fn new(spec: &BlockMediaSpec, capacity: u64) -> Self {
        let aus = capacity.div_ceil(spec.au_size.bytes());
        let spare = u64::from(spec.spare_aus.unwrap_or(spec.open_aus + 1));
        Self {
            au_size: spec.au_size.bytes(),
            page_size: spec.page_size.bytes(),
            spec: spec.clone(),
            open: VecDeque::new(),
            at_hand: VecDeque::new(),
            blocks: Blocks::new(aus, aus + spare),
            last_opened: None,
            free_at: 0,
            host_bytes: 0,
            copied_bytes: 0,
            pace: Pace::FULL,
        }
    }

    /// Erases all data; returns the end of the erases, which run one after the other.
    pub(crate) fn format(&mut self, at: u64) -> u64 {
        let before = self.blocks.erased;
        for open in self.open.drain(..) {
            self.blocks.erase(open.block);
        }
        self.blocks.forget_all();
        self.at_hand.clear();
        self.last_opened = None;
        let erase_ns = self.spec.erase_time.map_or(0, Time::ns);
        self.free_at = at.max(self.free_at) + (self.blocks.erased - before) * erase_ns;
        self.free_at
    }

    pub(crate) const fn host_bytes(&self) -> u64 {
        self.host_bytes
    }

    /// Bytes written to the flash: by the host and by copies.
    pub(crate) const fn flash_bytes(&self) -> u64 {
        self.host_bytes + self.copied_bytes
    }

    /// Its blocks, with their wear.
    pub(crate) const fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// Whether its blocks have reached their endurance, on average.
    pub(crate) fn is_worn_out(&self) -> bool {
        self.endurance().is_some_and(|cycles| self.blocks.erased >= cycles)
    }

    /// Share of the endurance that is used; `None` if the endurance is unlimited.
    pub(crate) fn wear(&self) -> Option<Share> {
        Some(Share::part(self.blocks.erased, self.endurance()?))
    }

    /// Erases that all blocks together endure.
    fn endurance(&self) -> Option<u64> {
        Some(u64::from(self.spec.endurance_cycles?) * self.blocks.count)
    }

    pub(crate) fn read(&mut self, at: u64, offset: u64, length: u64) -> u64 {
        let cost = time_by_size(&self.spec.read, length) + self.crossing(offset, length);
        self.occupy(at, cost)
    }

    pub(crate) fn write(&mut self, at: u64, offset: u64, length: u64) -> u64 {
        self.host_bytes += length;
        let fat = self.spec.fat.as_ref().map_or(0, |fat| fat.size.bytes());
        // For the file table, the first part accepts writes in any order; a write that reaches beyond it is like any
        // other.
        if offset + length <= fat {
            let table = &self.spec.fat.as_ref().expect("it has a size").write;
            let cost = time_by_size(table, length);
            return self.occupy(at, cost);
        }
        let (mut cost, mut start) = (0, offset);
        let mut manner = Manner::Sequence;
        while start < offset + length {
            let au = start / self.au_size;
            let end = (offset + length).min((au + 1) * self.au_size);
            let (part_cost, part_manner) =
                self.write_in_au(au, start % self.au_size, end - start);
            cost += part_cost;
            manner = manner.max(part_manner);
            start = end;
        }
        cost += time_by_size(self.table(manner), length);
        self.occupy(at, cost)
    }

    pub(crate) fn flush(&self, at: u64) -> u64 {
        // An answered write is on the medium: a flush waits for running work, and costs nothing itself.
        self.free_at.max(at)
    }

    /// `None` if discards are not supported.
    pub(crate) fn discard(&mut self, at: u64, offset: u64, length: u64) -> Option<u64> {
        let time = self.spec.discard_time?.ns();
        // Discards free only whole AUs: the rest of a partly discarded AU is still in use.
        for au in offset.div_ceil(self.au_size)..(offset + length) / self.au_size {
            if let Some(place) = self.open.iter().position(|open| open.index == au) {
                let open = self.open.remove(place).expect("a position in the list");
                self.blocks.erase(open.block);
            }
            self.blocks.assign(au, None);
        }
        Some(self.occupy(at, time))
    }

    fn table(&self, manner: Manner) -> &[SizeTime] {
        let spec = &self.spec;
        let stray = spec.write_stray.as_ref();
        match manner {
            Manner::Sequence => &spec.write,
            Manner::Stray => stray.unwrap_or(&spec.write),
            Manner::Random => spec.write_random.as_ref().or(stray).unwrap_or(&spec.write),
        }
    }

    fn occupy(&mut self, at: u64, cost: u64) -> u64 {
        self.free_at = self.free_at.max(at) + self.pace.stretch(cost);
        self.free_at
    }

    /// Extra time of a read that straddles a boundary.
    fn crossing(&self, offset: u64, length: u64) -> u64 {
        let last = offset + length.max(1) - 1;
        let straddles =
            |size: u64| offset / size != last / size && !offset.is_multiple_of(size);
        let time = |time: Option<Time>| time.map(Time::ns);
        // The end of a zone is also the end of an AU and of a page: the read pays only the largest, once.
        if self.spec.zone_size.is_some_and(|zone| straddles(zone.bytes()))
            && let Some(time) = time(self.spec.zone_cross_time)
        {
            return time;
        }
        if straddles(self.au_size)
            && let Some(time) = time(self.spec.au_cross_time)
        {
            return time;
        }
        if straddles(self.page_size) { time(self.spec.page_cross_time).unwrap_or(0) } else { 0 }
    }

    /// Extra time of a write inside one AU, and its manner.
    fn write_in_au(&mut self, au: u64, start: u64, length: u64) -> (u64, Manner) {
        let mut cost = 0;
        let place = self.open.iter().position(|open| open.index == au);
        let mut open = match place.and_then(|place| self.open.remove(place)) {
            Some(open) => open,
            None => self.open_au(au, start, &mut cost),
        };
        if start != open.next && !open.is_random {
            // A card without support for random writes completes the AU and starts it again for every jump: this
            // causes the collapse of cheap cards to a few writes per second.
            if self.spec.open_aus_random == 0 {
                cost += self.close(&open);
                open = self.open_au(au, start, &mut cost);
            } else {
                cost += self.make_room(self.spec.open_aus_random, |open| open.is_random);
                open.is_random = true;
            }
        }
        self.mark(&mut open, start, length);
        open.next = start + length;
        debug_assert!(
            open.written_pages <= self.au_size / self.page_size,
            "an AU has no more pages written than it has"
        );
        let manner = match (open.is_random, open.is_stray) {
            (true, _) => Manner::Random,
            (false, true) => Manner::Stray,
            (false, false) => Manner::Sequence,
        };
        let pages = self.au_size / self.page_size;
        if open.written_pages == pages || open.log_pages >= pages {
            cost += self.close(&open);
        } else {
            // The end of the list is the most recently used.
            self.open.push_back(open);
            debug_assert!(
                self.open.len() <= self.spec.open_aus.max(1) as usize,
                "no more AUs are open than the card can keep open"
            );
        }
        (cost, manner)
    }

    /// Opens `au` with an erased block; closes another one if necessary.
    fn open_au(&mut self, au: u64, start: u64, cost: &mut u64) -> OpenAu {
        *cost += self.make_room(self.spec.open_aus, |_| true);
        *cost += self.spec.erase_time.map_or(0, Time::ns);
        *cost += self.load_map(au);
        let is_stray = self.last_opened.is_none_or(|last| au != last + 1);
        self.last_opened = Some(au);
        let words = (self.au_size / self.page_size).div_ceil(64);
        OpenAu {
            index: au,
            block: self.blocks.take(),
            next: start,
            is_random: false,
            is_stray,
            written: vec![0; usize::try_from(words).expect("at most 2^20 pages")],
            written_pages: 0,
            log_pages: 0,
        }
    }

    /// Closes the least recently used AUs of a kind until one more may be open.
    fn make_room(&mut self, limit: u32, is_kind: impl Fn(&OpenAu) -> bool) -> u64 {
        let count = self.open.iter().filter(|open| is_kind(open)).count();
        let excess = match self.spec.when_too_many {
            _ if count < limit as usize => 0,
            TooManyAus::CloseOldest => count + 1 - limit as usize,
            TooManyAus::CloseAll => count,
        };
        let mut cost = 0;
        // Least recently used first, which is the order of the list.
        for _ in 0..excess {
            let oldest = self.open.iter().position(&is_kind).expect("there is one of the kind");
            let open = self.open.remove(oldest).expect("a position in the list");
            cost += self.close(&open);
        }
        cost
    }

    /// Time to complete an AU from its old block.
    fn close(&mut self, open: &OpenAu) -> u64 {
        let had_data = self.blocks.assign(open.index, Some(open.block));
        let missing = self.au_size - open.written_pages * self.page_size;
        // The first write of an AU has no old data to keep, so a new card is fast.
        if !had_data || missing == 0 {
            return 0;
        }
        self.copied_bytes += missing;
        self.spec.copy_time.map_or(0, Time::ns) + self.spec.copy_rate.time_of(missing)
    }

    fn load_map(&mut self, au: u64) -> u64 {
        let Some(time) = self.spec.map_time else { return 0 };
        let place = self.at_hand.iter().position(|&known| known == au);
        let cost = match place {
            Some(place) => {
                self.at_hand.remove(place);
                0
            }
            None => time.ns(),
        };
        self.at_hand.push_back(au);
        if self.at_hand.len() > self.spec.map_aus as usize {
            self.at_hand.pop_front();
        }
        cost
    }

    /// Marks the pages that a write touches. A partial page counts as a page: the card completes it.
    fn mark(&self, open: &mut OpenAu, start: u64, length: u64) {
        let (first, end) = (start / self.page_size, (start + length).div_ceil(self.page_size));
        // A write that continues in the partial page of the last write uses no new page.
        let is_same_page = !start.is_multiple_of(self.page_size) && start == open.next;
        open.log_pages += end - first - u64::from(is_same_page && end > first);
        for page in first..end {
            let (word, bit) = position(page);
            if open.written[word] & bit == 0 {
                open.written[word] |= bit;
                open.written_pages += 1;
            }
        }
    }
}

/// Manner of a write; later ones are slower.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    /// Ascending, in an AU that follows the last one.
    Sequence,
    /// Ascending, in an AU opened by a jump.
    Stray,
    /// Not ascending.
    Random,
}

fn position(index: u64) -> (usize, u64) {
    (usize::try_from(index / 64).expect("a bit of a list in memory"), 1 << (index % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 64 AUs of 4 pages of 1 KiB; 1 us per KiB, 1 us per KiB copied.
    fn media(open_aus: u32, open_aus_random: u32) -> BlockMedia {
        let text = format!(
            "au_size = \"4KiB\"\npage_size = \"1KiB\"\nopen_aus = {open_aus}\n\
             open_aus_random = {open_aus_random}\nread = [{{ size = \"1KiB\", time = \"1us\" }}]\n\
             write = [{{ size = \"1KiB\", time = \"1us\" }}]\ncopy_rate = \"1024000000B/s\"\n\
             discard_time = \"0s\""
        );
        let mut media = BlockMedia::new(&toml::from_str(&text).unwrap(), 256 << 10);
        // Everything holds data, so that an early close costs a copy.
        for au in 0..64 {
            media.write(0, au * 4096, 4096);
        }
        media
    }

    /// Time of writes of one KiB at each of `places` (AU, page), without the time of the KiB itself.
    #[track_caller]
    fn check(media: &mut BlockMedia, places: &[(u64, u64)], expected_us: u64) {
        let start = media.free_at;
        for &(au, page) in places {
            media.write(start, au * 4096 + page * 1024, 1024);
        }
        let own = places.len() as u64 * 1000;
        assert_eq!(media.free_at - start - own, expected_us * 1000, "{places:?}");
    }

    #[test]
    fn alternating_within_the_limit_copies_nothing() {
        let round = |page| [(0, page), (10, page)];
        let places: Vec<_> = (0..4).flat_map(round).collect();
        check(&mut media(2, 0), &places, 0);
    }

    #[test]
    fn alternating_beyond_the_limit_copies_three_quarters_of_an_au_each_time() {
        let mut media = media(2, 0);
        check(&mut media, &[(0, 0), (10, 0)], 0);
        check(&mut media, &[(20, 0), (0, 1), (10, 1), (20, 1)], 4 * 3);
    }

    #[test]
    fn random_writes_in_an_open_au_cost_a_copy_only_if_the_card_cannot_take_them() {
        let places = [(0, 2), (0, 0), (0, 3), (0, 1)];
        check(&mut media(2, 2), &places, 0);
        check(&mut media(2, 0), &places, 3 * 3);
    }

    #[test]
    fn the_random_limit_is_apart_from_the_ascending_one() {
        let mut media = media(3, 1);
        check(&mut media, &[(0, 2), (0, 0), (10, 0), (20, 0)], 0);
        // The second AU in random mode closes the first, which copies two of its four pages.
        check(&mut media, &[(10, 3)], 2);
    }

    #[test]
    fn a_full_log_is_merged() {
        // Four writes to the same page fill the log, which copies three pages.
        check(&mut media(2, 2), &[(0, 0), (0, 0), (0, 0), (0, 0)], 3);
    }

    #[test]
    fn discarded_aus_need_no_copy() {
        let mut media = media(1, 0);
        media.discard(0, 0, 8192).unwrap();
        check(&mut media, &[(0, 0), (1, 0)], 0);
        check(&mut media, &[(2, 0), (3, 0)], 3);
    }

    #[test]
    fn a_read_across_a_boundary_is_charged_once() {
        let mut media = media(1, 0);
        media.spec.page_cross_time = Some("5us".parse().unwrap());
        media.spec.au_cross_time = Some("9us".parse().unwrap());
        let time = |media: &mut BlockMedia, offset, length| {
            let start = media.free_at;
            media.read(start, offset, length) - start
        };
        assert_eq!(time(&mut media, 512, 1024), 6_000);
        assert_eq!(time(&mut media, 4096 - 512, 1024), 10_000);
        assert_eq!(time(&mut media, 16_384 - 512, 1024), 10_000);
        assert_eq!(time(&mut media, 0, 1024), 1_000);
        assert_eq!(time(&mut media, 0, 8192), 8_000);
        media.spec.zone_size = Some("16KiB".parse().unwrap());
        media.spec.zone_cross_time = Some("20us".parse().unwrap());
        assert_eq!(time(&mut media, 16_384 - 512, 1024), 21_000);
        assert_eq!(time(&mut media, 4096 - 512, 1024), 10_000);
    }

    #[test]
    fn the_fat_takes_writes_in_any_order_and_closes_nothing() {
        let mut media = media(1, 0);
        let table = media.spec.write.clone();
        media.spec.fat =
            Some(crate::spec::FatSpec { size: "4KiB".parse().unwrap(), write: table });
        check(&mut media, &[(5, 0)], 0);
        // File data continues in its AU although table updates come in between.
        check(&mut media, &[(0, 3), (5, 1), (0, 0), (5, 2), (0, 2), (5, 3)], 0);
    }
}
