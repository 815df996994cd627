import type { Figure } from "../../report.ts";
import type { ChatTarget, ScriptedAnswer } from "../../support/chatTarget.ts";
import { percentile } from "../../support/percentile.ts";
import type { Relay } from "./startRelay.ts";

const steps = [1, 50, 100, 200, 500];
const answer = { tokens: 100, paceMs: 40 };

/** Measures 1 to 500 streams at 40 ms per token: how many arrive complete, and how late they end. */
export async function measureManyStreams(relay: Relay, note: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const streams of steps) {
    const floor = await measureDelivery(relay, relay.pipe, streams, answer);
    const ours = await measureDelivery(relay, await relay.lectern("cloud"), streams, answer);
    const variant = `cloud, ${relay.database}`;
    if (ours.problem) note(`With ${streams} streams: ${ours.problem}.`);
    figures.push(
      {
        name: `answers delivered in full, of ${streams}`,
        variant,
        unit: "",
        ours: ours.whole,
        floor: floor.whole,
        aim: { atLeast: streams },
      },
      {
        name: `end later than paced, ${streams} streams, p99`,
        variant,
        unit: "ms",
        ours: ours.late,
        floor: floor.late,
      },
    );
  }
  return figures;
}

async function measureDelivery(relay: Relay, target: ChatTarget, streams: number, paced: ScriptedAnswer) {
  const result = await relay.clients.run({ target, answer: paced, streams }, "lossesAllowed");
  await relay.settle();
  const pacedDurationMs = (paced.tokens - 1) * paced.paceMs;
  const late = result.streams.map(({ totalMs }) => totalMs - pacedDurationMs);
  return {
    whole: result.streams.filter(({ problem }) => problem === null).length,
    late: percentile(late, 0.99),
    problem: result.streams.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}
