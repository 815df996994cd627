import type { IntegrationId } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { getOwnerId } from "../../access/service.ts";
import { loadActor } from "../../identity/service.ts";
import { findConnection, updateUnchangedConnection } from "../repository.ts";
import { openTokens } from "./sealedTokens.ts";

/**
 * Marks a connection as one that the person has to connect again, if its token is still that which the provider has
 * refused, although it was just refreshed.
 */
export async function markRefused(
  platform: Platform,
  personId: string,
  id: IntegrationId,
  refusedToken: string,
): Promise<void> {
  const actor = await loadActor(platform, personId, "job");
  const connection = actor && (await findConnection(platform.db, getOwnerId(actor), id));
  if (!connection) return;
  const tokens = openTokens(platform, { ownerId: personId, integrationId: id }, connection.sealed_tokens);
  if (tokens?.accessToken !== refusedToken) return;
  platform.log.info({ integrationId: id, userId: personId }, "the provider refuses the new token of a connection");
  await updateUnchangedConnection(platform.db, connection, { needs_reconnect: true });
}
