//! Gives every decoder many random, damaged and truncated inputs: `cargo xtask fuzz` runs this.
//!
//! Arguments: the number of inputs for each decoder, and the seed.

#![expect(clippy::print_stdout, reason = "a development command reports to its user")]

#[path = "../tests/decoders/inputs.rs"]
mod inputs;

use inputs::{DECODERS, try_decoder};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().ok());
    let count = numbers.next().flatten().unwrap_or(10_000_000);
    let seed = numbers.next().flatten().unwrap_or(1);
    println!("{count} inputs for each decoder, seed {seed}");
    for decoder in DECODERS {
        let begin = iogram_inspect::now();
        let tally = try_decoder(*decoder, seed, count);
        let took = iogram_inspect::now().saturating_sub(begin);
        let (name, cut, decoded) = (decoder.name, tally.cut, tally.decoded);
        println!("{name:24} {count} inputs, {cut} cut, {decoded} decoded, no panic, {took}");
    }
}
