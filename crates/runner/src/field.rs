//! The keys of a `measure` step that make up its workload, and the syntax of their values.

use iogram_model::{
    Caching, Certainty, JobLayout, OpMix, Pacing, ParseError, Pattern, Replay, ReplayHow, Stop,
    SyncCall, UntilSteady, Workload, sentence, text,
};

/// A key of a `measure` step that sets part of its workload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Field {
    Access,
    Read,
    Discard,
    Flush,
    Block,
    Depth,
    Jobs,
    Layout,
    Region,
    Time,
    Amount,
    Passes,
    Count,
    Until,
    Floor,
    EndsOthers,
    Ramp,
    Sync,
    SyncCall,
    Caching,
    Rate,
    Flow,
    Data,
    Seed,
    Again,
    Application,
    Trace,
    Replay,
}

impl Field {
    pub(crate) const ALL: [(&'static str, Self); 28] = [
        ("access", Self::Access),
        ("read", Self::Read),
        ("discard", Self::Discard),
        ("flush", Self::Flush),
        ("block", Self::Block),
        ("depth", Self::Depth),
        ("jobs", Self::Jobs),
        ("layout", Self::Layout),
        ("region", Self::Region),
        ("time", Self::Time),
        ("amount", Self::Amount),
        ("passes", Self::Passes),
        ("count", Self::Count),
        ("until", Self::Until),
        ("floor", Self::Floor),
        ("ends_others", Self::EndsOthers),
        ("ramp", Self::Ramp),
        ("sync", Self::Sync),
        ("sync_call", Self::SyncCall),
        ("caching", Self::Caching),
        ("rate", Self::Rate),
        ("flow", Self::Flow),
        ("data", Self::Data),
        ("seed", Self::Seed),
        ("again", Self::Again),
        ("application", Self::Application),
        ("trace", Self::Trace),
        ("replay", Self::Replay),
    ];

    pub(crate) fn find(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|&(name, _)| name == key).map(|(_, field)| field)
    }

    /// Parses `text` into the workload. Leaves the seed alone: its text is a name, not a number.
    pub(crate) fn apply(self, text: &str, workload: &mut Workload) -> Result<(), ParseError> {
        match self {
            Self::Access => text.parse::<Pattern>()?.apply(workload),
            Self::Read => workload.mix.read = text.parse()?,
            Self::Discard => workload.mix.discard = text.parse()?,
            Self::Flush => workload.mix.flush = text.parse()?,
            Self::Block => workload.block = text.parse()?,
            Self::Depth => workload.depth = parse_positive(text)?,
            Self::Jobs => workload.jobs = parse_positive(text)?,
            Self::Layout => workload.layout = parse_word(text, &LAYOUTS)?,
            Self::Region => workload.region = text.parse()?,
            Self::Time => workload.stop.time = Some(text.parse()?),
            Self::Amount => workload.stop.amount = Some(text.parse()?),
            Self::Passes => workload.stop.pass_count = Some(parse_positive(text)?),
            Self::Count => workload.stop.count = Some(u64::from(parse_positive(text)?)),
            Self::Until if UntilSteady::is_meant(text) => {
                workload.stop.steady = Some(text.parse()?);
            }
            Self::Until => workload.stop.certain = Certainty::of_length(text)?,
            Self::Floor => workload.stop.floor = Some(text.parse()?),
            Self::EndsOthers => workload.stop.ends_others = parse_word(text, &SWITCH)?,
            Self::Ramp => workload.ramp = text.parse()?,
            Self::Sync => workload.sync = text.parse()?,
            Self::SyncCall => workload.sync_call = parse_word(text, &SYNC_CALLS)?,
            Self::Caching => workload.caching = parse_word(text, &CACHINGS)?,
            Self::Rate => workload.pacing = text.parse()?,
            Self::Flow => workload.flow = Some(text.parse()?),
            Self::Data => workload.data = text.parse()?,
            Self::Again => workload.again = Some(text.parse()?),
            Self::Application => workload.application = Some(text.parse()?),
            Self::Trace => replay_of(workload).trace = text.to_owned(),
            Self::Replay => replay_of(workload).how = text.parse()?,
            Self::Seed => {}
        }
        Ok(())
    }
}

const LAYOUTS: [(&str, JobLayout); 3] =
    [("shared", JobLayout::Shared), ("sliced", JobLayout::Sliced), ("alike", JobLayout::Alike)];
const SWITCH: [(&str, bool); 2] = [("yes", true), ("no", false)];
const SYNC_CALLS: [(&str, SyncCall); 2] =
    [("fdatasync", SyncCall::Fdatasync), ("fsync", SyncCall::Fsync)];
const CACHINGS: [(&str, Caching); 3] = [
    ("direct", Caching::Direct),
    ("buffered", Caching::Buffered),
    ("buffered-cold", Caching::BufferedCold),
];

/// The replay settings of a workload; creates them if there are none.
fn replay_of(workload: &mut Workload) -> &mut Replay {
    let empty = || Replay {
        trace: String::new(),
        how: ReplayHow::default(),
        load: None,
        digest: None,
        program: None,
    };
    workload.replay.get_or_insert_with(empty)
}

/// A workload without an end that otherwise has the defaults of `iogram measure`.
pub(crate) fn endless() -> Workload {
    Workload {
        stop: Stop::default(),
        mix: OpMix::default(),
        pacing: Pacing::Closed,
        ..Workload::default()
    }
}

/// A whole number that fits in 32 bits.
pub(crate) fn parse_count(text: &str) -> Result<u32, ParseError> {
    text.trim().parse().ok().ok_or_else(|| {
        let hint = text!("runner-write-whole-number-3");
        ParseError::new(sentence!("runner-not-whole-number", text), hint)
    })
}

/// The number of failed requests that ends a cell: a whole number from 1, or `any`.
pub(crate) fn parse_errors(text: &str) -> Result<u64, ParseError> {
    if text.trim() == "any" { Ok(u64::MAX) } else { parse_positive(text).map(u64::from) }
}

/// A whole number from 1 that fits in 32 bits.
pub(crate) fn parse_positive(text: &str) -> Result<u32, ParseError> {
    text.trim().parse().ok().filter(|&number| number > 0).ok_or_else(|| {
        let hint = text!("runner-write-whole-number-1");
        ParseError::new(sentence!("runner-not-positive-whole-number", text), hint)
    })
}

/// The value of one of `words`.
pub(crate) fn parse_word<T: Copy>(text: &str, words: &[(&str, T)]) -> Result<T, ParseError> {
    words.iter().find(|(word, _)| *word == text.trim()).map(|&(_, value)| value).ok_or_else(
        || {
            let names: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
            let hint = crate::source::suggest(text, text!("runner-accepted"), names);
            ParseError::new(sentence!("runner-not-accepted-here", text), hint)
        },
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_key_of_the_schema_is_read() {
        let schema = serde_json::to_value(crate::method_schema()).unwrap();
        let step = schema["$defs"]["Step"]["oneOf"]
            .as_array()
            .unwrap()
            .iter()
            .find(|step| step["properties"]["kind"]["const"] == "measure")
            .unwrap();
        let keys = step["properties"].as_object().unwrap();
        let others = [
            "kind",
            "when",
            "name",
            "counted",
            "discarded",
            "repeats",
            "matrix",
            "io_timeout",
            "errors_max",
            "errors_tolerated",
            "below_unit",
            "below_block",
            "takes",
            "beside",
            "priority",
            "needs",
            "share",
            "ends",
        ];
        let in_schema: BTreeSet<&str> =
            keys.keys().map(String::as_str).filter(|key| !others.contains(key)).collect();
        let in_code: BTreeSet<&str> = Field::ALL.into_iter().map(|(name, _)| name).collect();
        assert_eq!(in_schema, in_code);
    }

    #[track_caller]
    fn check(field: Field, text: &str, expected: &str) {
        let shown = match field.apply(text, &mut endless()) {
            Ok(()) => "ok".to_owned(),
            Err(error) => format!("{error} ({})", error.hint),
        };
        assert_eq!(shown, expected, "{field:?} = {text:?}");
    }

    #[test]
    fn wrong_texts_say_what_is_accepted() {
        check(Field::Depth, "8", "ok");
        let hint = "(write a whole number of at least 1)";
        check(Field::Depth, "0", &format!("invalid positive whole number \"0\" {hint}"));
        check(
            Field::Caching,
            "bufferd",
            "\"bufferd\" is not accepted here (did you mean \"buffered\"? accepted: direct, \
             buffered, buffered-cold)",
        );
    }
}
