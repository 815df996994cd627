import Provider, { type Configuration, type KoaContextWithOIDC } from "oidc-provider";
import type { Platform } from "../../../core/context.ts";
import { identityState } from "../identityState.ts";
import { createRecordAdapter } from "./createRecordAdapter.ts";
import {
  callbackPath,
  embeddedClientId,
  embeddedIssuerAddress,
  embeddedPath,
  embeddedSignOutPath,
  interactionPath,
} from "./embeddedAddresses.ts";
import { embeddedSigningKeys, signingAlgorithm } from "./embeddedKeys.ts";
import { embeddedPersonOfSubject } from "./embeddedPerson.ts";

/** Writes the page for a refusal of the provider. */
export type RenderProviderError = (
  message: string,
  requestId: string,
) => { html: string; headers: Record<string, string> };

/** The identity provider for trying out, for one of our own origins. Made at its first use. */
export function embeddedProvider(
  platform: Platform,
  origin: string,
  renderError: RenderProviderError,
): Promise<Provider> {
  const { embeddedProviders } = identityState(platform);
  const known = embeddedProviders.get(origin);
  if (known) return known;
  const made = create(platform, origin, renderError);
  embeddedProviders.set(origin, made);
  made.catch(() => embeddedProviders.delete(origin));
  return made;
}

async function create(platform: Platform, origin: string, renderError: RenderProviderError): Promise<Provider> {
  const provider = new Provider(embeddedIssuerAddress(origin), {
    ...policy(platform, origin),
    adapter: createRecordAdapter(platform),
    jwks: await embeddedSigningKeys(platform),
    renderError(ctx, out) {
      const page = renderError(out.error_description ?? out.error, ctx.response.get("x-request-id"));
      ctx.type = "html";
      ctx.set(page.headers);
      ctx.body = page.html;
    },
  });
  // Links are made from the origin that the request was found to have, see `mountEmbeddedProvider`.
  provider.proxy = true;
  provider.on("server_error", (_ctx, error) => platform.log.error({ err: error }, "the embedded sign-in failed"));
  // What it cannot tell the browser stands in that log line; it would print it a second time.
  provider.silent = true;
  return provider;
}

function policy(platform: Platform, origin: string): Configuration {
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
      // It remembers no browser, so there is nothing to ask at sign-out: `mountEmbeddedProvider` answers that address.
      rpInitiatedLogout: { enabled: false },
    },
    discovery: { end_session_endpoint: `${embeddedIssuerAddress(origin)}${embeddedSignOutPath}` },
    interactions: { url: (_ctx, interaction) => interactionPath(interaction.uid) },
    cookies: {
      keys: [platform.secrets.sign("identityKeys", "cookies of the embedded provider")],
      names: { session: "lectern_idp", interaction: "lectern_idp_step", resume: "lectern_idp_resume" },
      // Sent back to no address that signs in: on a shared computer the next person is asked who they are.
      long: { path: `${embeddedPath}${embeddedSignOutPath}`, httpOnly: true, sameSite: "lax", signed: true },
      short: { httpOnly: true, sameSite: "lax", signed: true },
    },
    ttl: { Interaction: 3_600, Session: 600, Grant: 600, AuthorizationCode: 60, AccessToken: 600, IdToken: 3_600 },
    findAccount: (_ctx, subject) => {
      const person = embeddedPersonOfSubject(subject);
      if (!person) return undefined;
      const { email, name } = person;
      return { accountId: subject, claims: () => ({ sub: subject, email, email_verified: true, name }) };
    },
    loadExistingGrant: grantToOurselves,
  };
}

/** Our own application needs nobody's consent to be told who signed in. */
async function grantToOurselves({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}
