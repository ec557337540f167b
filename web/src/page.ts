/** Charts in a page: drawn when they come into view, again when the width or the theme changes. */

import * as echarts from "echarts/core";

import { draw } from "./draw";
import type { Option } from "./frame";
import { THEMES, type ThemeName } from "./theme";
import type { ChartSpec } from "./spec";

interface Place {
  readonly element: HTMLElement;
  readonly spec: ChartSpec;
  chart: echarts.ECharts | undefined;
  zoomed: ((start: number, end: number) => Option) | undefined;
}

const PRINT_WIDTH = 720;

function themeNow(): ThemeName {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function show(place: Place, theme: ThemeName, width: number, isInteractive = true): void {
  if (width <= 0) return;
  const drawing = draw(place.spec, { width, theme: THEMES[theme], isInteractive, isUntitled: true });
  place.element.style.height = `${drawing.height}px`;
  place.element.style.minHeight = "0";
  if (place.chart === undefined) {
    place.chart = echarts.init(place.element, null, { renderer: "svg", width, height: drawing.height });
    place.chart.on("datazoom", () => onZoom(place));
  }
  place.zoomed = drawing.zoomed;
  place.chart.resize({ width, height: drawing.height });
  place.chart.setOption(drawing.option, { notMerge: true });
}

interface ZoomState {
  start: number;
  end: number;
}

/** The nearer one looks, the more points there are. */
function onZoom(place: Place): void {
  const zoom = zoomOf(place);
  if (zoom === undefined || place.zoomed === undefined) return;
  place.chart?.setOption(place.zoomed(zoom.start, zoom.end), { lazyUpdate: true });
}

const zoomOf = (place: Place): ZoomState | undefined => (place.chart?.getOption() as { dataZoom?: ZoomState[] } | undefined)?.dataZoom?.[0];

/** Zooming and moving by keys: + and -, arrows, 0 for all. */
function onKey(place: Place, event: KeyboardEvent): void {
  const zoom = zoomOf(place);
  if (place.chart === undefined || zoom === undefined) return;
  const width = zoom.end - zoom.start;
  const middle = (zoom.start + zoom.end) / 2;
  const to = (center: number, size: number): void => {
    const kept = Math.min(100, Math.max(size, 0.01));
    const start = Math.min(Math.max(center - kept / 2, 0), 100 - kept);
    place.chart?.dispatchAction({ type: "dataZoom", start, end: start + kept });
    event.preventDefault();
  };
  switch (event.key) {
    case "+":
    case "=":
      return to(middle, width / 2);
    case "-":
      return to(middle, width * 2);
    case "ArrowLeft":
      return to(middle - width / 4, width);
    case "ArrowRight":
      return to(middle + width / 4, width);
    case "0":
      return to(50, 100);
    default:
  }
}

/** Parts that are folded away: `beforeprint` opens them. */
const folds = (): HTMLDetailsElement[] => [...document.querySelectorAll<HTMLDetailsElement>("details.part")];

/** Brings every `[data-chart]` of the page to life. Its value names the element that holds the JSON. */
export function start(): void {
  const places: Place[] = [];
  for (const element of document.querySelectorAll<HTMLElement>("[data-chart]")) {
    const source = document.getElementById(element.dataset["chart"] ?? "");
    if (source?.textContent == null) continue;
    const place: Place = { element, spec: JSON.parse(source.textContent) as ChartSpec, chart: undefined, zoomed: undefined };
    element.addEventListener("keydown", (event) => onKey(place, event));
    places.push(place);
  }
  // What is folded away may have a width, but is not to be drawn before somebody looks for it.
  const widthOf = ({ element }: Place): number => (element.closest("details:not([open])") === null ? Math.floor(element.clientWidth) : 0);
  /** Charts take their room before they are drawn: what a link leads to stays where it is. */
  const reserve = (): void => {
    for (const place of places) {
      const width = widthOf(place);
      if (place.chart !== undefined || width <= 0) continue;
      const { height } = draw(place.spec, { width, theme: THEMES[themeNow()], isInteractive: true, isUntitled: true });
      place.element.style.height = `${height}px`;
      place.element.style.minHeight = "0";
    }
  };
  const redraw = (): void => {
    reserve();
    for (const place of places) if (place.chart !== undefined) show(place, themeNow(), widthOf(place));
  };
  const seen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const place = places.find((candidate) => candidate.element === entry.target);
        if (!entry.isIntersecting || place === undefined || place.chart !== undefined) continue;
        show(place, themeNow(), widthOf(place));
      }
    },
    { rootMargin: "400px" },
  );
  reserve();
  for (const place of places) seen.observe(place.element);
  // The others follow one by one, so that printing and jumping find them drawn and the page stays fluid.
  let isFollowing = false;
  const rest = (): void => {
    const next = places.find((place) => place.chart === undefined && widthOf(place) > 0);
    isFollowing = next !== undefined;
    if (next === undefined) return;
    show(next, themeNow(), widthOf(next));
    setTimeout(rest, 30);
  };
  setTimeout(rest, 300);
  const onToggle = (): void => {
    reserve();
    if (!isFollowing) setTimeout(rest, 30);
    isFollowing = true;
  };
  for (const fold of folds()) fold.addEventListener("toggle", onToggle);
  /** Opens what the address names and goes there. */
  const goTo = (): void => {
    const target = location.hash === "" ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target === null) return;
    const inside = target.querySelectorAll<HTMLDetailsElement>("details.part");
    if (inside.length === 1 && inside[0] !== undefined) inside[0].open = true;
    for (let at: Element | null = target; at !== null; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
    reserve();
    target.scrollIntoView({ behavior: "instant" });
  };
  goTo();
  addEventListener("hashchange", goTo);
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    redraw();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  new MutationObserver(redraw).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  let opened: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = folds().filter((fold) => !fold.open);
    for (const fold of opened) fold.open = true;
    for (const place of places) show(place, "light", PRINT_WIDTH, false);
  });
  addEventListener("afterprint", () => {
    for (const fold of opened) fold.open = false;
    redraw();
  });
}
