use iogram_interchange::{Recognised, Source, decode_output, recognise};
use iogram_model::Evidence;
#[test]
fn scratch() {
    let all = std::fs::read_to_string("/tmp/brief/texts.txt").unwrap();
    for part in all.split("@@@@\n") {
        let (title, text) = part.split_once('\n').unwrap_or((part, ""));
        println!("=== {title}");
        let text = decode_output(text.as_bytes());
        let source = Source { name: "a.txt", text: &text };
        let found = match recognise(&source) {
            Recognised::As(it) => vec![it],
            Recognised::Several(all) => all,
            other => { println!("   {other:?}"); continue }
        };
        for it in found {
            match it.read(&source) {
                Err(refusal) => println!("   {} REFUSED {refusal}", it.kind),
                Ok(found) => for one in found {
                    println!("   {} device {:?} model {:?} serial {:?} fw {:?} cap {:?}", it.kind, one.device, one.model, one.serial, one.firmware, one.capacity_bytes);
                    for probe in &one.probes { if let Evidence::Imported(e) = &probe.evidence {
                        for r in &e.results { println!("      {:?} {:?} {:?} bs {:?} qd {:?} jobs {:?} direct {:?} drive {} {:?}", r.name, r.operation, r.order, r.block_bytes, r.depth, r.job_count, r.is_direct, r.is_of_drive, r.figures); }
                        println!("      facts {} {:?} notes {:?} errors {:?} health {:?}", e.facts.len(), e.facts.iter().take(4).map(|f| format!("{}={}", f.name, f.value)).collect::<Vec<_>>(), e.notes, e.errors, e.health);
                    }}
                }
            }
        }
    }
}
