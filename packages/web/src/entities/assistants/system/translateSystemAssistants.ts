import type { AssistantSummary } from "@lectern/contract";
import { getLocale } from "../../../lib/i18n/i18n.ts";

/**
 * Gives the assistants of the server itself, whose texts are English, the texts of the interface's language. Their names
 * are the same in every language.
 */
export async function translateSystemAssistants<Assistant extends AssistantSummary>(
  assistants: readonly Assistant[],
): Promise<Assistant[]> {
  if (getLocale() !== "de" || !assistants.some(({ isSystem }) => isSystem)) return [...assistants];
  const { germanSystemAssistants } = await import("./germanSystemAssistants.ts");
  return assistants.map((assistant) =>
    assistant.isSystem ? { ...assistant, ...germanSystemAssistants[assistant.name] } : assistant,
  );
}
