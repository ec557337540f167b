/** Bars from zero, one below the other, with a line for each repetition; dots where the axis is logarithmic. */

import { valueAxis } from "./axes";
import { base, escapeHtml, head, LABEL_SIZE, LINE, nothing, PAD, textAt, tooltipBase, type Drawing, type Option, type Setting } from "./frame";
import { formatDigits, formatValue, withUnit } from "./format";
import { FONT, textWidth, wrapText } from "./text";
import { barStyle, isNamedBar } from "./theme";
import { ticksOf, type Ticks } from "./ticks";
import type { Axis, BarRow, BarsBody, ChartSpec } from "./spec";

interface RenderApi {
  coord(point: readonly number[]): number[];
}

const line = (x1: number, y1: number, x2: number, y2: number, style: Option): Option => ({
  type: "line",
  shape: { x1, y1, x2, y2 },
  style,
});

/** The number of `value` in the unit that the axis labels have. */
function bareNumber(axis: Axis, value: number): string {
  if (axis.unit === "MiB/s") return formatDigits(value);
  return axis.unit === "B/s" ? formatDigits(value / 1e6) : formatValue(value, axis.unit);
}

/** The unit that numbers of `axis` share, where they share one. */
const sharedUnit = (axis: Axis): string => (axis.unit === "B/s" ? "MB/s" : axis.unit === "MiB/s" ? axis.unit : "");

/** `(5.7) 8.3 10.9 MB/s`: what is not counted in parentheses, what is missing as `-`. */
function runsText(axis: Axis, row: BarRow): string {
  if (row.runs.length < 2) return "";
  const one = (value: number | null): string => (value === null ? "-" : bareNumber(axis, value));
  // The unit never stands in a line of its own.
  const texts = row.runs.map((run) => (run.is_counted ? one(run.value) : `(${one(run.value)})`));
  return `${texts.join(" ")}\u00a0${sharedUnit(axis)}`.trim();
}

/** A bar that does not begin at zero says nothing. */
const fromZero = (axis: Axis, known: readonly number[]): Axis =>
  axis.scale === "linear" ? { ...axis, min: axis.min ?? Math.min(0, ...known) } : axis;

const BAR = 18;
/** Between the bars of one group. */
const BAR_GAP = 4;
const GROUP_GAP = 12;
/** Names stand above their bars where the picture is narrower. */
const NARROW = 520;

/** Room for half of the label at the beginning of the axis. */
const NARROW_LEFT = 32;

/** A row with its place below the top of the plot. */
interface PlacedRow {
  readonly row: BarRow;
  readonly middle: number;
  readonly runs: readonly string[];
}

interface PlacedName {
  readonly lines: readonly string[];
  readonly middle: number;
  /** Whether it stands above a group whose bars have names of their own. */
  readonly isHeading: boolean;
}

/** Bars that stand beside their names, the one that the page is about in the accent colour: they need no legend. */
const areNamed = (body: BarsBody): boolean => body.rows.every((row) => isNamedBar(row.slot) && (row.series ?? "") !== "");

interface Layout {
  readonly rows: readonly PlacedRow[];
  readonly names: readonly PlacedName[];
  readonly height: number;
  /** Left and right of the plot. */
  readonly left: number;
  readonly right: number;
  readonly isNarrow: boolean;
  readonly valueLabels: ReadonlyMap<BarRow, string>;
}

/** Rows that follow each other under one name. */
function groupsOf(rows: readonly BarRow[]): BarRow[][] {
  const groups: BarRow[][] = [];
  for (const row of rows) {
    const last = groups[groups.length - 1];
    if (last?.[0]?.label === row.label) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

function layOut(body: BarsBody, axis: Axis, width: number): Layout {
  const isNarrow = width < NARROW;
  const isNamed = areNamed(body);
  const nameOf = (row: BarRow): string => (isNamed ? (row.series ?? "") : row.label);
  const widest = Math.max(...body.rows.map((row) => textWidth(nameOf(row), LABEL_SIZE)));
  const nameRoom = isNarrow ? width - 2 * PAD : Math.min(width * 0.34, widest + 4);
  const valueLabels = new Map(body.rows.map((row) => [row, row.value === null ? "-" : sharedUnit(axis) !== "" ? `${bareNumber(axis, row.value)} ${sharedUnit(axis)}` : formatValue(row.value, axis.unit)]));
  const valueRoom = Math.max(...[...valueLabels.values()].map((label) => textWidth(label, LABEL_SIZE, true)));
  const runsOf = (row: BarRow): string[] => (isNarrow ? [] : wrapText(runsText(axis, row), LABEL_SIZE, width * 0.24));
  const runs = new Map(body.rows.map((row) => [row, runsOf(row)]));
  const runsWidth = Math.max(0, ...[...runs.values()].flat().map((text) => textWidth(text, LABEL_SIZE)));
  const rows: PlacedRow[] = [];
  const names: PlacedName[] = [];
  let y = GROUP_GAP / 2;
  const above = (text: string, isHeading: boolean): void => {
    const lines = wrapText(text, LABEL_SIZE, isHeading ? width - 2 * PAD : nameRoom, isHeading);
    if (lines.length === 0) return;
    names.push({ lines, middle: y + (lines.length * LINE) / 2, isHeading });
    y += lines.length * LINE + 2;
  };
  const groups = groupsOf(body.rows);
  for (const labelled of groups) {
    if (isNamed) above(labelled[0]?.label ?? "", true);
    // Each bar under or beside a name of its own, or all of them together.
    for (const group of isNamed ? labelled.map((row) => [row]) : [labelled]) {
      const first = group[0];
      const lines = first === undefined ? [] : wrapText(nameOf(first), LABEL_SIZE, nameRoom);
      if (isNarrow) above(lines.join(" "), false);
      const heights = group.map((row) => Math.max(BAR + BAR_GAP, ((runs.get(row)?.length ?? 0) + 1) * LINE));
      const bars = heights.reduce((sum, height) => sum + height, 0);
      const high = isNarrow ? bars : Math.max(bars, lines.length * LINE);
      let top = y + (high - bars) / 2;
      group.forEach((row, index) => {
        const height = heights[index] ?? BAR;
        rows.push({ row, middle: top + height / 2, runs: runs.get(row) ?? [] });
        top += height;
      });
      if (!isNarrow) names.push({ lines, middle: y + high / 2, isHeading: false });
      y += high + (isNamed ? 0 : GROUP_GAP);
    }
    if (isNamed) y += GROUP_GAP;
  }
  const height = y - GROUP_GAP / 2;
  return { rows, names, height, left: isNarrow ? NARROW_LEFT : PAD + nameRoom + 10, right: PAD + Math.max(valueRoom, runsWidth) + 14, isNarrow, valueLabels };
}

export function drawBars(spec: ChartSpec, body: BarsBody, setting: Setting): Drawing {
  const reference = body.reference === undefined ? [] : [body.reference.at];
  const values = body.rows.flatMap((row) => [row.value, ...(body.value.max === undefined ? [row.high ?? null, row.low ?? null, ...row.runs.map((run) => run.value)] : [])]);
  const known = [...values, ...reference].filter((value): value is number => value !== null && (body.value.scale !== "log" || value > 0));
  if (known.length === reference.length) return nothing(spec, setting);
  const { theme, width } = setting;
  const entries = [...new Set(body.rows.map((row) => row.series ?? ""))];
  const slotOf = (name: string): number => body.rows.find((row) => (row.series ?? "") === name)?.slot ?? 0;
  const top = head(spec, entries.length > 1 && !areNamed(body) ? entries.map((name) => ({ name, slot: slotOf(name) })) : [], setting, 14);
  const axis = fromZero(body.value, known);
  const layout = layOut(body, axis, width);
  const { left, right, height } = layout;
  const room = width - left - right;
  const referenceLines = body.reference === undefined ? [] : wrapText(body.reference.label, LABEL_SIZE, width - 2 * PAD);
  const gridTop = top.bottom + 8 + referenceLines.length * LINE;
  const ticks = ticksOf(axis, Math.min(...known), Math.max(...known), Math.max(2, Math.floor(room / 110)));
  const axisTitle = wrapText(withUnit(axis.label, ticks.unit), LABEL_SIZE, width - 2 * PAD);
  const middle = Math.max(left + room / 2, PAD + Math.max(...axisTitle.map((text) => textWidth(text, LABEL_SIZE)), 0) / 2);
  const titles = [
    ...top.titles,
    ...layout.names.map((name) => textAt(name.lines.join("\n"), PAD, gridTop + name.middle - (name.lines.length * LINE) / 2, { size: LABEL_SIZE, isBold: name.isHeading, color: theme.text, lineHeight: LINE })),
    textAt(axisTitle.join("\n"), middle, gridTop + height + 28, { size: LABEL_SIZE, color: theme.muted, align: "center" }),
  ];
  const option: Option = {
    ...base(setting),
    title: titles,
    ...(top.legend === undefined ? {} : { legend: top.legend }),
    grid: { left, right, top: gridTop, height, outerBoundsMode: "none" },
    xAxis: valueAxis(axis, ticks, theme),
    yAxis: { type: "value", min: 0, max: height, inverse: true, axisLabel: { show: false }, axisTick: { show: false }, splitLine: { show: false }, axisLine: { show: true, lineStyle: { color: theme.muted } } },
    series: [
      ...entries.map((name, index) => barSeries(name, index, { body, layout, ticks, setting })),
      ...(body.reference === undefined ? [] : [referenceSeries(body.reference.at, referenceLines, height, setting)]),
    ],
    ...(setting.isInteractive ? { tooltip: { ...tooltipBase(theme) } } : {}),
  };
  return { option, height: Math.ceil(gridTop + height + 34 + axisTitle.length * LINE) };
}

interface Painting {
  readonly body: BarsBody;
  readonly layout: Layout;
  readonly ticks: Ticks;
  readonly setting: Setting;
}

/** The bars that share a name in the legend. */
function barSeries(name: string, index: number, painting: Painting): Option {
  const { body, layout, ticks, setting } = painting;
  const rows = layout.rows.filter(({ row }) => (row.series ?? "") === name);
  const style = barStyle(setting.theme, rows[0]?.row.slot ?? 0, index);
  return {
    type: "custom",
    name: name === "" ? "bars" : name,
    color: style.fill,
    itemStyle: { color: style.fill, borderColor: style.stroke, borderWidth: 1.5 },
    clip: false,
    data: rows.map(({ row, middle }) => [row.value ?? ticks.min, middle]),
    encode: { x: 0, y: 1 },
    renderItem: (params: { dataIndex: number }, api: RenderApi): Option => {
      const placed = rows[params.dataIndex];
      return { type: "group", children: placed === undefined ? [] : paint(placed, index, painting, api) };
    },
    tooltip: { formatter: (item: { dataIndex: number }): string => tooltipText(body, rows[item.dataIndex]?.row) },
  };
}

function paint({ row, middle, runs }: PlacedRow, index: number, { layout, ticks, setting, body }: Painting, api: RenderApi): Option[] {
  const { theme } = setting;
  const within = (value: number): number => Math.min(Math.max(value, ticks.min), ticks.max);
  const at = (value: number): number => api.coord([within(value), middle])[0] ?? 0;
  const y = (api.coord([ticks.min, middle])[1] ?? 0);
  const style = barStyle(theme, row.slot, index);
  const half = BAR / 2;
  const isDot = body.value.scale === "log";
  const children: Option[] = [];
  if (row.value !== null && !isDot) {
    const start = at(Math.max(0, ticks.min));
    children.push({ type: "rect", shape: { x: start, y: y - half, width: Math.max(at(row.value) - start, 1), height: BAR, r: [0, 2, 2, 0] }, style: { fill: style.fill, stroke: style.stroke, lineWidth: 1.5 } });
  }
  if (row.runs.length < 2 && row.low !== undefined && row.high !== undefined && row.high > row.low) {
    children.push(...whisker([row.low, row.high], [at(row.low), at(row.high)], y, ticks, { stroke: isDot ? style.stroke : theme.text, lineWidth: isDot ? 2 : 1.2 }));
  }
  if (row.value !== null && isDot) {
    const isOut = row.value < ticks.min || row.value > ticks.max;
    if (!isOut) children.push({ type: "circle", shape: { cx: at(row.value), cy: y, r: 5.5 }, style: { fill: style.fill, stroke: style.stroke, lineWidth: 1.5 } });
    else children.push(arrow(at(row.value), y, row.value > ticks.max, style.stroke));
  }
  for (const run of row.runs.length > 1 ? row.runs : []) {
    if (run.value === null) continue;
    const x = at(run.value);
    const halo = { stroke: theme.background, lineWidth: 3.2 };
    const stroke = run.is_counted ? { stroke: theme.text, lineWidth: 1.4 } : { stroke: theme.mark, lineWidth: 1.4, lineDash: [2, 2] };
    children.push(line(x, y - half - 2, x, y + half + 2, halo), line(x, y - half - 2, x, y + half + 2, stroke));
  }
  // At the end of the bar with all that is drawn on it; beside dots, in a column.
  const drawn = [row.value, row.high ?? null, ...row.runs.map((run) => run.value)].filter((it): it is number => it !== null);
  const end = isDot || drawn.length === 0 ? at(ticks.max) : Math.max(at(Math.max(0, ticks.min)), ...drawn.map(at));
  const text = (content: string, top: number, weight: string, fill: string): Option => ({ type: "text", style: { text: content, x: end + 8, y: top, verticalAlign: "middle", font: `${weight}${LABEL_SIZE}px ${FONT}`, fill } });
  const first = y - (runs.length * LINE) / 2;
  children.push(text(layout.valueLabels.get(row) ?? "", first, "600 ", theme.text), ...runs.map((run, at) => text(run, first + LINE * (at + 1), "", theme.muted)));
  return children;
}

/** The ends of a spread; an end beyond the axis is an arrow. */
function whisker([low, high]: readonly [number, number], [from, to]: readonly [number, number], y: number, ticks: Ticks, style: { stroke: string; lineWidth: number }): Option[] {
  const end = (value: number, x: number): Option =>
    value < ticks.min || value > ticks.max ? arrow(x, y, value > ticks.max, style.stroke) : line(x, y - 4, x, y + 4, style);
  return [line(from, y, to, y, style), end(low, from), end(high, to)];
}

const arrow = (x: number, y: number, isRight: boolean, fill: string): Option => {
  const back = isRight ? -8 : 8;
  return { type: "polygon", shape: { points: [[x, y], [x + back, y - 5], [x + back, y + 5]] }, style: { fill } };
};

/** A line that all bars are to be seen against, with its name above. */
function referenceSeries(at: number, lines: readonly string[], height: number, setting: Setting): Option {
  const { theme, width } = setting;
  return {
    type: "custom",
    name: "reference",
    silent: true,
    clip: false,
    z: 6,
    data: [[at, 0]],
    renderItem: (_: unknown, api: RenderApi): Option => {
      const [x, top] = api.coord([at, 0]);
      const from = x ?? 0;
      const half = Math.max(...lines.map((text) => textWidth(text, LABEL_SIZE)), 0) / 2;
      const center = Math.min(Math.max(from, PAD + half), width - PAD - half);
      return {
        type: "group",
        children: [
          line(from, (top ?? 0) - 2, from, (top ?? 0) + height, { stroke: theme.mark, lineWidth: 1.5, lineDash: [5, 3] }),
          ...lines.map((text, index) => ({ type: "text", style: { text, x: center, y: (top ?? 0) - 4 - (lines.length - 1 - index) * LINE, align: "center", verticalAlign: "bottom", font: `${LABEL_SIZE}px ${FONT}`, fill: theme.mark } })),
        ],
      };
    },
  };
}

function tooltipText(body: BarsBody, row: BarRow | undefined): string {
  if (row === undefined) return "";
  const value = row.value === null ? "-" : formatValue(row.value, body.value.unit, 4);
  const runs = runsText(body.value, row);
  const name = [row.label, row.series ?? ""].filter((part) => part !== "").join(", ");
  return `<div>${escapeHtml(name)}: <b>${escapeHtml(value)}</b></div>${runs === "" ? "" : `<div>${escapeHtml(runs)}</div>`}`;
}
