import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ModelProvider } from "../../../platform/modelProviders/modelProvider.ts";
import { callModel } from "./callModel.ts";
import { startCallTimeout, maxCallMs } from "./startCallTimeout.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Says a word and then nothing more, until it is ended. */
const endless: Pick<ModelProvider, "stream"> = {
  async *stream({ signal }) {
    yield [{ type: "text", text: "A word" }];
    signal.throwIfAborted();
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  },
};

describe("the time of an answer", () => {
  test("is bounded: after an hour it ends failed, with what it has said", async () => {
    const { signal } = startCallTimeout(new AbortController().signal);
    const said: unknown[] = [];
    const asked = callModel(endless, { model: "m", messages: [], signal }, (event) => said.push(event));
    await vi.advanceTimersByTimeAsync(maxCallMs - 1);
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toMatchObject({
      end: "failed",
      failure: {
        code: "providerTimeout",
        userMessage: "The answer took longer than an hour, so it was ended. Please ask for less at once.",
      },
    });
    expect(said).toEqual([{ s: "0", d: "A word" }]);
  });

  test("ends with a stop too, and that is a stop", async () => {
    const stop = new AbortController();
    const { signal } = startCallTimeout(stop.signal);
    const asked = callModel(endless, { model: "m", messages: [], signal }, () => stop.abort());
    expect(await asked).toMatchObject({ end: "stopped", failure: null });
  });

  test("is not counted any more once it is over", () => {
    const { release } = startCallTimeout(new AbortController().signal);
    release();
    expect(vi.getTimerCount()).toBe(0);
  });
});
