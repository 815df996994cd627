import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";

export interface AnalyzedChat {
  /** An assistant whose conversations are analyzed. */
  assistant: AssistantSummary;
  isLocal: boolean;
}

/** True if the editors of the assistant's group can read the chat, false if they see figures. */
export const isReadByEditors = ({ assistant, isLocal }: AnalyzedChat): boolean =>
  assistant.analysis === "named" && !isLocal;

/** Says what of a chat the editors of the assistant's group see. */
export function describeAnalysis(chat: AnalyzedChat): string {
  const group = chat.assistant.group?.name ?? chat.assistant.name;
  const visible = isReadByEditors(chat)
    ? t`The editors of ${group} can see that you use this assistant and read this chat. Its settings show who has opened it.`
    : t`The editors of ${group} see figures about chats with this assistant, such as your rating and the number of questions, but not who you are or what you write.`;
  return chat.assistant.isJudged ? `${visible} ${t`A model rates the chats and sorts them into categories.`}` : visible;
}
