/** Fewer points of a curve without losing what stands out, as `crates/charts/src/thin.rs` does it. Pure. */

export interface Curve {
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
}

/** Indices from the last point before `low` to the first behind `high`; `x` ascends. The end is not included. */
export function visible({ x }: Curve, low: number, high: number): [number, number] {
  const firstWhere = (holds: (value: number) => boolean): number => {
    let [from, to] = [0, x.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (holds(x[middle] ?? Infinity)) to = middle;
      else from = middle + 1;
    }
    return from;
  };
  const from = firstWhere((value) => value >= low);
  const to = firstWhere((value) => value > high);
  return [Math.max(from - 1, 0), Math.min(to + 1, x.length)];
}

/** Indices of at most about `most` of the points from `from` to `to`: of each stretch the lowest, the highest and the first gap. */
export function standingOut({ y }: Curve, from: number, to: number, most: number): number[] {
  const count = to - from;
  if (count <= Math.max(most, 2)) return Array.from({ length: count }, (_, index) => from + index);
  const stretches = Math.max(1, Math.floor(most / 2));
  const kept = new Set<number>([from]);
  for (let stretch = 0; stretch < stretches; stretch++) {
    const begin = from + Math.floor((stretch * count) / stretches);
    const end = from + Math.floor(((stretch + 1) * count) / stretches);
    let [lowest, highest, gap] = [-1, -1, -1];
    for (let at = begin; at < end; at++) {
      const value = y[at] ?? null;
      if (value === null) {
        if (gap < 0) gap = at;
        continue;
      }
      if (lowest < 0 || value < (y[lowest] ?? Infinity)) lowest = at;
      if (highest < 0 || value > (y[highest] ?? -Infinity)) highest = at;
    }
    for (const at of [lowest, highest, gap]) if (at >= 0) kept.add(at);
  }
  kept.add(to - 1);
  return [...kept].sort((a, b) => a - b);
}

/** Indices of the highest point of each of `count` stretches, and of the first gap in it. */
export function highest({ y }: Curve, from: number, to: number, count: number): number[] {
  const kept = new Set<number>();
  const size = Math.max(1, (to - from) / Math.max(count, 1));
  for (let stretch = 0; stretch < count; stretch++) {
    const [begin, end] = [from + Math.floor(stretch * size), Math.min(to, from + Math.floor((stretch + 1) * size))];
    let [most, gap] = [-1, -1];
    for (let at = begin; at < end; at++) {
      const value = y[at] ?? null;
      if (value === null) gap = gap < 0 ? at : gap;
      else if (most < 0 || value > (y[most] ?? -Infinity)) most = at;
    }
    for (const at of [most, gap]) if (at >= 0) kept.add(at);
  }
  return [...kept].sort((a, b) => a - b);
}

/** So few of many samples may lie beyond an axis: three, or three of a thousand. Arbitrary; fewer than 40 samples are all shown. */
const OUTLIERS_MAX = 3;
const OUTLIERS_SHARE = 0.003;
const SAMPLES_MIN = 40;
/** What is no more than this many times the others is no outlier. */
const OUTLIER_FACTOR = 2;

/** The highest of `values` without a few outliers that would flatten all others; nothing where there are none. */
export function mostWithoutOutliers(values: readonly number[]): number | undefined {
  if (values.length < SAMPLES_MIN) return undefined;
  const sorted = Float64Array.from(values).sort();
  const left = Math.max(OUTLIERS_MAX, Math.floor(values.length * OUTLIERS_SHARE));
  const most = sorted[sorted.length - 1 - left] ?? 0;
  const highest = sorted[sorted.length - 1] ?? 0;
  return most > 0 && highest > most * OUTLIER_FACTOR ? most : undefined;
}
