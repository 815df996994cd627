import { type Conversation, getBranch, isUntitled, titleConversation } from "@lectern/contract";
import { call } from "../../lib/call.ts";

/** True for an untitled conversation of exactly two messages. */
export function needsTitle({ name, messages }: Conversation): boolean {
  return messages.length === 2 && isUntitled(name, messages);
}

/** Requests a title from the server, which stores nothing of a local conversation. Throws CallError. */
export async function requestTitle({ id, isLocal, messages, headId }: Conversation): Promise<string> {
  const branch = getBranch(messages, headId).flatMap(({ role, content }) =>
    role === "user" || role === "assistant" ? [{ role, content }] : [],
  );
  const { name } = await call(titleConversation, { conversationId: id, ...(isLocal ? { messages: branch } : {}) });
  return name;
}
