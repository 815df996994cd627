import { type AssistantContent, chatKeyScopes, parseDataSourceId } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import { assertScope, getOwnerIdOfAssistant } from "../../access/service.ts";
import { provideFiles } from "../../files/service.ts";
import { replaceFiles, type SourceFile } from "./normalizeContent.ts";
import { type AttachedSource, listAttachedSources } from "./repository.ts";

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
 * edit the assistant, could not read them otherwise. An API key needs the scope for documents to attach others, because
 * an assistant reads them to it. `onCopied` is called with each file that was made. Throws `forbidden`, and the errors of `provideFiles`.
 */
export async function attachDocuments(
  platform: Platform,
  actor: Actor,
  { ownerId, groupId, assistantId }: AssistantOfOwner,
  content: AssistantContent,
  onCopied: (key: string) => void,
): Promise<AssistantContent> {
  const wanted = listNamedFiles(content);
  if (wanted.length === 0) return content;
  const attachedSources = assistantId === null ? [] : await listAttachedSources(platform.db, assistantId);
  const files = new Map(attachedSources.flatMap((source) => toFileEntry(source)));
  const newFiles = wanted.filter(({ key }) => !files.has(key));
  if (newFiles.length > 0) assertScope(actor.credential, chatKeyScopes.documents);
  const owner = { id: getOwnerIdOfAssistant({ ownerId }), groupId };
  const request = { wanted: newFiles, attachedKeys: [...files.keys()], onCopied };
  const providedFiles = newFiles.length === 0 ? [] : await provideFiles(platform, actor, owner, request);
  return replaceFiles(content, new Map([...files, ...providedFiles]));
}

function toFileEntry({ id, name, type }: AttachedSource): [string, SourceFile][] {
  const ref = parseDataSourceId(id);
  return ref?.kind === "file" ? [[ref.key, { key: ref.key, name, type }]] : [];
}

function listNamedFiles({ dataSources, data }: AssistantContent): { key: string; name: string }[] {
  const typeSources = Object.values(data.groupTypeData).flatMap((typeData) => typeData.dataSources);
  return [...dataSources, ...typeSources].flatMap(({ id, name }) => {
    const ref = parseDataSourceId(id);
    return ref?.kind === "file" ? [{ key: ref.key, name: name || ref.key }] : [];
  });
}
