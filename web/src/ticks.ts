/** Where the ticks of an axis stand. We place them, so that the room for their labels is known. */

import { formatNines, formatNumber, formatValue, isScaled, sharedUnit } from "./format";
import type { Axis } from "./spec";

export interface Ticks {
  readonly min: number;
  readonly max: number;
  /** Values with a label. */
  readonly values: readonly number[];
  readonly labels: readonly string[];
  /** Distance of ticks; on a logarithmic axis in decades. */
  readonly interval: number;
  readonly isLog: boolean;
  readonly label: (value: number) => string;
  /** The unit that all labels share, which the name of the axis has; empty where each has its own. */
  readonly unit: string;
}

/** Bars and rates that do not begin at zero exaggerate. */
const FROM_ZERO: readonly string[] = ["B/s", "MiB/s", "IOPS", "ns", "%", "s"];

const TIME_STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];

function niceStep(range: number, count: number, unit: string): number {
  const rough = range / count;
  if (unit === "s" && rough > 1) {
    const step = TIME_STEPS_S.find((candidate) => candidate >= rough);
    if (step !== undefined) return step;
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= rough * 0.999) ?? 10;
  return step * power;
}

function linearTicks(axis: Axis, low: number, high: number, count: number): Ticks {
  const isFromZero = low >= 0 && (low === high || low < high * 0.5 || FROM_ZERO.includes(axis.unit));
  const min = axis.min ?? (isFromZero ? 0 : low);
  let max = axis.max ?? high;
  if (!(max > min)) {
    max = min + (Math.abs(max) > 0 ? Math.abs(max) * 0.5 : 1);
  }
  // Half a thing cannot be counted, nor half a byte.
  const isWhole = (axis.unit === "" && Number.isInteger(low) && Number.isInteger(high)) || axis.unit === "B";
  const step = niceStep(max - min, count, axis.unit);
  const interval = isWhole ? Math.ceil(step - 1e-9) : step;
  const first = axis.min ?? Math.floor(min / interval + 1e-9) * interval;
  const last = axis.max ?? Math.ceil(max / interval - 1e-9) * interval;
  const values: number[] = [];
  for (let index = Math.ceil(first / interval - 1e-9); index * interval <= last + interval * 1e-6; index++) {
    values.push(Number((index * interval).toPrecision(12)));
  }
  const unit = sharedUnit(axis.unit, interval, last);
  const label = (value: number): string => formatNumber(Number((value / unit.factor).toPrecision(12)), Math.abs(value) < 1e5 * unit.factor ? 5 : 7);
  return { min: first, max: last, values, labels: values.map(label), interval, isLog: false, label, unit: unit.symbol };
}

function logTicks(axis: Axis, low: number, high: number): Ticks {
  const isNines = axis.scale === "nines";
  const first = Math.floor(Math.log10(axis.min ?? low) + 1e-9);
  const last = Math.max(Math.ceil(Math.log10(axis.max ?? high) - 1e-9), first + 1);
  const decades = last - first;
  const between = !isNines && decades <= 2 ? [1, 2, 5] : [1];
  const every = Math.max(1, Math.ceil(decades / 9));
  const values: number[] = [];
  for (let power = first; power <= last; power += every) {
    for (const factor of between) {
      const value = Number((factor * 10 ** power).toPrecision(6));
      if (value <= 10 ** last * 1.0001) values.push(value);
    }
  }
  const unit = sharedUnit(axis.unit, 1, 10 ** last);
  const isOwn = isNines || isScaled(axis.unit);
  const label = (value: number): string => (isNines ? formatNines(value) : isOwn ? formatValue(value, axis.unit) : formatNumber(value / unit.factor));
  return { min: 10 ** first, max: 10 ** last, values, labels: values.map(label), interval: 1, isLog: true, label, unit: isOwn ? "" : unit.symbol };
}

/** Powers of two, as sizes of blocks have them. */
function binaryTicks(axis: Axis, low: number, high: number): Ticks {
  const first = Math.floor(Math.log2(axis.min ?? low) + 1e-9);
  const last = Math.max(Math.ceil(Math.log2(axis.max ?? high) - 1e-9), first + 1);
  const every = Math.max(1, Math.ceil((last - first) / 12));
  const values: number[] = [];
  for (let power = first; power <= last; power += every) values.push(2 ** power);
  const isOwn = isScaled(axis.unit);
  const label = (value: number): string => (isOwn ? formatValue(value, axis.unit) : formatNumber(value));
  return { min: 2 ** first, max: 2 ** last, values, labels: values.map(label), interval: 1, isLog: true, label, unit: isOwn ? "" : axis.unit };
}

/** The ticks of `axis` for values between `low` and `high`. */
export function ticksOf(axis: Axis, low: number, high: number, count: number): Ticks {
  if (axis.scale === "category") {
    const labels = axis.categories ?? [];
    const values = labels.map((_, index) => index);
    return { min: 0, max: Math.max(labels.length - 1, 0), values, labels, interval: 1, isLog: false, label: (index) => labels[index] ?? "", unit: "" };
  }
  if (axis.scale === "log2") return binaryTicks(axis, low > 0 ? low : 1, high > 0 ? high : 2);
  if (axis.scale === "linear") return linearTicks(axis, low, high, count);
  return logTicks(axis, low > 0 ? low : 1, high > 0 ? high : 10);
}
