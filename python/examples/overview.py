#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""A look at a run, cell by cell of a notebook: python3 overview.py RUN.json

Editors that know notebooks (VS Code, Spyder, Jupytext) run the parts between the lines `# %%` one by one. A run that was read from
another tool's file has no cells: what that tool printed stands in their place.
"""

# %% The run
import sys

import iogram

run = iogram.load(sys.argv[1])
method, target = run.record["method"], run.record["target"]
print(f"{method['title']} on {target['model'] or target['name']}")


def known(value, factor, width, unit):
    """A figure, or that nobody knows it: NaN is not equal to itself."""
    return f"{value / factor:{width}} {unit}" if value == value else "unknown"


def called(cell):
    """A load beside a cell is called after both, as in the program's exports."""
    return cell.cell if cell.load is None or cell.load != cell.load else f"{cell.cell} beside: {cell.load}"


# %% Rates of every cell and of the loads beside it, counted repetitions together
cells = run.cells()
print("\nRates" if len(cells) else "\nIt has no cells.")
for cell in cells.itertuples():
    print(f"{called(cell):<24} {cell.operation:<7} {cell.bytes_per_s / 1e6:10.2f} MB/s {cell.iops:12.1f} IOPS")

# %% The slowest of a thousand requests: percentiles of the merged histograms. Too few requests have none.
if len(cells):
    print("\nLatency")
for cell in cells.itertuples():
    p50, p999 = known(cell.latency_p50_ns, 1e3, "10.2f", "us"), known(cell.latency_p999_ns, 1e3, "10.2f", "us")
    print(f"{called(cell):<24} {cell.operation:<7} p50 {p50:>13}   p99.9 {p999:>13}")

# %% How steady the longest repetition was: its slowest and its fastest interval
series, repetitions = run.series(), run.repetitions()
own = repetitions[repetitions.load.isna()]
if len(own) and len(series):
    longest = own.sort_values("elapsed_ns").iloc[-1]
    of_longest = series[(series.cell == longest.cell) & series.load.isna() & (series.repeat_index == longest.repeat_index)]
    rates = of_longest.dropna(subset=["bytes_per_s"]).groupby("start_ns").bytes_per_s.sum() / 1e6
    if len(rates):
        print(f"\n{longest.cell}: {rates.min():.2f} to {rates.max():.2f} MB/s in {len(rates)} intervals")

# %% What another tool printed, each figure under its own name; and what is no figure of the drive
for result in run.rows("imported"):
    figures = {name: value for name, value in result.items() if name not in iogram.COLUMNS["imported"]}
    said = ", ".join(f"{name} {value:.10g}" for name, value in figures.items())
    print(f"{result['tool']}: {result['result']}: {said}{'' if result['is_of_drive'] else ' (not of the drive)'}")

# %% What another tool said of the drive's health
for probe in run.rows("probes"):
    for name, value in (probe["evidence"].get("health") or {}).items():
        print(f"{probe['evidence'].get('tool')}: {name} {value}")

# %% What to know before believing it
for warning in run.warnings().itertuples():
    print(f"warning: {warning.message}")
