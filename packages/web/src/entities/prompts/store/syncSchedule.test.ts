import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSyncSchedule } from "./syncSchedule.ts";

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
let runCount = 0;
let isFailing = false;
let hasUnsent = false;
const createSchedule = () =>
  createSyncSchedule(
    async () => {
      runCount += 1;
      if (isFailing) throw new Error("no network");
    },
    () => hasUnsent,
  );

beforeEach(() => {
  vi.useFakeTimers();
  [runCount, isFailing, hasUnsent] = [0, false, false];
  page.visibilityState = "visible";
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a prompt store syncs with the server", () => {
  test("at the start, when the tab gets the focus, and when the network is back, until it is stopped", async () => {
    const stop = createSchedule().start();
    await advanceTime(0);
    expect(runCount).toBe(1);
    page.dispatchEvent(new Event("visibilitychange"));
    await advanceTime(0);
    expect(runCount).toBe(1);
    await advanceTime(10_000);
    page.visibilityState = "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
    await advanceTime(0);
    expect(runCount).toBe(1);
    page.visibilityState = "visible";
    page.dispatchEvent(new Event("visibilitychange"));
    await advanceTime(0);
    expect(runCount).toBe(2);
    page.dispatchEvent(new Event("online"));
    await advanceTime(0);
    expect(runCount).toBe(3);
    stop();
    page.dispatchEvent(new Event("online"));
    await advanceTime(600_000);
    expect(runCount).toBe(3);
  });

  test("once after several changes, as soon as they pause", async () => {
    const schedule = createSchedule();
    for (let change = 0; change < 5; change++) {
      schedule.scheduleAfterChange();
      await advanceTime(1_000);
    }
    expect(runCount).toBe(0);
    await advanceTime(1_000);
    expect(runCount).toBe(1);
  });

  test("repeatedly after a failure, with growing delays, as long as there are unsent changes", async () => {
    const schedule = createSchedule();
    [isFailing, hasUnsent] = [true, true];
    await schedule.syncNow();
    const times: number[] = [];
    for (let minute = 0; minute < 20; minute++) {
      const before = runCount;
      await advanceTime(60_000);
      times.push(runCount - before);
    }
    expect(times[0]).toBeGreaterThan(2);
    expect(times.slice(-5).reduce((sum, count) => sum + count, 0)).toBe(1);
    isFailing = false;
    await advanceTime(300_000);
    const ended = runCount;
    await advanceTime(600_000);
    expect(runCount).toBe(ended);
    isFailing = true;
    hasUnsent = false;
    await schedule.syncNow();
    await advanceTime(600_000);
    expect(runCount).toBe(ended + 1);
  });

  test("after a change that follows a failed sync without unsent changes", async () => {
    const schedule = createSchedule();
    isFailing = true;
    await schedule.syncNow();
    [isFailing, hasUnsent] = [false, true];
    schedule.scheduleAfterChange();
    await advanceTime(2_000);
    expect(runCount).toBe(2);
  });

  test("once more if it was requested during a sync", async () => {
    const schedule = createSchedule();
    await Promise.all([schedule.syncNow(), schedule.syncNow(), schedule.syncNow()]);
    expect(runCount).toBe(2);
  });
});
