import type { Figure } from "../report.ts";
import type { Scenario } from "../support/scenario.ts";
import { measureCpu, measureFullSpeed } from "./relay/cpuPerToken.ts";
import { measureBurst, measureOneStream } from "./relay/firstToken.ts";
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
    "Every chat is a new conversation on a new connection, signed in and with usage recorded; `cloud` also stores " +
      "the turn and generates a title.",
  ];
  const note = (line: string) => {
    if (!notes.includes(line)) notes.push(line);
  };
  for (const database of ["PGlite", "PostgreSQL"] as const) {
    const step = async (name: string, measure: () => Figure[] | Promise<Figure[]>) => {
      progress(`${database}: ${name}`);
      figures.push(...(await measure()));
    };
    const running = await startRelay(resources, database);
    await running.settle();
    await step("idle memory", () => measureIdleMemory(running));
    await warmUp(running);
    await step("memory of streams", () => measureStreamMemory(running));
    await step("one stream", () => measureOneStream(running));
    await step("a hundred at once", () => measureBurst(running));
    await step("CPU per token", () => measureCpu(running, note));
    await step("full speed", () => measureFullSpeed(running));
    await step("1 to 500 streams", () => measureManyStreams(running, note));
    await resources.closeAll();
  }
  const floor = "a bare Node pipe to the same model server (added times: relative to the model server itself)";
  return { scenario: "relay", floor, figures, notes };
};

/** Runs chats so that later ones run optimized code. */
async function warmUp(running: Relay): Promise<void> {
  const order = { answer: { tokens: 100, paceMs: 10 }, streams: 30 };
  for (let round = 0; round < 3; round++) {
    await running.clients.run({ ...order, target: running.pipe });
    await running.clients.run({ ...order, target: await running.lectern("local") });
    await running.clients.run({ ...order, target: await running.lectern("cloud") });
  }
  await running.settle();
}
