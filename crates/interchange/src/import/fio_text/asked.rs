//! What fio was asked to do: heads of jobs, what it prints of their options, command lines.

use iogram_model::ImportedOrder;

use super::super::fio_words::{is_waiting, limit};
use super::super::line::{decimal, split_unit};
use crate::quantity::whole;

/// `NAME: (groupid=0, jobs=1): err= 0: pid=784: Tue May  3 15:24:58 2022`.
#[derive(Debug)]
pub(super) struct Head<'a> {
    pub(super) name: &'a str,
    pub(super) jobs: &'a str,
    pub(super) when: Option<&'a str>,
    /// The system's number of the error that ended it, and fio's words about it.
    pub(super) error: Option<(u32, Option<&'a str>)>,
}

impl<'a> Head<'a> {
    pub(super) fn of(text: &'a str) -> Option<Self> {
        let (name, rest) = text.split_once(": (groupid=")?;
        let (_, rest) = rest.split_once("jobs=")?;
        let (jobs, rest) = rest.split_once("): err=")?;
        let when =
            rest.split_once("pid=").and_then(|it| it.1.split_once(": ")).map(|it| it.1.trim());
        // `err= 5 (file:io_u.c:1787, func=io_u error, error=Input/output error): pid=..`.
        let (before, _) = rest.split_once("pid=").unwrap_or((rest, ""));
        let end = before.trim_start().find(|it: char| !it.is_ascii_digit());
        let number = before.trim_start().get(..end.unwrap_or(before.trim_start().len()));
        let words = before.rsplit_once("error=").and_then(|it| it.1.split_once(')'));
        let number = number.and_then(|it| it.parse().ok()).filter(|it| *it != 0);
        Some(Self {
            name: name.trim(),
            jobs: jobs.trim(),
            when,
            error: number.map(|it| (it, words.map(|it| it.0.trim()))),
        })
    }
}

/// What a job was asked to do: `NAME: (g=0): rw=randread, bs=(R) 4096B-4096B, .., ioengine=libaio, iodepth=32`.
#[derive(Debug, Clone, Default)]
pub(super) struct Asked {
    pub(super) order: Option<ImportedOrder>,
    /// Of reads, writes and trims.
    pub(super) blocks: [Option<u64>; 3],
    pub(super) depth: Option<u32>,
}

impl Asked {
    pub(super) fn find(text: &str) -> Option<(&str, Self)> {
        let (name, rest) = text.split_once(": (g=")?;
        let (_, rest) = rest.split_once("): rw=")?;
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
            .map_or("", |it| it.1.split(',').next().unwrap_or_default());
        let depth = if is_waiting(engine) { Some(1) } else { depth };
        Some((name.trim(), Self { order: Some(order_of(rw)), blocks, depth }))
    }
}

fn order_of(rw: &str) -> ImportedOrder {
    match rw {
        it if it.starts_with("rand") => ImportedOrder::Random,
        _ => ImportedOrder::Sequential,
    }
}

/// A command line of fio: what stands in it before its end, if it has one job.
#[derive(Debug, Clone, Default)]
pub(super) struct Command {
    /// The one job; `None` if it names several or none.
    pub(super) name: Option<String>,
    pub(super) asked: Asked,
    pub(super) jobs: Option<u32>,
    /// `None` where it does not say so, or not of all jobs alike.
    pub(super) is_direct: Option<bool>,
    /// Options that make the job slower than the drive is, as they stand there.
    pub(super) limits: Vec<String>,
}

/// The options in a line that has a command line of fio, with one dash or two; whatever is before it.
pub(super) fn options_of(text: &str) -> Option<&str> {
    let mut from = 0_usize;
    while let Some(at) = text.get(from..)?.find("fio").map(|it| it.saturating_add(from)) {
        from = at.saturating_add("fio".len());
        let is_word = text
            .get(..at)
            .is_some_and(|it| it.is_empty() || it.ends_with([' ', '/', '$', '#', '`', '>']));
        let options = text.get(from..).unwrap_or_default();
        if is_word && options.starts_with(' ') && has_option(options) {
            return Some(options);
        }
    }
    None
}

fn has_option(text: &str) -> bool {
    text.split_whitespace().any(|it| {
        let name = it.trim_start_matches('-');
        name.len() < it.len() && name.starts_with(|letter: char| letter.is_ascii_alphabetic())
    })
}

impl Command {
    /// Of everything behind its name, on however many lines.
    pub(super) fn parse(options: &str) -> Self {
        let mut command = Self::default();
        let (mut names, mut direct, mut engine) = (0_u32, Vec::new(), "");
        let mut words = options.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix('-') else { continue };
            let option = option.trim_start_matches('-').trim_end_matches(['`', '\'', '"']);
            let (name, value) = match option.split_once('=') {
                Some(both) => both,
                // An option alone is a switch.
                None => {
                    let value = words.peek().filter(|it| !it.starts_with('-'));
                    (option, value.copied().unwrap_or_default())
                }
            };
            let number = || value.parse::<u32>().ok();
            match name {
                "name" => {
                    names = names.saturating_add(1);
                    command.name = Some(value.trim_matches(['\'', '"']).to_owned());
                }
                "direct" => direct.extend(number()),
                "rw" | "readwrite" => command.asked.order = Some(order_of(value)),
                "bs" | "blocksize" => command.asked.blocks = [size_of(value); 3],
                "iodepth" => command.asked.depth = number(),
                "numjobs" => command.jobs = number(),
                "ioengine" => engine = value,
                name => command.limits.extend(limit(name, value)),
            }
        }
        if is_waiting(engine) {
            command.asked.depth = Some(1);
        }
        if names > 1 {
            command = Self::default();
        }
        let is_alike = direct.windows(2).all(|it| matches!(it, [one, other] if one == other));
        command.is_direct = direct.first().filter(|_| is_alike).map(|it| *it == 1);
        command
    }
}

/// Bytes of `4096B`, `128KiB`, `4K`: powers of 1024.
fn size_of(text: &str) -> Option<u64> {
    let (number, unit) = split_unit(text);
    whole(decimal(number)? * binary(unit)?).filter(|it| *it > 0)
}

/// Bytes of a unit of fio's: those of version 2 are powers of 1024 without saying so.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_has_one_dash_or_two_and_stands_behind_anything() {
        for text in [
            "fio -direct=1 -rw=randread -bs=4k -iodepth 8 -numjobs=3 -ioengine=libaio -name=a",
            "me@host:~$ sudo /usr/bin/fio --direct=1 --readwrite=randread --bs=4k --iodepth=8 --numjobs=3 --name=a",
            "`fio --name=a --direct=1 --rw=randread --bs=4096 --numjobs=3 --iodepth=8`",
        ] {
            let it = Command::parse(options_of(text).unwrap_or_default());
            assert_eq!((it.name.as_deref(), it.is_direct), (Some("a"), Some(true)), "{text}");
            assert_eq!((it.asked.depth, it.jobs), (Some(8), Some(3)), "{text}");
            assert_eq!(it.asked.blocks, [Some(4096); 3], "{text}");
            assert_eq!(it.asked.order, Some(ImportedOrder::Random), "{text}");
        }
        let limited = Command::parse("--name=a --rate_iops=89 --sync=0 -thinktime 5");
        assert_eq!(limited.limits, ["rate_iops=89", "thinktime=5"]);
        let easy = "--name=a --zero_buffers --size=1g -dedupe_percentage 30 --buffer_compress_percentage=0";
        assert_eq!(Command::parse(easy).limits, ["zero_buffers", "dedupe_percentage=30"]);
        assert_eq!(Command::parse("--zero_buffers=0 --name=a").limits, [""; 0]);
        for text in ["fio-3.16", "as fio says -- so", "profio -direct=1", "a fio job"] {
            assert_eq!(options_of(text), None, "{text}");
        }
        let two = Command::parse("--direct=1 --name=a --bs=4k --name=b --direct=0");
        assert!(two.name.is_none() && two.is_direct.is_none() && two.asked.depth.is_none());
    }
}
