import { type ConversationSummary, type Folder, limits, type PromptTemplate } from "@lectern/contract";
import { canShareFolder, getPromptRights } from "../../entities/prompts/promptRights.ts";

/** What a person can share. */
export interface SharableItems {
  conversations: readonly ConversationSummary[];
  prompts: readonly PromptTemplate[];
  folders: readonly Folder[];
}

export type SharedKind = keyof SharableItems;
/** The ids of the chosen items. */
export type ChosenIds = Readonly<Record<SharedKind, ReadonlySet<string>>>;

/** Leaves out what must not be shared. Pure. */
export function findSharable({ conversations, prompts, folders }: SharableItems): SharableItems {
  return {
    conversations,
    prompts: prompts.filter((prompt) => getPromptRights(prompt).canShare),
    folders: folders.filter((folder) => folder.type !== "workflow" && canShareFolder(folder)),
  };
}

/** What is in a folder as its list shows it, without archived conversations and hidden prompts. Pure. */
export function findInFolder(
  { id, type }: Folder,
  { conversations, prompts }: SharableItems,
): Pick<SharableItems, "conversations" | "prompts"> {
  return {
    conversations:
      type === "chat" ? conversations.filter((each) => each.folderId === id && each.isArchived !== true) : [],
    prompts: type === "prompt" ? prompts.filter((each) => each.folderId === id && each.data.hidden !== true) : [],
  };
}

/** The chosen items, with those in the chosen folders. Pure. */
export function collectShared(chosenIds: ChosenIds, items: SharableItems): SharableItems {
  const folders = items.folders.filter(({ id }) => chosenIds.folders.has(id));
  const contents = folders.map((folder) => findInFolder(folder, items));
  const conversations = new Set(contents.flatMap((content) => content.conversations));
  const prompts = new Set(contents.flatMap((content) => content.prompts));
  return {
    conversations: items.conversations.filter(
      (each) => chosenIds.conversations.has(each.id) || conversations.has(each),
    ),
    prompts: items.prompts.filter((each) => chosenIds.prompts.has(each.id) || prompts.has(each)),
    folders,
  };
}

export const countItems = ({ conversations, prompts, folders }: SharableItems): Record<SharedKind, number> => ({
  conversations: conversations.length,
  prompts: prompts.length,
  folders: folders.length,
});

/** True if there are more items of a kind than one call can name. */
export const hasTooMany = (items: SharableItems): boolean =>
  Object.values(countItems(items)).some((count) => count > limits.itemsPerShare);
