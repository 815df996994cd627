import { type PromptTemplate, syncPrompts } from "@lectern/contract";
import type { ApiClient } from "./createApiClient.ts";

/** Stores prompt templates for a person, as another device would, and returns them. */
export async function createPrompts(
  api: ApiClient,
  ...prompts: (Pick<PromptTemplate, "name"> & Partial<PromptTemplate>)[]
): Promise<PromptTemplate[]> {
  const items = prompts.map((prompt) => ({
    id: crypto.randomUUID(),
    description: "",
    content: "",
    folderId: null,
    type: "prompt" as const,
    data: {},
    ...prompt,
  }));
  await api.call(syncPrompts, {
    changes: items.map((item) => ({ kind: "prompt" as const, id: item.id, item, revision: 0 })),
  });
  return items;
}
