import type { Platform } from "../../../server/src/core/context.ts";
import { systemClock, systemWait } from "../../../server/src/platform/clock.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import type { JobRun } from "../../../server/src/platform/jobs/jobs.ts";
import { createModelMetrics } from "../../../server/src/platform/modelMetrics.ts";
import { createSingleProcess } from "../../../server/src/platform/processes/processes.ts";
import { createSecretBox } from "../../../server/src/platform/secretBox.ts";

/** Creates the parts of the server that embedding and search need. A job runs immediately when it is sent. */
export function createSearchPlatform(provided: Pick<Platform, "config" | "db" | "log" | "modelProviders">): Platform {
  let run: ((job: JobRun) => Promise<void>) | null = null;
  const unusedPart = new Proxy({}, { get: () => () => Promise.reject(new Error("not used in this measurement")) });
  const services = {
    ...provided,
    ...{ clock: systemClock, wait: systemWait, metrics: createModelMetrics(), state: new Map(), gates: [] },
    secrets: createSecretBox("a secret of the benchmark, long enough"),
    processes: createSingleProcess(),
    jobs: {
      handle: (_name: string, _options: unknown, work: (job: JobRun) => Promise<void>) => {
        run = work;
      },
      send: async (_name: string, payload: JobRun["payload"]) => {
        await run?.({ payload, signal: new AbortController().signal, isLastAttempt: true });
      },
    },
  };
  // The missing parts are never used here; a call to one rejects.
  return new Proxy(services, {
    get: (target, name) => Reflect.get(target, name) ?? unusedPart,
  }) as unknown as Platform;
}

/** Adds the person to whom the vectors' usage is charged. Returns the id. */
export async function addOwner(db: Db): Promise<string> {
  const now = new Date();
  const id = "bench";
  await db
    .insertInto("users")
    .values({
      id,
      issuer: "bench",
      subject: id,
      email: "bench@example.org",
      email_verified: true,
      name: "Bench",
      is_admin: false,
      created_at: now,
      last_seen_at: now,
    })
    .execute();
  return id;
}

/** Adds each document as a file of this person. */
export async function addFiles(db: Db, ownerId: string, documentIds: readonly string[]): Promise<void> {
  for (const id of documentIds) {
    await db
      .insertInto("files")
      .values({
        id: `${ownerId}/2026-01-01/${id}.json`,
        owner_id: ownerId,
        name: id,
        type: "text/plain",
        blob_key: id,
        document_id: id,
        created_at: new Date(),
      })
      .execute();
  }
}
