/**
 * Returns the cookie's name for an origin. With https the name has the `__Host-` prefix, so that no other host can set
 * the cookie: another host of the same domain, such as a student's web page, could otherwise plant its own session or
 * sign-in. Such a cookie must have the path `/`.
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-the-__host-prefix
 */
export function getHostCookieName(origin: string, name: string): string {
  return origin.startsWith("https:") ? `__Host-${name}` : name;
}
