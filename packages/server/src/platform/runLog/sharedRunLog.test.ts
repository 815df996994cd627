import pg from "pg";
import { pino } from "pino";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";
import { openNotifyBus } from "../processes/notifyBus.ts";
import type { BusMessage, ProcessBus } from "../processes/processBus.ts";
import { createSecretBox } from "../secretBox.ts";
import { createMemoryRunLog } from "./memoryRunLog.ts";
import type { RunKey, RunLog } from "./runLog.ts";
import { allOf, testRunLog } from "./runLogConformance.ts";
import { createSharedRunLog } from "./sharedRunLog.ts";

const log = pino({ level: "silent" });
const secret = "a secret of the tests, long enough";
const text = (d: string) => ({ s: "0", d });
const failures = {
  encode: (failure: unknown) => String(failure),
  decode: (encoded: unknown) => new Error(String(encoded)),
};

interface Process {
  bus: ProcessBus;
  local: RunLog;
  log: RunLog;
  deaths: string[];
}

/** Processes on one database: each with its own bus and memory. The directory asks them all, in place of the rows. */
async function openProcesses(count: number, secrets: readonly string[] = []) {
  const { databaseUrl, drop } = await createPostgresDatabase("empty");
  let nowMs = 0;
  const all: Process[] = [];
  const owners = new Map<string, string>();
  for (let index = 0; index < count; index++) {
    const box = createSecretBox(secrets[index] ?? secret);
    const bus = await openNotifyBus({ databaseUrl, secrets: box, log, confirmDeathMs: 50 });
    const local = createMemoryRunLog({ now: () => new Date(nowMs) });
    const start: RunLog["start"] = (info) => {
      owners.set(JSON.stringify([info.userId, info.requestId]), bus.id);
      return local.start(info);
    };
    const deaths: string[] = [];
    const shared = createSharedRunLog({
      bus,
      local: { ...local, start },
      failures,
      onDeath: (id) => deaths.push(id),
      directory: {
        ownerOf: async ({ userId, requestId }) => owners.get(JSON.stringify([userId, requestId])) ?? null,
        liveElsewhere: async (userId, conversationId) =>
          (
            await Promise.all(
              all.filter((other) => other.bus !== bus).map((other) => other.local.live(userId, conversationId)),
            )
          ).flat(),
      },
    });
    all.push({ bus, local, log: shared, deaths });
  }
  return {
    all,
    databaseUrl,
    pass: (ms: number) => {
      nowMs += ms;
    },
    async close() {
      for (const { bus, log: shared } of all) {
        await shared.close();
        await bus.close();
      }
      await drop();
    },
  };
}

testRunLog("of two processes", async () => {
  const { all, pass, close } = await openProcesses(2);
  const [writing, reading] = pair(all);
  return { writing: writing.log, reading: reading.log, pass, close };
});

describe("between processes", () => {
  const key: RunKey = { userId: "ann", requestId: "r" };
  const info = { ...key, conversationId: "c", startedAt: new Date(0) };
  let opened: Awaited<ReturnType<typeof openProcesses>> | null = null;
  const open = async (count = 2, secrets: readonly string[] = []) => {
    opened = await openProcesses(count, secrets);
    const [a, b] = pair(opened.all);
    return { a, b, databaseUrl: opened.databaseUrl, all: opened.all, pass: opened.pass };
  };
  afterEach(async () => {
    await opened?.close();
    opened = null;
  });
  const begin = ({ log: runLog }: Process) => {
    const writer = runLog.start(info);
    if (!writer) throw new Error("the run was there already");
    return writer;
  };
  const readAt = async ({ log: runLog }: Process, after = 0) => {
    const reading = await runLog.read(key, after);
    if (!reading) throw new Error("there is no such run");
    return reading;
  };
  const query = async (databaseUrl: string, statement: string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query(statement);
    await client.end();
    return rows;
  };

  test("of what people say nothing goes over the database in the clear", async () => {
    const { a, b, databaseUrl } = await open();
    const spy = new pg.Client({ connectionString: databaseUrl });
    await spy.connect();
    const payloads: string[] = [];
    spy.on("notification", ({ payload }) => payloads.push(payload ?? ""));
    for (const { bus } of [a, b]) await spy.query(`listen lectern_${bus.id.replaceAll("-", "")}`);
    await spy.query("listen lectern_all");
    const marker = "The quick brown marker of ann's local conversation";
    const writer = begin(a);
    writer.append(text(marker));
    const reading = await readAt(b);
    writer.close(new Error(marker));
    expect(await allOf(reading)).toContain(marker);
    await b.log.stop({ userId: "ann", requestId: "early-and-secret" });
    await spy.query("select 1");
    expect(payloads.length).toBeGreaterThanOrEqual(4);
    for (const payload of payloads) {
      expect(payload.length).toBeLessThan(8_000);
      const both = `${payload} ${Buffer.from(payload, "base64").toString("latin1")}`;
      for (const word of ["marker", "conversation", "early-and-secret", "requestId", "frames"]) {
        expect(both).not.toContain(word);
      }
    }
    await spy.end();
  });

  test("a process of another workspace on the same database hears and tells nothing", async () => {
    const { a, b } = await open(2, [secret, "another secret of the tests, as long"]);
    const writer = begin(a);
    await b.log.stop(key);
    const asked = b.log.read(key, 0);
    await a.log.stop({ userId: "ann", requestId: "other" });
    expect(writer.stopSignal.aborted).toBe(false);
    b.log.stopAll();
    const reading = await asked;
    expect(reading?.wasCut() ?? true).toBe(true);
    writer.close();
  });

  test("a stop that comes first, at another process than the run, stops it at its start, within 60 s, wherever it starts", async () => {
    const { a, b, all, pass } = await open(3);
    const others = all.filter((process) => process !== b);
    const heard = () => Promise.all(others.map(nextMessage));
    let told = heard();
    await b.log.stop(key);
    await told;
    for (const process of all) expect(begin(process).stopSignal.aborted).toBe(true);
    told = heard();
    await b.log.stop({ userId: "ann", requestId: "late" });
    await told;
    pass(60_000);
    expect(a.log.start({ ...info, requestId: "late" })?.stopSignal.aborted).toBe(false);
  });

  test("when the owner dies its readers get an end that says so, after all that had come, and it is reported", async () => {
    const { a, b } = await open();
    const writer = begin(a);
    writer.append(text("so far"));
    const reading = await readAt(b);
    const all = allOf(reading);
    // As a kill does: the connection ends and nothing is said.
    await a.bus.close();
    const frames = (await all).split(/(?<=\n\n)/);
    expect(frames).toHaveLength(2);
    expect(frames[0]).toContain("so far");
    expect(frames[1]).toMatch(/^id: 2\ndata: .*"end":"stopped","code":"interrupted"/);
    expect(b.deaths).toContain(a.bus.id);
    expect(await b.log.read(key, 0)).toBeNull();
    expect(await b.bus.deadAmong([a.bus.id, b.bus.id])).toEqual([a.bus.id]);
  });

  test("a connection that is lost on either side loses no event, doubles none, and nobody counts as dead", async () => {
    const { a, b, databaseUrl } = await open();
    const writer = begin(a);
    const reading = await readAt(b);
    const all = allOf(reading);
    let written = 0;
    const write = (count: number) => {
      for (let n = 0; n < count; n++) {
        written += 1;
        writer.append(text(`word ${written} ${"x".repeat(300)}`));
      }
    };
    for (let round = 0; round < 3; round++) {
      write(200);
      await query(
        databaseUrl,
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'lectern processes'",
      );
      write(200);
      await vi.waitFor(async () => expect(await a.bus.deadAmong([b.bus.id])).toEqual([]));
    }
    writer.close();
    const sequences = [...(await all).matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id));
    expect(sequences).toEqual(Array.from({ length: written }, (_, index) => index + 1));
    expect(reading.wasCut()).toBe(false);
  });

  test("to a reader that takes nothing only a window is sent; it costs its own process no more", async () => {
    const { a, b } = await open();
    const writer = begin(a);
    const reading = await readAt(b);
    let bytes = 0;
    const receive = b.bus.onMessage;
    b.bus.onMessage = (from, message) => {
      bytes += message.body?.length ?? 0;
      receive(from, message);
    };
    for (let n = 0; n < 10_000; n++) writer.append(text("x".repeat(200)));
    const other = allOf(await readAt(b));
    writer.close();
    const whole = (await other).length;
    // The other reader got all; this one a window of it.
    expect(bytes - whole).toBeLessThan(300_000);
    expect((await allOf(reading)).length).toBe(whole);
  });

  test("a run that relays another process's is read like its own, and its stop reaches the owner", async () => {
    const { a, b } = await open();
    const writer = begin(a);
    writer.append(text("one"));
    const second = b.log.start(info);
    const early = b.log.readHere(key, 0);
    const source = await b.log.readFrom(a.bus.id, key, 0);
    if (!second || !early || !source) throw new Error("there is nothing to relay");
    const relayed = second.relay(source);
    const all = allOf(early);
    expect(b.log.liveCount()).toBe(0);
    const stopped = new Promise((resolve) => writer.stopSignal.addEventListener("abort", resolve));
    await b.log.stop(key);
    await stopped;
    writer.append(text("two"));
    writer.close(new Error("why"));
    await relayed;
    expect((await all).match(/^id: \d/gm)).toEqual(["id: 1", "id: 2"]);
    expect(String(early.failure())).toContain("why");
  });

  test("a process that ends lets go of what it reads from others: such a reading was cut, and the run goes on", async () => {
    const { a, b } = await open();
    const writer = begin(a);
    writer.append(text("one"));
    const reading = await readAt(b);
    const idle = b.log.idle();
    b.log.stopAll();
    await idle;
    expect([reading.hasEnded(), reading.wasCut()]).toEqual([true, true]);
    expect(writer.stopSignal.aborted).toBe(false);
    // Who comes later does not hold it up either.
    const late = await readAt(b);
    await b.log.idle();
    expect([late.hasEnded(), late.wasCut(), late.hasMore()]).toEqual([true, true, false]);
    writer.close();
  });

  test("a process that ends waits until readers elsewhere have got the last word", async () => {
    const { a, b } = await open();
    const writer = begin(a);
    const all = allOf(await readAt(b));
    for (let n = 0; n < 500; n++) writer.append(text("x".repeat(200)));
    writer.close();
    await a.log.close();
    await a.bus.close();
    expect((await all).match(/^id: /gm)).toHaveLength(500);
  });

  /** What the process is told, unless it is passed over. */
  const passOver = ({ bus }: Process, isLost: (message: BusMessage) => boolean) => {
    const receive = bus.onMessage;
    bus.onMessage = (from, message) => {
      if (!isLost(message)) receive(from, message);
    };
    return () => {
      bus.onMessage = receive;
    };
  };
  const cutConnections = (databaseUrl: string) =>
    query(
      databaseUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'lectern processes'",
    );

  test("an owner that has not heard what its reader took sends on when it is told again", async () => {
    const { a, b } = await open();
    const writer = begin(a);
    for (let n = 0; n < 300; n++) writer.append(text("x".repeat(2_000)));
    writer.close();
    passOver(a, ({ head }) => head.t === "ack");
    expect((await allOf(await readAt(b))).match(/^id: /gm)).toHaveLength(300);
  }, 60_000);

  test("a reader that takes nothing is not sent another window each time its connection is lost", async () => {
    const { a, b, databaseUrl } = await open();
    const writer = begin(a);
    for (let n = 0; n < 10_000; n++) writer.append(text("x".repeat(200)));
    writer.close();
    let bytes = 0;
    let asked = 0;
    passOver(b, ({ body }) => {
      bytes += body?.length ?? 0;
      return false;
    });
    passOver(a, ({ head }) => {
      if (head.t === "read") asked += 1;
      return false;
    });
    const reading = await readAt(b);
    for (let round = 2; round <= 6; round++) {
      await cutConnections(databaseUrl);
      await vi.waitFor(() => expect(asked).toBeGreaterThanOrEqual(round), { timeout: 5_000 });
      await a.bus.post(b.bus.id, { head: { t: "here" } });
    }
    expect(bytes).toBeLessThan(400_000);
    expect((await allOf(reading)).match(/^id: /gm)).toHaveLength(10_000);
  });

  test("a stop that a process could not hear reaches it when it hears again", async () => {
    const { a, b, databaseUrl } = await open();
    const writer = begin(a);
    const hear = passOver(a, ({ head }) => head.t === "stop");
    const told = new Promise((resolve) => writer.stopSignal.addEventListener("abort", resolve));
    await b.log.stop(key);
    await a.bus.deadAmong([b.bus.id]); // asked over the same connection: the stop has come before the answer
    expect(writer.stopSignal.aborted).toBe(false);
    hear();
    await cutConnections(databaseUrl);
    await told;
  });

  test("who has just lost its own connection takes nobody for dead", async () => {
    const { a, b, databaseUrl } = await open();
    await a.bus.close();
    expect(await b.bus.deadAmong([a.bus.id])).toEqual([a.bus.id]);
    await cutConnections(databaseUrl);
    await vi.waitFor(async () => expect(await b.bus.deadAmong([a.bus.id])).toEqual([]));
  });

  test("a message that is too long is refused, and takes no other with it", async () => {
    const { a, b } = await open();
    const heard = nextMessage(b);
    const [long, short] = await Promise.allSettled([
      a.bus.post(b.bus.id, { head: { t: "here", text: "x".repeat(9_000) } }),
      a.bus.post(b.bus.id, { head: { t: "here" } }),
    ]);
    expect([long?.status, short?.status]).toEqual(["rejected", "fulfilled"]);
    await heard;
  });

  test("junk that somebody else sends to the processes' channels does no harm", async () => {
    const { a, b, databaseUrl } = await open();
    const writer = begin(a);
    const reading = await readAt(b);
    for (const channel of ["all", a.bus.id, b.bus.id].map((id) => `lectern_${id.replaceAll("-", "")}`)) {
      await query(
        databaseUrl,
        `select pg_notify('${channel}', repeat(md5(n::text), n)) from generate_series(0, 240) as n`,
      );
    }
    writer.append(text("still here"));
    writer.close();
    expect(await allOf(reading)).toContain("still here");
  });

  test("a process that does not live, or knows no such run, is not read from", async () => {
    const { a, b } = await open();
    expect(await b.log.readFrom(a.bus.id, key, 0)).toBeNull();
    expect(await b.log.readFrom(crypto.randomUUID(), key, 0)).toBeNull();
  });
});

/** Resolves when the process has heard something more. */
function nextMessage({ bus }: Process): Promise<void> {
  const receive = bus.onMessage;
  return new Promise((resolve) => {
    bus.onMessage = (from, message) => {
      bus.onMessage = receive;
      receive(from, message);
      resolve();
    };
  });
}

function pair(all: readonly Process[]): [Process, Process] {
  const [first, second] = all;
  if (!first || !second) throw new Error("two processes are needed");
  return [first, second];
}
