import { AppError } from "../../core/appError.ts";
import { foldEmail, isEmail } from "../../core/email.ts";
import type { Db } from "../../platform/db/database.ts";
import { findPeopleByEmail, findPrincipals } from "./repository.ts";

/** Who gets a right: a principal, or an address in lower case that nobody has proven yet. */
export type Recipient = { principalId: string; email: null } | { principalId: null; email: string };

/**
 * Resolves email addresses, wire ids of services, and ids of people and services, in any case. Returns the recipients
 * by the name as `foldEmail` returns it, whatever it is. Throws `invalidInput` for any other text.
 */
export async function resolveRecipients(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, Recipient>> {
  const normalizedNames = [...new Set(names.map(foldEmail).filter((name) => name !== ""))];
  const emails = normalizedNames.filter(isEmail);
  const people = new Map((await findPeopleByEmail(db, emails)).map(({ email, principalId }) => [email, principalId]));
  const otherNames = normalizedNames.filter((name) => !isEmail(name));
  const principals = new Map(
    (await findPrincipals(db, otherNames)).map(({ name, principalId }) => [name, principalId]),
  );
  return new Map(
    normalizedNames.map((name): [string, Recipient] => {
      const principalId = people.get(name) ?? principals.get(name);
      if (principalId !== undefined) return [name, { principalId, email: null }];
      if (isEmail(name)) return [name, { principalId: null, email: name }];
      throw new AppError("invalidInput", {
        userMessage: `“${name.slice(0, 100)}” is neither an email address nor the id of a service.`,
      });
    }),
  );
}
