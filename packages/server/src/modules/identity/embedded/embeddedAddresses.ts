/** Everything of the embedded provider lies below this path of our own origin. */
export const embeddedPath = "/oidc";
export const embeddedClientId = "lectern";
/** Where the embedded provider signs people out, below `embeddedPath`. */
export const embeddedSignOutPath = "/session/end";
export const callbackPath = "/auth/callback";

/** The page that asks for an e-mail, for one sign-in. */
export function interactionPath(uid: string): string {
  return `/sign-in/${uid}`;
}

export function embeddedIssuerAddress(origin: string): string {
  return `${origin}${embeddedPath}`;
}
