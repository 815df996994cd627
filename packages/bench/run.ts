import { getBusyWarning, report } from "./report.ts";
import { files } from "./scenarios/files.ts";
import { firstLoad } from "./scenarios/firstLoad.ts";
import { long } from "./scenarios/long.ts";
import { processes } from "./scenarios/processes.ts";
import { relay } from "./scenarios/relay.ts";
import { render } from "./scenarios/render.ts";
import { retrieval } from "./scenarios/retrieval.ts";
import { retrievalQuality } from "./scenarios/retrievalQuality.ts";
import { search } from "./scenarios/search.ts";
import { start } from "./scenarios/start.ts";
import { wire } from "./scenarios/wire.ts";
import { createResources, type Resources } from "./support/resources.ts";
import type { Scenario } from "./support/scenario.ts";

const scenarios: Record<string, Scenario> = {
  start,
  firstLoad,
  render,
  long,
  wire,
  relay,
  processes,
  retrieval,
  retrievalQuality,
  files,
  search,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(scenarios, name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no scenario ${unknown.join(", ")}. There are: ${Object.keys(scenarios).join(", ")}.\n`,
  );
  process.exit(2);
}

let current: Resources = createResources();
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    isStopping = true;
    void current.closeAll().finally(() => process.exit(130));
  });
}

const busy = getBusyWarning();
if (busy) process.stderr.write(`${busy}\n`);
for (const [name, scenario] of Object.entries(scenarios)) {
  if (isStopping) break;
  if (names.length > 0 && !names.includes(name)) continue;
  current = createResources();
  try {
    const result = await scenario(current, (line) => process.stderr.write(`${name}: ${line}\n`));
    report(busy ? { ...result, notes: [...result.notes, busy] } : result);
  } catch (error) {
    // An interrupted scenario fails only because it was interrupted.
    if (isStopping) break;
    process.stderr.write(`\n${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await current.closeAll();
  }
}
