import { type AssistantSummary, systemAssistantTags } from "@lectern/contract";
import type { QueryClient } from "@tanstack/react-query";
import { flagsQuery } from "../../flags/useFlag.ts";

const apiTags: ReadonlySet<string> = new Set([systemAssistantTags.apiKeyManager, systemAssistantTags.apiDocHelper]);

/** Removes the server's assistants for API keys and the API, unless the person has the flag `apiKeys`. */
export async function withoutApiAssistants<Assistant extends Pick<AssistantSummary, "tags">>(
  assistants: readonly Assistant[],
  cache: QueryClient,
): Promise<Assistant[]> {
  const isApi = ({ tags }: Assistant) => tags.some((tag) => apiTags.has(tag));
  if (!assistants.some(isApi)) return [...assistants];
  // Flags that cannot be loaded count as off.
  const flags = await cache.fetchQuery(flagsQuery).catch(() => undefined);
  return flags?.apiKeys ? [...assistants] : assistants.filter((assistant) => !isApi(assistant));
}
