import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildWeb } from "./buildWeb.ts";
import { findChromium } from "./findChromium.ts";

// Arguments are passed to Vitest: `npm test -- --project unit packages/contract`.
const args = process.argv.slice(2);
const needsBrowser = !args.includes("unit");
if (needsBrowser) buildWeb();
const chromiumPath = needsBrowser ? await findChromium() : "";
const vitestPath = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const result = spawnSync(process.execPath, [vitestPath, "run", ...args], {
  stdio: "inherit",
  env: { ...process.env, ...(chromiumPath ? { CHROMIUM_PATH: chromiumPath } : {}) },
});
process.exit(result.status ?? 1);
