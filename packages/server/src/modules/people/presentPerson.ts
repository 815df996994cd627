import type { AdministeredPerson } from "@lectern/contract";
import type { Config } from "../../config.ts";
import { getAdministratorSource } from "../identity/service.ts";
import type { ListedPerson } from "./repository.ts";

/** Converts a person for administrators. `addedAdmins`: the addresses that administrators have added. */
export function presentPerson(
  config: Pick<Config, "admins">,
  person: Omit<ListedPerson, "sortText">,
  addedAdmins: readonly string[],
): AdministeredPerson {
  return {
    id: person.id,
    email: person.email,
    isEmailVerified: person.email_verified,
    name: person.name,
    administratorSource: getAdministratorSource(config, person, addedAdmins),
    blockedAt: person.blocked_at?.toISOString() ?? null,
    lastSeenAt: person.last_seen_at.toISOString(),
    activeSessionCount: person.active_sessions,
  };
}
