import { distinctVariables, fillPromptVariables, type PromptTemplate, parsePromptVariables } from "@lectern/contract";
import { tiedTo } from "./appliesTo.ts";

/** What is sent in the place of a message: the prefix prompts of a conversation with these tags, then the message. */
export function prefixMessage(text: string, tags: readonly string[], prompts: readonly PromptTemplate[]): string {
  return tiedTo("prefix_prompt", tags, prompts).reduceRight(
    (message, { content }) => withPrefix(content, message),
    text,
  );
}

/** The one variable of a prefix is the place of the message. Several stand for nothing here, and the message follows. */
function withPrefix(prefix: string, message: string): string {
  const variables = distinctVariables(parsePromptVariables(prefix));
  if (variables.length === 1) return fillPromptVariables(prefix, () => message);
  const text = fillPromptVariables(prefix, () => "").trimEnd();
  return text === "" ? message : `${text}\n\n${message}`;
}
