import { assistantTexts } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { getSubject } from "../access/service.ts";
import { findSummary } from "./listing/repository.ts";
import { authorizeAssistant } from "./policy.ts";
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

/**
 * Throws `notFound` if the actor may not use the assistant any more that has answered: a version, or for a draft of an
 * assistant, which only people who could save it may try, the assistant itself, and then also `forbidden`.
 */
export async function authorizeReplayOf(
  platform: Pick<Platform, "db">,
  actor: Actor,
  answeredBy: string,
): Promise<void> {
  if (isAssistantId(answeredBy))
    return void authorizeAssistant(await findSummary(platform.db, getSubject(actor), answeredBy), "save");
  await findUsableAssistant(platform, actor, (await findAssistantIdOfVersion(platform.db, answeredBy)) ?? "");
}

/** Versions have other prefixes. */
const isAssistantId = (id: string) => id.startsWith("astp/") || id.startsWith("astgp/");
