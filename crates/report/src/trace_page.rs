//! A trace as a page: the load that its requests put on a drive.

use iogram_model::{Bytes, Nanos, OpKind, Severity};
use iogram_trace::{KindProfile, Profile, TraceFacts};

use crate::format;
use crate::format::operation_name;
use crate::head::Head;
use crate::locale::{Locale, say};
use crate::page::Page;
use crate::sheet::{Block, Section, Sheet, named};
use crate::table::{Heading, Table};

/// Sizes to list for each kind; the rest is summed up. Arbitrary: a screen has room for them.
const SIZES_LISTED: usize = 6;
/// Programs to list. Arbitrary.
const PROGRAMS_LISTED: usize = 10;

/// A trace with the name of its file as a page.
#[must_use]
pub fn trace_page(
    name: &str,
    (facts, profile): (&TraceFacts, &Profile),
    locale: &Locale,
) -> Page {
    let mut sections = vec![
        Section::named(
            say!(locale, "trace-requests"),
            vec![Block::Table(kinds(profile, locale))],
        ),
        Section::named(say!(locale, "trace-sizes"), vec![Block::Table(sizes(profile, locale))]),
    ];
    if !profile.programs.is_empty() {
        let table = Block::Table(programs(profile, locale));
        sections.push(Section::named(say!(locale, "trace-programs"), vec![table]));
    }
    let sheet = Sheet {
        head: Some(head(profile, locale)),
        title: say!(locale, "trace-title", name = name),
        subtitle: origin(facts, locale),
        alarm: alarm(facts, locale),
        facts: named(facts_of(facts, profile, locale), locale),
        sections,
    };
    Page::new(sheet, Vec::new(), locale)
}

/// A trace as JSON: its facts and the load of its requests. Unknown is null.
#[must_use]
pub fn trace_json(facts: &TraceFacts, profile: &Profile) -> String {
    let kind = |(kind, it): (OpKind, &KindProfile)| {
        let quantiles = it.latency.quantiles();
        let sizes: Vec<_> = it
            .sizes
            .by_count()
            .into_iter()
            .map(|(size, count)| serde_json::json!({"length_bytes": size, "count": count}))
            .collect();
        serde_json::json!({
            "kind": kind.name(),
            "count": it.count,
            "bytes": it.bytes,
            "sequential_count": it.sequential_count,
            "fua_count": it.fua_count,
            "latency_p50_ns": quantiles.p50,
            "latency_p99_ns": quantiles.p99,
            "latency_p999_ns": quantiles.p999,
            "latency_max_ns": it.latency.max_ns(),
            "sizes": sizes,
            "other_size_count": it.sizes.other_count(),
        })
    };
    let program = |(name, count, bytes): &(String, u64, u64)| serde_json::json!({"name": name, "count": count, "bytes": bytes});
    let json = serde_json::json!({
        "facts": facts,
        "request_count": profile.request_count(),
        "duration_ns": profile.duration_ns,
        "busy_ns": profile.busy_ns,
        "depth_mean_milli": profile.depth_mean_milli,
        "depth_max": profile.depth_max,
        "gap_count": profile.gaps.count,
        "gap_total_ns": profile.gaps.total_ns,
        "gap_longest_ns": profile.gaps.longest_ns,
        "working_set_bytes": profile.working_set_bytes,
        "read_first_bytes": profile.read_first_bytes,
        "end_bytes": profile.end,
        "alignment_bytes": profile.alignment_bytes,
        "kinds": present(profile).map(kind).collect::<Vec<_>>(),
        "programs": profile.programs.iter().map(program).collect::<Vec<_>>(),
    });
    iogram_model::plain_json(format!("{json:#}\n"))
}

/// The workload in sentences: the most frequent requests, their concurrency, and the frequency of flushes.
fn head(profile: &Profile, locale: &Locale) -> Head {
    let mut sentences = Vec::new();
    let (reads, writes) = (profile.of(OpKind::Read), profile.of(OpKind::Write));
    let data_count = reads.count.saturating_add(writes.count);
    if data_count > 0 {
        let share = format::percent(ratio(writes.count, data_count));
        let bytes = reads.bytes.saturating_add(writes.bytes);
        sentences.push(say!(
            locale,
            "trace-mix",
            writes = share,
            bytes = format::percent(ratio(writes.bytes, bytes)),
        ));
        let sequential = reads.sequential_count.saturating_add(writes.sequential_count);
        let id = match ratio(sequential, data_count) {
            // Three quarters either way; arbitrary.
            Some(share) if share >= 0.75 => "trace-sequential",
            Some(share) if share <= 0.25 => "trace-random",
            _ => "trace-half-sequential",
        };
        let share = format::percent(ratio(sequential, data_count));
        sentences.push(locale.with(id, &[("share", &share)]));
    }
    if let (Some(mean), Some(most)) = (profile.depth_mean_milli, profile.depth_max) {
        let mean = format!("{}.{}", mean / 1000, mean % 1000 / 100);
        sentences.push(say!(locale, "trace-depth", mean = mean, most = most));
    }
    let durable = profile.of(OpKind::Flush).count.saturating_add(writes.fua_count);
    if durable > 0 && writes.count > 0 {
        let each = Bytes(writes.bytes.checked_div(durable).unwrap_or(0)).rounded();
        sentences.push(say!(locale, "trace-durable", count = durable, bytes = each));
    } else if writes.count > 0 {
        sentences.push(say!(locale, "trace-never-durable"));
    }
    let mut sentences = sentences.into_iter();
    Head {
        severity: Severity::Measured,
        answer: sentences.next().unwrap_or_else(|| say!(locale, "nothing-to-show")),
        lines: sentences.collect(),
    }
}

fn origin(facts: &TraceFacts, locale: &Locale) -> String {
    let mut parts = vec![say!(locale, "trace-from", source = facts.source)];
    parts.extend(facts.file.clone());
    parts.extend(
        facts.volume.as_ref().map(|volume| say!(locale, "trace-volume", name = volume)),
    );
    parts.extend(facts.command.clone());
    parts.join(", ")
}

fn alarm(facts: &TraceFacts, locale: &Locale) -> Option<String> {
    let count = facts.wrong_line_count;
    (count > 0).then(|| say!(locale, "trace-wrong-lines", count = count))
}

fn facts_of(
    facts: &TraceFacts,
    profile: &Profile,
    locale: &Locale,
) -> Vec<(&'static str, String)> {
    let duration = profile.duration_ns;
    let share = |part: u64| format::percent(ratio(part, duration));
    let mut all = vec![
        ("requests", profile.request_count().to_string()),
        ("trace-duration", Nanos(duration).to_string()),
    ];
    if let Some(busy) = profile.busy_ns {
        let (time, share) = (Nanos(busy), share(busy));
        all.push(("trace-busy", say!(locale, "trace-of-time", time = time, share = share)));
    }
    let gaps = &profile.gaps;
    if gaps.count > 0 {
        let (count, time, share) = (gaps.count, Nanos(gaps.total_ns), share(gaps.total_ns));
        let longest = Nanos(gaps.longest_ns);
        let text = say!(
            locale,
            "trace-gaps-text",
            count = count,
            time = time,
            share = share,
            longest = longest
        );
        all.push(("trace-gaps", text));
    }
    all.push(("trace-working-set", Bytes(profile.working_set_bytes).both()));
    if profile.read_first_bytes > 0 {
        all.push(("trace-read-first", Bytes(profile.read_first_bytes).both()));
    }
    all.push(("trace-end", Bytes(profile.end).both()));
    if let Some(capacity) = facts.capacity_bytes {
        all.push(("trace-capacity", Bytes(capacity).both()));
    }
    all.extend(profile.alignment_bytes.map(|bytes| ("trace-alignment", Bytes(bytes).binary())));
    if facts.without_completion_count > 0 {
        all.push(("trace-without-completion", facts.without_completion_count.to_string()));
    }
    all
}

/// The kinds that occur, with their profiles.
fn present(profile: &Profile) -> impl Iterator<Item = (OpKind, &KindProfile)> {
    OpKind::ALL.into_iter().zip(&profile.kinds).filter(|(_, kind)| kind.count > 0)
}

fn kinds(profile: &Profile, locale: &Locale) -> Table {
    let columns = vec![
        Heading::name(say!(locale, "trace-kind")),
        Heading::numbers(say!(locale, "requests")),
        Heading::numbers(say!(locale, "trace-share")),
        Heading::numbers(say!(locale, "trace-bytes")),
        Heading::numbers(say!(locale, "trace-mean-size")),
        Heading::numbers(say!(locale, "trace-sequential-share")),
        Heading::numbers(say!(locale, "p50")),
        Heading::numbers(say!(locale, "p99")),
        Heading::numbers(say!(locale, "trace-max")),
    ];
    let total = profile.request_count();
    let row = |(kind, it): (OpKind, &KindProfile)| {
        let has_data = kind != OpKind::Flush;
        let time = |ns: Option<u64>| ns.map_or_else(String::new, |ns| Nanos(ns).to_string());
        let of_data = |text: String| if has_data { text } else { String::new() };
        let quantiles = it.latency.quantiles();
        vec![
            operation_name(kind, locale),
            it.count.to_string(),
            format::percent(ratio(it.count, total)),
            of_data(Bytes(it.bytes).rounded()),
            of_data(
                it.bytes.checked_div(it.count).map_or_else(String::new, |b| Bytes(b).rounded()),
            ),
            of_data(format::percent(ratio(it.sequential_count, it.count))),
            time(quantiles.p50),
            time(quantiles.p99),
            time(it.latency.max_ns()),
        ]
    };
    Table { columns, rows: present(profile).map(row).collect() }.without_empty_columns()
}

fn sizes(profile: &Profile, locale: &Locale) -> Table {
    let columns = vec![
        Heading::name(say!(locale, "trace-kind")),
        Heading::numbers(say!(locale, "size")),
        Heading::numbers(say!(locale, "requests")),
        Heading::numbers(say!(locale, "trace-share-of-kind")),
    ];
    let mut rows = Vec::new();
    for (kind, it) in present(profile).filter(|(kind, _)| *kind != OpKind::Flush) {
        let sizes = it.sizes.by_count();
        let (listed, rest) = sizes.split_at(sizes.len().min(SIZES_LISTED));
        let rest =
            rest.iter().fold(it.sizes.other_count(), |sum, (_, n)| sum.saturating_add(*n));
        let listed = listed.iter().map(|&(size, count)| (Bytes(size.into()).binary(), count));
        let others = (rest > 0).then(|| (say!(locale, "trace-other-sizes"), rest));
        rows.extend(listed.chain(others).map(|(size, count)| {
            let share = format::percent(ratio(count, it.count));
            vec![operation_name(kind, locale), size, count.to_string(), share]
        }));
    }
    Table { columns, rows }
}

fn programs(profile: &Profile, locale: &Locale) -> Table {
    let columns = vec![
        Heading::name(say!(locale, "trace-program")),
        Heading::numbers(say!(locale, "requests")),
        Heading::numbers(say!(locale, "trace-bytes")),
    ];
    let row = |(name, count, bytes): &(String, u64, u64)| {
        vec![name.clone(), count.to_string(), Bytes(*bytes).rounded()]
    };
    Table { columns, rows: profile.programs.iter().take(PROGRAMS_LISTED).map(row).collect() }
}

/// A share of a whole; `None` if the whole is 0.
#[expect(clippy::cast_precision_loss, reason = "a share needs no more than 53 bits")]
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
