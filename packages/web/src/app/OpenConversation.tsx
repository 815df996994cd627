import type { Conversation, ConversationSettings } from "@lectern/contract";
import { ChatHeader } from "../features/chat/ChatHeader.tsx";
import { ChatThread } from "../features/chat/ChatThread.tsx";
import { EmptyConversation } from "../features/chat/EmptyConversation.tsx";
import { useIsStreaming } from "../features/chat/useRun.ts";
import { useConversationStore } from "../features/conversations/ConversationsProvider.tsx";
import { StorageToggle } from "../features/conversations/StorageToggle.tsx";
import { useFlag } from "../features/flags/useFlag.ts";
import { ModelSelector } from "../features/models/ModelSelector.tsx";
import { ModelsNotice } from "../features/models/ModelsNotice.tsx";
import { useModels } from "../features/models/useModels.ts";
import { MonthToDateCost } from "../features/usage/MonthToDateCost.tsx";
import { openPage } from "../lib/fragment.ts";
import { notifyError, notifyFailure } from "../ui/notify.tsx";
import { ChatRegion } from "./ChatRegion.tsx";
import type { ConversationPaneProps } from "./ConversationPane.tsx";

const draftKeyOfNew = "new";
const streamingReason = "This can be changed once the answer is complete";

/** A conversation with its messages, its settings and the field for the next message. */
export function OpenConversation(props: ConversationPaneProps & { conversation: Conversation }) {
  const { conversation, isDraft, user, runs, canUseCloud, frame } = props;
  const { store } = useConversationStore();
  const models = useModels();
  const showsCost = useFlag("mtdCost");
  const isStreaming = useIsStreaming(runs.store, conversation.id);
  const blockedReason = isStreaming ? streamingReason : null;
  // A model that is no longer there gives way to the default one.
  const model = models.find(conversation.modelId) ?? models.default;

  const change = (changes: Partial<ConversationSettings>) => {
    void store.changeSettings(conversation.id, changes).catch(notifyFailure);
  };
  const modelSelector = (
    <ModelSelector value={model?.id ?? null} disabled={isStreaming} onChange={(modelId) => change({ modelId })} />
  );
  const storageToggle = (
    <StorageToggle conversation={conversation} blockedReason={blockedReason} canUseCloud={canUseCloud} />
  );
  return frame({
    header: (
      <ChatHeader
        conversation={conversation}
        model={model}
        runs={runs}
        cost={showsCost && <MonthToDateCost email={user.email} isStreaming={isStreaming} />}
        modelSelector={modelSelector}
        storageToggle={storageToggle}
        onChange={change}
        onClear={() => store.clear(conversation.id).catch(notifyFailure)}
      />
    ),
    content: (
      <ChatRegion>
        <ChatThread
          conversation={conversation}
          model={model}
          runs={runs}
          userId={user.id}
          draftKey={isDraft ? draftKeyOfNew : conversation.id}
          empty={
            <EmptyConversation
              settings={conversation}
              model={model}
              modelSelector={modelSelector}
              storageToggle={storageToggle}
              notice={<ModelsNotice isAdmin={user.isAdmin} />}
              blockedReason={blockedReason}
              onChange={change}
            />
          }
          alert={notifyError}
          onAppLink={(href) => {
            if (href === "#page=home") openPage("home");
          }}
        />
      </ChatRegion>
    ),
  });
}
