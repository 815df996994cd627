import type { Conversation, Message } from "@lectern/contract";
import { Suspense, use, useMemo } from "react";
import { newDraftKey } from "../../../entities/chat/sending/draftTexts.ts";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { openPage, parseRoute, useRoute } from "../../../entities/shell/routes.ts";
import { ChatThread } from "../thread/ChatThread.tsx";
import type { FoundMessage } from "../thread/threadProps.ts";
import { ChatRegion } from "./ChatRegion.tsx";
import { ConversationModel } from "./ConversationModel.tsx";
import { EmptyConversation } from "./EmptyConversation.tsx";
import { NewConversationTools } from "./NewConversationTools.tsx";
import { useConversationControls } from "./useConversationControls.ts";

/** The messages of a conversation (before the first message: its settings) and the field for the next message. */
export function OpenConversation({ conversation }: { conversation: Conversation }) {
  const { userId } = useConversationStore();
  const { emptyNotices, composerTools, StorageToggle, PromptStarters } = use(ChatSlotsContext);
  const { model, modelReason, blockedReason, change } = useConversationControls(conversation);
  const { conversationId, messageId, visit } = useRoute();
  const foundMessage = useMemo(
    (): FoundMessage | null => (messageId === null ? null : { messageId, visit }),
    [messageId, visit],
  );
  return (
    <ChatRegion>
      <ChatThread
        conversation={conversation}
        model={model}
        foundMessage={foundMessage}
        userId={userId}
        draftKey={conversationId === null ? newDraftKey : conversation.id}
        blockedReason={modelReason}
        emptyState={
          <EmptyConversation
            notice={emptyNotices.map((Notice, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of slots never changes.
              <Notice key={index} />
            ))}
          />
        }
        emptyTools={
          <NewConversationTools
            settings={conversation}
            model={model}
            modelSelector={<ConversationModel conversation={conversation} />}
            storageToggle={<StorageToggle conversation={conversation} blockedReason={blockedReason} />}
            starters={
              PromptStarters && (
                <Suspense fallback={null}>
                  <PromptStarters conversationId={conversation.id} />
                </Suspense>
              )
            }
            blockedReason={blockedReason}
            onChange={change}
          />
        }
        onAppLink={(href) => openAppLink(href, conversation.messages)}
      />
      {composerTools.map(
        ({ id, Overlay }) =>
          Overlay && (
            <Suspense key={id} fallback={null}>
              <Overlay />
            </Suspense>
          ),
      )}
    </ChatRegion>
  );
}

/** Opens the target of an in-app link in an answer. */
function openAppLink(href: string, messages: readonly Message[]): void {
  const { page } = parseRoute(href);
  if (page !== "chat") openPage(page);
  if (!href.startsWith("#dataSource:")) return;
  void import("../../../entities/citations/openNamedSource.ts").then(({ openNamedSource }) =>
    openNamedSource(href, messages),
  );
}
