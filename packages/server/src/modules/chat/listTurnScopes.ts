import { type ChatCapability, chatKeyScopes, type RequiredKeyScopes } from "@lectern/contract";
import type { ChatTurn } from "../../core/run/chatTurn.ts";

/** Returns the sets of scopes of each of which an API key needs one for a turn. */
export function listTurnScopes(turn: ChatTurn): RequiredKeyScopes[] {
  return listCapabilities(turn).map((capability) => chatKeyScopes[capability]);
}

function listCapabilities({ cloudIds, messages, assistantId, assistantDraft }: ChatTurn): ChatCapability[] {
  const usesDocuments = messages.some(({ data }) => (data?.dataSources ?? []).length > 0);
  return [
    "chat",
    ...(cloudIds ? (["cloudConversation"] as const) : []),
    ...(usesDocuments ? (["documents"] as const) : []),
    ...(assistantId !== null || assistantDraft ? (["assistant"] as const) : []),
  ];
}
