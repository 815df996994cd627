/** A token of a person for an integration, or why there is none. */
export type IntegrationToken =
  | { token: string }
  /**
   * `notEnabled`: an administrator has not enabled the integration, or the person has no integrations or is blocked.
   * `needsReconnect`: the provider no longer accepts the connection. `unavailable`: the provider did not answer as it
   * should, so the caller can try again later.
   */
  | { problem: "notConnected" | "needsReconnect" | "notEnabled" | "unavailable" };
