use bytes::Bytes;
use iogram_model::OpKind;

use super::TraceReader;
use crate::error::TraceError;
use crate::facts::TraceFacts;
use crate::format::GROUP_ROWS;
use crate::names::Names;
use crate::request::TraceRequest;
use crate::writer::TraceWriter;

fn requests(count: usize, names: &mut Names) -> Vec<TraceRequest> {
    let (sqlite, unknown) = (names.number("sqlite3"), names.number(""));
    let request = |at: usize| {
        let number = at as u64;
        let kind = OpKind::ALL[at % OpKind::ALL.len()];
        let is_flush = kind == OpKind::Flush;
        TraceRequest {
            issued_ns: number * 977,
            kind,
            is_fua: kind == OpKind::Write && at.is_multiple_of(3),
            offset: if is_flush {
                0
            } else {
                number.wrapping_mul(0x9e37_79b9) % (1 << 40) * 512
            },
            length: if is_flush { 0 } else { 512 << (at % 8) },
            latency_ns: (!at.is_multiple_of(5)).then_some(number % 1_000_003),
            process: if at.is_multiple_of(7) { unknown } else { sqlite },
        }
    };
    (0..count).map(request).collect()
}

fn written(requests: &[TraceRequest], names: &Names, facts: &TraceFacts) -> Vec<u8> {
    let mut writer = TraceWriter::new(Vec::new()).expect("memory takes everything");
    for request in requests {
        writer.push(request, names).expect("memory takes everything");
    }
    assert_eq!(writer.count(), requests.len() as u64);
    writer.finish(facts).expect("memory takes everything")
}

/// Requests with their programs.
type Named = Vec<(TraceRequest, Option<String>)>;

fn read(bytes: Vec<u8>) -> Result<(Named, TraceFacts), TraceError> {
    let mut reader = TraceReader::new(Bytes::from(bytes))?;
    let (mut all, mut batch) = (Vec::new(), Vec::new());
    loop {
        reader.next_batch(&mut batch)?;
        if batch.is_empty() {
            assert_eq!(reader.request_count(), all.len() as u64);
            return Ok((all, reader.facts().clone()));
        }
        let name =
            |request: &TraceRequest| reader.names().name(request.process).map(str::to_owned);
        all.extend(batch.iter().map(|request| (*request, name(request))));
    }
}

#[test]
fn what_is_read_is_what_was_written_over_several_groups() {
    let mut names = Names::default();
    let requests = requests(GROUP_ROWS + 1_000, &mut names);
    let facts = TraceFacts {
        source: "served".to_owned(),
        capacity_bytes: Some(32 << 30),
        ..TraceFacts::default()
    };
    let bytes = written(&requests, &names, &facts);
    assert!(bytes.len() < requests.len() * 16, "{} bytes of {}", bytes.len(), requests.len());
    let (got, read_facts) = read(bytes).expect("it is a trace");
    assert_eq!(read_facts, facts);
    assert_eq!(got.len(), requests.len());
    for ((got, name), wanted) in got.iter().zip(&requests) {
        let same = TraceRequest { process: got.process, ..*wanted };
        assert_eq!((got, name.as_deref()), (&same, names.name(wanted.process)));
    }
}

#[test]
fn no_request_at_all_is_a_trace_too() {
    let bytes = written(&[], &Names::default(), &TraceFacts::default());
    assert_eq!(read(bytes).expect("it is a trace").0, []);
}

#[test]
fn damaged_files_are_refused() {
    let mut names = Names::default();
    let requests = requests(500, &mut names);
    let bytes = written(&requests, &names, &TraceFacts::default());
    for end in [0, 3, 100, bytes.len() / 2, bytes.len() - 1] {
        assert!(read(bytes[..end].to_vec()).is_err(), "cut off after {end}");
    }
    let other = String::from_utf8_lossy(&bytes).len();
    assert!(other > 0 && read(b"PAR1 and so on PAR1".to_vec()).is_err());
}

#[test]
fn impossible_requests_are_refused_with_their_number() {
    let mut names = Names::default();
    let mut requests = requests(100, &mut names);
    requests[40].issued_ns = 0;
    let bytes = written(&requests, &names, &TraceFacts::default());
    let got = read(bytes);
    assert!(matches!(got, Err(TraceError::BadRequest { number: 41, .. })), "{got:?}");
}

#[test]
fn a_number_that_the_format_cannot_hold_is_refused_and_not_made_another_one() {
    let mut names = Names::default();
    let sound = requests(1, &mut names)[0];
    for request in [
        TraceRequest { offset: u64::MAX - 1_000_000, ..sound },
        TraceRequest { issued_ns: 1 << 63, ..sound },
        TraceRequest { latency_ns: Some(u64::MAX), ..sound },
    ] {
        let mut writer = TraceWriter::new(Vec::new()).expect("memory takes everything");
        writer.push(&sound, &names).expect("it is sound");
        let got = writer.push(&request, &names);
        assert!(matches!(got, Err(TraceError::BadRequest { number: 2, .. })), "{got:?}");
        assert_eq!(writer.count(), 1);
    }
}
