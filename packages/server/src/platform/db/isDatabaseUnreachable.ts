import { sqlStateOf } from "./queryError.ts";

/** Connection failures (class 08), and a server that ends, starts or was restarted (57P01 to 57P03). */
const lostStates = /^(08|57P0[123])/;
const lostCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** As pg says it, whose errors of this kind carry no code. */
const lostWords =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when)/;

/** Whether what a query threw says that there is no database to ask, and not that it refused. For errors of queries alone. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlStateOf(error);
  if (state !== null) return lostStates.test(state);
  return lostWords.test(error.message) || ("code" in error && lostCodes.has(String(error.code)));
}
