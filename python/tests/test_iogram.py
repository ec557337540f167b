# SPDX-License-Identifier: MIT OR Apache-2.0
"""The reader against the program: IOGRAM_PROGRAM is its path. Without it, what needs the program is skipped."""

import copy
import gzip
import csv
import importlib.util
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import iogram

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("IOGRAM_PROGRAM")
HAS_PANDAS = importlib.util.find_spec("pandas") is not None
FIGURES = ["--set", "loops=2", "--set", "time=1s", "--set", "size=64MiB", "--seed", "5"]


def program(folder, *arguments):
    """What the program prints; its store is in `folder`."""
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": folder, "IOGRAM_STORE": f"{folder}/runs.sqlite", "LANG": "C"}
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout


class Measured(unittest.TestCase):
    """A run that the program made of a simulated drive."""

    @classmethod
    def setUpClass(cls):
        if not PROGRAM:
            raise unittest.SkipTest("IOGRAM_PROGRAM does not name the program")
        cls.folder = tempfile.TemporaryDirectory(prefix="iogram-python-")
        cls.addClassCleanup(cls.folder.cleanup)
        path = cls.folder.name
        program(path, "run", "cdm", "sim:nvme-tlc-dynamic", *FIGURES, "--quiet", "--json", f"{path}/run.json")
        cls.file = f"{path}/run.json"
        cls.run_ = iogram.load(cls.file)

    def test_percentiles_of_merged_histograms_are_those_of_the_program(self):
        fio = json.loads(program(self.folder.name, "export", "last", "--format", "fio"))
        compared = 0
        for job in fio["jobs"]:
            for operation in ("read", "write"):
                latency = job[operation].get("clat_ns", {}).get("percentile")
                if not latency:
                    continue
                merged = self.run_.histogram(job["jobname"], operation)
                for percent, expected in latency.items():
                    self.assertEqual(merged.percentile(float(percent)), expected, (job["jobname"], percent))
                    compared += 1
        self.assertGreater(compared, 80)

    def test_cells_are_what_the_program_merges(self):
        fio = json.loads(program(self.folder.name, "export", "last", "--format", "fio"))
        rows = {(row["cell"], row["operation"]): row for row in self.run_.rows("cells")}
        self.assertEqual(len(rows), len(fio["jobs"]))
        for job in fio["jobs"]:
            operation = "read" if job["read"]["total_ios"] else "write"
            row, theirs = rows[job["jobname"], operation], job[operation]
            self.assertEqual(row["repeat_count"], 2)
            self.assertEqual(row["requests_count"], theirs["total_ios"])
            self.assertAlmostEqual(row["iops"] / theirs["iops"], 1, places=9)
            self.assertEqual(row["latency_max_ns"], theirs["clat_ns"]["max"])

    def test_repetitions_are_the_rows_of_the_program_s_csv(self):
        table = csv.DictReader(io.StringIO(program(self.folder.name, "export", "last", "--format", "csv")))
        theirs = list(table)
        ours = self.run_.rows("repetitions")
        self.assertEqual(len(ours), len(theirs))
        for row, their in zip(ours, theirs):
            for name in ("requests_count", "moved_bytes", "elapsed_ns", "latency_min_ns", "latency_p50_ns", "latency_p999_ns", "latency_max_ns"):
                expected = int(their[name]) if their[name] else None
                self.assertEqual(row[name], expected, name)
            self.assertEqual((row["cell"], row["operation"]), (their["cell"], their["operation"]))
            self.assertEqual(str(row["is_counted"]).lower(), their["is_counted"])

    def test_histograms_and_series_hold_every_request(self):
        counted, in_series = {}, {}
        for table, sums in (("histograms", counted), ("series", in_series)):
            for row in self.run_.rows(table):
                key = row["cell"], row["repeat_index"], row["operation"]
                sums[key] = sums.get(key, 0) + row["requests_count"]
        for row in self.run_.rows("repetitions"):
            key = row["cell"], row["repeat_index"], row["operation"]
            self.assertEqual(counted[key], row["requests_count"])
            self.assertEqual(in_series[key], row["requests_count"])

    def test_the_example_prints_the_program_s_figures(self):
        if not HAS_PANDAS:
            self.skipTest("pandas is not installed")
        done = overview(pathlib.Path(self.file).read_text(encoding="utf-8"))
        self.assertEqual(done.returncode, 0, done.stderr)
        fio = json.loads(program(self.folder.name, "export", "last", "--format", "fio"))
        for job in fio["jobs"]:
            operation = "read" if job["read"]["total_ios"] else "write"
            theirs = job[operation]
            megabytes = theirs["bw_bytes"] / 1e6
            said = [line for line in done.stdout.splitlines() if line.startswith(job["jobname"] + " ")]
            rate = next(line for line in said if "MB/s" in line)
            self.assertAlmostEqual(float(rate.split(operation)[-1].split()[0]), megabytes, delta=0.01)
            self.assertIn(f" {theirs['iops']:.1f} IOPS", rate)
            latency = next(line for line in said if "p50" in line)
            self.assertIn(f"{theirs['clat_ns']['percentile']['50.000000'] / 1e3:.2f} us   p99.9", latency)
            tail = theirs["clat_ns"]["percentile"].get("99.900000")
            self.assertTrue(latency.endswith("unknown" if tail is None else f"{tail / 1e3:.2f} us"), latency)

    def test_tables_are_frames_with_units(self):
        if not HAS_PANDAS:
            self.skipTest("pandas is not installed")
        run = self.run_
        for table in (run.cells(), run.repetitions(), run.series(), run.histograms()):
            self.assertGreater(len(table), 7)
            numbers = table.select_dtypes("number").columns
            for name in numbers:
                self.assertRegex(name, r"(_ns|_bytes|_per_s|_count|_celsius|_index|^iops)$")
        for table in (run.probes(), run.warnings(), run.imported()):
            self.assertGreater(len(table.columns), 4)
        # Nothing had 10^6 requests beyond: unknown is a number that is none, never 0.
        self.assertTrue(run.repetitions().latency_p99999_ns.isna().any())

    def test_without_pandas_the_error_says_what_to_do(self):
        hidden = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "pandas"}
        sys.modules["pandas"] = None
        try:
            with self.assertRaisesRegex(ImportError, r"run\.rows\('cells'\)"):
                self.run_.cells()
        finally:
            del sys.modules["pandas"]
            sys.modules.update(hidden)

    def test_a_file_that_is_cut_off_or_changed_is_refused_with_its_place(self):
        text = pathlib.Path(self.file).read_text(encoding="utf-8")
        for share in range(1, 40):
            with self.assertRaises(iogram.IogramError):
                iogram.loads(text[: len(text) * share // 40])
        broken = copy.deepcopy(self.run_.record)
        del broken["cells"][2]["read"]["latency_ns"]["max"]
        with self.assertRaisesRegex(iogram.BrokenFile, r"cells\[2\]\.read\.latency_ns\.max is missing"):
            iogram.Run(broken)
        broken = copy.deepcopy(self.run_.record)
        broken["cells"][1]["read"]["histogram"] = broken["cells"][1]["read"]["histogram"][:20]
        with self.assertRaisesRegex(iogram.BrokenFile, "repetition 1, read: the histogram"):
            iogram.Run(broken).rows("histograms")

    def test_a_repetition_that_does_not_exist_is_named(self):
        with self.assertRaisesRegex(KeyError, "no such repetition of 'RND4K Q9T9'"):
            self.run_.histogram("RND4K Q9T9", "read")

    def test_what_is_imported_is_a_table_of_its_own(self):
        log = pathlib.Path(self.folder.name, "dd.txt")
        log.write_text("1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2 s, 537 MB/s\n", encoding="utf-8")
        said = json.loads(program(self.folder.name, "import", str(log), "--format", "json"))
        text = program(self.folder.name, "export", said["accepted"][0]["run"], "--format", "json")
        rows = iogram.loads(text).rows("imported")
        self.assertEqual([(row["tool"], row["figures"] if "figures" in row else row["elapsed_ns"]) for row in rows], [("dd", 2e9)])
        self.assertEqual(rows[0]["bytes_per_s"], 536870912.0)


class Wrong(unittest.TestCase):
    """Files that are no run."""

    def check(self, text, kind, words):
        with self.assertRaisesRegex(kind, words) as caught:
            iogram.loads(text, "x.json")
        self.assertTrue(str(caught.exception).startswith("x.json: "), caught.exception)

    def test_what_is_no_run_is_refused_with_the_reason(self):
        self.check("", iogram.NotARun, "it is empty")
        self.check(" \n", iogram.NotARun, "it is empty")
        self.check("hello", iogram.NotARun, "no whole JSON: line 1, column 1")
        self.check("[1]", iogram.NotARun, "does not say its format")
        self.check('{"fio version": "fio-3.33", "jobs": []}', iogram.NotARun, "does not say its format")
        self.check('{"format": "iogram-device/1"}', iogram.NotARun, "iogram-device/1, not iogram-run/1")
        self.check('{"format": "iogram-run/2"}', iogram.NewerFormat, "iogram-run/2")
        self.check('{"format": "iogram-run/1", "id": "a", "cel', iogram.BrokenFile, "no whole JSON")
        self.check('{"format": "iogram-run/1", "id": "a"}', iogram.BrokenFile, "run.cells is missing")
        self.check('{"format": "iogram-run/1", "id": "a", "cells": {}}', iogram.BrokenFile, "run.cells is '{}'")
        self.check('{"format": "iogram-run/1", "id": "a", "cells": [7]}', iogram.BrokenFile, r"cells\[0\].name is missing")
        self.check(b"SQLite format 3\0...", iogram.NotARun, "iogram export RUN --format json")
        self.check(b"\x80{", iogram.NotARun, "byte 0 is no UTF-8")
        self.check("{}".encode("utf-16"), iogram.NotARun, "UTF-16")
        self.check(gzip.compress(b"{}"), iogram.NotARun, "unpack it first: gzip -d")
        self.check(b"PK\x03\x04..", iogram.NotARun, "archive")
        self.check(b"PAR1...", iogram.NotARun, "Parquet")
        self.check('{"format": "iogram-run/1", "id": "a", "cells": [], "x": NaN}', iogram.BrokenFile, "NaN is no number")
        if hasattr(sys, "set_int_max_str_digits"):
            self.check('{"format": "iogram-run/1", "id": ' + "9" * 5000 + "}", iogram.BrokenFile, "digits")
        self.check("[" * 200_000, iogram.NotARun, "nested too deep")

    def test_a_part_of_another_shape_is_refused_with_its_place(self):
        """Before any table is made of it."""
        for change, words in [
            (lambda run: run.update(method="x"), "run.method is 'x'"),
            (lambda run: run.update(warnings=["x"]), r"run.warnings\[0\] is 'x'"),
            (lambda run: run.update(probes={"a": 1}), "run.probes is"),
            (lambda run: run["probes"][0].update(evidence="x"), r"run.probes\[0\].evidence is 'x'"),
            (lambda run: run["cells"][0].update(workload=[1]), r"cells\[0\].workload is"),
            (lambda run: run["cells"][0].update(health="x"), r"cells\[0\].health is 'x'"),
            (lambda run: run["cells"][0]["series"].update(interval_ns=0), r"cells\[0\].series.interval_ns is 0"),
            (lambda run: run["cells"][0]["series"]["rows"][0].update(read=5), r"rows\[0\].read is '5'"),
            (lambda run: run["cells"][0]["read"]["latency_ns"].update(p50="x"), r"latency_ns.p50 is 'x'"),
            (lambda run: run["cells"][0]["beside"][0]["course"].update(stretches=[1]), r"course.stretches\[0\] is '1'"),
            (lambda run: results(run).__setitem__(0, "x"), r"evidence.results\[0\] is 'x'"),
            (lambda run: results(run)[0].update(figures=[1]), r"results\[0\].figures is"),
            (lambda run: results(run)[0].update(limits=[1]), r"results\[0\].limits\[0\] is '1'"),
            (lambda run: results(run)[0]["course"].update(values=[]), "not as many values as times"),
        ]:
            run = record([with_a_load(0)], copy.deepcopy(Others.LOG))
            iogram.Run(run)
            change(run)
            with self.assertRaisesRegex(iogram.BrokenFile, words):
                iogram.Run(run)

    def test_what_is_not_known_is_passed_over(self):
        run = record([with_a_load(0)], copy.deepcopy(Others.LOG))
        run["cells"][0]["read"]["latency_ns"]["news"] = {"a": 1}
        results(run)[0]["news"] = ["x"]
        self.assertEqual(len(iogram.Run(run).rows("repetitions")), 2)

    def test_a_path_may_be_bytes_and_a_folder_is_an_os_error(self):
        with tempfile.TemporaryDirectory(prefix="iogram-python-") as folder:
            file = pathlib.Path(folder, "run.json")
            file.write_text(json.dumps(record([with_a_load(0)])), encoding="utf-8")
            self.assertEqual(iogram.load(os.fsencode(file)).name, str(file))
            with self.assertRaises(OSError):
                iogram.load(folder)

    def test_a_file_that_does_not_exist_is_an_os_error(self):
        with self.assertRaises(FileNotFoundError):
            iogram.load(HERE / "no-such-file.json")

    def test_damaged_histograms_are_refused(self):
        for text, words in [
            ("!", "not base64"),
            ("", "shorter than its header"),
            ("AAAA" * 20, "0x00000000"),
            ("HISTFAAAACZ4nJNpmSzMwMDAygABzFCaEch0M9ixgMH+A0Tg+jzGVZwAbHkGew==", "inflated|header|counts"),
        ]:
            with self.assertRaisesRegex(iogram.BrokenFile, words):
                iogram.Histogram.decode(text)


class Buckets(unittest.TestCase):
    """The histogram in the documentation: 597 reads of 502924 ns."""

    TEXT = "HISTFAAAACZ4nJNpmSzMwMDAygABzFCaEch0M9ixgMH+A0Tg+jzGVZwAbHkGeQ=="

    def test_a_bucket_holds_its_value(self):
        found = iogram.Histogram.decode(self.TEXT)
        [(start, end, count)] = list(found.buckets())
        self.assertEqual((count, found.count), (597, 597))
        self.assertTrue(start <= 502924 <= end and end - start < start / 1000, (start, end))
        self.assertEqual(found.percentile(90), end)
        self.assertIsNone(found.percentile(99), "ten of 597 are not beyond it")
        with self.assertRaises(ValueError):
            found.percentile(100)

    def test_merging_adds(self):
        found = iogram.Histogram.decode(self.TEXT)
        found.merge(iogram.Histogram.decode(self.TEXT))
        self.assertEqual(found.count, 2 * 597)
        self.assertIsNotNone(found.percentile(99))


def record(cells, evidence=None):
    """A run as its file has it: with these cells, or with what another tool printed."""
    probe = {"name": "x", "what": "figures", "state": "completed", "started_ns": 0, "elapsed_ns": 0, "evidence": evidence}
    return {
        "format": "iogram-run/1", "id": "import-1", "method": {"id": "import-x", "title": "another tool"},
        "target": {"name": "log.txt", "model": None}, "cells": cells, "probes": [probe] if evidence else [], "warnings": [],
    }


def reads(scale):
    """What 597 * `scale` reads did."""
    return {
        "count": 597 * scale, "bytes": 597 * scale * 4096, "iops": 1990.0 * scale, "bytes_per_s": 1990.0 * scale * 4096,
        "latency_ns": {"min": 502924, "mean": 502924.0, "max": 502924, "p50": 502924}, "histogram": Buckets.TEXT,
    }


def with_a_load(repeat):
    """A repetition that had a journal written beside it."""
    journal = {
        "name": "journal", "state": "completed", "elapsed_ns": 200_000_000, "write": reads(2),
        "course": {"stretch_ns": 100_000_000, "stretches": [{"write": {"count": 7, "bytes": 28672}}, {}]},
    }
    load = {"name": "journal", "workload": {"access": "sequential", "block": "16KiB", "depth": 4, "jobs": 2}}
    return {
        "name": "fetch", "repeat": repeat, "is_counted": True, "state": "completed", "elapsed_ns": 300_000_000,
        "workload": {"access": "random", "block": "4KiB", "depth": 1, "jobs": 1, "beside": [load]},
        "series": {"interval_ns": 100_000_000, "rows": [{"start_ns": 0, "read": {"count": 597, "bytes": 2445312, "max_ns": 9}}]},
        "read": reads(1), "beside": [journal], "warnings": [],
    }


def results(run):
    """What the tool of an imported run told."""
    return run["probes"][0]["evidence"]["results"]


def overview(text):
    """What the example prints of a run."""
    with tempfile.TemporaryDirectory(prefix="iogram-python-") as folder:
        file = pathlib.Path(folder, "run.json")
        file.write_text(text, encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(HERE.parent / "src")}
        example = HERE.parent / "examples" / "overview.py"
        return subprocess.run([sys.executable, example, file], capture_output=True, text=True, env=environment, check=False)


class Loads(unittest.TestCase):
    """Loads beside a cell are rows of their own, and never mixed with those of the cell."""

    def setUp(self):
        self.run_ = iogram.Run(record([with_a_load(0), with_a_load(1)]))

    def test_every_table_has_them_with_their_name(self):
        named = [("fetch", None, "read"), ("fetch", "journal", "write")]
        for table in ("cells", "repetitions", "series", "histograms"):
            rows = self.run_.rows(table)
            self.assertEqual(list(dict.fromkeys((row["cell"], row["load"], row["operation"]) for row in rows)), named, table)
            for row in rows:
                self.assertEqual(list(row), iogram.COLUMNS[table])

    def test_what_they_asked_and_took_is_their_own(self):
        own, load, *_ = self.run_.rows("repetitions")
        self.assertEqual((own["block"], own["queue_depth_count"], own["elapsed_ns"]), ("4KiB", 1, 300_000_000))
        self.assertEqual((load["block"], load["queue_depth_count"], load["elapsed_ns"]), ("16KiB", 4, 200_000_000))
        own, load = self.run_.rows("cells")
        self.assertEqual((own["requests_count"], load["requests_count"]), (2 * 597, 4 * 597))
        self.assertEqual((own["iops"], load["iops"], load["repeat_count"]), (1990.0, 3980.0, 2))
        [_, stretch, *_] = self.run_.rows("series")
        self.assertEqual((stretch["start_ns"], stretch["requests_count"], stretch["iops"]), (0, 7, 70.0))
        self.assertIsNone(stretch["latency_max_ns"])

    def test_what_is_left_of_an_interval_makes_no_rate(self):
        cell = with_a_load(0)
        rows = [{"start_ns": at * 100_000_000, "read": {"count": 5, "bytes": 20480}} for at in range(3)]
        cell["series"]["rows"] = rows
        for elapsed_ns, length_ns, iops in [(300_000_000, 100_000_000, 50.0), (250_000_000, 50_000_000, 100.0), (200_001_000, 1000, None)]:
            cell["elapsed_ns"] = elapsed_ns
            own = [row for row in iogram.Run(record([cell])).rows("series") if row["load"] is None]
            self.assertEqual([row["iops"] for row in own], [50.0, 50.0, iops])
            self.assertEqual((own[2]["length_ns"], own[2]["requests_count"]), (length_ns, 5))

    def test_histograms_are_asked_for_by_the_name_of_the_load(self):
        self.assertEqual(self.run_.histogram("fetch", "write", load="journal").count, 2 * 597)
        self.assertIsNotNone(self.run_.percentiles("fetch", "write", load="journal")[50.0])
        with self.assertRaisesRegex(KeyError, r"of 'fetch' \(write\).*'fetch' \(read\), 'fetch' beside: 'journal' \(write\)"):
            self.run_.histogram("fetch", "write")

    def test_a_damaged_one_is_refused_with_its_place(self):
        cells = [with_a_load(0)]
        del cells[0]["beside"][0]["write"]["latency_ns"]["max"]
        with self.assertRaisesRegex(iogram.BrokenFile, r"cells\[0\]\.beside\[0\]\.write\.latency_ns\.max is missing"):
            iogram.Run(record(cells))
        cells = [with_a_load(0)]
        cells[0]["beside"][0]["write"]["histogram"] = "!"
        with self.assertRaisesRegex(iogram.BrokenFile, "cell 'fetch', beside it 'journal', repetition 0, write"):
            iogram.Run(record(cells)).rows("histograms")

    def test_the_example_names_them(self):
        if not HAS_PANDAS:
            self.skipTest("pandas is not installed")
        done = overview(json.dumps(record([with_a_load(0), with_a_load(1)])))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"fetch +read +8\.15 MB/s +1990\.0 IOPS\nfetch beside: journal +write +16\.30 MB/s +3980\.0 IOPS")
        self.assertIn("fetch: 24.45 to 24.45 MB/s in 1 intervals", done.stdout)


class Others(unittest.TestCase):
    """Runs that were read from other tools' files have no cells."""

    RESULTS = {
        "kind": "imported", "tool": "fio", "version": "3.33",
        "results": [
            {"name": "disk", "operation": "read", "figures": {"iops": 5.0, "latency_p50_ns": 123456789.0}},
            {"name": "memory", "operation": "read", "is_of_drive": False, "figures": {"bytes_per_s": 9e9}},
        ],
    }
    LOG = {
        "kind": "imported", "tool": "fio",
        "results": [
            {
                "name": "fill", "operation": "write", "limits": ["rate=1m", "rwmixread=50"], "figures": {"bytes_per_s": 2e6},
                "course": {"figure": "bytes_per_s", "ended_ns": [1000, 2000], "values": [1e6, 3e6]},
            },
            {
                "name": "fill", "operation": "read", "figures": {},
                "course": {"figure": "latency_mean_ns", "ended_ns": [1000], "values": [5.0], "largest": [9.0]},
            },
        ],
    }
    HEALTH = {"kind": "imported", "tool": "smartctl", "results": [], "health": {"is_passed": False, "temperature_celsius": 41.0}}

    def test_whether_a_figure_is_of_the_drive_is_as_in_the_record(self):
        run = iogram.Run(record([], self.RESULTS))
        self.assertEqual([row["is_of_drive"] for row in run.rows("imported")], [True, False])
        if HAS_PANDAS:
            table = run.imported()
            self.assertEqual(list(table.is_of_drive), [True, False])
            self.assertEqual(list(table[table.is_of_drive].result), ["disk"])

    def test_a_log_goes_over_time_and_what_held_it_back_is_said(self):
        run = iogram.Run(record([], self.LOG))
        rows = run.rows("courses")
        self.assertEqual([(row["ended_ns"], row["value"], row["largest"]) for row in rows], [(1000, 1e6, None), (2000, 3e6, None), (1000, 5.0, 9.0)])
        self.assertEqual([row["figure"] for row in rows], ["bytes_per_s", "bytes_per_s", "latency_mean_ns"])
        self.assertEqual([row["limits"] for row in run.rows("imported")], ["rate=1m; rwmixread=50", ""])
        if HAS_PANDAS:
            table = run.courses()
            self.assertEqual(list(table.columns), iogram.COLUMNS["courses"])
            self.assertEqual(table[table.operation == "write"].value.mean(), 2e6)

    def test_tables_of_cells_are_empty_and_have_their_columns(self):
        for evidence in (self.RESULTS, self.HEALTH, None):
            run = iogram.Run(record([], evidence))
            for table in ("cells", "repetitions", "series", "histograms"):
                self.assertEqual(run.rows(table), [])
                if HAS_PANDAS:
                    self.assertEqual(list(getattr(run, table)().columns), iogram.COLUMNS[table])

    def test_the_example_prints_what_there_is(self):
        if not HAS_PANDAS:
            self.skipTest("pandas is not installed")
        for evidence, said in [
            (self.RESULTS, "fio: disk: iops 5, latency_p50_ns 123456789\nfio: memory: bytes_per_s 9000000000 (not of the drive)\n"),
            (self.HEALTH, "smartctl: is_passed False\nsmartctl: temperature_celsius 41.0\n"),
            (None, "It has no cells.\n"),
        ]:
            done = overview(json.dumps(record([], evidence)))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue(done.stdout.startswith("another tool on log.txt\n\nIt has no cells.\n"), done.stdout)
            self.assertTrue(done.stdout.endswith(said), done.stdout)


if __name__ == "__main__":
    unittest.main()
