import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RunInfo, RunKey, RunLog, RunReader, RunWriter } from "../runLog.ts";

/** The log that runs are written to and the log that they are read from: the same one, or those of two processes. */
export interface RunLogsUnderTest {
  writerLog: RunLog;
  readerLog: RunLog;
  /** Advances the clock of both. */
  advance(ms: number): void;
  close(): Promise<void>;
}

const text = (d: string) => ({ s: "0", d });
const frame = (d: string, sequence: number) => `id: ${sequence}\ndata: ${JSON.stringify(text(d))}\n\n`;

/** The conformance suite of run logs. */
export function testRunLog(name: string, open: () => Promise<RunLogsUnderTest>): void {
  describe(`the run log ${name}`, () => {
    let runLogs: RunLogsUnderTest;
    let key: RunKey;
    let count = 0;
    beforeAll(async () => {
      runLogs = await open();
    });
    afterAll(() => runLogs?.close());
    beforeEach(() => {
      count += 1;
      key = { userId: "ann", requestId: `r${count}` };
    });

    function start(overrides: Partial<RunInfo> = {}): RunWriter {
      const writer = runLogs.writerLog.start({
        ...key,
        conversationId: null,
        startedAt: new Date(count),
        ...overrides,
      });
      if (!writer) throw new Error("the run already exists");
      return writer;
    }
    async function read(after = 0, runKey = key): Promise<RunReader> {
      const reader = await runLogs.readerLog.read(runKey, after);
      if (!reader) throw new Error("there is no such run");
      return reader;
    }

    test("a reader gets the events as frames numbered from 1, and the end", async () => {
      const writer = start();
      const reader = await read();
      writer.append(text("a"));
      writer.append(text('"\n'));
      writer.close();
      expect(await readAllText(reader)).toBe(frame("a", 1) + frame('"\n', 2));
      expect([reader.hasEnded(), reader.wasDetached(), reader.failure()]).toEqual([true, false, undefined]);
    });

    test("a reader gets exactly the rest from any event, whether the run is live, ends meanwhile, or has ended", async () => {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.string(), { maxLength: 20 }),
          fc.nat(20),
          fc.nat(20),
          async (texts, received, joinsAt) => {
            runs += 1;
            key = { userId: "ann", requestId: `rest-${count}-${runs}` };
            const writer = start();
            const early = readAllText(await read());
            let late: Promise<string> | null = null;
            for (const [index, d] of texts.entries()) {
              if (index === joinsAt) late = readAllText(await read(Math.min(received, joinsAt)));
              writer.append(text(d));
            }
            writer.close();
            const frames = texts.map((d, index) => frame(d, index + 1));
            const from = late ? Math.min(received, joinsAt) : Math.min(received, texts.length);
            expect(await early).toBe(frames.join(""));
            expect(await (late ?? readAllText(await read(from)))).toBe(frames.slice(from).join(""));
          },
        ),
        { numRuns: getFuzzRunCount(40) },
      );
    });

    test("an ended run that was read to its end can be opened, with nothing more to read", async () => {
      const writer = start();
      writer.append(text("a"));
      writer.close();
      const reader = await read(1);
      expect([reader.hasMore(), reader.hasEnded()]).toEqual([false, true]);
    });

    test("a long answer and a single huge event arrive complete", async () => {
      const writer = start();
      for (let n = 0; n < 4_000; n++) writer.append(text(`${n} ${"語".repeat(40)}`));
      writer.append(text("y".repeat(300_000)));
      const reader = await read();
      const all = readAllText(reader);
      writer.append(text("last"));
      writer.close();
      const received = await all;
      expect(received.match(/^id: /gm)).toHaveLength(4_002);
      expect(received.endsWith(frame("y".repeat(300_000), 4_001) + frame("last", 4_002))).toBe(true);
    });

    test("a reader that does not read delays no other, and can read everything later", async () => {
      const writer = start();
      const slowReader = await read();
      const quickText = readAllText(await read());
      for (let n = 0; n < 3_000; n++) writer.append(text("z".repeat(200)));
      writer.close();
      const received = await quickText;
      expect(received.match(/^id: /gm)).toHaveLength(3_000);
      expect(await readAllText(slowReader)).toBe(received);
    });

    test("a closed reader is not notified any more", async () => {
      const writer = start();
      const [openReader, closedReader] = [await read(), await read()];
      const notified: string[] = [];
      closedReader.onChange = () => notified.push("closed");
      closedReader.close();
      writer.append(text("a"));
      writer.close();
      await readAllText(openReader);
      expect(notified).toEqual([]);
    });

    test("readers learn why a run failed before its first event", async () => {
      const failed = new Error("no model");
      start().close(failed);
      expect(String((await read()).failure())).toContain("no model");
    });

    test("a run that failed before its first event starts again, and other runs do not", async () => {
      const { writerLog } = runLogs;
      const failed = start();
      expect([
        writerLog.canStart(key),
        writerLog.start({ ...key, conversationId: null, startedAt: new Date() }),
      ]).toEqual([false, null]);
      failed.close(new Error("no database"));
      expect(writerLog.canStart(key)).toBe(true);
      const writer = start();
      failed.append(text("late"));
      writer.append(text("a"));
      writer.close();
      expect(await readAllText(await read())).toBe(frame("a", 1));
      expect(writerLog.canStart(key)).toBe(false);
    });

    test("another user's run with the same request id cannot be read, stopped or listed", async () => {
      const writer = start();
      const bob = { ...key, userId: "bob" };
      expect(await runLogs.readerLog.read(bob, 0)).toBeNull();
      await runLogs.readerLog.stop(bob);
      expect((await runLogs.readerLog.listLiveRuns("bob")).map(({ requestId }) => requestId)).toEqual([]);
      expect((await runLogs.readerLog.listLiveRuns("ann")).map(({ requestId }) => requestId)).toContain(key.requestId);
      expect(writer.stopSignal.aborted).toBe(false);
      writer.close();
    });

    test("a stop aborts the run's signal", async () => {
      const writer = start();
      const stopped = new Promise((resolve) => writer.stopSignal.addEventListener("abort", resolve));
      await runLogs.readerLog.stop(key);
      await stopped;
      writer.close();
    });

    test("live runs are listed oldest first, all or of one conversation; ended runs are not", async () => {
      const userId = `lister-${count}`;
      const [early, late, ended] = [
        start({ userId, requestId: "early", startedAt: new Date(1_000) }),
        start({ userId, requestId: "late", conversationId: "c", startedAt: new Date(2_000) }),
        start({ userId, requestId: "ended" }),
      ];
      ended?.close();
      const ids = async (conversationId?: string) =>
        (await runLogs.readerLog.listLiveRuns(userId, conversationId)).map(({ requestId }) => requestId);
      expect(await ids()).toEqual(["early", "late"]);
      expect(await ids("c")).toEqual(["late"]);
      expect(await ids("another")).toEqual([]);
      late?.close();
      early?.close();
    });

    test("an ended run can be read for 5 minutes", async () => {
      start().close();
      runLogs.advance(5 * 60_000 - 1);
      expect(await runLogs.readerLog.read(key, 0)).not.toBeNull();
      runLogs.advance(1);
      expect(await runLogs.readerLog.read(key, 0)).toBeNull();
    });

    test("a run that was never started cannot be read", async () => {
      expect(await runLogs.readerLog.read(key, 0)).toBeNull();
    });
  });
}

/** Resolves with all events when the run has ended. */
export function readAllText(reader: RunReader): Promise<string> {
  let all = "";
  return new Promise((resolve) => {
    const read = () => {
      while (reader.hasMore()) all += reader.read();
      if (reader.hasEnded() && !reader.hasMore()) resolve(all);
    };
    reader.onChange = read;
    read();
  });
}
