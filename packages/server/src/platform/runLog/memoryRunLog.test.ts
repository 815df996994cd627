import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMemoryRunLog, type MemoryRunLogOptions } from "./memoryRunLog.ts";
import type { RunLog, RunReader, RunWriter } from "./runLog.ts";
import { testRunLog } from "./testing/runLogConformance.ts";

const key = { userId: "ann", requestId: "r1" };
const text = (d: string) => ({ s: "0", d });

/** A run log with a clock that the test advances. */
function setUp(options: MemoryRunLogOptions = {}) {
  let nowMs = 0;
  const log = createMemoryRunLog({ now: () => new Date(nowMs) }, options);
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { log, advance };
}

function start(log: RunLog, runKey = key): RunWriter {
  const writer = log.start({ ...runKey, conversationId: null, startedAt: new Date(0) });
  if (!writer) throw new Error("the run already exists");
  return writer;
}

function read(log: RunLog, after = 0, runKey = key): RunReader {
  const reader = log.readLocal(runKey, after);
  if (!reader) throw new Error("there is no such run");
  return reader;
}

function readAll(reader: RunReader): string {
  let all = "";
  while (reader.hasMore()) all += reader.read();
  return all;
}

testRunLog("of one process", async () => {
  const { log, advance } = setUp();
  return { writerLog: log, readerLog: log, advance, close: async () => undefined };
});

describe("reading", () => {
  test("returns events as frames numbered from 1", () => {
    const { log } = setUp();
    const writer = start(log);
    writer.append(text("a"));
    writer.append(text('"\n'));
    expect(readAll(read(log))).toBe('id: 1\ndata: {"s":"0","d":"a"}\n\nid: 2\ndata: {"s":"0","d":"\\"\\n"}\n\n');
  });

  test("a reader gets exactly the rest from any event, whether the run is live, ends meanwhile, or has ended", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 30 }), fc.nat(30), fc.nat(30), (texts, received, joinsAt) => {
        const { log } = setUp();
        const writer = start(log);
        const earlyReader = read(log);
        let earlyText = "";
        earlyReader.onChange = () => {
          earlyText += earlyReader.read();
        };
        let lateReader: RunReader | null = null;
        for (const [index, d] of texts.entries()) {
          if (index === joinsAt) lateReader = read(log, received);
          writer.append(text(d));
        }
        writer.close();
        const frames = texts.map((d, index) => `id: ${index + 1}\ndata: ${JSON.stringify(text(d))}\n\n`);
        expect(earlyText).toBe(frames.join(""));
        expect(readAll(lateReader ?? read(log, received))).toBe(frames.slice(received).join(""));
      }),
    );
  });

  test("a reader that has received more events than the log has so far gets only the later ones", () => {
    const { log } = setUp();
    const writer = start(log);
    const reader = read(log, 2);
    for (const content of ["a", "b"]) writer.append(text(content));
    expect(readAll(reader)).toBe("");
    writer.append(text("c"));
    writer.close();
    expect(readAll(reader)).toBe(`id: 3\ndata: ${JSON.stringify(text("c"))}\n\n`);
  });

  test("a reader is notified of each event and of the end, but not after it is closed", () => {
    const { log } = setUp();
    const writer = start(log);
    const [openReader, closedReader] = [read(log), read(log)];
    const notified: string[] = [];
    openReader.onChange = () => notified.push(openReader.hasEnded() ? "end" : "open");
    closedReader.onChange = () => notified.push("closed");
    writer.append(text("a"));
    closedReader.close();
    writer.append(text("b"));
    writer.close();
    writer.close();
    writer.append(text("after the end"));
    expect(notified).toEqual(["open", "closed", "open", "end"]);
    expect(readAll(openReader)).toContain("id: 2");
    expect(readAll(read(log))).not.toContain("after the end");
  });

  test("a reader gets a long log in parts and misses nothing", () => {
    const { log } = setUp();
    const writer = start(log);
    for (let n = 0; n < 5_000; n++) writer.append(text("x".repeat(100)));
    const reader = read(log);
    const first = reader.read();
    expect(first.length).toBeLessThan(100_000);
    expect((first + readAll(reader)).match(/^id: /gm)).toHaveLength(5_000);
  });

  test("[C7.47] a text event adds at most 45 bytes to its text, chunk header included, at 1 and at 100,000", () => {
    const { log } = setUp();
    const writer = start(log);
    for (let n = 0; n < 100_000; n++) writer.append(text("abcd"));
    for (const after of [0, 99_999]) {
      const [frame = ""] = readAll(read(log, after)).match(/^id: [\s\S]*?\n\n/) ?? [];
      const chunkHeader = `${Buffer.byteLength(frame).toString(16)}\r\n\r\n`;
      expect(Buffer.byteLength(frame) + chunkHeader.length - 4).toBeLessThanOrEqual(45);
    }
  });
});

describe("ownership", () => {
  test("another user's run with the same request id is a separate run", () => {
    const { log } = setUp();
    const writer = start(log);
    const otherKey = { userId: "bob", requestId: "r1" };
    expect(log.readLocal(otherKey, 0)).toBeNull();
    void log.stop(otherKey);
    expect(writer.stopSignal.aborted).toBe(false);
    expect(log.listLocalRuns("bob")).toEqual([]);
    expect(log.listLocalRuns("ann").map(({ requestId }) => requestId)).toEqual(["r1"]);
  });

  test("a run that exists, whether live or ended, is not started again", () => {
    const { log } = setUp();
    const writer = start(log);
    expect(log.start({ ...key, conversationId: null, startedAt: new Date(0) })).toBeNull();
    writer.close();
    expect(log.start({ ...key, conversationId: null, startedAt: new Date(0) })).toBeNull();
    expect(log.listLocalRuns("ann")).toEqual([]);
    expect(log.countLiveRuns()).toBe(0);
  });
});

describe("retention", () => {
  test("an ended run can be read for 5 minutes", () => {
    const { log, advance } = setUp();
    start(log).close();
    advance(5 * 60_000 - 1);
    expect(log.readLocal(key, 0)).not.toBeNull();
    advance(1);
    expect(log.readLocal(key, 0)).toBeNull();
  });

  test("a live run is never evicted", () => {
    const { log, advance } = setUp();
    start(log);
    advance(24 * 60 * 60_000);
    expect(log.readLocal(key, 0)).not.toBeNull();
  });

  test("ended runs are evicted oldest first when they exceed the memory limit together", () => {
    const { log } = setUp({ maxEndedLength: 1_000 });
    for (const requestId of ["old", "new"]) {
      const writer = start(log, { userId: "ann", requestId });
      writer.append(text("x".repeat(600)));
      writer.close();
    }
    expect(log.readLocal({ userId: "ann", requestId: "old" }, 0)).toBeNull();
    expect(log.readLocal({ userId: "ann", requestId: "new" }, 0)).not.toBeNull();
  });

  test("a reader that is still open can read an evicted run", () => {
    const { log, advance } = setUp();
    const writer = start(log);
    writer.append(text("still readable"));
    const reader = read(log);
    writer.close();
    advance(10 * 60_000);
    expect(log.readLocal(key, 0)).toBeNull();
    expect(readAll(reader)).toContain("still readable");
  });
});

describe("stopping", () => {
  test("a stop aborts the run's signal", () => {
    const { log } = setUp();
    const writer = start(log);
    void log.stop(key);
    expect(writer.stopSignal.aborted).toBe(true);
  });

  test("a stop that arrives first stops the run at its start, once, within 60 s", async () => {
    const { log, advance } = setUp();
    void log.stop(key);
    advance(59_999);
    expect(start(log).stopSignal.aborted).toBe(true);

    const laterKey = { userId: "ann", requestId: "r2" };
    void log.stop(laterKey);
    advance(60_000);
    expect(start(log, laterKey).stopSignal.aborted).toBe(false);
  });

  test("stopAll stops live runs and runs that start later", () => {
    const { log } = setUp();
    const writer = start(log);
    log.stopAll();
    expect(writer.stopSignal.aborted).toBe(true);
    expect(start(log, { userId: "ann", requestId: "r2" }).stopSignal.aborted).toBe(true);
  });

  test("whenIdle waits for tracked work, including work that it adds, and ignores its failures", async () => {
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
    const idle = log.whenIdle();
    finish();
    await idle;
    expect(done).toEqual(["first", "second"]);
  });
});
