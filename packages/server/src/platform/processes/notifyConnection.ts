import pg from "pg";
import type { Log } from "../log.ts";

export interface NotifyConnectionOptions {
  databaseUrl: string;
  /** Run on every new connection before it counts as open. */
  onOpen: (query: Query) => Promise<void>;
  onNotification: (channel: string, payload: string) => void;
  /** Called whenever it is open, the first time too. */
  onUp: () => void;
  /** Called when it was lost. */
  onDown: () => void;
  log: Log;
}

export type Query = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** One connection of its own that is opened again whenever it is lost. */
export interface NotifyConnection {
  isUp(): boolean;
  /** Throws when the connection is down or goes down meanwhile. */
  query: Query;
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;
const probeEveryMs = 5_000;
/** The last one again and again: others take this process for dead if its connection is away for a second. */
const waitsMs: readonly number[] = [0, 50, 100, 250];

/** Opens it. Throws when the first attempt fails; later ones are repeated for as long as it takes. */
export async function openNotifyConnection(options: NotifyConnectionOptions): Promise<NotifyConnection> {
  const { log } = options;
  let client: pg.Client | null = null;
  let isClosed = false;
  let retry: NodeJS.Timeout | null = null;

  const lose = (lost: pg.Client, reason: string) => {
    if (client !== lost) return;
    client = null;
    if (isClosed) return;
    log.warn({ reason }, "the connection to the other server processes was lost");
    void lost.end().catch(() => undefined);
    options.onDown();
    again(0);
  };

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: options.databaseUrl,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: "lectern processes",
      keepAlive: true,
    });
    fresh.on("error", (error) => lose(fresh, error.message));
    fresh.on("end", () => lose(fresh, "it was ended"));
    fresh.on("notification", ({ channel, payload = "" }) => options.onNotification(channel, payload));
    // The driver limits the time until it is connected. A way that breaks right then must not be waited for either.
    const tooLong = setTimeout(() => void fresh.end().catch(() => undefined), 2 * connectTimeoutMs);
    try {
      await fresh.connect();
      await options.onOpen(async (text, values) => (await fresh.query(text, values ? [...values] : [])).rows);
    } catch (error) {
      void fresh.end().catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(tooLong);
    }
    if (isClosed) {
      await fresh.end().catch(() => undefined);
      return;
    }
    client = fresh;
    options.onUp();
  };

  const again = (attempt: number) => {
    if (isClosed) return;
    retry = setTimeout(
      () => {
        connect().catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : "unknown";
          if (attempt === 0) log.warn({ reason }, "there is no way to the other server processes yet");
          again(attempt + 1);
        });
      },
      waitsMs[Math.min(attempt, waitsMs.length - 1)],
    );
    retry.unref();
  };

  /** One at a time: the driver has no queue of its own. */
  let last: Promise<unknown> = Promise.resolve();
  const query: Query = (text, values = []) => {
    const asked = client;
    const answer = last.then(async () => {
      if (!asked || asked !== client) throw new Error("there is no connection to the other server processes");
      return (await asked.query(text, [...values])).rows;
    });
    last = answer.catch(() => undefined);
    return answer;
  };

  await connect();
  // A way that broke without a word (a machine that vanished, a firewall that forgot) shows itself when something is asked.
  const probe = setInterval(() => {
    const asked = client;
    if (!asked) return;
    const tooLong = setTimeout(() => lose(asked, "it does not answer"), connectTimeoutMs);
    query("select 1").then(
      () => clearTimeout(tooLong),
      (error: unknown) => {
        clearTimeout(tooLong);
        lose(asked, error instanceof Error ? error.message : "unknown");
      },
    );
  }, probeEveryMs);
  probe.unref();

  return {
    isUp: () => client !== null,
    query,
    async close() {
      isClosed = true;
      clearInterval(probe);
      if (retry) clearTimeout(retry);
      await client?.end().catch(() => undefined);
      client = null;
    },
  };
}
