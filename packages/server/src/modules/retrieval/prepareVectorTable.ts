import type { Platform } from "../../core/context.ts";
import { createVectorTable } from "./vectorRepository.ts";

/**
 * Creates the vector table if the database has pgvector; without it, documents are only searched by full text. Runs at
 * server start, after the migrations.
 */
export async function prepareVectorTable({ db, log }: Pick<Platform, "db" | "log">): Promise<void> {
  try {
    if (await createVectorTable(db)) return;
    log.info("the database has no pgvector: documents are searched by full text only");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, "pgvector cannot be used: documents are searched by full text only");
  }
}
