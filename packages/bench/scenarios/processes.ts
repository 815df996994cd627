import { setTimeout } from "node:timers/promises";
import type { Figure } from "../report.ts";
import { median, percentile } from "../support/percentile.ts";
import { readCpu, readDescendantCpu } from "../support/processFigures.ts";
import type { Scenario } from "../support/scenario.ts";
import { measureLatency, measureRate, openNotify, openRedis } from "./processes/rawTransports.ts";
import { type ServerPair, startServerPair } from "./processes/startServerPair.ts";
import type { TimedRead } from "./processes/timedReader.ts";

const serverRoles = ["owner", "other"] as const;
type ServerRole = (typeof serverRoles)[number];

/**
 * Measures an answer that one process generates and a reader reads through another, compared with a second reader at
 * the generating process.
 */
export const processes: Scenario = async (resources, progress) => {
  const pair = await startServerPair(resources);
  const figures: Figure[] = [];
  const notes = [
    "Two servers, PostgreSQL (fsync off), the model server and the readers on one machine, local conversations.",
    "Each event is timed when it is read, relative to the reader at the owner that requested the answer.",
    "The transports alone: two connections of one Node process, and messages of 300 characters, the size of one event.",
  ];
  progress("warming up");
  for (const role of serverRoles) await readFromBoth(pair, role, { tokens: 300, paceMs: 1 }, 20);
  progress("delay of events");
  figures.push(...(await measureDelay(pair)));
  progress("CPU");
  figures.push(...(await measureCpu(pair)));
  progress("a long answer that has ended");
  figures.push(await measureEndedAnswer(pair));
  progress("transports alone");
  const notify = await openNotify(pair.databaseUrl, resources);
  const redis = await openRedis(resources);
  if (!redis) notes.push("Redis was not measured: no `redis-server` on this machine.");
  const latencies = {
    notify: await measureLatency(notify, 300, 2_000),
    redis: redis && (await measureLatency(redis, 300, 2_000)),
  };
  const rates = {
    notify: await measureRate(notify, 300, 20_000, 1),
    redis: redis && (await measureRate(redis, 300, 20_000, 1)),
  };
  const buildFigure = (name: string, unit: Figure["unit"], ours: number, floor: number | null): Figure => ({
    name,
    variant: "NOTIFY, beside Redis",
    unit,
    ours,
    floor,
  });
  figures.push(
    buildFigure(
      "transport alone: one way, p50",
      "ms",
      median(latencies.notify),
      redis && median(latencies.redis ?? []),
    ),
    buildFigure(
      "transport alone: one way, p99",
      "ms",
      percentile(latencies.notify, 0.99),
      redis && percentile(latencies.redis ?? [], 0.99),
    ),
    buildFigure("transport alone: messages a second, one after the other", "", rates.notify, rates.redis),
  );
  return {
    scenario: "processes",
    floor: "a second reader at the owner itself (for the transports alone: Redis)",
    figures,
    notes,
  };
};

interface PairedRead {
  requester: TimedRead;
  follower: TimedRead;
}

/** Reads answers both at the requester and with a second reader that starts at the first event. */
async function readFromBoth(
  pair: ServerPair,
  role: ServerRole,
  answer: { tokens: number; paceMs: number },
  streamCount: number,
): Promise<PairedRead[]> {
  return Promise.all(
    Array.from({ length: streamCount }, async () => {
      const followerResult = Promise.withResolvers<TimedRead>();
      const requester = await pair.ask(answer, (requestId) => followerResult.resolve(pair.follow(role, requestId)));
      const follower = await followerResult.promise;
      if (follower.at.size !== requester.at.size)
        throw new Error(`${follower.at.size} of ${requester.at.size} events were read`);
      return { requester, follower };
    }),
  );
}

async function measureDelay(pair: ServerPair): Promise<Figure[]> {
  const delays: Record<ServerRole, number[]> = { owner: [], other: [] };
  for (let round = 0; round < 3; round++) {
    for (const role of serverRoles) {
      for (const { requester, follower } of await readFromBoth(pair, role, { tokens: 400, paceMs: 20 }, 1)) {
        // Skip the first events, which the second reader receives as a backlog.
        for (const [id, time] of requester.at)
          if (id > 20) delays[role].push((follower.at.get(id) ?? Number.NaN) - time);
      }
    }
  }
  const buildFigure = (name: string, share: number): Figure => ({
    name,
    variant: "one stream",
    unit: "ms",
    ours: percentile(delays.other, share),
    floor: percentile(delays.owner, share),
  });
  return [
    buildFigure("event at the reader elsewhere, p50", 0.5),
    buildFigure("event at the reader elsewhere, p99", 0.99),
  ];
}

async function measureCpu(pair: ServerPair): Promise<Figure[]> {
  const streamCount = 50;
  const answer = { tokens: 400, paceMs: 20 };
  const measureCpuPerEvent = async (role: ServerRole) => {
    await setTimeout(1_500);
    const readAllCpu = () => ({
      owner: readCpu(pair.owner.pid()).all,
      other: readCpu(pair.other.pid()).all,
      postgres: readDescendantCpu("postgres"),
    });
    const before = readAllCpu();
    const pairedReads = await readFromBoth(pair, role, answer, streamCount);
    await setTimeout(500);
    const after = readAllCpu();
    const events = pairedReads.reduce((sum, { follower }) => sum + follower.at.size, 0);
    const toMicrosecondsPerEvent = (part: keyof typeof before) => ((after[part] - before[part]) * 1_000) / events;
    return {
      owner: toMicrosecondsPerEvent("owner"),
      other: toMicrosecondsPerEvent("other"),
      postgres: toMicrosecondsPerEvent("postgres"),
    };
  };
  const [ownerUse, otherUse] = [await measureCpuPerEvent("owner"), await measureCpuPerEvent("other")];
  const buildFigure = (name: string, part: keyof typeof ownerUse): Figure => ({
    name: `CPU per event read by two, ${streamCount} paced streams: ${name}`,
    variant: "second reader elsewhere",
    unit: "µs",
    ours: otherUse[part],
    floor: ownerUse[part],
  });
  const sum = (parts: typeof ownerUse) => parts.owner + parts.other + parts.postgres;
  return [
    buildFigure("owner", "owner"),
    buildFigure("the other process", "other"),
    buildFigure("PostgreSQL", "postgres"),
    { ...buildFigure("all three", "owner"), ours: sum(otherUse), floor: sum(ownerUse) },
  ];
}

/** Measures how long it takes to read a long answer that has ended, from its first event. */
async function measureEndedAnswer(pair: ServerPair): Promise<Figure> {
  let requestId = "";
  await pair.ask({ tokens: 50_000, paceMs: 0 }, (id) => {
    requestId = id;
  });
  const durations: Record<ServerRole, number[]> = { owner: [], other: [] };
  let bytes = 0;
  for (let round = 0; round < 5; round++) {
    for (const role of serverRoles) {
      const startedAt = performance.now();
      bytes = (await pair.follow(role, requestId)).bytes;
      durations[role].push(performance.now() - startedAt);
    }
  }
  return {
    name: `an ended answer of ${Math.round(bytes / 1024)} KiB, read whole`,
    variant: "from its start",
    unit: "ms",
    ours: median(durations.other),
    floor: median(durations.owner),
  };
}
