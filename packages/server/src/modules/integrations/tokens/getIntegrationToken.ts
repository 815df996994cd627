import type { IntegrationId } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Platform } from "../../../core/context.ts";
import { getOwnerId } from "../../access/service.ts";
import { isFlagOn } from "../../flags/service.ts";
import { loadActor } from "../../identity/service.ts";
import { findRegistration, type Registration } from "../registrations.ts";
import { findConnection } from "../repository.ts";
import type { IntegrationToken } from "./integrationToken.ts";
import { refreshConnection } from "./refreshConnection.ts";
import { openTokens } from "./sealedTokens.ts";

/** A token is refreshed this long before it expires, so that it does not expire on its way. */
const refreshMarginMs = 120_000;

interface TokenOptions {
  /** Of the caller, who does not wait any longer once it aborts. A refresh that others need goes on. */
  signal: AbortSignal;
  /** The token that the provider has just refused, although it has not expired. It is refreshed, too. */
  refusedToken?: string;
}

/**
 * Returns a token that acts as a person at the provider of an integration. Refreshes it if it expires soon. The caller
 * acts for this person, sends the token to no origin but `getIntegration(…).apiOrigins`, and gives it to no browser, model
 * or log. Throws the signal's reason.
 */
export async function getIntegrationToken(
  platform: Platform,
  personId: string,
  id: IntegrationId,
  { signal, refusedToken }: TokenOptions,
): Promise<IntegrationToken> {
  const actor = await loadActor(platform, personId, "job");
  if (!actor || actor.isBlocked || !(await isFlagOn(platform, actor, "integrations"))) return { problem: "notEnabled" };
  const registration = await readRegistration(platform, id);
  if ("problem" in registration) return registration;
  const connection = await findConnection(platform.db, getOwnerId(actor), id);
  if (!connection) return { problem: "notConnected" };
  if (connection.needs_reconnect || connection.client_id !== registration.clientId) {
    return { problem: "needsReconnect" };
  }
  const tokens = openTokens(platform, { ownerId: personId, integrationId: id }, connection.sealed_tokens);
  if (!tokens) return { problem: "needsReconnect" };
  const remainingMs = connection.expires_at.getTime() - platform.clock.now().getTime();
  const isRefused = tokens.accessToken === refusedToken;
  if (remainingMs > refreshMarginMs && !isRefused) return { token: tokens.accessToken };
  const isExpired = remainingMs <= 0 || isRefused;
  return refreshConnection(platform, { connection, tokens, registration, isExpired }, signal);
}

async function readRegistration(
  platform: Platform,
  id: IntegrationId,
): Promise<Registration | { problem: "notEnabled" | "unavailable" }> {
  try {
    return (await findRegistration(platform, id)) ?? { problem: "notEnabled" };
  } catch (error) {
    if (error instanceof AppError) return { problem: "unavailable" };
    throw error;
  }
}
