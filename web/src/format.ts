/** Numbers as people read them, always with their unit. Pure. */

import type { Unit } from "./spec";

/** `digits` significant digits, or all those before the point. */
export function formatDigits(value: number, digits = 3): string {
  if (value === 0) return "0";
  const magnitude = Math.floor(Math.log10(Math.abs(value)) + 1e-9);
  return value.toFixed(Math.min(Math.max(digits - 1 - magnitude, 0), 6));
}

/** The same without zeros that say nothing: for ticks. */
export function formatNumber(value: number, digits = 3): string {
  const text = formatDigits(value, digits);
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

const scaled = (steps: readonly (readonly [number, string])[]) => (value: number, digits = 3): string => {
  const size = Math.abs(value);
  // 0.9995: 999.9 us is printed as 1 ms.
  const step = steps.find(([factor]) => size >= factor * 0.9995) ?? steps[steps.length - 1];
  if (step === undefined) return formatNumber(value, digits);
  return `${formatNumber(value / step[0], digits)} ${step[1]}`;
};

export const formatNanos = scaled([[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]]);
export const formatBytes = scaled([[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]]);

const BINARY = scaled([[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"], [1, "B"]]);
export const formatBinary = (value: number): string => BINARY(value, 4);

/** A unit that all ticks of an axis share, and how many of the axis' own units it is. */
export interface SharedUnit {
  readonly factor: number;
  readonly symbol: string;
}

const sharing = (steps: readonly (readonly [number, string])[], high: number): SharedUnit => {
  const [factor, symbol] = steps.find(([size]) => high >= size) ?? steps[steps.length - 1] ?? [1, ""];
  return { factor, symbol };
};

/** The unit in which numbers up to `high` are read best, for an axis whose ticks are `interval` apart. */
export function sharedUnit(unit: Unit, interval: number, high: number): SharedUnit {
  switch (unit) {
    case "ns":
      return sharing([[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]], high);
    case "s":
      if (interval >= 1800 && interval % 1800 === 0) return { factor: 3600, symbol: "h" };
      if (interval >= 60 && interval % 60 === 0) return { factor: 60, symbol: "min" };
      return sharing([[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]], high);
    case "B":
      return sharing([[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]], high);
    case "iB":
      return sharing([[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"], [1, "B"]], high);
    case "B/s":
      return { factor: 1e6, symbol: "MB/s" };
    default:
      return { factor: 1, symbol: unit };
  }
}

/** Units whose numbers are read best each in its own size where they reach over powers of ten. */
export const isScaled = (unit: Unit): boolean => ["ns", "s", "B", "iB"].includes(unit);

/** The name of an axis with the unit of its ticks. */
export const withUnit = (label: string, symbol: string): string => [label, symbol].filter((part) => part !== "").join(", ");

export function formatSeconds(seconds: number): string {
  const size = Math.abs(seconds);
  if (size >= 2 * 3600) return `${formatNumber(seconds / 3600, 4)} h`;
  if (size >= 120) return `${formatNumber(seconds / 60, 4)} min`;
  if (size > 0 && size < 1) return formatNanos(seconds * 1e9);
  return `${formatNumber(seconds, 4)} s`;
}

/** A share as the field writes it: 0.999 is `99.9 %`. The argument is 1/(1-share). */
export function formatNines(inverse: number): string {
  const count = Math.round(Math.log10(inverse));
  if (count <= 0) return "0 %";
  return count === 1 ? "90 %" : count === 2 ? "99 %" : `99.${"9".repeat(count - 2)} %`;
}

/** The share that belongs to a position on the nines axis. */
export function formatShare(inverse: number): string {
  const percent = 100 * (1 - 1 / inverse);
  const decimals = Math.max(0, Math.min(6, Math.ceil(Math.log10(inverse)) - 1));
  return `${percent.toFixed(decimals)} %`;
}

export function formatValue(value: number, unit: Unit, digits = 3): string {
  switch (unit) {
    case "ns":
      return formatNanos(value, digits);
    case "s":
      return formatSeconds(value);
    case "B":
      return formatBytes(value, digits);
    case "iB":
      return formatBinary(value);
    case "B/s":
      return `${formatNumber(value / 1e6, digits)} MB/s`;
    case "":
      return formatNumber(value, digits);
    default:
      return `${formatNumber(value, digits)} ${unit}`;
  }
}
