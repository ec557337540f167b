//! `cut IN OUT read-back|settled`: writes the part of a trace in which a program's cell ran, without its preparation.
//!
//! `read-back`: starts at the first read of data that the trace wrote earlier. `settled`: starts at the first flush
//! after the last write of 128 KiB or more; filling a table makes such writes, small transactions never do.

use std::fs::File;
use std::io::BufWriter;

use iogram_model::OpKind;
use iogram_trace::{TraceReader, TraceRequest, TraceWriter};

/// Smaller than one write while a table is filled, larger than a transaction.
const FILLING_BYTES: u32 = 128 << 10;

#[expect(clippy::disallowed_methods, reason = "a tool, not the library")]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, how] = arguments.as_slice() else {
        panic!("cut IN OUT read-back|settled");
    };
    let mut reader =
        TraceReader::new(File::open(from).expect("the trace is there")).expect("a trace");
    let (mut all, mut batch) = (Vec::new(), Vec::new());
    loop {
        reader.next_batch(&mut batch).expect("the trace is whole");
        if batch.is_empty() {
            break;
        }
        all.extend_from_slice(&batch);
    }
    let first = match how.as_str() {
        "read-back" => read_back(&all),
        _ => settled(&all),
    };
    let first = first.expect("the cell begins somewhere");
    let began = all[first].issued_ns;
    let mut writer = TraceWriter::new(BufWriter::new(File::create(to).expect("a place")))
        .expect("it begins");
    for request in &all[first..] {
        let request = TraceRequest { issued_ns: request.issued_ns - began, ..*request };
        writer.push(&request, reader.names()).expect("it is written");
    }
    writer.finish(reader.facts()).expect("it ends");
}

fn read_back(all: &[TraceRequest]) -> Option<usize> {
    let mut written: Vec<(u64, u64)> = Vec::new();
    all.iter().position(|request| {
        let range = (request.offset, request.end());
        match request.kind {
            OpKind::Write => written.push(range),
            OpKind::Read => return written.iter().any(|it| it.0 < range.1 && range.0 < it.1),
            OpKind::Flush | OpKind::Discard => {}
        }
        false
    })
}

fn settled(all: &[TraceRequest]) -> Option<usize> {
    let is_filling = |it: &TraceRequest| it.kind == OpKind::Write && it.length >= FILLING_BYTES;
    let last = all.iter().rposition(is_filling)?;
    let flush = all[last..].iter().position(|it| it.kind == OpKind::Flush)?;
    Some(last + flush + 1)
}
