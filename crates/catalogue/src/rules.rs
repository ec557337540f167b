//! Parses the rules of uses from TOML; each error has its position.

use std::collections::BTreeSet;

use iogram_model::{
    Bytes, Demand, Figure, Nanos, OrderFigure, ParseError, Purpose, Quality, sentence, text,
};
use serde::Deserialize;
use toml::Spanned;

use crate::error::FileError;

/// The rules that come with iogram.
pub const BUILTIN_RULES: &str = include_str!("../rules/uses.toml");

/// A file of rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "use", default)]
    uses: Vec<Use>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Use {
    id: Spanned<String>,
    title: Spanned<String>,
    reasoning: Spanned<String>,
    source: Spanned<String>,
    #[serde(default)]
    aliases: Vec<Spanned<String>>,
    record: Option<Spanned<String>>,
    #[serde(default)]
    needs: Vec<Spanned<String>>,
    dearer_at_most: Option<Spanned<String>>,
    order: Vec<Spanned<String>>,
    #[serde(rename = "demand", default)]
    demands: Vec<Rule>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    id: Spanned<String>,
    title: String,
    figure: Spanned<String>,
    at_least: Option<Spanned<String>>,
    below: Option<Spanned<String>>,
    source: Spanned<String>,
}

/// The uses that come with iogram.
///
/// # Panics
///
/// Never: the file is part of the program, and a test reads it.
#[must_use]
pub fn builtin_purposes() -> Vec<Purpose> {
    let purposes =
        parse_purposes(BUILTIN_RULES).expect("the rules that come with iogram are correct");
    let ours = |purpose| Purpose { is_built_in: true, ..purpose };
    purposes.into_iter().map(ours).collect()
}

/// The use that `word` names by its id or a synonym, in any spelling.
#[must_use]
pub fn find_purpose<'a>(purposes: &'a [Purpose], word: &str) -> Option<&'a Purpose> {
    let word = word.trim().to_lowercase();
    purposes.iter().find(|purpose| purpose.id == word || purpose.aliases.contains(&word))
}

/// Parses a file of rules.
///
/// # Errors
///
/// Fails at the first key, name or quantity that is not understood, and at a use without a source.
pub fn parse_purposes(text: &str) -> Result<Vec<Purpose>, FileError> {
    let document: Document = toml::from_str(text).map_err(|error| FileError {
        message: error.message().lines().next().unwrap_or_default().to_owned().into(),
        hint: sentence!("catalogue-iogram-advise-print-rules-prints-file"),
        span: error.span(),
    })?;
    if document.uses.is_empty() {
        return Err(FileError {
            message: sentence!("catalogue-no-use"),
            hint: sentence!("catalogue-iogram-advise-print-rules-prints-file"),
            span: None,
        });
    }
    let mut seen = BTreeSet::new();
    for name in document.uses.iter().flat_map(|it| [&it.id].into_iter().chain(&it.aliases)) {
        if !seen.insert(name.get_ref().as_str()) {
            let message = sentence!("catalogue-use-twice", name = name.get_ref());
            return Err(FileError::at(
                name.span(),
                message,
                text!("catalogue-give-another-name"),
            ));
        }
    }
    document.uses.into_iter().map(purpose).collect()
}

fn purpose(read: Use) -> Result<Purpose, FileError> {
    let texts = [&read.id, &read.title, &read.reasoning, &read.source];
    for text in texts.into_iter().chain(&read.aliases).chain(&read.needs) {
        not_empty(text)?;
    }
    let record = match &read.record {
        None => None,
        Some(text) => {
            let wrong =
                |error: ParseError| FileError::at(text.span(), error.message, error.hint);
            Some(text.get_ref().parse::<Bytes>().map_err(wrong)?)
        }
    };
    let dearer_max_ratio = read.dearer_at_most.as_ref().map(share).transpose()?;
    let plain = |texts: Vec<Spanned<String>>| {
        texts.into_iter().map(Spanned::into_inner).collect::<Vec<String>>()
    };
    let Some(first) = read.order.first() else {
        let hint = text!("catalogue-name-least-figure-order-sync-write");
        return Err(FileError::at(
            read.id.span(),
            text!("catalogue-nothing-orders-drives"),
            hint,
        ));
    };
    not_empty(first)?;
    Ok(Purpose {
        order: read.order.iter().map(figure).collect::<Result<_, _>>()?,
        demands: read.demands.into_iter().map(demand).collect::<Result<_, _>>()?,
        aliases: plain(read.aliases),
        needs: plain(read.needs),
        record,
        dearer_max_ratio,
        id: read.id.into_inner(),
        is_built_in: false,
        title: read.title.into_inner(),
        reasoning: read.reasoning.into_inner().split_whitespace().collect::<Vec<_>>().join(" "),
        source: read.source.into_inner(),
    })
}

/// Parses `10%` as 0.1.
fn share(text: &Spanned<String>) -> Result<f64, FileError> {
    let written = text.get_ref().trim();
    let percent = written.strip_suffix('%').and_then(|it| it.trim().parse::<u32>().ok());
    let percent = percent.ok_or_else(|| {
        let message = sentence!("catalogue-not-share", written);
        FileError::at(text.span(), message, text!("catalogue-write-10"))
    })?;
    Ok(f64::from(percent) / 100.0)
}

fn not_empty(text: &Spanned<String>) -> Result<(), FileError> {
    if text.get_ref().trim().is_empty() {
        return Err(FileError::at(
            text.span(),
            text!("catalogue-empty"),
            text!("catalogue-write"),
        ));
    }
    Ok(())
}

fn demand(rule: Rule) -> Result<Demand, FileError> {
    not_empty(&rule.id)?;
    not_empty(&rule.source)?;
    let of = figure(&rule.figure)?;
    let (limit, is_upper_limit) = match (&rule.at_least, &rule.below) {
        (Some(limit), None) => (limit, false),
        (None, Some(limit)) => (limit, true),
        _ => {
            let message = sentence!("catalogue-demand-needs-limit", name = rule.id.get_ref());
            let hint = text!("catalogue-write-either-least-30mb-s-below");
            return Err(FileError::at(rule.id.span(), message, hint));
        }
    };
    Ok(Demand {
        limit: quantity(limit, of.figure)?,
        id: rule.id.into_inner(),
        title: rule.title,
        of,
        is_upper_limit,
        source: rule.source.into_inner(),
    })
}

/// Parses a figure such as `sync-write.latency_p99_ns`.
fn figure(text: &Spanned<String>) -> Result<OrderFigure, FileError> {
    let wrong = |error: ParseError| FileError::at(text.span(), error.message, error.hint);
    let Some((quality, figure)) = text.get_ref().split_once('.') else {
        let hint = text!("catalogue-write-work-figure-random-read-4k");
        let message = sentence!("catalogue-not-figure-kind-work", name = text.get_ref());
        return Err(FileError::at(text.span(), message, hint));
    };
    let quality: Quality = quality.parse().map_err(wrong)?;
    let figure: Figure = figure.parse().map_err(wrong)?;
    Ok(OrderFigure { quality, figure })
}

/// Parses a limit, in the figure's unit.
fn quantity(text: &Spanned<String>, figure: Figure) -> Result<f64, FileError> {
    let wrong = |error: ParseError| FileError::at(text.span(), error.message, error.hint);
    let limit = text.get_ref().trim();
    match figure {
        Figure::BytesPerS | Figure::BytesPerSBeforeFlush => {
            let rate = limit.strip_suffix("/s").ok_or_else(|| {
                let message = sentence!("catalogue-not-rate", limit);
                wrong(ParseError::new(message, text!("catalogue-write-30mb-s")))
            })?;
            Ok(rate.parse::<Bytes>().map_err(wrong)?.as_f64())
        }
        Figure::Iops => {
            let number = limit.strip_suffix("IOPS").map(str::trim).unwrap_or(limit);
            let number = number.parse::<u32>().ok().filter(|number| *number > 0);
            number.map(f64::from).ok_or_else(|| {
                let message = sentence!("catalogue-not-number-requests-per-second", limit);
                wrong(ParseError::new(message, text!("catalogue-write-1500-iops")))
            })
        }
        _ => Ok(Bytes(limit.parse::<Nanos>().map_err(wrong)?.0).as_f64()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
[[use]]
id = "log"
title = "A log"
reasoning = "It appends."
source = "somebody"
order = ["sync-write.iops"]
[[use.demand]]
id = "fast"
title = "fast enough"
figure = "sync-write.latency_p99_ns"
below = "10ms"
source = "somebody"
"#;

    #[track_caller]
    fn check(from: &str, to: &str, expected: &str) {
        assert!(GOOD.contains(from), "{from}");
        let text = GOOD.replacen(from, to, 1);
        let found = match parse_purposes(&text) {
            Ok(_) => "ok".to_owned(),
            Err(error) => {
                let meant = error.span.map_or("-", |span| &text[span]);
                format!("{meant}: {}", error.message)
            }
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn a_mistake_is_named_with_its_place() {
        check("id", "id", "ok");
        check(
            "title = \"A log\"",
            "titel = \"A log\"",
            "titel: unknown field `titel`, expected one of \
               `id`, `title`, `reasoning`, `source`, `aliases`, `record`, `needs`, `dearer_at_most`, `order`, `demand`",
        );
        check(
            "\"sync-write.iops\"",
            "\"sync-write.iop\"",
            "\"sync-write.iop\": \"iop\" is not a figure",
        );
        check(
            "sync-write.lat",
            "sink-write.lat",
            "\"sink-write.latency_p99_ns\": \"sink-write\" is no kind of work",
        );
        check("\"10ms\"", "\"10\"", "\"10\": \"10\" has no known unit of time");
        check(
            "below",
            "at_most",
            "at_most: unknown field `at_most`, expected one of `id`, `title`, \
               `figure`, `at_least`, `below`, `source`",
        );
        check("below = \"10ms\"\n", "", "\"fast\": the demand \"fast\" needs one limit");
        check(
            "source = \"somebody\"\norder",
            "source = \"somebody\"\ndearer_at_most = \"a tenth\"\norder",
            "\"a tenth\": \"a tenth\" is not a share",
        );
        check("\"A log\"", "\" \"", "\" \": this is empty");
        check("[\"sync-write.iops\"]", "[]", "\"log\": nothing orders the drives");
    }

    #[test]
    fn the_rules_that_come_with_iogram_are_for_every_documented_use() {
        let ids: Vec<String> = builtin_purposes().into_iter().map(|use_| use_.id).collect();
        assert_eq!(
            ids,
            [
                "camera",
                "dashcam",
                "backup",
                "phone",
                "root-fs",
                "boot",
                "database",
                "etcd",
                "zfs-slog",
                "ceph",
                "game",
                "general",
                "general-low-price",
                "mostly-reads"
            ]
        );
    }
}
