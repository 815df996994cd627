import { type Folder, isBuiltInFolder, type PromptTemplate } from "@lectern/contract";
import type { StoragePlace } from "../../../entities/conversations/storage/storageTexts.ts";
import type { ConversationStore } from "../../../entities/conversations/store/conversationStore.ts";
import type { PromptStore } from "../../../entities/prompts/store/promptStore.ts";
import { isBuiltInPrompt } from "../../../entities/prompts/store/promptStore.ts";
import { type ImportedConversations, importConversations } from "./importConversations.ts";
import type { SkippedItem } from "./importTypes.ts";
import type { LeftOutCount } from "./leftOut.ts";
import type { OpenImport } from "./openImport.ts";

/** What an import reads and changes. */
export interface ImportTarget {
  promptStore: Pick<PromptStore, "state" | "saveFolder" | "savePrompts" | "removeFolder" | "removePrompts">;
  /** The ids of all local and cloud conversations. */
  knownIds: ReadonlySet<string>;
  conversationStore: Pick<ConversationStore, "prepareAdding" | "moveMany">;
}

export interface ImportOutcome extends ImportedConversations {
  folders: number;
  prompts: number;
  /** The number of items that already existed. */
  existing: number;
  skipped: readonly SkippedItem[];
  leftOut: readonly LeftOutCount[];
  isCancelled: boolean;
}

interface ImportOptions {
  /** Where the conversations are stored. Folders and prompts have only one place. */
  place: StoragePlace;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

const promptsPerBatch = 100;

/**
 * Finds the items of a file that do not exist yet. Conversations and prompts are compared by id, folders by type and
 * name.
 */
export function findNewItems(
  { preview }: Pick<OpenImport, "preview">,
  { promptStore, knownIds }: Pick<ImportTarget, "promptStore" | "knownIds">,
) {
  const { folders, prompts } = promptStore.state.getState();
  const promptIds = new Set(prompts.map(({ id }) => id));
  return {
    conversations: preview.conversations.filter(({ id }) => !knownIds.has(id)),
    folders: preview.folders.filter((folder) => !folders.some((existing) => isSameFolder(existing, folder))),
    prompts: preview.prompts.filter(({ id }) => !promptIds.has(id) && !isBuiltInPrompt(id)),
  };
}

/** Stores the new items of the file: first folders, then prompts, then conversations. Existing items stay unchanged. */
export async function applyImport(
  openedImport: OpenImport,
  target: ImportTarget,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const { promptStore } = target;
  const newItems = findNewItems(openedImport, target);
  const { preview } = openedImport;
  const skipped: SkippedItem[] = [...preview.skipped];
  const total = newItems.conversations.length + newItems.folders.length + newItems.prompts.length;
  const counts = { folders: 0, prompts: 0 };
  const existing = preview.conversations.length + preview.prompts.length + preview.folders.length - total;
  const reportProgress = (conversations = 0) =>
    options.onProgress(conversations + counts.folders + counts.prompts, total);
  const buildOutcome = ({ known, ...imported }: ImportedConversations & { known: number }): ImportOutcome => ({
    ...counts,
    ...imported,
    existing: existing + known,
    skipped,
    leftOut: preview.leftOut,
    isCancelled: options.signal.aborted,
  });

  const { ids: folderIds, missingFolders } = matchFolders(preview.folders, promptStore.state.getState().folders);
  for (const folder of missingFolders) {
    if (options.signal.aborted) break;
    await promptStore.saveFolder(folder).then(
      () => (counts.folders += 1),
      (error: unknown) => skipped.push({ name: folder.name, reason: toErrorMessage(error) }),
    );
    reportProgress();
  }
  const mapFolderId = (id: string | null) => (id === null ? null : (folderIds.get(id) ?? id));
  const prompts = newItems.prompts.map(
    (prompt): PromptTemplate => ({ ...prompt, folderId: mapFolderId(prompt.folderId) }),
  );
  for (let from = 0; from < prompts.length && !options.signal.aborted; from += promptsPerBatch) {
    counts.prompts += await savePrompts(promptStore, prompts.slice(from, from + promptsPerBatch), skipped);
    reportProgress();
  }
  const newIds = newItems.conversations.map(({ id }) => id);
  const loadConversations = async (ids: readonly string[]) =>
    (await openedImport.loadConversations(ids)).map((conversation) => ({
      ...conversation,
      folderId: mapFolderId(conversation.folderId),
    }));
  const { signal, place } = options;
  const imported = await importConversations(newIds, loadConversations, target.conversationStore, {
    ...{ signal, place },
    onProgress: reportProgress,
  });
  return buildOutcome(imported);
}

const isSameFolder = (a: Folder, b: Folder) =>
  a.type === b.type && (a.name === b.name || (a.id === b.id && isBuiltInFolder(a.id)));

/**
 * Matches folders by name and type. A new folder gets another id if its id is taken. `ids` maps the id of each imported
 * folder to the id of the existing or new one.
 */
function matchFolders(
  importedFolders: readonly Folder[],
  existingFolders: readonly Folder[],
): { ids: Map<string, string>; missingFolders: Folder[] } {
  const ids = new Map<string, string>();
  const missingFolders: Folder[] = [];
  for (const folder of importedFolders) {
    const allFolders = [...existingFolders, ...missingFolders];
    const matchingFolder = allFolders.find((other) => isSameFolder(other, folder));
    const isTaken = allFolders.some(({ id }) => id === folder.id);
    // A group's folder becomes the person's own.
    const { isGroupFolder: _, ...fields } = folder;
    const created = { ...fields, id: isTaken ? crypto.randomUUID() : folder.id };
    ids.set(folder.id, matchingFolder?.id ?? created.id);
    if (!matchingFolder) missingFolders.push(created);
  }
  return { ids, missingFolders };
}

/**
 * Saves all prompts in one call or, if that fails, one by one, so that a rejected prompt does not block the others.
 * Returns the number of saved prompts.
 */
async function savePrompts(
  promptStore: ImportTarget["promptStore"],
  prompts: readonly PromptTemplate[],
  skipped: SkippedItem[],
): Promise<number> {
  const isSaved = await promptStore.savePrompts(prompts).then(
    () => true,
    () => false,
  );
  if (isSaved) return prompts.length;
  let savedCount = 0;
  for (const prompt of prompts) {
    await promptStore.savePrompts([prompt]).then(
      () => (savedCount += 1),
      (error: unknown) => skipped.push({ name: prompt.name, reason: toErrorMessage(error) }),
    );
  }
  return savedCount;
}

const toErrorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
