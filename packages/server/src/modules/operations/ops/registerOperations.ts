import { registerOperations } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { publishToAllBrowsers } from "../../browserEvents/service.ts";
import { registerOperation } from "../registerOperation.ts";
import { lockOperations } from "../repository.ts";

/** Registers all of them or none. */
export const registerOperationsHandler = implement(registerOperations, async (ctx, { ops }) => {
  assertSiteAdmin(ctx.actor);
  const ids = ops.map(({ id }) => id);
  const repeatedId = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeatedId !== undefined) {
    throw new AppError("invalidInput", { userMessage: `The operation “${repeatedId}” is there more than once.` });
  }
  await transaction(ctx.db, async (tx) => {
    await lockOperations(tx);
    for (const operation of ops) await registerOperation(ctx, tx, operation);
  });
  publishToAllBrowsers(ctx, { type: "config" });
  return { ids };
});
