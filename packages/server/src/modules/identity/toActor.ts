import type { Config } from "../../config.ts";
import { type Actor, type Credential, defaultAccountId } from "../../core/actor.ts";
import { embeddedIssuer } from "./embedded/embeddedUrls.ts";
import type { StoredPerson, StoredServiceOwner, StoredSession } from "./repository.ts";

/**
 * Returns true for the first person of the embedded sign-in, the people listed in `ADMINS`, and those whom administrators
 * have added, if their email addresses are verified.
 */
export function isSiteAdmin(
  { admins }: Pick<Config, "admins">,
  { email, email_verified, is_admin }: Pick<StoredPerson, "email" | "email_verified" | "is_admin">,
): boolean {
  return email_verified && (is_admin || admins.includes(email));
}

/** Converts a session to its person. */
export function toActor(config: Config, session: StoredSession): Actor {
  return toPersonActor(config, session, { kind: "session", id: session.user_id, sessionId: session.id });
}

export function toPersonActor(config: Config, person: StoredPerson, credential: Credential): Actor {
  const verifiedEmail = person.email_verified ? person.email : null;
  return {
    principal: { id: person.user_id, kind: "person" },
    credential,
    payer: defaultAccountId,
    email: person.email,
    verifiedEmail,
    name: person.name,
    directoryGroups: person.directory_groups,
    acceptedDisclosure: person.accepted_disclosure,
    isAdmin: isSiteAdmin(config, person),
    isBlocked: person.blocked_at !== null,
  };
}

/** A service has no rights of its owner, but is blocked with the owner, whose disclosure counts. */
export function toServiceActor(owner: StoredServiceOwner, credential: Credential): Actor {
  return {
    principal: { id: owner.service_id, kind: "service" },
    credential,
    payer: defaultAccountId,
    email: "",
    verifiedEmail: null,
    name: owner.service_name,
    directoryGroups: [],
    acceptedDisclosure: owner.accepted_disclosure,
    isAdmin: false,
    isBlocked: owner.blocked_at !== null,
  };
}

/**
 * Returns true if the session is from the embedded sign-in and an institution's provider is now configured. Such
 * sessions must end, because the embedded sign-in does not verify who a person is.
 */
export function isFromReplacedProvider(config: Config, session: Pick<StoredSession, "issuer">): boolean {
  return config.oidc !== null && session.issuer === embeddedIssuer;
}
