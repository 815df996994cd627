import type { ConversationSummary, PromptTemplate } from "@lectern/contract";
import { IconMessage, IconTemplate } from "@tabler/icons-react";
import { searchConversations } from "../entities/conversations/searchConversations.ts";
import { useConversationList } from "../entities/conversations/useConversationList.ts";
import { usePrompts } from "../entities/prompts/store/usePrompts.ts";
import { openConversation } from "../entities/shell/routes.ts";
import type { PaletteEntry, PaletteGroup } from "../features/palette/paletteEntry.ts";
import type { AppDialogsProps } from "./shell/DialogHost.tsx";
import { usePaletteActions } from "./usePaletteActions.tsx";
import { usePromptStart } from "./usePromptStart.tsx";

const mostConversations = { recent: 5, found: 12 };
const mostPrompts = 8;

/** What the palette finds for some words: conversations and prompts by their names, and what can be done. */
export function usePaletteGroups(props: AppDialogsProps): (search: string) => readonly PaletteGroup[] {
  const { conversationId, blockedReason } = props;
  const list = useConversationList();
  const prompts = usePrompts();
  const start = usePromptStart();
  const actions = usePaletteActions(props);

  const ofConversation = ({ id, name, isLocal }: ConversationSummary): PaletteEntry => ({
    id: `conversation ${id}`,
    name,
    detail: isLocal ? "" : "In the cloud",
    icon: <IconMessage size={16} stroke={1.6} />,
    blockedReason: id === conversationId ? null : blockedReason,
    run: () => openConversation(id),
  });
  const ofPrompt = (prompt: PromptTemplate): PaletteEntry => ({
    id: `prompt ${prompt.id}`,
    name: prompt.name,
    detail: prompt.description,
    icon: <IconTemplate size={16} stroke={1.6} />,
    blockedReason,
    run: () => start(prompt),
  });
  return (search) => {
    const isSearching = search.trim() !== "";
    const conversations = list.status === "ready" ? list.conversations : [];
    const found = searchConversations(conversations, search);
    const most = isSearching ? mostConversations.found : mostConversations.recent;
    const listed = prompts.filter(({ data }) => !data.hidden);
    return [
      { name: isSearching ? "Conversations" : "Recent", entries: found.slice(0, most).map(ofConversation) },
      {
        name: "Prompts",
        entries: isSearching ? searchConversations(listed, search).slice(0, mostPrompts).map(ofPrompt) : [],
      },
      { name: "Actions", entries: searchConversations(actions, search) },
    ];
  };
}
