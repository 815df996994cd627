import type { ConversationSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconMessage } from "@tabler/icons-react";
import { getConversationName } from "../../entities/conversations/getConversationName.ts";
import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import { useConversationList } from "../../entities/conversations/useConversationList.ts";
import type { FindPaletteGroup, PaletteEntry } from "../../entities/shell/palette.ts";
import { openConversation } from "../../entities/shell/routes.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";

function describeLocation(isLocal: boolean, isArchived: boolean): string {
  if (isArchived) return isLocal ? t`Archived` : t`Archived, in the cloud`;
  return isLocal ? "" : t`In the cloud`;
}

const maxRecent = 5;
const maxFound = 12;

/**
 * Returns the function that finds conversations for the palette: the most recent ones that are not archived if the
 * search is empty, otherwise the ones whose names match.
 */
export function useConversationPalette(): FindPaletteGroup {
  const { conversationId, blockedReason } = useWorkspace();
  const list = useConversationList();
  const toEntry = ({ id, name, isLocal, isArchived }: ConversationSummary): PaletteEntry => ({
    id: `conversation ${id}`,
    name: getConversationName({ name }),
    detail: describeLocation(isLocal, isArchived ?? false),
    icon: <IconMessage size={16} stroke={1.6} />,
    blockedReason: id === conversationId ? null : blockedReason,
    run: () => openConversation(id),
  });
  return (search) => {
    const isSearching = search.trim() !== "";
    const conversations = list.status === "ready" ? list.conversations : [];
    const listed = isSearching ? conversations : conversations.filter(({ isArchived }) => !isArchived);
    const matches = searchConversations(listed, search);
    return {
      name: isSearching ? t`Chats` : t`Recent`,
      entries: matches.slice(0, isSearching ? maxFound : maxRecent).map(toEntry),
    };
  };
}
