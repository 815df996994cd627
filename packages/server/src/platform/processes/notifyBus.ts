import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { SecretBox } from "../secretBox.ts";
import { openNotifyConnection } from "./notifyConnection.ts";
import { everyProcess, type ProcessBus } from "./processBus.ts";
import { createPayloadSeal } from "./sealedPayload.ts";

export interface NotifyBusOptions {
  databaseUrl: string;
  secrets: SecretBox;
  log: Log;
  /** A process whose lock is free counts as dead when it is still free after this: a connection that was lost is back by then. */
  confirmDeathMs?: number;
  /**
   * For so long after this process had lost its own connection it takes nobody for dead. What took the connection from it may have taken it
   * from all, and others may need that long to see it and to be back.
   */
  comeBackMs?: number;
}

interface Waiting {
  channel: string;
  payload: string;
  sent: PromiseWithResolvers<void>;
}

const longestWaitMs = 5_000;
const mostAtOnce = 100;
/** PostgreSQL refuses a payload of 8,000 bytes, and with it all that is sent together with it. */
const longestPayload = 7_999;
/**
 * A machine that vanishes takes its connection with it only when PostgreSQL notices: after 20 s. While something is on its way there, as
 * when others ask for a word, nothing is kept alive: then it is the last of these that counts, instead of a quarter of an hour.
 */
const noticeLostMachines =
  "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 20000";
const freeLocks = `
  select key::text from unnest($1::bigint[]) as keys (key)
  where not exists (
    select from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = (key >> 32) & 4294967295 and objid::bigint = key & 4294967295)`;

/**
 * The bus over PostgreSQL's LISTEN and NOTIFY, on one connection of its own. While that is open it holds an advisory lock that stands for
 * this process: the lock is free at once when the process ends, however it ends, and no clock is asked. Throws when the database
 * cannot be reached.
 */
export async function openNotifyBus(options: NotifyBusOptions): Promise<ProcessBus> {
  const { confirmDeathMs = 1_000, comeBackMs = 15_000, log } = options;
  const id = randomUUID();
  const seal = createPayloadSeal(options.secrets, id);
  const ownChannel = channelOf(id);
  let outbox: Waiting[] = [];
  let isFlushing = false;
  let isFirst = true;
  let upAgainAt = Number.NEGATIVE_INFINITY;

  const flush = async () => {
    if (isFlushing) return;
    isFlushing = true;
    while (outbox.length > 0 && connection.isUp()) {
      const batch = outbox.slice(0, mostAtOnce);
      const columns = [batch.map(({ channel }) => channel), batch.map(({ payload }) => payload)];
      try {
        await connection.query("select pg_notify(c, p) from unnest($1::text[], $2::text[]) as m (c, p)", columns);
      } catch (error) {
        // What was lost with the connection is sent again on the next one; who has heard it passes it over.
        if (!connection.isUp()) break;
        for (const { sent } of batch) sent.reject(error);
        outbox = outbox.filter((waiting) => !batch.includes(waiting)); // some may have been given up meanwhile
        continue;
      }
      outbox = outbox.filter((waiting) => !batch.includes(waiting));
      for (const { sent } of batch) sent.resolve();
    }
    isFlushing = false;
  };

  const bus: ProcessBus = {
    id,
    onMessage: () => undefined,
    onReconnect: () => undefined,
    async post(to, message) {
      const payload = seal.seal(to, message);
      if (payload.length > longestPayload) throw new Error("a message to other server processes is too long");
      const waiting = { channel: channelOf(to), payload, sent: Promise.withResolvers<void>() };
      outbox.push(waiting);
      const tooLong = connection.isUp() ? null : setTimeout(() => giveUp(waiting), longestWaitMs);
      void flush();
      await waiting.sent.promise.finally(() => tooLong && clearTimeout(tooLong));
    },
    async deadAmong(ids) {
      const suspects = await withFreeLock(ids.filter((other) => other !== id));
      if (suspects.length === 0) return [];
      await delay(confirmDeathMs);
      return withFreeLock(suspects);
    },
    close: () => connection.close(),
  };

  const giveUp = (waiting: Waiting) => {
    outbox = outbox.filter((other) => other !== waiting);
    waiting.sent.reject(new Error("there is no connection to the other server processes"));
  };

  /** What was waiting when the connection was lost waits a while for the next one. */
  const giveUpLater = () => {
    const lost = outbox;
    setTimeout(() => {
      if (!connection.isUp()) for (const waiting of lost) giveUp(waiting);
    }, longestWaitMs).unref();
  };

  const withFreeLock = async (ids: readonly string[]): Promise<string[]> => {
    if (ids.length === 0) return [];
    const byKey = new Map(ids.map((other) => [lockKeyOf(other), other]));
    const rows = await connection.query(freeLocks, [[...byKey.keys()]]);
    if (performance.now() - upAgainAt < comeBackMs) return [];
    return rows.flatMap(({ key }) => byKey.get(String(key)) ?? []);
  };

  const receive = (channel: string, payload: string) => {
    const opened = seal.open(channel === ownChannel ? id : everyProcess, payload);
    if (opened) bus.onMessage(opened.from, opened.message);
    else log.debug({ channel }, "a message that is not for this process was passed over");
  };

  const connection = await openNotifyConnection({
    databaseUrl: options.databaseUrl,
    log,
    async onOpen(query) {
      await query(noticeLostMachines);
      // Shared: on a new connection it is had at once, though the server may not have noticed yet that the old one is gone.
      await query("select pg_advisory_lock_shared($1::bigint)", [lockKeyOf(id)]);
      await query(`listen ${ownChannel}`);
      await query(`listen ${channelOf(everyProcess)}`);
    },
    onNotification: receive,
    onDown: giveUpLater,
    onUp() {
      if (!isFirst) {
        upAgainAt = performance.now();
        queueMicrotask(() => {
          void flush();
          bus.onReconnect();
        });
      }
      isFirst = false;
    },
  });
  return bus;
}

function channelOf(to: string): string {
  return `lectern_${to.replaceAll("-", "")}`;
}

/** A signed 64-bit number, from the first half of the id. */
function lockKeyOf(id: string): string {
  return BigInt.asIntN(64, BigInt(`0x${id.replaceAll("-", "").slice(0, 16)}`)).toString();
}
