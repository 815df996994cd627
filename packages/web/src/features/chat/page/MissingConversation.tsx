import { useEffect } from "react";
import { conversationTexts } from "../../../entities/conversations/conversationTexts.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { MessagesSkeleton } from "../../../ui/Skeletons.tsx";

/** Stands where a conversation was that is gone: says so, and `onGone` opens something else. The list has dropped it already. */
export function MissingConversation({ id, onGone }: { id: string; onGone: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once for each conversation, whatever is drawn again.
  useEffect(() => {
    notifyError(conversationTexts.noSuchKey);
    onGone();
  }, [id]);
  return <MessagesSkeleton />;
}
