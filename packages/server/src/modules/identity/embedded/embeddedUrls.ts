/** The issuer of people who sign in with the embedded provider. It does not depend on this server's URL. */
export const embeddedIssuer = "urn:lectern:embedded";
/** All routes of the embedded provider are below this path of our own origin. */
export const embeddedPath = "/oidc";
export const embeddedClientId = "lectern";
/** The sign-out path, relative to `embeddedPath`. */
export const embeddedSignOutPath = "/session/end";
export const callbackPath = "/auth/callback";

/** Returns the path of the page that asks for an email address during one sign-in. */
export function getInteractionPath(uid: string): string {
  return `/sign-in/${uid}`;
}

export function getEmbeddedIssuerUrl(origin: string): string {
  return `${origin}${embeddedPath}`;
}
