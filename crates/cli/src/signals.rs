//! Ctrl-C and similar signals: the first requests an early end that keeps the results, the second ends the program.
//! Test files have no name, so nothing is left in either case.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use iogram_engine::Control;
use iogram_model::{Text, sentence, text};
use signal_hook::consts::{
    SIGALRM, SIGHUP, SIGINT, SIGIO, SIGPROF, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
    SIGXFSZ,
};
use signal_hook::iterator::Signals;

use crate::failure::{ENVIRONMENT, Failure};
use crate::output;

/// Signals of a user who wants an end: a second one ends the program at once.
const ASKED: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// Other signals that would end the program silently: limits, timers, batch systems, power supplies. They also
/// request an early end, but repeat by themselves, so that a second one changes nothing.
const OTHERS: [i32; 9] =
    [SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT];

/// Numbers from other programs, or from the kernel.
const SIGPWR: i32 = 30;
const SIGSTKFLT: i32 = 16;

/// Makes writes beyond the file size limit fail, as on a full drive, without ending the program. Programs that this
/// one starts have the default.
pub(crate) fn outlive_file_limits() {
    let seen = Arc::new(AtomicBool::new(false));
    let _as_before = signal_hook::flag::register(SIGXFSZ, seen);
}

/// The controls that signals stop, and the message about unfinished work.
type Stopped = (Vec<Arc<Control>>, Option<Text>);

/// The controls that signals stop: of the present run, or of all that are measured at once.
static CURRENT: Mutex<Option<Stopped>> = Mutex::new(None);
/// Whether the input that keeps this program running has ended.
static HAS_ENDED: AtomicBool = AtomicBool::new(false);

/// Whether a signal has requested an end: no later work begins.
static IS_ASKED: AtomicBool = AtomicBool::new(false);

/// Lets signals stop `controls` from now on instead of the earlier ones; a signal in between stops these at once.
/// `left` is printed to a user who quits at once.
pub(crate) fn watch(controls: &[Arc<Control>], left: Option<Text>) -> Result<(), Failure> {
    let current = || CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    let before = current().replace((controls.to_vec(), left));
    if HAS_ENDED.load(Ordering::Acquire) || IS_ASKED.load(Ordering::Acquire) {
        controls.iter().for_each(|control| control.stop());
    }
    if before.is_some() {
        return Ok(());
    }
    each(move |signal| {
        IS_ASKED.store(true, Ordering::Release);
        let Some((controls, left)) = current().clone() else { return };
        let is_stopped = controls.iter().all(|control| control.is_stopped());
        if is_stopped && !ASKED.contains(&signal) {
            return;
        }
        if is_stopped {
            if let Some(left) = left {
                output::talk(left);
            }
            quit();
        }
        controls.iter().for_each(|control| control.stop());
        output::talk(text!("cli-stopping-press-ctrl-c-again-quit"));
    })
}

/// From now on the end of standard input has the effect of a signal: the process that started this program is gone.
pub(crate) fn stop_at_end_of_input() -> Result<(), Failure> {
    let failed =
        |error| Failure::environment(sentence!("cli-cannot-watch-signals", error), Text::NONE);
    let watching = std::thread::Builder::new().name("input".to_owned()).spawn(|| {
        // Any input is ignored.
        std::io::copy(&mut std::io::stdin(), &mut std::io::sink()).ok();
        HAS_ENDED.store(true, Ordering::Release);
        let current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((controls, _)) = current {
            controls.iter().for_each(|control| control.stop());
        }
    });
    watching.map(drop).map_err(failed)
}

/// Whether the input that kept this program running has ended.
pub(crate) fn has_input_ended() -> bool {
    HAS_ENDED.load(Ordering::Acquire)
}

/// Calls `react` with the number of every signal from now on.
pub(crate) fn each(react: impl Fn(i32) + Send + 'static) -> Result<(), Failure> {
    let failed =
        |error| Failure::environment(sentence!("cli-cannot-watch-signals", error), Text::NONE);
    let mut signals = Signals::new(ASKED.iter().chain(&OTHERS)).map_err(failed)?;
    let watcher = std::thread::Builder::new().name("signals".to_owned());
    let watching = watcher.spawn(move || {
        for signal in signals.forever() {
            react(signal);
        }
    });
    watching.map(drop).map_err(failed)
}

#[expect(clippy::exit, reason = "the user asked twice; every finished cell is kept already")]
fn quit() -> ! {
    std::process::exit(i32::from(ENVIRONMENT))
}
