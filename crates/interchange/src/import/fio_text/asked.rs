//! The headings of fio's jobs, and the options that fio prints before their figures.

use iogram_model::ImportedOrder;

use super::super::fio_words::is_waiting;
use super::super::line::{decimal, split_unit};
use super::super::memory::is_memory_engine;
use crate::quantity::whole;

/// `NAME: (groupid=0, jobs=1): err= 0: pid=784: Tue May  3 15:24:58 2022`.
#[derive(Debug)]
pub(super) struct Head<'a> {
    pub(super) name: &'a str,
    pub(super) group: &'a str,
    pub(super) jobs: Option<u32>,
    /// Process number of its first process or thread; `None` if fio prints none.
    pub(super) pid: Option<&'a str>,
    pub(super) when: Option<&'a str>,
    /// The system's number of the error that ended it, and fio's message.
    pub(super) error: Option<(u32, Option<&'a str>)>,
}

impl<'a> Head<'a> {
    pub(super) fn of(text: &'a str) -> Option<Self> {
        let (name, rest) = text.split_once(": (groupid=")?;
        let (group, rest) = rest.split_once("jobs=")?;
        let (jobs, rest) = rest.split_once("): err=")?;
        let process = rest.split_once("pid=").map(|it| it.1);
        let when = process.and_then(|it| it.split_once(": ")).map(|it| it.1.trim());
        let pid = process.and_then(|it| it.split(':').next()).map(str::trim);
        // `err= 5 (file:io_u.c:1787, func=io_u error, error=Input/output error): pid=..`.
        let (before, _) = rest.split_once("pid=").unwrap_or((rest, ""));
        let end = before.trim_start().find(|it: char| !it.is_ascii_digit());
        let number = before.trim_start().get(..end.unwrap_or(before.trim_start().len()));
        let words = before.rsplit_once("error=").and_then(|it| it.1.split_once(')'));
        let number = number.and_then(|it| it.parse().ok()).filter(|it| *it != 0);
        Some(Self {
            name: bare_name(name),
            group: group.trim().trim_end_matches(','),
            jobs: jobs.trim().parse().ok(),
            pid: pid.filter(|it| !matches!(*it, "" | "0")),
            when,
            error: number.map(|it| (it, words.map(|it| it.0.trim()))),
        })
    }
}

/// Whether the heading is that of the sum of all clients (fio's `client.c`, `handle_ts`): its parts are above it.
pub(super) fn is_sum(head: &Head<'_>) -> bool {
    head.name == "All clients" && head.pid.is_none()
}

/// A job's name without the computer that a client puts before it, and without marks of a web page: `<host> one`,
/// `<pre>one`.
fn bare_name(text: &str) -> &str {
    text.rsplit('>').next().unwrap_or(text).trim()
}

/// The options of a job: `NAME: (g=0): rw=randread, bs=(R) 4096B-4096B, .., ioengine=libaio, iodepth=32`.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Asked {
    pub(super) order: Option<ImportedOrder>,
    /// Block sizes of reads, writes and trims.
    pub(super) blocks: [Option<u64>; 3],
    pub(super) depth: Option<u32>,
    /// Whether its engine or target is memory.
    pub(super) is_null: bool,
    /// Whether it combines several jobs with different options.
    pub(super) is_mixed: bool,
}

/// A line with the options of a job.
#[derive(Debug)]
pub(super) struct Section<'a> {
    pub(super) name: &'a str,
    pub(super) group: &'a str,
    pub(super) asked: Asked,
    /// Whether a client names the computer on which it ran.
    pub(super) is_of_client: bool,
}

impl<'a> Section<'a> {
    pub(super) fn of(text: &'a str) -> Option<Self> {
        let (name, rest) = text.split_once(": (g=")?;
        let (group, rest) = rest.split_once("): rw=")?;
        let rw = rest.split(',').next()?.trim();
        let sizes = rest.split_once("bs=")?.1;
        let sizes = sizes.split_once("ioengine=").map_or(sizes, |it| it.0);
        let sizes = sizes.trim().trim_end_matches(',');
        let mut blocks = [None; 3];
        let parts: Vec<&str> = if sizes.contains("(R)") {
            sizes
                .split(", ")
                .filter_map(|it| it.split_once(')'))
                .map(|it| it.1.trim())
                .collect()
        } else {
            sizes.split('/').collect()
        };
        for (block, part) in blocks.iter_mut().zip(parts) {
            *block = part
                .split_once('-')
                .filter(|(low, high)| low == high)
                .and_then(|it| size_of(it.0));
        }
        let depth = rest.split_once("iodepth=").map(|it| it.1.trim());
        let depth =
            depth.and_then(|it| it.split(|it: char| !it.is_ascii_digit()).next()?.parse().ok());
        let engine = rest
            .split_once("ioengine=")
            .map_or("", |it| it.1.split(',').next().unwrap_or_default().trim());
        let asked = Asked {
            order: Some(order_of(rw)),
            blocks,
            depth: if is_waiting(engine) { Some(1) } else { depth },
            is_null: is_memory_engine(engine),
            is_mixed: false,
        };
        let is_of_client = name.starts_with('<') && name.contains("> ");
        Some(Self { name: bare_name(name), group: group.trim(), asked, is_of_client })
    }
}

impl Asked {
    /// The block size of reads, writes or trims.
    pub(super) fn block(&self, which: usize) -> Option<u64> {
        self.blocks.get(which).copied().flatten()
    }

    /// Combines the options with those of `other`: different ones become unknown.
    pub(super) fn agree(&mut self, other: &Self) {
        self.is_mixed |= *self != *other;
        self.is_null |= other.is_null;
        self.order = self.order.filter(|it| other.order == Some(*it));
        self.depth = self.depth.filter(|it| other.depth == Some(*it));
        for (block, its) in self.blocks.iter_mut().zip(other.blocks) {
            *block = block.filter(|it| its == Some(*it));
        }
    }
}

pub(super) fn order_of(rw: &str) -> ImportedOrder {
    match rw {
        it if it.starts_with("rand") => ImportedOrder::Random,
        // `write:8k` leaves a gap after each request.
        it if it.contains(':') => ImportedOrder::Unknown,
        _ => ImportedOrder::Sequential,
    }
}

/// Bytes of `4096B`, `128KiB`, `4K` as fio prints them: powers of 1024.
fn size_of(text: &str) -> Option<u64> {
    let (number, unit) = split_unit(text);
    whole(decimal(number)? * binary(unit)?).filter(|it| *it > 0)
}

/// Bytes of a unit of fio's: those of version 2 are implicit powers of 1024.
pub(super) fn binary(unit: &str) -> Option<f64> {
    Some(match unit {
        "" | "B" => 1.0,
        "k" | "K" | "KB" | "KiB" => 1024.0,
        "m" | "M" | "MB" | "MiB" => 1_048_576.0,
        "g" | "G" | "GB" | "GiB" => 1_073_741_824.0,
        "T" | "TB" | "TiB" => 1_099_511_627_776.0,
        _ => return None,
    })
}
