/** On which side of its point a name stands, so that names cover neither each other nor points. */

import { LABEL_SIZE, LINE } from "./frame";
import { textWidth } from "./text";
import type { XySeries } from "./spec";
import type { Ticks } from "./ticks";

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a name stands: as ECharts calls it. */
export interface Place {
  readonly position: "right" | "left" | "top" | "bottom";
  readonly offset: readonly [number, number];
}

export interface Placed {
  readonly places: ReadonlyMap<XySeries, readonly Place[]>;
  /** Whether each name has room of its own. */
  readonly isFree: boolean;
}

const MARKER = 12;
const AWAY = MARKER / 2 + 4;
/** In the order in which they are tried. */
const PLACES: readonly Place[] = [
  { position: "right", offset: [0, 0] },
  { position: "left", offset: [0, 0] },
  { position: "top", offset: [0, 0] },
  { position: "bottom", offset: [0, 0] },
  { position: "right", offset: [-2, -11] },
  { position: "right", offset: [-2, 11] },
  { position: "left", offset: [2, -11] },
  { position: "left", offset: [2, 11] },
];
const AT_THE_RIGHT: Place = { position: "right", offset: [0, 0] };

/** Places for the names of all points of `series` in a picture of `plot`; curves without names are kept free as well. */
export function placeLabels(series: readonly XySeries[], plot: Rectangle, xTicks: Ticks, yTicks: Ticks): Placed {
  const position = (ticks: Ticks, value: number, size: number): number => {
    const of = ticks.isLog ? Math.log10 : (it: number): number => it;
    return ((of(value) - of(ticks.min)) / (of(ticks.max) - of(ticks.min))) * size;
  };
  const pointsOf = (one: XySeries): ([number, number] | undefined)[] =>
    one.x.map((x, index) => {
      const y = one.y[index];
      if (y === null || y === undefined) return undefined;
      return [plot.left + position(xTicks, x, plot.width), plot.top + plot.height - position(yTicks, y, plot.height)];
    });
  const labelled = series.filter((one) => one.labels !== undefined);
  const taken: Rectangle[] = [
    ...labelled.flatMap((one) => pointsOf(one).flatMap((point) => (point === undefined ? [] : [around(point, MARKER)]))),
    ...series.filter((one) => one.labels === undefined && one.shape === "step").flatMap((one) => steps(pointsOf(one))),
  ];
  let isFree = true;
  const places = new Map<XySeries, readonly Place[]>();
  for (const one of labelled) {
    const chosen = pointsOf(one).map((point, index) => {
      if (point === undefined) return AT_THE_RIGHT;
      const width = textWidth(one.labels?.[index] ?? "", LABEL_SIZE) + 4;
      const boxes = PLACES.map((place) => ({ place, box: boxAt(place, point, width) }));
      const free = boxes.find(({ box }) => isWithin(box, plot) && !taken.some((other) => overlaps(box, other)));
      isFree &&= free !== undefined;
      const best = free ?? boxes[0];
      if (best !== undefined) taken.push(best.box);
      return best?.place ?? AT_THE_RIGHT;
    });
    places.set(one, chosen);
  }
  return { places, isFree };
}

const around = ([x, y]: readonly [number, number], size: number): Rectangle => ({ left: x - size / 2, top: y - size / 2, width: size, height: size });

/** The level and upright parts of a line of steps, a little wider than they are drawn. */
function steps(points: readonly ([number, number] | undefined)[]): Rectangle[] {
  return points.flatMap((from, index) => {
    const to = points[index + 1];
    if (from === undefined || to === undefined) return [];
    const [left, top] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
    return [
      { left, top: from[1] - 2, width: Math.abs(to[0] - from[0]), height: 4 },
      { left: to[0] - 2, top, width: 4, height: Math.abs(to[1] - from[1]) },
    ];
  });
}

function boxAt({ position, offset }: Place, [x, y]: readonly [number, number], width: number): Rectangle {
  const [left, top] = {
    right: [x + AWAY, y - LINE / 2],
    left: [x - AWAY - width, y - LINE / 2],
    top: [x - width / 2, y - AWAY - LINE],
    bottom: [x - width / 2, y + AWAY],
  }[position] as [number, number];
  return { left: left + offset[0], top: top + offset[1], width, height: LINE };
}

/** Names may stand in the margin at the right, which is kept for them. */
const isWithin = (box: Rectangle, plot: Rectangle): boolean =>
  box.left >= plot.left && box.top >= plot.top - LINE && box.top + box.height <= plot.top + plot.height;

export const overlaps = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
