import { setTimeout } from "node:timers/promises";
import type { Figure } from "../../report.ts";
import type { ChatTarget } from "../../support/chatTarget.ts";
import { percentile } from "../../support/percentile.ts";
import type { Relay } from "./startRelay.ts";

const samples = 60;
const burstStreams = 100;
const burstRounds = 4;

/**
 * Measures the time that each path adds to the first token of one stream, in paired, alternating samples against the
 * model server itself.
 */
export async function measureOneStream(relay: Relay): Promise<Figure[]> {
  const answer = { tokens: 6, paceMs: 10 };
  const [local, cloud] = [await relay.lectern("local"), await relay.lectern("cloud")];
  const added = { pipe: [] as number[], local: [] as number[], cloud: [] as number[] };
  const firstToken = async (target: ChatTarget) => {
    const { streams } = await relay.clients.run({ target, answer, streams: 1 });
    // The work after an answer (title, usage) must not affect the next sample.
    await setTimeout(40);
    return streams[0]?.firstTokenMs ?? Number.NaN;
  };
  for (let count = 0; count < samples; count++) {
    const direct = await firstToken(relay.direct);
    added.pipe.push((await firstToken(relay.pipe)) - direct);
    added.local.push((await firstToken(local)) - direct);
    added.cloud.push((await firstToken(cloud)) - direct);
  }
  const figure = (storage: "local" | "cloud", share: number, atMost: number): Figure => ({
    name: `added time to first token, one stream, p${share * 100}`,
    variant: `${storage}, ${relay.database}`,
    unit: "ms",
    ours: percentile(added[storage], share),
    floor: percentile(added.pipe, share),
    aim: { atMost },
  });
  return [figure("local", 0.5, 3), figure("local", 0.99, 10), figure("cloud", 0.5, 3), figure("cloud", 0.99, 10)];
}

/** Measures the time to first token when a hundred requests start at once. */
export async function measureBurst(relay: Relay): Promise<Figure[]> {
  const answer = { tokens: 40, paceMs: 10 };
  const times = { pipe: [] as number[], local: [] as number[], cloud: [] as number[] };
  for (let round = 0; round < burstRounds; round++) {
    const targets = { pipe: relay.pipe, local: await relay.lectern("local"), cloud: await relay.lectern("cloud") };
    for (const way of ["pipe", "local", "cloud"] as const) {
      const { streams } = await relay.clients.run({ target: targets[way], answer, streams: burstStreams });
      times[way].push(...streams.map(({ firstTokenMs }) => firstTokenMs));
      await relay.settle();
    }
  }
  const figure = (storage: "local" | "cloud", share: number): Figure => ({
    name: `time to first token, 100 at once, p${share * 100}`,
    variant: `${storage}, ${relay.database}`,
    unit: "ms",
    ours: percentile(times[storage], share),
    floor: percentile(times.pipe, share),
    ...(share === 0.5 ? { aim: { atMost: 150 } } : {}),
  });
  return [figure("local", 0.5), figure("local", 0.99), figure("cloud", 0.5), figure("cloud", 0.99)];
}
