import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RunInfo, RunKey, RunLog, RunReading, RunWriter } from "./runLog.ts";

/** Where runs are written and where they are read: the same log, or those of two processes. */
export interface RunLogsUnderTest {
  writing: RunLog;
  reading: RunLog;
  /** Lets time pass for both. */
  pass(ms: number): void;
  close(): Promise<void>;
}

const text = (d: string) => ({ s: "0", d });
const frame = (d: string, sequence: number) => `id: ${sequence}\ndata: ${JSON.stringify(text(d))}\n\n`;

/** What every run log does, whoever writes and whoever reads. */
export function testRunLog(name: string, open: () => Promise<RunLogsUnderTest>): void {
  describe(`the run log ${name}`, () => {
    let logs: RunLogsUnderTest;
    let key: RunKey;
    let count = 0;
    beforeAll(async () => {
      logs = await open();
    });
    afterAll(() => logs?.close());
    beforeEach(() => {
      count += 1;
      key = { userId: "ann", requestId: `r${count}` };
    });

    function start(more: Partial<RunInfo> = {}): RunWriter {
      const writer = logs.writing.start({ ...key, conversationId: null, startedAt: new Date(count), ...more });
      if (!writer) throw new Error("the run was there already");
      return writer;
    }
    async function read(after = 0, of = key): Promise<RunReading> {
      const reading = await logs.reading.read(of, after);
      if (!reading) throw new Error("there is no such run");
      return reading;
    }

    test("a reader gets the events as frames that count up from 1, and the end", async () => {
      const writer = start();
      const reading = await read();
      writer.append(text("a"));
      writer.append(text('"\n'));
      writer.close();
      expect(await allOf(reading)).toBe(frame("a", 1) + frame('"\n', 2));
      expect([reading.hasEnded(), reading.wasCut(), reading.failure()]).toEqual([true, false, undefined]);
    });

    test("from any event on, a reader gets exactly the rest, whether the run is live, ends meanwhile, or has ended", async () => {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.string(), { maxLength: 20 }),
          fc.nat(20),
          fc.nat(20),
          async (texts, heard, joins) => {
            runs += 1;
            key = { userId: "ann", requestId: `rest-${count}-${runs}` };
            const writer = start();
            const early = allOf(await read());
            let late: Promise<string> | null = null;
            for (const [index, d] of texts.entries()) {
              if (index === joins) late = allOf(await read(Math.min(heard, joins)));
              writer.append(text(d));
            }
            writer.close();
            const frames = texts.map((d, index) => frame(d, index + 1));
            const from = late ? Math.min(heard, joins) : Math.min(heard, texts.length);
            expect(await early).toBe(frames.join(""));
            expect(await (late ?? allOf(await read(from)))).toBe(frames.slice(from).join(""));
          },
        ),
        { numRuns: 40 },
      );
    });

    test("what has ended and was heard to its end is there, with nothing to take", async () => {
      const writer = start();
      writer.append(text("a"));
      writer.close();
      const reading = await read(1);
      expect([reading.hasMore(), reading.hasEnded()]).toEqual([false, true]);
    });

    test("a long answer, and one of a single huge event, come whole", async () => {
      const writer = start();
      for (let n = 0; n < 4_000; n++) writer.append(text(`${n} ${"語".repeat(40)}`));
      writer.append(text("y".repeat(300_000)));
      const reading = await read();
      const all = allOf(reading);
      writer.append(text("last"));
      writer.close();
      const got = await all;
      expect(got.match(/^id: /gm)).toHaveLength(4_002);
      expect(got.endsWith(frame("y".repeat(300_000), 4_001) + frame("last", 4_002))).toBe(true);
    });

    test("a reader that takes nothing holds up nobody, and then takes all", async () => {
      const writer = start();
      const slow = await read();
      const quick = allOf(await read());
      for (let n = 0; n < 3_000; n++) writer.append(text("z".repeat(200)));
      writer.close();
      const got = await quick;
      expect(got.match(/^id: /gm)).toHaveLength(3_000);
      expect(await allOf(slow)).toBe(got);
    });

    test("a reader that has closed is told nothing more", async () => {
      const writer = start();
      const [stays, leaves] = [await read(), await read()];
      const heard: string[] = [];
      leaves.onChange = () => heard.push("leaves");
      leaves.close();
      writer.append(text("a"));
      writer.close();
      await allOf(stays);
      expect(heard).toEqual([]);
    });

    test("why a run failed before its first word reaches whoever reads it", async () => {
      const failed = new Error("no model");
      start().close(failed);
      expect(String((await read()).failure())).toContain("no model");
    });

    test("another user's run with the same request id is another run: not read, not stopped, not listed", async () => {
      const writer = start();
      const bob = { ...key, userId: "bob" };
      expect(await logs.reading.read(bob, 0)).toBeNull();
      await logs.reading.stop(bob);
      expect((await logs.reading.live("bob")).map(({ requestId }) => requestId)).toEqual([]);
      expect((await logs.reading.live("ann")).map(({ requestId }) => requestId)).toContain(key.requestId);
      expect(writer.stopSignal.aborted).toBe(false);
      writer.close();
    });

    test("a stop aborts the run's signal", async () => {
      const writer = start();
      const stopped = new Promise((resolve) => writer.stopSignal.addEventListener("abort", resolve));
      await logs.reading.stop(key);
      await stopped;
      writer.close();
    });

    test("live runs are listed, the oldest first, also those of one conversation; ended ones are not", async () => {
      const userId = `lister-${count}`;
      const [early, late, ended] = [
        start({ userId, requestId: "early", startedAt: new Date(1_000) }),
        start({ userId, requestId: "late", conversationId: "c", startedAt: new Date(2_000) }),
        start({ userId, requestId: "ended" }),
      ];
      ended?.close();
      const ids = async (conversationId?: string) =>
        (await logs.reading.live(userId, conversationId)).map(({ requestId }) => requestId);
      expect(await ids()).toEqual(["early", "late"]);
      expect(await ids("c")).toEqual(["late"]);
      expect(await ids("another")).toEqual([]);
      late?.close();
      early?.close();
    });

    test("an ended run can be read for 5 minutes", async () => {
      start().close();
      logs.pass(5 * 60_000 - 1);
      expect(await logs.reading.read(key, 0)).not.toBeNull();
      logs.pass(1);
      expect(await logs.reading.read(key, 0)).toBeNull();
    });

    test("a run that nobody began is not there", async () => {
      expect(await logs.reading.read(key, 0)).toBeNull();
    });
  });
}

/** All that a reading has and will have until the run ends. */
export function allOf(reading: RunReading): Promise<string> {
  let all = "";
  return new Promise((resolve) => {
    const take = () => {
      while (reading.hasMore()) all += reading.take();
      if (reading.hasEnded() && !reading.hasMore()) resolve(all);
    };
    reading.onChange = take;
    take();
  });
}
