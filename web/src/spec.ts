/** What a chart shows, as plain data. Mirrors `crates/charts/src/spec.rs`; knows no library. */

export interface ChartSpec {
  readonly title: string;
  /** Conditions and number of samples. */
  readonly subtitle: string;
  /** What the picture says, for those who do not see it. */
  readonly description: string;
  /** What stands in place of the picture when there is nothing to show. */
  readonly nothing: string;
  /** Below a picture that leaves its page: what made it, of which run, when. */
  readonly foot?: string;
  readonly body: Body;
}

export type Body = XyBody | BarsBody | HeatmapBody | TimelineBody;

/** `ns`, `s`, `B` (decimal), `iB` (binary), `B/s`, `IOPS`, `%`, `°C`, or any other symbol that follows the number. */
export type Unit = string;

export type Scale = "linear" | "log" | "log2" | "nines" | "category";

export interface Axis {
  readonly label: string;
  readonly unit: Unit;
  readonly scale: Scale;
  /** Names of the positions 0, 1, .. of a category axis. */
  readonly categories?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Into how many equal columns or rows a heatmap divides an axis of numbers. */
  readonly steps?: number;
}

export interface XyBody {
  readonly kind: "xy";
  readonly x: Axis;
  /** Below each other, with the same x axis. */
  readonly panels: readonly Axis[];
  readonly series: readonly XySeries[];
  readonly marks: readonly Mark[];
}

export type Shape = "line" | "step" | "points";

export interface XySeries {
  readonly name: string;
  /** Colour, dash and marker: 0 .. 11. */
  readonly slot: number;
  readonly panel: number;
  readonly shape: Shape;
  readonly x: readonly number[];
  /** `null` is a gap. */
  readonly y: readonly (number | null)[];
  /** Names of the points, shown beside them. */
  readonly labels?: readonly string[];
}

export interface Mark {
  readonly panel: number;
  /** A line at a value of an axis, or a span between two. */
  readonly on: "x" | "y";
  readonly from: number;
  readonly to?: number;
  readonly label: string;
}

export interface RunValue {
  readonly value: number | null;
  readonly is_counted: boolean;
}

export interface BarRow {
  /** Rows of one label that follow each other stand under it together. */
  readonly label: string;
  /** Its name in the legend; absent for none. */
  readonly series?: string;
  readonly slot: number;
  /** `null` is not measured. */
  readonly value: number | null;
  readonly low?: number;
  readonly high?: number;
  /** Each repetition. */
  readonly runs: readonly RunValue[];
}

export interface BarsBody {
  readonly kind: "bars";
  readonly value: Axis;
  readonly rows: readonly BarRow[];
  /** A value that all are to be seen against, with its name. */
  readonly reference?: { readonly at: number; readonly label: string };
}

export interface HeatmapBody {
  readonly kind: "heatmap";
  readonly x: Axis;
  readonly y: Axis;
  readonly value: Axis;
  /** Column, row, value. */
  readonly cells: readonly (readonly [number, number, number])[];
  /** A value of the rows' axis: cells beyond it are what the picture is about. */
  readonly line?: { readonly at: number; readonly label: string };
}

export interface Span {
  readonly row: number;
  readonly slot: number;
  readonly from: number;
  readonly to: number;
}

export interface TimelineBody {
  readonly kind: "timeline";
  readonly x: Axis;
  readonly rows: readonly string[];
  readonly spans: readonly Span[];
}
