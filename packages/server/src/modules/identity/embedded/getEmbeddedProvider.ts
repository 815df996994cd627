import Provider, { type Configuration, type KoaContextWithOIDC } from "oidc-provider";
import type { Platform } from "../../../core/context.ts";
import { identityState } from "../identityState.ts";
import { createRecordAdapter } from "./createRecordAdapter.ts";
import { getEmbeddedSigningKeys, signingAlgorithm } from "./embeddedKeys.ts";
import { parseEmbeddedSubject } from "./embeddedPerson.ts";
import {
  callbackPath,
  embeddedClientId,
  embeddedIssuerUrl,
  embeddedPath,
  embeddedSignOutPath,
  interactionPath,
} from "./embeddedUrls.ts";

/** Renders the page for an error of the provider. */
export type RenderProviderError = (
  message: string,
  requestId: string,
) => { html: string; headers: Record<string, string> };

/** Returns the embedded identity provider, meant for trials, for one of our own origins. Created at its first use. */
export function getEmbeddedProvider(
  platform: Platform,
  origin: string,
  renderError: RenderProviderError,
): Promise<Provider> {
  const { embeddedProviders } = identityState(platform);
  const known = embeddedProviders.get(origin);
  if (known) return known;
  const created = create(platform, origin, renderError);
  embeddedProviders.set(origin, created);
  created.catch(() => embeddedProviders.delete(origin));
  return created;
}

async function create(platform: Platform, origin: string, renderError: RenderProviderError): Promise<Provider> {
  const provider = new Provider(embeddedIssuerUrl(origin), {
    ...buildConfiguration(platform, origin),
    adapter: createRecordAdapter(platform),
    jwks: await getEmbeddedSigningKeys(platform),
    renderError(ctx, out) {
      const page = renderError(out.error_description ?? out.error, ctx.response.get("x-request-id"));
      ctx.type = "html";
      ctx.set(page.headers);
      ctx.body = page.html;
    },
  });
  // Lets the provider build links from the origin that `mountEmbeddedProvider` determined.
  provider.proxy = true;
  provider.on("server_error", (_ctx, error) => platform.log.error({ err: error }, "the embedded sign-in failed"));
  // The handler above logs server errors. The provider would print them a second time.
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
      // The provider has no long-lived sessions, so sign-out needs no confirmation: `registerEmbeddedProvider` handles
      // it.
      rpInitiatedLogout: { enabled: false },
    },
    discovery: { end_session_endpoint: `${embeddedIssuerUrl(origin)}${embeddedSignOutPath}` },
    interactions: { url: (_ctx, interaction) => interactionPath(interaction.uid) },
    cookies: {
      keys: [platform.secrets.sign("identityKeys", "cookies of the embedded provider")],
      names: { session: "lectern_idp", interaction: "lectern_idp_step", resume: "lectern_idp_resume" },
      // The path excludes the sign-in pages, so that on a shared computer the next person has to identify themselves.
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

/** Our own application does not need a person's consent to learn who signed in. */
async function grantOwnClient({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}
