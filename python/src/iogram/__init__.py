# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs of the storage benchmark iogram as tables.

    import iogram
    run = iogram.load("run.json")
    run.cells()          # a pandas DataFrame

Knows the published format iogram-run/1 (docs/format.md) and its histograms. Computes nothing that the record does not hold, except
percentiles of merged histograms and means over repetitions, as iogram itself computes them.
"""

from ._errors import BrokenFile, IogramError, NewerFormat, NotARun
from ._histogram import Histogram
from ._run import COLUMNS, Run, load, loads

__all__ = ["COLUMNS", "BrokenFile", "Histogram", "IogramError", "NewerFormat", "NotARun", "Run", "load", "loads"]
__version__ = "0.1.0"
