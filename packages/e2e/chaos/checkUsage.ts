import type { OpenDatabase } from "../../server/src/platform/db/openDatabase.ts";
import type { ChaosServers } from "./chaosServers.ts";
import type { ChaosTurn } from "./chaosTurn.ts";

/**
 * After everything: every usage row is settled; a turn has one row for each time it began, of which at most one was not interrupted
 * (unless it may be answered anew);
 * the model's server was called at most once a row, and what it counted is what the row says. Gives what is wrong.
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
    const whole = own.filter(({ outcome }) => outcome !== "interrupted");
    const calls = servers.callsFor(turn.mark);
    const problem = (text: string) => problems.push(`${turn.mark}: ${text}`);
    if (whole.length > 1 && !turn.mayBeAnsweredAnew) problem(`was settled ${whole.length} times`);
    if (calls > own.length) problem(`the model was called ${calls} times, and ${own.length} usage rows say so`);
    for (const row of whole) {
      if (row.outcome === "done" && !row.is_estimate && row.output_tokens !== turn.tokens) {
        problem(`the row counts ${row.output_tokens} tokens, the model's server ${turn.tokens}`);
      }
      if (row.outcome === "done" && row.is_estimate)
        problem("a whole answer was estimated, though the server had counted");
    }
  }
  return problems;
}
