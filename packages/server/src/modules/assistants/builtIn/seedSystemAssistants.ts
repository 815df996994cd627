import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Platform } from "../../../core/context.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { createBuiltInGroup, publishToConcerned } from "../../groups/service.ts";
import { addVersion, findSystemAssistant, insertAssistant, lockAssistant } from "../saving/repository.ts";
import { type SystemAssistant, systemAssistants } from "./systemAssistants.ts";

/**
 * Creates the built-in group and the assistants of the server itself, if they do not exist, and saves a new version of
 * each whose content this release has changed. Several processes may start at once.
 */
export async function seedSystemAssistants(
  platform: Platform,
  assistants: readonly SystemAssistant[] = systemAssistants,
): Promise<void> {
  const isChanged = await transaction(platform.db, async (tx) => {
    const now = platform.clock.now();
    const { id: ownerId } = await createBuiltInGroup(tx, platform.config.builtInGroupName, now);
    let changes = 0;
    for (const assistant of assistants) changes += (await seedAssistant(tx, assistant, ownerId, now)) ? 1 : 0;
    return changes > 0;
  });
  if (isChanged) publishToConcerned(platform, "everybody", { type: "assistants" });
}

/** Returns true if something was stored. */
async function seedAssistant(
  tx: DbTransaction,
  { id, content, isPublished }: SystemAssistant,
  ownerId: string,
  now: Date,
): Promise<boolean> {
  const version = {
    assistantId: id,
    versionId: `astg/${randomUUID()}`,
    content,
    isPublished,
    savedBy: null,
    now,
  };
  await lockAssistant(tx, id);
  const stored = await findSystemAssistant(tx, id);
  if (!stored) {
    await insertAssistant(tx, { ...version, version: 1 }, { ownerId, isSystem: true });
    return true;
  }
  if (stored.isPublished === isPublished && isDeepStrictEqual(stored.content, content)) return false;
  await addVersion(tx, { ...version, version: stored.version + 1 });
  return true;
}
