import type { Message, PromptTemplate } from "@lectern/contract";
import type { PromptStore } from "../store/promptStore.ts";

type PromptReader = Pick<PromptStore, "ready" | "state">;

/**
 * Puts the person's prefix prompts for these tags before the text of a message. Rejects if the prompts, or the code
 * that applies them, cannot be loaded.
 */
export async function applyPrefixPrompts(
  promptStore: PromptReader,
  text: string,
  tags: readonly string[],
): Promise<string> {
  const prompts = await loadPrompts(promptStore);
  if (!prompts.some(({ type }) => type === "prefix_prompt")) return text;
  const { prefixMessage } = await import("./prefixMessage.ts");
  return prefixMessage(text, tags, prompts);
}

/** True if the person has output transformers for these tags. Rejects if the prompts cannot be loaded. */
export async function hasOutputTransformers(promptStore: PromptReader, tags: readonly string[]): Promise<boolean> {
  return (await findOutputTransformers(promptStore, tags)).length > 0;
}

/**
 * Applies the person's output transformers for these tags to an answer. Returns null if there are none. A transformer
 * that fails does not change the text; the notice of the answer names the failure.
 */
export async function applyOutputTransformers(
  promptStore: PromptReader,
  answer: Message,
  tags: readonly string[],
): Promise<Message | null> {
  const transformers = await findOutputTransformers(promptStore, tags);
  if (transformers.length === 0) return null;
  const { transformAnswer } = await import("../transform/transformAnswer.ts");
  const { transformInWorker } = await import("../transform/transformInWorker.ts");
  return transformAnswer(answer, transformers, transformInWorker);
}

async function findOutputTransformers(promptStore: PromptReader, tags: readonly string[]): Promise<PromptTemplate[]> {
  if (tags.length === 0) return [];
  const prompts = await loadPrompts(promptStore);
  if (!prompts.some(({ type }) => type === "output_transformer")) return [];
  const { findPromptsForTags } = await import("./appliesTo.ts");
  return findPromptsForTags("output_transformer", tags, prompts);
}

/** Returns the person's prompts once they are loaded. Rejects if they cannot be loaded. */
export async function loadPrompts({ ready, state }: PromptReader): Promise<readonly PromptTemplate[]> {
  await ready();
  return state.getState().prompts;
}
