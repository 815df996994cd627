import type { Platform } from "../../core/context.ts";
import { markUnmarkedRecords } from "./recording/repository.ts";

const recordsPerPortion = 10_000;

/**
 * Marks the records of versions that did not store what people were told. The setting with which the server starts is the
 * best that is known of it, and holds for good.
 */
export async function markRecords({ db, config }: Pick<Platform, "db" | "config">): Promise<void> {
  let count: number;
  do count = await markUnmarkedRecords(db, config.hidesIdentitiesInAnalytics, recordsPerPortion);
  while (count > 0);
}
