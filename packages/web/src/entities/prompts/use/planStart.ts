import { fillPromptVariables, limits, type PromptTemplate } from "@lectern/contract";

/** A conversation that begins with a prompt. */
export interface StartPlan {
  /** What is asked first; null: the conversation opens without a message. */
  first: PromptTemplate | null;
  /** Of what it is named. */
  name: string;
  /** System prompt; null: the default one. */
  instructions: string | null;
  tags: string[];
}

/**
 * [C4.42, C4.43] How a conversation begins with this prompt: with the root prompt that it refers to as its instructions, and with the
 * tags of both. A root prompt by itself asks what it can help with.
 */
export function planStart(prompt: PromptTemplate, prompts: readonly PromptTemplate[]): StartPlan {
  const first = prompt.type === "root_prompt" ? wrapRoot(prompt) : prompt;
  const rootId = first.data.rootPromptId;
  const root = rootId ? (prompts.find(({ id, type }) => id === rootId && type === "root_prompt") ?? null) : null;
  const instructions = root ? instructionsOf(root) : "";
  return {
    // It has no words of its own: the conversation is for what it does to the answers.
    first: first.type === "output_transformer" ? null : first,
    name: first.name,
    instructions: instructions === "" ? null : instructions,
    tags: tagsOf(root ? [first, root] : [first]),
  };
}

/** A root prompt as a system prompt: its variables stand for nothing. */
export function instructionsOf({ content }: PromptTemplate): string {
  return fillPromptVariables(content, () => "")
    .trim()
    .slice(0, limits.systemPromptLength);
}

/** The tags that conversations get from these prompts. */
export function tagsOf(prompts: readonly PromptTemplate[]): string[] {
  const all = prompts.flatMap(({ data }) => [...(data.conversationTags ?? []), ...(data.requiredTags ?? [])]);
  return [...new Set(all)].slice(0, limits.tagsPerItem);
}

function wrapRoot(root: PromptTemplate): PromptTemplate {
  return {
    ...root,
    type: "prompt",
    name: `Chat with ${root.name}`,
    content: "Tell me about what you can help me with.",
    data: { rootPromptId: root.id },
  };
}
