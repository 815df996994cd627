import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildWeb } from "./buildWeb.ts";
import { findChromium } from "./findChromium.ts";

// Arguments are passed to Vitest: `npm test -- --project unit packages/contract`.
const args = process.argv.slice(2);
const withBrowser = !args.includes("unit");
if (withBrowser) buildWeb();
const chromium = withBrowser ? await findChromium() : "";
const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const result = spawnSync(process.execPath, [vitest, "run", ...args], {
  stdio: "inherit",
  env: { ...process.env, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
});
process.exit(result.status ?? 1);
