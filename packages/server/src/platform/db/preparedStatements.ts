import { sql } from "kysely";
import pg from "pg";

const marker = "/* prepared */";
/** Each connection keeps the plans of its prepared statements, so their number is limited. */
const maxPreparedTexts = 100;
const namesByText = new Map<string, string>();

/**
 * Ends a frequent statement that each connection should parse and plan only once. Use it only if the plan does not
 * depend on the values, and name the columns to return: PostgreSQL rejects a prepared `returning *` as soon as
 * a later version of the server has added a column.
 */
export const prepared = sql.raw(marker);

/** True if a statement ends with `prepared`. */
export const isPrepared = (text: string) => text.endsWith(marker);

/** Makes a connection prepare the statements that end with `prepared`. */
export function enablePreparedStatements(client: pg.ClientBase): void {
  client.query = (...args: unknown[]) => {
    const [text, values] = args;
    const name = typeof text === "string" && isPrepared(text) ? nameStatement(text) : null;
    return Reflect.apply(pg.Client.prototype.query, client, name === null ? args : [{ name, text, values }]);
  };
}

/** Returns null if there are too many. */
function nameStatement(text: string): string | null {
  const name = namesByText.get(text);
  if (name !== undefined) return name;
  if (namesByText.size >= maxPreparedTexts) return null;
  const newName = `prepared_${namesByText.size}`;
  namesByText.set(text, newName);
  return newName;
}
