# SPDX-License-Identifier: MIT OR Apache-2.0
"""Latency histograms: HdrHistogram V2, DEFLATE, base64.

Source of the encoding: HdrHistogram's V2 format. 8 bytes of cookie and length, a zlib stream; in it 40 bytes in network order
(cookie, length of the counts, index offset, digits, lowest and highest value, ratio as a double) and the counts as ZigZag LEB128,
where a negative number is so many empty buckets.
"""

import base64
import binascii
import math
import struct
import zlib

from ._errors import BrokenFile

_COMPRESSED = 0x1C849314
_PLAIN = 0x1C849313
_HEADER = struct.Struct(">IiiiQQd")
# Three times what all buckets of an hour take, each counted in the longest form.
_INFLATED_MAX = 1 << 20
# Requests that have to lie beyond a percentile before it is told: iogram's rule.
_TAIL_SAMPLES_MIN = 10.0


def _numbers(data):
    """The ZigZag LEB128 numbers of `data`: seven bits a byte, in a ninth byte eight."""
    value = shift = 0
    for byte in data:
        if shift == 56:
            value |= byte << shift
        else:
            value |= (byte & 0x7F) << shift
            if byte & 0x80:
                shift += 7
                continue
        yield (value >> 1) ^ -(value & 1)
        value = shift = 0
    if shift:
        raise BrokenFile("the histogram's counts are cut off")


class Histogram:
    """Counts of latencies in nanoseconds, told apart to three significant digits."""

    def __init__(self):
        # Index of a bucket -> how many latencies it holds.
        self._counts = {}
        # 2 ** 11 steps per power of two, of which the upper half is new in each: three digits.
        self._bits = 11
        # The smallest and the largest latency, where a record knows them exactly: no percentile lies beyond these.
        self._ends = None

    @classmethod
    def decode(cls, text):
        """Reads the text of a record's field `histogram`. Raises `BrokenFile`."""
        try:
            data = base64.b64decode(text, validate=True)
        except (binascii.Error, TypeError, ValueError) as error:
            raise BrokenFile(f"the histogram is not base64 ({error})") from None
        if len(data) >= 8 and struct.unpack_from(">I", data)[0] == _COMPRESSED:
            stream = zlib.decompressobj()
            try:
                data = stream.decompress(data[8:], _INFLATED_MAX)
            except zlib.error as error:
                raise BrokenFile(f"the histogram cannot be inflated ({error})") from None
        if len(data) < _HEADER.size:
            raise BrokenFile("the histogram is shorter than its header")
        cookie, length, offset, digits, lowest, _highest, _ratio = _HEADER.unpack_from(data)
        if cookie != _PLAIN:
            raise BrokenFile(f"the histogram begins with 0x{cookie:08x}: it is not in HdrHistogram's V2 encoding")
        counts = data[_HEADER.size:]
        if length != len(counts):
            raise BrokenFile(f"the histogram has {len(counts)} bytes of counts, and its header says {length}")
        if (digits, lowest, offset) != (3, 1, 0):
            raise BrokenFile("the histogram is not one of nanoseconds with three digits")
        made = cls()
        index = 0
        for number in _numbers(counts):
            if number < 0:
                index -= number
                continue
            if number:
                made._counts[index] = number
            index += 1
        return made

    def within(self, least_ns, most_ns):
        """The same, with the smallest and the largest latency known exactly."""
        self._ends = (least_ns, most_ns) if least_ns <= most_ns else None
        return self

    def merge(self, other):
        """Adds everything that `other` counted."""
        if not self._counts:
            self._ends = other._ends
        elif other._counts:
            known = self._ends is not None and other._ends is not None
            self._ends = (min(self._ends[0], other._ends[0]), max(self._ends[1], other._ends[1])) if known else None
        for index, count in other._counts.items():
            self._counts[index] = self._counts.get(index, 0) + count

    @property
    def count(self):
        """How many latencies were counted."""
        return sum(self._counts.values())

    def buckets(self):
        """The buckets that hold anything, ascending: (from_ns, to_ns, count), both ends belong to it."""
        half = 1 << (self._bits - 1)
        for index in sorted(self._counts):
            # The first 2 ** bits values have a bucket each; from there on every power of two has `half` of them.
            power = max(index // half - 1, 0)
            step = index - power * half
            start = step << power
            yield start, start + (1 << power) - 1, self._counts[index]

    def percentile(self, percent):
        """The latency in ns that `percent` % of all do not exceed, or `None` if fewer than ten lie beyond it.

        The largest latency of its bucket, which is at most 1/1024 too much."""
        quantile = percent / 100.0
        if not 0.0 <= quantile < 1.0:
            raise ValueError(f"{percent} is no percentile: it has to be at least 0 and less than 100")
        count = self.count
        if count == 0 or count < _TAIL_SAMPLES_MIN / (1.0 - quantile) * (1.0 - 1e-9):
            return None
        rank = max(math.ceil(quantile * count), 1)
        below = 0
        for _start, end, held in self.buckets():
            below += held
            if below >= rank:
                return end if self._ends is None else min(max(end, self._ends[0]), self._ends[1])
        return None
