import { type AssistantSummary, listAssistantShares, type PromptTemplate } from "@lectern/contract";
import type { QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { isOwnAssistant } from "../../../entities/assistants/isOwnAssistant.ts";
import { assistantsQuery } from "../../../entities/assistants/useAssistants.ts";
import { call } from "../../../lib/call.ts";

/** An assistant that a prompt belongs to. */
export interface BackingAssistant {
  assistantId: string;
  name: string;
  isSystem: boolean;
  /** True if it is deleted with its prompt: it is the person's own, and may be deleted. */
  isDeletable: boolean;
  /** True if it is deletable and other people or groups have a right to it. */
  isShared: boolean;
}

const PromptAssistant = z.object({ definition: z.object({ assistantId: z.string() }) });

/** Returns the id of the assistant that a prompt belongs to; null if it belongs to none. */
export function getBackingAssistantId({ data }: PromptTemplate): string | null {
  const parsed = z.safeParse(PromptAssistant, data.assistant);
  return parsed.success ? parsed.data.definition.assistantId : null;
}

/**
 * Loads the assistants with these ids that the person sees. The ids come from prompts, which anybody may have written, so
 * only the list of the server decides what is the person's own.
 */
export async function loadBackingAssistants(
  client: QueryClient,
  assistantIds: readonly string[],
): Promise<BackingAssistant[]> {
  const assistants = await client.fetchQuery(assistantsQuery);
  return Promise.all(
    assistants.filter(({ assistantId }) => assistantIds.includes(assistantId)).map(toBackingAssistant),
  );
}

async function toBackingAssistant(assistant: AssistantSummary): Promise<BackingAssistant> {
  const { assistantId, name, isSystem, noDelete } = assistant;
  const isDeletable = isOwnAssistant(assistant) && !noDelete;
  const isShared = isDeletable && (await call(listAssistantShares, { assistantId, limit: 1 })).total > 0;
  return { assistantId, name, isSystem, isDeletable, isShared };
}
