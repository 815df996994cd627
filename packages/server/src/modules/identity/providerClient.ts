import * as openid from "openid-client";
import type { Config } from "../../config.ts";
import type { Platform } from "../../core/context.ts";
import { embeddedClientId, embeddedIssuerAddress } from "./embedded/embeddedAddresses.ts";
import { identityState } from "./identityState.ts";

const providerTimeoutSeconds = 10;

/** This server as the browser sees it, and how to ask it something without the network. */
export interface OwnServer {
  origin: string;
  fetch: openid.CustomFetch;
}

/** The client of the identity provider that this server signs people in with. Asks it for its addresses at the first call. */
export function providerClient(platform: Platform, self: OwnServer): Promise<openid.Configuration> {
  const { oidc } = platform.config;
  return oidc ? configuredClient(platform, oidc) : embeddedClient(platform, self);
}

/** The client of the institution's provider. */
export function configuredClient(
  platform: Platform,
  { issuer, clientId, clientSecret }: NonNullable<Config["oidc"]>,
): Promise<openid.Configuration> {
  const authentication = clientSecret === null ? openid.None() : secretAuthentication(clientSecret);
  return remember(platform, issuer, () => discover(new URL(issuer), clientId, authentication));
}

function embeddedClient(platform: Platform, { origin, fetch }: OwnServer): Promise<openid.Configuration> {
  const issuer = embeddedIssuerAddress(origin);
  return remember(platform, issuer, () =>
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
    // Plain http only where the configured issuer itself is, as on one machine.
    execute: issuer.protocol === "http:" ? [openid.allowInsecureRequests] : [],
  });
  // ID tokens come straight from the provider, but their signature is checked all the same.
  openid.enableNonRepudiationChecks(client);
  return client;
}

function remember(
  platform: Platform,
  issuer: string,
  make: () => Promise<openid.Configuration>,
): Promise<openid.Configuration> {
  const { clients } = identityState(platform);
  const known = clients.get(issuer);
  if (known) return known;
  const made = make();
  clients.set(issuer, made);
  // The next sign-in asks again; whoever waits for this one sees its error.
  made.catch(() => clients.delete(issuer));
  return made;
}

/** Sends the secret in the body where the provider says it reads it there, else in the header, which every provider must read. */
function secretAuthentication(secret: string): openid.ClientAuth {
  const inBody = openid.ClientSecretPost(secret);
  const inHeader = openid.ClientSecretBasic(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    return (methods?.includes("client_secret_post") ? inBody : inHeader)(server, ...rest);
  };
}
