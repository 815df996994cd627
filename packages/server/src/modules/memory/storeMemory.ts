import { randomUUID } from "node:crypto";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getOwnerId } from "../access/service.ts";
import { findUsableAssistant } from "../assistants/service.ts";
import { toStorableText } from "../conversations/service.ts";
import { createMemoryNotFoundError, createProjectNotFoundError } from "./errors.ts";
import { deletePendingFacts } from "./extraction/repository.ts";
import { checkMemoryLimits } from "./memoryLimits.ts";
import type { MemoryTarget } from "./memoryTarget.ts";
import {
  deleteMemory,
  findMemoryByText,
  findProject,
  insertMemories,
  lockMemories,
  type MemoryRow,
} from "./repository.ts";

interface NewMemory {
  target: MemoryTarget;
  content: string;
  /** The id of a memory that is deleted for it. */
  replaces?: string | undefined;
  /** The id of the pending fact that it was. */
  factId?: string | undefined;
}

/**
 * Saves a memory of the actor. One with the same text is returned instead of being saved twice. Throws `notFound` if the
 * project, the assistant or the replaced memory is none of the actor's, and `tooLarge` if there are too many memories.
 */
export async function storeMemory(
  platform: Pick<Platform, "db" | "clock">,
  actor: Actor,
  { target, content: text, replaces, factId }: NewMemory,
): Promise<MemoryRow> {
  const ownerId = getOwnerId(actor);
  const content = toStorableText(text);
  if (target.type === "assistant") await findUsableAssistant(platform, actor, target.assistantId);
  return transaction(platform.db, async (tx) => {
    await lockMemories(tx, ownerId);
    if (target.type === "project" && !(await findProject(tx, ownerId, target.projectId)))
      throw createProjectNotFoundError();
    if (replaces !== undefined && !(await deleteMemory(tx, ownerId, replaces))) throw createMemoryNotFoundError();
    if (factId !== undefined) await deletePendingFacts(tx, ownerId, [factId]);
    const same = await findMemoryByText(tx, ownerId, target, content);
    if (same) return same;
    const id = randomUUID();
    await insertMemories(tx, ownerId, [{ id, target, content, createdAt: platform.clock.now() }]);
    await checkMemoryLimits(tx, ownerId, [target]);
    const stored = await findMemoryByText(tx, ownerId, target, content);
    if (!stored) throw new AppError("conflict");
    return stored;
  });
}
