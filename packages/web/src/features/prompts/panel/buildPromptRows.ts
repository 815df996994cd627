import { type Folder, isBuiltInFolder, type PromptTemplate } from "@lectern/contract";
import { isVisiblePrompt, matchesSearch, type PromptVisibility } from "../../../entities/prompts/findPrompts.ts";
import { getFolderName } from "../../../entities/prompts/getFolderName.ts";
import { type FolderSort, sortFolders } from "../../../entities/prompts/store/sortFolders.ts";
import type { TreeItem, TreeRow } from "../../../ui/tree/treeRows.ts";

export interface PromptListInput {
  folders: readonly Folder[];
  prompts: readonly PromptTemplate[];
  visibility: PromptVisibility;
  sort: FolderSort;
  openIds: ReadonlySet<string>;
  /** While searching, folders without matches are left out and the others are open. */
  search: string;
}

/**
 * Returns the rows of the list: folders with their templates, then templates without a known folder. Templates are
 * sorted by name.
 */
export function buildPromptRows({
  folders,
  prompts,
  visibility,
  sort,
  openIds,
  search,
}: PromptListInput): TreeRow<PromptTemplate>[] {
  const isSearching = search.trim() !== "";
  const listedPrompts = prompts
    .filter((prompt) => isVisiblePrompt(prompt, visibility) && matchesSearch(prompt, search))
    .sort(compareByName);
  const promptsByFolder = new Map<string, PromptTemplate[]>(folders.map(({ id }) => [id, []]));
  const unfiledPrompts: PromptTemplate[] = [];
  for (const prompt of listedPrompts) (promptsByFolder.get(prompt.folderId ?? "") ?? unfiledPrompts).push(prompt);

  const rows: TreeRow<PromptTemplate>[] = [];
  for (const folder of sortFolders(folders, sort)) {
    const folderPrompts = promptsByFolder.get(folder.id) ?? [];
    const isBuiltIn = isBuiltInFolder(folder.id);
    // Empty built-in folders are hidden.
    if (folderPrompts.length === 0 && (isSearching || isBuiltIn)) continue;
    const isOpen = isSearching || openIds.has(folder.id);
    rows.push({
      kind: "folder",
      id: folder.id,
      name: getFolderName(folder),
      isOpen,
      count: folderPrompts.length,
      canRename: !isBuiltIn && folder.isGroupFolder !== true,
      acceptsDrops: folder.isGroupFolder !== true,
      hasMenu: !isBuiltIn,
      mark: folder.pinned && !isBuiltIn ? "pinned" : undefined,
    });
    if (isOpen) for (const prompt of folderPrompts) rows.push(toItemRow(prompt, folder.id));
  }
  return [...rows, ...unfiledPrompts.map((prompt) => toItemRow(prompt, null))];
}

function toItemRow(prompt: PromptTemplate, folderId: string | null): TreeItem<PromptTemplate> {
  return { kind: "item", id: prompt.id, name: prompt.name, folderId, value: prompt, canRename: false };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const compareByName = (a: PromptTemplate, b: PromptTemplate) =>
  collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
