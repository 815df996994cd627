import { setTimeout } from "node:timers/promises";
import type { Figure } from "../../report.ts";
import type { ChatTarget } from "../../support/chatTarget.ts";
import { percentile } from "../../support/percentile.ts";
import type { DatabaseName, Relay, Storage } from "./startRelay.ts";

const sampleCount = 60;
const burstRounds = 4;

/**
 * Measures the time that each path adds to the first token of one stream, in paired, alternating samples against the
 * model server itself.
 */
export async function measureOneStream(relay: Relay): Promise<Figure[]> {
  const answer = { tokens: 6, paceMs: 10 };
  const [localTarget, cloudTarget] = [await relay.lectern("local"), await relay.lectern("cloud")];
  const openAiTarget = await relay.lecternOpenAi();
  const addedTimes = { pipe: [] as number[], local: [] as number[], cloud: [] as number[], openAi: [] as number[] };
  const measureFirstToken = async (target: ChatTarget) => {
    const { streams } = await relay.clients.run({ target, answer, streamCount: 1 });
    // The work after an answer (title, usage) must not affect the next sample.
    await setTimeout(40);
    return streams[0]?.firstTokenMs ?? Number.NaN;
  };
  for (let count = 0; count < sampleCount; count++) {
    const direct = await measureFirstToken(relay.direct);
    addedTimes.pipe.push((await measureFirstToken(relay.pipe)) - direct);
    addedTimes.local.push((await measureFirstToken(localTarget)) - direct);
    addedTimes.openAi.push((await measureFirstToken(openAiTarget)) - direct);
    addedTimes.cloud.push((await measureFirstToken(cloudTarget)) - direct);
  }
  const buildFigure = (storage: Storage, share: number, atMost: number): Figure => ({
    name: `added time to first token, one stream, p${share * 100}`,
    variant: `${storage}, ${relay.database}`,
    unit: "ms",
    ours: percentile(addedTimes[storage], share),
    floor: percentile(addedTimes.pipe, share),
    aim: { atMost },
  });
  return [
    buildFigure("local", 0.5, 3),
    buildFigure("local", 0.99, 10),
    buildFigure("cloud", 0.5, 5),
    buildFigure("cloud", 0.99, 10),
    {
      name: "added time to first token, one stream, p50: /v1/chat/completions, with /chat as the floor",
      variant: relay.database,
      unit: "ms",
      ours: percentile(addedTimes.openAi, 0.5),
      floor: percentile(addedTimes.local, 0.5),
      // Equal, apart from the difference that two runs of the same series have.
      aim: { atMostTimesFloor: 1.15 },
    },
  ];
}

interface Burst {
  name: string;
  streamCount: number;
  peopleCount: number;
  keepAlive: boolean;
  storages: readonly Storage[];
  /** Aims in ms by percentile and storage. */
  aims: Partial<Record<Storage, { p50: number; p95?: number }>>;
}

const bursts: Record<DatabaseName, readonly Burst[]> = {
  PGlite: [
    buildBurst(100, 1, false, { local: { p50: 150 }, cloud: { p50: 150 } }),
    buildBurst(100, 20, true, { local: { p50: 120 }, cloud: { p50: 150 } }),
  ],
  PostgreSQL: [
    buildBurst(100, 1, false, { local: { p50: 150 }, cloud: { p50: 150 } }),
    buildBurst(100, 20, true, { local: { p50: 120 }, cloud: { p50: 150 } }),
    buildBurst(100, 100, true, { cloud: { p50: 150 } }),
    buildBurst(500, 100, true, { cloud: { p50: 600, p95: 1_000 } }),
  ],
};

function buildBurst(streamCount: number, peopleCount: number, keepAlive: boolean, aims: Burst["aims"]): Burst {
  const people = peopleCount === 1 ? "one person" : `${peopleCount} people`;
  const connections = keepAlive ? "open connections" : "new connections";
  const storages = (["local", "cloud"] as const).filter((storage) => aims[storage]);
  return {
    name: `${streamCount} at once of ${people}, ${connections}`,
    streamCount,
    peopleCount,
    keepAlive,
    storages,
    aims,
  };
}

/** Measures the time to first token when many requests start at once. */
export async function measureBursts(relay: Relay): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const burst of bursts[relay.database]) figures.push(...(await measureBurst(relay, burst)));
  return figures;
}

async function measureBurst(
  relay: Relay,
  { name, streamCount, peopleCount, keepAlive, storages, aims }: Burst,
): Promise<Figure[]> {
  const answer = { tokens: 40, paceMs: 10 };
  const firstTokenTimes = { pipe: [] as number[], local: [] as number[], cloud: [] as number[] };
  // The first round opens the connections.
  for (let round = keepAlive ? -1 : 0; round < burstRounds; round++) {
    for (const path of ["pipe", ...storages] as const) {
      const target = path === "pipe" ? relay.pipe : await relay.lectern(path, peopleCount);
      const { streams } = await relay.clients.run({ target, answer, streamCount, keepAlive });
      if (round >= 0) firstTokenTimes[path].push(...streams.map(({ firstTokenMs }) => firstTokenMs));
      await relay.settle();
    }
  }
  return storages.flatMap((storage) =>
    ([50, 95, 99] as const).map((percent): Figure => {
      const atMost = percent === 99 ? undefined : aims[storage]?.[`p${percent}`];
      return {
        name: `time to first token, ${name}, p${percent}`,
        variant: `${storage}, ${relay.database}`,
        unit: "ms",
        ours: percentile(firstTokenTimes[storage], percent / 100),
        floor: percentile(firstTokenTimes.pipe, percent / 100),
        ...(atMost === undefined ? {} : { aim: { atMost } }),
      };
    }),
  );
}
