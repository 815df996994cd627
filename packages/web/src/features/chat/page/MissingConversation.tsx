import { useEffect } from "react";
import { conversationTexts } from "../../../entities/conversations/conversationTexts.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { MessagesSkeleton } from "../../../ui/Skeletons.tsx";

/**
 * Replaces a conversation that no longer exists. Shows a notice and calls `onGone`, which opens another conversation.
 */
export function MissingConversation({ id, onGone }: { id: string; onGone: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notice is shown once for each conversation.
  useEffect(() => {
    notifyError(conversationTexts.noSuchKey);
    onGone();
  }, [id]);
  return <MessagesSkeleton />;
}
