//! The parts of a record that a newer version wrote: found on reading, kept separately, and put back in their place
//! on writing.

use serde_json::Value;

/// One step from a value to one of its parts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// Key of an object.
    Key(String),
    /// Index of an array.
    Index(usize),
}

/// Placeholder for an unknown word, such as a new state.
const UNKNOWN_WORD: &str = "unknown";

/// The parts of a record that this version does not know; empty if it knows all of them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Unknown {
    /// Removed entries, in the order of removal.
    left_out: Vec<(Vec<Step>, Value)>,
    /// Unknown fields and words.
    beside: Vec<(Vec<Step>, Value)>,
}

impl Unknown {
    /// Whether there are no unknown parts.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.left_out.is_empty() && self.beside.is_empty()
    }

    /// Number of entries of an unknown kind, which no output shows.
    #[must_use]
    pub const fn left_out_count(&self) -> usize {
        self.left_out.len()
    }

    /// Records that the entry at `place` was removed, with its `value`.
    pub(crate) fn leave_out(&mut self, place: Vec<Step>, value: Value) {
        self.left_out.push((place, value));
    }

    /// Takes back the last removal, because it did not help.
    pub(crate) fn last_left_out(&mut self) -> Option<(Vec<Step>, Value)> {
        self.left_out.pop()
    }

    /// Keeps the parts of `written` that are missing in `again`, which is the same record after reading.
    pub(crate) fn compare(&mut self, written: &Value, again: &Value) {
        compare(written, again, &mut Vec::new(), &mut self.beside);
        self.order();
    }

    /// The same for a part of the record.
    pub(crate) fn compare_at(&mut self, key: &str, written: &Value, again: &Value) {
        compare(written, again, &mut vec![Step::Key(key.to_owned())], &mut self.beside);
        self.order();
    }

    /// Sorts by place: parts that are put back follow the known ones, so the order in a file has no meaning.
    fn order(&mut self) {
        self.beside.sort_by(|(one, _), (other, _)| one.cmp(other));
    }

    /// Puts all parts back. If the record has changed meanwhile, its known values stay.
    pub(crate) fn put_back(&self, record: &mut Value) {
        for (place, value) in &self.beside {
            let Some((Step::Key(key), parents)) = place.split_last() else { continue };
            let Some(Value::Object(parent)) = find(record, parents) else { continue };
            match parent.get_mut(key) {
                None => drop(parent.insert(key.clone(), value.clone())),
                Some(Value::String(word)) if word == UNKNOWN_WORD => {
                    parent.insert(key.clone(), value.clone());
                }
                Some(_) => {}
            }
        }
        for (place, value) in self.left_out.iter().rev() {
            put_back(record, place, value.clone());
        }
    }
}

/// The part at a place of a value; `None` if there is none.
pub(crate) fn find<'a>(value: &'a mut Value, place: &[Step]) -> Option<&'a mut Value> {
    place.iter().try_fold(value, |value, step| match (step, value) {
        (Step::Key(key), Value::Object(fields)) => fields.get_mut(key),
        (Step::Index(index), Value::Array(items)) => items.get_mut(*index),
        _ => None,
    })
}

/// Removes and returns the part at a place; `None` if there is none.
pub(crate) fn take_out(value: &mut Value, place: &[Step]) -> Option<Value> {
    let (last, parents) = place.split_last()?;
    match (last, find(value, parents)?) {
        (Step::Key(key), Value::Object(fields)) => fields.shift_remove(key),
        (Step::Index(index), Value::Array(items)) => {
            (*index < items.len()).then(|| items.remove(*index))
        }
        _ => None,
    }
}

/// Puts a part back in its place.
pub(crate) fn put_back(value: &mut Value, place: &[Step], part: Value) {
    let Some((last, parents)) = place.split_last() else { return };
    match (last, find(value, parents)) {
        (Step::Key(key), Some(Value::Object(fields))) => {
            fields.entry(key.clone()).or_insert(part);
        }
        (Step::Index(index), Some(Value::Array(items))) => {
            items.insert((*index).min(items.len()), part);
        }
        _ => {}
    }
}

fn compare(
    written: &Value,
    again: &Value,
    place: &mut Vec<Step>,
    kept: &mut Vec<(Vec<Step>, Value)>,
) {
    match (written, again) {
        (Value::Object(written), Value::Object(again)) => {
            for (key, value) in written {
                place.push(Step::Key(key.clone()));
                match again.get(key) {
                    Some(again) => compare(value, again, place, kept),
                    // A known field without a value is omitted on writing.
                    None if is_nothing(value) => {}
                    None => kept.push((place.clone(), value.clone())),
                }
                place.pop();
            }
        }
        (Value::Array(written), Value::Array(again)) => {
            for (index, (written, again)) in written.iter().zip(again).enumerate() {
                place.push(Step::Index(index));
                compare(written, again, place, kept);
                place.pop();
            }
        }
        (Value::String(written), Value::String(again))
            if again == UNKNOWN_WORD && written != again =>
        {
            kept.push((place.clone(), Value::String(written.clone())));
        }
        _ => {}
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}
