import { limits } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import type { OwnerId } from "../access/service.ts";
import type { MemoryTarget } from "./memoryTarget.ts";
import { countMemories, countMemoriesOfProjects, countProjects } from "./repository.ts";

/**
 * Throws `tooLarge` if the owner has too many memories, also in one project, after some were added to these targets. The
 * transaction must have the owner's lock.
 */
export async function checkMemoryLimits(
  tx: DbTransaction,
  ownerId: OwnerId,
  targets: readonly MemoryTarget[],
): Promise<void> {
  const { user, project, assistant } = await countMemories(tx, ownerId);
  if (user + project + assistant > limits.memoriesPerPerson)
    throw createFullError("You have reached the maximum number of memories. Please delete some first.");
  const projectIds = new Set(targets.flatMap((target) => (target.type === "project" ? target.projectId : [])));
  const counts = await countMemoriesOfProjects(tx, ownerId, [...projectIds]);
  if (counts.some((count) => count > limits.memoriesPerProject))
    throw createFullError("This project has the maximum number of memories. Please delete some first.");
}

/** Throws `tooLarge` if the owner has too many projects after one was added. The transaction must have the owner's lock. */
export async function checkProjectLimit(tx: DbTransaction, ownerId: OwnerId): Promise<void> {
  if ((await countProjects(tx, ownerId)) > limits.memoryProjects)
    throw createFullError("You have reached the maximum number of projects.");
}

const createFullError = (userMessage: string) => new AppError("tooLarge", { userMessage });
