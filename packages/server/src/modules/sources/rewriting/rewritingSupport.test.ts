import { expect, test } from "vitest";
import { createManualClock } from "../../../testing/manualClock.ts";
import { isReliable, recordFailure, recordSuccess } from "./rewritingSupport.ts";

const createState = () => ({ clock: createManualClock(), state: new Map<object, unknown>() });
const ann = { modelId: "weak", principalId: "ann" };
const bob = { modelId: "weak", principalId: "bob" };

test("a model that is unavailable three times in succession is not asked for ten minutes", () => {
  const state = createState();
  recordFailure(state, ann, "unavailable");
  recordFailure(state, bob, "unavailable");
  expect(isReliable(state, ann)).toBe(true);
  recordFailure(state, ann, "unavailable");
  expect([isReliable(state, ann), isReliable(state, bob)]).toEqual([false, false]);
  expect(isReliable(state, { ...ann, modelId: "other" })).toBe(true);
  state.clock.advance(10 * 60_000 + 1);
  expect(isReliable(state, ann)).toBe(true);
});

test("a failure right after the pause starts the next one, and a success ends the count", () => {
  const state = createState();
  for (const caller of [ann, bob, ann]) recordFailure(state, caller, "unavailable");
  state.clock.advance(10 * 60_000);
  recordFailure(state, ann, "unavailable");
  state.clock.advance(10 * 60_000);
  expect(isReliable(state, ann)).toBe(false);
  recordSuccess(state, bob);
  recordFailure(state, ann, "unavailable");
  expect(isReliable(state, ann)).toBe(true);
});

test("a failure right after the pause starts the next one even if others failed meanwhile, but not after an hour", () => {
  const state = createState();
  for (let count = 0; count < 3; count++) recordFailure(state, ann, "unavailable");
  state.clock.advance(10 * 60_000 + 1);
  recordFailure(state, { ...bob, modelId: "other" }, "unavailable");
  recordFailure(state, ann, "unavailable");
  expect(isReliable(state, ann)).toBe(false);
  state.clock.advance(60 * 60_000 + 1);
  recordFailure(state, ann, "unavailable");
  expect(isReliable(state, ann)).toBe(true);
});

test("an unusable answer ends a succession of unavailable ones", () => {
  const state = createState();
  for (const failure of ["unavailable", "unavailable", "unusable", "unavailable"] as const)
    recordFailure(state, ann, failure);
  expect(isReliable(state, ann)).toBe(true);
});

test("unusable answers pause the model for the person whose questions caused them", () => {
  const state = createState();
  for (let count = 0; count < 3; count++) recordFailure(state, ann, "unusable");
  expect([isReliable(state, ann), isReliable(state, bob)]).toEqual([false, true]);
  state.clock.advance(10 * 60_000 + 1);
  expect(isReliable(state, ann)).toBe(true);
});
