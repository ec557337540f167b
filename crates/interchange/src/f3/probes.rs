//! Reports of f3probe on a drive, one or several in a log.
//!
//! Of several reports the worst counts: data lost once are lost, and the bytes up to the smallest size are not in
//! doubt. There is one exception: a report of limbo whose usable size is exactly half of the module's does not count
//! beside a report of another size. f3probe looks at that half first, and an error that misleads it once does not
//! recur.

use super::Size;

const KINDS: [&str; 3] = ["limbo", "wraparound", "chain"];
pub(super) const GOOD: &str = "good";

/// All reports of a log.
#[derive(Debug, Default)]
pub(super) struct Probes {
    done: Vec<Report>,
    current: Report,
    /// Whether the log has any line of a report.
    pub(super) has_any: bool,
}

/// One report, possibly incomplete.
#[derive(Debug, Default)]
pub(super) struct Report {
    verdict: Option<&'static str>,
    device: Option<String>,
    usable: Option<Size>,
    pub(super) announced: Option<Size>,
    pub(super) cache: Option<Size>,
    pub(super) module_bytes: Option<u64>,
    pub(super) block_bytes: Option<u64>,
    /// The smallest last sector of the recommended commands.
    last_sector: Option<u64>,
}

/// The combination of all reports.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub(super) verdict: Option<&'static str>,
    pub(super) device: Option<String>,
    pub(super) real_bytes: Option<u64>,
    /// The largest size of the counted reports (`real_bytes` is the smallest); `None` if they are equal.
    pub(super) real_largest_bytes: Option<u64>,
    pub(super) announced_bytes: Option<u64>,
    pub(super) module_bytes: Option<u64>,
    pub(super) cache_bytes: Option<u64>,
    /// Whether some reports call the drive genuine and others do not.
    pub(super) is_contradicted: bool,
    /// Whether the size of a block is known.
    pub(super) has_block: bool,
}

impl Probes {
    /// The report that is being read.
    pub(super) fn current(&mut self) -> &mut Report {
        &mut self.current
    }

    /// Begins a report at the program's heading.
    pub(super) fn begins(&mut self) {
        self.has_any = true;
        if self.current.verdict.is_some() || self.current.usable.is_some() {
            self.done.push(std::mem::take(&mut self.current));
        }
    }

    /// Reads the sentence with the verdict, which precedes the sizes.
    pub(super) fn sentence(&mut self, line: &str) {
        let is_good = line.starts_with("Good news: The device");
        if !is_good && !line.starts_with("Bad news: The device") {
            return;
        }
        self.begins();
        if let Some(name) = line.split(['`', '\'']).nth(1) {
            self.current.device = Some(name.to_owned());
        }
        // A truncated sentence has no verdict.
        self.current.verdict = match line.split_once("counterfeit of type ") {
            Some((_, kind)) => KINDS.into_iter().find(|known| *known == kind.trim()),
            None if line.contains("is the real thing") => Some(GOOD),
            None => line.ends_with("is damaged").then_some("damaged"),
        };
    }

    /// Adds a usable size.
    pub(super) fn usable(&mut self, size: Size) {
        if self.current.usable.is_some() {
            self.begins();
        }
        self.current.usable = Some(size);
    }

    /// Adds a last sector, from a recommended command or from f3fix.
    pub(super) fn last_sector(&mut self, last: u64) {
        let known = self.current.last_sector;
        self.current.last_sector = known.into_iter().chain([last]).min();
    }

    /// Combines all reports.
    pub(super) fn said(mut self) -> Said {
        self.done.push(self.current);
        let block = self.done.iter().rev().find_map(|it| it.block_bytes);
        let reports = self.done;
        let is_bad = |it: &&Report| it.verdict.is_some_and(|verdict| verdict != GOOD);
        let is_contradicted = reports.iter().any(|it| is_bad(&it))
            && reports.iter().any(|it| it.verdict == Some(GOOD));
        let mut counted: Vec<&Report> = reports.iter().filter(is_bad).collect();
        if counted.is_empty() {
            counted = reports.iter().collect();
        }
        if counted.iter().any(|it| it.real_bytes(block).is_some() && !it.is_half(block)) {
            counted.retain(|it| !it.is_half(block));
        }
        let sizes = || counted.iter().filter_map(|it| Some((it.real_bytes(block)?, *it)));
        let least = sizes().min_by_key(|(size, _)| *size);
        let largest = sizes().map(|(size, _)| size).max();
        let of = |report: &Report, what: fn(&Report) -> Option<Size>| {
            what(report)?.bytes(report.block_bytes.or(block))
        };
        // If the worst report lacks a value, another report may have it.
        let first = least.map(|(_, report)| report);
        let in_turn = || first.into_iter().chain(reports.iter().rev());
        Said {
            verdict: counted.iter().rev().find_map(|it| it.verdict),
            device: reports.iter().rev().find_map(|it| it.device.clone()),
            real_bytes: least.map(|(size, _)| size),
            real_largest_bytes: largest.filter(|size| least.is_some_and(|(it, _)| *size > it)),
            announced_bytes: in_turn().find_map(|it| of(it, |report| report.announced)),
            module_bytes: in_turn().find_map(|it| it.module_bytes),
            cache_bytes: in_turn().find_map(|it| of(it, |report| report.cache)),
            is_contradicted,
            has_block: block.is_some(),
        }
    }
}

impl Report {
    /// The usable bytes: the smaller one of the reported size and the last sector.
    fn real_bytes(&self, block: Option<u64>) -> Option<u64> {
        let usable = self.usable.and_then(|size| size.bytes(self.block_bytes.or(block)));
        let fixed =
            self.last_sector.and_then(|last| last.saturating_add(1).checked_mul(super::SECTOR));
        usable.into_iter().chain(fixed).min()
    }

    /// Whether the report is of limbo with exactly half of the module usable.
    fn is_half(&self, block: Option<u64>) -> bool {
        let module = self.module_bytes.map(|module| module / 2);
        self.verdict.is_none_or(|verdict| verdict == "limbo")
            && module.is_some()
            && self.real_bytes(block) == module
    }
}
