//! Indented JSON with deep values on one line: a row of a time series reads as a row, and takes a third of the space.

use std::io::{Result, Write};

use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

/// Nesting depth up to which lists and objects are indented: for a run its cells, for each its series and operations,
/// the list of rows. A row is one level deeper.
const DEPTH_INDENTED: usize = 5;

/// Indents down to [`DEPTH_INDENTED`].
#[derive(Default)]
pub(crate) struct RowsOnLines {
    pretty: PrettyFormatter<'static>,
    compact: CompactFormatter,
    /// Number of open lists and objects.
    depth: usize,
}

/// Forwards a method to the formatter of the innermost open list or object; `$before` and `$after` are added to the
/// depth.
macro_rules! pass_on {
    ($($name:ident($($value:ident: $kind:ty)?) $before:literal $after:literal;)*) => {
        $(fn $name<W: ?Sized + Write>(&mut self, to: &mut W $(, $value: $kind)?) -> Result<()> {
            self.depth = self.depth.saturating_add($before);
            let done = if self.depth > DEPTH_INDENTED {
                self.compact.$name(to $(, $value)?)
            } else {
                self.pretty.$name(to $(, $value)?)
            };
            self.depth = self.depth.saturating_sub($after);
            done
        })*
    };
}

impl Formatter for RowsOnLines {
    pass_on! {
        begin_array() 1 0;
        end_array() 0 1;
        begin_object() 1 0;
        end_object() 0 1;
        begin_array_value(is_first: bool) 0 0;
        end_array_value() 0 0;
        begin_object_key(is_first: bool) 0 0;
        end_object_key() 0 0;
        begin_object_value() 0 0;
        end_object_value() 0 0;
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize as _;
    use serde_json::{Serializer, Value, json};

    use super::*;

    fn written(value: &Value) -> String {
        let mut text = Vec::new();
        value
            .serialize(&mut Serializer::with_formatter(&mut text, RowsOnLines::default()))
            .unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn rows_stand_on_lines_and_what_lies_above_is_indented() {
        let row = |start: u64| json!({"start_ns": start, "read": {"count": 3, "list": [1, 2]}});
        let run =
            json!({"cells": [{"series": {"rows": [row(0), row(100)], "last": 1}}], "id": "x"});
        let text = written(&run);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), run);
        let rows: Vec<&str> = text.lines().filter(|line| line.contains("start_ns")).collect();
        let line = r#"{"start_ns":0,"read":{"count":3,"list":[1,2]}}"#;
        assert_eq!(rows.len(), 2, "{text}");
        assert_eq!(rows[0].trim().trim_end_matches(','), line);
        assert!(rows[0].starts_with("          {"), "{text}");
    }

    #[test]
    fn what_is_not_deep_is_laid_out_as_ever() {
        let value = json!({"a": [1, {"b": {"c": [[], {}]}}], "d": {}, "e": []});
        assert_eq!(written(&value), serde_json::to_string_pretty(&value).unwrap());
    }
}
