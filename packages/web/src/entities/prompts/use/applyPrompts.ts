import type { Message, PromptTemplate } from "@lectern/contract";
import type { PromptStore } from "../store/promptStore.ts";

type PromptReader = Pick<PromptStore, "ready" | "state">;

/**
 * The text of a message with the person's prefix prompts for these tags in front of it. The code is loaded at the first use. Rejects if
 * the prompts or the code cannot be read.
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

/**
 * The answer as the person's output transformers for these tags change it; null: none applies. If a transformer fails, the answer keeps
 * its text and names the failure.
 */
export async function applyOutputTransformers(
  promptStore: PromptReader,
  answer: Message,
  tags: readonly string[],
): Promise<Message | null> {
  const prompts = await loadPrompts(promptStore);
  if (!prompts.some(({ type }) => type === "output_transformer")) return null;
  const { tiedTo } = await import("./appliesTo.ts");
  const transformers = tiedTo("output_transformer", tags, prompts);
  if (transformers.length === 0) return null;
  const { transformReply } = await import("../transform/transformReply.ts");
  const { transformApart } = await import("../transform/transformApart.ts");
  return transformReply(answer, transformers, transformApart);
}

/** The person's prompts, once they are read. Rejects if they cannot be read. */
export async function loadPrompts({ ready, state }: PromptReader): Promise<readonly PromptTemplate[]> {
  await ready();
  return state.getState().prompts;
}
