import type { BrowserEvent } from "@lectern/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type AccessTestbed, createAccessTestbed } from "../../testing/createAccessTestbed.ts";
import { publishToConcerned } from "../groups/service.ts";
import { getEventHub } from "./eventHub.ts";

let bed: AccessTestbed;
beforeAll(async () => {
  bed = await createAccessTestbed();
});
afterAll(() => bed.close());

/** Opens a stream of a person and returns the events that arrive. */
function openStream(personId: string): BrowserEvent[] {
  const events: BrowserEvent[] = [];
  const write = (text: string) => {
    for (const [, data = ""] of text.matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data) as BrowserEvent);
  };
  getEventHub(bed.platform)
    .getPerson(personId)
    .open("", { write, end: () => undefined });
  events.length = 0;
  return events;
}

test("changes that everybody is told of in a row arrive as one event of each kind, marked as such", async () => {
  const streams = [openStream("ada"), openStream("bob")];
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  for (let count = 0; count < 20; count++) {
    publishToConcerned(bed.platform, "everybody", { type: "rights" });
    publishToConcerned(bed.platform, "everybody", { type: "assistants" });
    // Each of the changes is one of its own.
    await new Promise(setImmediate);
  }
  for (const events of streams) expect(events).toEqual([]);
  // What is published later arrives later.
  for (const personId of ["ada", "bob"]) getEventHub(bed.platform).publish(personId, { type: "settings" });
  vi.runAllTimers();
  vi.useRealTimers();
  for (const events of streams) {
    expect(events).toEqual([
      { type: "rights", isForEverybody: true },
      { type: "assistants", isForEverybody: true },
      { type: "settings" },
    ]);
  }
});

test("an event for few people is not marked, and very many people are told like everybody", async () => {
  const events = openStream("carol");
  publishToConcerned(bed.platform, ["carol"], { type: "assistants" });
  const many = ["carol", ...Array.from({ length: 200 }, (_, index) => `person ${index}`)];
  publishToConcerned(bed.platform, many, { type: "rights" });
  await vi.waitFor(() => expect(events).toHaveLength(2));
  expect(events).toEqual([{ type: "assistants" }, { type: "rights", isForEverybody: true }]);
});
