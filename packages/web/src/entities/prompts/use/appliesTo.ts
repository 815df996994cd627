import type { PromptTemplate, PromptType } from "@lectern/contract";

/** True if a conversation with these tags has all tags that the prompt requires. */
export function appliesTo({ data }: PromptTemplate, tags: readonly string[]): boolean {
  return (data.requiredTags ?? []).every((tag) => tags.includes(tag));
}

/**
 * Returns the prompts of a type that apply to conversations with these tags, sorted by name. A prompt that requires no
 * tag never applies: it would silently change every conversation.
 */
export function findPromptsForTags(
  type: PromptType,
  tags: readonly string[],
  prompts: readonly PromptTemplate[],
): PromptTemplate[] {
  return prompts
    .filter((prompt) => prompt.type === type && (prompt.data.requiredTags ?? []).length > 0 && appliesTo(prompt, tags))
    .sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1));
}
