import { describe, expect, test } from "vitest";
import type { ModelCall, ModelEvent, ModelProvider } from "../modelProvider.ts";

/** Returns all events of a stream, in order. */
export async function collect(stream: AsyncIterable<readonly ModelEvent[]>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const batch of stream) events.push(...batch);
  return events;
}

export function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}

export function buildModelCall(content: string, overrides: Partial<ModelCall> = {}): ModelCall {
  return {
    model: "scripted-large",
    messages: [{ role: "user", content }],
    signal: new AbortController().signal,
    ...overrides,
  };
}

/** Runs the tests for providers on any wire. The answer to `prompt` must be longer than 20 characters. */
export function describeModelProvider(name: string, open: () => ModelProvider, prompt: string): void {
  describe(`the ${name} provider`, () => {
    test("streams text, reports usage once and finishes exactly once, at the end", async () => {
      const events = await collect(open().stream(buildModelCall(prompt)));
      const types = events.map((event) => event.type);
      expect(textOf(events).length).toBeGreaterThan(20);
      expect(types.filter((type) => type === "usage")).toHaveLength(1);
      expect(types.filter((type) => type === "finish")).toHaveLength(1);
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
    });

    test("never yields an empty batch or an empty text", async () => {
      for await (const batch of open().stream(buildModelCall(prompt))) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch).not.toContainEqual({ type: "text", text: "" });
      }
    });

    test("answers two concurrent callers separately", async () => {
      const provider = open();
      const [first, second] = await Promise.all([
        collect(provider.stream(buildModelCall(prompt))),
        collect(provider.stream(buildModelCall(`${prompt} and more`))),
      ]);
      expect(first.at(-1)?.type).toBe("finish");
      expect(second.at(-1)?.type).toBe("finish");
    });

    test("throws the signal's reason if it was aborted before the call", async () => {
      const reason = new Error("stopped");
      const call = buildModelCall(prompt, { signal: AbortSignal.abort(reason) });
      await expect(collect(open().stream(call))).rejects.toBe(reason);
    });

    test("throws the signal's reason if it is aborted during an answer", async () => {
      const controller = new AbortController();
      const reason = new Error("stopped");
      const read = async () => {
        for await (const _ of open().stream(buildModelCall(prompt, { signal: controller.signal })))
          controller.abort(reason);
      };
      await expect(read()).rejects.toBe(reason);
    });

    test("allows leaving the iteration early", async () => {
      let batchCount = 0;
      for await (const _ of open().stream(buildModelCall(prompt))) {
        batchCount += 1;
        break;
      }
      expect(batchCount).toBe(1);
    });

    test("lists its models sorted by id", async () => {
      const ids = (await open().listModels(new AbortController().signal)).map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((a, b) => (a < b ? -1 : 1)));
    });
  });
}
