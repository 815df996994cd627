import { useEffect } from "react";
import { conversationTexts } from "../../../entities/conversations/conversationTexts.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { MessagesSkeleton } from "../../../ui/Skeletons.tsx";

/** Shown in place of a conversation that is gone. Shows a notice and calls `onGone`, which opens another one. */
export function MissingConversation({ id, onGone }: { id: string; onGone: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notice is shown once for each conversation.
  useEffect(() => {
    notifyError(conversationTexts.noSuchKey);
    onGone();
  }, [id]);
  return <MessagesSkeleton />;
}
