# SPDX-License-Identifier: MIT OR Apache-2.0
"""What can be wrong with a file."""


class IogramError(ValueError):
    """A file cannot be used; the text says why, and where."""


class NotARun(IogramError):
    """It is no run: no JSON, or JSON of another kind."""


class NewerFormat(IogramError):
    """It is a run in a format that this reader does not know."""


class BrokenFile(IogramError):
    """It says that it is a run, and something that every run has is missing, cut off or of the wrong kind."""
