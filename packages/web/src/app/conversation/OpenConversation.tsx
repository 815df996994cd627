import type { Conversation, Message } from "@lectern/contract";
import { useMemo } from "react";
import { draftKeyOfNew } from "../../entities/chat/sending/moveDraft.ts";
import { MessageDocumentsContext } from "../../entities/chat/slots/composerAttachments.ts";
import { useConversationStore } from "../../entities/conversations/ConversationsProvider.tsx";
import { openConversation, openPage, parseRoute, useRoute } from "../../entities/shell/routes.ts";
import { EmptyConversation } from "../../features/chat/page/EmptyConversation.tsx";
import { ChatThread } from "../../features/chat/thread/ChatThread.tsx";
import type { FoundMessage } from "../../features/chat/thread/useFoundMessage.ts";
import { ModelsNotice } from "../../features/models/ModelsNotice.tsx";
import { notifyError } from "../../ui/notices/notify.tsx";
import { FollowUpPlaceContext } from "../followUps.tsx";
import { MessageDocuments } from "../MessageDocuments.tsx";
import { useComposerAttachments } from "../useComposerAttachments.ts";
import { useComposerPrompts } from "../useComposerPrompts.ts";
import { ChatRegion } from "./ChatRegion.tsx";
import type { ConversationPaneProps } from "./ConversationPane.tsx";
import { useConversationControls } from "./useConversationControls.tsx";

/** A conversation's messages, or what can be set before the first one, and the field for the next message. */
export function OpenConversation(props: ConversationPaneProps & { conversation: Conversation }) {
  const { conversation, isDraft, user, runs, canUseCloud, uploadMaxBytes } = props;
  const { model, modelReason, blockedReason, modelSelector, storageToggle, change } = useConversationControls(
    conversation,
    runs,
    canUseCloud,
  );
  const draftKey = isDraft ? draftKeyOfNew : conversation.id;
  const { attachments, overlay } = useComposerAttachments({
    conversation,
    model,
    userId: user.id,
    draftKey,
    uploadMaxBytes,
  });
  const prompts = useComposerPrompts(user.id, draftKey);
  const { id: conversationId, tags } = conversation;
  const place = useMemo(
    () => ({ userId: user.id, conversationId, draftKey, tags }),
    [user.id, conversationId, draftKey, tags],
  );
  const { store } = useConversationStore();
  const found = useFound();
  return (
    <ChatRegion>
      <MessageDocumentsContext value={MessageDocuments}>
        <FollowUpPlaceContext value={place}>
          <ChatThread
            conversation={conversation}
            model={model}
            runs={runs}
            messageStore={store}
            onOpenConversation={openConversation}
            found={found}
            userId={user.id}
            draftKey={draftKey}
            attachments={attachments}
            prompts={prompts}
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
            alert={(text, reason) => notifyError(text, { reason, topic: "chat" })}
            onAppLink={(href) => openAppLink(href, conversation.messages)}
          />
        </FollowUpPlaceContext>
      </MessageDocumentsContext>
      {overlay}
    </ChatRegion>
  );
}

/** The message that the address names. */
function useFound(): FoundMessage | null {
  const { messageId, visit } = useRoute();
  return useMemo(() => (messageId === null ? null : { messageId, visit }), [messageId, visit]);
}

function openAppLink(href: string, messages: readonly Message[]): void {
  const { page } = parseRoute(href);
  if (page !== "chat") openPage(page);
  if (!href.startsWith("#dataSource:")) return;
  void import("../../entities/citations/openNamedSource.ts").then(({ openNamedSource }) =>
    openNamedSource(href, messages),
  );
}
