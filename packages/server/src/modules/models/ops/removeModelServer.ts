import { removeModelServer } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { publishToAllBrowsers } from "../../browserEvents/service.ts";
import { assignDefaults } from "../assignDefaults.ts";
import { storeCatalogue } from "../catalogueChanges.ts";
import { isOfEnvironment } from "../endpointAddresses.ts";
import { findServer } from "../modelServers.ts";
import { listModelRows, lockModels } from "../repository.ts";
import { forgetModels } from "../service.ts";

export const removeModelServerHandler = implement(removeModelServer, async (ctx, { url }) => {
  const removedIds = await transaction(ctx.db, async (tx) => {
    await lockModels(tx);
    const placed = await findServer(tx, url);
    if (placed.some(({ row, endpoint }) => isOfEnvironment(ctx, row, endpoint))) {
      throw new AppError("invalidInput", {
        userMessage: "The server’s environment configures this model server. It can’t be removed here.",
      });
    }
    const removed = new Set(placed.map(({ endpoint }) => endpoint.url));
    const changedIds = new Set(placed.map(({ row }) => row.id));
    const before = await listModelRows(tx);
    const rows = before.map((row) =>
      changedIds.has(row.id)
        ? { ...row, endpoints: row.endpoints.filter((endpoint) => !removed.has(endpoint.url)) }
        : row,
    );
    const ids = rows.filter(({ id, endpoints }) => changedIds.has(id) && endpoints.length === 0).map(({ id }) => id);
    const after = assignDefaults(rows.filter(({ id }) => !ids.includes(id)));
    await storeCatalogue(tx, { before, after, changedBy: ctx.actor.principal.id, now: ctx.clock.now() });
    await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
      verb: "configure",
      objectType: "configuration",
      objectIds: ["modelServer"],
      before: { removed: url, modelIds: [...changedIds] },
      after: null,
    });
    return ids;
  });
  forgetModels(ctx);
  publishToAllBrowsers(ctx, { type: "config" });
  return { removedIds };
});
