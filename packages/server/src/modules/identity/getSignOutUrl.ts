import { buildEndSessionUrl } from "openid-client";
import type { Platform } from "../../core/context.ts";
import { getProviderClient, type OwnServer } from "./getProviderClient.ts";
import { describeSignInError } from "./signInError.ts";

/**
 * Returns the URL at which the browser signs out at the provider too, with our client id and a return URL. Returns `/`
 * if the provider has no such URL or cannot be reached. With `idToken`, the provider does not need to ask for
 * confirmation. See https://openid.net/specs/openid-connect-rpinitiated-1_0.html
 */
export async function getSignOutUrl(platform: Platform, ownServer: OwnServer, idToken: string | null): Promise<string> {
  try {
    const client = await getProviderClient(platform, ownServer);
    if (client.serverMetadata().end_session_endpoint === undefined) return "/";
    // The function adds the client id.
    return buildEndSessionUrl(client, {
      post_logout_redirect_uri: `${ownServer.origin}/`,
      ...(idToken === null ? {} : { id_token_hint: idToken }),
    }).href;
  } catch (error) {
    platform.log.warn({ reason: describeSignInError(error) }, "signed out of this server only");
    return "/";
  }
}
