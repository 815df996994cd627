import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { lockPeople } from "../groups/service.ts";
import { isSiteAdmin, listStoredAdmins } from "../identity/service.ts";
import { createPersonNotFoundError } from "./createPersonNotFoundError.ts";
import { findPerson, type Person } from "./repository.ts";

/**
 * Runs a change to another person's account in a transaction. Throws `forbidden` if the actor is not a site
 * administrator, `invalidInput` if it is the actor's own account, unless `allowsOwn`, and `notFound` for an unknown or erased person. The
 * actor's rights are read again under a lock. So an administrator always remains, even if two block each other at once.
 */
export async function changePerson<Result>(
  { db, config }: Pick<Platform, "db" | "config">,
  { principal }: Actor,
  personId: string,
  { allowsOwn }: { allowsOwn: boolean },
  change: (tx: DbTransaction, person: Person) => Promise<Result>,
): Promise<Result> {
  return transaction(db, async (tx) => {
    await lockPeople(tx);
    const administrator = principal.kind === "person" ? await findPerson(tx, principal.id) : undefined;
    const isAdded = administrator && (await listStoredAdmins(tx)).includes(administrator.email);
    const rights = administrator && { ...administrator, is_admin: administrator.is_admin || Boolean(isAdded) };
    if (!rights || rights.blocked_at || !isSiteAdmin(config, rights)) {
      throw new AppError("forbidden", { userMessage: "Only administrators may do this." });
    }
    if (personId === principal.id && !allowsOwn) {
      throw new AppError("invalidInput", { userMessage: "You can’t block or erase your own account." });
    }
    const person = await findPerson(tx, personId);
    if (!person) throw createPersonNotFoundError();
    return change(tx, person);
  });
}
