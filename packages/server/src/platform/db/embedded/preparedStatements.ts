import { type PGlite, parse, protocol } from "@electric-sql/pglite";
import { isPrepared } from "../preparedStatements.ts";

/** Runs statements on PGlite. Caches prepared statements, and the plans of those that end with `prepared`. */
export interface PreparedStatements {
  /** `command`: the command tag of the database, such as `SELECT` or `ROLLBACK`. */
  run<Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<{ rows: Row[]; affectedRows: number; command: string }>;
  /**
   * Clears the cache. Call it after tables may have changed, because prepared statements may then return other columns.
   */
  deallocateAll(): Promise<void>;
}

type Messages = Awaited<ReturnType<PGlite["execProtocol"]>>["messages"];

interface PreparedStatement {
  name: string;
  /** Oids of the parameters' types. */
  parameterTypes: readonly number[];
  /** The row description; empty for statements that return no rows. */
  columns: Messages;
}

/**
 * Kinds of statements that are worth caching. Other statements may change tables and invalidate prepared statements.
 */
const cacheableStatementPattern = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i;
const maxCachedStatements = 500;
/** Statements without a plan. */
const transactionStatementPattern = /^\s*(begin|commit|rollback)\b/i;
/**
 * How long plans are cached. A plan that was made when the tables were small would otherwise remain: PGlite has no
 * autovacuum, whose new statistics would replace it.
 */
const planLifetimeMs = 10_000;
const { serialize } = protocol;

/**
 * Creates an executor that parses each cacheable statement once and sends bind, execute and sync together. PGlite's own
 * `query` parses every time and takes six exchanges per statement, two to three times as long. Supports databases in
 * memory and in folders on Node. Databases in a browser would also need `syncToFs`.
 */
export function createPreparedStatements(pglite: PGlite): PreparedStatements {
  const cachedStatements = new Map<string, PreparedStatement>();
  let lastNameNumber = 0;
  /** The setting `plan_cache_mode`; null if unknown, because a rollback restores the previous one. */
  let planMode: "auto" | "force_custom_plan" | null = null;
  let plansDiscardedAtMs = performance.now();

  const exchangeMessages = async (...messages: Uint8Array[]) =>
    (await pglite.execProtocol(Buffer.concat(messages), { syncToFs: false })).messages;

  const prepare = async (name: string, sql: string): Promise<PreparedStatement> => {
    const messages = await exchangeMessages(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: "S", name }),
      serialize.sync(),
    );
    return {
      name,
      parameterTypes: parse.parseDescribeStatementResults(messages),
      columns: messages.filter((message) => message.name === "rowDescription"),
    };
  };

  const deallocateAll = async () => {
    cachedStatements.clear();
    await exchangeMessages(serialize.query("deallocate all"));
  };

  const prepareAndCache = async (sql: string): Promise<PreparedStatement> => {
    if (cachedStatements.size >= maxCachedStatements) await deallocateAll();
    lastNameNumber += 1;
    const statement = await prepare(`s${lastNameNumber}`, sql);
    cachedStatements.set(sql, statement);
    return statement;
  };

  /** Lets the database cache the plan of this statement, and of its triggers, only if it ends with `prepared`. */
  const selectPlanMode = async (sql: string) => {
    if (transactionStatementPattern.test(sql)) return;
    const mode = isPrepared(sql) ? "auto" : "force_custom_plan";
    const nowMs = performance.now();
    if (mode === "auto" && nowMs - plansDiscardedAtMs > planLifetimeMs) {
      await exchangeMessages(serialize.query("discard plans"));
      plansDiscardedAtMs = nowMs;
    }
    if (mode === planMode) return;
    planMode = null;
    await exchangeMessages(serialize.query(`set plan_cache_mode to ${mode}`));
    planMode = mode;
  };

  const execute = async ({ name, parameterTypes, columns }: PreparedStatement, parameters: readonly unknown[]) => {
    const values = parameters.map((value, index) => {
      if (value === null || value === undefined) return null;
      const serializeValue = pglite.serializers[parameterTypes[index] ?? 0];
      return serializeValue ? serializeValue(value) : String(value);
    });
    return [
      ...columns,
      ...(await exchangeMessages(serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync())),
    ];
  };

  return {
    deallocateAll: () => pglite.runExclusive(deallocateAll),
    run: (sql, parameters) =>
      pglite.runExclusive(async () => {
        await selectPlanMode(sql); // first, because it discards the unnamed statement
        const isCacheable = cacheableStatementPattern.test(sql);
        const statement = isCacheable
          ? (cachedStatements.get(sql) ?? (await prepareAndCache(sql)))
          : await prepare("", sql);
        const messages = await execute(statement, parameters);
        const command = commandOf(messages);
        if (command === "ROLLBACK") planMode = null;
        if (!isCacheable && cachedStatements.size > 0) await deallocateAll();
        const [result] = parse.parseResults(messages, pglite.parsers);
        return {
          // As in every driver, the caller asserts the row's type.
          rows: (result?.rows ?? []) as never[],
          affectedRows: result?.affectedRows ?? 0,
          command,
        };
      }),
  };
}

function commandOf(messages: Messages): string {
  for (const message of messages) {
    if (message.name === "commandComplete" && "text" in message) return String(message.text).split(" ")[0] ?? "";
  }
  return "";
}
