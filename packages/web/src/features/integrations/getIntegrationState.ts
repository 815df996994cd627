import type { UserIntegration } from "@lectern/contract";

/**
 * `needsReconnect`: the provider no longer accepts it. `disabled`: an administrator no longer offers it, so that it can
 * only be disconnected.
 */
type IntegrationState = "notConnected" | "connected" | "needsReconnect" | "disabled";

export function getIntegrationState({ isDisabled, isConnected, needsReconnect }: UserIntegration): IntegrationState {
  if (isDisabled === true) return "disabled";
  if (needsReconnect) return "needsReconnect";
  return isConnected ? "connected" : "notConnected";
}
