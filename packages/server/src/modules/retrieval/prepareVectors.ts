import type { Platform } from "../../core/context.ts";
import { createVectorTable } from "./vectorRepository.ts";

/** At a start, after the migrations: makes what vectors need, where the database has pgvector. Without it documents are found by their words. */
export async function prepareVectors({ db, log }: Pick<Platform, "db" | "log">): Promise<void> {
  try {
    if (await createVectorTable(db)) return;
    log.info("the database has no pgvector: documents are searched by their words alone");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, "pgvector cannot be used: documents are searched by their words alone");
  }
}
