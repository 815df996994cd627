import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { SecretBox } from "../secretBox.ts";
import { openNotifyConnection } from "./notifyConnection.ts";
import { createPayloadCipher } from "./payloadCipher.ts";
import { allProcesses, type BusListener, type BusTopic, type ProcessBus } from "./processBus.ts";

export interface NotifyBusOptions {
  databaseUrl: string;
  secrets: SecretBox;
  log: Log;
  /**
   * A process counts as dead if its lock is still free after this time, in which it could restore a lost connection.
   */
  deathConfirmationMs?: number;
  /**
   * For this time after this process has reconnected, it considers no other process dead. The others may have lost
   * their connections for the same reason and may need as long to notice and reconnect.
   */
  reconnectGraceMs?: number;
}

interface QueuedMessage {
  channel: string;
  payload: string;
  completion: PromiseWithResolvers<void>;
}

/** The topic of messages that name none, which are all that earlier versions send and understand. */
const defaultTopic = "runs" satisfies BusTopic;
const maxQueueTimeMs = 5_000;
const maxBatchSize = 100;
/** PostgreSQL rejects payloads of 8,000 bytes and more, together with the whole batch. */
const maxPayloadLength = 7_999;
/**
 * Makes PostgreSQL close the connection of a vanished machine after 20 s. Keepalives are not sent while data is
 * unacknowledged; then `tcp_user_timeout` applies, instead of the default of about 15 minutes.
 */
const tcpTimeoutStatements =
  "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 20000";
const freeLocksQuery = `
  select key::text from unnest($1::bigint[]) as keys (key)
  where not exists (
    select from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = (key >> 32) & 4294967295 and objid::bigint = key & 4294967295)`;

/**
 * A message bus over PostgreSQL's LISTEN and NOTIFY, on a dedicated connection. While connected, it holds an advisory
 * lock that represents this process. PostgreSQL releases the lock when the connection ends, for whatever reason, so
 * liveness does not depend on clocks. Throws if the database cannot be reached.
 */
export async function openNotifyBus(options: NotifyBusOptions): Promise<ProcessBus> {
  const { deathConfirmationMs = 1_000, reconnectGraceMs = 15_000, log } = options;
  const id = randomUUID();
  const cipher = createPayloadCipher(options.secrets, id);
  const ownChannel = channelOf(id);
  const listeners: Record<BusTopic, Set<BusListener>> = {
    runs: new Set(),
    browserEvents: new Set(),
    embeddings: new Set(),
    apiKeys: new Set(),
  };
  const reconnectListeners = new Set<() => void>();
  let outbox: QueuedMessage[] = [];
  let isFlushing = false;
  let isFirstConnection = true;
  let reconnectedAt = Number.NEGATIVE_INFINITY;

  const flushOutbox = async () => {
    if (isFlushing) return;
    isFlushing = true;
    while (outbox.length > 0 && connection.isConnected()) {
      const batch = outbox.slice(0, maxBatchSize);
      const columns = [batch.map(({ channel }) => channel), batch.map(({ payload }) => payload)];
      try {
        await connection.query("select pg_notify(c, p) from unnest($1::text[], $2::text[]) as m (c, p)", columns);
      } catch (error) {
        // Messages lost with the connection are sent again on the next one; receivers discard duplicates.
        if (!connection.isConnected()) break;
        for (const { completion } of batch) completion.reject(error);
        outbox = outbox.filter((message) => !batch.includes(message)); // some may have expired meanwhile
        continue;
      }
      outbox = outbox.filter((message) => !batch.includes(message));
      for (const { completion } of batch) completion.resolve();
    }
    isFlushing = false;
  };

  const bus: ProcessBus = {
    id,
    isShared: true,
    subscribe: (topic, listener) => addListener(listeners[topic], listener),
    onReconnect: (listener) => addListener(reconnectListeners, listener),
    async post(topic, to, { head, ...message }) {
      const payload = cipher.seal(to, { ...message, head: topic === defaultTopic ? head : { ...head, topic } });
      if (payload.length > maxPayloadLength) throw new Error("a message to other server processes is too long");
      const queuedMessage = { channel: channelOf(to), payload, completion: Promise.withResolvers<void>() };
      outbox.push(queuedMessage);
      const timer = connection.isConnected() ? null : setTimeout(() => discardMessage(queuedMessage), maxQueueTimeMs);
      void flushOutbox();
      await queuedMessage.completion.promise.finally(() => timer && clearTimeout(timer));
    },
    async findDead(ids) {
      const suspects = await filterByFreeLock(ids.filter((other) => other !== id));
      if (suspects.length === 0) return [];
      await delay(deathConfirmationMs);
      return filterByFreeLock(suspects);
    },
    close: () => connection.close(),
  };

  const discardMessage = (queuedMessage: QueuedMessage) => {
    outbox = outbox.filter((message) => message !== queuedMessage);
    queuedMessage.completion.reject(new Error("there is no connection to the other server processes"));
  };

  /** Messages that were queued when the connection was lost wait a limited time for the next one. */
  const discardUnlessReconnected = () => {
    const pendingMessages = outbox;
    setTimeout(() => {
      if (!connection.isConnected()) for (const queuedMessage of pendingMessages) discardMessage(queuedMessage);
    }, maxQueueTimeMs).unref();
  };

  const filterByFreeLock = async (ids: readonly string[]): Promise<string[]> => {
    if (ids.length === 0) return [];
    const idsByLockKey = new Map(ids.map((other) => [lockKeyOf(other), other]));
    const rows = await connection.query(freeLocksQuery, [[...idsByLockKey.keys()]]);
    if (performance.now() - reconnectedAt < reconnectGraceMs) return [];
    return rows.flatMap(({ key }) => idsByLockKey.get(String(key)) ?? []);
  };

  const receive = (channel: string, payload: string) => {
    const openedMessage = cipher.open(channel === ownChannel ? id : allProcesses, payload);
    if (!openedMessage) {
      log.debug({ channel }, "a message that is not for this process was ignored");
      return;
    }
    const { from, message } = openedMessage;
    const { topic = defaultTopic, ...head } = message.head;
    // Processes of a later version may send topics that this one does not know.
    if (isTopic(topic)) for (const listener of listeners[topic]) listener(from, { ...message, head });
  };

  const connection = await openNotifyConnection({
    databaseUrl: options.databaseUrl,
    log,
    async onOpen(query) {
      await query(tcpTimeoutStatements);
      // A shared lock can be acquired immediately on a new connection, even if PostgreSQL has not yet closed the old
      // one.
      await query("select pg_advisory_lock_shared($1::bigint)", [lockKeyOf(id)]);
      await query(`listen ${ownChannel}`);
      await query(`listen ${channelOf(allProcesses)}`);
    },
    onNotification: receive,
    onDisconnected: discardUnlessReconnected,
    onConnected() {
      if (!isFirstConnection) {
        reconnectedAt = performance.now();
        queueMicrotask(() => {
          void flushOutbox();
          for (const listener of reconnectListeners) listener();
        });
      }
      isFirstConnection = false;
    },
  });
  return bus;
}

function isTopic(topic: unknown): topic is BusTopic {
  return topic === "runs" || topic === "browserEvents" || topic === "embeddings";
}

function addListener<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function channelOf(to: string): string {
  return `lectern_${to.replaceAll("-", "")}`;
}

/** Returns the first half of the id as a signed 64-bit number, in decimal. */
function lockKeyOf(id: string): string {
  return BigInt.asIntN(64, BigInt(`0x${id.replaceAll("-", "").slice(0, 16)}`)).toString();
}
