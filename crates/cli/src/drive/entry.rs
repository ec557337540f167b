//! Entries of the catalogue from options.

use iogram_catalogue::{builtin_purposes, new_id};
use iogram_model::{
    Bytes, DriveEntry, EnteredScore, ParseError, PublishedFact, Sentence, SpeedClass, Text,
    rounded, sentence, text,
};
use iogram_runner::find_nearest;

use crate::args::{Clearable, DriveAddArgs, DriveEditArgs, KnowledgeArgs, day};
use crate::failure::Failure;
use crate::output;
use crate::places;

/// `iogram drive add`.
pub(super) fn add(arguments: &DriveAddArgs) -> Result<(), Failure> {
    let run = match &arguments.run {
        Some(run) => {
            let mut store = places::open_kept(&arguments.store)?;
            let id = places::find_run(&mut store, run)?;
            Some(store.load(&id)?)
        }
        None => None,
    };
    let target = run.as_ref().map(|run| &run.target);
    let name = arguments.name.clone().or_else(|| target.and_then(|it| it.model.clone()));
    let Some(name) = name.filter(|name| !name.trim().is_empty()) else {
        return Err(Failure::usage(
            text!("cli-cannot-make-entry-without-name"),
            text!("cli-iogram-drive-add-sandisk-extreme-256gb"),
        ));
    };
    let id = arguments.id.clone().unwrap_or_else(|| new_id(&name));
    if id.is_empty() || id != new_id(&id) {
        return Err(Failure::usage(
            sentence!("cli-not-id", id),
            text!("cli-use-lowercase-letters-digits-id-sandisk"),
        ));
    }
    let mut entry = DriveEntry { id, name, ..DriveEntry::default() };
    if let Some(target) = target {
        entry.kind.clone_from(&target.drive);
        entry.capacity = target.drive_capacity;
        entry.serials = target.serial.iter().cloned().collect();
    }
    know(&mut entry, &arguments.knowledge)?;
    let mut store = places::open_store(&arguments.store)?;
    if store.drives()?.iter().any(|it| it.id == entry.id) {
        return Err(Failure::usage(
            sentence!("cli-cannot-add-drive-id", entry = entry.id),
            text!("cli-iogram-drive-edit-changes-id-gives"),
        ));
    }
    store.put_drive(&entry)?;
    if let Some(run) = run {
        store.attach_run(&entry.id, &run.id)?;
    }
    output::talk(sentence!("cli-added", entry = entry.id));
    Ok(())
}

/// `iogram drive edit`.
pub(super) fn edit(arguments: &DriveEditArgs) -> Result<(), Failure> {
    let mut store = places::open_kept(&arguments.store)?;
    let drives = store.drives()?;
    let before = super::find(&drives, &arguments.drive)?;
    let mut entry = before.clone();
    for what in &arguments.clear {
        match what {
            Clearable::BoughtAs => entry.bought_as = None,
            Clearable::Kind => entry.kind = None,
            Clearable::Capacity => entry.capacity = None,
            Clearable::Promises => entry.promises = iogram_model::Promises::default(),
            Clearable::Price => entry.price = None,
            Clearable::PricedOn => entry.priced_on = None,
            Clearable::Shop => entry.shop = None,
            Clearable::Photo => entry.photo = None,
            Clearable::Notes => entry.notes = None,
        }
    }
    if let Some(name) = &arguments.name {
        entry.name.clone_from(name);
    }
    know(&mut entry, &arguments.knowledge)?;
    if entry == *before {
        return Err(Failure::usage(
            sentence!("cli-nothing-changed-drive", entry = entry.id),
            text!("cli-name-change-price-19-90eur-iogram"),
        ));
    }
    store.put_drive(&entry)?;
    output::talk(sentence!("cli-changed", entry = entry.id));
    Ok(())
}

/// Adds the given facts to the entry.
fn know(entry: &mut DriveEntry, knowledge: &KnowledgeArgs) -> Result<(), Failure> {
    let said = |place: &mut Option<String>, value: &Option<String>| {
        if value.is_some() {
            place.clone_from(value);
        }
    };
    said(&mut entry.bought_as, &knowledge.bought_as);
    said(&mut entry.kind, &knowledge.kind);
    said(&mut entry.priced_on, &knowledge.priced_on);
    said(&mut entry.shop, &knowledge.shop);
    said(&mut entry.photo, &knowledge.photo);
    said(&mut entry.notes, &knowledge.notes);
    entry.capacity = knowledge.capacity.or(entry.capacity);
    entry.price = knowledge.price.clone().or_else(|| entry.price.clone());
    knowledge.promises.iter().try_for_each(|text| promise(entry, text))?;
    knowledge.scores.iter().try_for_each(|text| score(entry, text))?;
    knowledge.facts.iter().try_for_each(|text| fact(entry, text))
}

/// One `--score`; it replaces one of the same name.
fn score(entry: &mut DriveEntry, text: &str) -> Result<(), Failure> {
    let wrong = |why: Sentence| {
        Failure::usage(
            sentence!("cli-no-score", text, why: why),
            text!("cli-write-value-score-3dmark-storage-3250"),
        )
    };
    let (name, value) = text
        .split_once('=')
        .map(|(name, value)| (name.trim(), value.trim()))
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| wrong(sentence!("cli-name-benchmark-missing")))?;
    let (value, on) = match value.split_once('@') {
        Some((value, on)) => (value.trim(), Some(day(on.trim()).map_err(wrong)?)),
        None => (value, None),
    };
    let number = value.parse::<f64>().ok().filter(|it| it.is_finite() && *it > 0.0);
    entry.scores.retain(|score| !score.name.eq_ignore_ascii_case(name));
    match number {
        Some(value) => {
            entry.scores.push(EnteredScore { name: name.to_owned(), value, measured_on: on });
        }
        None if value.is_empty() => {}
        None => {
            return Err(wrong(sentence!("cli-not-number-above-zero", value)));
        }
    }
    Ok(())
}

/// One `--fact`; it replaces one of the same name.
fn fact(entry: &mut DriveEntry, text: &str) -> Result<(), Failure> {
    let (name, value) = text
        .split_once('=')
        .map(|(name, value)| (name.trim(), value.trim()))
        .unwrap_or_default();
    if name.is_empty() {
        return Err(Failure::usage(
            sentence!("cli-no-fact", text),
            text!("cli-write-value-fact-power-loss-protection"),
        ));
    }
    let name = match needed_fact(name)? {
        Some(needed) if !value.is_empty() && !["yes", "no"].contains(&value) => {
            return Err(Failure::usage(
                sentence!("cli-whether-drive-cannot", needed, value),
                sentence!("cli-write-yes-no-where-unknown", needed),
            ));
        }
        Some(needed) => needed,
        None => name.to_owned(),
    };
    entry.facts.retain(|fact| !fact.name.eq_ignore_ascii_case(&name));
    if !value.is_empty() {
        let value = value.to_owned();
        entry.facts.push(PublishedFact { name, value, source: "entered by hand".to_owned() });
    }
    Ok(())
}

/// The fact that a use requires, in any spelling; an error if it is almost one, because the drive would silently stay
/// unproven.
fn needed_fact(name: &str) -> Result<Option<String>, Failure> {
    let plain = |text: &str| -> String {
        text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let initials = |text: &str| -> String {
        text.split([' ', '-']).filter_map(|word| word.chars().next()).collect()
    };
    let needs: Vec<String> =
        builtin_purposes().into_iter().flat_map(|purpose| purpose.needs).collect();
    let word = plain(name);
    let is_same = |needed: &&String| plain(needed) == word || initials(needed) == word;
    if let Some(needed) = needs.iter().find(is_same) {
        return Ok(Some(needed.clone()));
    }
    match find_nearest(&word, needs.iter().map(String::as_str)) {
        Some(needed) => Err(Failure::usage(
            sentence!("cli-no-use-asks-fact", name),
            sentence!("cli-is-it", needed),
        )),
        None => Ok(None),
    }
}

const PROMISES: Text = text!("cli-write-read-190mb-s-write-130mb");

/// One `--promise`.
fn promise(entry: &mut DriveEntry, text: &str) -> Result<(), Failure> {
    let wrong =
        |why: Sentence| Failure::usage(sentence!("cli-no-promise", text, why: why), PROMISES);
    let none = || Failure::usage(sentence!("cli-no-promise-text", text), PROMISES);
    let (what, value) = text.split_once('=').ok_or_else(none)?;
    let rate = || {
        let size = value.strip_suffix("/s").and_then(|size| size.parse::<Bytes>().ok());
        let size = size.filter(|size| size.0 > 0);
        size.map(Bytes::as_f64).ok_or_else(|| wrong(sentence!("cli-not-rate", value)))
    };
    let count = || {
        let number = value.parse::<u32>().ok().filter(|number| *number > 0);
        number.map(f64::from).ok_or_else(|| wrong(sentence!("cli-not-number", value)))
    };
    let promises = &mut entry.promises;
    match what {
        "read" => promises.read_bytes_per_s = Some(rate()?),
        "write" => promises.write_bytes_per_s = Some(rate()?),
        "read-iops" => promises.read_iops = Some(count()?),
        "write-iops" => promises.write_iops = Some(count()?),
        "endurance" => {
            let written = match (writes_per_day(value), entry.capacity) {
                (None, _) => {
                    value.parse::<Bytes>().map_err(|error: ParseError| wrong(error.message))?.0
                }
                (Some(capacities), Some(capacity)) => rounded(capacities * capacity.as_f64()),
                (Some(_), None) => {
                    return Err(wrong(sentence!("cli-writes-day-need-drive-capacity")));
                }
            };
            promises.endurance_bytes = Some(written);
        }
        "class" => {
            let mark = value.to_ascii_uppercase();
            if SpeedClass::of(&mark).is_none() {
                return Err(wrong(sentence!("cli-no-mark", value)));
            }
            if !promises.classes.contains(&mark) {
                promises.classes.push(mark);
            }
        }
        _ => return Err(none()),
    }
    Ok(())
}

/// `0.3DWPD/5y`: drive writes per day over the years of the warranty, converted to the total number of capacities.
fn writes_per_day(text: &str) -> Option<f64> {
    let (per_day, years) = text.split_once("DWPD/")?;
    let years = years.strip_suffix('y')?.parse::<u8>().ok()?;
    let per_day = per_day.parse::<f64>().ok().filter(|it| (0.001..1000.0).contains(it))?;
    Some(per_day * 365.0 * f64::from(years))
}

/// A serial number that identifies one drive.
pub(super) fn serial(text: &str) -> Result<String, Failure> {
    let text = text.trim();
    if text.chars().all(|character| character == '0' || character == ' ') {
        return Err(Failure::usage(
            sentence!("cli-cannot-use-serial-number-many-drives", text),
            text!("cli-attach-single-runs-instead-iogram-drive"),
        ));
    }
    Ok(text.to_owned())
}
