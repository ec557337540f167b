//! The measurement: the requested load of each cell and the engine's execution of it.

use iogram_model::{
    Access, Again, Application, ApplicationRecord, Bytes, Caching, CellRecord, DataPattern,
    JobLayout, Loop, Nanos, Pacing, PauseRule, Permille, Region, ReplayRecord, SyncCall,
    SyncPolicy, Workload,
};

use crate::format;
use crate::group::Group;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::statement::said;
use crate::table::{Heading, Table};

/// `None` if nothing was measured. Settings that all cells share are stated once.
pub(crate) fn section(groups: &[Group<'_>], locale: &Locale) -> Option<Section> {
    let phrases: Vec<Vec<String>> =
        groups.iter().map(|group| phrases(&group.cells[0].workload, locale)).collect();
    let common = common(groups, locale);
    phrases.first()?;
    let mut blocks = Vec::new();
    if !common.is_empty() {
        let load = common.join(", ");
        let text =
            if groups.len() > 1 { say!(locale, "every-cell", load = load) } else { load };
        blocks.push(Block::Paragraph(text));
    }
    let table = engine_table(groups, locale, |index| {
        let own = phrases[index].iter().filter(|it| !common.contains(it));
        own.cloned().collect::<Vec<_>>().join(", ")
    });
    blocks.push(Block::Table(table));
    blocks.push(Block::Paragraph(paths(groups, locale)));
    blocks.push(Block::Paragraph(latency_meaning(groups, locale)));
    Some(Section::new(SectionKind::HowItWasMeasured, locale, blocks))
}

/// The settings that all cells share.
pub(crate) fn common(groups: &[Group<'_>], locale: &Locale) -> Vec<String> {
    let workloads: Vec<&Workload> =
        groups.iter().map(|group| &group.cells[0].workload).collect();
    let phrases: Vec<Vec<String>> = workloads.iter().map(|it| phrases(it, locale)).collect();
    let is_common = |phrase: &String| phrases.iter().all(|other| other.contains(phrase));
    let first = phrases.first().into_iter().flatten();
    let mut common: Vec<String> = first.filter(|it| is_common(it)).cloned().collect();
    common.extend(common_data(&workloads, locale).filter(|data| !is_common(data)));
    common
}

/// The written data, if it is the same in all writes.
fn common_data(workloads: &[&Workload], locale: &Locale) -> Option<String> {
    let own = |it: &&&Workload| it.writes() && it.application.is_none();
    let mut written = workloads.iter().filter(own).map(|it| data(it.data, locale));
    let first = written.next()?;
    written.all(|other| other == first).then_some(first)
}

fn engine_table(
    groups: &[Group<'_>],
    locale: &Locale,
    load: impl Fn(usize) -> String,
) -> Table {
    let columns = vec![
        Heading::name(say!(locale, "cell")),
        Heading::words(say!(locale, "load")),
        Heading::name(say!(locale, "path")),
        Heading::numbers(say!(locale, "outstanding")).of(say!(locale, "requests")),
        Heading::numbers("CPU").of(say!(locale, "submitter")),
    ];
    let rows = groups.iter().enumerate().map(|(index, group)| {
        vec![
            group.name.to_owned(),
            load(index),
            group.cells[0].engine.path.name().to_owned(),
            outstanding(group, locale),
            busiest_submitter(group),
        ]
    });
    Table { columns, rows: rows.collect() }.without_empty_columns()
}

/// Reached and requested; of several repetitions the one that reached least.
fn outstanding(group: &Group<'_>, locale: &Locale) -> String {
    let least = group
        .cells
        .iter()
        .map(|cell| &cell.engine)
        .min_by(|one, other| one.depth_reached.total_cmp(&other.depth_reached));
    least.map_or(String::new(), |engine| {
        let reached = engine.depth_reached;
        let digits = if reached < 10.0 { 2 } else { 1 };
        let reached = format!("{reached:.digits$}");
        say!(locale, "depth-of", reached = reached, asked = engine.depth_asked)
    })
}

/// The largest share of a core that a submitter used in any repetition.
fn busiest_submitter(group: &Group<'_>) -> String {
    let ratios = group.cells.iter().filter_map(|cell| cell.engine.submit_cpu_ratio);
    let largest = ratios.reduce(f64::max);
    largest.map_or(String::new(), |ratio| format::percent(Some(ratio)))
}

/// The paths of requests, and the reasons.
fn paths(groups: &[Group<'_>], locale: &Locale) -> String {
    let mut texts: Vec<String> = Vec::new();
    for engine in cells(groups).map(|cell| &cell.engine) {
        let name = engine.path.name();
        let reason = said(&engine.path_reason, engine.path_statement.as_ref(), locale);
        let text = if engine.features.is_empty() {
            format!("{name} ({reason})")
        } else {
            let features = engine.features.join(", ");
            say!(locale, "path-with", name = name, features = features, reason = reason)
        };
        let text = match &engine.application {
            Some(application) => format!("{text}: {}", program_text(application, locale)),
            None => text,
        };
        let text = match &engine.replay {
            Some(replay) => replay_text(text, replay, locale),
            None => text,
        };
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    say!(locale, "paths", paths = texts.join("; "))
}

/// Other changes to a trace.
fn replay_text(path: String, replay: &ReplayRecord, locale: &Locale) -> String {
    let cut = (replay.idle_cut_ns > 0)
        .then(|| say!(locale, "replay-cut", time = Nanos(replay.idle_cut_ns)));
    let split = (replay.split_count > 0)
        .then(|| say!(locale, "replay-split", count = replay.split_count));
    let left_out = (replay.left_out_count > 0)
        .then(|| say!(locale, "replay-left-out", count = replay.left_out_count));
    let all = std::iter::once(path).chain(cut).chain(split).chain(left_out);
    all.collect::<Vec<_>>().join(", ")
}

/// The program and its settings.
fn program_text(application: &ApplicationRecord, locale: &Locale) -> String {
    let version = application.version.as_deref().unwrap_or_default();
    let name = format!("{} {version}", application.name).trim().to_owned();
    let page = application.page_size_bytes;
    let page = page.map(|size| say!(locale, "program-page", size = Bytes(size)));
    let settings = application.settings.iter().cloned();
    std::iter::once(name).chain(page).chain(settings).collect::<Vec<_>>().join(", ")
}

fn latency_meaning(groups: &[Group<'_>], locale: &Locale) -> String {
    let has = |pacing| cells(groups).any(|cell| cell.engine.pacing == pacing);
    let (closed, open) = (say!(locale, "loop-closed"), say!(locale, "loop-open"));
    match (has(Loop::Closed), has(Loop::Open)) {
        (true, true) => format!("{closed} {open}"),
        (false, true) => open,
        _ => closed,
    }
}

fn cells<'a>(groups: &'a [Group<'a>]) -> impl Iterator<Item = &'a CellRecord> {
    groups.iter().flat_map(|group| group.cells.iter().copied())
}

/// The load of a cell in a few words.
pub(crate) fn load_text(workload: &Workload, locale: &Locale) -> String {
    let access = match workload.access {
        // A chart need not state that no address repeats.
        Access::Permutation => {
            format!("{} {}", access_name(&Access::Random, locale), workload.block)
        }
        _ => access(workload, locale),
    };
    let parts = [access, mix(workload, locale), queue(workload, locale)];
    let known: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    known.join(", ")
}

fn phrases(workload: &Workload, locale: &Locale) -> Vec<String> {
    // The requests of a booting computer are unknown.
    if workload.application == Some(Application::Boot) {
        return Vec::new();
    }
    let mut phrases = vec![
        access(workload, locale),
        mix(workload, locale),
        queue(workload, locale),
        pacing(workload.pacing, locale),
        again(workload.again, locale),
        stop(workload, locale),
        sync(workload, locale),
        caching_of(workload, locale),
    ];
    if workload.region != Region::default() {
        phrases.push(say!(locale, "of-region", region = workload.region));
    }
    if workload.ramp.0 > 0 {
        phrases.push(say!(locale, "ramp-left-out", time = workload.ramp));
    }
    if workload.writes() && workload.application.is_none() {
        phrases.push(data(workload.data, locale));
    }
    phrases.retain(|phrase| !phrase.is_empty());
    phrases
}

/// The addresses and sizes; or the program whose operations they are.
fn access(workload: &Workload, locale: &Locale) -> String {
    if let Some(application) = workload.application {
        return say!(
            locale,
            "load-application",
            application = application,
            block = workload.block
        );
    }
    if let Some(replay) = &workload.replay {
        return say!(locale, "load-replay", trace = replay.trace, how = replay.how);
    }
    format!("{} {}", access_name(&workload.access, locale), workload.block)
}

/// The addresses, in a word.
pub(crate) fn access_name(access: &Access, locale: &Locale) -> String {
    match access {
        Access::Sequential => say!(locale, "access-sequential"),
        Access::Random => say!(locale, "access-random"),
        Access::Permutation => say!(locale, "access-permutation"),
        // In the notation of options: zones and strides have values of their own.
        other => other.to_string(),
    }
}

fn mix(workload: &Workload, locale: &Locale) -> String {
    let mix = workload.mix;
    let shares = [
        (mix.read, "reads", "share-reads"),
        (mix.write(), "writes", "share-writes"),
        (mix.discard, "discards", "share-discards"),
        (mix.flush, "flushes", "share-flushes"),
    ];
    let shown =
        shares.into_iter().filter(|(share, ..)| share.0 > 0).map(|(share, all, part)| {
            match share {
                Permille::ALL => locale.text(all),
                share => locale.with(part, &[("share", &share.to_string())]),
            }
        });
    shown.collect::<Vec<_>>().join(" + ")
}

fn queue(workload: &Workload, locale: &Locale) -> String {
    let depth = workload.depth;
    match (workload.jobs, workload.layout) {
        (1, _) => say!(locale, "of-depth", depth = depth),
        (jobs, JobLayout::Shared) => say!(locale, "jobs-shared", count = jobs, depth = depth),
        (jobs, JobLayout::Sliced) => say!(locale, "jobs-sliced", count = jobs, depth = depth),
        (jobs, JobLayout::Alike) => say!(locale, "jobs-alike", count = jobs, depth = depth),
    }
}

fn pacing(pacing: Pacing, locale: &Locale) -> String {
    match pacing {
        Pacing::Closed => String::new(),
        Pacing::Open { rate_per_s, arrivals, pauses } => {
            let plain = Pacing::Open { rate_per_s, arrivals, pauses: None };
            let rate = say!(locale, "at-rate", rate = plain);
            pauses.map_or(rate.clone(), |rule| format!("{rate}, {}", with_pauses(rule, locale)))
        }
        Pacing::Pausing(rule) => with_pauses(rule, locale),
    }
}

fn with_pauses(rule: PauseRule, locale: &Locale) -> String {
    let pause = rule.length;
    match (rule.after_count, rule.after_time) {
        (Some(count), None) => say!(locale, "with-pauses", pause = pause, count = count),
        (Some(count), Some(time)) => {
            say!(locale, "with-pauses-either", pause = pause, count = count, time = time)
        }
        (None, Some(time)) => say!(locale, "with-pauses-timed", pause = pause, time = time),
        (None, None) => String::new(),
    }
}

/// The requests at the addresses of earlier requests.
fn again(again: Option<Again>, locale: &Locale) -> String {
    match again {
        None => String::new(),
        Some(Again::Read { count, after_count }) => {
            say!(locale, "reads-again", count = count, after = after_count)
        }
        Some(Again::Write) => say!(locale, "writes-again"),
        Some(Again::Written(share)) => say!(locale, "reads-written", share = share),
    }
}

fn stop(workload: &Workload, locale: &Locale) -> String {
    if workload.replay.is_some() {
        // It ends with the trace.
        return String::new();
    }
    let stop = workload.stop;
    let limits = [
        stop.time.map(|time| time.to_string()),
        stop.amount.map(|amount| amount.to_string()),
        stop.count.map(|count| say!(locale, "count-requests", count = count)),
    ];
    let limits = limits.into_iter().flatten();
    let either =
        |one: String, other: String| say!(locale, "either-or", one = one, other = other);
    let limit = limits.reduce(either).unwrap_or_default();
    let limit = match stop.floor {
        Some(rule) => say!(locale, "until-below", limit = limit, rule = rule),
        None => limit,
    };
    if let Some(rule) = stop.steady {
        return say!(locale, "until-steady", limit = limit, rule = rule);
    }
    match stop.certain {
        Some(certain) => say!(
            locale,
            "until-certain",
            limit = limit,
            after = certain.after,
            within = certain.within,
            confidence = certain.confidence
        ),
        None => limit,
    }
}

fn sync(workload: &Workload, locale: &Locale) -> String {
    let call = match workload.sync_call {
        SyncCall::Fdatasync => "fdatasync",
        SyncCall::Fsync => "fsync",
    };
    match workload.sync {
        SyncPolicy::None => String::new(),
        SyncPolicy::Each => say!(locale, "sync-each", call = call),
        SyncPolicy::Every(count) => say!(locale, "sync-every", call = call, count = count),
        SyncPolicy::End => say!(locale, "sync-end", call = call),
        SyncPolicy::Dsync => say!(locale, "sync-dsync"),
    }
}

/// A program decides by itself.
fn caching_of(workload: &Workload, locale: &Locale) -> String {
    match workload.application {
        Some(_) => String::new(),
        None => caching(workload.caching, locale),
    }
}

fn caching(caching: Caching, locale: &Locale) -> String {
    match caching {
        Caching::Direct => say!(locale, "direct-i-o"),
        Caching::Buffered => say!(locale, "buffered-i-o"),
        Caching::BufferedCold => say!(locale, "buffered-cold"),
    }
}

fn data(data: DataPattern, locale: &Locale) -> String {
    match data {
        DataPattern::Random => say!(locale, "written-data-random"),
        DataPattern::Zeros => say!(locale, "written-data-zeros"),
        DataPattern::Image => say!(locale, "written-data-image"),
        DataPattern::Placed => say!(locale, "written-data-placed"),
        DataPattern::Repeated(_) => say!(locale, "written-data-repeated", data = data),
        DataPattern::Headed(bytes) => say!(locale, "written-data-headed", bytes = bytes),
        DataPattern::Dedupe(share) => say!(locale, "written-data-dedupe", share = share),
        DataPattern::Compressible(share) => {
            say!(locale, "written-data-compressible", share = share)
        }
    }
}
