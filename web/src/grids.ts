/** Heatmaps and timelines: rows of rectangles. */

import { valueAxis, valueText } from "./axes";
import { base, escapeHtml, head, LABEL_SIZE, LINE, nothing, PAD, textAt, tooltipBase, type Drawing, type Option, type Setting } from "./frame";
import { formatValue, withUnit } from "./format";
import { FONT, textWidth, wrapText } from "./text";
import { slotColor } from "./theme";
import { bandsOf, bandText, type Bands } from "./bands";
import { ticksOf } from "./ticks";
import type { ChartSpec, HeatmapBody, TimelineBody } from "./spec";

/** So many cells can carry their number each. */
const NUMBERED_MAX = 150;

export function drawHeatmap(spec: ChartSpec, body: HeatmapBody, setting: Setting): Drawing {
  const { theme, width } = setting;
  const values = body.cells.map(([, , value]) => value).filter((value) => body.value.scale !== "log" || value > 0);
  if (values.length === 0) return nothing(spec, setting);
  const top = head(spec, [], setting);
  const rows = bandsOf(body.y, 6);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const texts = [least, most].map((value) => formatValue(value, body.value.unit));
  const right = PAD + Math.max(...texts.map((text) => textWidth(text, LABEL_SIZE)), textWidth("0000", LABEL_SIZE)) + 34;
  // Whole pixels for each cell: with parts of them, seams would be seen as a pattern.
  const rowHeight = rows.count <= 12 ? 30 : Math.max(1, Math.floor(300 / rows.count));
  const height = Math.max(90, rows.count * rowHeight);
  const gridTop = Math.round(top.bottom + 30);
  const left = Math.ceil(PAD + Math.max(...rows.labels.map(({ text }) => textWidth(text, LABEL_SIZE)), 0) + 10);
  const wide = width - left - right;
  const columns = bandsOf(body.x, Math.max(2, Math.floor(wide / 110)));
  const plotWidth = columns.count > 0 && columns.count <= wide ? Math.floor(wide / columns.count) * columns.count : wide;
  const isNumbered = body.cells.length <= NUMBERED_MAX && plotWidth / Math.max(columns.count, 1) > Math.max(...values.map((value) => textWidth(formatValue(value, body.value.unit), LABEL_SIZE))) + 8;
  const isLog = body.value.scale === "log";
  const level = (value: number): number => (isLog ? Math.log10(value) : value);
  const range = { min: level(least), max: level(most) > level(least) ? level(most) : level(least) + 1 };
  const legendTop = gridTop + 14;
  const legendHeight = Math.max(60, Math.min(200, height - 40));
  const bottom = gridTop + height + 26;
  const lineShare = lineOf(body);
  const option: Option = {
    ...base(setting),
    title: [
      ...top.titles,
      textAt(withUnit(body.y.label, rows.unit), PAD, top.bottom + 6, { size: LABEL_SIZE, color: theme.muted }),
      textAt(body.value.label, width - PAD, top.bottom + 6, { size: LABEL_SIZE, color: theme.muted, align: "right" }),
      textAt(withUnit(body.x.label, columns.unit), left + plotWidth / 2, bottom + 2, { size: LABEL_SIZE, color: theme.muted, align: "center" }),
      textAt(texts[1] ?? "", width - right + 30, legendTop - 2, { size: LABEL_SIZE, color: theme.text }),
      textAt(texts[0] ?? "", width - right + 30, legendTop + legendHeight - 16, { size: LABEL_SIZE, color: theme.text }),
      ...(lineShare === undefined ? [] : [textAt(body.line?.label ?? "", left + plotWidth - 4, gridTop + height * (1 - lineShare) - LINE, { size: LABEL_SIZE, color: theme.mark, align: "right" })]),
      ...columnLabels(columns, left, plotWidth, gridTop + height + 6, setting),
      ...rows.labels
        .filter((_, index) => index % Math.ceil((LINE + 2) / (height / Math.max(rows.labels.length, 1))) === 0)
        .map(({ text, share }) => textAt(text, left - 8, gridTop + height * (1 - share) - LINE / 2 - 1, { size: LABEL_SIZE, color: theme.text, align: "right" })),
    ],
    grid: { left, width: plotWidth, top: gridTop, height, outerBoundsMode: "none" },
    xAxis: { type: "category", data: Array.from({ length: columns.count }, (_, index) => String(index)), axisTick: { show: false }, axisLine: { lineStyle: { color: theme.muted } }, axisLabel: { show: false } },
    yAxis: {
      type: "category",
      data: Array.from({ length: rows.count }, (_, index) => String(index)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: theme.muted } },
      axisLabel: { show: false },
    },
    visualMap: { show: false, ...range, dimension: 2, inRange: { color: [...theme.heat] } },
    series: [
      legendBar(width - right + 10, legendTop, legendHeight, setting),
      {
        type: "heatmap",
        data: body.cells.map(([x, y, value]) => {
          const shown = isLog && value <= 0 ? range.min : level(value);
          const item = [x, y, shown, value];
          if (!isBeyond(body, y)) return item;
          const color = theme.alarm[Math.min(theme.alarm.length - 1, Math.floor((theme.alarm.length * (shown - range.min)) / (range.max - range.min)))];
          return { value: item, visualMap: false, itemStyle: { color } };
        }),
        ...(lineShare === undefined
          ? {}
          : {
              markLine: {
                symbol: "none",
                silent: true,
                lineStyle: { color: theme.mark, width: 1.3, type: [5, 3] },
                label: { show: false },
                data: [[{ x: left, y: gridTop + height * (1 - lineShare) }, { x: left + plotWidth, y: gridTop + height * (1 - lineShare) }]],
              },
            }),
        progressive: 0,
        itemStyle: { borderColor: theme.background, borderWidth: body.cells.length <= 400 ? 1 : 0 },
        label: {
          show: isNumbered,
          fontSize: LABEL_SIZE,
          fontFamily: FONT,
          color: theme.text,
          backgroundColor: theme.background,
          padding: [1, 3],
          borderRadius: 2,
          formatter: (item: { value: readonly number[] }): string => formatValue(item.value[3] ?? 0, body.value.unit),
        },
        emphasis: { disabled: true },
      },
    ],
    ...(setting.isInteractive ? { tooltip: { ...tooltipBase(theme), formatter: cellTooltip(body) } } : {}),
  };
  return { option, height: Math.ceil(bottom + 32) };
}

/** How high the line lies, as a share of the rows; nothing where it lies beyond them. */
function lineOf(body: HeatmapBody): number | undefined {
  const { min, max, scale } = body.y;
  if (body.line === undefined || min === undefined || max === undefined) return undefined;
  const of = scale === "log" ? Math.log10 : (it: number): number => it;
  const share = (of(body.line.at) - of(min)) / (of(max) - of(min));
  return share > 0 && share < 1 ? share : undefined;
}

/** Whether a row begins at the line or above it. */
function isBeyond(body: HeatmapBody, row: number): boolean {
  const { min, max, steps, scale } = body.y;
  if (body.line === undefined || min === undefined || max === undefined || steps === undefined) return false;
  const begins = scale === "log" ? min * (max / min) ** (row / steps) : min + ((max - min) * row) / steps;
  return begins >= body.line.at * 0.999;
}

/** The scale of colours, drawn as steps beside the picture. */
function legendBar(x: number, top: number, height: number, setting: Setting): Option {
  const colors = setting.theme.heat;
  return {
    type: "custom",
    coordinateSystem: "none",
    silent: true,
    data: [[0]],
    renderItem: (): Option => ({
      type: "rect",
      shape: { x, y: top, width: 14, height },
      style: { fill: { type: "linear", x: 0, y: 1, x2: 0, y2: 0, colorStops: colors.map((color, index) => ({ offset: index / (colors.length - 1), color })) } },
    }),
  };
}

/** Names or round numbers below the columns, as many as fit. */
function columnLabels(columns: Bands, left: number, width: number, top: number, setting: Setting): Option[] {
  let end = -Infinity;
  return columns.labels.flatMap(({ text, share }) => {
    const half = textWidth(text, LABEL_SIZE) / 2;
    const x = Math.min(left + share * width, setting.width - 2 - half);
    if (x - half < end + 12) return [];
    end = x + half;
    return [textAt(text, x, top, { size: LABEL_SIZE, color: setting.theme.text, align: "center" })];
  });
}

const cellTooltip = (body: HeatmapBody) => (item: { value?: readonly number[] }): string => {
  const [x, y, , value] = item.value ?? [];
  if (x === undefined || y === undefined || value === undefined) return "";
  const text = formatValue(value, body.value.unit, 4);
  return `<div>${escapeHtml(bandText(body.x, x))}, ${escapeHtml(bandText(body.y, y))}: <b>${escapeHtml(text)}</b></div>`;
};

/** Narrower spans are drawn this wide, so that they are seen. */
const SPAN_WIDTH_MIN = 2;

export function drawTimeline(spec: ChartSpec, body: TimelineBody, setting: Setting): Drawing {
  if (body.rows.length === 0) return nothing(spec, setting);
  const { theme, width } = setting;
  const top = head(spec, [], setting);
  const nameRoom = Math.min(width * 0.34, Math.max(...body.rows.map((row) => textWidth(row, LABEL_SIZE))) + 4);
  const names = body.rows.map((row) => wrapText(row, LABEL_SIZE, nameRoom));
  const rowHeight = Math.max(26, Math.max(...names.map((list) => list.length)) * LINE + 8);
  const left = PAD + nameRoom + 10;
  const right = PAD + 30;
  const gridTop = top.bottom + 10;
  const height = body.rows.length * rowHeight;
  const high = Math.max(body.x.max ?? 0, ...body.spans.map((span) => span.to));
  const ticks = ticksOf({ ...body.x, min: body.x.min ?? 0, max: high > 0 ? high : 1 }, 0, high, Math.max(2, Math.floor((width - left - right) / 110)));
  const axis = valueAxis(body.x, ticks, theme);
  const label = axis["axisLabel"] as Option;
  const option: Option = {
    ...base(setting),
    title: [...top.titles, textAt(withUnit(body.x.label, ticks.unit), left + (width - left - right) / 2, gridTop + height + 28, { size: LABEL_SIZE, color: theme.muted, align: "center" })],
    grid: { left, right, top: gridTop, height, outerBoundsMode: "none" },
    xAxis: { ...axis, axisLabel: { ...label, showMaxLabel: ticks.values.includes(ticks.max) } },
    yAxis: {
      type: "category",
      inverse: true,
      data: body.rows.map((_, index) => String(index)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: theme.muted } },
      splitLine: { show: true, lineStyle: { color: theme.line } },
      axisLabel: { color: theme.text, fontSize: LABEL_SIZE, fontFamily: FONT, lineHeight: LINE, interval: 0, formatter: (_: string, index: number): string => (names[index] ?? []).join("\n") },
    },
    series: [
      {
        type: "custom",
        encode: { x: [0, 1], y: 2 },
        data: body.spans.map((span) => [span.from, span.to, span.row]),
        renderItem: (params: { dataIndex: number }, api: { coord(point: readonly number[]): number[] }): Option => {
          const span = body.spans[params.dataIndex];
          if (span === undefined) return { type: "group", children: [] };
          const from = api.coord([span.from, span.row]);
          const to = api.coord([span.to, span.row]);
          const [x, y] = [from[0] ?? 0, from[1] ?? 0];
          return { type: "rect", shape: { x, y: y - 8, width: Math.max((to[0] ?? 0) - x, SPAN_WIDTH_MIN), height: 16 }, style: { fill: slotColor(theme, span.slot) } };
        },
      },
    ],
    ...(setting.isInteractive
      ? { tooltip: { ...tooltipBase(theme), formatter: (item: { dataIndex: number }): string => {
          const span = body.spans[item.dataIndex];
          return span === undefined ? "" : `<div>${escapeHtml(body.rows[span.row] ?? "")}: <b>${escapeHtml(valueText(body.x, span.from))} .. ${escapeHtml(valueText(body.x, span.to))}</b></div>`;
        } } }
      : {}),
  };
  return { option, height: Math.ceil(gridTop + height + 54) };
}
