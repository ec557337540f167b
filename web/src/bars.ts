/** Bars with a line for each repetition, and groups of bars. */

import { categoryAxis, valueAxis } from "./axes";
import { base, escapeHtml, head, LABEL_SIZE, nothing, PAD, textAt, tooltipBase, type Drawing, type Option, type Setting } from "./frame";
import { formatDigits, formatValue } from "./format";
import { FONT, textWidth, wrapText } from "./text";
import { slotColor } from "./theme";
import { ticksOf } from "./ticks";
import type { Axis, BarRow, BarsBody, ChartSpec, GroupedBody } from "./spec";

interface RenderApi {
  value(dimension: number): number;
  coord(point: readonly number[]): number[];
  size(extent: readonly number[]): number[];
  barLayout(setting: Option): { offsetCenter: number; width: number }[];
}

const line = (x1: number, y1: number, x2: number, y2: number, style: Option): Option => ({
  type: "line",
  shape: { x1, y1, x2, y2 },
  style,
});

/** The number of `value` in the unit that the axis labels have. */
function bareNumber(axis: Axis, value: number): string {
  return axis.unit === "B/s" ? formatDigits(value / 1e6) : formatValue(value, axis.unit);
}

/** The unit that numbers of `axis` share, where they share one. */
const sharedUnit = (axis: Axis): string => (axis.unit === "B/s" ? "MB/s" : "");

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

/** Where an axis has to begin for the shortest bar to be seen. */
const leastOf = (axis: Axis, known: readonly number[]): number => Math.min(...known) * (axis.scale === "log" ? 0.8 : 1);

export function drawBars(spec: ChartSpec, body: BarsBody, setting: Setting): Drawing {
  const values = body.rows.flatMap((row) => [row.value, row.high ?? null, row.low ?? null, ...row.runs.map((run) => run.value)]);
  const known = values.filter((value): value is number => value !== null);
  if (known.length === 0) return nothing(spec, setting);
  const { theme, width } = setting;
  const top = head(spec, [], setting);
  const axis = fromZero(body.value, known);
  const nameRoom = Math.min(width * 0.34, Math.max(...body.rows.map((row) => textWidth(row.label, LABEL_SIZE))) + 4);
  const names = body.rows.map((row) => wrapText(row.label, LABEL_SIZE, nameRoom));
  const valueLabels = body.rows.map((row) => (row.value === null ? "-" : axis.unit === "B/s" ? `${bareNumber(axis, row.value)} MB/s` : formatValue(row.value, axis.unit)));
  const valueRoom = Math.max(...valueLabels.map((label) => textWidth(label, LABEL_SIZE, true)));
  const runsRoom = width * 0.24;
  const runs = body.rows.map((row) => wrapText(runsText(body.value, row), 11, runsRoom));
  const rightRoom = Math.max(valueRoom, ...runs.flat().map((text) => textWidth(text, 11))) + 14;
  const lineCount = Math.max(...names.map((list) => list.length), ...runs.map((list) => list.length + 1));
  const rowHeight = Math.max(26, lineCount * 15 + 10);
  const left = PAD + nameRoom + 10;
  const right = PAD + rightRoom;
  const gridTop = top.bottom + 8;
  const height = body.rows.length * rowHeight;
  const ticks = ticksOf(axis, leastOf(axis, known), Math.max(...known), Math.max(2, Math.floor((width - left - right) / 100)));
  const titles = [...top.titles, textAt(body.value.label, left + (width - left - right) / 2, gridTop + height + 26, { size: LABEL_SIZE, color: theme.muted, align: "center" })];
  const option: Option = {
    ...base(setting),
    title: titles,
    grid: { left, right, top: gridTop, height, outerBoundsMode: "none" },
    xAxis: valueAxis(body.value, ticks, theme),
    yAxis: {
      type: "category",
      inverse: true,
      data: body.rows.map((_, index) => String(index)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: theme.muted } },
      axisLabel: {
        color: theme.text,
        fontSize: LABEL_SIZE,
        fontFamily: FONT,
        lineHeight: 15,
        interval: 0,
        formatter: (_: string, index: number): string => (names[index] ?? []).join("\n"),
      },
    },
    series: [
      { type: "custom", renderItem: rowPainter(body, setting, { barHeight: Math.min(18, rowHeight - 10), ticks, valueLabels, runs }), data: body.rows.map((row, index) => [row.value ?? ticks.min, index]) },
    ],
    ...(setting.isInteractive ? { tooltip: { ...tooltipBase(theme), formatter: rowTooltip(body) } } : {}),
  };
  return { option, height: Math.ceil(gridTop + height + 54) };
}

interface RowLayout {
  readonly barHeight: number;
  readonly ticks: { readonly min: number; readonly max: number };
  readonly valueLabels: readonly string[];
  readonly runs: readonly (readonly string[])[];
}

function rowPainter(body: BarsBody, setting: Setting, layout: RowLayout) {
  const { theme } = setting;
  return (params: { dataIndex: number }, api: RenderApi): Option => {
    const row = body.rows[params.dataIndex];
    if (row === undefined) return { type: "group", children: [] };
    const at = (value: number): number => api.coord([value, params.dataIndex])[0] ?? 0;
    const middle = api.coord([layout.ticks.min, params.dataIndex])[1] ?? 0;
    const start = at(layout.ticks.min);
    const half = layout.barHeight / 2;
    const color = slotColor(theme, row.slot);
    const children: Option[] = [];
    if (row.value !== null) {
      children.push({ type: "rect", shape: { x: start, y: middle - half, width: Math.max(at(row.value) - start, 1), height: layout.barHeight, r: [0, 2, 2, 0] }, style: { fill: color } });
    }
    if (row.runs.length < 2 && row.low !== undefined && row.high !== undefined && row.high > row.low) {
      const stroke = { stroke: theme.text, lineWidth: 1.2 };
      const [from, to] = [at(row.low), at(row.high)];
      children.push(line(from, middle, to, middle, stroke), line(from, middle - 4, from, middle + 4, stroke), line(to, middle - 4, to, middle + 4, stroke));
    }
    for (const run of row.runs.length > 1 ? row.runs : []) {
      if (run.value === null) continue;
      const x = at(run.value);
      const halo = { stroke: theme.background, lineWidth: 3.2 };
      const stroke = run.is_counted ? { stroke: theme.text, lineWidth: 1.4 } : { stroke: theme.mark, lineWidth: 1.4, lineDash: [2, 2] };
      children.push(line(x, middle - half - 2, x, middle + half + 2, halo), line(x, middle - half - 2, x, middle + half + 2, stroke));
    }
    children.push(...rowTexts(params.dataIndex, at(layout.ticks.max) + 10, middle, layout, setting));
    return { type: "group", children };
  };
}

function rowTexts(index: number, x: number, middle: number, layout: RowLayout, setting: Setting): Option[] {
  const { theme } = setting;
  const runs = layout.runs[index] ?? [];
  const first = middle - (runs.length * 14) / 2;
  const text = (content: string, y: number, font: string, fill: string): Option => ({
    type: "text",
    style: { text: content, x, y, verticalAlign: "middle", font, fill },
  });
  return [
    text(layout.valueLabels[index] ?? "", first, `600 ${LABEL_SIZE}px ${FONT}`, theme.text),
    ...runs.map((run, row) => text(run, first + 15 + row * 14, `11px ${FONT}`, theme.muted)),
  ];
}

const rowTooltip = (body: BarsBody) => (item: { dataIndex: number }): string => {
  const row = body.rows[item.dataIndex];
  if (row === undefined) return "";
  const value = row.value === null ? "-" : formatValue(row.value, body.value.unit, 4);
  const runs = runsText(body.value, row);
  return `<div>${escapeHtml(row.label)}: <b>${escapeHtml(value)}</b></div>${runs === "" ? "" : `<div>${escapeHtml(runs)}</div>`}`;
};

/** More bars than this have no number each. */
const NUMBERED_MAX = 28;

export function drawGrouped(spec: ChartSpec, body: GroupedBody, setting: Setting): Drawing {
  const all = body.series.flatMap((series) => [...series.values, ...series.lows, ...series.highs]);
  const known = all.filter((value): value is number => value !== null);
  if (known.length === 0) return nothing(spec, setting);
  const { theme, width } = setting;
  const shown = body.series.filter((series) => series.values.some((value) => value !== null));
  const top = head(spec, shown.map(({ name, slot }) => ({ name, slot })), setting);
  const ticks = ticksOf(fromZero(body.value, known), leastOf(body.value, known), Math.max(...known), 6);
  const left = PAD + Math.max(...ticks.labels.map((label) => textWidth(label, LABEL_SIZE))) + 10;
  const right = PAD + 6;
  const plotWidth = width - left - right;
  const category = categoryAxis(body.category.categories ?? [], plotWidth, theme);
  const gridTop = top.bottom + 34;
  const height = 280;
  const bottom = gridTop + height + category.height;
  const each = plotWidth / Math.max(1, (body.category.categories?.length ?? 1) * (shown.length + 0.6));
  const isNumbered = shown.length * (body.category.categories?.length ?? 0) <= NUMBERED_MAX && each >= 34;
  const option: Option = {
    ...base(setting),
    title: [
      ...top.titles,
      textAt(isNumbered && sharedUnit(body.value) !== "" ? `${body.value.label}, ${sharedUnit(body.value)}` : body.value.label, PAD, top.bottom + 4, { size: LABEL_SIZE, color: theme.muted }),
      textAt(body.category.label, left + plotWidth / 2, bottom + 2, { size: LABEL_SIZE, color: theme.muted, align: "center" }),
    ],
    ...(top.legend === undefined ? {} : { legend: top.legend }),
    grid: { left, right, top: gridTop, height, outerBoundsMode: "none" },
    xAxis: category.option,
    yAxis: valueAxis(body.value, ticks, theme),
    series: shown.flatMap((series, index) => [
      {
        type: "bar",
        name: series.name,
        data: series.values.map((value) => value ?? "-"),
        color: slotColor(theme, series.slot),
        itemStyle: { color: slotColor(theme, series.slot), borderRadius: [2, 2, 0, 0] },
        barGap: "8%",
        barCategoryGap: "26%",
        barMaxWidth: 60,
      },
      overBars(series, { index, count: shown.length, axis: isNumbered ? body.value : undefined }, setting),
    ]),
    ...(setting.isInteractive
      ? { tooltip: { ...tooltipBase(theme), trigger: "item", formatter: (item: { seriesName: string; name: string; value: unknown }): string => typeof item.value === "number" ? `<div>${escapeHtml(item.name)}, ${escapeHtml(item.seriesName)}: <b>${escapeHtml(formatValue(item.value, body.value.unit, 4))}</b></div>` : "" } }
      : {}),
  };
  return { option, height: Math.ceil(bottom + 32) };
}

interface OverBars {
  readonly index: number;
  readonly count: number;
  /** The axis of the numbers, if there is room for them. */
  readonly axis: Axis | undefined;
}

/** Whiskers, and above them the numbers. */
function overBars(series: GroupedBody["series"][number], over: OverBars, setting: Setting): Option {
  const data = series.values.flatMap((value, at) => (value === null ? [] : [[at, value, series.lows[at] ?? value, series.highs[at] ?? value]]));
  return {
    type: "custom",
    name: series.name,
    silent: true,
    z: 5,
    data,
    encode: { x: 0, y: [1, 2, 3] },
    itemStyle: { color: slotColor(setting.theme, series.slot) },
    renderItem: (_: unknown, api: RenderApi): Option => {
      const low = api.coord([api.value(0), api.value(2)]);
      const high = api.coord([api.value(0), api.value(3)]);
      const place = api.barLayout({ barGap: "8%", barCategoryGap: "26%", barMaxWidth: 60, count: over.count })[over.index];
      const x = (low[0] ?? 0) + (place?.offsetCenter ?? 0);
      const [y1, y2] = [low[1] ?? 0, high[1] ?? 0];
      const style = { stroke: setting.theme.text, lineWidth: 1.2 };
      const children: Option[] = y1 - y2 < 0.5 ? [] : [line(x, y1, x, y2, style), line(x - 4, y1, x + 4, y1, style), line(x - 4, y2, x + 4, y2, style)];
      if (over.axis !== undefined) {
        const text = bareNumber(over.axis, api.value(1));
        children.push({ type: "text", style: { text, x, y: y2 - 4, align: "center", verticalAlign: "bottom", font: `10.5px ${FONT}`, fill: setting.theme.text } });
      }
      return { type: "group", children };
    },
  };
}
