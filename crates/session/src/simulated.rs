//! From the name of a simulated drive to the drive: one of the zoo, or a description in a file.

use std::ops::Range;
use std::path::Path;

use iogram_engine::Geometry;
use iogram_model::sentence;
use iogram_runner::{SourcePlace, TargetFacts, find_nearest};
use iogram_sim::{MediaSpec, SimDrive, SimSpec, SpecError, zoo_names, zoo_text};

use crate::failure::Failure;
use crate::files::{read_found_text, read_text};

/// Finds the description that `name` means, and its name for errors: a drive of the zoo, or a file.
///
/// # Errors
///
/// If neither exists; the hint has the name that was probably meant.
pub fn find_text(name: &str) -> Result<(String, String), Failure> {
    let name = name.strip_prefix("sim:").unwrap_or(name);
    let name = kind_of(name);
    if let Some(text) = zoo_text(name) {
        return Ok((format!("{name}.toml"), text.to_owned()));
    }
    let path = Path::new(name);
    let is_file = name.contains('/') || path.extension().is_some_and(|end| end == "toml");
    if is_file {
        // The name may come from a campaign, and not only from the user.
        let text = match iogram_door::is_stream_name(path) {
            true => read_text(path)?,
            false => read_found_text(path)?,
        };
        return Ok((name.to_owned(), text));
    }
    let hint = match (containing(name).as_slice(), find_nearest(name, zoo_names())) {
        ([], Some(near)) => {
            sentence!("session-mean-iogram-sim-list-names-all", one = format!("sim:{near}"))
        }
        ([], None) => sentence!("session-iogram-sim-list-names-all-own"),
        ([one], _) => sentence!("session-mean-iogram-sim-list-names-all", one),
        (several, _) => {
            let more = if several.len() > NAMED_MAX { ", .." } else { "" };
            let named: Vec<&str> = several.iter().take(NAMED_MAX).map(String::as_str).collect();
            let names = format!("{}{more}", named.join(", "));
            sentence!("session-mean-iogram-sim-list-names-all-names", names)
        }
    };
    Err(Failure::usage(sentence!("session-no-simulated-drive", name), hint))
}

/// With more matches the hint points to the list.
const NAMED_MAX: usize = 6;

/// The drives whose name or title contains this text.
fn containing(part: &str) -> Vec<String> {
    let part = part.to_lowercase();
    let is_meant = |name: &&str| {
        let title =
            || SimSpec::parse(zoo_text(name)?).ok().map(|spec| spec.title.to_lowercase());
        name.contains(&part) || title().is_some_and(|title| title.contains(&part))
    };
    let is_word = part.chars().count() > 1;
    let names = zoo_names().filter(is_meant);
    if is_word { names.map(|name| format!("sim:{name}")).collect() } else { Vec::new() }
}

/// The drive that `name` means.
///
/// # Errors
///
/// If it does not exist, or its description is invalid: with the place in it.
pub fn find_spec(name: &str) -> Result<SimSpec, Failure> {
    let (called, text) = find_text(name)?;
    let spec = SimSpec::parse(&text);
    let mut spec = spec.map_err(|error| spec_failure(&error, &called, &text))?;
    if let Some((_, piece)) = piece_of(name) {
        spec.identity.serial = Some(format!("{}-{piece}", spec.name));
    }
    Ok(spec)
}

/// The name of the kind, without the number of the individual drive.
pub(crate) fn kind_of(name: &str) -> &str {
    piece_of(name).map_or(name, |(name, _)| name)
}

/// `NAME@17`: one of many drives of a kind; its serial number differs from the others.
fn piece_of(name: &str) -> Option<(&str, u64)> {
    let (name, piece) = name.rsplit_once('@')?;
    Some((name, piece.parse().ok()?))
}

/// Builds a blank drive.
///
/// # Errors
///
/// If the description is invalid.
pub fn build(spec: &SimSpec, seed: u64) -> Result<SimDrive, Failure> {
    SimDrive::new(spec.clone(), seed)
        .map_err(|error| Failure::usage(error.to_string(), error.hint()))
}

/// The facts that a plan needs.
pub(crate) fn facts(spec: &SimSpec) -> TargetFacts {
    let supports_discard = match &spec.media {
        MediaSpec::Latency(media) => media.discard.is_some(),
        MediaSpec::Block(media) => media.discard_time.is_some(),
        MediaSpec::Page(media) => media.discard_time.is_some(),
    };
    let geometry = Geometry {
        capacity: spec.capacity.0,
        logical_block_size: spec.logical_block_size.0,
        physical_block_size: spec.physical_block_size.map(|size| size.0),
    };
    TargetFacts {
        supports_discard: Some(supports_discard),
        // The announced value, not the true one.
        indirection_unit: spec.identity.preferred_write.map(|size| size.0),
        replays_programs: true,
        zones: spec.zone_shape(),
        ..TargetFacts::device(geometry)
    }
}

fn spec_failure(error: &SpecError, called: &str, text: &str) -> Failure {
    let (message, span) = match error {
        SpecError::Value { field, reason, .. } => {
            (format!("{field} {reason}"), find_field(text, field))
        }
        _ => match toml::from_str::<SimSpec>(text) {
            Err(error) => (first_line(error.message()).to_owned(), error.span()),
            Ok(_) => (error.to_string(), None),
        },
    };
    let message = sentence!("session-describes-no-drive", called, message);
    let failure = Failure::usage(message, error.hint());
    match span {
        Some(span) => failure.at(&SourcePlace::new(called, text, &span)),
        None => failure,
    }
}

fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or(message)
}

/// The place in `text` of the value of `path`, such as `media.block.au_size`; for a missing value, of the table that
/// lacks it.
fn find_field(text: &str, path: &str) -> Option<Range<usize>> {
    let document = toml::de::DeTable::parse(text).ok()?;
    let mut table = document.get_ref();
    let mut found = None;
    for name in path.split('.') {
        let Some(value) = table.get(name) else { break };
        found = Some(value.span());
        match value.get_ref() {
            toml::de::DeValue::Table(inner) => table = inner,
            _ => break,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_found_where_it_is_written_or_in_the_table_that_lacks_it() {
        let text = "name = \"x\"\n[media.block]\nau_size = \"1B\"\n";
        let at = |path: &str| find_field(text, path).map(|span| &text[span]);
        assert_eq!(at("name"), Some("\"x\""));
        assert_eq!(at("media.block.au_size"), Some("\"1B\""));
        assert!(at("media.block.page_size").is_some_and(|table| table.starts_with('[')));
        assert_eq!(at("capacity"), None);
    }
}
