//! Exports every sample of another tool's files in every format that can express it: each imported figure occurs
//! once, and nothing else does.

#[cfg(test)]
mod exports_of_every_log {
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::sync::LazyLock;

    use iogram_interchange::{
        Exposition, Recognised, Source, decode_log, find_importer, parquet_cells,
        parquet_histograms, parquet_series, recognise, render_fio, render_metrics,
    };
    use iogram_model::{Bytes, Evidence, ImportedEvidence, ImportedResult, OpKind, Run};
    use iogram_stats::Histogram;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{Field, Row};

    fn files_below(folder: &Path, found: &mut Vec<String>) {
        let mut all: Vec<_> = std::fs::read_dir(folder).unwrap().map(Result::unwrap).collect();
        all.sort_by_key(std::fs::DirEntry::path);
        for entry in all {
            match entry.path() {
                path if path.is_dir() => files_below(&path, found),
                path => found.push(path.to_str().unwrap().to_owned()),
            }
        }
    }

    /// A run that consists of a file's contents only.
    fn run_of(probes: Vec<iogram_model::ProbeRecord>) -> Run {
        let quick: Run = serde_json::from_str(include_str!("data/quick.json")).unwrap();
        let mut run = Run { cells: Vec::new(), probes, ..quick };
        run.method.params.clear();
        run.target.capacity = Bytes(0);
        run
    }

    fn read(kind: &str, text: &str) -> Vec<Run> {
        let source = Source { name: "log.txt", text };
        let found = find_importer(kind).unwrap().read(&source).unwrap();
        found.into_iter().map(|it| run_of(it.probes)).collect()
    }

    /// The runs of every sample, with the file's name.
    static EVERY_RUN: LazyLock<Vec<(String, Run)>> = LazyLock::new(every_run);

    fn every_run() -> Vec<(String, Run)> {
        let logs = format!("{}/../../testdata/logs", env!("CARGO_MANIFEST_DIR"));
        let mut files = Vec::new();
        files_below(Path::new(&logs), &mut files);
        let mut runs = Vec::new();
        for file in files.iter().filter(|it| !it.ends_with("README.md")) {
            let text = decode_log(&std::fs::read(file).unwrap());
            let name = file.rsplit('/').next().unwrap();
            let source = Source { name, text: &text };
            let importers = match recognise(&source) {
                Recognised::As(importer) => vec![importer],
                Recognised::Several(importers) => importers,
                _ => Vec::new(),
            };
            for importer in importers {
                let Ok(found) = importer.read(&source) else { continue };
                let place = file.strip_prefix(&logs).unwrap();
                runs.extend(found.into_iter().map(|it| (place.to_owned(), run_of(it.probes))));
            }
        }
        assert!(runs.len() > 60, "{} runs", runs.len());
        runs
    }

    fn evidences(run: &Run) -> impl Iterator<Item = &ImportedEvidence> {
        run.probes.iter().filter_map(|probe| match &probe.evidence {
            Evidence::Imported(imported) => Some(imported),
            _ => None,
        })
    }

    fn results(run: &Run) -> Vec<&ImportedResult> {
        evidences(run).flat_map(|it| &it.results).collect()
    }

    fn rows(bytes: Vec<u8>) -> Vec<Row> {
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        reader.get_row_iter(None).unwrap().map(Result::unwrap).collect()
    }

    fn column(row: &Row, name: &str) -> Option<Field> {
        row.get_column_iter().find(|(other, _)| *other == name).map(|(_, it)| it.clone())
    }

    #[test]
    fn every_figure_has_its_column_in_the_table_of_cells() {
        for (file, run) in EVERY_RUN.iter() {
            let rows = rows(parquet_cells(run).unwrap());
            let results = results(run);
            assert_eq!(rows.len(), results.len(), "{file}");
            for (row, result) in rows.iter().zip(results) {
                let kind = result.operation.map_or("any", OpKind::name);
                let mut known = 0;
                for (figure, value) in result.figures.iter() {
                    if figure == "elapsed_ns" {
                        continue;
                    }
                    let found = column(row, &format!("{kind}_{figure}"));
                    assert_eq!(found, Some(Field::Double(*value)), "{file}: {figure}");
                    known += 1;
                }
                let is_figure = |name: &str| {
                    let kinds = ["read_", "write_", "flush_", "discard_", "any_"];
                    let whole = ["read_ratio"];
                    kinds.iter().any(|it| name.starts_with(it)) && !whole.contains(&name)
                };
                let told = row
                    .get_column_iter()
                    .filter(|(name, value)| is_figure(name) && !matches!(value, Field::Null));
                let counted = [result.request_count, result.moved_bytes];
                known += counted.iter().flatten().count();
                assert_eq!(told.count(), known, "{file}: {}", result.name);
            }
        }
    }

    #[test]
    fn every_histogram_has_its_buckets_in_the_table_of_histograms() {
        let mut some = 0;
        for (file, run) in EVERY_RUN.iter() {
            let count = |row: &Row| match column(row, "count") {
                Some(Field::Long(count)) => u64::try_from(count).unwrap(),
                other => panic!("{other:?}"),
            };
            let rows = rows(parquet_histograms(run).unwrap());
            let texts = results(run);
            let texts = texts.iter().filter_map(|it| it.histogram.as_deref());
            let all: u64 = texts.map(|it| Histogram::from_text(it).unwrap().count()).sum();
            assert_eq!(rows.iter().map(count).sum::<u64>(), all, "{file}");
            assert!(parquet_series(run).is_ok(), "{file}");
            some += u64::from(all > 0);
        }
        assert!(some > 2, "{some} files have histograms");
    }

    #[test]
    fn metrics_keep_the_rules_of_openmetrics_and_no_series_is_there_twice() {
        for (file, run) in EVERY_RUN.iter() {
            let text = render_metrics(run, Exposition::OpenMetrics);
            assert!(text.ends_with("\n# EOF\n"), "{file}");
            let mut families = BTreeSet::new();
            let mut seen = BTreeSet::new();
            let mut family = "";
            for line in text.lines() {
                if let Some(rest) = line.strip_prefix("# TYPE ") {
                    family = rest.split(' ').next().unwrap();
                    assert!(families.insert(family), "{file}: {family} is there twice");
                } else if let Some(rest) = line.strip_prefix("# UNIT ") {
                    let (name, unit) = rest.split_once(' ').unwrap();
                    assert_eq!(name, family, "{file}");
                    assert!(name.ends_with(&format!("_{unit}")), "{file}: {line}");
                } else if !line.starts_with('#') {
                    assert!(line.starts_with(family), "{file}: {line}");
                    let (series, rest) = line.rsplit_once("} ").unwrap();
                    assert!(seen.insert(series), "{file}: {series} is there twice");
                    let value = rest.split(' ').next().unwrap();
                    assert!(value.parse::<f64>().unwrap().is_finite(), "{file}: {line}");
                }
            }
            // The name of a rate ends with the unit.
            assert!(!text.contains("_per_s{"), "{file}");
            let told: usize = results(run).iter().map(|it| it.figures.iter().count()).sum();
            let health = "iogram_imported_health_";
            let counters =
                ["iogram_imported_requests_total", "iogram_imported_moved_bytes_total"];
            let samples = text.lines().filter(|line| {
                line.starts_with("iogram_imported_")
                    && !line.starts_with(health)
                    && !counters.iter().any(|it| line.starts_with(it))
            });
            assert_eq!(samples.count(), told, "{file}");
        }
    }

    /// The parts of a result that fio has names for.
    fn in_words_of_fio(result: &ImportedResult) -> String {
        let rates = ["bytes_per_s", "iops"].map(|name| result.figures.get(name).copied());
        let near = |value: &f64| format!("{value:.5e}");
        let rates = rates.map(|it| it.as_ref().map(near));
        let latencies: Vec<String> = result
            .figures
            .iter()
            .filter(|(name, _)| name.starts_with("latency_"))
            .map(|(name, value)| format!("{name} {}", value.round()))
            .collect();
        let work = (result.block_bytes, result.depth, result.job_count, result.is_direct);
        let order = result.order.filter(|it| *it != iogram_model::ImportedOrder::Unknown);
        let counts = (result.request_count, result.moved_bytes);
        let limits = result.limits.iter().filter(|it| it.ends_with("at the same time"));
        let limits: Vec<_> = limits.collect();
        format!(
            "{:?} {order:?} {work:?} {counts:?} {rates:?} {latencies:?} {limits:?}",
            result.operation
        )
    }

    #[test]
    fn what_is_written_as_fio_json_is_read_again_as_it_was() {
        let mut some = 0;
        let mut wrong = Vec::new();
        for (file, run) in EVERY_RUN.iter() {
            let text = render_fio(run);
            if text.is_empty() {
                continue;
            }
            let again = read("fio", &text);
            let words = |run: &Run| {
                let has_place = |it: &&&ImportedResult| {
                    let is_known = |name: &str| {
                        matches!(name, "bytes_per_s" | "iops") || name.starts_with("latency_")
                    };
                    // fio prints the latency of flushes, and no rate.
                    let is_flush = it.operation == Some(OpKind::Flush);
                    let has_latencies =
                        it.figures.iter().any(|(name, _)| name.starts_with("latency_"));
                    it.operation.is_some()
                        && it.is_of_drive
                        && (!is_flush || has_latencies)
                        && (it.figures.iter().any(|(name, _)| is_known(name))
                            || it.request_count.is_some()
                            || it.moved_bytes.is_some())
                };
                let all = results(run);
                all.iter().filter(has_place).map(|it| in_words_of_fio(it)).collect::<Vec<_>>()
            };
            let sum: Vec<String> = again.iter().flat_map(&words).collect();
            some += sum.len();
            let before = words(run);
            if sum != before {
                wrong.push(format!("{file}:\n{before:#?}\nbecame {sum:#?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(some > 100, "{some} results");
    }
}
