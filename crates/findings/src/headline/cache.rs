//! Statements about the flash cache: its end, its recovery, or that it was not visible.

use std::collections::BTreeMap;

use iogram_model::{
    Argument, CacheRecovery, Finding, Message, MessageId, Severity, SlcCache, SlcCacheType,
};

use super::{DENIED, Statement};

/// A cache counts as recovered from this share on: its measured size differs by a few percent from pass to pass.
const BACK_RATIO: f64 = 0.9;

/// Longest gap between two cells on a real drive without a rest. Arbitrary.
const AT_ONCE_NS: u64 = 100_000_000;

/// The end of each visible cache, and the rest after which it recovered.
pub(super) fn of(findings: &[Finding]) -> Vec<Statement> {
    let mut statements: Vec<Statement> = caches(findings).filter_map(end).collect();
    statements.extend(back(findings));
    statements
}

/// A statement that no pass showed a cache, with the reason.
pub(super) fn unseen(findings: &[Finding]) -> Option<Statement> {
    if caches(findings).any(|cache| cache.value_bytes.is_some()) {
        return None;
    }
    let cache = caches(findings).next()?;
    let reason = cache.statement.clone()?;
    let is_denied = cache.confidence_ratio >= DENIED;
    let message = match (is_denied, cache.none_from_bytes) {
        (true, Some(size)) => {
            Message::new(MessageId::CacheNoneFrom, [Argument::Bytes(size), reason.into()])
        }
        (true, None) => Message::new(MessageId::CacheNone, [reason.into()]),
        (false, _) => Message::new(MessageId::CacheUnknown, [reason.into()]),
    };
    let sure = cache.kind_confidence_ratio.unwrap_or(cache.confidence_ratio);
    let confidence_ratio = is_denied.then_some(sure);
    Some(Statement { confidence_ratio, ..Statement::new(Severity::Measured, message) })
}

/// Whether the run made rests to observe the recovery of a cache: then that is its purpose.
pub(super) fn is_asked(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| matches!(finding, Finding::CacheRecovery(_)))
}

fn caches(findings: &[Finding]) -> impl Iterator<Item = &SlcCache> {
    findings.iter().filter_map(|finding| match finding {
        Finding::SlcCache(cache) => Some(cache),
        _ => None,
    })
}

fn end(cache: &SlcCache) -> Option<Statement> {
    let values = [
        Argument::Bytes(cache.value_bytes?),
        Argument::BytesPerS(cache.cache_bytes_per_s?),
        Argument::BytesPerS(cache.after_bytes_per_s?),
    ];
    let is_sure = cache.confidence_ratio >= DENIED;
    let message = match &cache.statement {
        _ if is_sure => Message::new(MessageId::CacheEnds, values),
        // The reason names the alternative, so the message does not say "perhaps".
        Some(reason) => {
            let [size, before, after] = values;
            let values = [size, before, after, reason.clone().into()];
            Message::new(MessageId::CacheOrOther, values)
        }
        None => Message::new(MessageId::CacheEndsUnsure, values),
    };
    let confidence_ratio = Some(cache.confidence_ratio);
    let basis = type_of(cache);
    Some(Statement { confidence_ratio, basis, ..Statement::new(Severity::Measured, message) })
}

/// The type of the cache, if its confidence differs from that of the size.
fn type_of(cache: &SlcCache) -> Option<Message> {
    let sure = cache.kind_confidence_ratio.filter(|sure| *sure >= DENIED)?;
    let id = match cache.kind? {
        SlcCacheType::None => return None,
        SlcCacheType::Static => MessageId::CacheIsStatic,
        SlcCacheType::Dynamic => MessageId::CacheIsDynamic,
        SlcCacheType::Hybrid => MessageId::CacheIsHybrid,
    };
    Some(Message::new(id, [Argument::Ratio(sure)]))
}

/// The shortest rest after which the cache recovered, at any fill level of the drive.
fn back(findings: &[Finding]) -> Option<Statement> {
    let recoveries = findings.iter().filter_map(|finding| match finding {
        Finding::CacheRecovery(recovery) => Some(recovery),
        _ => None,
    });
    // The slower of an empty and a full drive decides.
    let mut least: BTreeMap<u64, f64> = BTreeMap::new();
    for (rest_ns, ratio) in
        recoveries.filter_map(|it: &CacheRecovery| Some((it.rest_ns, it.recovered_ratio?)))
    {
        let known = least.entry(rest_ns).or_insert(ratio);
        *known = known.min(ratio);
    }
    let (longest_ns, most) = least.last_key_value()?;
    let before = least.iter().take_while(|(_, ratio)| **ratio < BACK_RATIO).last();
    let after = least.iter().find(|(_, ratio)| **ratio >= BACK_RATIO);
    let message = match (before, after) {
        (Some((before_ns, ratio)), Some((after_ns, _))) => {
            let values =
                [Argument::Ns(*after_ns), Argument::Ns(*before_ns), Argument::Ratio(*ratio)];
            Message::new(MessageId::CacheBack, values)
        }
        (None, Some((rest_ns, _))) if *rest_ns < AT_ONCE_NS => {
            Message::plain(MessageId::CacheBackAtOnce)
        }
        (None, Some((rest_ns, _))) => {
            Message::new(MessageId::CacheBackWithin, [Argument::Ns(*rest_ns)])
        }
        (_, None) => {
            let values = [Argument::Ns(*longest_ns), Argument::Ratio(*most)];
            Message::new(MessageId::CacheNotBack, values)
        }
    };
    Some(Statement::new(Severity::Measured, message))
}
