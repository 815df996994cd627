import { fillPromptVariables, limits, type PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** How to start a conversation with a prompt. */
export interface StartPlan {
  /** The template of the first message; null: the conversation opens without a message. */
  firstPrompt: PromptTemplate | null;
  /** The name of the first message's template, which becomes part of the conversation's name. */
  name: string;
  /** System prompt; null: the default one. */
  instructions: string | null;
  tags: string[];
}

/**
 * Plans a conversation that starts with this prompt. The root prompt that it refers to becomes the instructions, and
 * the conversation gets the tags of both. A root prompt on its own starts the conversation with the question what the
 * model can help with.
 */
export function planStart(prompt: PromptTemplate, prompts: readonly PromptTemplate[]): StartPlan {
  const firstPrompt = prompt.type === "root_prompt" ? toFirstPrompt(prompt) : prompt;
  const rootId = firstPrompt.data.rootPromptId;
  const root = rootId ? (prompts.find(({ id, type }) => id === rootId && type === "root_prompt") ?? null) : null;
  const instructions = root ? toSystemPrompt(root) : "";
  return {
    // An output transformer has no text to send: it only changes answers.
    firstPrompt: firstPrompt.type === "output_transformer" ? null : firstPrompt,
    name: firstPrompt.name,
    instructions: instructions === "" ? null : instructions,
    tags: getConversationTags(root ? [firstPrompt, root] : [firstPrompt]),
  };
}

/** Converts a root prompt to a system prompt. Its variables are removed. */
export function toSystemPrompt({ content }: PromptTemplate): string {
  return fillPromptVariables(content, () => "")
    .trim()
    .slice(0, limits.systemPromptLength);
}

/** Returns the tags that these prompts add to a conversation. */
export function getConversationTags(prompts: readonly PromptTemplate[]): string[] {
  const allTags = prompts.flatMap(({ data }) => [...(data.conversationTags ?? []), ...(data.requiredTags ?? [])]);
  return [...new Set(allTags)].slice(0, limits.tagsPerItem);
}

function toFirstPrompt(root: PromptTemplate): PromptTemplate {
  const { name } = root;
  return {
    ...root,
    type: "prompt",
    name: t`Chat with ${name}`,
    content: t`Tell me about what you can help me with.`,
    data: { rootPromptId: root.id },
  };
}
