/** On which side of its point a name stands, so that names cover neither each other nor points. */

import { textWidth } from "./text";
import type { XySeries } from "./spec";
import type { Ticks } from "./ticks";

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const SIDES = ["right", "left", "top", "bottom"] as const;
const MARKER = 12;
const LINE = 15;

export function placeLabels(series: readonly XySeries[], plot: Rectangle, xTicks: Ticks, yTicks: Ticks): Map<XySeries, readonly string[]> {
  const position = (ticks: Ticks, value: number, size: number): number => {
    const of = ticks.isLog ? Math.log10 : (it: number): number => it;
    return ((of(value) - of(ticks.min)) / (of(ticks.max) - of(ticks.min))) * size;
  };
  const point = (x: number, y: number): [number, number] => [plot.left + position(xTicks, x, plot.width), plot.top + plot.height - position(yTicks, y, plot.height)];
  const labelled = series.filter((one) => one.labels !== undefined);
  const taken: Rectangle[] = labelled.flatMap((one) =>
    one.x.flatMap((x, index) => {
      const y = one.y[index];
      if (y === null || y === undefined) return [];
      const [left, top] = point(x, y);
      return [{ left: left - MARKER / 2, top: top - MARKER / 2, width: MARKER, height: MARKER }];
    }),
  );
  const places = new Map<XySeries, readonly string[]>();
  for (const one of labelled) {
    const sides = one.x.map((x, index) => {
      const y = one.y[index];
      if (y === null || y === undefined) return "right";
      const [left, top] = point(x, y);
      const width = Math.min(textWidth(one.labels?.[index] ?? "", 12), 165) + 4;
      const boxes = SIDES.map((side) => ({ side, box: boxAt(side, left, top, width) }));
      const free = boxes.find(({ box }) => isWithin(box, plot) && !taken.some((other) => overlaps(box, other)));
      const chosen = free ?? boxes[0];
      if (chosen === undefined) return "right";
      taken.push(chosen.box);
      return chosen.side;
    });
    places.set(one, sides);
  }
  return places;
}

function boxAt(side: (typeof SIDES)[number], x: number, y: number, width: number): Rectangle {
  const away = MARKER / 2 + 4;
  switch (side) {
    case "right":
      return { left: x + away, top: y - LINE / 2, width, height: LINE };
    case "left":
      return { left: x - away - width, top: y - LINE / 2, width, height: LINE };
    case "top":
      return { left: x - width / 2, top: y - away - LINE, width, height: LINE };
    case "bottom":
      return { left: x - width / 2, top: y + away, width, height: LINE };
  }
}

/** Names may stand in the margin at the right, which is kept for them. */
const isWithin = (box: Rectangle, plot: Rectangle): boolean => box.left >= plot.left && box.top >= plot.top - LINE && box.top + box.height <= plot.top + plot.height;

const overlaps = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
