import type { Config } from "../../config.ts";
import type { Actor } from "../../core/context.ts";
import type { StoredSession } from "./repository.ts";

/** The issuer of people who sign in with the embedded provider. It does not depend on the address of this server. */
export const embeddedIssuer = "urn:lectern:embedded";

/**
 * The person of a session. An administrator is the first person of the embedded sign-in or one of `ADMINS`, with a
 * verified e-mail.
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
 * True for people of the embedded sign-in after an institution's own provider has replaced it. The embedded sign-in
 * verifies nothing, so their sessions must end.
 */
export function isFromReplacedProvider(config: Config, session: Pick<StoredSession, "issuer">): boolean {
  return config.oidc !== null && session.issuer === embeddedIssuer;
}
