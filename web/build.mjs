// Builds the bundle, or with --check says whether the committed one is what the sources give; with
// --test runs the tests. The hash of the sources goes into its first line.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import path from "node:path";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const bundle = path.join(here, "../crates/charts/bundle/charts.js");

/** FNV-1a with 64 bits over the names and texts of every file that decides the bundle. */
function sourcesHash() {
  const files = ["build.mjs", "package-lock.json", "tsconfig.json", ...readdirSync(path.join(here, "src")).map((name) => `src/${name}`)];
  let hash = 0xcbf29ce484222325n;
  for (const file of files.sort()) {
    for (const byte of Buffer.concat([Buffer.from(`${file}\0`), readFileSync(path.join(here, file))])) {
      hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    }
  }
  return hash.toString(16).padStart(16, "0");
}

async function bundleText() {
  const result = await build({
    absWorkingDir: here,
    entryPoints: ["src/main.ts"],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2020",
    charset: "utf8",
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
  });
  const licence = "Contains Apache ECharts (Apache-2.0), zrender (BSD-3-Clause) and tslib (0BSD); see NOTICE";
  // A page holds this text between script tags.
  const code = result.outputFiles[0].text.replaceAll("</script", "<\\/script");
  return `/* sources: ${sourcesHash()}. ${licence} */\n${code}`;
}

async function test() {
  const out = path.join(here, "node_modules/.test.mjs");
  await build({ absWorkingDir: here, entryPoints: ["test/all.ts"], bundle: true, format: "esm", platform: "node", outfile: out });
  await import(pathToFileURL(out).href);
}

const text = await bundleText();
if (process.argv.includes("--test")) {
  await test();
} else if (process.argv.includes("--check")) {
  if (readFileSync(bundle, "utf8") !== text) {
    console.error("crates/charts/bundle/charts.js is not what web/ gives; run: cd web && npm ci && npm run build");
    process.exit(1);
  }
} else {
  writeFileSync(bundle, text);
}
