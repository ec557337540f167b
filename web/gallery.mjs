// Looks at every chart of a folder, as `cargo run --package iogram-charts --example gallery -- FOLDER`
// writes them: the pictures, and the same charts alive in a page of three widths, light and dark; and at
// every page (*.html) of `iogram report` there, on paper as well. Says which texts overlap, stand outside of
// the picture, or are numbers without a unit, what axe-core finds in pages, and makes contact sheets for
// what only eyes can judge. Needs Chromium: `npm run gallery -- FOLDER`.
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import path from "node:path";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const charts = path.join(here, "../crates/charts");
const folder = process.argv[2];
if (folder === undefined) throw new Error("a folder is needed");

/** A telephone, a printed page, a screen. */
const WIDTHS = [375, 720, 1040];
const THEMES = ["light", "dark"];
/** Pictures on one sheet. */
const SHEET = 6;

const read = (file) => readFileSync(path.join(folder, file), "utf8");
const names = readdirSync(folder).filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -5)).sort();
const base64 = (file) => readFileSync(path.join(charts, "fonts", file)).toString("base64");
const fonts = `@font-face { font-family: "Iogram Sans"; font-weight: 400; src: url(data:font/ttf;base64,${base64("IogramSans-Regular.ttf")}); }
@font-face { font-family: "Iogram Sans"; font-weight: 600; src: url(data:font/ttf;base64,${base64("IogramSans-SemiBold.ttf")}); }`;

/** Runs in the page: what is wrong with the texts of each `[data-name]`. */
function findFaults(counted) {
  const faults = [];
  for (const place of document.querySelectorAll("[data-name]")) {
    const svg = place.querySelector("svg");
    const name = place.dataset.name;
    if (svg === null) {
      faults.push(`${name}: is not drawn`);
      continue;
    }
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim() !== "").map((text) => {
      const box = text.getBBox();
      const matrix = text.getScreenCTM();
      // Half of the room above and below the letters is empty.
      const [top, height] = [box.y + box.height * 0.2, box.height * 0.6];
      const corner = (x, y) => new DOMPoint(x, y).matrixTransform(matrix);
      const corners = [corner(box.x, top), corner(box.x + box.width, top), corner(box.x + box.width, top + height), corner(box.x, top + height)];
      return { text: text.textContent, corners };
    });
    // A heading can name the unit of the numbers below it, and the last of a list that of all.
    const isCounted = counted.includes(name) || texts.some(({ text }) => /(, |\u00a0)MB\/s$/.test(text));
    for (const { text, corners } of texts) {
      const isOut = corners.some(({ x, y }) => x < frame.left - 0.5 || x > frame.right + 0.5 || y < frame.top - 0.5 || y > frame.bottom + 0.5);
      if (isOut) faults.push(`${name}: "${text}" is outside of the picture`);
      // The number of a point stands before its name in the legend.
      const isNumber = texts.some((other) => other.text.startsWith(`${text}\u00a0\u00a0`));
      if (!isCounted && !isNumber && /^[-(]?[\d.]+\)?$/.test(text.trim())) faults.push(`${name}: "${text}" has no unit`);
    }
    // Two convex shapes are apart if a line along one of their sides parts them.
    const areApart = (a, b) =>
      [a, b].some((shape) =>
        shape.some((from, index) => {
          const to = shape[(index + 1) % shape.length];
          const [nx, ny] = [to.y - from.y, from.x - to.x];
          const length = Math.hypot(nx, ny) || 1;
          const along = (corners) => corners.map(({ x, y }) => (x * nx + y * ny) / length);
          const [pa, pb] = [along(a), along(b)];
          return Math.max(...pa) < Math.min(...pb) + 1 || Math.max(...pb) < Math.min(...pa) + 1;
        }),
      );
    texts.forEach((one, index) => {
      for (const other of texts.slice(index + 1)) {
        if (!areApart(one.corners, other.corners)) faults.push(`${name}: "${one.text}" and "${other.text}" overlap`);
      }
    });
  }
  return faults;
}

/** Charts on which numbers without a unit are right: they count things. */
const counted = names.filter((name) => {
  const { body } = JSON.parse(read(`${name}.json`));
  const axes = [body.x, body.y, body.value, body.category, ...(body.panels ?? [])];
  return axes.some((axis) => axis !== undefined && axis.unit === "" && axis.scale !== "category");
});

const browser = await chromium.launch({
  executablePath: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((file) => existsSync(file)),
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
const faults = [];
const take = async (where) => faults.push(...(await page.evaluate(findFaults, counted)).map((fault) => `${where}: ${fault}`));

async function alive(width, theme) {
  await page.setViewportSize({ width: width + 40, height: 1200 });
  const places = names.map((name, index) => {
    const spec = read(`${name}.json`).replaceAll("<", "\\u003c");
    return `<div data-name="${name}"><div data-chart="c${index}" style="width:${width}px"></div></div><script type="application/json" id="c${index}">${spec}</script>`;
  });
  const bundle = readFileSync(path.join(charts, "bundle/charts.js"), "utf8");
  await page.setContent(`<!doctype html><html data-theme="${theme}"><style>${fonts} body { margin: 20px; font-family: "Iogram Sans"; }</style>
    <b>.</b>${places.join("\n")}<script>${bundle}</script></html>`);
  await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())));
  await page.evaluate(() => globalThis.iogramCharts.start());
  await page.waitForFunction(() => [...document.querySelectorAll("[data-chart]")].every((place) => place.querySelector("svg") !== null), null, { timeout: 120_000 });
}

for (const theme of names.length === 0 ? [] : THEMES) {
  await page.setContent(`<!doctype html><style>${fonts}</style>${names.map((name) => `<div data-name="${name}">${read(`${name}-${theme}.svg`)}</div>`).join("\n")}`);
  await page.evaluate(() => document.fonts.ready);
  await take(`picture, ${theme}`);
  for (const width of WIDTHS) {
    await alive(width, theme);
    await take(`page of ${width}, ${theme}`);
  }
}

const sheets = path.join(folder, "sheets");
mkdirSync(sheets, { recursive: true });
for (const theme of THEMES) {
  for (let first = 0; first < names.length; first += SHEET) {
    const few = names.slice(first, first + SHEET);
    await page.setViewportSize({ width: 1840, height: 1000 });
    const images = few.map((name) => `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${readFileSync(path.join(folder, `${name}-${theme}-1x.png`)).toString("base64")}"></figure>`);
    await page.setContent(`<style>body { display: grid; grid-template-columns: 900px 900px; gap: 10px; align-items: start; margin: 10px; background: #888; font: 12px sans-serif; } figure { margin: 0; } img { display: block; }</style>${images.join("")}`);
    await page.screenshot({ path: path.join(sheets, `${theme}-${String(first / SHEET).padStart(2, "0")}.png`), fullPage: true });
  }
}
for (const width of names.length === 0 ? [] : WIDTHS) {
  await alive(width, "light");
  await page.screenshot({ path: path.join(sheets, `page-${width}.png`), fullPage: true });
}

/** Opens a page of `iogram report` and waits until every chart is drawn. */
async function open(file, width, theme) {
  await page.setViewportSize({ width, height: 1200 });
  await page.emulateMedia({ colorScheme: theme, media: "screen" });
  await page.goto(pathToFileURL(path.resolve(folder, file)).href);
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll("details.part")) fold.open = true;
  });
  await page.waitForFunction(() => [...document.querySelectorAll("[data-chart]")].every((place) => place.querySelector("svg") !== null), null, { timeout: 120_000 });
  await page.evaluate(() => {
    for (const place of document.querySelectorAll("[data-chart]")) place.dataset.name = place.closest("figure")?.id ?? "";
  });
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const pages = readdirSync(folder).filter((file) => file.endsWith(".html")).sort();
for (const file of pages) {
  const stem = path.join(sheets, file.slice(0, -5));
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      await open(file, width, theme);
      // Counts are right without a unit where a chart says what it counts: only eyes can tell in a page.
      const all = await page.evaluate(() => [...document.querySelectorAll("[data-name]")].map((place) => place.dataset.name));
      faults.push(...(await page.evaluate(findFaults, all)).map((fault) => `${file} of ${width}, ${theme}: ${fault}`));
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) faults.push(`${file} of ${width}, ${theme}: is wider than the window`);
      if (width === WIDTHS[2]) await page.screenshot({ path: `${stem}-${theme}.png`, fullPage: true });
    }
    await page.addScriptTag({ path: axe });
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
    for (const { id, nodes } of violations) faults.push(`${file}, ${theme}: ${id}: ${nodes.length} times, first ${nodes[0].html.slice(0, 120)}`);
  }
  await open(file, 1040, "dark");
  await page.emulateMedia({ media: null });
  await page.pdf({ path: `${stem}.pdf`, format: "A4", printBackground: true });
}
await browser.close();
for (const fault of faults) console.log(fault);
console.log(`${names.length} charts, ${pages.length} pages, ${faults.length} faults; contact sheets in ${sheets}`);
process.exit(faults.length === 0 ? 0 : 1);
