import { expect, test } from "vitest";
import { createManualClock } from "../../../testing/manualClock.ts";
import { isReliable, recordFailure, recordRejectedSchema, recordSuccess, supportsSchema } from "./rewritingSupport.ts";

const createState = () => ({ clock: createManualClock(), state: new Map<object, unknown>() });

test("a model that fails three times in succession is not asked for ten minutes, and then once", () => {
  const state = createState();
  recordFailure(state, "weak");
  recordFailure(state, "weak");
  expect(isReliable(state, "weak")).toBe(true);
  recordFailure(state, "weak");
  expect([isReliable(state, "weak"), isReliable(state, "other")]).toEqual([false, true]);
  state.clock.advance(10 * 60_000 + 1);
  expect(isReliable(state, "weak")).toBe(true);
  recordFailure(state, "weak");
  expect(isReliable(state, "weak")).toBe(false);
  state.clock.advance(10 * 60_000 + 1);
  recordSuccess(state, "weak");
  recordFailure(state, "weak");
  expect(isReliable(state, "weak")).toBe(true);
});

test("a model whose server rejected the schema is asked with one again after an hour", () => {
  const state = createState();
  recordRejectedSchema(state, "old");
  expect([supportsSchema(state, "old"), supportsSchema(state, "new")]).toEqual([false, true]);
  state.clock.advance(60 * 60_000 + 1);
  expect(supportsSchema(state, "old")).toBe(true);
});
