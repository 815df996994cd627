import { type AssistantContent, chatKeyScopes, parseDataSourceId } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import { assertScope, getOwnerIdOfAssistant } from "../../access/service.ts";
import { type NamedFile, provideFiles } from "../../files/service.ts";
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
 * Returns the keys of the files that were added, and the content with files of the assistant's owner in the place of those of others, which are copied; see
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
): Promise<{ content: AssistantContent; addedKeys: string[] }> {
  const { attached, added } = await findNamedDocuments(platform, actor, assistantId, content);
  if (attached.size === 0 && added.length === 0) return { content, addedKeys: [] };
  const owner = { id: getOwnerIdOfAssistant({ ownerId }), groupId };
  const request = { wanted: added, attachedKeys: [...attached.keys()], onCopied };
  const providedFiles = added.length === 0 ? [] : await provideFiles(platform, actor, owner, request);
  return {
    content: replaceFiles(content, new Map([...attached, ...providedFiles])),
    addedKeys: [...providedFiles].map(([, { key }]) => key),
  };
}

/** The files that the data sources of an author's content name. */
interface NamedDocuments {
  /** Those that a version of the assistant has had, by key. The owner has them. */
  attached: ReadonlyMap<string, SourceFile>;
  added: NamedFile[];
}

/** Finds the files that a content names. An API key needs the scope for documents to add others; throws `forbidden`. */
export async function findNamedDocuments(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  assistantId: string | null,
  content: AssistantContent,
): Promise<NamedDocuments> {
  const wanted = listNamedFiles(content);
  const isAskedFor = wanted.length > 0 && assistantId !== null;
  const attachedSources = isAskedFor ? await listAttachedSources(db, assistantId) : [];
  const attached = new Map(attachedSources.flatMap(toFileEntry));
  const added = wanted.filter(({ key }) => !attached.has(key));
  if (added.length > 0) assertScope(actor.credential, chatKeyScopes.documents);
  return { attached, added };
}

function toFileEntry({ id, name, type }: AttachedSource): [string, SourceFile][] {
  const ref = parseDataSourceId(id);
  return ref?.kind === "file" ? [[ref.key, { key: ref.key, name, type }]] : [];
}

function listNamedFiles({ dataSources, data }: AssistantContent): NamedFile[] {
  const typeSources = Object.values(data.groupTypeData).flatMap((typeData) => typeData.dataSources);
  return [...dataSources, ...typeSources].flatMap(({ id, name }) => {
    const ref = parseDataSourceId(id);
    return ref?.kind === "file" ? [{ key: ref.key, name: name || ref.key }] : [];
  });
}
