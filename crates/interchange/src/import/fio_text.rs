//! fio's usual output, `--output-format=normal`, versions 2 and 3; several jobs and runs in one text.
//!
//! Sources: fio's `stat.c` (`show_thread_status_normal`, `show_ddir_status`, `show_clat_percentiles`) and HOWTO, section "Interpreting the
//! output". Version 3 prints each rate twice, in powers of 1024 and of 1000; the KB and MB of version 2 are KiB and MiB. Counts and
//! times are shortened by powers of 1000.

use std::collections::BTreeMap;

use iogram_model::{ImportedEvidence, ImportedFigures, ImportedOrder, ImportedResult, OpKind};

use super::fio_json::percentile_name;
use super::line::{Line, bare, decimal, lines, split_unit, unit_bytes, unit_ns};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;
use crate::quantity::whole;

pub(super) const IMPORTER: Importer = Importer {
    kind: "fio-text",
    title: "fio's usual output, versions 2 and 3",
    reads: "every job: rates, IOPS, completion latencies with percentiles, block size, order, depth, number of jobs",
    unknown: "the drive behind the file; caching where no command line stands there",
    detect: |source| {
        let is_job = |it: Line<'_>| Head::of(bare(it.text)).is_some();
        // Beside its JSON it says nothing that is not there.
        let is_json = source.text.contains("\"fio version\"");
        if !is_json && lines(source.text).any(is_job) { 91 } else { 0 }
    },
    read,
};

/// `NAME: (groupid=0, jobs=1): err= 0: pid=784: Tue May  3 15:24:58 2022`.
struct Head<'a> {
    name: &'a str,
    jobs: &'a str,
    when: Option<&'a str>,
}

impl<'a> Head<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let (name, rest) = text.split_once(": (groupid=")?;
        let (_, rest) = rest.split_once("jobs=")?;
        let (jobs, rest) = rest.split_once("): err=")?;
        let when =
            rest.split_once("pid=").and_then(|it| it.1.split_once(": ")).map(|it| it.1.trim());
        Some(Self { name: name.trim(), jobs: jobs.trim(), when })
    }
}

/// What a job was asked to do: `NAME: (g=0): rw=randread, bs=(R) 4096B-4096B, .., ioengine=libaio, iodepth=32`.
#[derive(Debug, Clone, Default)]
struct Asked {
    order: Option<ImportedOrder>,
    /// Of reads, writes and trims.
    blocks: [Option<u64>; 3],
    depth: Option<u32>,
}

impl Asked {
    fn find(text: &str) -> Option<(&str, Self)> {
        let (name, rest) = text.split_once(": (g=")?;
        let (_, rest) = rest.split_once("): rw=")?;
        let rw = rest.split(',').next()?.trim();
        let order = match rw {
            it if it.starts_with("rand") => ImportedOrder::Random,
            _ => ImportedOrder::Sequential,
        };
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
        // Engines that wait for each request have one out, whatever was asked for (HOWTO, iodepth).
        let engine = rest
            .split_once("ioengine=")
            .map_or("", |it| it.1.split(',').next().unwrap_or_default());
        let is_waiting =
            matches!(engine, "sync" | "psync" | "vsync" | "pvsync" | "pvsync2" | "mmap");
        Some((
            name.trim(),
            Self {
                order: Some(order),
                blocks,
                depth: if is_waiting { Some(1) } else { depth },
            },
        ))
    }
}

/// Bytes of `4096B`, `128KiB`, `4K`: powers of 1024.
fn size_of(text: &str) -> Option<u64> {
    let (number, unit) = split_unit(text);
    whole(decimal(number)? * binary(unit)?).filter(|it| *it > 0)
}

/// Bytes of a unit of fio's: those of version 2 are powers of 1024 without saying so.
fn binary(unit: &str) -> Option<f64> {
    Some(match unit {
        "" | "B" => 1.0,
        "K" | "KB" | "KiB" => 1024.0,
        "M" | "MB" | "MiB" => 1_048_576.0,
        "G" | "GB" | "GiB" => 1_073_741_824.0,
        "T" | "TB" | "TiB" => 1_099_511_627_776.0,
        _ => return None,
    })
}

/// Of `12.6k`, `633`, `1.2M`.
fn shortened(line: &Line<'_>, text: &str) -> Result<f64, Refusal> {
    let (number, unit) = split_unit(text);
    let factor = match unit {
        "" => 1.0,
        "k" | "K" => 1e3,
        "m" | "M" => 1e6,
        "g" | "G" => 1e9,
        _ => return Err(line.expected(text.trim(), "a number")),
    };
    Ok(line.number(number)? * factor)
}

#[derive(Debug, Default)]
struct Reading {
    evidence: ImportedEvidence,
    asked: BTreeMap<String, Asked>,
    is_direct: Option<bool>,
    /// Name and number of the job that is read.
    job: Option<(String, Option<u32>)>,
    /// Unit of the percentiles that follow, ns; `None` in those of other latencies.
    percentiles: Option<f64>,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut reading = Reading::default();
    reading.evidence.tool = "fio".to_owned();
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        reading.line(&line, bare(line.text), all.peek().is_none())?;
    }
    number_names(&mut reading.evidence.results);
    if reading.evidence.results.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: "fio's usual output" }));
    }
    Ok(imported(reading.evidence, None).into_iter().collect())
}

impl Reading {
    fn line(&mut self, line: &Line<'_>, text: &str, is_end: bool) -> Result<(), Refusal> {
        if let Some(head) = Head::of(text) {
            self.job = Some((head.name.to_owned(), head.jobs.parse().ok()));
            self.evidence.measured_at =
                head.when.map(str::to_owned).or(self.evidence.measured_at.take());
            self.percentiles = None;
        } else if let Some((name, asked)) = Asked::find(text) {
            self.asked.insert(name.to_owned(), asked);
        } else if text.contains("fio ") && text.contains("--") {
            self.is_direct = match (text.contains("direct=1"), text.contains("direct=0")) {
                (true, false) => Some(true),
                (false, true) => Some(false),
                _ => None,
            };
        } else if let Some(version) = text.strip_prefix("fio-").filter(|it| is_version(it)) {
            self.evidence.version = Some(version.to_owned());
        } else if text.starts_with("Run status") || text.starts_with("Disk stats") {
            self.job = None;
        } else if self.job.is_some() {
            self.figures(line, text, is_end)?;
        }
        Ok(())
    }

    fn figures(&mut self, line: &Line<'_>, text: &str, is_end: bool) -> Result<(), Refusal> {
        let rates = text.split_once(':').map(|(name, rest)| (name.trim(), rest.trim()));
        let kind = match rates {
            Some(("read", rest)) if is_rate(rest) => Some((Some(OpKind::Read), 0)),
            Some(("write", rest)) if is_rate(rest) => Some((Some(OpKind::Write), 1)),
            Some(("trim", rest)) if is_rate(rest) => Some((Some(OpKind::Discard), 2)),
            Some(("mixed", rest)) if is_rate(rest) => Some((None, 0)),
            _ => None,
        };
        if let (Some(kind), Some((_, rest))) = (kind, rates) {
            self.percentiles = None;
            return self.rates(line, kind, rest);
        }
        let Some(last) = self.evidence.results.last_mut() else { return Ok(()) };
        for word in ["clat", "lat"] {
            let Some(rest) = text.strip_prefix(word).and_then(|it| it.strip_prefix(" ("))
            else {
                continue;
            };
            let Some((unit, values)) = rest.split_once("):") else { continue };
            // Shares of all latencies have the same beginning.
            if !values.contains("min=") || word == "lat" && last.latency_of.is_some() {
                return Ok(());
            }
            let unit = unit_ns(unit).ok_or_else(|| line.expected(unit, "a unit of time"))?;
            if is_end {
                return Err(line.cut_off("the line"));
            }
            latencies(line, (values, unit), last)?;
            last.latency_of = Some(word.to_owned());
            return Ok(());
        }
        if let Some((word, unit)) = text.split_once(" percentiles (") {
            let unit = unit.split(')').next().unwrap_or_default();
            let is_its = last.latency_of.as_deref() == Some(word.trim());
            self.percentiles = unit_ns(unit).filter(|_| is_its);
        } else if let Some(unit) = self.percentiles.filter(|_| text.contains("th=[")) {
            for part in
                text.split(']').filter(|it| !it.trim_matches([',', ' ', '|']).is_empty())
            {
                let (share, value) =
                    part.split_once("th=[").ok_or_else(|| line.cut_off("the line"))?;
                let share = share.trim_start_matches([',', ' ', '|']);
                if let Some(name) = percentile_name(share) {
                    let closed = format!("[{value}]");
                    if !text.contains(&closed) {
                        return Err(line.cut_off("the line"));
                    }
                    let value = line.number(value.trim().trim_start_matches('>'))? * unit;
                    last.figures.insert(format!("latency_{name}_ns"), value);
                }
            }
        }
        Ok(())
    }

    /// `IOPS=633, BW=1422KiB/s (1456kB/s)(21.0MiB/15843msec)`, `io=1024.6MB, bw=30629KB/s, iops=7657 , runt= 34240msec`.
    fn rates(
        &mut self,
        line: &Line<'_>,
        (operation, which): (Option<OpKind>, usize),
        text: &str,
    ) -> Result<(), Refusal> {
        let field = |name: &str| -> Result<&str, Refusal> {
            let rest = text.split_once(name).ok_or_else(|| line.cut_off("the line"))?.1;
            let end = rest.find([',', '(', ' ']).filter(|it| *it > 0).unwrap_or(rest.len());
            Ok(rest.get(..end).unwrap_or_default().trim())
        };
        let is_old = text.starts_with("io=");
        let (rate, requests) = if is_old {
            (field("bw=")?, field("iops=")?)
        } else {
            (field("BW=")?, field("IOPS=")?)
        };
        let size = |text: &str| {
            let (number, unit) = split_unit(text);
            let found = decimal(number).zip(binary(unit)).map(|(number, unit)| number * unit);
            found.ok_or_else(|| line.expected(text, "an amount with its unit"))
        };
        let bytes_per_s =
            size(rate.strip_suffix("/s").ok_or_else(|| line.cut_off("the line"))?)?;
        let (moved, time) = if is_old {
            (field("io=")?, text.split_once("runt=").map_or("", |it| it.1))
        } else {
            let moved = text.rsplit_once('(').map_or("", |it| it.1);
            moved.split_once('/').ok_or_else(|| line.cut_off("the line"))?
        };
        let millis = time.trim().split_once("msec").ok_or_else(|| line.cut_off("the line"))?.0;
        let (moved_bytes, elapsed_ms) = (size(moved)?, line.number(millis)?);
        let follows = moved_bytes * 1000.0 / elapsed_ms.max(1.0);
        // It cuts decimals of amounts off: 21.998 MiB are printed as 21.0MiB.
        let cut_bytes = moved_bytes / decimal(split_unit(moved).0).unwrap_or(1.0).max(1.0);
        let slack = cut_bytes * 1000.0 / elapsed_ms.max(1.0) + 2048.0;
        // Arbitrary beside: rates have three digits or four, and short jobs few milliseconds.
        if (bytes_per_s - follows).abs() > follows * (0.02 + 2.0 / elapsed_ms.max(1.0)) + slack
        {
            return Err(line.contradiction(rate, format!("{:.1} KiB/s", follows / 1024.0)));
        }
        let second = text.split_once(" (").and_then(|it| it.1.split_once("/s)")).map(|it| it.0);
        if let Some(second) = second.filter(|_| !is_old) {
            let (number, unit) = split_unit(second);
            let value =
                decimal(number).zip(unit_bytes(unit)).map(|(number, unit)| number * unit);
            let value =
                value.ok_or_else(|| line.expected(second, "a rate in powers of 1000"))?;
            if (bytes_per_s - value).abs() > value * 0.01 + 1024.0 {
                return Err(line.contradiction(rate, format!("{second}/s")));
            }
        }
        let (name, jobs) = self.job.clone().unwrap_or_default();
        let asked = self.asked.get(&name).cloned().unwrap_or_default();
        let figures = ImportedFigures::from([
            ("bytes_per_s", bytes_per_s),
            ("iops", shortened(line, requests)?),
            ("elapsed_ns", elapsed_ms * 1e6),
        ]);
        self.evidence.results.push(ImportedResult {
            operation,
            order: asked.order,
            block_bytes: asked.blocks.get(which).copied().flatten(),
            depth: asked.depth,
            job_count: jobs,
            is_direct: self.is_direct,
            figures,
            ..result(name, line.index)
        });
        Ok(())
    }
}

fn is_version(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_digit()) && !text.contains(' ')
}

fn is_rate(text: &str) -> bool {
    text.starts_with("IOPS=") || text.starts_with("io=")
}

/// ` min=12, max=220209, avg=272.13, stdev=2233.24`.
fn latencies(
    line: &Line<'_>,
    (text, unit): (&str, f64),
    found: &mut ImportedResult,
) -> Result<(), Refusal> {
    for (word, name) in
        [("min=", "min"), ("max=", "max"), ("avg=", "mean"), ("stdev=", "stddev")]
    {
        let rest = text.split_once(word).ok_or_else(|| line.cut_off("the line"))?.1;
        let value = rest.split(',').next().unwrap_or_default();
        found.figures.insert(format!("latency_{name}_ns"), shortened(line, value)? * unit);
    }
    Ok(())
}
