import type { MessageHit } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconFileSearch, IconMessageSearch } from "@tabler/icons-react";
import { openFoundMessage } from "../../../entities/chat/foundWords.ts";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import { useConversationList } from "../../../entities/conversations/useConversationList.ts";
import { openConversationSearch } from "../../../entities/shell/conversationListCommands.ts";
import type { PaletteEntry, PaletteGroup } from "../../../entities/shell/palette.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { MessageDay } from "./MessageDay.tsx";
import { MessagePassage } from "./MessagePassage.tsx";
import { useMessageSearch } from "./useMessageSearch.ts";

const maxHits = 5;

/**
 * Searches the messages for the text typed into the palette. Returns the first hits and, while there may be more, the
 * action that searches in the side panel, which also says what could not be searched.
 */
export function useMessagePalette(typedText: string): PaletteGroup {
  const text = typedText.trim();
  const { conversationId, blockedReason } = useWorkspace();
  const list = useConversationList();
  const search = useMessageSearch(text);
  if (search.status === "idle" || list.status !== "ready") return { name: t`Messages`, entries: [] };
  const hitById = new Map(search.hits.map((hit) => [hit.conversationId, hit]));
  const toEntry = (name: string, hit: MessageHit): PaletteEntry => ({
    id: `message ${hit.messageId}`,
    name,
    passage: <MessagePassage hit={hit} />,
    ...(hit.createdAt === undefined ? {} : { day: <MessageDay createdAt={hit.createdAt} /> }),
    icon: <IconMessageSearch size={16} stroke={1.6} />,
    blockedReason: hit.conversationId === conversationId ? null : blockedReason,
    run: () => openFoundMessage(hit),
  });
  const entries = list.conversations.flatMap((conversation) => {
    const hit = hitById.get(conversation.id);
    return hit ? [toEntry(getConversationName(conversation), hit)] : [];
  });
  const hasMore = search.status !== "done" || entries.length > maxHits;
  return {
    name: t`Messages`,
    isLoading: search.status === "searching",
    entries: [...entries.slice(0, maxHits), ...(hasMore ? [getSearchEntry(text)] : [])],
  };
}

const getSearchEntry = (text: string): PaletteEntry => ({
  id: "messageSearch",
  name: t`Search messages for “${text}”`,
  icon: <IconFileSearch size={16} stroke={1.6} />,
  run: () => openConversationSearch(text),
});
