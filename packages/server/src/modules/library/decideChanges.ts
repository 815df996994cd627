import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { isBuiltInFolder, type LibraryItem, limits, type PromptTemplate } from "@lectern/contract";
import { type OwnFolder, ownFolder, ownPrompt } from "./ownItem.ts";

/** What is stored under an id; `item` is null where it was deleted. */
export interface Stored<Item> {
  item: Item | null;
  revision: number;
}

export interface StoredItems {
  prompts: ReadonlyMap<string, Stored<PromptTemplate>>;
  folders: ReadonlyMap<string, Stored<OwnFolder>>;
}

export interface Conflict {
  kind: "prompt" | "folder";
  id: string;
  /** Null: a deletion, or a folder that everybody has. */
  copyId: string | null;
}

/** What to write, by id; null deletes. */
export interface Decision {
  prompts: Map<string, PromptTemplate | null>;
  folders: Map<string, OwnFolder | null>;
  conflicts: Conflict[];
}

/** The ids that a decision about these changes looks at: their own, and those of the copies that they may become. */
export function idsToKnow(changes: readonly LibraryItem[]): { prompts: string[]; folders: string[] } {
  const prompts = changes.flatMap((change) => {
    if (change.kind !== "prompt") return [];
    return change.item ? [change.id, copyIdOf(ownPrompt(change.item), change.revision)] : [change.id];
  });
  const folders = changes.flatMap(({ kind, id }) => (kind === "folder" ? [id] : []));
  return { prompts: [...new Set(prompts)], folders: [...new Set(folders)] };
}

/**
 * What becomes of a device's changes. A prompt that another device has changed meanwhile stays, and what came is kept as a copy; of a
 * folder the last one to come counts; a deletion makes way for what was changed elsewhere. A change that is stored already is none, and
 * a copy has an id that follows from what it is a copy of: so the same changes may come twice. Pure.
 */
export function decideChanges(changes: readonly LibraryItem[], stored: StoredItems): Decision {
  const decision: Decision = { prompts: new Map(), folders: new Map(), conflicts: [] };
  const lastOfEach = new Map(changes.map((change) => [JSON.stringify([change.kind, change.id]), change]));
  for (const change of lastOfEach.values()) {
    if (change.kind === "prompt") decidePrompt(change, stored.prompts, decision);
    else decideFolder(change, stored.folders, decision);
  }
  return decision;
}

type Change<Kind> = Extract<LibraryItem, { kind: Kind }>;

function decidePrompt(
  { kind, id, item, revision }: Change<"prompt">,
  stored: StoredItems["prompts"],
  { prompts, conflicts }: Decision,
): void {
  const known = stored.get(id);
  if (item === null) {
    if (known?.item) decideDeletion({ kind, id }, known.revision === revision, prompts, conflicts);
    return;
  }
  const own = ownPrompt(item);
  if (!known?.item || known.revision === revision) {
    if (!known?.item || !isDeepStrictEqual(known.item, own)) prompts.set(id, own);
    return;
  }
  if (isDeepStrictEqual(known.item, own)) return;
  const copyId = copyIdOf(own, revision);
  // One that is known, deleted or not, was made when the same change came before.
  if (!stored.has(copyId)) prompts.set(copyId, { ...own, id: copyId, name: copyName(own.name) });
  conflicts.push({ kind, id, copyId });
}

function decideFolder(
  { kind, id, item, revision }: Change<"folder">,
  stored: StoredItems["folders"],
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
  const own = ownFolder(item);
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

/** The same for the same words on the same revision, whoever sends them and how often. */
function copyIdOf(prompt: PromptTemplate, revision: number): string {
  const digest = createHash("sha256").update(JSON.stringify([prompt, revision]));
  return `copy-${digest.digest("hex").slice(0, 32)}`;
}

const copyMark = " (copy from another device)";

function copyName(name: string): string {
  return name.slice(0, limits.promptNameLength - copyMark.length).toWellFormed() + copyMark;
}
