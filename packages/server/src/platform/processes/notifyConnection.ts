import pg from "pg";
import type { Log } from "../log.ts";

export interface NotifyConnectionOptions {
  databaseUrl: string;
  /** Runs on every new connection before the connection counts as open. */
  onOpen: (query: Query) => Promise<void>;
  onNotification: (channel: string, payload: string) => void;
  /** Called after each successful connection, including the first. */
  onConnected: () => void;
  /** Called when the connection is lost. */
  onDisconnected: () => void;
  log: Log;
}

export type Query = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** A dedicated database connection that reconnects automatically. */
export interface NotifyConnection {
  isConnected(): boolean;
  /** Throws if there is no connection or it is lost during the query. */
  query: Query;
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;
const probeIntervalMs = 5_000;
/**
 * The last delay repeats. The delays are short because other processes consider this one dead if its connection is down
 * for a second.
 */
const reconnectDelaysMs: readonly number[] = [0, 50, 100, 250];

/**
 * Connects. Throws if the first attempt fails. If the connection is lost later, it reconnects, retrying until it succeeds.
 */
export async function openNotifyConnection(options: NotifyConnectionOptions): Promise<NotifyConnection> {
  const { log } = options;
  let client: pg.Client | null = null;
  let isClosed = false;
  let reconnectTimer: NodeJS.Timeout | null = null;

  const handleLoss = (lostClient: pg.Client, reason: string) => {
    if (client !== lostClient) return;
    client = null;
    if (isClosed) return;
    log.warn({ reason }, "the connection to the other server processes was lost");
    void lostClient.end().catch(() => undefined);
    options.onDisconnected();
    scheduleReconnect(0);
  };

  const connect = async () => {
    const newClient = new pg.Client({
      connectionString: options.databaseUrl,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: "lectern processes",
      keepAlive: true,
    });
    newClient.on("error", (error) => handleLoss(newClient, error.message));
    newClient.on("end", () => handleLoss(newClient, "it was ended"));
    newClient.on("notification", ({ channel, payload = "" }) => options.onNotification(channel, payload));
    // The driver's timeout covers connecting only. This one also covers `onOpen`.
    const connectTimer = setTimeout(() => void newClient.end().catch(() => undefined), 2 * connectTimeoutMs);
    try {
      await newClient.connect();
      await options.onOpen(async (text, values) => (await newClient.query(text, values ? [...values] : [])).rows);
    } catch (error) {
      void newClient.end().catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(connectTimer);
    }
    if (isClosed) {
      await newClient.end().catch(() => undefined);
      return;
    }
    client = newClient;
    options.onConnected();
  };

  const scheduleReconnect = (attempt: number) => {
    if (isClosed) return;
    reconnectTimer = setTimeout(
      () => {
        connect().catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : "unknown";
          if (attempt === 0)
            log.warn({ reason }, "the connection to the other server processes cannot be restored yet");
          scheduleReconnect(attempt + 1);
        });
      },
      reconnectDelaysMs[Math.min(attempt, reconnectDelaysMs.length - 1)],
    );
    reconnectTimer.unref();
  };

  /** Runs one query at a time, because pg deprecates its own queue. */
  let lastQuery: Promise<unknown> = Promise.resolve();
  const query: Query = (text, values = []) => {
    const currentClient = client;
    const result = lastQuery.then(async () => {
      if (!currentClient || currentClient !== client)
        throw new Error("there is no connection to the other server processes");
      return (await currentClient.query(text, [...values])).rows;
    });
    lastQuery = result.catch(() => undefined);
    return result;
  };

  await connect();
  // Only a query detects a connection that broke silently, such as after a power failure or a firewall's timeout.
  const probeTimer = setInterval(() => {
    const currentClient = client;
    if (!currentClient) return;
    const answerTimer = setTimeout(() => handleLoss(currentClient, "it does not answer"), connectTimeoutMs);
    query("select 1").then(
      () => clearTimeout(answerTimer),
      (error: unknown) => {
        clearTimeout(answerTimer);
        handleLoss(currentClient, error instanceof Error ? error.message : "unknown");
      },
    );
  }, probeIntervalMs);
  probeTimer.unref();

  return {
    isConnected: () => client !== null,
    query,
    async close() {
      isClosed = true;
      clearInterval(probeTimer);
      if (reconnectTimer) clearTimeout(reconnectTimer);
      await client?.end().catch(() => undefined);
      client = null;
    },
  };
}
