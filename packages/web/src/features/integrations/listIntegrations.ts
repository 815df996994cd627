import type { IntegrationId, listUserIntegrations, OpOutput, UserIntegration } from "@lectern/contract";

/** An integration as the dialog lists it. */
export interface ListedIntegration {
  id: IntegrationId;
  /** In English, by the server; null: unknown, because it is no longer offered. */
  description: string | null;
  state: "notConnected" | "connected" | "needsReconnect" | "notOffered";
  /** The address of the connected account, if it is known. */
  account: string | null;
}

/**
 * Returns the integrations that a person can connect, followed by those that are connected but no longer offered, which
 * they must still be able to disconnect.
 */
export function listIntegrations({ available, connected }: OpOutput<typeof listUserIntegrations>): ListedIntegration[] {
  const offeredIds = new Set(available.map(({ id }) => id));
  return [
    ...available.map((each) => ({
      id: each.id,
      description: each.description,
      state: getState(each),
      account: each.account,
    })),
    ...connected
      .filter((id) => !offeredIds.has(id))
      .map((id) => ({ id, description: null, state: "notOffered" as const, account: null })),
  ];
}

function getState({ isConnected, needsReconnect }: UserIntegration): ListedIntegration["state"] {
  if (needsReconnect) return "needsReconnect";
  return isConnected ? "connected" : "notConnected";
}
