//! The built-in methods.

use std::sync::OnceLock;

use iogram_model::{sentence, text};
use toml::de::DeTable;

use crate::document::inner_table;
use crate::method::Method;
use crate::source::{MethodError, SourceText, suggest};

/// Id and text of every method, in the order of `docs/methods/README.md`; `build.rs` reads that order.
const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/methods.rs"));

/// Every built-in method.
///
/// # Panics
///
/// Never: a test reads each of them.
#[must_use]
pub fn builtin_methods() -> Vec<Method> {
    (0..TEXTS.len()).map(|index| checked(index).clone()).collect()
}

/// The built-in method with this id.
///
/// # Errors
///
/// Fails if there is none.
pub fn builtin_method(id: &str) -> Result<Method, MethodError> {
    match TEXTS.iter().position(|(name, _)| *name == id) {
        Some(index) => Ok(checked(index).clone()),
        None => Err(unknown(id)),
    }
}

/// The ids of the built-in methods in listing order. Reads no file.
pub fn builtin_ids() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|&(id, _)| id)
}

/// Whether the built-in method with this id has a parameter of this name. Parses only that method's file and none of
/// its steps, so that the hint about a mistyped option is instant.
#[must_use]
pub fn has_builtin_param(id: &str, name: &str) -> bool {
    let text = TEXTS.iter().find(|(own, _)| *own == id).map(|&(_, text)| text);
    let Some(document) = text.and_then(|text| DeTable::parse(text).ok()) else { return false };
    inner_table(document.get_ref(), "params").is_some_and(|params| params.contains_key(name))
}

/// [`builtin_method`] without the check of its steps: the check would include the method in itself without end.
/// Parses each method once, because a plan may include it thousands of times.
pub(crate) fn read_builtin(id: &str) -> Result<&'static Method, MethodError> {
    static READ: [OnceLock<Method>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];
    let Some(index) = TEXTS.iter().position(|(name, _)| *name == id) else {
        return Err(unknown(id));
    };
    if let Some(method) = READ[index].get() {
        return Ok(method);
    }
    let (name, text) = TEXTS[index];
    let method = Method::read(builtin_source(name, text))?;
    Ok(READ[index].get_or_init(|| method))
}

/// The names that other programs and labels use for the work of a method. Matching ignores everything but letters and
/// digits.
const OTHER_NAMES: &[(&[&str], &str)] = &[
    (&["crystaldiskmark", "crystal", "kdiskmark", "diskmark", "asssd"], "cdm"),
    (
        &["f3", "f3probe", "f3write", "f3read", "h2testw", "fake", "counterfeit", "capacity"],
        "verify",
    ),
    (&["flashbench"], "geometry"),
    (&["fdatasync", "wal"], "fsync"),
    (&["hdparm", "dd"], "dd-read"),
    (&["a1", "a2", "app", "appclass"], "sd-app"),
    (&["v30", "v60", "v90", "u1", "u3", "c10", "class10", "speedclass"], "sd-class"),
    (&["pi", "raspberrypi", "raspberry", "rpi"], "sd-pi"),
    (&["steady", "steadystate"], "steady-cssd"),
    (&["snia", "ssspts", "ptse", "ptsc"], "pts"),
    (&["tkperf"], "pts-iops"),
    (&["ptstp", "tp"], "pts-throughput"),
    (&["ptslat"], "pts-latency"),
    (&["writesaturation", "saturation", "ptswsat"], "wsat"),
    (&["idlerecovery", "hostidlerecovery", "ptshir"], "hir"),
    (&["crossstimulus", "crossstimulusrecovery", "ptsxsr"], "xsr"),
    (&["demandintensity", "responsetimehistogram", "ptsdirth"], "dirth"),
    (
        &["ecw", "compositeblock", "compositeblockworkload", "enterprisecomposite", "ptscbw"],
        "cbw",
    ),
    (&["dirtytest", "naraeon", "naraeondirtytest", "naraeondirty"], "dirty"),
    (&["attodisk", "attodiskbenchmark", "sweep"], "atto"),
    (&["enterprise", "server"], "essd"),
    (&["slc", "cache", "recovery"], "slc-recovery"),
    (&["fill", "full"], "fill-drive"),
    (&["precondition"], "precondition-cssd"),
    (&["ssd", "review"], "cssd"),
    (&["mix", "mixed", "lowqd"], "low-qd"),
    (&["endurance", "stress", "burnin"], "soak"),
    (&["sqlite3", "database", "sql", "transactions", "ptssqlite"], "sqlite"),
    (&["postgres", "postgresql", "pgtestfsync"], "pg-fsync"),
    (&["slog", "zil", "diskinfo"], "zfs-slog"),
    (&["ceph"], "ceph-journal"),
    (&["dperf"], "minio"),
    (&["proxmox"], "pveperf"),
    (&["cdd"], "android"),
    (&["tar", "unpack"], "untar"),
    (&["cp", "copy"], "copy-tree"),
];

/// The method that this alternative name stands for.
fn find_by_other_name(id: &str) -> Option<&'static str> {
    let is_letter = |it: &char| it.is_ascii_alphanumeric();
    let bare: String = id.to_lowercase().chars().filter(is_letter).collect();
    let same = builtin_ids().find(|name| name.replace('-', "") == bare);
    let other = || OTHER_NAMES.iter().find(|(names, _)| names.contains(&bare.as_str()));
    same.or_else(|| other().map(|&(_, name)| name))
}

fn unknown(id: &str) -> MethodError {
    let names = builtin_ids();
    let hint = match find_by_other_name(id) {
        Some(meant) => {
            let all: Vec<&str> = names.collect();
            sentence!("runner-mean-methods", meant, all = all.join(", "))
        }
        None => suggest(id, text!("runner-methods"), names),
    };
    MethodError { message: sentence!("runner-no-method", id), hint, place: None }
}

/// Whether iogram has a built-in method with this id and text.
pub(crate) fn is_builtin(id: &str, text: &str) -> bool {
    TEXTS.iter().any(|(name, own)| *name == id && *own == text)
}

fn builtin_source(id: &str, text: &str) -> SourceText {
    SourceText { name: format!("methods/{id}.toml"), text: text.to_owned() }
}

/// A method with checked steps. Checks each method once, because methods include each other.
fn checked(index: usize) -> &'static Method {
    static CHECKED: [OnceLock<Method>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];
    let (id, text) = TEXTS[index];
    CHECKED[index].get_or_init(|| {
        Method::parse(&format!("methods/{id}.toml"), text)
            .expect("a test reads every built-in method")
    })
}
