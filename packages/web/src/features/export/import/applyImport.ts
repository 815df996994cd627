import { type Conversation, type Folder, isBuiltInFolder, type PromptTemplate } from "@lectern/contract";
import type { PromptStore } from "../../../entities/prompts/store/promptStore.ts";
import { isBuiltInPrompt } from "../../../entities/prompts/store/promptStore.ts";
import type { SkippedItem } from "./importTypes.ts";
import type { OpenImport } from "./openImport.ts";

/** Where an import is stored. */
export interface ImportTarget {
  promptStore: Pick<PromptStore, "state" | "saveFolder" | "savePrompts" | "removeFolder" | "removePrompts">;
  /** Ids of the conversations that are here or in the cloud. */
  knownIds: ReadonlySet<string>;
  /** Looks what the cloud has, once for an import; the function that it gives keeps some of its conversations here. */
  beginAdding(signal: AbortSignal): Promise<AddConversations>;
}

/** Keeps conversations here; those whose ids are taken stay as they are. */
type AddConversations = (
  conversations: readonly Conversation[],
  work: { signal: AbortSignal },
) => Promise<{ added: string[]; known: string[]; isFull: boolean }>;

export interface ImportOutcome {
  conversations: number;
  folders: number;
  prompts: number;
  /** What was here already. */
  known: number;
  skipped: readonly SkippedItem[];
  /** There was no room for more. */
  isFull: boolean;
  isCancelled: boolean;
}

interface ImportOptions {
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

const perStep = 200;
const promptsPerBatch = 100;

/** What of a file is new here. Nothing that a person has is overwritten: what is known by its id stays as it is. */
export function findNewItems(
  { preview }: Pick<OpenImport, "preview">,
  { promptStore, knownIds }: Pick<ImportTarget, "promptStore" | "knownIds">,
) {
  const { folders, prompts } = promptStore.state.getState();
  const promptIds = new Set(prompts.map(({ id }) => id));
  return {
    conversations: preview.conversations.filter(({ id }) => !knownIds.has(id)),
    folders: preview.folders.filter((folder) => !folders.some((known) => isSameFolder(known, folder))),
    prompts: preview.prompts.filter(({ id }) => !promptIds.has(id) && !isBuiltInPrompt(id)),
  };
}

/** [C3.29] Keeps what is new in the file: first folders, then prompts, then the conversations, some at a time. */
export async function applyImport(open: OpenImport, target: ImportTarget, work: ImportOptions): Promise<ImportOutcome> {
  const { promptStore } = target;
  const fresh = findNewItems(open, target);
  const { preview } = open;
  const skipped: SkippedItem[] = [...preview.skipped];
  const total = fresh.conversations.length + fresh.folders.length + fresh.prompts.length;
  const outcome = { conversations: 0, folders: 0, prompts: 0, isFull: false };
  const known = preview.conversations.length + preview.prompts.length + preview.folders.length - total;
  let late = 0;
  const tell = () => work.onProgress(outcome.conversations + outcome.folders + outcome.prompts + late, total);
  const give = (): ImportOutcome => ({ ...outcome, known: known + late, skipped, isCancelled: work.signal.aborted });

  const { ids: folderIds, missing } = matchFolders(preview.folders, promptStore.state.getState().folders);
  for (const folder of missing) {
    if (work.signal.aborted) return give();
    await promptStore.saveFolder(folder).then(
      () => (outcome.folders += 1),
      (error: unknown) => skipped.push({ name: folder.name, reason: errorMessage(error) }),
    );
    tell();
  }
  const folderOf = (id: string | null) => (id === null ? null : (folderIds.get(id) ?? id));
  const prompts = fresh.prompts.map((prompt): PromptTemplate => ({ ...prompt, folderId: folderOf(prompt.folderId) }));
  for (let from = 0; from < prompts.length && !work.signal.aborted; from += promptsPerBatch) {
    outcome.prompts += await savePrompts(promptStore, prompts.slice(from, from + promptsPerBatch), skipped);
    tell();
  }
  if (fresh.conversations.length === 0 || work.signal.aborted) return give();
  const addConversations = await target.beginAdding(work.signal);
  for (let from = 0; from < fresh.conversations.length && !work.signal.aborted && !outcome.isFull; from += perStep) {
    const ids = fresh.conversations.slice(from, from + perStep).map(({ id }) => id);
    const taken = await open.take(ids);
    const added = await addConversations(
      taken.map((one) => ({ ...one, folderId: folderOf(one.folderId) })),
      { signal: work.signal },
    );
    outcome.conversations += added.added.length;
    late += added.known.length;
    outcome.isFull = added.isFull;
    tell();
  }
  return give();
}

const isSameFolder = (a: Folder, b: Folder) =>
  a.type === b.type && (a.name === b.name || (a.id === b.id && isBuiltInFolder(a.id)));

/** A folder of the same name and type is the same one; a new one whose id is taken gets another. */
function matchFolders(
  given: readonly Folder[],
  here: readonly Folder[],
): { ids: Map<string, string>; missing: Folder[] } {
  const ids = new Map<string, string>();
  const missing: Folder[] = [];
  for (const folder of given) {
    const all = [...here, ...missing];
    const same = all.find((known) => isSameFolder(known, folder));
    const isTaken = all.some(({ id }) => id === folder.id);
    // A folder of a group is the group's: here it is one's own.
    const { isGroupFolder: _, ...own } = folder;
    const made = { ...own, id: isTaken ? crypto.randomUUID() : folder.id };
    ids.set(folder.id, same?.id ?? made.id);
    if (!same) missing.push(made);
  }
  return { ids, missing };
}

/** One that is refused does not keep the others out. */
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
  let saved = 0;
  for (const prompt of prompts) {
    await promptStore.savePrompts([prompt]).then(
      () => (saved += 1),
      (error: unknown) => skipped.push({ name: prompt.name, reason: errorMessage(error) }),
    );
  }
  return saved;
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
