import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { isBuiltInFolder, limits, type PromptStoreItem, type PromptTemplate } from "@lectern/contract";
import { type StoredFolder, toReceivedPrompt, toStoredFolder, toStoredPrompt } from "./storedItem.ts";

/** The stored item of an id; `item` is null if it was deleted. */
export interface StoredEntry<Item> {
  item: Item | null;
  revision: number;
}

export interface StoredEntries {
  prompts: ReadonlyMap<string, StoredEntry<PromptTemplate>>;
  folders: ReadonlyMap<string, StoredEntry<StoredFolder>>;
}

/** Where a received prompt is stored. */
export interface ReceivedPlace {
  /** Null if it has no folder, or is not stored. */
  folderId: string | null;
  /** True if the folder is stored and not deleted. */
  hasFolder: boolean;
}

/** The prompts among the changes that came from a share, by id. */
export type ReceivedPrompts = ReadonlyMap<string, ReceivedPlace>;

export interface Conflict {
  kind: "prompt" | "folder";
  id: string;
  /** Null for a deletion, a built-in folder and a received prompt. */
  copyId: string | null;
}

/** The items to write, by id; null deletes. */
export interface Decision {
  prompts: Map<string, PromptTemplate | null>;
  folders: Map<string, StoredFolder | null>;
  conflicts: Conflict[];
}

/** A device's change with the item in its stored form. `copyId` is the id of a copy of the prompt, if one is needed. */
export type StoredChange =
  | { kind: "prompt"; id: string; item: PromptTemplate | null; revision: number; copyId: string }
  | { kind: "folder"; id: string; item: StoredFolder | null; revision: number };

export function toStoredChange({ kind, id, item, revision }: PromptStoreItem): StoredChange {
  if (kind === "folder") return { kind, id, item: item && toStoredFolder(item), revision };
  const storedItem = item && toStoredPrompt(item);
  return { kind, id, item: storedItem, revision, copyId: deriveCopyId(storedItem, revision) };
}

/** Collects the ids that `decideChanges` looks up: those of the changes and of the copies that it may create. */
export function collectReferencedIds(changes: readonly StoredChange[]): { prompts: string[]; folders: string[] } {
  const prompts = changes.flatMap((change) => (change.kind === "prompt" ? [change.id, change.copyId] : []));
  const folders = changes.flatMap(({ kind, id }) => (kind === "folder" ? [id] : []));
  return { prompts: [...new Set(prompts)], folders: [...new Set(folders)] };
}

/**
 * Decides what to write for a device's changes. If another device has changed a prompt in the meantime, the stored
 * version stays and the incoming one is stored as a copy; if another device has deleted the prompt, the incoming
 * version restores it. For folders the last write wins. A deletion is ignored if another device has changed the item.
 * Applying the same changes twice has no further effect: a stored change is skipped, and a copy's id is derived from
 * its content. A received prompt keeps its text and restrictions. Pure.
 */
export function decideChanges(
  changes: readonly StoredChange[],
  storedEntries: StoredEntries,
  received: ReceivedPrompts = new Map(),
): Decision {
  const decision: Decision = { prompts: new Map(), folders: new Map(), conflicts: [] };
  const latestChanges = [
    ...new Map(changes.map((change) => [JSON.stringify([change.kind, change.id]), change])).values(),
  ];
  // A received prompt is deleted with its folder, so folders come first.
  for (const change of latestChanges)
    if (change.kind === "folder") decideFolder(change, storedEntries.folders, decision);
  for (const change of latestChanges) {
    if (change.kind !== "prompt") continue;
    const place = received.get(change.id);
    if (place) decideReceived(change, place, storedEntries.prompts, decision);
    else decidePrompt(change, storedEntries.prompts, decision);
  }
  return decision;
}

type Change<Kind> = Extract<StoredChange, { kind: Kind }>;

function decidePrompt(
  { kind, id, item: incomingItem, revision, copyId }: Change<"prompt">,
  storedEntries: StoredEntries["prompts"],
  { prompts, conflicts }: Decision,
): void {
  const storedEntry = storedEntries.get(id);
  if (incomingItem === null) {
    if (storedEntry?.item) decideDeletion({ kind, id }, storedEntry.revision === revision, prompts, conflicts);
    return;
  }
  if (!storedEntry?.item || storedEntry.revision === revision) {
    if (!storedEntry?.item || !isDeepStrictEqual(storedEntry.item, incomingItem)) prompts.set(id, incomingItem);
    return;
  }
  if (isDeepStrictEqual(storedEntry.item, incomingItem)) return;
  // If the copy's id exists, even for a deleted copy, the same change was applied before.
  if (!storedEntries.has(copyId))
    prompts.set(copyId, { ...incomingItem, id: copyId, name: createCopyName(incomingItem.name) });
  conflicts.push({ kind, id, copyId });
}

/**
 * Decides about a prompt that came from a share: it can be imported, moved, hidden, and deleted with its folder, whatever
 * the revision. Any other change is rejected and makes no copy.
 */
function decideReceived(
  { kind, id, item: incomingItem }: Change<"prompt">,
  { folderId, hasFolder }: ReceivedPlace,
  storedEntries: StoredEntries["prompts"],
  { prompts, folders, conflicts }: Decision,
): void {
  const storedItem = storedEntries.get(id)?.item;
  if (incomingItem === null) {
    if (!storedItem) return;
    const losesFolder =
      folderId !== null && !isBuiltInFolder(folderId) && (!hasFolder || folders.get(folderId) === null);
    if (losesFolder) prompts.set(id, null);
    else conflicts.push({ kind, id, copyId: null });
    return;
  }
  if (storedItem && !isDeepStrictEqual(getFixedFields(storedItem), getFixedFields(incomingItem))) {
    conflicts.push({ kind, id, copyId: null });
    return;
  }
  const item = toReceivedPrompt(incomingItem);
  if (!isDeepStrictEqual(storedItem, item)) prompts.set(id, item);
}

/** What a recipient cannot change. The mark is not in what devices send. */
function getFixedFields({ folderId: _folderId, data, ...fields }: PromptTemplate) {
  const { hidden: _hidden, isReceived: _isReceived, ...fixedData } = data;
  return { ...fields, data: fixedData };
}

function decideFolder(
  { kind, id, item: incomingItem, revision }: Change<"folder">,
  storedEntries: StoredEntries["folders"],
  { folders, conflicts }: Decision,
): void {
  if (isBuiltInFolder(id)) {
    conflicts.push({ kind, id, copyId: null });
    return;
  }
  const storedEntry = storedEntries.get(id);
  if (incomingItem === null) {
    if (storedEntry?.item) decideDeletion({ kind, id }, storedEntry.revision === revision, folders, conflicts);
    return;
  }
  if (!storedEntry?.item || !isDeepStrictEqual(storedEntry.item, incomingItem)) folders.set(id, incomingItem);
}

function decideDeletion<Item>(
  { kind, id }: Pick<Conflict, "kind" | "id">,
  isUnchanged: boolean,
  writes: Map<string, Item | null>,
  conflicts: Conflict[],
): void {
  if (isUnchanged) writes.set(id, null);
  else conflicts.push({ kind, id, copyId: null });
}

/** Derives a copy's id. The same prompt with the same base revision always gets the same id. */
function deriveCopyId(prompt: PromptTemplate | null, revision: number): string {
  const hash = createHash("sha256").update(JSON.stringify([prompt, revision]));
  return `copy-${hash.digest("hex").slice(0, 32)}`;
}

const copySuffix = " (copy from another device)";

function createCopyName(name: string): string {
  return name.slice(0, limits.promptNameLength - copySuffix.length).toWellFormed() + copySuffix;
}
