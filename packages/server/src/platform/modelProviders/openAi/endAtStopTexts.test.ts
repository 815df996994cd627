import { expect, test } from "vitest";
import type { ModelEvent } from "../modelProvider.ts";
import { endAtStopTexts } from "./endAtStopTexts.ts";

async function read(stopTexts: string[], ...batches: (readonly ModelEvent[])[]): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  const source = (async function* () {
    yield* batches;
  })();
  for await (const batch of endAtStopTexts(source, stopTexts)) events.push(...batch);
  return events;
}
const text = (value: string): ModelEvent => ({ type: "text", text: value });
const finish: ModelEvent = { type: "finish", reason: "length" };
const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === "text" ? event.text : "")).join("");

test("an answer ends before the first stop text, also if it arrives in parts", async () => {
  const whole = "One. END Two. STOP Three.";
  for (const stopTexts of [["END"], ["STOP", "END"]])
    for (const parts of [[whole], [...whole]]) {
      const events = await read(stopTexts, ...parts.map((part) => [text(part)]), [finish]);
      expect(textOf(events)).toBe("One. ");
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
    }
});

test("what only looks like the beginning of a stop text is kept, in its place", async () => {
  const usage: ModelEvent = { type: "usage", inputTokens: 1, outputTokens: 1, cachedTokens: 0 };
  expect(await read(["ENDE"], [text("an EN"), usage], [text("D"), finish])).toEqual([
    text("an "),
    usage,
    text("END"),
    finish,
  ]);
  const call: ModelEvent = { type: "toolCall", index: 0, id: "c", name: "f" };
  expect(await read(["ENDE"], [text("an EN")], [call, finish])).toEqual([text("an "), text("EN"), call, finish]);
});

test("what waits is not lost if the answer breaks off", async () => {
  const source = (async function* () {
    yield [text("an EN")];
    throw new Error("cut");
  })();
  const events: ModelEvent[] = [];
  const readAll = async () => {
    for await (const batch of endAtStopTexts(source, ["END"])) events.push(...batch);
  };
  await expect(readAll()).rejects.toThrow("cut");
  expect(textOf(events)).toBe("an EN");
});
