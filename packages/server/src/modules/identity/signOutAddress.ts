import { buildEndSessionUrl } from "openid-client";
import type { Platform } from "../../core/context.ts";
import { type OwnServer, providerClient } from "./providerClient.ts";
import { describeSignInError } from "./signInError.ts";

/**
 * Where a browser goes to sign out at the provider too: its logout address with our client id and the way back. `/` where the
 * provider has none or cannot be asked. `idToken`: by it the provider knows whose session it is, and need not ask.
 * https://openid.net/specs/openid-connect-rpinitiated-1_0.html
 */
export async function signOutAddress(platform: Platform, self: OwnServer, idToken: string | null): Promise<string> {
  try {
    const client = await providerClient(platform, self);
    if (client.serverMetadata().end_session_endpoint === undefined) return "/";
    return buildEndSessionUrl(client, {
      client_id: client.clientMetadata().client_id,
      post_logout_redirect_uri: `${self.origin}/`,
      ...(idToken === null ? {} : { id_token_hint: idToken }),
    }).href;
  } catch (error) {
    platform.log.warn({ reason: describeSignInError(error) }, "signed out here only");
    return "/";
  }
}
