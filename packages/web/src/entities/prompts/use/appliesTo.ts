import type { PromptTemplate, PromptType } from "@lectern/contract";

/** Whether all tags that the prompt requires are on a conversation. */
export function appliesTo({ data }: PromptTemplate, tags: readonly string[]): boolean {
  return (data.requiredTags ?? []).every((tag) => tags.includes(tag));
}

/**
 * The prompts of a type that work on all messages of conversations with these tags, by name. One that requires no tag is in none of
 * them: else it would change every conversation, unseen.
 */
export function tiedTo(
  type: PromptType,
  tags: readonly string[],
  prompts: readonly PromptTemplate[],
): PromptTemplate[] {
  return prompts
    .filter((prompt) => prompt.type === type && (prompt.data.requiredTags ?? []).length > 0 && appliesTo(prompt, tags))
    .sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1));
}
