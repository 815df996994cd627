import * as openid from "openid-client";
import type { Config } from "../../config.ts";
import type { Platform } from "../../core/context.ts";
import { embeddedClientId, getEmbeddedIssuerUrl } from "./embedded/embeddedUrls.ts";
import { getIdentityState } from "./getIdentityState.ts";

const providerTimeoutSeconds = 10;

/** This server's origin as the browser sees it, and a `fetch` that calls this server without the network. */
export interface OwnServer {
  origin: string;
  fetch: openid.CustomFetch;
}

/**
 * Returns the client for the identity provider of this server. The first call fetches the provider's configuration
 * (discovery).
 */
export function getProviderClient(platform: Platform, ownServer: OwnServer): Promise<openid.Configuration> {
  const { oidc } = platform.config;
  return oidc ? getConfiguredClient(platform, oidc) : getEmbeddedClient(platform, ownServer);
}

/** Returns the client for the institution's provider. */
export function getConfiguredClient(
  platform: Platform,
  { issuer, clientId, clientSecret }: NonNullable<Config["oidc"]>,
): Promise<openid.Configuration> {
  const authentication = clientSecret === null ? openid.None() : createSecretAuthentication(clientSecret);
  return getOrCreateClient(platform, issuer, () => discover(new URL(issuer), clientId, authentication));
}

function getEmbeddedClient(platform: Platform, { origin, fetch }: OwnServer): Promise<openid.Configuration> {
  const issuer = getEmbeddedIssuerUrl(origin);
  return getOrCreateClient(platform, issuer, () =>
    discover(new URL(issuer), embeddedClientId, openid.None(), { [openid.customFetch]: fetch }),
  );
}

async function discover(
  issuer: URL,
  clientId: string,
  authentication: openid.ClientAuth,
  options: openid.DiscoveryRequestOptions = {},
): Promise<openid.Configuration> {
  const client = await openid.discovery(issuer, clientId, undefined, authentication, {
    ...options,
    timeout: providerTimeoutSeconds,
    // Allow plain http only if the configured issuer itself uses it, for example on the same machine.
    execute: issuer.protocol === "http:" ? [openid.allowInsecureRequests] : [],
  });
  // Verify the signature of ID tokens, although they come directly from the provider.
  openid.enableNonRepudiationChecks(client);
  return client;
}

function getOrCreateClient(
  platform: Platform,
  issuer: string,
  create: () => Promise<openid.Configuration>,
): Promise<openid.Configuration> {
  const { clients } = getIdentityState(platform);
  const existingClient = clients.get(issuer);
  if (existingClient) return existingClient;
  const newClient = create();
  clients.set(issuer, newClient);
  // If this fails, the next sign-in must try again.
  newClient.catch(() => clients.delete(issuer));
  return newClient;
}

/**
 * Sends the secret in the body if the provider announces support for that, otherwise in the header, which every
 * provider must support.
 */
function createSecretAuthentication(secret: string): openid.ClientAuth {
  const authenticateInBody = openid.ClientSecretPost(secret);
  const authenticateInHeader = openid.ClientSecretBasic(secret);
  return (server, ...requestParts) => {
    const methods = server.token_endpoint_auth_methods_supported;
    return (methods?.includes("client_secret_post") ? authenticateInBody : authenticateInHeader)(
      server,
      ...requestParts,
    );
  };
}
