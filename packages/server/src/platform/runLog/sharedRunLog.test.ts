import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";
import { openNotifyBus } from "../processes/notifyBus.ts";
import type { BusListener, BusMessage, ProcessBus } from "../processes/processBus.ts";
import { createSecretBox } from "../secretBox.ts";
import { createMemoryRunLog } from "./memoryRunLog.ts";
import type { RunKey, RunLog } from "./runLog.ts";
import { createSharedRunLog } from "./sharedRunLog.ts";
import { readAllText, testRunLog } from "./testing/runLogConformance.ts";

const log = pino({ level: "silent" });
const secret = "a secret for tests, long enough";
const text = (d: string) => ({ s: "0", d });
const failures = {
  encode: (failure: unknown) => String(failure),
  decode: (encoded: unknown) => new Error(String(encoded)),
};

/** The tests use this database one after another; each closes its processes. */
const { databaseUrl, drop } = await createPostgresDatabase("empty");
afterAll(drop);

interface TestProcess {
  bus: ProcessBus;
  /** Receives the messages about runs. Tests replace it to observe or drop messages. */
  receiver: { receive: BusListener };
  local: RunLog;
  log: RunLog;
  deaths: string[];
}

/**
 * Processes on one database, each with its own bus and memory. The directory asks the processes instead of the
 * database.
 */
async function openProcesses(count: number, secrets: readonly string[] = []) {
  let nowMs = 0;
  const all: TestProcess[] = [];
  const owners = new Map<string, string>();
  for (let index = 0; index < count; index++) {
    const box = createSecretBox(secrets[index] ?? secret);
    const bus = await openNotifyBus({ databaseUrl, secrets: box, log, deathConfirmationMs: 50 });
    const receiver: TestProcess["receiver"] = { receive: () => undefined };
    const subscribe: ProcessBus["subscribe"] = (topic, listener) => {
      receiver.receive = listener;
      return bus.subscribe(topic, (from, message) => receiver.receive(from, message));
    };
    const local = createMemoryRunLog({ now: () => new Date(nowMs) });
    const start: RunLog["start"] = (info) => {
      owners.set(JSON.stringify([info.userId, info.requestId]), bus.id);
      return local.start(info);
    };
    const deaths: string[] = [];
    const shared = createSharedRunLog({
      bus: { ...bus, subscribe },
      local: { ...local, start },
      failures,
      onProcessDeath: (id) => deaths.push(id),
      directory: {
        findOwner: async ({ userId, requestId }) => owners.get(JSON.stringify([userId, requestId])) ?? null,
        listRemoteRuns: async (userId, conversationId) =>
          (
            await Promise.all(
              all.filter((other) => other.bus !== bus).map((other) => other.local.listLiveRuns(userId, conversationId)),
            )
          ).flat(),
      },
    });
    all.push({ bus, receiver, local, log: shared, deaths });
  }
  return {
    all,
    databaseUrl,
    advance: (ms: number) => {
      nowMs += ms;
    },
    async close() {
      for (const { bus, log: shared } of all) {
        await shared.close();
        await bus.close();
      }
    },
  };
}

testRunLog("of two processes", async () => {
  const { all, advance, close } = await openProcesses(2);
  const [writer, reader] = openPair(all);
  return { writerLog: writer.log, readerLog: reader.log, advance, close };
});

describe("between processes", () => {
  const key: RunKey = { userId: "ann", requestId: "r" };
  const info = { ...key, conversationId: "c", startedAt: new Date(0) };
  let openedProcesses: Awaited<ReturnType<typeof openProcesses>> | null = null;
  const open = async (count = 2, secrets: readonly string[] = []) => {
    openedProcesses = await openProcesses(count, secrets);
    const [a, b] = openPair(openedProcesses.all);
    return {
      a,
      b,
      databaseUrl: openedProcesses.databaseUrl,
      all: openedProcesses.all,
      advance: openedProcesses.advance,
    };
  };
  afterEach(async () => {
    await openedProcesses?.close();
    openedProcesses = null;
  });
  const startRun = ({ log: runLog }: TestProcess) => {
    const writer = runLog.start(info);
    if (!writer) throw new Error("the run already exists");
    return writer;
  };
  const readAt = async ({ log: runLog }: TestProcess, after = 0) => {
    const reader = await runLog.read(key, after);
    if (!reader) throw new Error("there is no such run");
    return reader;
  };
  const query = async (databaseUrl: string, statement: string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query(statement);
    await client.end();
    return rows;
  };

  test("no content is sent over the database unencrypted", async () => {
    const { a, b, databaseUrl } = await open();
    const spy = new pg.Client({ connectionString: databaseUrl });
    await spy.connect();
    const payloads: string[] = [];
    spy.on("notification", ({ payload }) => payloads.push(payload ?? ""));
    for (const { bus } of [a, b]) await spy.query(`listen lectern_${bus.id.replaceAll("-", "")}`);
    await spy.query("listen lectern_all");
    const marker = "The quick brown marker of ann's local conversation";
    const writer = startRun(a);
    writer.append(text(marker));
    const reader = await readAt(b);
    writer.close(new Error(marker));
    expect(await readAllText(reader)).toContain(marker);
    await b.log.stop({ userId: "ann", requestId: "early-and-secret" });
    await spy.query("select 1");
    expect(payloads.length).toBeGreaterThanOrEqual(4);
    for (const payload of payloads) {
      expect(payload.length).toBeLessThan(8_000);
      const rawAndDecoded = `${payload} ${Buffer.from(payload, "base64").toString("latin1")}`;
      for (const word of ["marker", "conversation", "early-and-secret", "requestId", "frames"]) {
        expect(rawAndDecoded).not.toContain(word);
      }
    }
    await spy.end();
  });

  test("a process of another workspace on the same database neither receives nor sends anything", async () => {
    const { a, b } = await open(2, [secret, "another secret for tests, as long"]);
    const writer = startRun(a);
    await b.log.stop(key);
    const opening = b.log.read(key, 0);
    await a.log.stop({ userId: "ann", requestId: "other" });
    expect(writer.stopSignal.aborted).toBe(false);
    b.log.stopAll();
    const reader = await opening;
    expect(reader?.wasDetached() ?? true).toBe(true);
    writer.close();
  });

  test("a stop that arrives first, at any process, stops the run at its start in any process, within 60 s", async () => {
    const { a, b, all, advance } = await open(3);
    const others = all.filter((process) => process !== b);
    const nextMessages = () => Promise.all(others.map(nextMessage));
    let received = nextMessages();
    await b.log.stop(key);
    await received;
    for (const process of all) expect(startRun(process).stopSignal.aborted).toBe(true);
    received = nextMessages();
    await b.log.stop({ userId: "ann", requestId: "late" });
    await received;
    advance(60_000);
    expect(a.log.start({ ...info, requestId: "late" })?.stopSignal.aborted).toBe(false);
  });

  test("when the owner dies, its readers get all events so far and an interrupted end, and its death is reported", async () => {
    const { a, b } = await open();
    const writer = startRun(a);
    writer.append(text("so far"));
    const reader = await readAt(b);
    const all = readAllText(reader);
    // As after a kill: the connection ends without a message.
    await a.bus.close();
    const frames = (await all).split(/(?<=\n\n)/);
    expect(frames).toHaveLength(2);
    expect(frames[0]).toContain("so far");
    expect(frames[1]).toMatch(/^id: 2\ndata: .*"end":"stopped","code":"interrupted"/);
    expect(b.deaths).toContain(a.bus.id);
    expect(await b.log.read(key, 0)).toBeNull();
    expect(await b.bus.findDead([a.bus.id, b.bus.id])).toEqual([a.bus.id]);
  });

  test("losing the connection on either side neither loses nor repeats events, and no process counts as dead", async () => {
    const { a, b, databaseUrl } = await open();
    const writer = startRun(a);
    const reader = await readAt(b);
    const all = readAllText(reader);
    let writtenCount = 0;
    const write = (count: number) => {
      for (let n = 0; n < count; n++) {
        writtenCount += 1;
        writer.append(text(`word ${writtenCount} ${"x".repeat(300)}`));
      }
    };
    for (let round = 0; round < 3; round++) {
      write(200);
      await query(
        databaseUrl,
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'lectern processes'",
      );
      write(200);
      await vi.waitFor(async () => expect(await a.bus.findDead([b.bus.id])).toEqual([]));
    }
    writer.close();
    const sequences = [...(await all).matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id));
    expect(sequences).toEqual(Array.from({ length: writtenCount }, (_, index) => index + 1));
    expect(reader.wasDetached()).toBe(false);
  });

  test("a reader that does not read is sent no more than one window", async () => {
    const { a, b } = await open();
    const writer = startRun(a);
    const reader = await readAt(b);
    let receivedBytes = 0;
    const { receive } = b.receiver;
    b.receiver.receive = (from, message) => {
      receivedBytes += message.body?.length ?? 0;
      receive(from, message);
    };
    for (let n = 0; n < 10_000; n++) writer.append(text("x".repeat(200)));
    const other = readAllText(await readAt(b));
    writer.close();
    const whole = (await other).length;
    // The other reader received everything, this one only a window.
    expect(receivedBytes - whole).toBeLessThan(300_000);
    expect((await readAllText(reader)).length).toBe(whole);
  });

  test("a relayed run can be read like a local one, and a stop reaches its owner", async () => {
    const { a, b } = await open();
    const writer = startRun(a);
    writer.append(text("one"));
    const relayWriter = b.log.start(info);
    const early = b.log.readLocal(key, 0);
    const source = await b.log.readFromProcess(a.bus.id, key, 0);
    if (!relayWriter || !early || !source) throw new Error("there is nothing to relay");
    const relayed = relayWriter.relay(source);
    const all = readAllText(early);
    expect(b.log.countLiveRuns()).toBe(0);
    const stopped = new Promise((resolve) => writer.stopSignal.addEventListener("abort", resolve));
    await b.log.stop(key);
    await stopped;
    writer.append(text("two"));
    writer.close(new Error("why"));
    await relayed;
    expect((await all).match(/^id: \d/gm)).toEqual(["id: 1", "id: 2"]);
    expect(String(early.failure())).toContain("why");
  });

  test("a process that shuts down detaches its readers of other processes' runs, and the runs continue", async () => {
    const { a, b } = await open();
    const writer = startRun(a);
    writer.append(text("one"));
    const reader = await readAt(b);
    const idle = b.log.whenIdle();
    b.log.stopAll();
    await idle;
    expect([reader.hasEnded(), reader.wasDetached()]).toEqual([true, true]);
    expect(writer.stopSignal.aborted).toBe(false);
    // Later readers do not delay the shutdown either.
    const late = await readAt(b);
    await b.log.whenIdle();
    expect([late.hasEnded(), late.wasDetached(), late.hasMore()]).toEqual([true, true, false]);
    writer.close();
  });

  test("a process that shuts down waits until readers in other processes have received all events", async () => {
    const { a, b } = await open();
    const writer = startRun(a);
    const all = readAllText(await readAt(b));
    for (let n = 0; n < 500; n++) writer.append(text("x".repeat(200)));
    writer.close();
    await a.log.close();
    await a.bus.close();
    expect((await all).match(/^id: /gm)).toHaveLength(500);
  });

  /** Drops messages to the process. Returns a function that stops dropping them. */
  const dropMessages = ({ receiver }: TestProcess, isDropped: (message: BusMessage) => boolean) => {
    const { receive } = receiver;
    receiver.receive = (from, message) => {
      if (!isDropped(message)) receive(from, message);
    };
    return () => {
      receiver.receive = receive;
    };
  };
  const cutConnections = (databaseUrl: string) =>
    query(
      databaseUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'lectern processes'",
    );

  test("an owner that missed acknowledgements continues when they are repeated", async () => {
    const { a, b } = await open();
    const writer = startRun(a);
    for (let n = 0; n < 300; n++) writer.append(text("x".repeat(2_000)));
    writer.close();
    dropMessages(a, ({ head }) => head.t === "ack");
    expect((await readAllText(await readAt(b))).match(/^id: /gm)).toHaveLength(300);
  }, 60_000);

  test("a reader that does not read is not sent another window after each lost connection", async () => {
    const { a, b, databaseUrl } = await open();
    const writer = startRun(a);
    for (let n = 0; n < 10_000; n++) writer.append(text("x".repeat(200)));
    writer.close();
    let receivedBytes = 0;
    let subscribeCount = 0;
    dropMessages(b, ({ body }) => {
      receivedBytes += body?.length ?? 0;
      return false;
    });
    dropMessages(a, ({ head }) => {
      if (head.t === "read") subscribeCount += 1;
      return false;
    });
    const reader = await readAt(b);
    for (let round = 2; round <= 6; round++) {
      await cutConnections(databaseUrl);
      await vi.waitFor(() => expect(subscribeCount).toBeGreaterThanOrEqual(round), { timeout: 5_000 });
      await a.bus.post("runs", b.bus.id, { head: { t: "here" } });
    }
    expect(receivedBytes).toBeLessThan(400_000);
    expect((await readAllText(reader)).match(/^id: /gm)).toHaveLength(10_000);
  });

  test("a stop that a process missed reaches it after it reconnects", async () => {
    const { a, b, databaseUrl } = await open();
    const writer = startRun(a);
    const stopDropping = dropMessages(a, ({ head }) => head.t === "stop");
    const stopped = new Promise((resolve) => writer.stopSignal.addEventListener("abort", resolve));
    await b.log.stop(key);
    await a.bus.findDead([b.bus.id]); // on the same connection, so the stop has arrived before its result
    expect(writer.stopSignal.aborted).toBe(false);
    stopDropping();
    await cutConnections(databaseUrl);
    await stopped;
  });

  test("a process that has just lost its own connection considers no other process dead", async () => {
    const { a, b, databaseUrl } = await open();
    await a.bus.close();
    expect(await b.bus.findDead([a.bus.id])).toEqual([a.bus.id]);
    await cutConnections(databaseUrl);
    await vi.waitFor(async () => expect(await b.bus.findDead([a.bus.id])).toEqual([]));
  });

  test("a message that is too long is rejected without affecting others", async () => {
    const { a, b } = await open();
    const received = nextMessage(b);
    const [long, short] = await Promise.allSettled([
      a.bus.post("runs", b.bus.id, { head: { t: "here", text: "x".repeat(9_000) } }),
      a.bus.post("runs", b.bus.id, { head: { t: "here" } }),
    ]);
    expect([long?.status, short?.status]).toEqual(["rejected", "fulfilled"]);
    await received;
  });

  test("junk from other clients on the processes' channels does no harm", async () => {
    const { a, b, databaseUrl } = await open();
    const writer = startRun(a);
    const reader = await readAt(b);
    for (const channel of ["all", a.bus.id, b.bus.id].map((id) => `lectern_${id.replaceAll("-", "")}`)) {
      await query(
        databaseUrl,
        `select pg_notify('${channel}', repeat(md5(n::text), n)) from generate_series(0, 240) as n`,
      );
    }
    writer.append(text("still here"));
    writer.close();
    expect(await readAllText(reader)).toContain("still here");
  });

  test("a run cannot be read from a dead process or from one that does not know it", async () => {
    const { a, b } = await open();
    expect(await b.log.readFromProcess(a.bus.id, key, 0)).toBeNull();
    expect(await b.log.readFromProcess(crypto.randomUUID(), key, 0)).toBeNull();
  });
});

/** Resolves when the process receives its next message. */
function nextMessage({ receiver }: TestProcess): Promise<void> {
  const { receive } = receiver;
  return new Promise((resolve) => {
    receiver.receive = (from, message) => {
      receiver.receive = receive;
      receive(from, message);
      resolve();
    };
  });
}

function openPair(all: readonly TestProcess[]): [TestProcess, TestProcess] {
  const [first, relayWriter] = all;
  if (!first || !relayWriter) throw new Error("two processes are needed");
  return [first, relayWriter];
}
