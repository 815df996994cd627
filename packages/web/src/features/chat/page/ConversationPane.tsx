import { t } from "@lingui/core/macro";
import { moveDraftTextToNew, newDraftKey } from "../../../entities/chat/sending/draftTexts.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { conversationTexts } from "../../../entities/conversations/conversationTexts.ts";
import { useConversation } from "../../../entities/conversations/useConversation.ts";
import { moveDraftDocuments } from "../../../entities/files/upload/draftDocuments.ts";
import { openConversation } from "../../../entities/shell/routes.ts";
import { LoadingOverlay } from "../../../ui/LoadingOverlay.tsx";
import { MessagesSkeleton } from "../../../ui/Skeletons.tsx";
import { ChatRegion } from "./ChatRegion.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { MissingConversation } from "./MissingConversation.tsx";
import { OpenConversation } from "./OpenConversation.tsx";

/** The open conversation, or its loading or error state. */
export function ConversationPane({ id }: { id: string }) {
  const { userId } = useConversationStore();
  const loadState = useConversation(id);
  const openNew = () => {
    moveDraftTextToNew(userId, id);
    moveDraftDocuments(userId, id, newDraftKey);
    openConversation(null, { replace: true });
  };
  switch (loadState.status) {
    case "pending":
      return (
        <ChatRegion>
          <MessagesSkeleton />
          <LoadingOverlay message={t`Loading Conversation...`} />
        </ChatRegion>
      );
    case "missing":
      return <MissingConversation id={id} onGone={openNew} />;
    case "error":
      return <LoadFailed line={conversationTexts.fetchFailed} error={loadState.error} onRetry={loadState.retry} />;
    case "ready":
      return <OpenConversation conversation={loadState.conversation} />;
    default:
      return loadState satisfies never;
  }
}
