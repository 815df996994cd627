import {
  type ExportedConversation,
  type ExportFile,
  type Folder,
  getBranch,
  isBuiltInFolder,
  limits,
  type PromptTemplate,
  type ShareCounts,
  type SharedData,
} from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import { runCooperatively } from "../../core/runCooperatively.ts";
import type { Db } from "../../platform/db/database.ts";
import type { OwnerId } from "../access/service.ts";
import { findWholeConversation } from "../conversations/service.ts";
import { findFolders, findPrompts } from "../prompts/service.ts";
import { createFileList } from "./createFileList.ts";
import { createSharedIds } from "./createSharedIds.ts";
import { toSharedConversation } from "./toSharedConversation.ts";
import { isSharable, toSharedPrompt } from "./toSharedPrompt.ts";

interface Snapshot {
  /** JSON text of an export file. */
  content: string;
  counts: ShareCounts;
  /** The name of its first conversation; null: it has none. */
  title: string | null;
  /** The names of its first items. */
  itemNames: string[];
  /** The ids that the prompts have in it. */
  promptIds: string[];
  /** The owner's files that come with it. */
  fileIds: readonly string[];
  /** Ids of what was asked for and is not in it: it is gone, or must not be shared. */
  leftOut: string[];
}

/**
 * Builds a snapshot of what the owner has. Root prompts that its prompts use are added. Throws `tooLarge` if it is too
 * long, and `notFound` if nothing is in it.
 */
export async function buildSnapshot(db: Db, ownerId: OwnerId, wanted: SharedData): Promise<Snapshot> {
  const mapId = createSharedIds(ownerId);
  const folders = await findFolders(db, ownerId, wanted.folderIds);
  const ownFolders = [...folders.values()].filter(({ id, isGroupFolder }) => !isBuiltInFolder(id) && !isGroupFolder);
  const folderIds = new Set(ownFolders.map(({ id }) => id));
  const mapFolderId = (id: string | null | undefined) => (id && folderIds.has(id) ? mapId("folder", id) : null);

  const prompts = await findSharablePrompts(db, ownerId, wanted.promptIds);
  const files = createFileList(db, ownerId, wanted.includesFiles);
  const history: ExportedConversation[] = [];
  const historyTexts: string[] = [];
  let length = 0;
  const addConversation = async (shared: ExportedConversation) => {
    const text = await runCooperatively(stringifyConversation(shared));
    length += text.length;
    // Checked for each one, so that a long list of long conversations is not held in memory.
    assertLength(length);
    history.push(shared);
    historyTexts.push(text);
  };
  for (const conversation of wanted.conversations) {
    await files.add(conversation.messages);
    const folderId = mapFolderId(conversation.folderId);
    await addConversation(await toSharedConversation(conversation, mapId, folderId, files.mapFile));
  }
  const foundIds = new Set([...prompts.keys(), ...folderIds]);
  for (const id of new Set(wanted.conversationIds)) {
    const conversation = await findWholeConversation(db, ownerId, id);
    if (!conversation) continue;
    foundIds.add(id);
    const messages = getBranch(conversation.messages, conversation.headId);
    await files.add(messages);
    const folderId = mapFolderId(conversation.folderId);
    await addConversation(await toSharedConversation({ ...conversation, messages }, mapId, folderId, files.mapFile));
  }
  const file: ExportFile = {
    version: 4,
    history,
    folders: ownFolders.map((folder) => toSharedFolder(folder, mapId("folder", folder.id))),
    prompts: [...prompts.values()].map((prompt) => toSharedPrompt(prompt, mapId, mapFolderId(prompt.folderId))),
  };
  const counts = { conversations: history.length, prompts: file.prompts.length, folders: file.folders.length };
  if (counts.conversations + counts.prompts + counts.folders === 0) {
    throw new AppError("notFound", {
      userMessage: "Nothing of what you selected can be shared. It may have been deleted.",
    });
  }
  const { history: _, ...otherParts } = file;
  const content = `{"history":[${historyTexts.join(",")}],${JSON.stringify(otherParts).slice(1)}`;
  assertLength(content.length);
  const wantedIds = new Set([...wanted.conversationIds, ...wanted.promptIds, ...wanted.folderIds]);
  return {
    content,
    counts,
    title: history[0]?.name ?? null,
    itemNames: listFirstNames(file),
    promptIds: file.prompts.map(({ id }) => id),
    fileIds: files.ids,
    leftOut: [...wantedIds].filter((id) => !foundIds.has(id)),
  };
}

/** The sharable ones of these prompts and the root prompts that they use, by id. */
async function findSharablePrompts(
  db: Db,
  ownerId: OwnerId,
  ids: readonly string[],
): Promise<Map<string, PromptTemplate>> {
  const chosen = await findPrompts(db, ownerId, ids);
  const rootIds = [...chosen.values()].flatMap(({ data }) => data.rootPromptId ?? []);
  const roots = await findPrompts(db, ownerId, rootIds);
  return new Map([...chosen, ...roots].filter(([, prompt]) => isSharable(prompt)));
}

/** Writes the JSON text of a conversation message by message, because a long one takes a while. */
function* stringifyConversation({ messages, ...others }: ExportedConversation): Generator<void, string> {
  const texts: string[] = [];
  for (const message of messages) {
    texts.push(JSON.stringify(message));
    yield;
  }
  return `{"messages":[${texts.join(",")}],${JSON.stringify(others).slice(1)}`;
}

const toSharedFolder = ({ name, type, date }: Folder, id: string): Folder => ({
  id,
  name,
  type,
  ...(date === undefined ? {} : { date }),
});

/** The names by which people recognize a snapshot in a list. */
const listFirstNames = ({ history, prompts, folders }: ExportFile): string[] =>
  [...history, ...prompts, ...folders]
    .slice(0, limits.namesPerShare)
    .map(({ name }) => name.slice(0, limits.shareItemNameLength).toWellFormed());

function assertLength(length: number): void {
  if (length <= limits.shareCharacters) return;
  throw new AppError("tooLarge", {
    userMessage: "What you selected is too long to be shared at once. Please share fewer chats at a time.",
  });
}
