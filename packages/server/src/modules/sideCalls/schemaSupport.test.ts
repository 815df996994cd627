import { expect, test } from "vitest";
import { createManualClock } from "../../testing/manualClock.ts";
import { recordRejectedSchema, supportsSchema } from "./schemaSupport.ts";

test("a model whose server rejected the schema is asked with one again after an hour", () => {
  const state = { clock: createManualClock(), state: new Map<object, unknown>() };
  recordRejectedSchema(state, "old");
  expect([supportsSchema(state, "old"), supportsSchema(state, "new")]).toEqual([false, true]);
  state.clock.advance(60 * 60_000 + 1);
  expect(supportsSchema(state, "old")).toBe(true);
});
