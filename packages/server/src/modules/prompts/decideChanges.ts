import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { isBuiltInFolder, limits, type PromptStoreItem, type PromptTemplate } from "@lectern/contract";
import { type StoredFolder, toStoredFolder, toStoredPrompt } from "./storedItem.ts";

/** The stored item of an id; `item` is null if it was deleted. */
export interface StoredEntry<Item> {
  item: Item | null;
  revision: number;
}

export interface StoredEntries {
  prompts: ReadonlyMap<string, StoredEntry<PromptTemplate>>;
  folders: ReadonlyMap<string, StoredEntry<StoredFolder>>;
}

export interface Conflict {
  kind: "prompt" | "folder";
  id: string;
  /** Null for a deletion and for a built-in folder. */
  copyId: string | null;
}

/** The items to write, by id; null deletes. */
export interface Decision {
  prompts: Map<string, PromptTemplate | null>;
  folders: Map<string, StoredFolder | null>;
  conflicts: Conflict[];
}

/** The ids that `decideChanges` needs to look up: those of the changes and of the copies that they may become. */
export function collectReferencedIds(changes: readonly PromptStoreItem[]): { prompts: string[]; folders: string[] } {
  const prompts = changes.flatMap((change) => {
    if (change.kind !== "prompt") return [];
    return change.item ? [change.id, copyIdOf(toStoredPrompt(change.item), change.revision)] : [change.id];
  });
  const folders = changes.flatMap(({ kind, id }) => (kind === "folder" ? [id] : []));
  return { prompts: [...new Set(prompts)], folders: [...new Set(folders)] };
}

/**
 * Decides what to write for a device's changes. If another device has changed a prompt in the meantime, the stored
 * version stays and the incoming one is stored as a copy. For folders the last write wins. A deletion yields to a
 * change made elsewhere. Applying the same changes twice has no further effect: a change that is already stored is
 * skipped, and a copy's id is derived from its content. Pure.
 */
export function decideChanges(changes: readonly PromptStoreItem[], stored: StoredEntries): Decision {
  const decision: Decision = { prompts: new Map(), folders: new Map(), conflicts: [] };
  const latestChanges = new Map(changes.map((change) => [JSON.stringify([change.kind, change.id]), change]));
  for (const change of latestChanges.values()) {
    if (change.kind === "prompt") decidePrompt(change, stored.prompts, decision);
    else decideFolder(change, stored.folders, decision);
  }
  return decision;
}

type Change<Kind> = Extract<PromptStoreItem, { kind: Kind }>;

function decidePrompt(
  { kind, id, item, revision }: Change<"prompt">,
  stored: StoredEntries["prompts"],
  { prompts, conflicts }: Decision,
): void {
  const known = stored.get(id);
  if (item === null) {
    if (known?.item) decideDeletion({ kind, id }, known.revision === revision, prompts, conflicts);
    return;
  }
  const own = toStoredPrompt(item);
  if (!known?.item || known.revision === revision) {
    if (!known?.item || !isDeepStrictEqual(known.item, own)) prompts.set(id, own);
    return;
  }
  if (isDeepStrictEqual(known.item, own)) return;
  const copyId = copyIdOf(own, revision);
  // If the copy's id exists, even as deleted, the same change was applied before.
  if (!stored.has(copyId)) prompts.set(copyId, { ...own, id: copyId, name: copyName(own.name) });
  conflicts.push({ kind, id, copyId });
}

function decideFolder(
  { kind, id, item, revision }: Change<"folder">,
  stored: StoredEntries["folders"],
  { folders, conflicts }: Decision,
): void {
  if (isBuiltInFolder(id)) {
    conflicts.push({ kind, id, copyId: null });
    return;
  }
  const known = stored.get(id);
  if (item === null) {
    if (known?.item) decideDeletion({ kind, id }, known.revision === revision, folders, conflicts);
    return;
  }
  const own = toStoredFolder(item);
  if (!known?.item || !isDeepStrictEqual(known.item, own)) folders.set(id, own);
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

/** Deterministic: the same content based on the same revision always gets the same id. */
function copyIdOf(prompt: PromptTemplate, revision: number): string {
  const digest = createHash("sha256").update(JSON.stringify([prompt, revision]));
  return `copy-${digest.digest("hex").slice(0, 32)}`;
}

const copySuffix = " (copy from another device)";

function copyName(name: string): string {
  return name.slice(0, limits.promptNameLength - copySuffix.length).toWellFormed() + copySuffix;
}
