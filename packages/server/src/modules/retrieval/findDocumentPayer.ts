import { createJobPayer, type Payer } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { passGates } from "../../core/gate.ts";
import { loadActor } from "../identity/service.ts";
import { type DocumentOwner, listDocumentOwners } from "./embeddingRepository.ts";

/**
 * Finds who pays for work on a document: of those who have a file of it and pass the gates, whoever has the oldest one.
 * So nothing is charged to a blocked person, and others who have the same document are served. Null if there is nobody.
 */
export async function findDocumentPayer(platform: Platform, documentId: string): Promise<Payer | null> {
  for (const owner of await listDocumentOwners(platform.db, documentId)) {
    const payer = await toPayer(platform, owner);
    if (payer) return payer;
  }
  return null;
}

async function toPayer(platform: Platform, { id, kind }: DocumentOwner): Promise<Payer | null> {
  if (kind === "group") return createJobPayer(id);
  const actor = await loadActor(platform, id, "job");
  if (!actor) return null;
  try {
    await passGates(platform, actor, { keyScopes: ["none"], isDisclosureExempt: false, weight: 0 });
    return actor;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
