import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { readConfig } from "../../../config.ts";
import type { Actor, Context, Platform } from "../../../core/context.ts";
import { systemWait } from "../../../platform/clock.ts";
import { createModelMetrics } from "../../../platform/modelMetrics.ts";
import type { ModelProviders } from "../../../platform/modelProviders/modelProvider.ts";
import { createSingleProcess } from "../../../platform/processes/processes.ts";
import { createMemoryRunLog } from "../../../platform/runLog/memoryRunLog.ts";
import { createSecretBox } from "../../../platform/secretBox.ts";
import { createTestActor } from "../../../testing/createTestActor.ts";
import { createUnusedServices } from "../../../testing/createUnusedServices.ts";
import { createManualClock, type ManualClock } from "../../../testing/manualClock.ts";
import { createTestDatabase, type TestDatabaseKind } from "../../../testing/testDatabase.ts";

export interface ConversationTestbed {
  platform: Platform;
  clock: ManualClock;
  /** Creates a person with a row in the database. */
  createPerson(): Promise<Actor>;
  createContext(actor: Actor): Context;
  close(): Promise<void>;
}

const noModels: ModelProviders = {
  open: () => {
    throw new Error("no model is reached here");
  },
  close: async () => {},
};

/**
 * Creates a testbed for tests of this module below the HTTP layer: a real database of its own, a manual clock and no
 * model.
 */
export async function createConversationTestbed(
  kind?: TestDatabaseKind,
  modelProviders: ModelProviders = noModels,
): Promise<ConversationTestbed> {
  const database = await createTestDatabase(kind);
  const clock = createManualClock(new Date("2026-11-21T09:41:00.000Z"));
  const config = readConfig({});
  const log = pino({ level: "silent" });
  const platform: Platform = {
    config,
    db: database.db,
    clock,
    wait: systemWait,
    log,
    secrets: createSecretBox("a secret of the tests, long enough"),
    modelProviders,
    metrics: createModelMetrics(),
    processes: createSingleProcess(),
    runLog: createMemoryRunLog(clock),
    ...(await createUnusedServices({ config, log }, database)),
  };
  return {
    platform,
    clock,
    async createPerson() {
      const userId = randomUUID();
      const email = `${userId}@example.org`;
      const now = clock.now();
      const userColumns = {
        issuer: "test",
        subject: userId,
        email,
        email_verified: true,
        name: "A person",
        is_admin: false,
      };
      await database.db
        .insertInto("users")
        .values({ id: userId, ...userColumns, created_at: now, last_seen_at: now })
        .execute();
      return createTestActor(userId, { email, name: userColumns.name });
    },
    createContext: (actor) => ({ ...platform, actor, requestId: randomUUID(), signal: new AbortController().signal }),
    close: () => database.close(),
  };
}
