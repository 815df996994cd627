import type { SessionUser } from "@lectern/contract";
import type { ChatRuns } from "../../entities/chat/runs/chatRuns.ts";
import { draftKeyOfNew, moveDraft } from "../../entities/chat/sending/moveDraft.ts";
import { conversationTexts } from "../../entities/conversations/conversationTexts.ts";
import { useConversation } from "../../entities/conversations/useConversation.ts";
import { openConversation } from "../../entities/shell/routes.ts";
import { MissingConversation } from "../../features/conversations/MissingConversation.tsx";
import { moveDocuments } from "../../features/files/attach/loadAttaching.ts";
import { LoadingOverlay } from "../../ui/LoadingOverlay.tsx";
import { MessagesSkeleton } from "../../ui/Skeletons.tsx";
import { ChatRegion } from "./ChatRegion.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { OpenConversation } from "./OpenConversation.tsx";

export interface ConversationPaneProps {
  id: string;
  /** It has no address of its own yet. */
  isDraft: boolean;
  user: SessionUser;
  runs: ChatRuns;
  canUseCloud: boolean;
  /** Largest document, in bytes. */
  uploadMaxBytes: number;
}

/** The conversation that is open, in whatever state it is. */
export function ConversationPane(props: ConversationPaneProps) {
  const { id, user } = props;
  const opened = useConversation(id);
  const leave = () => {
    moveDraft(user.id, id);
    moveDocuments(user.id, id, draftKeyOfNew);
    openConversation(null, { replace: true });
  };
  switch (opened.status) {
    case "pending":
      return (
        <ChatRegion>
          <MessagesSkeleton />
          <LoadingOverlay message="Loading Conversation..." />
        </ChatRegion>
      );
    case "missing":
      return <MissingConversation id={id} onGone={leave} />;
    case "error":
      return <LoadFailed line={conversationTexts.fetchFailed} error={opened.error} onRetry={opened.retry} />;
    case "ready":
      return <OpenConversation {...props} conversation={opened.conversation} />;
    default:
      return opened satisfies never;
  }
}
