import type { PromptTemplate } from "@lectern/contract";
import { offerMessage } from "../entities/chat/sending/outbox.ts";
import { fillPrompt } from "../entities/prompts/promptFilling.ts";
import { usePrompts } from "../entities/prompts/store/usePrompts.ts";
import { moveDocuments } from "../features/files/attach/loadAttaching.ts";
import { FollowUps } from "../features/prompts/use/FollowUps.tsx";
import { notifyFailure } from "../ui/notices/notify.tsx";
import type { FollowUpPlace } from "./followUps.tsx";

/** The follow-ups of a conversation; one that is chosen is sent there. */
export function ConversationFollowUps({ place }: { place: FollowUpPlace }) {
  const { userId, conversationId, draftKey, tags } = place;
  const use = async (prompt: PromptTemplate) => {
    const filled = await fillPrompt({ prompt, purpose: "send" });
    if (!filled) return;
    for (const key of filled.documentKeys) moveDocuments(userId, key, draftKey);
    offerMessage(conversationId, { said: filled.said, withDocuments: filled.documentKeys.length > 0 });
    filled.forget();
  };
  return <FollowUps prompts={usePrompts()} tags={tags} onUse={(prompt) => void use(prompt).catch(notifyFailure)} />;
}
