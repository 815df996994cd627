import type { ConversationSummary } from "@lectern/contract";
import { IconMessage } from "@tabler/icons-react";
import { searchConversations } from "../features/conversations/searchConversations.ts";
import { useConversationList } from "../features/conversations/useConversationList.ts";
import type { PaletteEntry, PaletteGroup } from "../features/palette/paletteEntry.ts";
import { openConversation } from "../lib/fragment.ts";
import type { AppDialogsProps } from "./AppDialogs.tsx";
import { usePaletteActions } from "./usePaletteActions.tsx";

const mostConversations = { recent: 5, found: 12 };

/** What the palette finds for some words: conversations and prompts by their names, and what can be done. */
export function usePaletteGroups(props: AppDialogsProps): (search: string) => readonly PaletteGroup[] {
  const { conversationId, blockedReason } = props;
  const list = useConversationList();
  const actions = usePaletteActions(props);

  const ofConversation = ({ id, name, isLocal }: ConversationSummary): PaletteEntry => ({
    id: `conversation ${id}`,
    name,
    detail: isLocal ? "" : "In the cloud",
    icon: <IconMessage size={16} stroke={1.6} />,
    blockedReason: id === conversationId ? null : blockedReason,
    run: () => openConversation(id),
  });
  return (search) => {
    const isSearching = search.trim() !== "";
    const conversations = list.status === "ready" ? list.conversations : [];
    const found = searchConversations(conversations, search);
    const most = isSearching ? mostConversations.found : mostConversations.recent;
    return [
      { name: isSearching ? "Conversations" : "Recent", entries: found.slice(0, most).map(ofConversation) },
      { name: "Actions", entries: searchConversations(actions, search) },
    ];
  };
}
