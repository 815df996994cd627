import { reportLeakedApiKey } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { endKey } from "../endKey.ts";
import { forgetKeys } from "../keyCache.ts";
import { hashSecret } from "../keySecret.ts";
import { findKeyByHash } from "../repository.ts";

export const reportLeakedApiKeyHandler = implement(reportLeakedApiKey, async (ctx, { key: secret }) => {
  const hasEnded = await transaction(ctx.db, async (tx) => {
    const key = await findKeyByHash(tx, hashSecret(ctx, secret.trim()));
    return key ? endKey(ctx, tx, ctx.actor, { id: key.id, verb: "reportLeaked", reason: "leaked" }) : false;
  });
  if (hasEnded) forgetKeys(ctx);
  return {};
});
