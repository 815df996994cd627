import type { OpenDatabase } from "../../server/src/platform/db/openDatabase.ts";
import type { ChaosServers } from "./chaosServers.ts";
import type { ChaosTurn } from "./chaosTurn.ts";

/**
 * Checks the recorded usage at the end of a chaos run and returns the problems. Every usage row must be settled. A turn
 * has one row per start, and at most one of them was not interrupted, unless the turn may run again. The model server
 * was called at most once per row, and the row of a complete answer has the model server's token count.
 */
export async function checkUsage(
  database: OpenDatabase,
  turns: readonly ChaosTurn[],
  servers: ChaosServers,
): Promise<string[]> {
  const problems: string[] = [];
  const rows = await database.db
    .selectFrom("usage")
    .select(["request_id", "purpose", "settled_at", "outcome", "output_tokens", "is_estimate"])
    .execute();
  const open = rows.filter(({ settled_at }) => settled_at === null).length;
  if (open > 0) problems.push(`${open} usage rows are not settled`);
  const byRequest = Map.groupBy(
    rows.filter(({ purpose }) => purpose === "chat"),
    ({ request_id }) => request_id,
  );
  for (const turn of turns) {
    const own = byRequest.get(turn.requestId) ?? [];
    const uninterrupted = own.filter(({ outcome }) => outcome !== "interrupted");
    const calls = servers.callsFor(turn.mark);
    const problem = (text: string) => problems.push(`${turn.mark}: ${text}`);
    if (uninterrupted.length > 1 && !turn.mayRunAgain) problem(`was settled ${uninterrupted.length} times`);
    if (calls > own.length) problem(`the model was called ${calls} times, but there are ${own.length} usage rows`);
    for (const row of uninterrupted) {
      if (row.outcome === "done" && !row.is_estimate && row.output_tokens !== turn.tokens) {
        problem(`the row has ${row.output_tokens} tokens, the model server counted ${turn.tokens}`);
      }
      if (row.outcome === "done" && row.is_estimate)
        problem("the usage of a complete answer is an estimate, but the model server reported it");
    }
  }
  return problems;
}
