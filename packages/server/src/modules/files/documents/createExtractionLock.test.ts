import { setImmediate as waitForCallbacks } from "node:timers/promises";
import { expect, test } from "vitest";
import { createExtractionLock, type ExtractionMode } from "./createExtractionLock.ts";

/** Requests extractions by name and records which ones run. */
function openTestLock() {
  const lock = createExtractionLock();
  const running = new Map<string, () => void>();
  const request = (name: string, mode: ExtractionMode, signal = new AbortController().signal) =>
    lock.acquire(mode, signal).then((end) => running.set(name, end));
  return {
    request,
    async listRunning() {
      await waitForCallbacks();
      return [...running.keys()];
    },
    end(name: string) {
      running.get(name)?.();
      running.delete(name);
    },
  };
}

test("extractions run together, except those that must be alone, in the order of their requests", async () => {
  const { request, listRunning, end } = openTestLock();
  for (const name of ["a", "b"]) void request(name, "together");
  void request("suspect", "alone");
  void request("c", "together");
  expect(await listRunning()).toEqual(["a", "b"]);
  end("a");
  expect(await listRunning()).toEqual(["b"]);
  end("b");
  expect(await listRunning()).toEqual(["suspect"]);
  void request("second suspect", "alone");
  void request("d", "together");
  end("suspect");
  expect(await listRunning()).toEqual(["c"]);
  end("c");
  expect(await listRunning()).toEqual(["second suspect"]);
  end("second suspect");
  expect(await listRunning()).toEqual(["d"]);
});

test("an extraction that is cancelled while it waits does not stop the others", async () => {
  const { request, listRunning } = openTestLock();
  void request("a", "together");
  const controller = new AbortController();
  const cancelled = request("suspect", "alone", controller.signal);
  void request("b", "together");
  expect(await listRunning()).toEqual(["a"]);
  controller.abort(new Error("the server stops"));
  await expect(cancelled).rejects.toThrow("the server stops");
  expect(await listRunning()).toEqual(["a", "b"]);
  await expect(request("late", "alone", controller.signal)).rejects.toThrow("the server stops");
});
