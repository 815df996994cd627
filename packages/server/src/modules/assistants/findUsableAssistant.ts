import { assistantTexts } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { getSubject } from "../access/service.ts";
import { type AssistantRow, findAssistant, findAssistantIdOfVersion } from "./repository.ts";

/** Returns an assistant that the actor may use, in its newest version. Throws `notFound` if there is none. */
export async function findUsableAssistant(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  assistantId: string,
): Promise<AssistantRow> {
  const row = await findAssistant(db, getSubject(actor), assistantId);
  if (!row) throw new AppError("notFound", { userMessage: assistantTexts.notFound });
  return row;
}

/** Throws `notFound` if the actor may not use the assistant of this version any more. */
export async function authorizeVersion(platform: Pick<Platform, "db">, actor: Actor, versionId: string): Promise<void> {
  await findUsableAssistant(platform, actor, (await findAssistantIdOfVersion(platform.db, versionId)) ?? "");
}
