#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""A look at a run, cell by cell of a notebook: python3 overview.py RUN.json

Editors that know notebooks (VS Code, Spyder, Jupytext) run the parts between the lines `# %%` one by one.
"""

# %% The run
import sys

import iogram

run = iogram.load(sys.argv[1])
method, target = run.record["method"], run.record["target"]
print(f"{method['title']} on {target['model'] or target['name']}")

# %% Rates of every cell, counted repetitions together
cells = run.cells()
print("\nRates")
for cell in cells.itertuples():
    print(f"{cell.cell:<24} {cell.operation:<7} {cell.bytes_per_s / 1e6:10.2f} MB/s {cell.iops:12.1f} IOPS")

# %% The slowest of a thousand requests: percentiles of the merged histograms. Too few requests have none.
print("\nLatency")
for cell in cells.itertuples():
    p50, p999 = cell.latency_p50_ns, cell.latency_p999_ns
    tail = f"{p999 / 1e3:10.2f} us" if p999 == p999 else "   unknown"
    print(f"{cell.cell:<24} {cell.operation:<7} p50 {p50 / 1e3:10.2f} us   p99.9 {tail}")

# %% How steady the longest repetition was: its slowest and its fastest interval
series = run.series()
longest = run.repetitions().sort_values("elapsed_ns").iloc[-1]
of_longest = series[(series.cell == longest.cell) & (series.repeat_index == longest.repeat_index)]
rates = of_longest.groupby("start_ns").bytes_per_s.sum() / 1e6
print(f"\n{longest.cell}: {rates.min():.2f} to {rates.max():.2f} MB/s in {len(rates)} intervals")

# %% What to know before believing it
for warning in run.warnings().itertuples():
    print(f"warning: {warning.message}")
