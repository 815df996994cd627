import { distinctVariables, fillPromptVariables, type PromptTemplate, parsePromptVariables } from "@lectern/contract";
import { findPromptsForTags } from "./appliesTo.ts";

/** Puts the prefix prompts for these tags before the text of a message. */
export function prefixMessage(text: string, tags: readonly string[], prompts: readonly PromptTemplate[]): string {
  return findPromptsForTags("prefix_prompt", tags, prompts).reduceRight(
    (message, { content }) => addPrefix(content, message),
    text,
  );
}

/**
 * If the prefix has exactly one variable, the message replaces the variable. Otherwise variables are removed and the
 * message follows the prefix.
 */
function addPrefix(prefix: string, message: string): string {
  const variables = distinctVariables(parsePromptVariables(prefix));
  if (variables.length === 1) return fillPromptVariables(prefix, () => message);
  const text = fillPromptVariables(prefix, () => "").trimEnd();
  return text === "" ? message : `${text}\n\n${message}`;
}
