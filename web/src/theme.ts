/** Colours, dashes and markers. The twelve slots stay distinct for the colour-blind; what is read and what is written, in grey print as well. */

export type ThemeName = "light" | "dark";

export interface Theme {
  readonly background: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly faint: string;
  readonly mark: string;
  readonly span: string;
  readonly slots: readonly string[];
  /** Behind the slots: reads, writes, both together, flushes, what is missing or wrong, the bar that a page is about, the others. */
  readonly roles: readonly string[];
  /** From little to much. */
  readonly heat: readonly string[];
  /** The same of what the picture is about. */
  readonly alarm: readonly string[];
}

export const THEMES: Readonly<Record<ThemeName, Theme>> = {
  light: {
    background: "#ffffff",
    text: "#1a1f26",
    muted: "#56606c",
    line: "#dfe3e8",
    faint: "#f1f3f5",
    mark: "#8a1c3c",
    span: "rgba(138,28,60,0.09)",
    slots: [
      "#0068b0", "#c44e00", "#107a3c", "#882255", "#7d6200", "#5a3fc0",
      "#007f86", "#c2307d", "#50565e", "#66761a", "#8c2d04", "#3b4ea3",
    ],
    roles: ["#08457e", "#dd7a1c", "#5d7f52", "#7a3f98", "#c22525", "#0068b0", "#7f94aa"],
    heat: ["#a9cbe6", "#6ba7d1", "#3c82bb", "#1f5f9e", "#143f75"],
    alarm: ["#ef7d6b", "#d8352a", "#9c0d14"],
  },
  dark: {
    background: "#14181d",
    text: "#e8ebef",
    muted: "#a3adb8",
    line: "#333b45",
    faint: "#20262d",
    mark: "#ff9db5",
    span: "rgba(255,157,181,0.13)",
    slots: [
      "#5ab4f0", "#ff9248", "#4fc983", "#e58ab4", "#dcc04a", "#ab9cff",
      "#4ed0d0", "#ff7fc0", "#b4bcc6", "#bcd050", "#e0987a", "#8fa4ff",
    ],
    roles: ["#4a9be0", "#ffd28a", "#8fd08a", "#c98be8", "#ff6b6b", "#5ab4f0", "#71839a"],
    heat: ["#1f4263", "#23669a", "#3d93c9", "#7cc3e0", "#bfe3f2"],
    alarm: ["#c94a3f", "#ff6b5e", "#ffb3a8"],
  },
};

export const SLOT_COUNT = 12;

/** One for each slot: drives have to be told apart in grey print as well. */
const DASHES: readonly (readonly number[] | "solid")[] = [
  "solid", [7, 3], [2, 3], [9, 3, 2, 3], [14, 4], [4, 2, 1, 2], [1, 2], [12, 3, 2, 3, 2, 3],
  [5, 5], [16, 3, 5, 3], [3, 1], [8, 2, 1, 2, 1, 2],
];
const MARKERS = [
  "circle", "rect", "triangle", "diamond", "emptyCircle", "emptyRect", "emptyTriangle", "emptyDiamond",
  "pin", "arrow", "roundRect", "emptyPin",
] as const;
/** The bar that a page is about, and those that it is seen against. */
const SUBJECT_SLOT = SLOT_COUNT + 5;
export const isNamedBar = (slot: number): boolean => slot >= SUBJECT_SLOT;

const wrapped = <T>(list: readonly T[], index: number, otherwise: T): T => list[index % list.length] ?? otherwise;

export const slotColor = (theme: Theme, slot: number): string =>
  slot < SLOT_COUNT ? wrapped(theme.slots, slot, theme.text) : wrapped(theme.roles, slot - SLOT_COUNT, theme.text);

/** `color` half way to `other`. */
function between(color: string, other: string): string {
  const part = (text: string, at: number): number => parseInt(text.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(part(color, at) * 0.4 + part(other, at) * 0.6));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** How the bars of a series look: every second drive is pale with a rim, so that neighbours differ in grey print. */
export function barStyle(theme: Theme, slot: number, index: number): { readonly fill: string; readonly stroke: string } {
  const color = slotColor(theme, slot);
  const isPale = slot < SLOT_COUNT && index % 2 === 1;
  return { fill: isPale ? between(color, theme.background) : color, stroke: color };
}
export const slotDash = (slot: number): readonly number[] | "solid" => wrapped(DASHES, slot, "solid");
export const slotMarker = (slot: number): string => wrapped(MARKERS, slot, "circle");
