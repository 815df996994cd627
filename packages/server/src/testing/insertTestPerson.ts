import { randomUUID } from "node:crypto";
import type { Db } from "../platform/db/database.ts";

/** Inserts a person with a verified address, in lower case, as a sign-in does. Returns the principal's id. */
export async function insertTestPerson(db: Db, email: string): Promise<string> {
  const id = randomUUID();
  const now = new Date();
  await db
    .insertInto("users")
    .values({
      id,
      issuer: "test",
      subject: id,
      email,
      email_verified: true,
      name: email,
      is_admin: false,
      created_at: now,
      last_seen_at: now,
    })
    .execute();
  return id;
}
