import type { PromptTemplate } from "@lectern/contract";
import type { PromptPorts } from "../chat/runs/chatPorts.ts";
import type { Library } from "./store/library.ts";

/** What the library's prompts do to the messages of the chat. The code behind it is loaded when a conversation has tags. */
export function promptPorts(library: Library): PromptPorts {
  return {
    async prefixed(text, tags) {
      const prompts = await promptsOf(library);
      if (!prompts.some(({ type }) => type === "prefix_prompt")) return text;
      const { prefixMessage } = await import("./use/prefixMessage.ts");
      return prefixMessage(text, tags, prompts);
    },
    async transformed(reply, tags) {
      const prompts = await promptsOf(library);
      if (!prompts.some(({ type }) => type === "output_transformer")) return null;
      const { tiedTo } = await import("./use/appliesTo.ts");
      const transformers = tiedTo("output_transformer", tags, prompts);
      if (transformers.length === 0) return null;
      const { transformReply } = await import("./transform/transformReply.ts");
      const { transformApart } = await import("./transform/transformApart.ts");
      return transformReply(reply, transformers, transformApart);
    },
  };
}

/** The person's prompts, once they are read. Rejects where they cannot be. */
export async function promptsOf({ ready, state }: Library): Promise<readonly PromptTemplate[]> {
  await ready();
  return state.getState().prompts;
}
