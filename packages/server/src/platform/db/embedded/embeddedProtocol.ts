/** A request from the main thread to the embedded database's thread. The response has the same `id`. */
export type EmbeddedRequest = { id: number } & (
  | { type: "query"; transaction: number | null; sql: string; parameters: readonly unknown[] }
  | { type: "exec"; sql: string }
  | { type: "begin" }
  | { type: "commit" | "rollback"; transaction: number }
  | { type: "listen"; channel: string }
  | { type: "unlisten"; listener: number }
  | { type: "close" }
);

/**
 * `value`: the result of the request; for `begin` and `listen`, the id of the transaction or listener. An `error` with
 * the id null: the database could not be opened.
 */
export type EmbeddedResponse =
  | { type: "opened" }
  | { type: "value"; id: number; value: unknown }
  | { type: "error"; id: number | null; error: SerializedError }
  | { type: "notification"; listener: number; payload: string };

/** An error passed between threads. A structured clone of the Error would lose its code. */
export interface SerializedError {
  message: string;
  /** SQLSTATE; null if the error does not come from the database. */
  code: string | null;
  detail?: string | undefined;
  constraint?: string | undefined;
  table?: string | undefined;
  column?: string | undefined;
}
