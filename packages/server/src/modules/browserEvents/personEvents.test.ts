import type { BrowserEvent } from "@lectern/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPersonEvents } from "./personEvents.ts";

const toId = (n: number) => `c${n}`;
const createEvent = (n: number): BrowserEvent => ({ type: "conversation", id: toId(n), change: "saved" });

/** A browser that reads the stream, and reads everything again when the stream says so. */
function createBrowser() {
  const browser = {
    lastEventId: null as string | null,
    received: [] as string[],
    resyncs: 0,
    write(text: string) {
      for (const frame of text.split("\n\n")) {
        browser.lastEventId = /^id: (.*)$/m.exec(frame)?.[1] ?? browser.lastEventId;
        const data = /^data: (.*)$/m.exec(frame)?.[1];
        if (data === undefined) continue;
        const received = JSON.parse(data) as BrowserEvent;
        if (received.type === "resync") browser.resyncs += 1;
        else if (received.type === "conversation") browser.received.push(received.id);
      }
    },
    end: () => undefined,
  };
  return browser;
}

test("whenever a browser disconnects and reconnects, it misses nothing, repeats nothing, or is told to read again", () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant("append" as const), count: fc.integer({ min: 1, max: 120 }) }),
      fc.constant({ kind: "disconnect" as const }),
      fc.constant({ kind: "connect" as const }),
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(steps, (list) => {
      const events = createPersonEvents();
      const browser = createBrowser();
      let close: (() => void) | null = events.open(null, browser);
      let appended = 0;
      let missed = 0;
      let expectedResyncs = 0;
      let expected: string[] = [];
      for (const step of list) {
        if (step.kind === "disconnect") {
          close?.();
          close = null;
        } else if (step.kind === "connect") {
          if (close) continue;
          close = events.open(browser.lastEventId, browser);
          if (missed > 100) {
            expectedResyncs += 1;
            expected = [...browser.received];
          }
          missed = 0;
        } else {
          const numbers = Array.from({ length: step.count }, (_, index) => appended + index);
          appended += step.count;
          events.append(numbers.map(createEvent));
          expected.push(...numbers.map(toId));
          if (!close) missed += step.count;
        }
      }
      if (!close) expected = expected.slice(0, expected.length - missed);
      expect(browser.resyncs).toBe(expectedResyncs);
      expect(browser.received).toEqual(expected);
    }),
  );
});
