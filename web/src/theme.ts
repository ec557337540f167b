/** Colours, dashes and markers. The twelve slots stay distinct for the colour-blind and in print. */

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
  /** From little to much. */
  readonly heat: readonly string[];
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
    heat: ["#eaf2fa", "#b5d2e8", "#6ba7d1", "#2d74b0", "#1b4787", "#4b1d6b", "#2a0a33"],
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
    heat: ["#1c2733", "#1f4263", "#23669a", "#3d93c9", "#7cc3e0", "#d0e6a0", "#fff3b0"],
  },
};

export const SLOT_COUNT = 12;

const DASHES: readonly (readonly number[] | "solid")[] = ["solid", [7, 3], [2, 3], [9, 3, 2, 3]];
const MARKERS = ["circle", "rect", "triangle", "diamond", "emptyCircle", "emptyRect", "emptyTriangle", "emptyDiamond"] as const;

const wrapped = <T>(list: readonly T[], index: number, otherwise: T): T => list[index % list.length] ?? otherwise;

export const slotColor = (theme: Theme, slot: number): string => wrapped(theme.slots, slot, theme.text);
export const slotDash = (slot: number): readonly number[] | "solid" => wrapped(DASHES, slot, "solid");
export const slotMarker = (slot: number): string => wrapped(MARKERS, slot, "circle");
