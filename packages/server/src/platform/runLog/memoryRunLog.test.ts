import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMemoryRunLog, type MemoryRunLogOptions } from "./memoryRunLog.ts";
import type { RunLog, RunReading, RunWriter } from "./runLog.ts";
import { testRunLog } from "./runLogConformance.ts";

const key = { userId: "ann", requestId: "r1" };
const text = (d: string) => ({ s: "0", d });

/** A run log whose time passes when the test says so. */
function setUp(options: MemoryRunLogOptions = {}) {
  let nowMs = 0;
  const log = createMemoryRunLog({ now: () => new Date(nowMs) }, options);
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { log, pass };
}

function start(log: RunLog, of = key): RunWriter {
  const writer = log.start({ ...of, conversationId: null, startedAt: new Date(0) });
  if (!writer) throw new Error("the run was there already");
  return writer;
}

function read(log: RunLog, after = 0, of = key): RunReading {
  const reading = log.readHere(of, after);
  if (!reading) throw new Error("there is no such run");
  return reading;
}

function takeAll(reading: RunReading): string {
  let all = "";
  while (reading.hasMore()) all += reading.take();
  return all;
}

testRunLog("of one process", async () => {
  const { log, pass } = setUp();
  return { writing: log, reading: log, pass, close: async () => undefined };
});

describe("reading", () => {
  test("events stand as frames that count up from 1", () => {
    const { log } = setUp();
    const writer = start(log);
    writer.append(text("a"));
    writer.append(text('"\n'));
    expect(takeAll(read(log))).toBe('id: 1\ndata: {"s":"0","d":"a"}\n\nid: 2\ndata: {"s":"0","d":"\\"\\n"}\n\n');
  });

  test("from any event on, a reader gets exactly the rest, whether the run is live, ends meanwhile, or has ended", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 30 }), fc.nat(30), fc.nat(30), (texts, heard, joins) => {
        const { log } = setUp();
        const writer = start(log);
        const early = read(log);
        let earlyText = "";
        early.onChange = () => {
          earlyText += early.take();
        };
        let late: RunReading | null = null;
        for (const [index, d] of texts.entries()) {
          if (index === joins) late = read(log, heard);
          writer.append(text(d));
        }
        writer.close();
        const frames = texts.map((d, index) => `id: ${index + 1}\ndata: ${JSON.stringify(text(d))}\n\n`);
        const from = Math.min(heard, late ? joins : texts.length);
        expect(earlyText).toBe(frames.join(""));
        expect(takeAll(late ?? read(log, heard))).toBe(frames.slice(from).join(""));
      }),
    );
  });

  test("a reader is told of each event and of the end, and no more once it closed", () => {
    const { log } = setUp();
    const writer = start(log);
    const [stays, leaves] = [read(log), read(log)];
    const heard: string[] = [];
    stays.onChange = () => heard.push(stays.hasEnded() ? "end" : "stays");
    leaves.onChange = () => heard.push("leaves");
    writer.append(text("a"));
    leaves.close();
    writer.append(text("b"));
    writer.close();
    writer.close();
    writer.append(text("after the end"));
    expect(heard).toEqual(["stays", "leaves", "stays", "end"]);
    expect(takeAll(stays)).toContain("id: 2");
    expect(takeAll(read(log))).not.toContain("after the end");
  });

  test("a reader takes a long log in pieces and misses nothing", () => {
    const { log } = setUp();
    const writer = start(log);
    for (let n = 0; n < 5_000; n++) writer.append(text("x".repeat(100)));
    const reading = read(log);
    const first = reading.take();
    expect(first.length).toBeLessThan(100_000);
    expect((first + takeAll(reading)).match(/^id: /gm)).toHaveLength(5_000);
  });

  test("[C7.47] a text event costs at most 45 bytes beside its text, chunk header included, at 1 and at 100,000", () => {
    const { log } = setUp();
    const writer = start(log);
    for (let n = 0; n < 100_000; n++) writer.append(text("abcd"));
    for (const after of [0, 99_999]) {
      const [frame = ""] = takeAll(read(log, after)).match(/^id: [\s\S]*?\n\n/) ?? [];
      const chunkHeader = `${Buffer.byteLength(frame).toString(16)}\r\n\r\n`;
      expect(Buffer.byteLength(frame) + chunkHeader.length - 4).toBeLessThanOrEqual(45);
    }
  });
});

describe("whose run it is", () => {
  test("another user's run with the same request id is another run", () => {
    const { log } = setUp();
    const writer = start(log);
    const other = { userId: "bob", requestId: "r1" };
    expect(log.readHere(other, 0)).toBeNull();
    void log.stop(other);
    expect(writer.stopSignal.aborted).toBe(false);
    expect(log.liveHere("bob")).toEqual([]);
    expect(log.liveHere("ann").map(({ requestId }) => requestId)).toEqual(["r1"]);
  });

  test("a run that exists, live or ended, is not started again", () => {
    const { log } = setUp();
    const writer = start(log);
    expect(log.start({ ...key, conversationId: null, startedAt: new Date(0) })).toBeNull();
    writer.close();
    expect(log.start({ ...key, conversationId: null, startedAt: new Date(0) })).toBeNull();
    expect(log.liveHere("ann")).toEqual([]);
    expect(log.liveCount()).toBe(0);
  });
});

describe("how long it stays", () => {
  test("an ended run can be read for 5 minutes", () => {
    const { log, pass } = setUp();
    start(log).close();
    pass(5 * 60_000 - 1);
    expect(log.readHere(key, 0)).not.toBeNull();
    pass(1);
    expect(log.readHere(key, 0)).toBeNull();
  });

  test("a live run stays as long as it lives", () => {
    const { log, pass } = setUp();
    start(log);
    pass(24 * 60 * 60_000);
    expect(log.readHere(key, 0)).not.toBeNull();
  });

  test("ended runs that together hold too much are forgotten, the oldest first", () => {
    const { log } = setUp({ endedLength: 1_000 });
    for (const requestId of ["old", "new"]) {
      const writer = start(log, { userId: "ann", requestId });
      writer.append(text("x".repeat(600)));
      writer.close();
    }
    expect(log.readHere({ userId: "ann", requestId: "old" }, 0)).toBeNull();
    expect(log.readHere({ userId: "ann", requestId: "new" }, 0)).not.toBeNull();
  });

  test("a reader that is still reading keeps what it reads", () => {
    const { log, pass } = setUp();
    const writer = start(log);
    writer.append(text("kept"));
    const reading = read(log);
    writer.close();
    pass(10 * 60_000);
    expect(log.readHere(key, 0)).toBeNull();
    expect(takeAll(reading)).toContain("kept");
  });
});

describe("stopping", () => {
  test("a stop aborts the run's signal", () => {
    const { log } = setUp();
    const writer = start(log);
    void log.stop(key);
    expect(writer.stopSignal.aborted).toBe(true);
  });

  test("a stop that comes first stops the run at its start, once, within 60 s", async () => {
    const { log, pass } = setUp();
    void log.stop(key);
    pass(59_999);
    expect(start(log).stopSignal.aborted).toBe(true);

    const later = { userId: "ann", requestId: "r2" };
    void log.stop(later);
    pass(60_000);
    expect(start(log, later).stopSignal.aborted).toBe(false);
  });

  test("stopping all stops what runs and what starts later", () => {
    const { log } = setUp();
    const writer = start(log);
    log.stopAll();
    expect(writer.stopSignal.aborted).toBe(true);
    expect(start(log, { userId: "ann", requestId: "r2" }).stopSignal.aborted).toBe(true);
  });

  test("idle waits for tracked work, for what that brings, and bears its failure", async () => {
    const { log } = setUp();
    let finish: () => void = () => undefined;
    const first = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const done: string[] = [];
    log.track(
      first.then(() => {
        done.push("first");
        log.track(Promise.resolve().then(() => done.push("second")));
        throw new Error("handled elsewhere");
      }),
    );
    const idle = log.idle();
    finish();
    await idle;
    expect(done).toEqual(["first", "second"]);
  });
});
