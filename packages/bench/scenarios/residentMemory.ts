import type { Figure } from "../report.ts";
import type { Scenario } from "../support/scenario.ts";
import { measureIdleMemory, measureMemoryAfterChats } from "./relay/memory.ts";
import { startRelay } from "./relay/startRelay.ts";

/** Measures the memory of a server on each database before its first chat and after a hundred. */
export const residentMemory: Scenario = async (resources, progress) => {
  const figures: Figure[] = [];
  for (const database of ["PGlite", "PostgreSQL"] as const) {
    progress(database);
    const relay = await startRelay(resources, database);
    await relay.settle();
    figures.push(...measureIdleMemory(relay), ...(await measureMemoryAfterChats(relay)));
    await resources.closeAll();
  }
  return {
    scenario: "residentMemory",
    floor: "a bare Node pipe",
    figures,
    notes: ["The server runs with the options of the container."],
  };
};
