import { foldEmail, isEmail } from "../../core/email.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { lockEmailsShared } from "./repository.ts";

/**
 * Call this before `resolveRecipients` in a transaction that stores rights for the names, and before it locks rows: a
 * sign-in that gives one of the addresses to an account then comes before or after.
 */
export async function lockRecipients(tx: DbTransaction, names: readonly string[]): Promise<void> {
  const emails = names.map(foldEmail).filter(isEmail);
  await lockEmailsShared(tx, [...new Set(emails)]);
}
