import type { Actor, Platform } from "../../core/context.ts";
import { foldEmail } from "../../core/email.ts";
import { findDirectoryGroupNames } from "../access/service.ts";
import { findPersonOfVerifiedEmail, listStoredAdmins } from "./repository.ts";
import { isSiteAdmin } from "./toActor.ts";

interface PersonOfEmail extends Pick<Actor, "principal" | "verifiedEmail" | "directoryGroups" | "isAdmin"> {
  hasSignedIn: boolean;
}

/** Returns what rights depend on, for the person with a verified address; for nobody yet, as at their first sign-in. */
export async function findPersonOfEmail(
  { db, config }: Pick<Platform, "db" | "config">,
  email: string,
): Promise<PersonOfEmail> {
  const verifiedEmail = foldEmail(email);
  const person = await findPersonOfVerifiedEmail(db, verifiedEmail);
  const is_admin = person?.is_admin ?? (await listStoredAdmins(db)).includes(verifiedEmail);
  return {
    principal: { id: person?.user_id ?? "", kind: "person" },
    verifiedEmail,
    directoryGroups: [...(await findDirectoryGroupNames(db, verifiedEmail))],
    isAdmin: isSiteAdmin(config, { email: verifiedEmail, email_verified: true, is_admin }),
    hasSignedIn: person !== undefined,
  };
}
