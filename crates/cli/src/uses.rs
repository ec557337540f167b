//! The uses that drives are judged for, under the names that people give them.

use iogram_catalogue::find_purpose;
use iogram_model::{Purpose, sentence};

use crate::failure::Failure;

/// The use that `id` means.
pub(crate) fn find_use<'a>(purposes: &'a [Purpose], id: &str) -> Result<&'a Purpose, Failure> {
    find_purpose(purposes, id).ok_or_else(|| {
        let ids: Vec<&str> = purposes.iter().map(|purpose| purpose.id.as_str()).collect();
        let aliases = purposes.iter().flat_map(|it| &it.aliases).map(String::as_str);
        let near = iogram_runner::find_nearest(id, ids.iter().copied().chain(aliases));
        let all = ids.join(", ");
        let hint = match near {
            Some(near) => sentence!("cli-mean-uses", near, all),
            None => sentence!("cli-uses", all),
        };
        Failure::usage(sentence!("cli-no-use-rules", id), hint)
    })
}
