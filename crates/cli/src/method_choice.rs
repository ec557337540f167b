//! The method and the target of a command line.

use iogram_model::sentence;
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
                "cannot tell the method: both {first} and {file} are named",
                first = what.first,
                file = file.display()
            ),
            "with --method-file name only the target",
        )),
        (None, Some(target)) => match builtin_method(&what.first) {
            Err(_) if builtin_method(target).is_ok() => Err(Failure::usage(
                sentence!("there is no method \"{first}\"", first = what.first),
                sentence!(
                    "the method comes first: {target} {first}",
                    target,
                    first = what.first
                ),
            )),
            method => Ok((method?, target.clone())),
        },
        (None, None) => {
            let method = builtin_method(&what.first)?;
            Err(Failure::usage(
                sentence!("no target is named for method {method}", method = method.id),
                "name a directory, a file or a block device after the method; . is the current \
                 directory",
            ))
        }
    }
}
