//! The method and the target of a command line.

use iogram_model::{sentence, text};
use iogram_runner::{Method, builtin_method};

use crate::args::WhatArgs;
use crate::failure::Failure;
use crate::places;

/// The method and the target that the user named.
pub(crate) fn find_method(what: &WhatArgs) -> Result<(Method, String), Failure> {
    match (&what.method_file, &what.second) {
        (Some(file), None) => {
            let text = places::read_text(file)?;
            Ok((Method::parse(&file.display().to_string(), &text)?, what.first.clone()))
        }
        (Some(file), Some(_)) => Err(Failure::usage(
            sentence!(
                "cli-cannot-tell-method-both-named",
                first = what.first,
                file = file.display()
            ),
            text!("cli-method-file-name-only-target"),
        )),
        (None, Some(target)) => match builtin_method(&what.first) {
            Err(_) if builtin_method(target).is_ok() => Err(Failure::usage(
                sentence!("cli-no-method", first = what.first),
                sentence!("cli-method-comes-first", target, first = what.first),
            )),
            method => Ok((method?, target.clone())),
        },
        (None, None) => {
            let method = builtin_method(&what.first)?;
            Err(Failure::usage(
                sentence!("cli-no-target-named-method", method = method.id),
                text!("cli-name-directory-file-block-device-after"),
            ))
        }
    }
}
