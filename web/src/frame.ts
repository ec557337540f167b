/** What every chart has around its picture: title, conditions, legend, names of axes. */

import { FONT, textWidth, wrapText } from "./text";
import { slotColor, slotDash, type Theme } from "./theme";
import type { ChartSpec } from "./spec";

export type Option = Record<string, unknown>;

/** How and where a chart is shown. */
export interface Setting {
  readonly width: number;
  readonly theme: Theme;
  /** Whether a pointer can zoom and ask for values. */
  readonly isInteractive: boolean;
  /** Whether the page around it shows title and conditions already. */
  readonly isUntitled: boolean;
}

/** A chart ready to draw. */
export interface Drawing {
  readonly option: Option;
  readonly height: number;
  /** What changes when the part from `start` to `end` of the x axis is shown, in hundredths; absent where nothing does. */
  readonly zoomed?: (start: number, end: number) => Option;
}

export interface LegendEntry {
  readonly name: string;
  readonly slot: number;
}

export const PAD = 16;
/** A picture is printed and shown 900 pixels wide: smaller letters are not read there. */
export const LABEL_SIZE = 14;
/** From one line to the next. */
export const LINE = 18;
const TITLE_SIZE = 18;
/** Width of a line with its marker in the legend. */
const LINE_ICON = 26;

export interface Head {
  readonly titles: readonly Option[];
  readonly legend: Option | undefined;
  /** Where the picture may begin. */
  readonly bottom: number;
}

/** Title, conditions and legend of `spec`, broken into lines that fit. */
export function head(spec: ChartSpec, entries: readonly LegendEntry[], setting: Setting, icon = LINE_ICON): Head {
  const { theme, width } = setting;
  const room = width - 2 * PAD;
  const titles: Option[] = [];
  let y = setting.isUntitled ? 4 : 14;
  const add = (text: string, size: number, isBold: boolean, color: string): void => {
    const lines = wrapText(text, size, room, isBold);
    if (lines.length === 0) return;
    const lineHeight = Math.round(size * 1.36);
    titles.push(textAt(lines.join("\n"), PAD, y, { size, isBold, color, lineHeight }));
    y += lines.length * lineHeight;
  };
  if (!setting.isUntitled) {
    add(spec.title, TITLE_SIZE, true, theme.text);
    y += 2;
    add(spec.subtitle, LABEL_SIZE, false, theme.muted);
    y += 10;
  }
  const legend = legendOption(entries, y, icon, setting);
  return { titles, legend: legend?.option, bottom: y + (legend?.height ?? 0) };
}

/** Entries in columns of one width, so that the number of rows is known; what is wider than the picture is broken. */
function legendOption(entries: readonly LegendEntry[], top: number, icon: number, setting: Setting): { option: Option; height: number } | undefined {
  if (entries.length === 0) return undefined;
  const { theme } = setting;
  const room = setting.width - 2 * PAD;
  const gap = 10;
  const widest = Math.max(...entries.map((entry) => textWidth(entry.name, LABEL_SIZE)));
  const textRoom = Math.min(Math.ceil(widest) + 2, room - icon - gap - 8);
  const columns = Math.max(1, Math.floor((room + gap) / (textRoom + icon + 5 + gap)));
  const rows = Math.ceil(entries.length / columns);
  const lines = (name: string): string[] => (textWidth(name, LABEL_SIZE) <= textRoom ? [name] : wrapText(name, LABEL_SIZE, textRoom));
  const lineCount = Math.max(...entries.map((entry) => lines(entry.name).length));
  const option = {
    left: PAD - 5,
    top: top - 5,
    width: columns * (textRoom + icon + 5 + gap) + 12,
    itemWidth: icon,
    itemHeight: 10,
    itemGap: gap,
    selectedMode: setting.isInteractive ? "multiple" : false,
    inactiveColor: theme.muted,
    textStyle: { color: theme.text, fontSize: LABEL_SIZE, fontFamily: FONT, width: textRoom, lineHeight: LINE - 1 },
    lineStyle: { width: 2 },
    data: entries.map((entry) => ({ name: entry.name })),
    formatter: (name: string): string => lines(name).join("\n"),
  };
  return { option, height: rows * ((LINE - 1) * lineCount + 10) + 4 };
}

export interface TextStyle {
  readonly size: number;
  readonly isBold?: boolean;
  readonly color: string;
  readonly lineHeight?: number;
  readonly align?: "left" | "center" | "right";
}

/** A text at a place: a title of its own, so that it needs no further component. */
export function textAt(text: string, left: number, top: number, style: TextStyle): Option {
  return {
    text,
    left,
    top,
    padding: 0,
    textAlign: style.align ?? "left",
    textStyle: {
      fontFamily: FONT,
      fontSize: style.size,
      fontWeight: style.isBold === true ? 600 : 400,
      color: style.color,
      lineHeight: style.lineHeight ?? Math.round(style.size * 1.36),
    },
  };
}

export const base = (setting: Setting): Option => ({
  animation: false,
  backgroundColor: setting.theme.background,
  textStyle: { fontFamily: FONT, fontSize: LABEL_SIZE, color: setting.theme.text },
});

/** The line and marker of a slot. */
export const strokeOf = (theme: Theme, slot: number, isDense: boolean): Option => ({
  color: slotColor(theme, slot),
  width: isDense ? 1.3 : 2,
  type: isDense ? "solid" : slotDash(slot),
});

/** In place of a picture of nothing. */
export function nothing(spec: ChartSpec, setting: Setting): Drawing {
  const top = head(spec, [], setting);
  const height = top.bottom + 120;
  const text = textAt(spec.nothing, setting.width / 2, top.bottom + 46, {
    size: 14,
    color: setting.theme.muted,
    align: "center",
  });
  return { option: { ...base(setting), title: [...top.titles, text] }, height };
}

export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);
}

export const tooltipBase = (theme: Theme): Option => ({
  confine: true,
  backgroundColor: theme.background,
  borderColor: theme.line,
  textStyle: { color: theme.text, fontSize: LABEL_SIZE, fontFamily: FONT },
});
