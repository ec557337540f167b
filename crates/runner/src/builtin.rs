//! The methods that the program brings along.

use crate::method::Method;
use crate::source::{MethodError, suggest};

/// Id and text of every method, in the order in which they are listed.
const TEXTS: &[(&str, &str)] = &[
    ("quick", include_str!("../../../methods/quick.toml")),
    ("cdm", include_str!("../../../methods/cdm.toml")),
    ("dd-read", include_str!("../../../methods/dd-read.toml")),
    ("dd-write", include_str!("../../../methods/dd-write.toml")),
    ("image-write", include_str!("../../../methods/image-write.toml")),
    ("iozone", include_str!("../../../methods/iozone.toml")),
    ("fsync", include_str!("../../../methods/fsync.toml")),
    ("soak", include_str!("../../../methods/soak.toml")),
    ("sd-class", include_str!("../../../methods/sd-class.toml")),
    ("sd-app", include_str!("../../../methods/sd-app.toml")),
    ("sd-pi", include_str!("../../../methods/sd-pi.toml")),
];

/// Every built-in method.
///
/// # Panics
///
/// Never: a test reads each of them.
#[must_use]
pub fn builtin_methods() -> Vec<Method> {
    TEXTS.iter().map(|(id, text)| parse_builtin(id, text)).collect()
}

/// The built-in method with this id.
///
/// # Errors
///
/// Fails if there is none.
pub fn builtin_method(id: &str) -> Result<Method, MethodError> {
    match TEXTS.iter().find(|(name, _)| *name == id) {
        Some((name, text)) => Ok(parse_builtin(name, text)),
        None => Err(MethodError {
            message: format!("there is no method \"{id}\""),
            hint: suggest(id, "methods", TEXTS.iter().map(|&(name, _)| name)),
            place: None,
        }),
    }
}

fn parse_builtin(id: &str, text: &str) -> Method {
    Method::parse(&format!("methods/{id}.toml"), text)
        .expect("a test reads every built-in method")
}
