import {
  type Conversation,
  defaultConversationName,
  getBranch,
  maxTitleLength,
  titleConversation,
} from "@lectern/contract";
import { call } from "../../lib/call.ts";

/** True for a conversation of exactly two messages that still has the default name. */
export function needsTitle({ name, messages }: Conversation): boolean {
  return name === defaultConversationName && messages.length === 2;
}

/** Requests a title from the server, which stores nothing of a local conversation. Throws CallError. */
export async function requestTitle({ id, isLocal, messages, headId }: Conversation): Promise<string> {
  const branch = getBranch(messages, headId).flatMap(({ role, content }) =>
    role === "user" || role === "assistant" ? [{ role, content }] : [],
  );
  const { name } = await call(titleConversation, { conversationId: id, ...(isLocal ? { messages: branch } : {}) });
  return name;
}

/** Returns the beginning of the user's first message, followed by three dots. */
export function buildFallbackTitle({ messages }: Conversation): string {
  const firstMessage = messages.find(({ role }) => role === "user") ?? messages[0];
  const characters = Array.from(firstMessage?.content.trim() ?? "");
  return `${characters.slice(0, maxTitleLength).join("")}...`;
}
