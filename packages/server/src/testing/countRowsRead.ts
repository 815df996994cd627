import type { KyselyPlugin } from "kysely";
import type { Db } from "../platform/db/database.ts";

interface PlanNode {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

/**
 * Explains the only statement that `run` executes, which is a `sql` template. Returns the number of rows that all nodes of
 * its plan return or discard. `run` gets no rows.
 */
export async function countRowsRead(db: Db, run: (db: Db) => Promise<unknown>): Promise<number> {
  let count: number | undefined;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind !== "RawNode") throw new Error("only `sql` templates can be explained");
      const [first = "", ...rest] = node.sqlFragments;
      return { ...node, sqlFragments: [`explain (analyze, format json) ${first}`, ...rest] };
    },
    transformResult: async ({ result }) => {
      const plans = result.rows[0]?.["QUERY PLAN"] as [{ Plan: PlanNode }]; // the form of `explain`
      count = countRows(plans[0].Plan);
      return { ...result, rows: [] };
    },
  };
  await run(db.withPlugin(plugin));
  if (count === undefined) throw new Error("no statement was executed");
  return count;
}

const countRows = (node: PlanNode): number =>
  (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"] +
  (node.Plans ?? []).reduce((sum, child) => sum + countRows(child), 0);
