import type { SessionUser } from "@lectern/contract";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { ChatRuns } from "../features/chat/chatRuns.ts";
import { conversationTexts } from "../features/conversations/conversationTexts.ts";
import { MissingConversation } from "../features/conversations/MissingConversation.tsx";
import { useConversation } from "../features/conversations/useConversation.ts";
import { CallError } from "../lib/callError.ts";
import { openConversation } from "../lib/fragment.ts";
import { ErrorView } from "../ui/ErrorView.tsx";
import { LoadingOverlay } from "../ui/LoadingOverlay.tsx";
import { MessagesSkeleton } from "../ui/Skeletons.tsx";
import { ChatRegion } from "./ChatRegion.tsx";
import { OpenConversation } from "./OpenConversation.tsx";

export interface PaneFrame {
  header: ReactNode;
  content: ReactNode;
}

export interface ConversationPaneProps {
  id: string;
  /** It has no address of its own yet. */
  isDraft: boolean;
  user: SessionUser;
  runs: ChatRuns;
  canUseCloud: boolean;
  /** Puts what the pane gives into the application's frame. */
  frame: (pane: PaneFrame) => ReactNode;
}

/** The conversation that is open, in whatever state it is. */
export function ConversationPane(props: ConversationPaneProps) {
  const { id, frame } = props;
  const opened = useConversation(id);
  switch (opened.status) {
    case "pending":
      return frame({
        header: null,
        content: (
          <ChatRegion>
            <MessagesSkeleton />
            <LoadingOverlay message="Loading Conversation..." />
          </ChatRegion>
        ),
      });
    case "missing":
      return frame({
        header: null,
        content: <MissingConversation id={id} onGone={() => openConversation(null, { replace: true })} />,
      });
    case "error":
      return frame({ header: null, content: <LoadFailed error={opened.error} onRetry={opened.retry} /> });
    case "ready":
      return <OpenConversation {...props} conversation={opened.conversation} />;
    default:
      return opened satisfies never;
  }
}

function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const details = error instanceof CallError ? error : null;
  return (
    <ErrorView
      title="The conversation could not be loaded"
      lines={[conversationTexts.fetchFailed, details?.reason ?? error.message]}
      requestId={details?.requestId}
      actions={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
