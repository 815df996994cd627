import type { IntegrationId, UserIntegration } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { getIntegration } from "./providers.ts";
import type { ConnectionRow } from "./repository.ts";

interface PresentedIntegration {
  id: IntegrationId;
  connection: ConnectionRow | null;
  /** This server's present client id at the provider. Tokens for another one are of no use. */
  clientId: string | null;
  isDisabled: boolean;
}

/** Presents an integration to the person who may connect it. */
export function presentIntegration(
  platform: Pick<Platform, "state">,
  { id, connection, clientId, isDisabled }: PresentedIntegration,
): UserIntegration {
  const { name, description } = getIntegration(platform, id);
  const needsReconnect = connection !== null && (connection.needs_reconnect || connection.client_id !== clientId);
  return {
    ...{ id, name, description },
    isConnected: connection !== null && !needsReconnect,
    needsReconnect,
    account: connection?.account ?? null,
    connectedAt: connection?.connected_at.toISOString() ?? null,
    ...(isDisabled && { isDisabled }),
  };
}
