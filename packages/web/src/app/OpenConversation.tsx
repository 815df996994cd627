import type { Conversation } from "@lectern/contract";
import { ChatThread } from "../features/chat/ChatThread.tsx";
import { EmptyConversation } from "../features/chat/EmptyConversation.tsx";
import { draftKeyOfNew } from "../features/chat/moveDraft.ts";
import { ModelsNotice } from "../features/models/ModelsNotice.tsx";
import { openPage } from "../lib/fragment.ts";
import { notifyError } from "../ui/notify.tsx";
import { ChatRegion } from "./ChatRegion.tsx";
import type { ConversationPaneProps } from "./ConversationPane.tsx";
import { useConversationControls } from "./useConversationControls.tsx";

/** A conversation's messages, or what can be set before the first one, and the field for the next message. */
export function OpenConversation(props: ConversationPaneProps & { conversation: Conversation }) {
  const { conversation, isDraft, user, runs, canUseCloud } = props;
  const { model, modelReason, blockedReason, modelSelector, storageToggle, change } = useConversationControls(
    conversation,
    runs,
    canUseCloud,
  );
  return (
    <ChatRegion>
      <ChatThread
        conversation={conversation}
        model={model}
        runs={runs}
        userId={user.id}
        draftKey={isDraft ? draftKeyOfNew : conversation.id}
        blockedReason={modelReason}
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
        alert={(text) => notifyError(text, { topic: "chat" })}
        onAppLink={(href) => {
          if (href === "#page=home") openPage("home");
        }}
      />
    </ChatRegion>
  );
}
