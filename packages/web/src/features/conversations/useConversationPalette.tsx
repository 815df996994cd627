import type { ConversationSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconMessage } from "@tabler/icons-react";
import { getConversationName } from "../../entities/conversations/getConversationName.ts";
import { sortByWordStart } from "../../entities/conversations/search/sortByWordStart.ts";
import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import type { StoragePlace } from "../../entities/conversations/storage/storageTexts.ts";
import { useConversationList } from "../../entities/conversations/useConversationList.ts";
import type { FindPaletteGroup, PaletteEntry } from "../../entities/shell/palette.ts";
import { openConversation } from "../../entities/shell/routes.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { getUsualPlace } from "./getUsualPlace.ts";

/** Says where a conversation is only if most are elsewhere. */
function describeLocation(isLocal: boolean, isArchived: boolean, usualPlace: StoragePlace): string {
  const isUnusual = isLocal !== (usualPlace === "local");
  if (!isUnusual) return isArchived ? t`Archived` : "";
  if (isArchived) return isLocal ? t`Archived, in this browser` : t`Archived, in the cloud`;
  return isLocal ? t`In this browser` : t`In the cloud`;
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
  const conversations = list.status === "ready" ? list.conversations : [];
  const usualPlace = getUsualPlace(conversations);
  const toEntry = ({ id, name, isLocal, isArchived }: ConversationSummary): PaletteEntry => ({
    id: `conversation ${id}`,
    name: getConversationName({ name }),
    detail: describeLocation(isLocal, isArchived ?? false, usualPlace),
    icon: <IconMessage size={16} stroke={1.6} />,
    blockedReason: id === conversationId ? null : blockedReason,
    run: () => openConversation(id),
  });
  return (search) => {
    const isSearching = search.trim() !== "";
    const listed = isSearching ? conversations : conversations.filter(({ isArchived }) => !isArchived);
    const matches = sortByWordStart(searchConversations(listed, search), search);
    return {
      name: isSearching ? t`Chats` : t`Recent`,
      entries: matches.slice(0, isSearching ? maxFound : maxRecent).map(toEntry),
    };
  };
}
