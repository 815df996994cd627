import { IntegrationId } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { getOwnerIdOfRow } from "../access/service.ts";
import { disconnect } from "./disconnect.ts";
import { deleteAttempts, listConnections } from "./repository.ts";

/** Disconnects all that an erased person has connected. */
export async function eraseIntegrations(platform: Platform, personId: string): Promise<true> {
  const ownerId = getOwnerIdOfRow({ owner_id: personId });
  await deleteAttempts(platform.db, ownerId);
  for (const { integration_id } of await listConnections(platform.db, ownerId)) {
    await disconnect(platform, { ownerId, id: IntegrationId.parse(integration_id), actor: null });
  }
  return true;
}
