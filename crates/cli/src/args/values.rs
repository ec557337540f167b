//! How the values of options are read. The hint goes into the message, because that is all that is shown.

use std::str::FromStr;

use iogram_engine::{CpuChoice, HealthSampling};
use iogram_inspect::parse_cpu_list;
use iogram_model::{Bytes, Nanos, ParseError, Sentence, sentence};
use iogram_session::Checkpoints;

/// Reads a quantity; the hint goes into the message, because that is all that is shown.
pub(super) fn text<T: FromStr<Err = ParseError>>(text: &str) -> Result<T, Sentence> {
    text.parse().map_err(
        |error: ParseError| sentence!("cli-wrong-hint", wrong: error.message, hint: error.hint),
    )
}

/// A remark of the user's.
pub(super) fn note(text: &str) -> Result<(String, String), Sentence> {
    let pair = text.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
    let has_name = |key: &str| {
        let is_letter = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
        !key.is_empty() && key.chars().all(is_letter)
    };
    match pair {
        Some((key, value)) if has_name(key) && !value.is_empty() => {
            Ok((key.to_owned(), value.to_owned()))
        }
        _ => Err(sentence!("cli-not-note-write-cooling-heat-sink", text)),
    }
}

/// How often a drive is asked how it fares.
pub(super) fn health_sampling(text: &str) -> Result<HealthSampling, Sentence> {
    if text == "off" {
        return Ok(HealthSampling::Off);
    }
    let time = self::text::<Nanos>(text).map_err(|wrong| sentence!("cli-off", wrong: wrong))?;
    if time < HealthSampling::INTERVAL_MIN {
        let least = HealthSampling::INTERVAL_MIN;
        return Err(sentence!("cli-too-often-write-more-off", text, least));
    }
    Ok(HealthSampling::Every(time))
}

/// Where submitting threads run.
pub(super) fn cpu_choice(text: &str) -> Result<CpuChoice, Sentence> {
    if text == "auto" {
        return Ok(CpuChoice::Near);
    }
    let cpus = parse_cpu_list(text).filter(|cpus| !cpus.is_empty());
    cpus.map(CpuChoice::Listed)
        .ok_or_else(|| sentence!("cli-no-list-processors-write-0-3", text))
}

/// How often a cell under way is kept.
pub(super) fn checkpoints(text: &str) -> Result<Checkpoints, Sentence> {
    if text == "off" {
        return Ok(Checkpoints::Off);
    }
    let time = self::text::<Nanos>(text).map_err(|wrong| sentence!("cli-off", wrong: wrong))?;
    if time < Checkpoints::TIME_MIN {
        let least = Checkpoints::TIME_MIN;
        return Err(sentence!("cli-too-often-write-more-off", text, least));
    }
    Ok(Checkpoints::Every(time))
}

pub(super) fn some_time(text: &str) -> Result<Nanos, Sentence> {
    let time = self::text::<Nanos>(text)?;
    if time == Nanos(0) {
        return Err(sentence!("cli-no-time-all-write-more-10s", text));
    }
    Ok(time)
}

pub(super) fn some_bytes(text: &str) -> Result<Bytes, Sentence> {
    let size = self::text::<Bytes>(text)?;
    if size == Bytes(0) {
        return Err(sentence!("cli-nothing-all-write-more-64mib", text));
    }
    Ok(size)
}

pub(super) fn whole(text: &str) -> Result<u64, Sentence> {
    let number = text.parse().ok();
    number.ok_or_else(|| sentence!("cli-not-whole-number-write-42", text))
}

pub(super) fn count<T: FromStr + From<u8> + PartialOrd>(text: &str) -> Result<T, Sentence> {
    let count = text.parse::<T>().ok().filter(|count| *count >= T::from(1));
    count.ok_or_else(|| sentence!("cli-not-count-write-whole-number-1", text))
}

/// A thousand is arbitrary: more than anybody waits for, few enough to plan.
pub(super) fn repeats(text: &str) -> Result<u32, Sentence> {
    match count(text)? {
        repeats if repeats <= 1000 => Ok(repeats),
        _ => Err(sentence!("cli-too-often-write-most-1000", text)),
    }
}

pub(super) fn rate(text: &str) -> Result<Bytes, Sentence> {
    let per_second = text.trim().strip_suffix("/s");
    per_second
        .ok_or_else(|| sentence!("cli-not-rate-write-90mb-s", text))
        .and_then(self::text::<Bytes>)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_a_list_or_chosen() {
        assert_eq!(cpu_choice("auto"), Ok(CpuChoice::Near));
        assert_eq!(cpu_choice("2,0-1"), Ok(CpuChoice::Listed(vec![2, 0, 1])));
        for wrong in ["", "near", "1..3", "3-1", "0,,1"] {
            assert!(
                cpu_choice(wrong).unwrap_err().to_string().contains("such as 0-3,8"),
                "{wrong}"
            );
        }
    }

    #[test]
    fn notes_are_a_name_and_a_text() {
        let pair = |key: &str, text: &str| Ok((key.to_owned(), text.to_owned()));
        assert_eq!(note("cooling=heat sink, a=b"), pair("cooling", "heat sink, a=b"));
        for wrong in ["cooling", "=x", "cooling=", "two words=x", ""] {
            assert!(note(wrong).is_err(), "{wrong}");
        }
    }
}
