//! Queries the store, and prints the time of each query.

use std::time::{Duration, Instant};

use iogram_findings::{FleetBuilder, FleetGroup};
use iogram_model::Fleet;
use iogram_session::open_store;
use iogram_store::{FleetFilter, RunFilter, Store};

use crate::make::{Shape, model_name};
use crate::{Outcome, sent};

/// Bytes of a run, by table.
pub(crate) fn sizes(address: &str, runs: u64, with_cells: u64) -> Outcome<()> {
    let number = |sql: &str| -> Outcome<f64> { Ok(sent(address, sql)?.parse()?) };
    #[expect(clippy::cast_precision_loss, reason = "counts of runs")]
    let (all, with) = (runs as f64, with_cells.max(1) as f64);
    println!("bytes a run:");
    for table in ["run", "figures", "figure_list", "figures_due", "cell"] {
        let of = if table == "cell" { with } else { all };
        let rows = number(&format!("select pg_table_size('{table}')"))? / of;
        let indexes = number(&format!("select pg_indexes_size('{table}')"))? / of;
        println!("  {table:12} {rows:8.0} and {indexes:6.0} of indexes");
    }
    for column in ["record", "series"] {
        let sum = number(&format!(
            "select coalesce(avg(pg_column_size({column})), 0) from (select {column} from cell limit 5000) as few"
        ))?;
        println!("  a cell's {column}: {sum:.0}");
    }
    let head = number(
        "select avg(pg_column_size(record)) from (select record from run limit 2000) as few",
    )?;
    let plain =
        number("select avg(length(record)) from (select record from run limit 2000) as few")?;
    let findings = number(
        "select avg(pg_column_size(findings)) from (select findings from run limit 2000) as few",
    )?;
    println!("  a run's record: {head:.0}, {plain:.0} as text; its findings: {findings:.0}");
    Ok(())
}

/// The quickest and the slowest of three queries.
fn timed<T>(what: &str, mut ask: impl FnMut() -> Outcome<T>) -> Outcome<T> {
    let mut times: Vec<Duration> = Vec::new();
    loop {
        let began = Instant::now();
        let answer = ask()?;
        times.push(began.elapsed());
        if times.len() == 3 || began.elapsed() > Duration::from_secs(20) {
            times.sort();
            let (least, most) = (times.first(), times.last());
            println!("{what}: {:.1?} .. {:.1?}", least.ok_or("timed")?, most.ok_or("timed")?);
            return Ok(answer);
        }
    }
}

pub(crate) fn times(address: &str, shape: &Shape) -> Outcome<()> {
    let mut store = open_store(address)?;
    let page = RunFilter { limit: Some(50), ..RunFilter::default() };
    let word = |text: &str| RunFilter { target: Some(text.to_owned()), ..page.clone() };
    let mut list = |what: &str, filter: &RunFilter| {
        let runs = timed(&format!("list, {what}"), || Ok(store.list(filter)?))?;
        println!("  {} runs, the first {:?}", runs.len(), runs.first().map(|run| &run.line.id));
        Ok::<_, Box<dyn std::error::Error>>(runs.last().map(|run| run.line.id.clone()))
    };
    let last = list("a page", &page)?;
    list("the next page", &RunFilter { behind: last, ..page.clone() })?;
    let method = |id: &str| RunFilter { method: Some(id.to_owned()), ..page.clone() };
    list("of a method", &method("lab"))?;
    list("of a method that none is of", &method("quick"))?;
    list("a serial number", &word("SN123X000003"))?;
    list("a model", &word("lab m123"))?;
    list("a word that all have", &word("lab"))?;
    list("a word that none has", &word("nothing"))?;
    list(
        "a model, of a method",
        &RunFilter { method: Some("lab".to_owned()), ..word("lab m123") },
    )?;
    let ids = store.list(&page)?;
    let id = ids.first().map(|run| run.line.id.clone()).ok_or("there are runs")?;
    timed("find an id", || Ok(store.find(&id)?))?;
    timed("find the beginning of an id", || Ok(store.find(&id[..id.len() - 1])?))?;
    let run = timed("load a run", || Ok(store.load(&id)?))?;
    println!("  {} cells", run.cells.len());
    let due = timed("how many figures are due", || Ok(store.count_due_figures()?))?;
    let began = Instant::now();
    store.fill_figures(&mut |_| {})?;
    println!("  found for {due} runs in {:.1?}", began.elapsed());
    fleets(&mut store, shape)
}

fn fleets(store: &mut Store, shape: &Shape) -> Outcome<()> {
    let one = FleetFilter { target: Some(model_name(123)), ..FleetFilter::default() };
    let mut fleet = |what: &str, filter: &FleetFilter, by, asks| {
        let fleet = timed(what, || gathered(store, filter, by, asks))?;
        println!(
            "  {} runs, {} drives, {} models, {} questions, {} oddities, {} distributions; {}",
            fleet.run_count,
            fleet.drive_count,
            fleet.models.len(),
            fleet.question_count,
            fleet.oddities.len(),
            fleet.distributions.len(),
            memory()
        );
        Ok::<_, Box<dyn std::error::Error>>(fleet)
    };
    fleet("distributions of a model", &one, FleetGroup::Model, false)?;
    fleet("distributions of a model by firmware", &one, FleetGroup::Firmware, false)?;
    fleet("distributions of a model by drive", &one, FleetGroup::Drive, false)?;
    fleet("questions of a model", &one, FleetGroup::Model, true)?;
    let all = FleetFilter::default();
    fleet("distributions of all models", &all, FleetGroup::Model, false)?;
    let whole = fleet("questions of all models", &all, FleetGroup::Model, true)?;
    for oddity in &whole.oddities {
        println!("  {} x {:.3}, {:?}", oddity.of.model, oddity.ratio, oddity.kind);
    }
    println!("{} drives were made", shape.drives());
    Ok(())
}

fn gathered(
    store: &mut Store,
    filter: &FleetFilter,
    by: FleetGroup,
    asks: bool,
) -> Outcome<Fleet> {
    let mut fleet = FleetBuilder::new(by, asks);
    let unidentified = store.read_fleet(filter, &mut |model, runs| {
        fleet.add_model(model, &runs.iter().map(|it| &it.1).collect::<Vec<_>>());
    })?;
    Ok(fleet.told(unidentified))
}

/// Peak memory of this program.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    format!("at most {} kB of memory", line.trim_matches(|it: char| !it.is_ascii_digit()))
}
