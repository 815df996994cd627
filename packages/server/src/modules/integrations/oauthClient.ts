import * as openid from "openid-client";
import type { Provider } from "./providers.ts";

const timeoutSeconds = 10;
const defaultLifetimeSeconds = 3_600;

/** Creates the client of this server at a provider. Without a secret, it can only revoke tokens. */
export function createOAuthClient(
  provider: Provider,
  { clientId, clientSecret }: { clientId: string; clientSecret: string | null },
): openid.Configuration {
  const server: openid.ServerMetadata = {
    issuer: provider.issuer,
    authorization_endpoint: provider.authorizationEndpoint,
    token_endpoint: provider.tokenEndpoint,
    revocation_endpoint: provider.revocationEndpoint,
  };
  const authentication = clientSecret === null ? openid.None() : openid.ClientSecretPost(clientSecret);
  const client = new openid.Configuration(server, clientId, undefined, authentication);
  client.timeout = timeoutSeconds;
  // Only the providers of tests have such an endpoint; those of production are constants.
  if (provider.tokenEndpoint.startsWith("http:")) openid.allowInsecureRequests(client);
  return client;
}

/** Returns when an access token expires that the provider has just issued. */
export const getExpiry = (now: Date, expiresInSeconds = defaultLifetimeSeconds): Date =>
  new Date(now.getTime() + expiresInSeconds * 1_000);

/** True if the provider no longer accepts what the person has allowed. */
export const isInvalidGrant = (error: unknown): boolean =>
  error instanceof openid.ResponseBodyError && error.error === "invalid_grant";
