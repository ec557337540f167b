/** The columns or rows of a heatmap: names, or equal steps of an axis of numbers with round ticks. Pure. */

import { formatValue } from "./format";
import { ticksOf } from "./ticks";
import type { Axis } from "./spec";

export interface Bands {
  readonly count: number;
  /** Texts, and where along the axis they stand: 0 is its beginning, 1 its end. */
  readonly labels: readonly { readonly text: string; readonly share: number }[];
  /** The unit that the texts share; empty where each has its own. */
  readonly unit: string;
}

export function bandsOf(axis: Axis, tickCount: number): Bands {
  const names = axis.categories ?? [];
  if (axis.scale === "category") {
    return { count: names.length, labels: names.map((text, index) => ({ text, share: (index + 0.5) / names.length })), unit: "" };
  }
  const [min, max] = [axis.min ?? 0, axis.max ?? 1];
  const of = axis.scale === "linear" ? (value: number): number => value : Math.log10;
  // The ticks are to be round; where the axis ends stays as it is.
  const open: Axis = { label: axis.label, unit: axis.unit, scale: axis.scale };
  const ticks = ticksOf(open, min, max, tickCount);
  const labels = ticks.values.flatMap((value) => {
    const share = (of(value) - of(min)) / (of(max) - of(min));
    return share < -1e-9 || share > 1 + 1e-9 ? [] : [{ text: ticks.label(value), share }];
  });
  return { count: axis.steps ?? 1, labels, unit: ticks.unit };
}

/** What column or row `index` stands for. */
export function bandText(axis: Axis, index: number): string {
  if (axis.scale === "category") return axis.categories?.[index] ?? "";
  const [min, max, steps] = [axis.min ?? 0, axis.max ?? 1, axis.steps ?? 1];
  const at = (step: number): number => (axis.scale === "linear" ? min + ((max - min) * step) / steps : min * (max / min) ** (step / steps));
  return `${formatValue(at(index), axis.unit)} .. ${formatValue(at(index + 1), axis.unit)}`;
}
