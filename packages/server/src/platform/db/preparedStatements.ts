import { type PGlite, parse, protocol } from "@electric-sql/pglite";

/** Runs statements on PGlite. */
export interface PreparedStatements {
  /** `command`: what the database says it did, as in `SELECT` or `ROLLBACK`. */
  run<Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<{ rows: Row[]; affectedRows: number; command: string }>;
  /** After tables may have changed: what was prepared may give other columns now. */
  forgetAll(): Promise<void>;
}

type Messages = Awaited<ReturnType<PGlite["execProtocol"]>>["messages"];

interface Prepared {
  name: string;
  /** Oids. */
  parameterTypes: readonly number[];
  /** What the columns are; empty where no rows come. */
  columns: Messages;
}

/** What is asked again and again. Other statements may change tables, and what was prepared with them. */
const isRepeated = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i;
const mostKept = 500;
const { serialize } = protocol;

/**
 * Has each statement parsed once and then sends bind, execute and sync together. PGlite's own `query` parses each time and makes
 * six exchanges of one statement, which takes two to three times as long. It does what is needed for databases in memory and in a
 * folder of Node; those of a browser would need `syncToFs` too.
 */
export function createPreparedStatements(pglite: PGlite): PreparedStatements {
  const kept = new Map<string, Prepared>();
  let lastName = 0;

  const exchange = async (...messages: Uint8Array[]) =>
    (await pglite.execProtocol(Buffer.concat(messages), { syncToFs: false })).messages;

  const prepare = async (name: string, sql: string): Promise<Prepared> => {
    const told = await exchange(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: "S", name }),
      serialize.sync(),
    );
    return {
      name,
      parameterTypes: parse.parseDescribeStatementResults(told),
      columns: told.filter((message) => message.name === "rowDescription"),
    };
  };

  const forgetAll = async () => {
    kept.clear();
    await exchange(serialize.query("deallocate all"));
  };

  const prepareKept = async (sql: string): Promise<Prepared> => {
    if (kept.size >= mostKept) await forgetAll();
    lastName += 1;
    const prepared = await prepare(`s${lastName}`, sql);
    kept.set(sql, prepared);
    return prepared;
  };

  const execute = async ({ name, parameterTypes, columns }: Prepared, parameters: readonly unknown[]) => {
    const values = parameters.map((value, index) => {
      if (value === null || value === undefined) return null;
      const write = pglite.serializers[parameterTypes[index] ?? 0];
      return write ? write(value) : String(value);
    });
    return [
      ...columns,
      ...(await exchange(serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync())),
    ];
  };

  return {
    forgetAll: () => pglite.runExclusive(forgetAll),
    run: (sql, parameters) =>
      pglite.runExclusive(async () => {
        const isKept = isRepeated.test(sql);
        const prepared = isKept ? (kept.get(sql) ?? (await prepareKept(sql))) : await prepare("", sql);
        const messages = await execute(prepared, parameters);
        if (!isKept && kept.size > 0) await forgetAll();
        const [result] = parse.parseResults(messages, pglite.parsers);
        return {
          // The row's type is the caller's claim, as in every driver.
          rows: (result?.rows ?? []) as never[],
          affectedRows: result?.affectedRows ?? 0,
          command: commandOf(messages),
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
