//! A parsed line of a trace.

use iogram_model::{OpKind, Text, text};

/// The event of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// A request, complete with its latency if the format has it.
    Request,
    /// A program submitted a request to the kernel.
    Queued,
    /// The kernel issued a request to the drive.
    Issued,
    /// A request completed.
    Completed,
    /// The kernel requeued a request and will issue it again.
    Withdrawn,
    /// Not a request.
    Other,
    /// A request without a response; its direction (read or write) is unknown.
    Unanswered,
}

/// A parsed line. Times are on the clock of the trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub(super) what: What,
    pub(super) at_ns: u64,
    pub(super) kind: OpKind,
    pub(super) is_fua: bool,
    /// Whether a flush precedes it.
    pub(super) has_preflush: bool,
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) latency_ns: Option<u64>,
    pub(super) volume: &'a str,
    pub(super) process: &'a str,
}

impl<'a> Line<'a> {
    /// A request of `kind` with no other facts.
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

    /// An event that is not a request.
    pub(super) fn other(volume: &'a str) -> Self {
        Self { what: What::Other, volume, ..Self::request(0, OpKind::Read, (0, 0)) }
    }
}

/// A format of text lines.
pub(super) trait TextFormat {
    /// Its name in a trace's facts; may be more precise than the kind, such as a version.
    fn name(&self) -> &'static str;

    /// Parses the next line; `None` for a line without a request, such as a heading or a comment.
    ///
    /// # Errors
    ///
    /// Returns the fault of the line.
    fn read<'a>(&mut self, text: &'a str) -> Result<Option<Line<'a>>, Text>;

    /// The fault of an input that ends here; `None` if it is complete.
    fn fault_at_end(&self) -> Option<Text> {
        None
    }
}

/// Bytes of a sector, in traces that count in sectors.
pub(super) const SECTOR: u64 = 512;

/// The limit of nanoseconds in 64 bits.
const TOO_LATE: Text = text!("trace-time-beyond-584-years");

/// Parses a whole number.
pub(super) fn whole(text: &str) -> Result<u64, Text> {
    // The standard parser accepts a sign.
    match text.parse() {
        Ok(number) if !text.starts_with('+') => Ok(number),
        _ => Err(text!("trace-whole-number-missing")),
    }
}

/// Parses a number of sectors and returns bytes.
pub(super) fn sectors(text: &str) -> Result<u64, Text> {
    whole(text)?.checked_mul(SECTOR).ok_or(text!("trace-address-above-2-64-bytes"))
}

/// Parses a time in units of `step_ns` and returns nanoseconds.
pub(super) fn steps(text: &str, step_ns: u64) -> Result<u64, Text> {
    whole(text)?.checked_mul(step_ns).ok_or(TOO_LATE)
}

/// Parses seconds and returns nanoseconds; ignores digits after the ninth decimal.
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
