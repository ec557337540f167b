//! Deserialises a JSON tree and records the place of the first error.
//!
//! Knows trees and serde. Must not know records. A general wrapper for any format (`serde_path_to_error`) wraps each
//! visitor, key and sequence of every type; compiling that took longer than the rest of this crate. For a tree one
//! layer is enough: this module walks containers and leaves leaf values to `serde_json`.

use std::cell::{Cell, RefCell};

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde_json::{Error, Map, Value};

use crate::unknown::Step;

/// The path to the current value; after an error, the path to the first error.
#[derive(Debug, Default)]
pub(super) struct Track {
    steps: RefCell<Vec<Step>>,
    /// Inside a variant: an error there is reported at the place of the variant.
    is_held: Cell<bool>,
}

impl Track {
    /// The path from the root to the first error.
    pub(super) fn into_steps(self) -> Vec<Step> {
        self.steps.into_inner()
    }

    /// Reads a value one step deeper. A path that already leads to an error stays unchanged.
    fn follow<T>(
        &self,
        step: Step,
        read: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        if self.is_held.get() {
            return read();
        }
        self.steps.borrow_mut().push(step);
        let read = read()?;
        self.steps.borrow_mut().pop();
        Ok(read)
    }

    /// Reads a value whose parts have no places.
    fn held<T>(&self, read: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let before = self.is_held.replace(true);
        let read = read()?;
        self.is_held.set(before);
        Ok(read)
    }
}

/// A part of a tree, and the path to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tracked<'de, 't> {
    value: &'de Value,
    track: &'t Track,
}

impl<'de, 't> Tracked<'de, 't> {
    pub(super) const fn new(value: &'de Value, track: &'t Track) -> Self {
        Self { value, track }
    }

    fn visit_list<V: Visitor<'de>>(
        self,
        items: &'de [Value],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut list = List { items: items.iter().enumerate(), track: self.track };
        let read = visitor.visit_seq(&mut list)?;
        match list.items.len() {
            0 => Ok(read),
            _ => Err(Error::invalid_length(items.len(), &"fewer elements in array")),
        }
    }

    fn visit_fields<V: Visitor<'de>>(
        self,
        fields: &'de Map<String, Value>,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut rest = Fields { fields: fields.iter(), current: None, track: self.track };
        let read = visitor.visit_map(&mut rest)?;
        match rest.fields.len() {
            0 => Ok(read),
            _ => Err(Error::invalid_length(fields.len(), &"fewer elements in map")),
        }
    }
}

/// A leaf value deserialises itself and reports its own errors.
macro_rules! leave_to_the_value {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.value.$method(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for Tracked<'de, '_> {
    type Error = Error;

    leave_to_the_value! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32
        deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_unit deserialize_identifier deserialize_ignored_any
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(items) => self.visit_list(items, visitor),
            Value::Object(fields) => self.visit_fields(fields, visitor),
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.value.deserialize_unit_struct(name, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(items) => self.visit_list(items, visitor),
            other => other.deserialize_seq(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Object(fields) => self.visit_fields(fields, visitor),
            other => other.deserialize_map(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(_) | Value::Object(_) => self.deserialize_any(visitor),
            other => other.deserialize_struct(name, fields, visitor),
        }
    }

    /// An error inside a variant is reported at the place of the variant.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let Self { value, track } = self;
        match value {
            Value::Object(fields) if fields.len() == 1 => {
                let (variant, value) = fields.iter().next().expect("it has one field");
                track.held(|| visitor.visit_enum(Variant { variant, value, track }))
            }
            // A bare name, or not a variant: it has no parts.
            other => other.deserialize_enum(name, variants, visitor),
        }
    }
}

/// A variant with contents.
struct Variant<'de, 't> {
    variant: &'de str,
    value: &'de Value,
    track: &'t Track,
}

impl<'de, 't> EnumAccess<'de> for Variant<'de, 't> {
    type Error = Error;
    type Variant = Tracked<'de, 't>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Error> {
        let variant = seed.deserialize(BorrowedStrDeserializer::new(self.variant))?;
        Ok((variant, Tracked::new(self.value, self.track)))
    }
}

impl<'de> VariantAccess<'de> for Tracked<'de, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        serde::Deserialize::deserialize(self.value)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(items) if items.is_empty() => visitor.visit_unit(),
            Value::Array(items) => self.visit_list(items, visitor),
            other => Err(Error::invalid_type(unexpected(other), &"tuple variant")),
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.value {
            Value::Object(fields) => self.visit_fields(fields, visitor),
            other => Err(Error::invalid_type(unexpected(other), &"struct variant")),
        }
    }
}

/// serde's description of a value of the wrong type.
fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(it) => Unexpected::Bool(*it),
        Value::Number(it) => match (it.as_u64(), it.as_i64(), it.as_f64()) {
            (Some(whole), _, _) => Unexpected::Unsigned(whole),
            (_, Some(whole), _) => Unexpected::Signed(whole),
            (_, _, Some(part)) => Unexpected::Float(part),
            _ => Unexpected::Other("number"),
        },
        Value::String(it) => Unexpected::Str(it),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

struct List<'de, 't> {
    items: std::iter::Enumerate<std::slice::Iter<'de, Value>>,
    track: &'t Track,
}

impl<'de> SeqAccess<'de> for List<'de, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some((index, value)) = self.items.next() else { return Ok(None) };
        let track = self.track;
        track
            .follow(Step::Index(index), || seed.deserialize(Tracked { value, track }))
            .map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Fields<'de, 't> {
    fields: serde_json::map::Iter<'de>,
    /// The field whose key was read last.
    current: Option<(&'de String, &'de Value)>,
    track: &'t Track,
}

impl<'de> MapAccess<'de> for Fields<'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        self.current = self.fields.next();
        let Some((key, _)) = self.current else { return Ok(None) };
        // An unknown key is an error at its own place.
        let read = || seed.deserialize(BorrowedStrDeserializer::new(key));
        self.track.follow(Step::Key(key.clone()), read).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        let Some((key, value)) = self.current.take() else {
            return Err(Error::custom("value is missing"));
        };
        let track = self.track;
        track.follow(Step::Key(key.clone()), || seed.deserialize(Tracked { value, track }))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Plain,
        Sized(u8),
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Leaf {
        name: String,
        kind: Kind,
        pair: Option<(u8, f64)>,
        #[serde(default)]
        by_name: BTreeMap<String, Vec<u8>>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Root {
        leaves: Vec<Leaf>,
        flag: bool,
    }

    fn read(value: &Value) -> Result<Root, (String, Vec<Step>)> {
        let track = Track::default();
        Root::deserialize(Tracked::new(value, &track))
            .map_err(|error| (error.to_string(), track.into_steps()))
    }

    fn whole() -> Value {
        json!({
            "flag": true,
            "leaves": [
                { "name": "a", "kind": "plain", "pair": null },
                { "name": "b", "kind": { "sized": 3 }, "pair": [1, 2], "by_name": { "x": [1, 2] } },
            ],
        })
    }

    #[test]
    fn what_is_right_is_read_as_serde_json_reads_it() {
        let value = whole();
        assert_eq!(read(&value).unwrap(), serde_json::from_value::<Root>(value).unwrap());
    }

    #[test]
    fn an_error_has_the_words_of_serde_json_and_its_place() {
        let check = |pointer: &str, wrong: Value, place: &[Step]| {
            let mut value = whole();
            *value.pointer_mut(pointer).unwrap() = wrong;
            let words = serde_json::from_value::<Root>(value.clone()).unwrap_err().to_string();
            assert_eq!(read(&value).unwrap_err(), (words, place.to_vec()), "{pointer}");
        };
        let key = |key: &str| Step::Key(key.to_owned());
        let leaf =
            |rest: &[Step]| [&[Step::Key("leaves".to_owned()), Step::Index(1)], rest].concat();
        check("/flag", json!(3), &[key("flag")]);
        check("/leaves", json!("none"), &[key("leaves")]);
        check("/leaves/1", json!({ "name": "b" }), &leaf(&[]));
        check("/leaves/1", json!(null), &leaf(&[]));
        check("/leaves/1/name", json!(null), &leaf(&[key("name")]));
        check("/leaves/1/kind", json!("round"), &leaf(&[key("kind")]));
        check("/leaves/1/kind", json!({ "sized": 300 }), &leaf(&[key("kind")]));
        check("/leaves/1/kind", json!({}), &leaf(&[key("kind")]));
        check("/leaves/1/pair", json!([1, 2, 3]), &leaf(&[key("pair")]));
        check("/leaves/1/pair", json!([1]), &leaf(&[key("pair")]));
        check("/leaves/1/pair/1", json!("2"), &leaf(&[key("pair"), Step::Index(1)]));
        let deep = [key("by_name"), key("x"), Step::Index(0)];
        check("/leaves/1/by_name/x/0", json!(-1), &leaf(&deep));
        check("", json!(7), &[]);
    }

    #[test]
    fn a_field_that_is_not_known_is_an_error_at_its_place() {
        let mut value = whole();
        value["leaves"][1]["new"] = json!(1);
        let (words, place) = read(&value).unwrap_err();
        assert!(words.starts_with("unknown field `new`"), "{words}");
        let last = Step::Key("new".to_owned());
        assert_eq!(place, [Step::Key("leaves".to_owned()), Step::Index(1), last]);
    }
}
