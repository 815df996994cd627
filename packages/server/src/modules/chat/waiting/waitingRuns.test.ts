import { emptyAnswer } from "@lectern/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";
import { toChatTurn } from "../chatTurn.ts";
import { toWaitingRun } from "./waitingRun.ts";
import { findWaiting, keepWaitingRun } from "./waitingRuns.ts";

const clock = createManualClock();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ clock });
});
afterAll(() => app.close());

function createLocalRun(requestId: string, content = "Hi") {
  const turn = toChatTurn({ model: "m", messages: [{ role: "user", content }], options: { requestId } });
  const output = { content: "", reasoning: "", toolCalls: [], wireParts: null };
  return toWaitingRun(turn, emptyAnswer, { messages: [], nextIndex: 1, callCounts: {}, output, calls: [] });
}

test("of a person's waiting local runs, the last ten remain, for a day", async () => {
  const { actor } = await app.signIn("ann@example.org");
  const ids = Array.from({ length: 11 }, (_, index) => `r${index}`);
  for (const id of ids) await keepWaitingRun(app.platform, actor, createLocalRun(id));
  const listRemaining = async () => {
    const runs = await Promise.all(ids.map((id) => findWaiting(app.platform, actor, id)));
    return runs.flatMap((run) => run?.turn.requestId ?? []);
  };
  expect(await listRemaining()).toEqual(ids.slice(1));
  clock.advance(25 * 3_600_000);
  expect(await listRemaining()).toEqual([]);
});

test("waiting local runs of all people together have a limited size", async () => {
  const [{ actor: bob }, { actor: eve }] = [await app.signIn("bob@example.org"), await app.signIn("eve@example.org")];
  const longText = "x".repeat(65_000_000);
  await keepWaitingRun(app.platform, bob, createLocalRun("first", longText));
  await keepWaitingRun(app.platform, eve, createLocalRun("second", longText));
  expect(await findWaiting(app.platform, bob, "first")).toBeNull();
  expect(await findWaiting(app.platform, eve, "second")).not.toBeNull();
});

test("a waiting run that continues a partial answer does not contain the answer twice", () => {
  const run = createLocalRun("r");
  const turn = { ...run.turn, partialAnswer: { requestId: "first", content: "The quick" } };
  expect(toWaitingRun(turn, emptyAnswer, run.rounds).turn.partialAnswer).toBeNull();
});
