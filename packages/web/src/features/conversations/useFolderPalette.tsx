import { type Folder, isBuiltInFolder } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { IconFolder } from "@tabler/icons-react";
import { sortByWordStart } from "../../entities/conversations/search/sortByWordStart.ts";
import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import { useConversationList } from "../../entities/conversations/useConversationList.ts";
import { getFolderName } from "../../entities/prompts/getFolderName.ts";
import { sortFolders } from "../../entities/prompts/store/sortFolders.ts";
import { useFolders } from "../../entities/prompts/store/useFolders.ts";
import { useHiddenGroupFolders } from "../../entities/settings/hiddenGroupFolders.ts";
import { openConversationFolder } from "../../entities/shell/conversationListCommands.ts";
import type { FindPaletteGroup, PaletteEntry } from "../../entities/shell/palette.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";

const maxEntries = 8;

/**
 * Returns the function that finds folders of conversations by name for the palette, among those that the side panel
 * shows. It finds none for an empty search.
 */
export function useFolderPalette(): FindPaletteGroup {
  const { user } = useWorkspace();
  const folders = useFolders("chat");
  const hiddenIds = useHiddenGroupFolders(user.id);
  const list = useConversationList();
  const conversations = list.status === "ready" ? list.conversations : [];
  // The side panel lists pinned and archived conversations elsewhere.
  const countFiled = ({ id }: Folder) =>
    conversations.filter(({ folderId, isPinned, isArchived }) => folderId === id && !isPinned && !isArchived).length;
  const isShown = (folder: Folder) => {
    if (isBuiltInFolder(folder.id)) return countFiled(folder) > 0;
    return !folder.isGroupFolder || !hiddenIds.has(folder.id);
  };
  const toEntry = (folder: Folder): PaletteEntry => ({
    id: `folder ${folder.id}`,
    name: getFolderName(folder),
    detail: plural(countFiled(folder), { one: "# chat", other: "# chats" }),
    icon: <IconFolder size={16} stroke={1.6} />,
    run: () => openConversationFolder(folder.id),
  });
  return (search) => {
    if (search.trim() === "") return { name: t`Folders`, entries: [] };
    const named = sortFolders(folders, "name").map((folder) => ({ name: getFolderName(folder), folder }));
    const matches = searchConversations(named, search).filter(({ folder }) => isShown(folder));
    const sorted = sortByWordStart(matches, search).slice(0, maxEntries);
    return { name: t`Folders`, entries: sorted.map(({ folder }) => toEntry(folder)) };
  };
}
