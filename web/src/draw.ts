/** From what a chart shows to what ECharts draws. Pure: no clock, no page. */

import { drawBars, drawGrouped } from "./bars";
import { drawHeatmap, drawTimeline } from "./grids";
import { drawXy } from "./xy";
import type { Drawing, Setting } from "./frame";
import type { ChartSpec } from "./spec";

export function draw(spec: ChartSpec, setting: Setting): Drawing {
  const { body } = spec;
  switch (body.kind) {
    case "xy":
      return drawXy(spec, body, setting);
    case "bars":
      return drawBars(spec, body, setting);
    case "grouped":
      return drawGrouped(spec, body, setting);
    case "heatmap":
      return drawHeatmap(spec, body, setting);
    case "timeline":
      return drawTimeline(spec, body, setting);
  }
}
