//! Job files that are longer, or include more, than anybody writes.

use std::cell::Cell;

use iogram_interchange::{Around, FioChoice, FioJobs, Included};

use super::{Given, read};

/// A computer on which every file includes the next one twice, and that counts requests to it.
#[derive(Default)]
struct Counting {
    included: Cell<u32>,
    asked: Cell<u32>,
    long: usize,
}

impl Around for Counting {
    fn variable(&self, _: &str) -> Option<String> {
        None
    }
    fn include(&self, name: &str, _: Option<&str>) -> Result<Included, String> {
        self.included.set(self.included.get() + 1);
        let text = match self.long {
            0 => format!("include {name}x\ninclude {name}y\n"),
            long => "# bs=4k\n".repeat(long),
        };
        Ok(Included { place: name.to_owned(), text })
    }
    fn cpu_count(&self) -> Option<u64> {
        self.asked.set(self.asked.get() + 1);
        Some(8)
    }
    fn memory_mib(&self) -> Option<u64> {
        self.asked.set(self.asked.get() + 1);
        Some(1024)
    }
}

fn faults(text: &str, around: &Counting) -> Vec<String> {
    let faults = FioJobs::read(("x.fio", text), around, FioChoice::default()).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn files_that_each_include_the_next_twice_end_soon() {
    let around = Counting::default();
    let said = faults("[a]\ninclude x\ninclude x\n", &around);
    assert!(around.included.get() <= 256, "{}", around.included.get());
    let of_all: Vec<&String> =
        said.iter().filter(|it| it.ends_with("more than 256 files are included")).collect();
    assert_eq!(of_all.len(), 1, "{said:?}");
    let around = Counting { long: 3 << 17, ..Counting::default() };
    let said = faults(&format!("[a]\n{}", "include x\n".repeat(100)), &around);
    assert_eq!(around.included.get(), 2);
    assert!(said[0].ends_with("what is included is longer than 4 MiB"), "{said:?}");
}

#[test]
fn what_no_line_asks_of_the_computer_is_not_looked_up() {
    let around = Counting::default();
    let text = format!("[a]\nsize=1m\n{}", "bs=4k\n".repeat(1000));
    FioJobs::read(("x.fio", &text), &around, FioChoice::default()).unwrap();
    assert_eq!(around.asked.get(), 0);
    let text = "[a]\nsize=1m\nnumjobs=$ncpus\n";
    FioJobs::read(("x.fio", text), &around, FioChoice::default()).unwrap();
    assert_eq!(around.asked.get(), 1);
}

/// Takes more than a few seconds if the cost of a line grows with the number of lines.
#[test]
fn many_lines_are_each_read_once() {
    // Options without effect, options that need another one, and one that fio does not have.
    for line in ["gtod_reduce=1", "time_based=1", "ratecycle=1000", "nothing=1"] {
        let text = format!("[a]\nsize=1m\n{}", format!("{line}\n").repeat(50_000));
        let read = read(&text);
        assert_eq!(read.is_err(), line == "nothing=1", "{line}");
    }
    let lines: String = (0..30_000).map(|at| format!("nothing{at}=1\n")).collect();
    let lines: &'static str = lines.leak();
    let around = Given { files: [("x", lines)].into(), ..Given::default() };
    let said = FioJobs::read(("x.fio", "[a]\ninclude x\n"), &around, FioChoice::default());
    assert_eq!(said.unwrap_err().len(), 30_000);
}

#[test]
fn sections_and_what_they_repeat_have_an_end() {
    let sections = |count: usize| -> String {
        (0..count).map(|at| format!("[job{at}]\nsize=1m\n")).collect()
    };
    let said = read(&sections(5000)).unwrap_err();
    assert!(said.iter().any(|it| it.contains("more than 4096 jobs")), "{said:?}");
    let text = format!("[global]\n{}{}", "bs=4k\n".repeat(5000), sections(4000));
    let said = read(&text).unwrap_err();
    assert!(said.iter().any(|it| it.contains("more than 400000 options")), "{said:?}");
}
