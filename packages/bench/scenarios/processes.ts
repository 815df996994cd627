import { setTimeout } from "node:timers/promises";
import type { Figure } from "../report.ts";
import { median, percentile } from "../support/percentile.ts";
import { readCpu, readCpuBelow } from "../support/processFigures.ts";
import type { Scenario } from "../support/scenario.ts";
import { measureOneWay, measureRate, openNotify, openRedis } from "./processes/rawTransports.ts";
import { type Pair, startPair } from "./processes/startPair.ts";
import type { TimedReading } from "./processes/timedReader.ts";

const places = ["owner", "other"] as const;
type Place = (typeof places)[number];

/** An answer that one process writes and another reads out, beside a second reader at the process that writes it. */
export const processes: Scenario = async (resources, progress) => {
  const pair = await startPair(resources);
  const figures: Figure[] = [];
  const notes = [
    "Two servers, PostgreSQL (fsync off), the model server and the readers on one machine, local conversations.",
    "Each event is timed when it is read: later than by the reader at the owner that asked for the answer.",
    "The transports alone: two connections of one Node process, a message of 300 characters, as one event is.",
  ];
  progress("warming up");
  for (const at of places) await readBeside(pair, at, { tokens: 300, paceMs: 1 }, 20);
  progress("delay of events");
  figures.push(...(await measureDelay(pair)));
  progress("CPU");
  figures.push(...(await measureCpu(pair)));
  progress("a long answer that has ended");
  figures.push(await measureBacklog(pair));
  progress("transports alone");
  const notify = await openNotify(pair.databaseUrl, resources);
  const redis = await openRedis(resources);
  if (!redis) notes.push("Redis was not measured: no `redis-server` on this machine.");
  const oneWay = {
    notify: await measureOneWay(notify, 300, 2_000),
    redis: redis && (await measureOneWay(redis, 300, 2_000)),
  };
  const rate = {
    notify: await measureRate(notify, 300, 20_000, 1),
    redis: redis && (await measureRate(redis, 300, 20_000, 1)),
  };
  const alone = (name: string, unit: Figure["unit"], ours: number, floor: number | null): Figure => ({
    name,
    variant: "NOTIFY, beside Redis",
    unit,
    ours,
    floor,
  });
  figures.push(
    alone("transport alone: one way, p50", "ms", median(oneWay.notify), redis && median(oneWay.redis ?? [])),
    alone(
      "transport alone: one way, p99",
      "ms",
      percentile(oneWay.notify, 0.99),
      redis && percentile(oneWay.redis ?? [], 0.99),
    ),
    alone("transport alone: messages a second, one after the other", "", rate.notify, rate.redis),
  );
  return {
    scenario: "processes",
    floor: "a second reader at the owner itself (of the transports alone: Redis)",
    figures,
    notes,
  };
};

interface Beside {
  asked: TimedReading;
  followed: TimedReading;
}

/** Answers that are read by who asked for them and by a second reader from their first event on. */
async function readBeside(
  pair: Pair,
  at: Place,
  answer: { tokens: number; paceMs: number },
  streams: number,
): Promise<Beside[]> {
  return Promise.all(
    Array.from({ length: streams }, async () => {
      const following = Promise.withResolvers<TimedReading>();
      const asked = await pair.ask(answer, (requestId) => following.resolve(pair.follow(at, requestId)));
      const followed = await following.promise;
      if (followed.at.size !== asked.at.size)
        throw new Error(`${followed.at.size} of ${asked.at.size} events were read`);
      return { asked, followed };
    }),
  );
}

async function measureDelay(pair: Pair): Promise<Figure[]> {
  const delays: Record<Place, number[]> = { owner: [], other: [] };
  for (let round = 0; round < 3; round++) {
    for (const at of places) {
      for (const { asked, followed } of await readBeside(pair, at, { tokens: 400, paceMs: 20 }, 1)) {
        // The first events come as a backlog, when the second reader is there.
        for (const [id, time] of asked.at) if (id > 20) delays[at].push((followed.at.get(id) ?? Number.NaN) - time);
      }
    }
  }
  const figure = (name: string, share: number): Figure => ({
    name,
    variant: "one stream",
    unit: "ms",
    ours: percentile(delays.other, share),
    floor: percentile(delays.owner, share),
  });
  return [figure("event at the reader elsewhere, p50", 0.5), figure("event at the reader elsewhere, p99", 0.99)];
}

async function measureCpu(pair: Pair): Promise<Figure[]> {
  const streams = 50;
  const answer = { tokens: 400, paceMs: 20 };
  const used = async (at: Place) => {
    await setTimeout(1_500);
    const read = () => ({
      owner: readCpu(pair.owner.pid()).all,
      other: readCpu(pair.other.pid()).all,
      postgres: readCpuBelow("postgres"),
    });
    const before = read();
    const readings = await readBeside(pair, at, answer, streams);
    await setTimeout(500);
    const after = read();
    const events = readings.reduce((sum, { followed }) => sum + followed.at.size, 0);
    const each = (part: keyof typeof before) => ((after[part] - before[part]) * 1_000) / events;
    return { owner: each("owner"), other: each("other"), postgres: each("postgres") };
  };
  const [beside, elsewhere] = [await used("owner"), await used("other")];
  const figure = (name: string, part: keyof typeof beside): Figure => ({
    name: `CPU per event read by two, ${streams} paced streams: ${name}`,
    variant: "second reader elsewhere",
    unit: "µs",
    ours: elsewhere[part],
    floor: beside[part],
  });
  const sum = (parts: typeof beside) => parts.owner + parts.other + parts.postgres;
  return [
    figure("owner", "owner"),
    figure("the other process", "other"),
    figure("PostgreSQL", "postgres"),
    { ...figure("all three", "owner"), ours: sum(elsewhere), floor: sum(beside) },
  ];
}

/** A long answer that has ended is read from its first event on. */
async function measureBacklog(pair: Pair): Promise<Figure> {
  let requestId = "";
  await pair.ask({ tokens: 50_000, paceMs: 0 }, (id) => {
    requestId = id;
  });
  const times: Record<Place, number[]> = { owner: [], other: [] };
  let bytes = 0;
  for (let round = 0; round < 5; round++) {
    for (const at of places) {
      const startedAt = performance.now();
      bytes = (await pair.follow(at, requestId)).bytes;
      times[at].push(performance.now() - startedAt);
    }
  }
  return {
    name: `an ended answer of ${Math.round(bytes / 1024)} KiB, read whole`,
    variant: "from its start",
    unit: "ms",
    ours: median(times.other),
    floor: median(times.owner),
  };
}
