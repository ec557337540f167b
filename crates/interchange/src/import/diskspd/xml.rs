//! `DiskSpd -Rxml`: settings and results as elements. It contains bytes and seconds and no rates.

use std::collections::BTreeMap;

use iogram_model::{ImportedFact, ImportedOrder, text};

use super::super::fio_json::percentile_name;
use super::super::line::decimal;
use super::super::refusal::{Reason, Refusal};
use super::super::xml::{self, Elements, Xml};
use super::{Agreed, Asked, Measured, Part, Row, Run};

/// The element of a run.
const ROOT: &str = "Results";

pub(super) fn is_report(text: &str) -> bool {
    ["<Results>", "<TimeSpan>", "<TestTimeSeconds>"].iter().all(|it| text.contains(it))
}

/// Settings of a target; the order of its elements does not show their meaning.
#[derive(Debug, Default)]
struct Target {
    asked: Asked,
    is_random: bool,
    is_partly_random: bool,
}

#[derive(Debug, Default)]
struct Reading {
    run: Run,
    /// Targets of the timespan whose settings are read.
    targets: Vec<Asked>,
    target: Target,
    /// If the threads share all targets, one depth applies to all of them.
    shared_depth: Option<u32>,
    /// Bytes and requests of the measured timespan, reads and writes.
    moved: [(u64, u64); 2],
    means: [BTreeMap<String, f64>; 3],
    bucket: Bucket,
}

#[derive(Debug, Default)]
struct Bucket {
    name: Option<String>,
    values: Vec<(Part, f64)>,
}

pub(super) fn read(text: &str) -> Result<Vec<Run>, Refusal> {
    let of_part = |part| {
        let mut reading = Reading { run: Run::begin(), ..Reading::default() };
        xml::walk(part, ROOT, &mut reading)?;
        Ok(reading.run)
    };
    xml::each(text, ROOT).map(of_part).collect()
}

/// The number in an element that requires one.
fn number(xml: &mut Xml<'_>, text: &str) -> Result<f64, Refusal> {
    decimal(text).ok_or_else(|| xml.expected(text, text!("interchange-number")))
}

fn count(xml: &mut Xml<'_>, text: &str) -> Result<u64, Refusal> {
    text.parse().ok().ok_or_else(|| xml.expected(text, text!("interchange-whole-number")))
}

impl Elements for Reading {
    fn begin(&mut self, path: &[&str], xml: &mut Xml<'_>) {
        if path == ["Results", "TimeSpan"] {
            let line_index = xml.line();
            self.run.measured.push(Measured { line_index, ..Measured::default() });
        }
    }

    fn end(&mut self, path: &[&str], text: &str, xml: &mut Xml<'_>) -> Result<(), Refusal> {
        match path {
            ["Results", "System", "Tool", "Version"] => {
                self.run.evidence.version = Some(text.to_owned());
            }
            ["Results", "System", "RunTime"] => {
                self.run.evidence.measured_at = Some(text.to_owned());
            }
            ["Results", "Profile", "TimeSpans", "TimeSpan", rest @ ..] => {
                self.asked(rest, text, xml)?;
            }
            ["Results", "TimeSpan", rest @ ..] => self.measured(rest, text, xml)?,
            _ => {}
        }
        Ok(())
    }
}

impl Reading {
    fn asked(&mut self, path: &[&str], text: &str, xml: &mut Xml<'_>) -> Result<(), Refusal> {
        let target = &mut self.target;
        match path {
            [name @ ("Duration" | "Warmup" | "Cooldown")] => {
                let value = format!("{text}s");
                self.run.evidence.facts.push(ImportedFact::new(*name, value));
            }
            ["RequestCount"] => {
                self.shared_depth = count(xml, text)?.try_into().ok().filter(|it| *it > 0);
            }
            ["Targets", "Target", "Path"] => target.asked.path.say(text.to_owned()),
            ["Targets", "Target", "BlockSize"] => {
                target.asked.block_bytes.say(count(xml, text)?);
            }
            // An alignment, which is present if addresses are random.
            ["Targets", "Target", "Random"] => target.is_random = count(xml, text)? > 0,
            ["Targets", "Target", "RandomRatio"] => {
                target.is_partly_random = (1..100).contains(&count(xml, text)?);
            }
            ["Targets", "Target", "WriteRatio"] => {
                let percent = count(xml, text)?;
                target.asked.write_percent.say(u32::try_from(percent).unwrap_or(u32::MAX));
            }
            ["Targets", "Target", "RequestCount"] => {
                let depth = count(xml, text)?;
                target.asked.depth.say(u32::try_from(depth).unwrap_or(u32::MAX));
            }
            ["Targets", "Target", "DisableOSCache" | "DisableAllCache"] if text == "true" => {
                target.asked.is_direct = Agreed::On(true);
            }
            ["Targets", "Target"] => self.end_of_target(),
            [] => self.end_of_asked(),
            _ => {}
        }
        Ok(())
    }

    fn end_of_target(&mut self) {
        let Target { mut asked, is_random, is_partly_random } =
            std::mem::take(&mut self.target);
        asked.order.say(match (is_partly_random, is_random) {
            (true, _) => ImportedOrder::Unknown,
            (false, true) => ImportedOrder::Random,
            (false, false) => ImportedOrder::Sequential,
        });
        if asked.is_direct == Agreed::Unsaid {
            asked.is_direct.say(false);
        }
        self.targets.push(asked);
    }

    /// Ends a timespan's settings: keeps those that are the same for all targets.
    fn end_of_asked(&mut self) {
        let mut all = Asked::default();
        for it in std::mem::take(&mut self.targets) {
            all.path.join(it.path);
            all.block_bytes.join(it.block_bytes);
            all.order.join(it.order);
            all.depth.join(it.depth);
            all.is_direct.join(it.is_direct);
            all.write_percent.join(it.write_percent);
        }
        if let Some(depth) = self.shared_depth.take() {
            all.depth = Agreed::On(depth);
        }
        self.run.asked.push(all);
    }

    fn measured(
        &mut self,
        path: &[&str],
        text: &str,
        xml: &mut Xml<'_>,
    ) -> Result<(), Refusal> {
        match path {
            ["Error"] => {
                let reason = Reason::Said { tool: "DiskSpd", message: text.to_owned() };
                return Err(Refusal { line: xml.line(), column: 1, reason });
            }
            ["TestTimeSeconds"] => {
                let seconds = number(xml, text)?;
                if seconds <= 0.0 {
                    return Err(xml.expected(text, text!("interchange-time-not-zero")));
                }
                if let Some(it) = self.run.measured.last_mut() {
                    it.elapsed_s = Some(seconds);
                }
            }
            ["ThreadCount"] => {
                let threads = count(xml, text)?;
                if let Some(it) = self.run.measured.last_mut() {
                    it.thread_count = threads.try_into().ok();
                }
            }
            ["Thread", "Target", name] => self.moved(name, text, xml)?,
            ["Latency", "Bucket"] => self.end_of_bucket(),
            ["Latency", "Bucket", name] => self.bucket(name, text, xml)?,
            ["Latency", name] => self.latency(name, text, xml)?,
            [] => self.end_of_measured(xml)?,
            _ => {}
        }
        Ok(())
    }

    fn moved(&mut self, name: &str, text: &str, xml: &mut Xml<'_>) -> Result<(), Refusal> {
        let [(read_bytes, read_count), (written_bytes, write_count)] = &mut self.moved;
        let slot = match name {
            "ReadBytes" => read_bytes,
            "ReadCount" => read_count,
            "WriteBytes" => written_bytes,
            "WriteCount" => write_count,
            _ => return Ok(()),
        };
        *slot = slot.saturating_add(count(xml, text)?);
        Ok(())
    }

    fn latency(&mut self, name: &str, text: &str, xml: &mut Xml<'_>) -> Result<(), Refusal> {
        let (part, figure) = match name {
            "AverageReadMilliseconds" => (Part::Read, "latency_mean_ns"),
            "ReadLatencyStdev" => (Part::Read, "latency_stddev_ns"),
            "AverageWriteMilliseconds" => (Part::Write, "latency_mean_ns"),
            "WriteLatencyStdev" => (Part::Write, "latency_stddev_ns"),
            "AverageTotalMilliseconds" => (Part::Total, "latency_mean_ns"),
            "LatencyStdev" => (Part::Total, "latency_stddev_ns"),
            _ => return Ok(()),
        };
        let ns = number(xml, text)? * 1e6;
        if let Some(of_part) = self.means.get_mut(part.index()) {
            of_part.insert(figure.to_owned(), ns);
        }
        Ok(())
    }

    fn bucket(&mut self, name: &str, text: &str, xml: &mut Xml<'_>) -> Result<(), Refusal> {
        let part = match name {
            "Percentile" => {
                self.bucket.name = Some(text.to_owned());
                return Ok(());
            }
            "ReadMilliseconds" => Part::Read,
            "WriteMilliseconds" => Part::Write,
            "TotalMilliseconds" => Part::Total,
            _ => return Ok(()),
        };
        self.bucket.values.push((part, number(xml, text)? * 1e6));
        Ok(())
    }

    fn end_of_bucket(&mut self) {
        let Bucket { name, values } = std::mem::take(&mut self.bucket);
        let name = match name.as_deref() {
            Some("0") => Some("min"),
            Some("100") => Some("max"),
            Some(share) => percentile_name(share),
            None => None,
        };
        let (Some(name), Some(measured)) = (name, self.run.measured.last_mut()) else { return };
        for (part, ns) in values {
            if let Some(of_part) = measured.percentiles.get_mut(part.index()) {
                of_part.insert(format!("latency_{name}_ns"), ns);
            }
        }
    }

    /// Ends a timespan's results: computes the rates from bytes and time, because the file has none.
    #[expect(clippy::cast_precision_loss, reason = "the time has two decimals")]
    fn end_of_measured(&mut self, xml: &mut Xml<'_>) -> Result<(), Refusal> {
        let moved = std::mem::take(&mut self.moved);
        let means = std::mem::take(&mut self.means);
        let index = self.run.measured.len().saturating_sub(1);
        let block = self.run.asked.get(index).and_then(|it| it.block_bytes.known());
        let Some(measured) = self.run.measured.last_mut() else { return Ok(()) };
        let Some(seconds) = measured.elapsed_s else {
            return Err(xml.expected("", text!("interchange-testtimeseconds")));
        };
        let [(read_bytes, read_count), (written_bytes, write_count)] = moved;
        let total =
            (read_bytes.saturating_add(written_bytes), read_count.saturating_add(write_count));
        for (part, (bytes, count)) in
            [Part::Read, Part::Write, Part::Total].into_iter().zip([moved[0], moved[1], total])
        {
            if let Some(block) = block
                && count.checked_mul(block) != Some(bytes)
            {
                let line = measured.line_index;
                let other = format!("{count} requests of {block} bytes");
                let reason = Reason::Contradiction { one: bytes.to_string(), other };
                return Err(Refusal { line, column: 1, reason });
            }
            let row = Row {
                bytes,
                count,
                bytes_per_s: bytes as f64 / seconds,
                iops: count as f64 / seconds,
                more: means.get(part.index()).cloned().unwrap_or_default(),
            };
            if let Some(slot) = measured.rows.get_mut(part.index()) {
                *slot = Some(row);
            }
        }
        Ok(())
    }
}
