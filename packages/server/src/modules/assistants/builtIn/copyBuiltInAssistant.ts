import type { Context } from "../../../core/context.ts";
import { createAssistantNotFoundError } from "../policy.ts";
import { findNamedVersions } from "../repository.ts";
import { type SavedAssistant, saveAssistant } from "../saving/saveAssistant.ts";
import { systemAssistants } from "./systemAssistants.ts";

/** The name of the copy of an assistant, by which it is found again. */
export const getCopyName = (name: string): string => `${name} (Copy)`;

/**
 * Adds a copy of an assistant of the server itself to a group, which its editors can change and publish. If there is one
 * already, it stays as it is. Throws `notFound` for any other assistant.
 */
export async function copyBuiltInAssistant(
  ctx: Context,
  group: { id: string; wireId: string },
  assistantId: string,
): Promise<SavedAssistant> {
  const original = systemAssistants.find(({ id }) => id === assistantId);
  if (!original) throw createAssistantNotFoundError();
  const name = getCopyName(original.content.name);
  const [copy] = await findNamedVersions(ctx.db, group.id, [name]);
  if (copy) return { id: copy.versionId, assistantId: copy.assistantId, version: copy.version };
  const content = { ...original.content, name };
  return saveAssistant(ctx, ctx.actor, {
    assistantId: undefined,
    baseVersion: undefined,
    groupId: group.wireId,
    content,
    isPublished: false,
    isKeyedByName: true,
  });
}
