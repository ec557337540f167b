/** The bundle: `iogramCharts.svg` draws a picture anywhere, `iogramCharts.start` brings a page to life. */

import * as echarts from "echarts/core";
import { BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart } from "echarts/charts";
import {
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapComponent,
} from "echarts/components";
import { LabelLayout } from "echarts/features";
import { SVGRenderer } from "echarts/renderers";
import { setPlatformAPI } from "zrender/lib/core/platform.js";

import { draw } from "./draw";
import { escapeHtml } from "./frame";
import { start } from "./page";
import { THEMES, type ThemeName } from "./theme";
import type { ChartSpec } from "./spec";

echarts.use([
  BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart,
  DataZoomComponent, GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent, TitleComponent,
  TooltipComponent, VisualMapComponent, LabelLayout, SVGRenderer,
]);

/** Tells how wide texts are where there is no canvas that could. */
function useMeasure(measure: (isBold: boolean, size: number, text: string) => number): void {
  setPlatformAPI({
    measureText(text: string, font?: string) {
      const size = /(\d+(?:\.\d+)?)px/.exec(font ?? "");
      const isBold = /\b(bold|[6-9]00)\b/.test(font ?? "");
      return { width: measure(isBold, Number(size?.[1] ?? 12), text) };
    },
  });
}

/** Ids in the order of their appearance. */
function renumber(text: string): string {
  const ids = new Map<string, string>();
  return text.replace(/\bzr\d+-[a-z-]*\d+/g, (id) => {
    const known = ids.get(id) ?? `id${ids.size}`;
    ids.set(id, known);
    return known;
  });
}

/** A picture of its own: `spec` is JSON. */
function svg(spec: string, width: number, theme: ThemeName): string {
  const chart: ChartSpec = JSON.parse(spec);
  const drawing = draw(chart, { width, theme: THEMES[theme], isInteractive: false, isUntitled: false });
  const instance = echarts.init(null, null, { renderer: "svg", ssr: true, width, height: drawing.height });
  instance.setOption(drawing.option);
  const text = instance.renderToSVGString();
  instance.dispose();
  const title = `<title>${escapeHtml(chart.title)}</title><desc>${escapeHtml(chart.description)}</desc>`;
  // The renderer numbers what it made since the start: the same chart has to be the same bytes.
  return renumber(text).replace(/^<svg ([^>]*)>/, `<svg role="img" $1>${title}`);
}

const api = { svg, start, useMeasure };
declare global {
  // eslint-disable-next-line no-var
  var iogramCharts: typeof api;
}
globalThis.iogramCharts = api;
