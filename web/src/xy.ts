/** Curves and points over one axis, in one or more panels below each other. */

import { categoryAxis, valueAxis, valueText } from "./axes";
import { base, escapeHtml, head, LABEL_SIZE, LINE, nothing, PAD, strokeOf, textAt, tooltipBase, type Drawing, type Option, type Setting } from "./frame";
import { withUnit } from "./format";
import { FONT, textWidth, wrapText } from "./text";
import { SLOT_COUNT, slotColor, slotMarker, type Theme } from "./theme";
import { overlaps, placeLabels, type Place, type Rectangle } from "./places";
import { highest, mostWithoutOutliers, standingOut, visible } from "./sampling";
import { ticksOf, type Ticks } from "./ticks";
import type { Axis, ChartSpec, Mark, XyBody, XySeries } from "./spec";

/** Points that get a marker each; more of them would be a smear. */
const MARKED_MAX = 40;
const PANEL_HEIGHTS: readonly number[] = [300, 150, 110];
const MARK_ROW = LINE;
const MARK_SIZE = LABEL_SIZE;

interface Panel {
  readonly axis: Axis;
  readonly ticks: Ticks;
  readonly top: number;
  readonly height: number;
  readonly markRows: readonly MarkPlace[];
}

interface MarkPlace {
  readonly mark: Mark;
  readonly lines: readonly string[];
  readonly row: number;
  /** Where the label's middle has to move so that it stays within the picture. */
  readonly shift: number;
}

/** Width of a marker in the legend that is not stretched. */
const POINT_ICON = 12;
/** Longer names stand in the legend, with a number at the point. */
const NAME_WIDTH_MAX = 190;

export function drawXy(spec: ChartSpec, body: XyBody, setting: Setting): Drawing {
  const shown = body.series.filter((series) => series.y.some((value) => value !== null));
  if (shown.length === 0) return nothing(spec, setting);
  const isLong = shown.some((series) => series.labels?.some((label) => textWidth(label, LABEL_SIZE) > NAME_WIDTH_MAX) ?? false);
  const named = isLong ? undefined : drawCurves(spec, body, shown, setting);
  return named ?? drawCurves(spec, body, shown.map(numbered(shown)), { ...setting, isNumbered: true }) ?? nothing(spec, setting);
}

interface CurveSetting extends Setting {
  /** Whether numbers stand at points, and names in the legend. */
  readonly isNumbered?: boolean;
}

/** Numbers in place of the names of points; the legend has both. */
const numbered = (shown: readonly XySeries[]) => {
  const single = shown.filter((series) => series.labels?.length === 1);
  return (series: XySeries): XySeries => {
    const number = single.indexOf(series) + 1;
    return number === 0 ? series : { ...series, name: `${number}\u00a0\u00a0${series.name}`, labels: [String(number)] };
  };
};

/** Nothing where names at points would cover each other. */
function drawCurves(spec: ChartSpec, body: XyBody, shown: readonly XySeries[], setting: CurveSetting): Drawing | undefined {
  const { theme, width } = setting;
  // A name beside its point needs no legend.
  const names = legendNames(setting.isNumbered === true ? shown : shown.filter((series) => series.labels === undefined));
  const top = head(spec, isSaidByAxis(names, body) ? [] : names, setting, shown.some((series) => series.shape === "points") ? POINT_ICON : undefined);
  const yTicks = body.panels.map((axis, index) => panelTicks(axis, index, body));
  const left = PAD + Math.max(...yTicks.flatMap((ticks) => ticks.labels.map((label) => textWidth(label, LABEL_SIZE)))) + 10;
  const xTicks = axisTicks(body, width - left - 40);
  const lastLabel = xTicks.labels[xTicks.labels.length - 1] ?? "";
  const isCategory = body.x.scale === "category";
  const pointLabels = shown.flatMap((series) => [...(series.labels ?? [])]);
  const labelRoom = Math.max(0, ...pointLabels.map((label) => textWidth(label, LABEL_SIZE))) + 14;
  const right = Math.max(PAD + 6, isCategory ? 0 : textWidth(lastLabel, LABEL_SIZE) / 2 + 6, pointLabels.length > 0 ? labelRoom : 0);
  const plotWidth = width - left - right;
  const category = isCategory ? categoryAxis(body.x.categories ?? [], plotWidth, theme) : undefined;

  const panels: Panel[] = [];
  const titles: Option[] = [...top.titles];
  let y = top.bottom;
  body.panels.forEach((axis, index) => {
    const marks = placeMarks(body.marks.filter((mark) => mark.panel === index && mark.on === "x"), xTicks, plotWidth);
    const rows = marks.reduce((most, place) => Math.max(most, place.row + place.lines.length), 0);
    const heading = wrapText(withUnit(axis.label, yTicks[index]?.unit ?? ""), LABEL_SIZE, width - 2 * PAD);
    titles.push(textAt(heading.join("\n"), PAD, y + 4, { size: LABEL_SIZE, color: theme.muted }));
    const height = (PANEL_HEIGHTS[index] ?? 110) - (body.panels.length > 1 && index === 0 ? 60 : 0);
    const panelTop = y + 36 + Math.max(heading.length - 1, 0) * LINE + rows * MARK_ROW;
    const ticks = yTicks[index];
    if (ticks !== undefined) panels.push({ axis, ticks, top: panelTop, height, markRows: marks });
    y = panelTop + height + (index + 1 < body.panels.length ? 14 : 0);
  });
  y += category?.height ?? 28;
  if (body.x.label !== "") {
    const lines = wrapText(withUnit(body.x.label, xTicks.unit), LABEL_SIZE, plotWidth);
    titles.push(textAt(lines.join("\n"), left + plotWidth / 2, y + 2, { size: LABEL_SIZE, color: theme.muted, align: "center" }));
    y += 6 + LINE * lines.length;
  }
  const first = panels[0];
  const placed = first === undefined ? undefined : placeLabels(shown, { left, top: first.top, width: plotWidth, height: first.height }, xTicks, first.ticks);
  if (placed?.isFree === false && setting.isNumbered !== true) return undefined;
  const zooms = setting.isInteractive && !isCategory;
  const data = curveData(body, plotWidth, setting.isInteractive);
  const markers = shown.length > 1 ? shown.flatMap((series) => sparseMarkers(series, body, theme) ?? []) : [];
  const beyond = panels.flatMap((panel, index) => beyondSeries(panel, index, body, theme) ?? []);
  const option: Option = {
    ...base(setting),
    title: titles,
    ...(top.legend === undefined ? {} : { legend: top.legend }),
    grid: panels.map((panel) => ({ left, right, top: panel.top, height: panel.height, outerBoundsMode: "none" })),
    xAxis: panels.map((_, index) => xAxis(body, xTicks, category?.option, theme, index, panels.length)),
    yAxis: panels.map((panel, index) => ({ ...valueAxis(panel.axis, panel.ticks, theme), gridIndex: index })),
    series: [...shown.map((series, index) => ({ ...seriesOption(series, { theme, places: placed?.places.get(series) }), id: seriesId(index), data: data(series, -Infinity, Infinity, placed?.places.get(series)) })), ...markers, ...beyond, ...panels.map((panel, index) => markSeries(panel, body, index, plotWidth, theme))],
    ...(setting.isInteractive ? { tooltip: tooltip(shown, body, theme) } : {}),
    ...(zooms ? { dataZoom: zoom(panels.length, y + 6, left, right, theme) } : {}),
  };
  if (zooms) y += 40;
  const zoomed = (start: number, end: number): Option => {
    const at = (share: number): number => xTicks.min + ((xTicks.max - xTicks.min) * share) / 100;
    return { series: shown.map((series, index) => ({ id: seriesId(index), data: data(series, at(start), at(end), placed?.places.get(series)) })) };
  };
  const isSampled = zooms && !xTicks.isLog && shown.some((series) => series.x.length > 2 * plotWidth);
  return { option, height: Math.ceil(y + 10), ...(isSampled ? { zoomed } : {}) };
}

/** Pixels from one point of an envelope to the next. */
const ENVELOPE_STEP = 3;

const seriesId = (index: number): string => `curve ${index}`;

/** The points of a curve between two places: all of them, or of each stretch what stands out. */
const curveData =
  (body: XyBody, plotWidth: number, isInteractive: boolean) =>
  (series: XySeries, low: number, high: number, places: readonly Place[] | undefined): unknown[] => {
    const axis = body.panels[series.panel];
    const isLog = axis?.scale === "log";
    const isPoints = series.shape === "points";
    const [from, to] = isPoints ? [0, series.x.length] : visible(series, low, high);
    const most = isInteractive ? 2 * Math.ceil(plotWidth) : Infinity;
    // Of times that lie closer than pixels the longest count: a line up and down between all of them would be a block.
    const isEnvelope = !isPoints && series.shape === "line" && axis?.unit === "ns" && body.x.unit === "s" && to - from > plotWidth;
    const kept = isPoints ? standingOut(series, from, to, Infinity) : isEnvelope ? highest(series, from, to, Math.ceil(plotWidth / ENVELOPE_STEP)) : standingOut(series, from, to, most);
    return kept.map((index) => {
      const y = series.y[index] ?? null;
      const value = [series.x[index] ?? null, y === null || (isLog && y <= 0) ? null : y];
      const place = places?.[index];
      return place === undefined ? value : { value, label: place };
    });
  };

function legendNames(series: readonly XySeries[]): { name: string; slot: number }[] {
  const names = new Map<string, number>();
  for (const one of series) if (!names.has(one.name)) names.set(one.name, one.slot);
  return [...names].map(([name, slot]) => ({ name, slot }));
}

/** One curve whose name is that of its axis needs no legend. */
const isSaidByAxis = (names: readonly { name: string }[], body: XyBody): boolean =>
  names.length === 1 && body.panels.some((axis) => axis.label.startsWith(names[0]?.name ?? ""));

/** Where the axis of a panel ends although a few samples of its curves lie beyond; nothing where all fit. */
function cutOf(axis: Axis, index: number, body: XyBody): number | undefined {
  if (axis.scale !== "linear" || axis.max !== undefined) return undefined;
  const curves = body.series.filter((series) => series.panel === index && series.shape !== "points" && series.labels === undefined);
  return mostWithoutOutliers(curves.flatMap((series) => series.y.filter((value): value is number => value !== null)));
}

function panelTicks(axis: Axis, index: number, body: XyBody): Ticks {
  let low = Infinity;
  let high = -Infinity;
  const take = (value: number): void => {
    if (axis.scale === "log" && value <= 0) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const series of body.series) {
    if (series.panel === index) for (const value of series.y) if (value !== null) take(value);
  }
  for (const mark of body.marks) {
    if (mark.panel !== index || mark.on !== "y") continue;
    take(mark.from);
    if (mark.to !== undefined) take(mark.to);
  }
  high = Math.min(high, cutOf(axis, index, body) ?? high);
  return low <= high ? ticksOf(axis, low, high, 6) : ticksOf(axis, 0, 1, 6);
}

function axisTicks(body: XyBody, width: number): Ticks {
  let low = Infinity;
  let high = -Infinity;
  for (const series of body.series) {
    for (const value of series.x) {
      if (body.x.scale !== "linear" && value <= 0) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) [low, high] = [0, 1];
  // A time axis ends where the data ends, not at the next round figure; points need room around them.
  const hasPoints = body.series.some((series) => series.shape === "points");
  const isOpen = body.x.scale === "linear" && body.x.max === undefined && high > low && !hasPoints;
  const axis = isOpen ? { ...body.x, max: high, min: body.x.min ?? (low >= 0 && low < high / 2 ? 0 : low) } : body.x;
  return ticksOf(axis, low, high, Math.max(2, Math.min(10, Math.floor(width / 110))));
}

function xAxis(body: XyBody, ticks: Ticks, category: Option | undefined, theme: Theme, index: number, count: number): Option {
  const isLast = index + 1 === count;
  const axis = category ?? { ...valueAxis(body.x, ticks, theme) };
  const label = axis["axisLabel"] as Option;
  const isExact = body.x.scale === "linear";
  return {
    ...axis,
    gridIndex: index,
    // The end of the data is no round figure: where it is close to its neighbour, its label would stand on it.
    axisLabel: { ...label, show: isLast, ...(isExact ? { showMaxLabel: hasEndLabel(ticks), showMinLabel: ticks.values.includes(ticks.min) } : {}) },
    axisPointer: { show: false },
  };
}

const hasEndLabel = (ticks: Ticks): boolean => ticks.max - (ticks.values[ticks.values.length - 1] ?? ticks.min) > 0.6 * ticks.interval || ticks.values.includes(ticks.max);

interface SeriesSetting {
  readonly theme: Theme;
  /** Where the name of each point stands. */
  readonly places: readonly Place[] | undefined;
}

/** Courses with more points than this have no markers: they would look like events. */
const SPARSE_MAX = 150;
/** So many markers tell a long curve from others in print. */
const SPARSE_COUNT = 9;

function seriesOption(series: XySeries, setting: SeriesSetting): Option {
  const { theme } = setting;
  const count = series.x.length;
  const isDense = count > MARKED_MAX;
  const isPoints = series.shape === "points";
  const color = slotColor(theme, series.slot);
  const labels = series.labels;
  const common: Option = {
    name: series.name,
    xAxisIndex: series.panel,
    yAxisIndex: series.panel,
    color,
    itemStyle: { color },
    symbol: slotMarker(series.slot),
    ...(labels === undefined
      ? {}
      : {
          label: {
            show: true,
            distance: 6,
            color: theme.text,
            fontSize: LABEL_SIZE,
            fontFamily: FONT,
            formatter: (point: { dataIndex: number }): string => labels[point.dataIndex] ?? "",
          },
        }),
  };
  if (isPoints) return { ...common, type: "scatter", symbolSize: count > 400 ? 3 : count > 60 ? 5 : 9, large: false, z: 4 };
  return {
    ...common,
    type: "line",
    step: series.shape === "step" ? "end" : false,
    showSymbol: !isDense,
    showAllSymbol: true,
    symbolSize: 7,
    lineStyle: strokeOf(theme, series.slot, count > 200),
    connectNulls: false,
    emphasis: { disabled: true },
  };
}

/** A few markers on a long curve, which tell it from others in print. Each slot has other places. */
function sparseMarkers(series: XySeries, body: XyBody, theme: Theme): Option | undefined {
  const count = series.x.length;
  const names = new Set(body.series.map((one) => one.name));
  // Several drives are told apart by them however long their courses are; those of one are told apart by their heights.
  if (series.shape === "points" || count <= MARKED_MAX || (count > SPARSE_MAX && names.size < 2)) return undefined;
  if (count > SPARSE_MAX && series.slot >= SLOT_COUNT) return undefined;
  const isLog = body.panels[series.panel]?.scale === "log";
  const step = count / SPARSE_COUNT;
  const data: number[][] = [];
  for (let index = 0; index < SPARSE_COUNT; index++) {
    const at = Math.floor(step * (index + (series.slot + 0.5) / SLOT_COUNT));
    const [x, y] = [series.x[at], series.y[at]];
    if (x !== undefined && y !== undefined && y !== null && !(isLog && y <= 0)) data.push([x, y]);
  }
  const color = slotColor(theme, series.slot);
  return {
    type: "scatter",
    name: series.name,
    xAxisIndex: series.panel,
    yAxisIndex: series.panel,
    data,
    color,
    itemStyle: { color, opacity: 1 },
    symbol: slotMarker(series.slot),
    symbolSize: 8,
    silent: true,
    tooltip: { show: false },
    z: 4,
  };
}

/** Samples beyond the end of their axis: an arrow for each at the top, and how high the highest is. */
function beyondSeries(panel: Panel, index: number, body: XyBody, theme: Theme): Option | undefined {
  if (cutOf(panel.axis, index, body) === undefined) return undefined;
  const data = body.series
    .filter((series) => series.panel === index)
    .flatMap((series) => series.y.flatMap((y, at) => (y !== null && y > panel.ticks.max ? [{ x: series.x[at] ?? 0, y, slot: series.slot }] : [])));
  const most = Math.max(...data.map(({ y }) => y));
  const first = data.findIndex(({ y }) => y === most);
  return {
    type: "scatter",
    name: `beyond ${index}`,
    xAxisIndex: index,
    yAxisIndex: index,
    clip: false,
    silent: true,
    tooltip: { show: false },
    z: 6,
    symbol: "triangle",
    symbolSize: 9,
    data: data.map(({ x, y, slot }, at) => ({
      value: [x, panel.ticks.max],
      itemStyle: { color: slotColor(theme, slot) },
      label: { show: at === first, position: x > (body.x.max ?? lastOf(body)) * 0.7 ? "left" : "right", distance: 6, color: theme.text, fontSize: LABEL_SIZE, fontFamily: FONT, backgroundColor: theme.background, padding: [1, 3], formatter: valueText(panel.axis, y) },
    })),
  };
}

const lastOf = (body: XyBody): number => Math.max(...body.series.map((series) => series.x[series.x.length - 1] ?? 0));

/** Labels of vertical lines in as many rows as they need. */
function placeMarks(marks: readonly Mark[], ticks: Ticks, width: number): MarkPlace[] {
  const position = (value: number): number => {
    const of = ticks.isLog ? Math.log10 : (it: number): number => it;
    return ((of(value) - of(ticks.min)) / (of(ticks.max) - of(ticks.min))) * width;
  };
  const ends: number[] = [];
  return [...marks]
    .sort((a, b) => a.from - b.from)
    .map((mark) => {
      if (mark.label === "") return { mark, lines: [], row: 0, shift: 0 };
      const lines = wrapText(mark.label, MARK_SIZE, width);
      const middle = position(mark.to === undefined ? mark.from : (mark.from + mark.to) / 2);
      const half = Math.max(...lines.map((line) => textWidth(line, MARK_SIZE))) / 2;
      const center = Math.min(Math.max(middle, half), Math.max(width - half, half));
      const isFree = (row: number): boolean => lines.every((_, index) => (ends[row + index] ?? -Infinity) + 10 <= center - half);
      let row = 0;
      while (!isFree(row)) row++;
      lines.forEach((_, index) => (ends[row + index] = center + half));
      return { mark, lines, row, shift: center - middle };
    });
}

/** Where on their lines the names of level lines stand, so that they do not cover each other. */
function placeLevels(marks: readonly Mark[], panel: Panel, width: number): Map<Mark, string> {
  const of = panel.ticks.isLog ? Math.log10 : (it: number): number => it;
  const { min, max } = panel.ticks;
  const height = MARK_ROW + 2;
  const taken: Rectangle[] = [];
  const sides = new Map<Mark, string>();
  for (const mark of marks) {
    const y = panel.height * (1 - (of(mark.from) - of(min)) / (of(max) - of(min)));
    const size = textWidth(mark.label, MARK_SIZE) + 8;
    const boxes = (["Top", "Bottom"] as const).flatMap((side) =>
      ([["End", width - size], ["Start", 0], ["Middle", (width - size) / 2]] as const).map(([along, left]) => ({
        side: `inside${along}${side}`,
        box: { left, top: side === "Top" ? y - height : y, width: size, height },
      })),
    );
    const isIn = (box: Rectangle): boolean => box.top >= -height && box.top + box.height <= panel.height;
    const free = boxes.find(({ box }) => isIn(box) && !taken.some((other) => overlaps(box, other)));
    // What stands there already need not stand on itself.
    if (free === undefined && marks.some((other) => other.label === mark.label && sides.has(other))) continue;
    const chosen = free ?? boxes[0];
    if (chosen === undefined) continue;
    taken.push(chosen.box);
    sides.set(mark, chosen.side);
  }
  return sides;
}

function markSeries(panel: Panel, body: XyBody, index: number, width: number, theme: Theme): Option {
  const lines: Option[] = [];
  const areas: Option[][] = [];
  const label = (text: string, extra: Option): Option => ({
    show: text !== "",
    formatter: text.replace(/[{}]/g, ""),
    color: theme.mark,
    fontSize: MARK_SIZE,
    lineHeight: MARK_ROW,
    fontFamily: FONT,
    ...extra,
  });
  for (const { mark, lines: text, row, shift } of panel.markRows) {
    const place = { distance: 3 + row * MARK_ROW, offset: [shift, 0] };
    // A place is a solid line, a level a dashed one: the end of a cache is no mean.
    if (mark.to === undefined) lines.push({ xAxis: mark.from, lineStyle: { type: "solid", width: 1.6 }, label: label(text.join("\n"), { position: "end", align: "center", ...place }) });
    else {
      // Every second band is shaded, so that neighbours stay apart.
      const itemStyle = areas.length % 2 === 0 ? { color: theme.span } : { color: theme.span, opacity: 0.25 };
      areas.push([{ xAxis: mark.from, itemStyle, label: label(text.join("\n"), { position: "top", align: "center", ...place }) }, { xAxis: mark.to }]);
    }
  }
  const levels = body.marks.filter((mark) => mark.panel === index && mark.on === "y");
  const sides = placeLevels(levels, panel, width);
  for (const mark of levels) {
    if (mark.to === undefined) {
      const box = { backgroundColor: theme.background, padding: [1, 4], borderRadius: 2 };
      lines.push({ yAxis: mark.from, lineStyle: { color: theme.text }, label: label(sides.has(mark) ? mark.label : "", { position: sides.get(mark) ?? "insideEndTop", distance: 2, color: theme.text, ...box }) });
    } else areas.push([{ yAxis: mark.from, label: label(mark.label, { position: "insideTopRight" }) }, { yAxis: mark.to }]);
  }
  return {
    type: "line",
    name: `marks ${index}`,
    xAxisIndex: index,
    yAxisIndex: index,
    data: [],
    silent: true,
    z: 5,
    markLine: { symbol: "none", silent: true, lineStyle: { color: theme.mark, width: 1.3, type: [5, 3] }, data: lines },
    markArea: { silent: true, itemStyle: { color: theme.span }, data: areas },
  };
}

interface PointerItem {
  readonly seriesIndex: number;
  readonly dataIndex: number;
  readonly value: readonly (number | null)[];
  readonly marker: string;
}

function tooltip(shown: readonly XySeries[], body: XyBody, theme: Theme): Option {
  const isPoints = shown.every((series) => series.shape === "points");
  const row = (item: PointerItem): string => {
    const series = shown[item.seriesIndex];
    const axis = body.panels[series?.panel ?? 0];
    const value = item.value[1];
    if (series === undefined || axis === undefined || value === null || value === undefined) return "";
    const name = series.labels?.[item.dataIndex] ?? series.name;
    return `<div>${item.marker}${escapeHtml(name)}: <b>${escapeHtml(valueText(axis, value))}</b></div>`;
  };
  return {
    ...tooltipBase(theme),
    trigger: isPoints ? "item" : "axis",
    formatter: (items: PointerItem | readonly PointerItem[]): string => {
      const list = Array.isArray(items) ? (items as readonly PointerItem[]) : [items as PointerItem];
      const x = list[0]?.value[0];
      const where = x === null || x === undefined ? "" : `<div>${escapeHtml(valueText(body.x, x))}</div>`;
      return where + list.map(row).join("");
    },
  };
}

function zoom(panels: number, top: number, left: number, right: number, theme: Theme): Option[] {
  const axes = Array.from({ length: panels }, (_, index) => index);
  const common = { xAxisIndex: axes, filterMode: "none" };
  return [
    { ...common, type: "inside", zoomOnMouseWheel: "shift", moveOnMouseMove: true, moveOnMouseWheel: false },
    {
      ...common,
      type: "slider",
      top,
      left,
      right,
      height: 18,
      showDetail: false,
      showDataShadow: false,
      borderColor: theme.line,
      fillerColor: theme.span,
      handleStyle: { color: theme.background, borderColor: theme.muted },
      moveHandleSize: 4,
    },
  ];
}
