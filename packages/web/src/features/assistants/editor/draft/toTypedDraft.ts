import type { AssistantContent, AssistantDefinition } from "@lectern/contract";
import { type AssistantDraft, toDraft } from "./assistantDraft.ts";
import { mergeDrafts } from "./mergeDrafts.ts";

/**
 * Returns what has been saved, as the author typed it where that is the same for the server: a space at the end or an
 * empty line must not disappear below the cursor. `content`: what was sent of `submitted`. `stored` null: it was not read. Pure.
 */
export function toTypedDraft(
  submitted: AssistantDraft,
  content: AssistantContent,
  stored: AssistantDefinition | null,
): AssistantDraft {
  const expected = toDraft({ ...content, isPublished: submitted.isPublished });
  const { dataSources, groupTypeData } = expected;
  return mergeDrafts(expected, stored ? toDraft(stored) : expected, { ...submitted, dataSources, groupTypeData });
}
