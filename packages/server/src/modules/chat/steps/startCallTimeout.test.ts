import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ModelProvider } from "../../../platform/modelProviders/modelProvider.ts";
import { callModel, createCallOutput } from "./callModel.ts";
import { maxCallMs, startCallTimeout } from "./startCallTimeout.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends one piece of text and then nothing until the call is aborted. */
const endlessProvider: Pick<ModelProvider, "stream"> = {
  async *stream({ signal }) {
    yield [{ type: "text", text: "A word" }];
    signal.throwIfAborted();
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  },
};

describe("the time of an answer", () => {
  test("is limited to an hour: the answer then ends as failed, with the text so far", async () => {
    const { signal } = startCallTimeout(new AbortController().signal);
    const events: unknown[] = [];
    const call = callModel(
      endlessProvider,
      { model: "m", messages: [], signal },
      createCallOutput((event) => events.push(event)),
    );
    await vi.advanceTimersByTimeAsync(maxCallMs - 1);
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toMatchObject({
      end: "failed",
      failure: {
        code: "providerTimeout",
        userMessage: "The answer took longer than an hour, so it was stopped. Please ask for a shorter answer.",
      },
    });
    expect(events).toEqual([{ s: "0", d: "A word" }]);
  });

  test("also ends on a stop, with the outcome `stopped`", async () => {
    const stopController = new AbortController();
    const { signal } = startCallTimeout(stopController.signal);
    const call = callModel(
      endlessProvider,
      { model: "m", messages: [], signal },
      createCallOutput(() => stopController.abort()),
    );
    expect(await call).toMatchObject({ end: "stopped", failure: null });
  });

  test("is no longer measured once the call is over", () => {
    const { clear } = startCallTimeout(new AbortController().signal);
    clear();
    expect(vi.getTimerCount()).toBe(0);
  });
});
