import type Provider from "oidc-provider";
import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import type { Platform } from "../../../core/context.ts";
import { getIdentityState } from "../getIdentityState.ts";
import { createRecordAdapter } from "./createRecordAdapter.ts";
import { getEmbeddedSigningKeys, signingAlgorithm } from "./embeddedKeys.ts";
import { parseEmbeddedSubject } from "./embeddedPerson.ts";
import {
  callbackPath,
  embeddedClientId,
  embeddedPath,
  embeddedSignOutPath,
  getEmbeddedIssuerUrl,
  getInteractionPath,
} from "./embeddedUrls.ts";

/** Renders the page for an error of the provider. */
export type RenderProviderError = (
  message: string,
  requestId: string,
  acceptLanguage: string,
) => Promise<{ html: string; headers: Record<string, string> }>;

/**
 * Returns the embedded identity provider of one of our origins. The first call creates it. The provider is meant for
 * trials, because it does not verify who a person is.
 */
export function getEmbeddedProvider(
  platform: Platform,
  origin: string,
  renderError: RenderProviderError,
): Promise<Provider> {
  const { embeddedProviders } = getIdentityState(platform);
  const existingProvider = embeddedProviders.get(origin);
  if (existingProvider) return existingProvider;
  const newProvider = createProvider(platform, origin, renderError);
  embeddedProviders.set(origin, newProvider);
  newProvider.catch(() => embeddedProviders.delete(origin));
  return newProvider;
}

async function createProvider(platform: Platform, origin: string, renderError: RenderProviderError): Promise<Provider> {
  // Imported at the first sign-in, because most servers use an institution's provider and this one takes 10 MB.
  const { default: EmbeddedProvider } = await import("oidc-provider");
  const provider = new EmbeddedProvider(getEmbeddedIssuerUrl(origin), {
    ...buildConfiguration(platform, origin),
    adapter: createRecordAdapter(platform),
    jwks: await getEmbeddedSigningKeys(platform),
    async renderError(ctx, out) {
      const page = await renderError(
        out.error_description ?? out.error,
        ctx.response.get("x-request-id"),
        ctx.get("accept-language"),
      );
      ctx.type = "html";
      ctx.set(page.headers);
      ctx.body = page.html;
    },
  });
  // Make the provider build links from the origin in the headers that `mountEmbeddedProvider` sets.
  provider.proxy = true;
  provider.on("server_error", (_ctx, error) => platform.log.error({ err: error }, "the embedded sign-in failed"));
  // Without this, the provider would print the server errors that the handler above logs.
  provider.silent = true;
  return provider;
}

function buildConfiguration(platform: Platform, origin: string): Configuration {
  return {
    clients: [
      {
        client_id: embeddedClientId,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code"],
        response_types: ["code"],
        redirect_uris: [`${origin}${callbackPath}`],
        id_token_signed_response_alg: signingAlgorithm,
      },
    ],
    scopes: ["openid", "email", "profile"],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      // `registerEmbeddedProvider` handles sign-out, because the provider has no session that it could end.
      rpInitiatedLogout: { enabled: false },
    },
    discovery: { end_session_endpoint: `${getEmbeddedIssuerUrl(origin)}${embeddedSignOutPath}` },
    interactions: { url: (_ctx, interaction) => getInteractionPath(interaction.uid) },
    cookies: {
      keys: [platform.secrets.sign("identityKeys", "cookies of the embedded provider")],
      names: { session: "lectern_idp", interaction: "lectern_idp_step", resume: "lectern_idp_resume" },
      // Browsers send the session cookie only to the sign-out path, so that the next person on a shared computer must
      // sign in.
      long: { path: `${embeddedPath}${embeddedSignOutPath}`, httpOnly: true, sameSite: "lax", signed: true },
      short: { httpOnly: true, sameSite: "lax", signed: true },
    },
    ttl: { Interaction: 3_600, Session: 600, Grant: 600, AuthorizationCode: 60, AccessToken: 600, IdToken: 3_600 },
    findAccount: (_ctx, subject) => {
      const person = parseEmbeddedSubject(subject);
      if (!person) return undefined;
      const { email, name } = person;
      return { accountId: subject, claims: () => ({ sub: subject, email, email_verified: true, name }) };
    },
    loadExistingGrant: grantOwnClient,
  };
}

/** Grants our own application access to the claims without asking the person for consent. */
async function grantOwnClient({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}
