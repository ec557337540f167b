# SPDX-License-Identifier: MIT OR Apache-2.0
"""Whether a record has the shape of a run: what tables are made of. Fields that are not known are passed over."""

from ._errors import BrokenFile

OPERATIONS = ("read", "write", "flush", "discard")
# The percentiles that a record keeps, by the name of their field.
PERCENTILES = {
    "p50": 50.0, "p90": 90.0, "p99": 99.0, "p995": 99.5, "p999": 99.9, "p9995": 99.95, "p9999": 99.99, "p99999": 99.999,
}
_NUMBER = (int, float)


def _refuse(value, place):
    raise BrokenFile(f"{place} is {'missing' if value is None else f'{str(value)[:40]!r}'}")


def _field(holder, name, kind, place):
    """What every record has at `place`.`name`."""
    value = holder.get(name) if isinstance(holder, dict) else None
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        _refuse(value, f"{place}.{name}")
    return value


def _optional(holder, name, kind, place):
    """What may be missing there, as its empty kind."""
    return kind() if holder.get(name) is None else _field(holder, name, kind, place)


def _list(holder, name, kind, place):
    """The values of a list that may be missing, with the place of each."""
    values = [(value, f"{place}.{name}[{at}]") for at, value in enumerate(_optional(holder, name, list, place))]
    for value, value_place in values:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            _refuse(value, value_place)
    return values


def _numbers(holder, place, names):
    """Numbers that may be missing."""
    for name in names:
        if holder.get(name) is not None:
            _field(holder, name, _NUMBER, place)


def _length(holder, name, place):
    """A time that something is divided by."""
    if _field(holder, name, int, place) <= 0:
        raise BrokenFile(f"{place}.{name} is {holder[name]}")


def check(record):
    """Raises `BrokenFile` with the place of what is missing or of the wrong kind."""
    _field(record, "id", str, "run")
    _optional(record, "method", dict, "run")
    _list(record, "warnings", dict, "run")
    for at, cell in enumerate(_field(record, "cells", list, "run")):
        _cell(cell, f"cells[{at}]")
    for probe, place in _list(record, "probes", dict, "run"):
        evidence = _optional(probe, "evidence", dict, place)
        if evidence.get("kind") == "imported":
            for result, result_place in _list(evidence, "results", dict, f"{place}.evidence"):
                _result(result, result_place)


def _cell(cell, place):
    _field(cell, "name", str, place)
    _field(cell, "repeat", int, place)
    _field(cell, "is_counted", bool, place)
    _field(cell, "state", str, place)
    _field(cell, "elapsed_ns", int, place)
    workload = _optional(cell, "workload", dict, place)
    for asked, asked_place in _list(workload, "beside", dict, f"{place}.workload"):
        _optional(asked, "workload", dict, asked_place)
    _numbers(_optional(cell, "health", dict, place), f"{place}.health", ["temperature_max_celsius"])
    _list(cell, "warnings", dict, place)
    _series(_field(cell, "series", dict, place), f"{place}.series")
    _operations(cell, place)
    for load, load_place in _list(cell, "beside", dict, place):
        _load(load, load_place)


def _series(series, place):
    rows = _field(series, "rows", list, place)
    _field(series, "interval_ns", int, place)
    if rows:
        _length(series, "interval_ns", place)
    for row, row_place in _list(series, "rows", dict, place):
        _field(row, "start_ns", int, row_place)
        if row.get("length_ns") is not None:
            _length(row, "length_ns", row_place)
        _done(row, row_place)


def _done(row, place):
    """What was done in a part of the time."""
    for operation in OPERATIONS:
        done = _optional(row, operation, dict, place)
        _numbers(done, f"{place}.{operation}", ["count", "bytes", "p50_ns", "p99_ns", "max_ns"])


def _operations(holder, place):
    for operation in OPERATIONS:
        if holder.get(operation) is not None:
            of = f"{place}.{operation}"
            record = _field(holder, operation, dict, place)
            for field in ("count", "bytes", "iops", "bytes_per_s"):
                _field(record, field, _NUMBER, of)
            _field(record, "histogram", str, of)
            latency = _field(record, "latency_ns", dict, of)
            for field in ("min", "mean", "max"):
                _field(latency, field, _NUMBER, f"{of}.latency_ns")
            _numbers(latency, f"{of}.latency_ns", [*PERCENTILES, "stddev"])


def _load(load, place):
    _field(load, "name", str, place)
    _field(load, "state", str, place)
    _field(load, "elapsed_ns", int, place)
    _list(load, "warnings", dict, place)
    _operations(load, place)
    if load.get("course") is not None:
        course = _field(load, "course", dict, place)
        course_place = f"{place}.course"
        _field(course, "stretch_ns", int, course_place)
        _field(course, "stretches", list, course_place)
        for stretch, stretch_place in _list(course, "stretches", dict, course_place):
            _done(stretch, stretch_place)


def _result(result, place):
    _list(result, "limits", str, place)
    figures = _optional(result, "figures", dict, place)
    _numbers(figures, f"{place}.figures", figures)
    course = _optional(result, "course", dict, place)
    lengths = {len(_list(course, name, _NUMBER, f"{place}.course")) for name in ("ended_ns", "values")}
    if len(lengths) > 1:
        raise BrokenFile(f"{place}.course has not as many values as times")
    if course.get("largest") and len(_list(course, "largest", _NUMBER, f"{place}.course")) not in lengths:
        raise BrokenFile(f"{place}.course has not as many of the largest as times")
