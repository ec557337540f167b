//! Recognises the format of a trace by its beginning.

use super::SourceKind;
use super::blktrace;
use super::line::What;
use super::lines::Lines;
use crate::error::TraceError;

/// Lines that are examined.
const LINES_MAX: usize = 50;

/// The format of an input that begins with `head`; the last line may be cut unless `is_whole`.
pub(super) fn recognise(head: &[u8], is_whole: bool) -> Result<SourceKind, TraceError> {
    if blktrace::is_one(head) {
        return Ok(SourceKind::Blktrace);
    }
    let end = match is_whole {
        true => head.len(),
        false => head.iter().rposition(|&byte| byte == b'\n').unwrap_or(head.len()),
    };
    let head = head.get(..end).unwrap_or(head);
    let mut fits = Vec::new();
    for kind in SourceKind::ALL {
        let count = understood(kind, head)?;
        if count > 0 {
            fits.push((count, kind));
        }
    }
    let best = fits.iter().map(|&(count, _)| count).max().ok_or(TraceError::UnknownKind)?;
    fits.retain(|&(count, _)| count == best);
    match fits.as_slice() {
        [(_, kind)] => Ok(*kind),
        several => {
            let names: Vec<_> = several.iter().map(|(_, kind)| kind.name()).collect();
            Err(TraceError::SeveralKinds { kinds: names.join(", ") })
        }
    }
}

/// Number of lines of `head` that are valid requests in this format, minus the invalid lines, such as the heading of
/// another format; 0 if there are more invalid lines than requests.
fn understood(kind: SourceKind, head: &[u8]) -> Result<usize, TraceError> {
    let Some(mut format) = kind.text() else { return Ok(0) };
    let mut lines = Lines::new(head);
    let (mut request_count, mut wrong_count) = (0_usize, 0_usize);
    let mut looked_at = 0_usize;
    while looked_at < LINES_MAX
        && let Some((_, text)) = lines.next_line()?
    {
        match format.read(&text) {
            Ok(Some(line)) if line.what != What::Other => {
                request_count = request_count.saturating_add(1);
            }
            Ok(_) => {}
            Err(_) => wrong_count = wrong_count.saturating_add(1),
        }
        looked_at = looked_at.saturating_add(1);
    }
    Ok(match request_count.saturating_sub(wrong_count) {
        // With as many requests as invalid lines, this format is possible if no other fits better.
        0 => usize::from(request_count > 0 && wrong_count == request_count),
        more => more,
    })
}
