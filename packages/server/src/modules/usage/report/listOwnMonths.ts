import type { getOwnUsage, OpOutput } from "@lectern/contract";
import type { Db } from "../../../platform/db/database.ts";
import type { OwnerId } from "../../access/service.ts";
import { describeValues } from "./describeValues.ts";
import { findSummedDays, readUsage, sumUsageOfPerson } from "./repository.ts";

/** Lists the usage of a person since a day by month and model. */
export function listOwnMonths(db: Db, ownerId: OwnerId, from: string): Promise<OpOutput<typeof getOwnUsage>["months"]> {
  return readUsage(db, async (tx) => {
    const sums = await sumUsageOfPerson(tx, ownerId, { from, summedDays: await findSummedDays(tx) });
    const ids = [...new Set(sums.flatMap(({ modelId }) => modelId ?? []))];
    const names = new Map((await describeValues(tx, "model", ids)).map(({ id, name }) => [id, name ?? id]));
    const ofMonths = Map.groupBy(sums, ({ month }) => month);
    return [...ofMonths].flatMap(([month, rows]) => {
      const total = rows.find(({ modelId }) => modelId === null);
      const models = rows.flatMap(({ modelId, month: _, ...each }) =>
        modelId === null ? [] : [{ modelId, name: names.get(modelId) ?? modelId, ...each }],
      );
      return total ? [{ month, total, models }] : [];
    });
  });
}
