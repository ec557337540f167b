//! What a line of a trace says.

use iogram_model::{OpKind, Text, text};

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// A request, with all that is known of it.
    Request,
    /// A request was asked of the system.
    Queued,
    /// A request was given to the drive.
    Issued,
    /// A request came back.
    Completed,
    /// A request was taken back, to be issued again.
    Withdrawn,
    /// Something that is no request.
    Other,
    /// A request that nobody answered; whether it reads or writes is not known.
    Unanswered,
}

/// What a line says. Times are of whatever clock the trace has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub(super) what: What,
    pub(super) at_ns: u64,
    pub(super) kind: OpKind,
    pub(super) is_fua: bool,
    /// Whether a flush comes before it.
    pub(super) has_preflush: bool,
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) latency_ns: Option<u64>,
    pub(super) volume: &'a str,
    pub(super) process: &'a str,
}

impl<'a> Line<'a> {
    /// A request of `kind` with nothing else known.
    pub(super) fn request(at_ns: u64, kind: OpKind, (offset, length): (u64, u64)) -> Self {
        Self {
            what: What::Request,
            at_ns,
            kind,
            is_fua: false,
            has_preflush: false,
            offset,
            length,
            latency_ns: None,
            volume: "",
            process: "",
        }
    }

    /// An event that is no request.
    pub(super) fn other(volume: &'a str) -> Self {
        Self { what: What::Other, volume, ..Self::request(0, OpKind::Read, (0, 0)) }
    }
}

/// A format of lines.
pub(super) trait TextFormat {
    /// Its name in a trace's facts, which may say more than the kind: a version.
    fn name(&self) -> &'static str;

    /// What the next line says; `None` for one that says nothing of a request: a heading, a comment.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with it.
    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text>;

    /// What is missing, now that no line comes any more.
    fn fault_at_end(&self) -> Option<Text> {
        None
    }
}

/// Bytes of a sector, in traces that count in sectors.
pub(super) const SECTOR: u64 = 512;

/// What nanoseconds in 64 bits cannot hold.
const TOO_LATE: Text = text!("trace-time-beyond-584-years");

/// A whole number.
pub(super) fn whole(text: &str) -> Result<u64, Text> {
    // The standard reader takes a sign.
    match text.parse() {
        Ok(number) if !text.starts_with('+') => Ok(number),
        _ => Err(text!("trace-whole-number-missing")),
    }
}

/// A number of sectors, in bytes.
pub(super) fn sectors(text: &str) -> Result<u64, Text> {
    whole(text)?.checked_mul(SECTOR).ok_or(text!("trace-address-above-2-64-bytes"))
}

/// A time counted in steps of so many nanoseconds, in nanoseconds.
pub(super) fn steps(text: &str, step_ns: u64) -> Result<u64, Text> {
    whole(text)?.checked_mul(step_ns).ok_or(TOO_LATE)
}

/// Seconds with at most nine digits behind the point that count, in nanoseconds.
pub(super) fn seconds(text: &str) -> Result<u64, Text> {
    const WRONG: Text = text!("trace-time-seconds-missing");
    let (whole_part, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole_part.is_empty() || !is_digits(whole_part) || !is_digits(fraction) {
        return Err(WRONG);
    }
    let mut nanos: u64 = 0;
    let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(9);
    for digit in digits {
        let digit = u64::from(digit.saturating_sub(b'0'));
        nanos = nanos.saturating_mul(10).saturating_add(digit);
    }
    let whole_part: u64 = whole_part.parse().ok().ok_or(WRONG)?;
    let whole_part = whole_part.checked_mul(1_000_000_000);
    whole_part.and_then(|seconds| seconds.checked_add(nanos)).ok_or(TOO_LATE)
}
