import { type Folder, isBuiltInFolder, type PromptTemplate } from "@lectern/contract";
import { hasWords, isSeen, type PromptSight } from "../../../entities/prompts/findPrompts.ts";
import { type FolderSort, sortFolders } from "../../../entities/prompts/store/sortFolders.ts";
import type { TreeItem, TreeRow } from "../../../ui/tree/treeRows.ts";

export interface PromptList {
  folders: readonly Folder[];
  prompts: readonly PromptTemplate[];
  sight: PromptSight;
  sort: FolderSort;
  openIds: ReadonlySet<string>;
  /** Where something is searched for, the folders that have nothing of it are left out, and the others are open. */
  words: string;
}

/** Folders with what is in them, then what is in no folder that this browser knows; templates by name. */
export function promptRows({ folders, prompts, sight, sort, openIds, words }: PromptList): TreeRow<PromptTemplate>[] {
  const isSearching = words.trim() !== "";
  const listed = prompts.filter((prompt) => isSeen(prompt, sight) && hasWords(prompt, words)).sort(byName);
  const inFolder = new Map<string, PromptTemplate[]>(folders.map(({ id }) => [id, []]));
  const unfiled: PromptTemplate[] = [];
  for (const prompt of listed) (inFolder.get(prompt.folderId ?? "") ?? unfiled).push(prompt);

  const rows: TreeRow<PromptTemplate>[] = [];
  for (const folder of sortFolders(folders, sort)) {
    const inside = inFolder.get(folder.id) ?? [];
    const isBuiltIn = isBuiltInFolder(folder.id);
    // What everybody has says nothing as long as nothing is in it.
    if (inside.length === 0 && (isSearching || isBuiltIn)) continue;
    const isOpen = isSearching || openIds.has(folder.id);
    rows.push({
      kind: "folder",
      id: folder.id,
      name: folder.name,
      isOpen,
      count: inside.length,
      canRename: !isBuiltIn && folder.isGroupFolder !== true,
      acceptsDrops: folder.isGroupFolder !== true,
      hasMenu: !isBuiltIn,
      mark: folder.pinned && !isBuiltIn ? "pinned" : undefined,
    });
    if (isOpen) for (const prompt of inside) rows.push(itemRow(prompt, folder.id));
  }
  return [...rows, ...unfiled.map((prompt) => itemRow(prompt, null))];
}

function itemRow(prompt: PromptTemplate, folderId: string | null): TreeItem<PromptTemplate> {
  return { kind: "item", id: prompt.id, name: prompt.name, folderId, value: prompt, canRename: false };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const byName = (a: PromptTemplate, b: PromptTemplate) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
