import { setTimeout } from "node:timers/promises";
import type { Figure } from "../../report.ts";
import type { ChatTarget } from "../../support/chatTarget.ts";
import { percentile } from "../../support/percentile.ts";
import type { Relay } from "./startRelay.ts";

const sampleCount = 60;
const burstStreamCount = 100;
const burstRounds = 4;

/**
 * Measures the time that each path adds to the first token of one stream, in paired, alternating samples against the
 * model server itself.
 */
export async function measureOneStream(relay: Relay): Promise<Figure[]> {
  const answer = { tokens: 6, paceMs: 10 };
  const [localTarget, cloudTarget] = [await relay.lectern("local"), await relay.lectern("cloud")];
  const addedTimes = { pipe: [] as number[], local: [] as number[], cloud: [] as number[] };
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
    addedTimes.cloud.push((await measureFirstToken(cloudTarget)) - direct);
  }
  const buildFigure = (storage: "local" | "cloud", share: number, atMost: number): Figure => ({
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
    buildFigure("cloud", 0.5, 3),
    buildFigure("cloud", 0.99, 10),
  ];
}

/** Measures the time to first token when a hundred requests start at once. */
export async function measureBurst(relay: Relay): Promise<Figure[]> {
  const answer = { tokens: 40, paceMs: 10 };
  const firstTokenTimes = { pipe: [] as number[], local: [] as number[], cloud: [] as number[] };
  for (let round = 0; round < burstRounds; round++) {
    const targets = { pipe: relay.pipe, local: await relay.lectern("local"), cloud: await relay.lectern("cloud") };
    for (const way of ["pipe", "local", "cloud"] as const) {
      const { streams } = await relay.clients.run({ target: targets[way], answer, streamCount: burstStreamCount });
      firstTokenTimes[way].push(...streams.map(({ firstTokenMs }) => firstTokenMs));
      await relay.settle();
    }
  }
  const buildFigure = (storage: "local" | "cloud", share: number): Figure => ({
    name: `time to first token, 100 at once, p${share * 100}`,
    variant: `${storage}, ${relay.database}`,
    unit: "ms",
    ours: percentile(firstTokenTimes[storage], share),
    floor: percentile(firstTokenTimes.pipe, share),
    ...(share === 0.5 ? { aim: { atMost: 150 } } : {}),
  });
  return [buildFigure("local", 0.5), buildFigure("local", 0.99), buildFigure("cloud", 0.5), buildFigure("cloud", 0.99)];
}
