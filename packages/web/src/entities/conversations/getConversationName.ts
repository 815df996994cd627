import { type Conversation, defaultConversationName } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** The name of a conversation as it is shown: the default name, which is stored, depends on the language. */
export function getConversationName({ name }: Pick<Conversation, "name">): string {
  return name === defaultConversationName ? t`New Conversation` : name;
}
