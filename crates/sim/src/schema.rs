//! The published JSON Schema of drive descriptions.

/// The schema as published: JSON, with a line break at the end.
///
/// # Panics
///
/// Never: a schema is plain JSON.
#[must_use]
pub fn render_schema() -> String {
    #[cfg(feature = "schema")]
    let text = of_the_types();
    #[cfg(not(feature = "schema"))]
    let text = include_str!("../../../docs/schema/iogram-sim.schema.json").to_owned();
    text
}

/// The schema of the types. A test compares it with the published one.
#[cfg(feature = "schema")]
fn of_the_types() -> String {
    let mut schema = schemars::schema_for!(crate::spec::SimSpec);
    schema.insert("title".to_owned(), "iogram simulated drive".into());
    iogram_model::without_null(&mut schema);
    let text = serde_json::to_string_pretty(&schema).expect("a schema is plain JSON");
    text.replace("[`", "`").replace("`]", "`") + "\n"
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_published_schema_is_that_of_the_code() {
        let text = render_schema();
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema/iogram-sim.schema.json");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(path, &text).unwrap();
            return;
        }
        let published = std::fs::read(path).unwrap();
        assert!(published == text.as_bytes(), "UPDATE_GOLDEN=1 writes {path} anew");
    }

    #[test]
    fn nothing_in_the_schema_may_be_null_and_nothing_unknown_is_allowed() {
        let schema: Value = serde_json::from_str(&render_schema()).unwrap();
        let text = schema.to_string();
        assert!(!text.contains("\"null\""));
        assert!(text.contains("\"additionalProperties\":false"));
    }

    #[test]
    fn every_drive_of_the_zoo_is_valid_by_the_schema() {
        let schema: Value = serde_json::from_str(&render_schema()).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        for name in crate::zoo_names() {
            let text = crate::zoo_text(name).unwrap();
            let drive: Value = toml::from_str(text).unwrap();
            let errors: Vec<String> =
                validator.iter_errors(&drive).map(|error| error.to_string()).collect();
            assert_eq!(errors, Vec::<String>::new(), "{name}");
        }
    }
}
