import "../modules.ts"; // defines the types of objects
import type { Actor, Platform } from "../core/context.ts";
import { createConversationTestbed } from "../modules/conversations/testing/conversationTestbed.ts";
import { createTestActor } from "./createTestActor.ts";
import { insertTestPerson } from "./insertTestPerson.ts";
import type { ManualClock } from "./manualClock.ts";
import type { TestDatabaseKind } from "./testDatabase.ts";

export interface AccessTestbed {
  platform: Platform;
  clock: ManualClock;
  /** Creates a person with a row in the database and the verified address `{name}@example.org`. */
  createPerson(name: string, overrides?: Partial<Actor>): Promise<Actor>;
  /** Inserts a file row and returns its id. */
  createFile(ownerId: string, groupId?: string): Promise<string>;
  close(): Promise<void>;
}

/** Creates a testbed for functions that need a database, a clock and secrets, but no server. */
export async function createAccessTestbed(kind?: TestDatabaseKind): Promise<AccessTestbed> {
  const { platform, clock, close } = await createConversationTestbed(kind);
  let fileCount = 0;
  return {
    platform,
    clock,
    async createPerson(name, overrides = {}) {
      const email = `${name}@example.org`;
      const id = await insertTestPerson(platform.db, email);
      return createTestActor(id, { email, verifiedEmail: email, name, ...overrides });
    },
    async createFile(ownerId, groupId) {
      fileCount += 1;
      const id = `file${fileCount}`;
      await platform.db
        .insertInto("files")
        .values({
          id,
          owner_id: ownerId,
          name: id,
          type: "text/plain",
          blob_key: `blobs/${id}`,
          created_at: clock.now(),
          group_id: groupId ?? null,
        })
        .execute();
      return id;
    },
    close,
  };
}
