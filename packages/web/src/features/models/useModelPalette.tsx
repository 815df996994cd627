import type { Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconSparkles } from "@tabler/icons-react";
import { useChat } from "../../entities/chat/ChatProvider.tsx";
import { useIsStreaming } from "../../entities/chat/runs/useRun.ts";
import { useConversationStore } from "../../entities/conversations/ConversationsProvider.tsx";
import { writeDefaultModelId } from "../../entities/conversations/defaultModel.ts";
import { sortByWordStart } from "../../entities/conversations/search/sortByWordStart.ts";
import { findFamily } from "../../entities/models/groupModels.ts";
import { useModels } from "../../entities/models/useModels.ts";
import { useUserSettings } from "../../entities/settings/userSettings.ts";
import type { FindPaletteGroup, PaletteEntry } from "../../entities/shell/palette.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { notifyFailure } from "../../ui/notices/notify.tsx";
import { searchModels } from "./searchModels.ts";

const maxEntries = 6;

/**
 * Returns the function that finds models for the palette. It finds none for an empty search. A chosen model answers in
 * the open conversation from then on.
 */
export function useModelPalette(): FindPaletteGroup {
  const { conversationId } = useWorkspace();
  const { userId, store } = useConversationStore();
  const { hiddenModelIds } = useUserSettings(userId);
  const { models } = useModels();
  const { runs } = useChat();
  const isStreaming = useIsStreaming(runs.store, conversationId ?? "");
  const toEntry = (model: Model): PaletteEntry => ({
    id: `model ${model.id}`,
    name: model.name,
    detail: findFamily(model) ?? "",
    icon: <IconSparkles size={16} stroke={1.6} />,
    blockedReason: isStreaming ? t`You can change this once the answer is complete` : null,
    run: () => {
      if (conversationId === null) return;
      writeDefaultModelId(userId, model.id);
      store.changeSettings(conversationId, { modelId: model.id }).catch(notifyFailure);
    },
  });
  return (search) => {
    const shownModels = search.trim() === "" ? [] : models.filter(({ id }) => !hiddenModelIds.includes(id));
    const matches = sortByWordStart(searchModels(shownModels, search), search);
    return { name: t`Answer with`, entries: matches.slice(0, maxEntries).map(toEntry) };
  };
}
