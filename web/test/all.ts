/** Tests of what is pure: numbers, ticks, texts, colours. Fails with the first difference. */

import { setPlatformAPI } from "zrender/lib/core/platform.js";

import { formatBinary, formatBytes, formatNanos, formatNines, formatSeconds, formatShare, formatValue, withUnit } from "../src/format";
import { draw } from "../src/draw";
import { escapeHtml, type Option } from "../src/frame";
import { bandsOf, bandText } from "../src/bands";
import { mostWithoutOutliers, standingOut, visible } from "../src/sampling";
import { wrapText } from "../src/text";
import { barStyle, slotColor, slotDash, slotMarker, SLOT_COUNT, THEMES } from "../src/theme";
import { ticksOf } from "../src/ticks";
import type { Axis, BarRow, BarsBody, Body, ChartSpec, XyBody } from "../src/spec";

declare const console: { log(text: string): void };

function check(actual: unknown, expected: unknown): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`${got} instead of ${wanted}`);
}

function numbersHaveUnits(): void {
  check([0, 999, 1_000, 999_960, 1.5e9].map((value) => formatNanos(value)), ["0 ns", "999 ns", "1 µs", "1 ms", "1.5 s"]);
  check([0, 512, 4_096, 16e9, 2e12].map((value) => formatBytes(value)), ["0 B", "512 B", "4.1 kB", "16 GB", "2 TB"]);
  check([512, 4_096, 131_072, 4 * 2 ** 20].map(formatBinary), ["512 B", "4 KiB", "128 KiB", "4 MiB"]);
  check([0, 0.1, 90, 150, 10_800].map(formatSeconds), ["0 s", "100 ms", "90 s", "2.5 min", "3 h"]);
  check([1, 10, 100, 1_000, 1e5].map(formatNines), ["0 %", "90 %", "99 %", "99.9 %", "99.999 %"]);
  check([10, 1_000].map(formatShare), ["90 %", "99.90 %"]);
  check([formatValue(84.3e6, "B/s"), formatValue(71, "°C"), formatValue(3, "")], ["84.3 MB/s", "71 °C", "3"]);
}

function ticksOfOneAxisShareTheirUnit(): void {
  const axis = (unit: string, scale: Axis["scale"]): Axis => ({ label: "", unit, scale });
  const ticks = (unit: string, high: number): [string, readonly string[]] => {
    const { unit: shared, labels } = ticksOf(axis(unit, "linear"), 0, high, 6);
    return [shared, labels];
  };
  check(ticks("s", 120), ["s", ["0", "30", "60", "90", "120"]]);
  check(ticks("s", 10_800), ["h", ["0", "0.5", "1", "1.5", "2", "2.5", "3"]]);
  check(ticks("ns", 90_000), ["µs", ["0", "20", "40", "60", "80", "100"]]);
  check(ticks("B", 960e9), ["TB", ["0", "0.2", "0.4", "0.6", "0.8", "1"]]);
  check(ticks("B/s", 6.8e9), ["MB/s", ["0", "2000", "4000", "6000", "8000"]]);
  check(ticksOf(axis("ns", "log"), 300, 90_000, 5).unit, "");
  check([withUnit("time", "s"), withUnit("", "s"), withUnit("percentile", "")], ["time, s", "s", "percentile"]);
  check(ticksOf(axis("B/s", "linear"), 90e6, 92e6, 5).min, 0);
  check(ticksOf(axis("ns", "log"), 300, 90_000, 5).labels, ["100 ns", "1 µs", "10 µs", "100 µs"]);
  check(ticksOf(axis("iB", "log2"), 4096, 65536, 5).labels, ["4 KiB", "8 KiB", "16 KiB", "32 KiB", "64 KiB"]);
  check(ticksOf(axis("", "linear"), 4, 5, 6).labels, ["4", "5"]);
  check(ticksOf(axis("B/s", "linear"), 5e6, 5e6, 5).max >= 5e6, true);
}

function textsFit(): void {
  setPlatformAPI({ measureText: (text: string) => ({ width: text.length * 10 }) });
  check(wrapText("one two three", 12, 80), ["one two", "three"]);
  check(wrapText("abcdefghij", 12, 40), ["abcd", "efgh", "ij"]);
  check(escapeHtml(`<b a="1">&'`), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;");
}

/** 100,000 samples of 0.3 ms, with one of 100 ms and a gap. */
function spike(): XyBody {
  const count = 100_000;
  const x = Array.from({ length: count }, (_, index) => index * 0.1);
  const y = x.map((_, index): number | null => (index === 61_234 ? 100e6 : index % 9_973 === 0 ? null : 300e3 + ((index * 7_919) % 60_000)));
  const axis = (label: string, unit: string, scale: Axis["scale"]): Axis => ({ label, unit, scale });
  const series = { name: "max", slot: 0, panel: 0, shape: "line", x, y } as const;
  return { kind: "xy", x: axis("time", "s", "linear"), panels: [axis("latency", "ns", "log")], series: [series], marks: [] };
}

/** In every part of the time axis that holds it, from all of it to three samples, and with few points drawn. */
function aSingleOutlierStaysVisibleAtEveryZoom(): void {
  const body = spike();
  const spec: ChartSpec = { title: "", subtitle: "", description: "", nothing: "", body };
  for (const width of [300, 1000]) {
    const drawing = draw(spec, { width, theme: THEMES.light, isInteractive: true, isUntitled: true });
    const shown = (option: Option): [number, number | null][] => (option["series"] as { data: [number, number | null][] }[])[0]?.data ?? [];
    const place = (61_234 / 99_999) * 100;
    const parts = [[0, 100], ...[50, 10, 1, 0.1, 0.01, 0.002].flatMap((size) => [0.01, 0.5, 0.99].map((share) => [place - size * share, place + size * (1 - share)]))];
    for (const [start, end] of parts) {
      const data = shown(drawing.zoomed?.(start ?? 0, end ?? 100) ?? {});
      check(data.filter(([, value]) => value === 100e6).length, 1);
      check(data.length <= 2 * width + 2 + data.filter(([, value]) => value === null).length, true);
      check(data.every(([at], index) => index === 0 || at > (data[index - 1]?.[0] ?? Infinity)), true);
    }
    check(shown(drawing.option).filter(([, value]) => value === 100e6).length, 1);
  }
}

/** On a narrow screen all heights in between would be a block: the longest of each few pixels are a line. */
function aNarrowCourseOfLatenciesIsAnEnvelope(): void {
  const body = spike();
  const option = draw(specOf(body), { width: 390, theme: THEMES.light, isInteractive: true, isUntitled: true }).option;
  const data = (option["series"] as { data: [number, number | null][] }[])[0]?.data ?? [];
  const known = data.flatMap(([, value]) => (value === null ? [] : [value]));
  check(known.length <= 390 / 3, true);
  check(known.filter((value) => value === 100e6).length, 1);
  // The samples lie between 300 and 360 us; of a hundred the longest is near the end.
  check(known.every((value) => value > 350e3), true);
}

/** In grey print eight drives are told apart by dash and marker. */
function eightDrivesHaveDashesAndMarkersOfTheirOwn(): void {
  const slots = Array.from({ length: SLOT_COUNT }, (_, slot) => slot);
  check(new Set(slots.map((slot) => JSON.stringify(slotDash(slot)))).size, SLOT_COUNT);
  check(new Set(slots.map(slotMarker)).size, SLOT_COUNT);
}

/** What takes longer than the line is in red, however rare it is. */
function stallsAreTheStrongestCellsOfAMap(): void {
  const y: Axis = { ...axisOf("ns", "log"), min: 1e6, max: 1e9, steps: 3 };
  const x: Axis = { ...axisOf("s", "linear"), min: 0, max: 100, steps: 10 };
  const cells = [[0, 0, 1000], [1, 1, 30], [2, 2, 1]] as const;
  const body: Body = { kind: "heatmap", x, y, value: axisOf("", "log"), cells, line: { at: 1e8, label: "100 ms" } };
  const map = (drawn(body)["series"] as { type: string; data: unknown[] }[]).find(({ type }) => type === "heatmap");
  const colours = map?.data.map((item) => (item as { itemStyle?: { color: string } }).itemStyle?.color ?? "");
  check(colours?.map((color) => THEMES.light.alarm.includes(color)), [false, false, true]);
  const grid = drawn(body)["grid"] as { left: number; width: number };
  check([Number.isInteger(grid.left), grid.width % 10], [true, 0]);
}

/** Bars that have a name each stand in no legend, and their value at their end. */
function comparedBarsStandBesideTheirNames(): void {
  const row = (series: string, slot: number, value: number): BarRow => ({ label: "sequential read", series, slot, value, runs: [] });
  const body: BarsBody = { kind: "bars", value: axisOf("B/s", "linear"), rows: [row("one", SLOT_COUNT + 6, 3e9), row("two", SLOT_COUNT + 5, 1e9)] };
  const option = drawn(body);
  check(option["legend"] === undefined, true);
  const texts = (option["title"] as { text: string }[]).map(({ text }) => text);
  check(["sequential read", "one", "two"].map((text) => texts.includes(text)), [true, true, true]);
  const api = { coord: ([x, y]: readonly number[]): number[] => [(x ?? 0) / 1e7, y ?? 0] };
  type Shape = { type: string; style: { text?: string; x?: number } };
  const series = option["series"] as { renderItem: (at: { dataIndex: number }, api: unknown) => { children: Shape[] } }[];
  const ends = series.map((one) => one.renderItem({ dataIndex: 0 }, api).children.find(({ style }) => style.text !== undefined)?.style.x);
  check(ends, [308, 108]);
}

/** What is drawn between two places is what was measured there, when one looks closely enough. */
function zoomingInShowsEverySample(): void {
  const { series } = spike();
  const curve = series[0] ?? { x: [], y: [] };
  const [from, to] = visible(curve, 100, 110);
  check([from, to], [999, 1_102]);
  check(standingOut(curve, from, to, 2_000).length, 103);
  check(visible(curve, -5, 1e9), [0, 100_000]);
  check(standingOut({ x: [], y: [] }, 0, 0, 100), []);
}

/** Source: WCAG 2.2, relative luminance and contrast ratio. */
function contrast(a: string, b: string): number {
  const luminance = (color: string): number => {
    const [r, g, blue] = [1, 3, 5].map((at) => {
      const part = parseInt(color.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (blue ?? 0);
  };
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function coloursAreReadable(): void {
  for (const theme of Object.values(THEMES)) {
    check(theme.slots.length, SLOT_COUNT);
    check(new Set(theme.slots).size, SLOT_COUNT);
    for (const color of [theme.text, theme.muted, theme.mark]) check(contrast(color, theme.background) >= 4.5, true);
    // Source: WCAG 2.2, 1.4.11: graphics need 3:1.
    for (const color of theme.slots) check(contrast(color, theme.background) >= 3, true);
  }
}

/** What is read and what is written, in grey print: 1.6 times as much light, and neighbours of one chart as well. */
function readsAndWritesStayApartInGreyPrint(): void {
  for (const theme of Object.values(THEMES)) {
    const [read, write] = [slotColor(theme, SLOT_COUNT), slotColor(theme, SLOT_COUNT + 1)];
    check(contrast(read, write) >= 1.6, true);
    for (const color of theme.roles) check(contrast(color, theme.background) >= 3, true);
    for (let one = 0; one < SLOT_COUNT; one++) {
      for (let other = 0; other < SLOT_COUNT; other++) check(contrast(barStyle(theme, one, 0).fill, barStyle(theme, other, 1).fill) >= 1.6, true);
    }
  }
}

const axisOf = (unit: string, scale: Axis["scale"]): Axis => ({ label: "throughput", unit, scale });
const specOf = (body: Body): ChartSpec => ({ title: "", subtitle: "", description: "", nothing: "", body });
const drawn = (body: Body): Option => draw(specOf(body), { width: 900, theme: THEMES.light, isInteractive: false, isUntitled: false }).option;

function bars(scale: Axis["scale"], values: readonly number[]): BarsBody {
  const rows = values.map((value, index): BarRow => ({ label: `test ${index}`, slot: 0, value, low: value * 0.9, high: value * 1.1, runs: [] }));
  return { kind: "bars", value: axisOf("B/s", scale), rows };
}

/** The shapes that the bars of a chart are made of. */
function shapesOf(option: Option): string[] {
  const api = { coord: ([x, y]: readonly number[]): number[] => [x ?? 0, y ?? 0] };
  type Series = { data: unknown[]; renderItem?: (at: { dataIndex: number }, api: unknown) => { children: { type: string }[] } };
  const series = option["series"] as Series[];
  return series.flatMap((one) => one.data.flatMap((_, dataIndex) => one.renderItem?.({ dataIndex }, api).children.map(({ type }) => type) ?? []));
}

function barsBeginAtZeroAndALogarithmicAxisHasDots(): void {
  const even = drawn(bars("linear", [3_500e6, 64e6, 1_200e6]));
  check((even["xAxis"] as { min: number; type: string }).min, 0);
  check((even["xAxis"] as { type: string }).type, "value");
  check(shapesOf(even).filter((type) => type === "rect").length, 3);
  const byPowers = drawn(bars("log", [3_500e6, 64e6, 1_200e6]));
  check((byPowers["xAxis"] as { type: string }).type, "log");
  check(shapesOf(byPowers).filter((type) => type === "rect").length, 0);
  check(shapesOf(byPowers).filter((type) => type === "circle").length, 3);
}

/** The rest is to be seen although one sample is twenty times as high; what is no outlier stays on the axis. */
function oneSampleDoesNotFlattenTheRest(): void {
  const course = (high: (index: number) => boolean): XyBody => {
    const x = Array.from({ length: 600 }, (_, index) => index * 0.1);
    const y = x.map((_, index) => (high(index) ? 400e6 : 20e6 + (index % 7) * 1e5));
    return { kind: "xy", x: axisOf("s", "linear"), panels: [axisOf("B/s", "linear")], series: [{ name: "throughput", slot: 0, panel: 0, shape: "line", x, y }], marks: [] };
  };
  const top = (body: XyBody): number => (drawn(body)["yAxis"] as { max: number }[])[0]?.max ?? 0;
  check(top(course((index) => index === 0)) <= 30e6, true);
  const arrows = (drawn(course((index) => index === 0))["series"] as { name: string; data: unknown[] }[]).find(({ name }) => name === "beyond 0");
  check(arrows?.data.length, 1);
  check(top(course((index) => index < 60)) >= 400e6, true);
  check(mostWithoutOutliers([1, 2, 900]), undefined);
}

function theTicksOfAMapAreRound(): void {
  const time: Axis = { ...axisOf("s", "linear"), min: 0, max: 133.7, steps: 90 };
  const bands = bandsOf(time, 6);
  check(bands.count, 90);
  check(bands.labels.map(({ text }) => text), ["0", "30", "60", "90", "120"]);
  check(bands.unit, "s");
  const latency: Axis = { ...axisOf("ns", "log"), min: 46_415.9, max: 4_641_589, steps: 12 };
  check(bandsOf(latency, 6).labels.map(({ text }) => text), ["100 µs", "1 ms"]);
  check(bandText(latency, 6), "464 µs .. 681 µs");
}

/** One curve that is not what its axis says, and every one of several. */
function theLegendNamesEveryLine(): void {
  const names = (body: XyBody): string[] => ((drawn(body)["legend"] as { data: { name: string }[] } | undefined)?.data ?? []).map(({ name }) => name);
  const body = (series: readonly string[]): XyBody => ({
    kind: "xy",
    x: axisOf("s", "linear"),
    panels: [axisOf("B/s", "linear")],
    series: series.map((name) => ({ name, slot: 0, panel: 0, shape: "line", x: [0, 1], y: [1, 2] })),
    marks: [],
  });
  check(names(body(["throughput"])), []);
  check(names(body(["slowest"])), ["slowest"]);
  check(names(body(["10 % reads", "20 % reads"])), ["10 % reads", "20 % reads"]);
}

const TESTS = [
  numbersHaveUnits,
  ticksOfOneAxisShareTheirUnit,
  textsFit,
  aSingleOutlierStaysVisibleAtEveryZoom,
  zoomingInShowsEverySample,
  aNarrowCourseOfLatenciesIsAnEnvelope,
  eightDrivesHaveDashesAndMarkersOfTheirOwn,
  stallsAreTheStrongestCellsOfAMap,
  comparedBarsStandBesideTheirNames,
  coloursAreReadable,
  readsAndWritesStayApartInGreyPrint,
  barsBeginAtZeroAndALogarithmicAxisHasDots,
  oneSampleDoesNotFlattenTheRest,
  theTicksOfAMapAreRound,
  theLegendNamesEveryLine,
];
for (const test of TESTS) {
  test();
  console.log(`ok ${test.name}`);
}
