import { revealApiKey } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { getVisibleKey } from "../getVisibleKey.ts";
import { revealSecret } from "../keySecret.ts";
import { authorizeKey } from "../policy.ts";
import { findVisibleKeys } from "../repository.ts";

export const revealApiKeyHandler = implement(revealApiKey, async (ctx, { apiKeyId }) => {
  const key = await transaction(ctx.db, async (tx) => {
    const visibleKey = await getVisibleKey(apiKeyId, (ids) => findVisibleKeys(tx, ctx.actor, ids));
    authorizeKey(visibleKey, "reveal");
    await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
      verb: "reveal",
      objectType: "apiKey",
      objectIds: [visibleKey.id],
    });
    return visibleKey;
  });
  return { key: revealSecret(ctx, { sealed_key: key.sealedKey }) };
});
