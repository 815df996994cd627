import type { Figure } from "../report.ts";
import type { Scenario } from "../support/scenario.ts";
import { measureCpu, measureFullSpeed } from "./relay/cpuPerToken.ts";
import { measureBursts, measureOneStream } from "./relay/firstToken.ts";
import { measureManyStreams } from "./relay/manyStreams.ts";
import { measureIdleMemory, measureStreamMemory } from "./relay/memory.ts";
import { type Relay, startRelay } from "./relay/startRelay.ts";

/**
 * Measures chats from the client through our server to the scripted model server and back, compared with a pipe that
 * only forwards bytes.
 */
export const relay: Scenario = async (resources, progress) => {
  const figures: Figure[] = [];
  const notes = [
    "The model server, the pipe, our server and the clients run in separate processes.",
    "Every chat is a new conversation, signed in and with usage recorded, on a new connection unless its name says " +
      "otherwise; `cloud` also stores the turn and generates a title.",
  ];
  const note = (line: string) => {
    if (!notes.includes(line)) notes.push(line);
  };
  for (const database of ["PGlite", "PostgreSQL"] as const) {
    const measureStep = async (name: string, measure: () => Figure[] | Promise<Figure[]>) => {
      progress(`${database}: ${name}`);
      figures.push(...(await measure()));
    };
    const runningRelay = await startRelay(resources, database);
    await runningRelay.settle();
    await measureStep("idle memory", () => measureIdleMemory(runningRelay));
    await warmUp(runningRelay);
    await measureStep("memory of streams", () => measureStreamMemory(runningRelay));
    await measureStep("one stream", () => measureOneStream(runningRelay));
    await measureStep("many at once", () => measureBursts(runningRelay));
    await measureStep("CPU per token", () => measureCpu(runningRelay, note));
    await measureStep("full speed", () => measureFullSpeed(runningRelay));
    await measureStep("1 to 500 streams", () => measureManyStreams(runningRelay, note));
    await resources.closeAll();
  }
  const floor = "a bare Node pipe to the same model server (added times: relative to the model server itself)";
  return { scenario: "relay", floor, figures, notes };
};

/** Runs chats so that later ones run optimized code. */
async function warmUp(runningRelay: Relay): Promise<void> {
  const order = { answer: { tokens: 100, paceMs: 10 }, streamCount: 30 };
  for (let round = 0; round < 3; round++) {
    await runningRelay.clients.run({ ...order, target: runningRelay.pipe });
    await runningRelay.clients.run({ ...order, target: await runningRelay.lectern("local") });
    await runningRelay.clients.run({ ...order, target: await runningRelay.lectern("cloud") });
  }
  await runningRelay.settle();
}
