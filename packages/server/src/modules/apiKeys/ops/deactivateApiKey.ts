import { deactivateApiKey } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { endKey } from "../endKey.ts";
import { getVisibleKey } from "../getVisibleKey.ts";
import { forgetKeys } from "../keyCache.ts";
import { getInactiveReason } from "../keyState.ts";
import { authorizeKey } from "../policy.ts";
import { lockVisibleKeys } from "../repository.ts";

export const deactivateApiKeyHandler = implement(deactivateApiKey, async (ctx, { apiKeyId, leaked }) => {
  const hasEnded = await transaction(ctx.db, async (tx) => {
    const key = await getVisibleKey(apiKeyId, (ids) => lockVisibleKeys(tx, ctx.actor, ids));
    authorizeKey(key, "deactivate");
    if (getInactiveReason(key, ctx.clock.now()) !== null) return false;
    const reason = leaked ? "leaked" : "deactivated";
    return endKey(ctx, tx, ctx.actor, { id: key.id, verb: "deactivate", reason });
  });
  if (hasEnded) forgetKeys(ctx);
  return { message: hasEnded ? "The API key has been deactivated." : "The API key is already inactive." };
});
