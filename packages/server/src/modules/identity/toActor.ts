import type { Config } from "../../config.ts";
import type { Actor } from "../../core/context.ts";
import type { StoredSession } from "./repository.ts";

/** The issuer of people who sign in with the embedded provider. It does not depend on this server's URL. */
export const embeddedIssuer = "urn:lectern:embedded";

/**
 * Converts a session to its person. The first person of the embedded sign-in and the people listed in `ADMINS` are
 * administrators if their e-mail addresses are verified.
 */
export function toActor(config: Config, session: StoredSession): Actor {
  return {
    userId: session.user_id,
    email: session.email,
    name: session.name,
    isAdmin: session.email_verified && (session.is_admin || config.admins.includes(session.email.toLowerCase())),
    sessionId: session.id,
  };
}

/**
 * Returns true if the session is from the embedded sign-in and an institution's provider is now configured. Such
 * sessions must end, because the embedded sign-in does not verify who a person is.
 */
export function isFromReplacedProvider(config: Config, session: Pick<StoredSession, "issuer">): boolean {
  return config.oidc !== null && session.issuer === embeddedIssuer;
}
