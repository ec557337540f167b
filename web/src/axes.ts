/** Axes of numbers and of names. */

import { formatShare, formatValue } from "./format";
import { FONT, textWidth, wrapText } from "./text";
import { LABEL_SIZE, LINE, type Option } from "./frame";
import type { Axis } from "./spec";
import type { Theme } from "./theme";
import type { Ticks } from "./ticks";

export const valueText = (axis: Axis, value: number): string =>
  axis.scale === "category"
    ? (axis.categories?.[value] ?? "")
    : axis.scale === "nines"
      ? formatShare(value)
      : formatValue(value, axis.unit, 4);

export function valueAxis(axis: Axis, ticks: Ticks, theme: Theme): Option {
  const common: Option = {
    type: ticks.isLog ? "log" : "value",
    ...(axis.scale === "log2" ? { logBase: 2 } : {}),
    min: ticks.min,
    max: ticks.max,
    axisLine: { show: true, onZero: false, lineStyle: { color: theme.muted, width: 1 } },
    axisTick: { show: true, lineStyle: { color: theme.muted } },
    axisLabel: {
      color: theme.text,
      fontSize: LABEL_SIZE,
      fontFamily: FONT,
      hideOverlap: true,
      formatter: ticks.label,
      ...(ticks.isLog ? { customValues: ticks.values } : { showMinLabel: true, showMaxLabel: true }),
    },
    splitLine: { show: true, lineStyle: { color: theme.line } },
  };
  // The library's own lines would stand at other powers than our labels.
  if (axis.scale === "log2") return { ...common, splitLine: { show: false } };
  // Nine parts of a decade: 20, 30, .. 90.
  if (ticks.isLog) {
    return { ...common, minorTick: { show: true, splitNumber: 9 }, minorSplitLine: { show: true, lineStyle: { color: theme.faint } } };
  }
  return { ...common, interval: ticks.interval };
}

/** Degrees: upright where a slanted name would leave the picture. */
const TURN = 40;
const SLANTED_MAX = 60;

export interface CategoryLayout {
  readonly option: Option;
  /** Room for the labels below the axis. */
  readonly height: number;
}

/** Names narrower than this are turned. */
const NAME_ROOM_MIN = 64;
const NAME_LINES_MAX = 5;

/** Names below a picture of `width`: in lines where they fit, turned where they do not; never cut. */
export function categoryAxis(labels: readonly string[], width: number, theme: Theme): CategoryLayout {
  const each = width / Math.max(labels.length, 1);
  const widest = Math.max(0, ...labels.map((label) => textWidth(label, LABEL_SIZE)));
  const room = Math.max(each - 8, 10);
  const lines = labels.map((label) => wrapText(label, LABEL_SIZE, room));
  const lineCount = Math.max(1, ...lines.map((list) => list.length));
  const isTurned = lineCount > 1 && (room < NAME_ROOM_MIN || lineCount > NAME_LINES_MAX);
  const turn = widest > SLANTED_MAX ? 90 : TURN;
  const every = isTurned ? Math.max(1, Math.ceil(16 / each)) : 1;
  const option = {
    type: "category",
    data: [...labels],
    axisLine: { lineStyle: { color: theme.muted } },
    axisTick: { show: false },
    axisLabel: {
      color: theme.text,
      fontSize: LABEL_SIZE,
      fontFamily: FONT,
      interval: every - 1,
      rotate: isTurned ? turn : 0,
      lineHeight: LINE,
      formatter: (label: string, index: number): string => (isTurned ? label : (lines[index] ?? [label]).join("\n")),
    },
    splitLine: { show: false },
  };
  const radians = (turn * Math.PI) / 180;
  return { option, height: isTurned ? Math.ceil(widest * Math.sin(radians) + 22) : lineCount * LINE + 10 };
}
