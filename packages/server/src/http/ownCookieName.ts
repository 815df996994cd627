/**
 * The cookie's name at an origin. Over https it carries the prefix that lets nobody but this host set it: another host of the same
 * domain, as a student's page at an institution, could otherwise plant a session or a sign-in of its own. Such a cookie has the path `/`.
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-the-__host-prefix
 */
export function ownCookieName(origin: string, name: string): string {
  return origin.startsWith("https:") ? `__Host-${name}` : name;
}
