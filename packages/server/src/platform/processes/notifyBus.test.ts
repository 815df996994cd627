import { randomUUID } from "node:crypto";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";
import { createSecretBox } from "../secretBox.ts";
import { openNotifyBus } from "./notifyBus.ts";
import { createPayloadCipher } from "./payloadCipher.ts";
import { allProcesses, type BusMessage, type BusTopic, type ProcessBus } from "./processBus.ts";

const secrets = createSecretBox("a secret for tests, long enough");
const { databaseUrl, drop } = await createPostgresDatabase("empty");
afterAll(drop);

let sender: ProcessBus;
let receiver: ProcessBus;
let client: pg.Client;
beforeEach(async () => {
  const options = { databaseUrl, secrets, log: pino({ level: "silent" }) };
  [sender, receiver] = await Promise.all([openNotifyBus(options), openNotifyBus(options)]);
  client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
});
afterEach(async () => {
  await Promise.all([sender.close(), receiver.close(), client.end()]);
});

/** Collects the heads of a topic's messages in the order of their arrival. */
function collect(bus: ProcessBus, topic: BusTopic): Record<string, unknown>[] {
  const heads: Record<string, unknown>[] = [];
  bus.subscribe(topic, (_from, { head }) => heads.push(head));
  return heads;
}

test("every listener of a topic receives its messages until it unsubscribes, and no listener those of another", async () => {
  const [first, second, runs] = [
    collect(receiver, "browserEvents"),
    collect(receiver, "browserEvents"),
    collect(receiver, "runs"),
  ];
  const third: unknown[] = [];
  const unsubscribe = receiver.subscribe("browserEvents", (from, message) => third.push([from, message.head]));
  await sender.post("browserEvents", receiver.id, { head: { n: 1 } });
  await vi.waitFor(() => expect(third).toEqual([[sender.id, { n: 1 }]]));
  unsubscribe();
  await sender.post("browserEvents", allProcesses, { head: { n: 2 } });
  await sender.post("runs", allProcesses, { head: { t: "missed" } });
  await vi.waitFor(() => expect(runs).toEqual([{ t: "missed" }]));
  expect([first, second, third.length]).toEqual([[{ n: 1 }, { n: 2 }], [{ n: 1 }, { n: 2 }], 1]);
});

test("a process of an earlier version and this one understand each other's messages about runs", async () => {
  const earlierId = randomUUID();
  const earlier = createPayloadCipher(secrets, earlierId);
  const channel = `lectern_${earlierId.replaceAll("-", "")}`;
  const received: BusMessage[] = [];
  client.on("notification", ({ payload = "" }) => {
    const opened = earlier.open(earlierId, payload);
    if (opened) received.push(opened.message);
  });
  await client.query(`listen ${channel}`);
  await sender.post("runs", earlierId, { head: { t: "leave", sub: "s" } });
  await vi.waitFor(() => expect(received.map(({ head }) => head)).toEqual([{ t: "leave", sub: "s" }]));

  const runs = collect(receiver, "runs");
  await client.query("select pg_notify('lectern_all', $1)", [earlier.seal(allProcesses, { head: { t: "missed" } })]);
  await vi.waitFor(() => expect(runs).toEqual([{ t: "missed" }]));
});

test("messages about a topic of a later version are ignored", async () => {
  const heads = [collect(receiver, "runs"), collect(receiver, "browserEvents")];
  const later = createPayloadCipher(secrets, randomUUID());
  const notify = (head: BusMessage["head"]) =>
    client.query("select pg_notify('lectern_all', $1)", [later.seal(allProcesses, { head })]);
  await notify({ topic: "later", n: 1 });
  await notify({ topic: "browserEvents", n: 2 });
  await vi.waitFor(() => expect(heads).toEqual([[], [{ n: 2 }]]));
});

test("every listener learns that the connection was restored", async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  receiver.onReconnect(first);
  receiver.onReconnect(second);
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'lectern processes'",
  );
  await vi.waitFor(() => expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]));
});
