/** Widths of texts and breaking them into lines, so that nothing overlaps. */

import { platformApi } from "zrender/lib/core/platform.js";

export const FONT = "'Iogram Sans', Pretendard, Inter, 'Noto Sans KR', system-ui, sans-serif";

export function textWidth(text: string, size: number, isBold = false): number {
  return platformApi.measureText(text, `${isBold ? "600 " : ""}${size}px ${FONT}`).width;
}

/** `text` in lines of at most `width`, broken at spaces; a longer word is broken anywhere. */
export function wrapText(text: string, size: number, width: number, isBold = false): string[] {
  const lines: string[] = [];
  let line = "";
  const push = (): void => {
    if (line !== "") lines.push(line);
    line = "";
  };
  for (const word of text.split(/[ \n\t]+/).filter((part) => part !== "")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (textWidth(longer, size, isBold) <= width) {
      line = longer;
      continue;
    }
    push();
    for (const letter of word) {
      if (line !== "" && textWidth(line + letter, size, isBold) > width) push();
      line += letter;
    }
  }
  push();
  return lines;
}
