import type { ChatEvent } from "@lectern/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRunEmitter } from "./runEmitter.ts";

const notice: ChatEvent = {
  s: "meta",
  st: { id: "searched", summary: "Searched notes", message: "", type: "info", inProgress: false },
};
const text: ChatEvent = { s: "0", d: "Hello" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createEmitter() {
  const events: ChatEvent[] = [];
  const onFirstEvent = vi.fn();
  const emitter = createRunEmitter((event) => events.push(event), [], onFirstEvent);
  emitter.holdBack([notice]);
  return { emitter, events, onFirstEvent };
}

test("what was found before the model answers is sent with its first event", () => {
  const { emitter, events } = createEmitter();
  expect(events).toEqual([]);
  emitter.emit(text);
  expect(events).toEqual([notice, text]);
  vi.runAllTimers();
  expect(events).toEqual([notice, text]);
});

test("if the model is silent for long, it is sent earlier, which is not the first token", () => {
  const { emitter, events, onFirstEvent } = createEmitter();
  vi.runAllTimers();
  expect(events).toEqual([notice]);
  expect(onFirstEvent).not.toHaveBeenCalled();
  emitter.emit(text);
  expect(events).toEqual([notice, text]);
  expect(onFirstEvent).toHaveBeenCalledOnce();
});

test("it is not sent if the answer has failed before, so that the failure can become an HTTP status", () => {
  const { emitter, events } = createEmitter();
  emitter.endText(false);
  vi.runAllTimers();
  expect(events).toEqual([]);
});
