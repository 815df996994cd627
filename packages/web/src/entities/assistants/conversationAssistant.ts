import type { AssistantState, AssistantSummary, Conversation } from "@lectern/contract";
import { getBranch } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { type AssistantChoice, getChosenAssistantId, getLastAssistant } from "./assistantChoice.ts";

/**
 * The assistant of a conversation. `unknown`: the assistants have not been loaded. `gone`: it no longer exists, or the
 * person may no longer use it.
 */
export type ConversationAssistant =
  | { status: "none" }
  | { status: "unknown"; id: string; name: string | null }
  | { status: "ready"; id: string; assistant: AssistantSummary }
  | { status: "gone"; id: string; name: string | null };

type Thread = Pick<Conversation, "id" | "messages" | "headId">;

/** Finds the assistant that answers the next question among those that the person may use. */
export function findConversationAssistant(
  conversation: Thread,
  assistants: readonly AssistantSummary[] | undefined,
  choice?: AssistantChoice,
): ConversationAssistant {
  const id = getChosenAssistantId(conversation, choice);
  if (id === null) return { status: "none" };
  const assistant = assistants?.find(({ assistantId }) => assistantId === id);
  if (assistant) return { status: "ready", id, assistant };
  const last = getLastAssistant(getBranch(conversation.messages, conversation.headId));
  const name = last?.currentAssistantId === id ? last.currentAssistantName : null;
  return { status: assistants ? "gone" : "unknown", id, name };
}

/** A group type as people choose it before chatting. */
export type ChatGroupType = Omit<AssistantSummary["groupTypes"][number], "isCustomized">;

/** Returns the group type that applies to an assistant; null if none was chosen or the assistant does not have it. */
export function findGroupType(
  { groupTypes }: AssistantSummary,
  { groupType }: Pick<Conversation, "groupType">,
): ChatGroupType | null {
  return groupTypes.find(({ name }) => name === groupType) ?? null;
}

/** Returns why the assistant of a conversation cannot answer; null if it can, or if there is none. */
export function getAssistantBlockedReason(
  found: ConversationAssistant,
  conversation: Pick<Conversation, "groupType">,
): string | null {
  if (found.status === "gone") return describeGoneAssistant(found.name);
  if (found.status !== "ready" || found.assistant.groupTypes.length === 0) return null;
  const type = findGroupType(found.assistant, conversation);
  if (!type) return t`Please address missing information to enable chat`;
  return type.isDisabled ? describeDisabledType(type.disabledMessage) : null;
}

/** Says that an assistant cannot be used any more. */
export const describeGoneAssistant = (name: string | null): string =>
  name === null
    ? t`This assistant no longer exists, or you no longer have access to it.`
    : t`The assistant “${name}” no longer exists, or you no longer have access to it.`;

/** Says why an assistant does not answer people of a group type. The author may have written the reason. */
export const describeDisabledType = (message: string): string =>
  message.trim() === "" ? t`This assistant isn’t available for the group you have chosen.` : message;

/** Returns what names the assistant in an answer that it has not begun yet; null if there is none, or it is unknown. */
export function getAssistantState(found: ConversationAssistant, conversation: Thread): AssistantState | null {
  if (found.status === "none") return null;
  const last = getLastAssistant(getBranch(conversation.messages, conversation.headId));
  const known =
    found.status === "ready"
      ? { versionId: found.assistant.id, name: found.assistant.name }
      : last?.currentAssistantId === found.id && {
          versionId: last.currentAssistantVersionId,
          name: last.currentAssistantName,
        };
  return known
    ? {
        currentAssistantId: found.id,
        currentAssistantVersionId: known.versionId,
        currentAssistantName: known.name,
      }
    : null;
}

/** Returns the tags of an assistant that a conversation does not have yet. */
export function getNewTags(found: ConversationAssistant, { tags }: Pick<Conversation, "tags">): readonly string[] {
  return found.status === "ready" ? found.assistant.conversationTags.filter((tag) => !tags.includes(tag)) : [];
}
