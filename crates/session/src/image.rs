//! A method that writes a file of the user: the settings that the file determines, and the file itself.

use std::path::Path;
use std::sync::Arc;

use iogram_device::{DeviceError, Image, TargetSpec};
use iogram_model::{Bytes, sentence, text};
use iogram_runner::{Method, Plan};

use crate::failure::Failure;
use crate::opened::AnyRig;
use crate::resolve::ResolvedTarget;

/// The parameter that names the file.
const IMAGE: &str = "image";

/// Lets the image that the settings name determine the contents, the size and the block size of the writes.
pub(crate) fn settle(
    method: &Method,
    target: &ResolvedTarget,
    settings: &mut Vec<(String, String)>,
) -> Result<(), Failure> {
    let Some(path) = named(method, settings) else { return Ok(()) };
    let image = open(&path)?;
    if let TargetSpec::Path(place) = &target.spec
        && image.is_at(place)
    {
        return Err(Failure::usage(
            sentence!("session-cannot-write-itself", path),
            text!("session-name-card-directory-image-written"),
        ));
    }
    if target.permission.borrow.is_some() || target.permission.places.is_some() {
        return Err(Failure::usage(
            sentence!("session-cannot-write-part-only-borrowed", path, spec = target.spec),
            text!("session-image-stays-write-destroy-serial"),
        ));
    }
    let size = image.written_size();
    if let Some(capacity) = target.facts.capacity.filter(|capacity| *capacity < size) {
        return Err(Failure::usage(
            sentence!(
                "session-cannot-write-image-room",
                path,
                spec = target.spec,
                size = image.size().both(),
                capacity = capacity.both()
            ),
            text!("session-name-larger-target-nothing-written"),
        ));
    }
    let set = |name: &str| settings.iter().rfind(|(it, _)| it == name).map(|(_, text)| text);
    let is_other = |name: &str, own: &str| set(name).is_some_and(|text| text != own);
    for (name, own) in [("size", size.binary()), ("data", IMAGE.to_owned())] {
        if is_other(name, &own) {
            return Err(Failure::usage(
                sentence!("session-cannot-set-beside-image-image-decides", name),
                sentence!("session-leave-out", name, path, size = image.size().both()),
            ));
        }
    }
    let default = method.params.iter().find(|it| it.name == "block").map(|it| &it.default);
    let wanted = set("block").or(default).and_then(|text| text.parse::<Bytes>().ok());
    // All blocks are complete: no rest of the image remains.
    let fitting = Bytes(1 << size.0.trailing_zeros().min(62));
    let block = wanted.filter(|block| block.0 > 0 && size.0.is_multiple_of(block.0));
    let block = block.or_else(|| wanted.map(|block| block.min(fitting)));
    settings.push(("size".to_owned(), size.binary()));
    settings.push(("data".to_owned(), IMAGE.to_owned()));
    if let Some(block) = block {
        settings.push(("block".to_owned(), block.binary()));
    }
    Ok(())
}

/// Gives the image that the plan names to the opened target.
pub(crate) fn hand_over(plan: &Plan, rig: &mut AnyRig) -> Result<(), Failure> {
    let params = &plan.method.params;
    let Some(path) = params.get(IMAGE).filter(|path| !path.is_empty()) else { return Ok(()) };
    if params.get("data").is_none_or(|data| data != IMAGE) {
        return Ok(());
    }
    let image = open(path)?;
    let planned = params.get("size").and_then(|size| size.parse::<Bytes>().ok());
    if planned != Some(image.written_size()) {
        return Err(Failure::usage(
            sentence!("session-cannot-write-not-long", path),
            text!("session-wait-until-complete"),
        ));
    }
    if let Some(drive) = rig.drive() {
        drive.write_image(Arc::new(image));
    }
    Ok(())
}

/// An invalid image is the user's mistake; other errors come from the computer.
fn open(path: &str) -> Result<Image, Failure> {
    Image::open(Path::new(path)).map_err(|error| match error {
        DeviceError::Failed { .. } => Failure::usage(error.to_string(), error.hint()),
        other => other.into(),
    })
}

/// The path, if the method has an image parameter and the settings name one.
fn named(method: &Method, settings: &[(String, String)]) -> Option<String> {
    method.params.iter().find(|param| param.name == IMAGE)?;
    let set = settings.iter().rfind(|(name, _)| name == IMAGE);
    set.map(|(_, path)| path.clone()).filter(|path| !path.is_empty())
}
