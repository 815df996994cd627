import type { IntegrationId } from "@lectern/contract";
import type { Actor } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import type { OwnerId } from "../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { deleteConnection, isAccountConnected, lockAccounts } from "./repository.ts";
import { revokeGrant, toGrant } from "./revokeGrant.ts";

interface Disconnection {
  ownerId: OwnerId;
  id: IntegrationId;
  /** Null: the person is erased. */
  actor: Actor | null;
}

/** Deletes a connection, if there is one, and revokes its tokens in the background unless the account is still used. */
export async function disconnect(platform: AuditedPlatform, { ownerId, id, actor }: Disconnection): Promise<void> {
  const revocable = await transaction(platform.db, async (tx) => {
    await lockAccounts(tx);
    const row = await deleteConnection(tx, ownerId, id);
    if (!row) return null;
    if (actor) {
      const entry = { verb: "disconnect", objectType: "integration", objectIds: [id] };
      await recordAudit(tx, getAuditSource(platform, actor), entry);
    }
    return (await isAccountConnected(tx, row)) ? null : toGrant(platform, row);
  });
  if (revocable) void revokeGrant(platform, revocable);
}
