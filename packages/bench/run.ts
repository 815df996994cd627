import { getBusyWarning, report } from "./report.ts";
import { analytics } from "./scenarios/analytics.ts";
import { assistants } from "./scenarios/assistants.ts";
import { events } from "./scenarios/events.ts";
import { files } from "./scenarios/files.ts";
import { firstLoad } from "./scenarios/firstLoad.ts";
import { groups } from "./scenarios/groups.ts";
import { keys } from "./scenarios/keys.ts";
import { longConversations } from "./scenarios/longConversations.ts";
import { memory } from "./scenarios/memory.ts";
import { preview } from "./scenarios/preview.ts";
import { processes } from "./scenarios/processes.ts";
import { relay } from "./scenarios/relay.ts";
import { render } from "./scenarios/render.ts";
import { residentMemory } from "./scenarios/residentMemory.ts";
import { retrieval } from "./scenarios/retrieval.ts";
import { retrievalQuality } from "./scenarios/retrievalQuality.ts";
import { search } from "./scenarios/search.ts";
import { sharing } from "./scenarios/sharing.ts";
import { start } from "./scenarios/start.ts";
import { usage } from "./scenarios/usage.ts";
import { wire } from "./scenarios/wire.ts";
import { createResources, type Resources } from "./support/resources.ts";
import type { Scenario } from "./support/scenario.ts";

const scenarios: Record<string, Scenario> = {
  start,
  firstLoad,
  render,
  long: longConversations,
  preview,
  wire,
  relay,
  residentMemory,
  processes,
  events,
  retrieval,
  retrievalQuality,
  assistants,
  groups,
  analytics,
  memory,
  files,
  search,
  sharing,
  usage,
  keys,
};

const requestedNames = process.argv.slice(2);
const unknownNames = requestedNames.filter((name) => !Object.hasOwn(scenarios, name));
if (unknownNames.length > 0) {
  process.stderr.write(
    `There is no scenario ${unknownNames.join(", ")}. There are: ${Object.keys(scenarios).join(", ")}.\n`,
  );
  process.exit(2);
}

let currentResources: Resources = createResources();
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    isStopping = true;
    void currentResources.closeAll().finally(() => process.exit(130));
  });
}

const busyWarning = getBusyWarning();
if (busyWarning) process.stderr.write(`${busyWarning}\n`);
for (const [name, scenario] of Object.entries(scenarios)) {
  if (isStopping) break;
  if (requestedNames.length > 0 && !requestedNames.includes(name)) continue;
  currentResources = createResources();
  try {
    const result = await scenario(currentResources, (line) => process.stderr.write(`${name}: ${line}\n`));
    report(busyWarning ? { ...result, notes: [...result.notes, busyWarning] } : result);
  } catch (error) {
    // An interrupted scenario fails only because it was interrupted.
    if (isStopping) break;
    process.stderr.write(`\n${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await currentResources.closeAll();
  }
}
