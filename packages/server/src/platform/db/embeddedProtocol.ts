/** What the main thread asks of the thread of the embedded database. `id` pairs it with its answer. */
export type EmbeddedRequest = { id: number } & (
  | { ask: "query"; transaction: number | null; sql: string; parameters: readonly unknown[] }
  | { ask: "exec"; sql: string }
  | { ask: "begin" }
  | { ask: "commit" | "rollback"; transaction: number }
  | { ask: "listen"; channel: string }
  | { ask: "unlisten"; listener: number }
  | { ask: "close" }
);

/** `value`: the result of a query, or the number of a transaction or listener. */
export type EmbeddedAnswer =
  | { answer: "opened" }
  | { answer: "value"; id: number; value: unknown }
  | { answer: "error"; id: number | null; error: CrossingError }
  | { answer: "notification"; listener: number; payload: string };

/** An error as it crosses between threads: a structured clone of the error itself would lose the code. */
export interface CrossingError {
  message: string;
  /** SQLSTATE; null for an error that is not the database's. */
  code: string | null;
  detail?: string | undefined;
  constraint?: string | undefined;
  table?: string | undefined;
  column?: string | undefined;
}
