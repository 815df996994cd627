import type { AdministratorSource } from "@lectern/contract";
import type { Config } from "../../config.ts";
import type { Actor, Credential } from "../../core/actor.ts";
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

interface AdministratorRow extends Pick<StoredPerson, "email" | "email_verified"> {
  /** The column, without the addresses that administrators have added. */
  is_admin: boolean;
}

/** Says why a person is a site administrator; null: the person is none. `addedAdmins`: see `listStoredAdmins`. */
export function getAdministratorSource(
  { admins }: Pick<Config, "admins">,
  { email, email_verified, is_admin }: AdministratorRow,
  addedAdmins: readonly string[],
): AdministratorSource | null {
  if (!email_verified) return null;
  if (admins.includes(email)) return "environment";
  if (is_admin) return "first";
  return addedAdmins.includes(email) ? "added" : null;
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
    payer: person.default_account,
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
    payer: owner.default_account,
    accountOwnerId: owner.owner_id,
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
export function isFromReplacedProvider(config: Config, session: { issuer: StoredSession["issuer"] | null }): boolean {
  return config.oidc !== null && session.issuer === embeddedIssuer;
}
