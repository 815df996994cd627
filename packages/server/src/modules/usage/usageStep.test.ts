import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Run } from "../../core/context.ts";
import type { ModelRound } from "../../core/run/run.ts";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";
import { usageStep } from "./usageStep.ts";

let bed: AccessTestbed;
let count = 0;
beforeAll(async () => {
  bed = await createAccessTestbed();
});
afterAll(() => bed.close());

const createRun = async (prices: object) => {
  const claim = Promise.withResolvers<string>();
  const model = { inputTokenCost: null, outputTokenCost: null, cachedTokenCost: null, cacheWriteTokenCost: null };
  const actor = await bed.createPerson(`ann${++count}`);
  const run = {
    platform: bed.platform,
    ...{ actor, payer: actor },
    model: { ...model, ...prices },
    claim: claim.promise,
    signal: AbortSignal.abort(),
  };
  return { claim, run: run as unknown as Run };
};

test("the saved limits are read while the run is claimed, and the first call waits for no further statement", async () => {
  const { run, claim } = await createRun({ inputTokenCost: "1" });
  const read = vi.spyOn(bed.platform.db, "selectFrom");
  const { beforeModelCall } = usageStep.begin(run);
  expect(read.mock.calls).toEqual([["settings"], ["accounts"]]);
  bed.clock.advance(5_000);
  claim.resolve("any");
  await beforeModelCall?.({ index: 0 } as ModelRound);
  expect(read).toHaveBeenCalledTimes(2);
  // Between calls, somebody may have saved another limit.
  await beforeModelCall?.({ index: 1 } as ModelRound);
  expect(read).toHaveBeenCalledTimes(4);
  read.mockRestore();
});

test("nothing is read for a model without a price", async () => {
  const { run } = await createRun({});
  const read = vi.spyOn(bed.platform.db, "selectFrom");
  usageStep.begin(run);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});
