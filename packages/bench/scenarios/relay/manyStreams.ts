import type { Figure } from "../../report.ts";
import type { ChatTarget, ScriptedAnswer } from "../../support/chatTarget.ts";
import { percentile } from "../../support/percentile.ts";
import type { Relay } from "./startRelay.ts";

const streamCounts = [1, 50, 100, 200, 500];
const answer = { tokens: 100, paceMs: 40 };

/** Measures 1 to 500 streams at 40 ms per token: how many arrive complete, and how late they end. */
export async function measureManyStreams(relay: Relay, note: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const streamCount of streamCounts) {
    const floor = await measureDelivery(relay, relay.pipe, streamCount, answer);
    const ours = await measureDelivery(relay, await relay.lectern("cloud"), streamCount, answer);
    const variant = `cloud, ${relay.database}`;
    if (ours.problem) note(`With ${streamCount} streams: ${ours.problem}.`);
    figures.push(
      {
        name: `answers delivered in full, of ${streamCount}`,
        variant,
        unit: "",
        ours: ours.whole,
        floor: floor.whole,
        aim: { atLeast: streamCount },
      },
      {
        name: `end later than paced, ${streamCount} streams, p99`,
        variant,
        unit: "ms",
        ours: ours.late,
        floor: floor.late,
      },
    );
  }
  return figures;
}

async function measureDelivery(relay: Relay, target: ChatTarget, streamCount: number, scriptedAnswer: ScriptedAnswer) {
  const result = await relay.clients.run({ target, answer: scriptedAnswer, streamCount }, "lossesAllowed");
  await relay.settle();
  const pacedDurationMs = (scriptedAnswer.tokens - 1) * scriptedAnswer.paceMs;
  const delays = result.streams.map(({ totalMs }) => totalMs - pacedDurationMs);
  return {
    whole: result.streams.filter(({ problem }) => problem === null).length,
    late: percentile(delays, 0.99),
    problem: result.streams.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}
