import { setTimeout } from "node:timers/promises";
import type { Figure } from "../../report.ts";
import type { ChatTarget } from "../../support/chatTarget.ts";
import { readRss } from "../../support/processFigures.ts";
import type { MeasuredProcess, Relay } from "./startRelay.ts";

const streamCount = 500;
const answer = { tokens: 150, paceMs: 40 };
/** Time after which all streams are in the middle of their answers. */
const untilMiddleMs = 3_000;
const mebibyte = 2 ** 20;
const kilobyte = 1_000;

/** Reads the resident memory before the first chat. Our server has only handled a sign-in. */
export function measureIdleMemory(relay: Relay): Figure[] {
  const name = "resident memory, idle";
  const variant = relay.database;
  const floor = readRss(relay.pipeProcess.pid) / mebibyte;
  const ours = readRss(relay.lecternProcess.pid) / mebibyte;
  const aim = { atMost: variant === "PGlite" ? 350 : 140 };
  return [
    { name, variant, unit: "MiB", ours, floor, aim },
    {
      name: `${name}, after the very first start`,
      variant,
      unit: "MiB",
      ours: relay.firstStartRss / mebibyte,
      floor,
      aim,
    },
  ];
}

const chats = { streamCount: 10, answer: { tokens: 200, paceMs: 10 } };
const chatRounds = 10;

/** Reads the resident memory after the first hundred chats of a server, ten at a time. */
export async function measureMemoryAfterChats(relay: Relay): Promise<Figure[]> {
  const target = await relay.lectern("cloud");
  for (let round = 0; round < chatRounds; round++) await relay.clients.run({ ...chats, target });
  await relay.settle();
  return [
    {
      name: "resident memory after a hundred chats",
      variant: `cloud, ${relay.database}`,
      unit: "MiB",
      ours: readRss(relay.lecternProcess.pid) / mebibyte,
      floor: null,
      ...(relay.database === "PGlite" && { aim: { atMost: 400 } }),
    },
  ];
}

/**
 * Measures the memory per stream while 500 streams are in the middle of their answers: used memory after garbage
 * collection, and resident memory.
 */
export async function measureStreamMemory(relay: Relay): Promise<Figure[]> {
  const floor = await measurePerStream(relay, relay.pipe, relay.pipeProcess);
  const ours = await measurePerStream(relay, await relay.lectern("cloud"), relay.lecternProcess);
  const variant = `cloud, ${relay.database}`;
  return [
    {
      name: "memory held a stream, at 500",
      variant,
      unit: "kB",
      ours: ours.held / kilobyte,
      floor: floor.held / kilobyte,
      aim: { atMost: 60 },
    },
    {
      name: "resident memory a stream, at 500",
      variant,
      unit: "kB",
      ours: ours.rss / kilobyte,
      floor: floor.rss / kilobyte,
    },
  ];
}

/** Measures the memory per stream, in bytes. */
async function measurePerStream(relay: Relay, target: ChatTarget, measuredProcess: MeasuredProcess) {
  await relay.settle();
  const usedBefore = await readUsedMemory(measuredProcess);
  const rssBefore = readRss(measuredProcess.pid);
  const runPromise = relay.clients.run({ target, answer, streamCount });
  await setTimeout(untilMiddleMs);
  const rss = readRss(measuredProcess.pid) - rssBefore;
  const usedBytes = (await readUsedMemory(measuredProcess)) - usedBefore;
  await runPromise;
  await relay.settle();
  return { held: usedBytes / streamCount, rss: rss / streamCount };
}

/**
 * Returns the memory used by the main thread after garbage collection, in bytes. The process must have `reportMemory`
 * preloaded.
 */
async function readUsedMemory({ pid, output }: MeasuredProcess): Promise<number> {
  const seenLength = output().length;
  process.kill(pid, "SIGUSR2");
  for (;;) {
    const usedBytes = /\[held (\d+)\]/.exec(output().slice(seenLength))?.[1];
    if (usedBytes !== undefined) return Number(usedBytes);
    await setTimeout(20);
  }
}
