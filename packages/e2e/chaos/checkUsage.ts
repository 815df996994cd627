import type { OpenDatabase } from "../../server/src/platform/db/openDatabase.ts";
import type { ChaosServers } from "./chaosServers.ts";
import type { ChaosTurn } from "./chaosTurn.ts";

/**
 * Checks the recorded usage at the end of a chaos run and returns the problems. Every usage row must be settled. A turn
 * has one row per start, and at most one of them was answered, unless the turn may run again. The model server was
 * called at most once per row, or twice with a tool, and the row of a complete answer has the model server's token count.
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
  const openCount = rows.filter(({ settled_at }) => settled_at === null).length;
  if (openCount > 0) problems.push(`${openCount} usage rows are not settled`);
  const rowsByRequest = Map.groupBy(
    rows.filter(({ purpose }) => purpose === "chat"),
    ({ request_id }) => request_id,
  );
  for (const turn of turns) {
    const rowsOfTurn = rowsByRequest.get(turn.requestId) ?? [];
    // A start that fails before the model is called, because the database restarts, is rejected with 503 and repeated.
    const answeredRows = rowsOfTurn.filter(
      ({ outcome, output_tokens }) => outcome !== "interrupted" && !(outcome === "failed" && output_tokens === 0),
    );
    const callCount = servers.countCalls(turn.mark);
    const reportProblem = (text: string) => problems.push(`${turn.mark}: ${text}`);
    if (answeredRows.length > 1 && !turn.mayRunAgain) reportProblem(`was settled ${answeredRows.length} times`);
    if (callCount > rowsOfTurn.length * (turn.usesTool ? 2 : 1))
      reportProblem(`the model was called ${callCount} times, but there are ${rowsOfTurn.length} usage rows`);
    for (const row of answeredRows) {
      if (row.outcome === "done" && !row.is_estimate && row.output_tokens !== turn.tokens) {
        reportProblem(`the row has ${row.output_tokens} tokens, the model server counted ${turn.tokens}`);
      }
      if (row.outcome === "done" && row.is_estimate)
        reportProblem("the usage of a complete answer is an estimate, but the model server reported it");
    }
  }
  return problems;
}
