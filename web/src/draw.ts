/** From what a chart shows to what ECharts draws. Pure: no clock, no page. */

import { drawBars } from "./bars";
import { drawHeatmap, drawTimeline } from "./grids";
import { drawXy } from "./xy";
import { LABEL_SIZE, LINE, PAD, textAt, type Drawing, type Option, type Setting } from "./frame";
import { wrapText } from "./text";
import type { ChartSpec } from "./spec";

export function draw(spec: ChartSpec, setting: Setting): Drawing {
  const drawing = drawBody(spec, setting);
  // In a page the head says it.
  if (setting.isUntitled || spec.foot === undefined) return drawing;
  const lines = wrapText(spec.foot, LABEL_SIZE, setting.width - 2 * PAD);
  const foot = textAt(lines.join("\n"), PAD, drawing.height + 4, { size: LABEL_SIZE, color: setting.theme.muted, lineHeight: LINE });
  const titles = drawing.option["title"] as readonly Option[];
  return { ...drawing, option: { ...drawing.option, title: [...titles, foot] }, height: drawing.height + 4 + lines.length * LINE + 10 };
}

function drawBody(spec: ChartSpec, setting: Setting): Drawing {
  const { body } = spec;
  switch (body.kind) {
    case "xy":
      return drawXy(spec, body, setting);
    case "bars":
      return drawBars(spec, body, setting);
    case "heatmap":
      return drawHeatmap(spec, body, setting);
    case "timeline":
      return drawTimeline(spec, body, setting);
  }
}
