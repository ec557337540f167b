//! A simulated drive as a file, in real time, until it is unmounted.

use std::sync::mpsc;

use iogram_model::{Text, sentence, text};
use iogram_session::{FailureKind, build, find_spec, seed_or_random};
use iogram_trace::TraceFacts;

use crate::args::SimServeArgs;
use crate::failure::{Failure, with_causes};
use crate::outlets;
use crate::output;
use crate::signals;

use super::recording::Recording;

/// Events while a drive is served.
enum Event {
    Signal,
    Unmounted,
}

pub(crate) fn serve(arguments: &SimServeArgs) -> Result<(), Failure> {
    let place = outlets::truth(arguments)?;
    let recording = outlets::served_trace(arguments)?;
    let spec = find_spec(&arguments.name)?;
    let seed = seed_or_random(arguments.seed);
    let drive = build(&spec, seed)?;
    let (events, happened) = mpsc::channel();
    let on_end = events.clone();
    // Nobody listens any more if the program is ending.
    signals::each(move |_| drop(events.send(Event::Signal)))?;
    let on_end = move || drop(on_end.send(Event::Unmounted));
    let facts = TraceFacts {
        source: "served".to_owned(),
        volume: Some(format!("{} with seed {seed}", spec.name)),
        capacity_bytes: Some(spec.capacity.0.0),
        ..TraceFacts::default()
    };
    let recording = recording.map(|outlet| Recording::begin(outlet, facts)).transpose()?;
    let watcher = recording.as_ref().map(Recording::watcher);
    let mut serving =
        iogram_serve::serve(drive, &arguments.mount, watcher, on_end).map_err(failure)?;
    output::talk(sentence!(
        "cli-simulated-seed-until-ctrl-c",
        spec = spec.name,
        title = spec.title,
        capacity = spec.capacity.0.both(),
        seed,
        file = serving.file().display()
    ));
    let mut was_busy = false;
    while let Ok(Event::Signal) = happened.recv() {
        match serving.unmount() {
            Ok(()) => {}
            Err(iogram_serve::ServeError::Busy { .. }) if was_busy => {
                serving.detach().map_err(failure)?;
                return recording.map_or(Ok(()), Recording::end);
            }
            Err(error @ iogram_serve::ServeError::Busy { .. }) => {
                was_busy = true;
                output::talk(
                    sentence!("cli-wrong-hint", wrong: error.sentence(), hint: error.hint()),
                );
                output::talk(text!("cli-ctrl-c-once-more-takes-away"));
            }
            Err(error) => return Err(failure(error)),
        }
    }
    let drive = serving.finish();
    recording.map_or(Ok(()), Recording::end)?;
    let Some(drive) = drive else {
        return Err(Failure::environment(text!("cli-connection-kernel-broke"), Text::NONE));
    };
    let truth = drive.truth();
    let json = serde_json::to_value(&truth).expect("the truth is plain JSON");
    place.write(&format!("{json:#}\n"))
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn failure(error: iogram_serve::ServeError) -> Failure {
    Failure::new(FailureKind::Environment, with_causes(&error), error.hint())
}
