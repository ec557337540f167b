# SPDX-License-Identifier: MIT OR Apache-2.0
"""A run, and its tables."""

import json
import math
import os

from ._check import OPERATIONS, PERCENTILES, check
from ._errors import BrokenFile, NewerFormat, NotARun
from ._histogram import Histogram

FORMAT = "iogram-run/1"
_WORK = ["access", "block", "queue_depth_count", "jobs_count"]
_LATENCIES = ["latency_min_ns", "latency_mean_ns", *[f"latency_{name}_ns" for name in PERCENTILES], "latency_max_ns"]
# The columns of each table, in order; `imported` has those of its figures beside. `load` is the load beside the cell, as in the
# program's own tables; it is missing where it is the cell's own.
COLUMNS = {
    "cells": [
        "cell", "load", "operation", *_WORK, "repeat_count", "requests_count", "moved_bytes", "iops", "bytes_per_s", *_LATENCIES,
    ],
    "repetitions": [
        "cell", "load", "repeat_index", "operation", "is_counted", "is_excluded", "state", *_WORK, "elapsed_ns", "requests_count",
        "moved_bytes", "iops", "bytes_per_s", *_LATENCIES, "latency_stddev_ns", "temperature_max_celsius",
    ],
    "series": [
        "cell", "load", "repeat_index", "operation", "start_ns", "length_ns", "requests_count", "moved_bytes", "iops", "bytes_per_s",
        "latency_p50_ns", "latency_p99_ns", "latency_max_ns",
    ],
    "histograms": ["cell", "load", "repeat_index", "operation", "from_ns", "to_ns", "requests_count"],
    "probes": ["probe", "what", "state", "started_ns", "elapsed_ns", "read_bytes", "written_bytes", "kind", "evidence"],
    "warnings": ["cell", "repeat_index", "load", "code", "message"],
    "imported": [
        "tool", "version", "result", "operation", "order", "block_bytes", "queue_depth_count", "jobs_count", "is_direct",
        "is_of_drive", "limits", "requests_count", "moved_bytes", "latency_of",
    ],
    "courses": ["tool", "result", "operation", "figure", "ended_ns", "value", "largest"],
}
_NUMBERS = ("_ns", "_bytes", "_count", "_celsius", "_per_s", "_index", "iops", "_ratio")


def load(file):
    """Reads a run from a path or an open file.

    Raises `NotARun`, `NewerFormat`, `BrokenFile`, and `OSError` where the file cannot be read."""
    if hasattr(file, "read"):
        return loads(file.read(), getattr(file, "name", "the file"))
    path = os.fspath(file)
    with open(path, "rb") as opened:
        return loads(opened.read(), os.fsdecode(path))


# What a file of another kind begins with, and what to do with it.
_OTHERS = (
    (b"SQLite format 3\0", "it is a store of runs; write one of them with: iogram export RUN --format json"),
    (b"\x1f\x8b", "it is packed; unpack it first: gzip -d"),
    (b"\x28\xb5\x2f\xfd", "it is packed; unpack it first: zstd -d"),
    (b"\xfd7zXZ\0", "it is packed; unpack it first: xz -d"),
    (b"PK\x03\x04", "it is an archive; a run is a file in it: iogram open says what there is in a bundle, unzip unpacks it"),
    (b"PAR1", "it is a table of Parquet; read it with pandas.read_parquet"),
    (b"\xff\xfe", "it is UTF-16, and JSON is UTF-8"),
    (b"\xfe\xff", "it is UTF-16, and JSON is UTF-8"),
)


def _no_number(word):
    raise ValueError(f"{word} is no number of JSON")


def loads(text, name="the text"):
    """Reads a run from text or bytes; `name` is what errors call it."""
    if isinstance(text, bytes):
        for begin, what in _OTHERS:
            if text.startswith(begin):
                raise NotARun(f"{name}: {what}")
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise NotARun(f"{name}: it is no JSON: byte {error.start} is no UTF-8") from None
    if not text.strip():
        raise NotARun(f"{name}: it is empty")
    try:
        record = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise NotARun(f"{name}: it is no JSON of a run: it is nested too deep") from None
    except json.JSONDecodeError as error:
        raise _kind(text)(f"{name}: it is no whole JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except ValueError as error:
        raise _kind(text)(f"{name}: it is no JSON of a run: {error}") from None
    return Run(record, name)


def _kind(text):
    """What an error of a text is that says that it is a run, or does not."""
    return BrokenFile if '"iogram-run/' in text[:200] else NotARun


class Run:
    """One run: `record` is the JSON as it stands, the methods are tables of it."""

    def __init__(self, record, name="the record"):
        self.name = name
        if not isinstance(record, dict) or not isinstance(record.get("format"), str):
            raise NotARun(f"{name}: it does not say its format; a run says {FORMAT}")
        form = record["format"]
        if form != FORMAT:
            if form.startswith("iogram-run/"):
                raise NewerFormat(f"{name}: its format is {form}, and this reads {FORMAT}: take the reader of the iogram that wrote it")
            raise NotARun(f"{name}: its format is {form[:80]}, not {FORMAT}")
        self.record = record
        try:
            check(record)
        except BrokenFile as error:
            raise BrokenFile(f"{name}: {error}") from None

    @property
    def id(self):
        """Its id, such as 20261121-143015-7f3a."""
        return self.record["id"]

    def __repr__(self):
        method = self.record.get("method") or {}
        return f"<iogram run {self.id}: {method.get('id')}, {len(self.record['cells'])} repetitions of cells>"

    # Tables as rows.

    def rows(self, table):
        """The table of this name as a list of dictionaries: no pandas is needed."""
        tables = {
            "cells": self._cells, "repetitions": self._repetitions, "series": self._series, "histograms": self._histograms,
            "probes": self._probes, "warnings": self._warnings, "imported": self._imported,
            "courses": self._courses,
        }
        if table not in tables:
            raise KeyError(f"there is no table {table!r}; tables: {', '.join(tables)}")
        return list(tables[table]())

    def _operations(self):
        """Every operation of every cell and of the loads beside it: cell, load (`None` is the cell's own), operation, record."""
        for cell in self.record["cells"]:
            for load in (None, *(cell.get("beside") or [])):
                for operation in OPERATIONS:
                    record = (cell if load is None else load).get(operation)
                    if record is not None:
                        yield cell, load, operation, record

    @staticmethod
    def _name(load):
        return None if load is None else load["name"]

    @classmethod
    def _work(cls, cell, load):
        """What was asked: of the cell, or of the load beside it."""
        workload = cell.get("workload") or {}
        if load is not None:
            asked = [it for it in workload.get("beside") or [] if it.get("name") == load["name"]]
            workload = (asked[0].get("workload") or {}) if asked else {}
        return {
            "access": workload.get("access"), "block": workload.get("block"),
            "queue_depth_count": workload.get("depth"), "jobs_count": workload.get("jobs"),
        }

    def _repetitions(self):
        for cell, load, operation, record in self._operations():
            latency, whole = record["latency_ns"], cell if load is None else load
            row = {
                "cell": cell["name"], "load": self._name(load), "repeat_index": cell["repeat"], "operation": operation,
                "is_counted": cell["is_counted"], "is_excluded": cell.get("excluded") is not None, "state": whole["state"],
                **self._work(cell, load), "elapsed_ns": whole["elapsed_ns"], "requests_count": record["count"],
                "moved_bytes": record["bytes"], "iops": record["iops"], "bytes_per_s": record["bytes_per_s"],
                "latency_min_ns": latency["min"], "latency_mean_ns": latency["mean"],
            }
            for name in PERCENTILES:
                row[f"latency_{name}_ns"] = latency.get(name)
            row["latency_max_ns"] = latency["max"]
            row["latency_stddev_ns"] = latency.get("stddev")
            health = cell.get("health") or {}
            row["temperature_max_celsius"] = health.get("temperature_max_celsius")
            yield row

    def _counted(self, cell_name, operation, load_name=None):
        """Records of the repetitions that count, as iogram counts them: completed, not left out by anybody."""
        return [
            record for cell, load, kind, record in self._operations()
            if cell["name"] == cell_name and self._name(load) == load_name and kind == operation and cell["is_counted"]
            and cell["state"] == "completed" and cell.get("excluded") is None
        ]

    def _cells(self):
        seen = set()
        for cell, load, operation, _record in self._operations():
            key = (cell["name"], operation, self._name(load))
            records = self._counted(*key)
            if key in seen or not records:
                continue
            seen.add(key)
            count = sum(record["count"] for record in records)
            merged = self.histogram(cell["name"], operation, load=self._name(load))
            row = {
                "cell": cell["name"], "load": self._name(load), "operation": operation, **self._work(cell, load), "repeat_count": len(records),
                "requests_count": count, "moved_bytes": sum(record["bytes"] for record in records),
                "iops": math.fsum(record["iops"] for record in records) / len(records),
                "bytes_per_s": math.fsum(record["bytes_per_s"] for record in records) / len(records),
                "latency_min_ns": min(record["latency_ns"]["min"] for record in records),
                "latency_mean_ns": math.fsum(record["latency_ns"]["mean"] * record["count"] for record in records) / max(count, 1),
            }
            for name, percent in PERCENTILES.items():
                row[f"latency_{name}_ns"] = merged.percentile(percent)
            row["latency_max_ns"] = max(record["latency_ns"]["max"] for record in records)
            yield row

    def _series(self):
        for cell in self.record["cells"]:
            interval_ns = cell["series"]["interval_ns"]
            for row in cell["series"]["rows"]:
                whole_ns, start_ns = row.get("length_ns") or interval_ns, row["start_ns"]
                # The last one ends with the cell. Where little of it is left, what completed there makes no rate.
                length_ns = min(whole_ns, max(cell["elapsed_ns"] - start_ns, 1))
                is_rate = start_ns == 0 or length_ns * 2 >= whole_ns
                yield from self._interval(cell, None, (start_ns, length_ns, is_rate), row)
            for load in cell.get("beside") or []:
                # Begins with the end of its ramp, and knows no latencies.
                course = load.get("course") or {}
                length_ns = course.get("stretch_ns") or 0
                for at, stretch in enumerate(course.get("stretches") or [] if length_ns else []):
                    yield from self._interval(cell, load, (at * length_ns, length_ns, True), stretch)

    def _interval(self, cell, load, when, row):
        start_ns, length_ns, is_rate = when
        for operation in OPERATIONS:
            done = row.get(operation)
            if done is None:
                continue
            count, moved = done.get("count"), done.get("bytes")
            yield {
                "cell": cell["name"], "load": self._name(load), "repeat_index": cell["repeat"], "operation": operation,
                "start_ns": start_ns, "length_ns": length_ns, "requests_count": count, "moved_bytes": moved,
                "iops": count * 1e9 / length_ns if is_rate and count is not None else None,
                "bytes_per_s": moved * 1e9 / length_ns if is_rate and moved is not None else None,
                "latency_p50_ns": done.get("p50_ns"), "latency_p99_ns": done.get("p99_ns"),
                "latency_max_ns": done.get("max_ns"),
            }

    def _histograms(self):
        for cell, load, operation, record in self._operations():
            for from_ns, to_ns, count in self._decode(cell, load, operation, record).buckets():
                yield {
                    "cell": cell["name"], "load": self._name(load), "repeat_index": cell["repeat"], "operation": operation,
                    "from_ns": from_ns, "to_ns": to_ns, "requests_count": count,
                }

    def _probes(self):
        for probe in self.record.get("probes") or []:
            evidence = probe.get("evidence") or {}
            yield {
                "probe": probe.get("name"), "what": probe.get("what"), "state": probe.get("state"),
                "started_ns": probe.get("started_ns"), "elapsed_ns": probe.get("elapsed_ns"),
                "read_bytes": probe.get("read_bytes"), "written_bytes": probe.get("written_bytes"),
                "kind": evidence.get("kind"), "evidence": evidence,
            }

    def _warnings(self):
        def row(cell, load, warning):
            name, repeat = (None, None) if cell is None else (cell["name"], cell["repeat"])
            return {
                "cell": name, "repeat_index": repeat, "load": load,
                "code": warning.get("code"), "message": warning.get("message"),
            }

        for warning in self.record.get("warnings") or []:
            yield row(None, None, warning)
        for cell in self.record["cells"]:
            for warning in cell.get("warnings") or []:
                yield row(cell, None, warning)
            for load in cell.get("beside") or []:
                for warning in load.get("warnings") or []:
                    yield row(cell, load.get("name"), warning)

    def _results(self):
        """What other tools' files say: the tool's evidence with each of its results."""
        for probe in self.record.get("probes") or []:
            evidence = probe.get("evidence") or {}
            if evidence.get("kind") == "imported":
                for result in evidence.get("results") or []:
                    yield evidence, result

    def _imported(self):
        for evidence, result in self._results():
            yield {
                "tool": evidence.get("tool"), "version": evidence.get("version"), "result": result.get("name"),
                "operation": result.get("operation"), "order": result.get("order"), "block_bytes": result.get("block_bytes"),
                "queue_depth_count": result.get("depth"), "jobs_count": result.get("job_count"), "is_direct": result.get("is_direct"),
                "is_of_drive": result.get("is_of_drive", True), "limits": "; ".join(result.get("limits") or []),
                "requests_count": result.get("request_count"), "moved_bytes": result.get("moved_bytes"),
                "latency_of": result.get("latency_of"), **(result.get("figures") or {}),
            }

    def _courses(self):
        for evidence, result in self._results():
            course = result.get("course") or {}
            values = course.get("values") or []
            largest = course.get("largest") or [None] * len(values)
            for ended_ns, value, most in zip(course.get("ended_ns") or [], values, largest):
                yield {
                    "tool": evidence.get("tool"), "result": result.get("name"), "operation": result.get("operation"),
                    "figure": course.get("figure"), "ended_ns": ended_ns, "value": value, "largest": most,
                }

    # Histograms.

    def _decode(self, cell, load, operation, record):
        try:
            return Histogram.decode(record["histogram"]).within(record["latency_ns"]["min"], record["latency_ns"]["max"])
        except BrokenFile as error:
            beside = "" if load is None else f", beside it {load['name']!r}"
            place = f"cell {cell['name']!r}{beside}, repetition {cell['repeat']}, {operation}"
            raise BrokenFile(f"{self.name}: {place}: {error}") from None

    def histogram(self, cell, operation, repeat=None, load=None):
        """The merged histogram of the counted repetitions of a cell, or that of the repetition `repeat`, counted or not.

        `load` is the name of a load beside the cell; without one it is the cell's own."""
        found = Histogram()
        some = False
        counted = self._counted(cell, operation, load)
        for candidate, beside, kind, record in self._operations():
            if candidate["name"] != cell or self._name(beside) != load or kind != operation:
                continue
            if (repeat is None and any(record is it for it in counted)) or candidate["repeat"] == repeat:
                found.merge(self._decode(candidate, beside, kind, record))
                some = True
        if not some:
            all_names = ((it["name"], self._name(beside), kind) for it, beside, kind, _ in self._operations())
            names = sorted({f"{self._called(name, beside)} ({kind})" for name, beside, kind in all_names})
            what = f"{self._called(cell, load)} ({operation})"
            raise KeyError(f"no such repetition of {what} counts; the run has {', '.join(names) or 'no cells'}")
        return found

    @staticmethod
    def _called(cell, load):
        return f"{cell!r}" if load is None else f"{cell!r} beside: {load!r}"

    def percentiles(self, cell, operation, percents=tuple(PERCENTILES.values()), load=None):
        """Latencies in ns of the merged histogram by percentile; `None` where fewer than ten requests lie beyond."""
        merged = self.histogram(cell, operation, load=load)
        return {percent: merged.percentile(percent) for percent in percents}

    # Tables as pandas has them.

    def _frame(self, table):
        try:
            import pandas
        except ImportError:
            raise ImportError(f"tables need pandas (pip install pandas); without it: run.rows({table!r})") from None
        rows = self.rows(table)
        columns = list(COLUMNS[table])
        for row in rows:
            columns.extend(name for name in row if name not in columns)
        frame = pandas.DataFrame(rows, columns=columns)
        for name in columns:
            # A column that nobody knows anything of is one of numbers all the same: NaN.
            if name.endswith(_NUMBERS):
                frame[name] = pandas.to_numeric(frame[name])
        return frame

    def cells(self):
        """A row for each cell, load beside it and operation: counted repetitions together, latencies of their merged histograms."""
        return self._frame("cells")

    def repetitions(self):
        """A row for each cell, load beside it, repetition and operation, as recorded."""
        return self._frame("repetitions")

    def series(self):
        """A row for each interval in which something completed. Rows of long cells are longer than one interval, and so are those
        of loads beside a cell, whose latencies are not known by interval. The last row ends with the cell; where less than half
        of an interval is left, it has no rates."""
        return self._frame("series")

    def histograms(self):
        """A row for each bucket that holds anything; `from_ns` and `to_ns` both belong to it."""
        return self._frame("histograms")

    def probes(self):
        """A row for each probe."""
        return self._frame("probes")

    def warnings(self):
        """A row for each warning, of the run (`cell` is missing) and of its cells."""
        return self._frame("warnings")

    def imported(self):
        """A row for each result that was read from another tool's file; its figures are columns."""
        return self._frame("imported")

    def courses(self):
        """A row for each part of the time of each result whose file is a log; `value` is in the unit that `figure` ends in."""
        return self._frame("courses")
