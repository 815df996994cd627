import { createHash } from "node:crypto";
import type { IntegrationId } from "@lectern/contract";
import * as openid from "openid-client";
import * as z from "zod/mini";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import { getOwnerId } from "../../access/service.ts";
import { getSessionId } from "../../identity/service.ts";
import { createOAuthClient } from "../oauthClient.ts";
import { accountScopes, getIntegration, getProvider } from "../providers.ts";
import { findRegistration } from "../registrations.ts";
import { upsertAttempt } from "../repository.ts";

export const integrationCallbackPath = "/integrations/oauth/callback";

/** How long a person may take at the provider. */
const attemptLifetimeMs = 600_000;

/** What must be the same when the person comes back from the provider. */
export const Attempt = z.object({
  ownerId: z.string(),
  integrationId: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  codeVerifier: z.string(),
  nonce: z.string(),
});
export type Attempt = z.infer<typeof Attempt>;

/**
 * Starts a code flow with PKCE, state and nonce, which the same session must complete. Returns the URL of the provider's
 * page. Throws `notFound` if the integration is not enabled.
 */
export async function startConnecting(platform: Platform, actor: Actor, id: IntegrationId): Promise<URL> {
  const registration = await findRegistration(platform, id);
  if (!registration) throw createNotEnabledError();
  const provider = getProvider(platform, id);
  const [state, ownerId] = [openid.randomState(), getOwnerId(actor)];
  const attempt: Attempt = {
    ownerId,
    integrationId: id,
    clientId: registration.clientId,
    redirectUri: getRedirectUri(platform),
    codeVerifier: openid.randomPKCECodeVerifier(),
    nonce: openid.randomNonce(),
  };
  await upsertAttempt(platform.db, {
    owner_id: ownerId,
    integration_id: id,
    session_id: getSessionId(actor),
    state_hash: hashState(state),
    sealed_attempt: platform.secrets.seal("integrationAttempts", JSON.stringify(attempt)),
    expires_at: new Date(platform.clock.now().getTime() + attemptLifetimeMs),
  });
  const url = openid.buildAuthorizationUrl(createOAuthClient(provider, registration), {
    ...provider.authorizationParameters,
    redirect_uri: attempt.redirectUri,
    scope: [...accountScopes, ...getIntegration(platform, id).scopes].join(" "),
    state,
    nonce: attempt.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: "S256",
  });
  if (url.protocol !== "https:") throw new Error("the page of a provider is not secure");
  return url;
}

/** The state is a secret while the person is at the provider. */
export const hashState = (state: string): string => createHash("sha256").update(state).digest("hex");

export const createNotEnabledError = () =>
  new AppError("notFound", {
    userMessage: "This integration is not available. An administrator may have disabled it.",
  });

/** Without `PUBLIC_URL`, only this machine can reach the server. Administrators register the address at the provider. */
const getRedirectUri = ({ config }: Platform): string =>
  `${config.publicOrigin ?? `http://localhost:${config.port}`}${integrationCallbackPath}`;
