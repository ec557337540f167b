//! What somebody meant who typed an option that is not there: options of fio's vocabulary, of another command,
//! or of a method.
//!
//! Says it, and never does it: a job of another tool has more that is different than the name of an option.

use clap::CommandFactory;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use iogram_model::{Sentence, Text, sentence, text};

use super::Arguments;

/// Options of fio, and what `iogram measure` calls the same. Source: fio's HOWTO, 3.36.
const FIO: &[(&[&str], Text)] = &[
    (&["bs", "blocksize"], text!("cli-block-size-block-4kib")),
    (&["iodepth"], text!("cli-depth-n")),
    (&["numjobs"], text!("cli-jobs-n")),
    (&["runtime", "timeout"], text!("cli-time-time-time-10s")),
    (&["ramp_time", "ramp-time"], text!("cli-ramp-time-ramp-2s")),
    (&["rwmixread"], text!("cli-read-percent-read-70")),
    (&["rwmixwrite"], text!("cli-read-percent-not-read-written")),
    (&["ioengine"], text!("cli-engine-io-uring-engine-sync")),
    (&["io_size", "io-size"], text!("cli-amount-size-amount-1gib")),
    (&["number_ios"], text!("cli-count-n")),
    (&["offset"], text!("cli-region-start-end-region-1gib-2gib")),
    (&["rate_iops", "rate-iops"], text!("cli-rate-rate-rate-500-s")),
    (&["random_distribution"], text!("cli-access-zipf-1-2-access-zoned")),
    (&["fsync", "fdatasync"], text!("cli-sync-each-sync-every-n-sync")),
    (&["end_fsync", "end-fsync"], text!("cli-sync-end")),
    (&["loops"], text!("cli-repeat-n")),
    (&["randseed"], text!("cli-seed-n")),
    (&["zero_buffers"], text!("cli-data-zeros")),
    (&["buffer_compress_percentage"], text!("cli-data-compress-50")),
    (&["output-format"], text!("cli-format-text-markdown-json-csv")),
    (&["output"], text!("cli-json-file")),
];

/// Options of fio that need no counterpart, and why.
const NOT_NEEDED: &[(&[&str], Text)] = &[
    (&["time_based", "time-based"], text!("cli-time-alone-ends-measurement")),
    (&["group_reporting", "group-reporting"], text!("cli-jobs-always-reported-together")),
    (&["refill_buffers", "randrepeat"], text!("cli-written-never-repeats-unless-data-says")),
    (&["invalidate"], text!("cli-buffered-cold-empties-page-cache-before")),
    (&["verify"], text!("cli-iogram-verify-finds-out-whether-drive")),
];

/// Says of an option that does not exist what was probably meant.
pub(super) fn explain(mut error: clap::Error, words: &[String]) -> clap::Error {
    if let Some(tip) = tip(&error, words) {
        // A word that merely looks alike is not what was meant, and stands in the usage as well.
        if error.remove(ContextKind::SuggestedArg).is_some()
            && let Some(usage) = usage(command_of(words))
        {
            error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
        }
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![tip.to_string().into()]),
        );
    } else if error.kind() == ErrorKind::UnknownArgument {
        // That an option was meant as a value is nobody's wish here.
        error.remove(ContextKind::Suggested);
    }
    error
}

/// What was meant, in a sentence; `None` where nothing is known.
pub(super) fn tip(error: &clap::Error, words: &[String]) -> Option<Sentence> {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    if error.kind() == ErrorKind::TooManyValues && option == "--direct" {
        return Some(sentence!("cli-direct-takes-no-value-default"));
    }
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let name = option.strip_prefix("--")?.split('=').next()?;
    let command = command_of(words);
    of_fio(name, value_of(option, words).as_deref(), command)
        .or_else(|| of_a_method(name, command, words))
        .or_else(|| of_measure(name, command))
}

fn command_of(words: &[String]) -> &str {
    words.iter().find(|word| !word.starts_with('-')).map_or("", String::as_str)
}

/// How a command is used.
fn usage(command: &str) -> Option<StyledStr> {
    let mut all = Arguments::command();
    all.build();
    all.find_subcommand_mut(command).map(clap::Command::render_usage)
}

/// The value that was typed with an option.
fn value_of(option: &str, words: &[String]) -> Option<String> {
    let option = option.split('=').next()?;
    let index = words.iter().position(|word| word.split('=').next() == Some(option))?;
    match words.get(index)?.split_once('=') {
        Some((_, value)) => Some(value.to_owned()),
        None => words.get(index + 1).filter(|next| !next.starts_with('-')).cloned(),
    }
}

fn of_fio(name: &str, value: Option<&str>, command: &str) -> Option<Sentence> {
    if matches!(name, "filename" | "directory") {
        let target = value.unwrap_or("TARGET");
        let command = if command.is_empty() { "measure" } else { command };
        return Some(sentence!("cli-target-needs-no-option-iogram", command, target));
    }
    if let Some((_, why)) = NOT_NEEDED.iter().find(|(names, _)| names.contains(&name)) {
        return Some(sentence!("cli-fio-not-needed", name, why: *why));
    }
    let same = match name {
        "rw" | "readwrite" => pattern(value)?,
        _ => FIO.iter().find(|(names, _)| names.contains(&name))?.1,
    };
    Some(match command {
        "measure" | "bench" => {
            sentence!("cli-fio-iogram-measure", name, same: same)
        }
        _ => sentence!(
            "cli-fio-iogram-measure-method-own",
            name,
            same: same
        ),
    })
}

/// What fio's `rw` says.
fn pattern(value: Option<&str>) -> Option<Text> {
    Some(match value {
        Some("read") => text!("cli-access-seq-read-100"),
        Some("write") => text!("cli-access-seq-read-0"),
        Some("randread") => text!("cli-access-random-read-100"),
        Some("randwrite") => text!("cli-access-random-read-0"),
        Some("rw" | "readwrite") => text!("cli-access-seq-read-50"),
        Some("randrw") => text!("cli-access-random-read-50"),
        Some("trim" | "randtrim") => text!("cli-discard-100"),
        _ => text!("cli-access-seq-random-read-percent"),
    })
}

/// A parameter of the method that is to be run; of any method where none of ours is named.
fn of_a_method(name: &str, command: &str, words: &[String]) -> Option<Sentence> {
    let is_named = |id: &str| match command {
        "quick" => id == "quick",
        "run" | "plan" => words.iter().any(|word| word == id),
        _ => false,
    };
    let method = iogram_runner::builtin_ids().find(|id| is_named(id))?;
    iogram_runner::has_builtin_param(method, name)
        .then(|| sentence!("cli-parameter-method-set-set-value", name))
}

/// An option of `measure`, where a method is run, which has its own loads.
fn of_measure(name: &str, command: &str) -> Option<Sentence> {
    let all = Arguments::command();
    let measure = all.find_subcommand("measure")?;
    let has = measure.get_arguments().any(|it| it.get_long() == Some(name));
    let runs_a_method = matches!(command, "quick" | "run" | "plan");
    (has && runs_a_method).then(|| sentence!("cli-belongs-iogram-measure-method-own", name))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let words: Vec<String> = line.split(' ').map(ToOwned::to_owned).collect();
        let error = Arguments::try_parse_from(&words).unwrap_err();
        let tip = tip(&error, &words[1..]).unwrap_or_default();
        assert_eq!(tip.to_string(), expected, "{line}");
    }

    #[test]
    fn options_of_fio_are_told_as_iogram_calls_them() {
        check(
            "iogram measure . --bs=4k",
            "fio's '--bs' is 'iogram measure' with --block SIZE, such as --block 4KiB",
        );
        check(
            "iogram measure . --rw randwrite",
            "fio's '--rw' is 'iogram measure' with --access random --read 0%",
        );
        check(
            "iogram quick . --iodepth 4",
            "fio's '--iodepth' is 'iogram measure' with --depth N; a method has its own",
        );
        check(
            "iogram measure --filename=/dev/sdx",
            "the target needs no option: 'iogram measure .. /dev/sdx'",
        );
        check(
            "iogram measure . --time_based",
            "fio's '--time_based' is not needed: --time alone ends a measurement",
        );
        check("iogram measure . --direct=1", "'--direct' takes no value, and is the default");
    }

    #[test]
    fn options_of_methods_and_of_other_commands_are_told() {
        check(
            "iogram quick . --time 2s",
            "a parameter of a method is set with '--set time=VALUE'",
        );
        check(
            "iogram run sd-pi . --depth 4",
            "'--depth' belongs to 'iogram measure'; a method has its own",
        );
        check(
            "iogram quick . --depth 4",
            "'--depth' belongs to 'iogram measure'; a method has its own",
        );
        check("iogram runs --format json", "");
        check("iogram measure . --nothing-like-it", "");
    }

    /// Whatever is advised can be typed.
    #[test]
    fn every_option_that_is_advised_exists() {
        let all = Arguments::command();
        let measure = all.find_subcommand("measure").unwrap();
        let patterns = ["read", "write", "randread", "randwrite", "rw", "randrw", "trim", "x"];
        let texts = FIO.iter().map(|(_, text)| *text);
        for text in texts.chain(patterns.iter().filter_map(|it| pattern(Some(it)))) {
            for word in
                text.words().split([' ', ',', ':']).filter_map(|word| word.strip_prefix("--"))
            {
                let exists = measure.get_arguments().any(|it| it.get_long() == Some(word));
                assert!(exists, "--{word}");
            }
        }
    }
}
