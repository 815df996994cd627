import * as openid from "openid-client";
import { AppError } from "../../../core/appError.ts";
import type { Actor } from "../../../core/context.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId } from "../../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../../audit/service.ts";
import { createOAuthClient, getExpiry } from "../oauthClient.ts";
import { getIntegration, getProvider, type Integration } from "../providers.ts";
import { findRegistration } from "../registrations.ts";
import { findConnection, isAccountConnected, lockAccounts, upsertConnection } from "../repository.ts";
import { revokeGrant, toGrant } from "../revokeGrant.ts";
import { sealTokens } from "../tokens/sealedTokens.ts";
import { type Attempt, consumeAttempt } from "./attempts.ts";
import { toConnectingError } from "./connectingError.ts";
import { createNotEnabledError } from "./startConnecting.ts";

/** What the provider has allowed. */
interface Allowed {
  subject: string;
  account: string | null;
  scopes: string[];
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
}

/**
 * Completes a connection that the session of the actor has started. `query` is what the provider has added to the
 * redirect address. Returns the integration. Throws `AppError` with a sentence for the person.
 */
export async function completeConnecting(
  platform: AuditedPlatform,
  actor: Actor,
  query: URLSearchParams,
): Promise<Integration> {
  const attempt = await consumeAttempt(platform, actor, query.get("state") ?? "");
  if (!attempt) {
    throw new AppError("invalidInput", {
      userMessage:
        "This connection wasn’t started in this browser, is already complete, or took longer than 10 minutes.",
    });
  }
  const integration = getIntegration(platform, attempt.integrationId);
  const allowed = await exchangeCode(platform, attempt, query);
  if (!integration.scopes.every((scope) => allowed.scopes.includes(scope))) {
    await revokeUnused(platform, attempt, allowed);
    throw new AppError("forbidden", {
      userMessage:
        "You didn’t allow everything that this integration needs. Please connect it again, and select all boxes on the provider’s page.",
    });
  }
  await storeConnection(platform, actor, attempt, allowed);
  return integration;
}

async function exchangeCode(platform: AuditedPlatform, attempt: Attempt, query: URLSearchParams): Promise<Allowed> {
  const registration = await findRegistration(platform, attempt.integrationId);
  if (registration?.clientId !== attempt.clientId) throw createNotEnabledError();
  const client = createOAuthClient(getProvider(platform, attempt.integrationId), registration);
  try {
    const response = await openid.authorizationCodeGrant(client, new URL(`${attempt.redirectUri}?${query}`), {
      expectedState: query.get("state") ?? "",
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.codeVerifier,
    });
    const { access_token, refresh_token, expires_in, scope } = response;
    const claims = response.claims();
    if (!claims || refresh_token === undefined) throw new Error("the provider gave no ID token or no refresh token");
    return {
      subject: claims.sub,
      account: typeof claims.email === "string" ? claims.email : null,
      // An absent scope is the requested one (RFC 6749, 5.1).
      scopes: scope?.split(" ") ?? [...getIntegration(platform, attempt.integrationId).scopes],
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresAt: getExpiry(platform.clock.now(), expires_in),
    };
  } catch (error) {
    throw toConnectingError(platform, error);
  }
}

/** Revokes tokens that are not stored, unless somebody has connected the account already. */
async function revokeUnused(
  platform: AuditedPlatform,
  { integrationId, clientId }: Attempt,
  { subject, refreshToken }: Allowed,
): Promise<void> {
  const isInUse = await isAccountConnected(platform.db, { subject, client_id: clientId });
  if (!isInUse) void revokeGrant(platform, { integrationId, clientId, refreshToken });
}

/** Stores a connection in place of the one that the person had, which may have been of another account. */
async function storeConnection(
  platform: AuditedPlatform,
  actor: Actor,
  { integrationId, clientId }: Attempt,
  allowed: Allowed,
): Promise<void> {
  const ownerId = getOwnerId(actor);
  const replaced = await transaction(platform.db, async (tx) => {
    await lockAccounts(tx);
    const before = await findConnection(tx, ownerId, integrationId);
    await upsertConnection(tx, {
      owner_id: ownerId,
      integration_id: integrationId,
      client_id: clientId,
      subject: allowed.subject,
      account: allowed.account,
      scopes: JSON.stringify(allowed.scopes),
      sealed_tokens: sealTokens(platform, { ownerId, integrationId }, allowed),
      expires_at: allowed.expiresAt,
      connected_at: platform.clock.now(),
    });
    const entry = { verb: "connect", objectType: "integration", objectIds: [integrationId] };
    await recordAudit(tx, getAuditSource(platform, actor), entry);
    return before && !(await isAccountConnected(tx, before)) ? toGrant(platform, before) : null;
  });
  if (replaced) void revokeGrant(platform, replaced);
}
