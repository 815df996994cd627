import { type AssistantContent, parseDataSourceId } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import { getOwnerIdOfAssistant } from "../../access/service.ts";
import { provideFiles } from "../../files/service.ts";
import { replaceFiles } from "./normalizeContent.ts";
import { listSourceIds } from "./repository.ts";

interface AssistantOfOwner {
  ownerId: string;
  /** The wire id if the owner is a group. */
  groupId: string | null;
  /** Null for a new assistant. */
  assistantId: string | null;
}

/**
 * Returns the content with files of the assistant's owner in the place of those of others, which are copied; see
 * `provideFiles`. Files that a version of the assistant has had stay, even if they were deleted or the actor, who may
 * edit the assistant, could not read them otherwise.
 */
export async function attachDocuments(
  platform: Platform,
  actor: Actor,
  { ownerId, groupId, assistantId }: AssistantOfOwner,
  content: AssistantContent,
): Promise<AssistantContent> {
  const wanted = listNamedFiles(content);
  if (wanted.length === 0) return content;
  const attachedIds = new Set(assistantId === null ? [] : await listSourceIds(platform.db, assistantId));
  const newFiles = wanted.filter(({ id }) => !attachedIds.has(id));
  if (newFiles.length === 0) return content;
  const owner = { id: getOwnerIdOfAssistant({ ownerId }), groupId };
  return replaceFiles(content, await provideFiles(platform, actor, owner, newFiles));
}

function listNamedFiles({ dataSources, data }: AssistantContent): { id: string; key: string; name: string }[] {
  const typeSources = Object.values(data.groupTypeData).flatMap((typeData) => typeData.dataSources);
  return [...dataSources, ...typeSources].flatMap(({ id, name }) => {
    const ref = parseDataSourceId(id);
    return ref?.kind === "file" ? [{ id, key: ref.key, name: name || ref.key }] : [];
  });
}
