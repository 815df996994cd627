import type { Folder, PromptTemplate } from "@lectern/contract";

/** Tags that only the server gives. */
const isOwnTag = (tag: string) => !tag.startsWith("amplify:");

/** A prompt as a person may have it: it belongs to no group, and has none of the system's tags. */
export function ownPrompt({ groupId: _, ...prompt }: PromptTemplate): PromptTemplate {
  const { tags, requiredTags, conversationTags } = prompt.data;
  const data = {
    ...prompt.data,
    ...(tags ? { tags: tags.filter(isOwnTag) } : {}),
    ...(requiredTags ? { requiredTags: requiredTags.filter(isOwnTag) } : {}),
    ...(conversationTags ? { conversationTags: conversationTags.filter(isOwnTag) } : {}),
  };
  // As it comes back from the database, so that the two can be compared.
  return JSON.parse(JSON.stringify({ ...prompt, data }));
}

/** A folder as it is stored, which a person's own are. */
export interface OwnFolder {
  id: string;
  name: string;
  type: Folder["type"];
  date: string | null;
  pinned: boolean;
}

export function ownFolder({ id, name, type, date, pinned }: Folder): OwnFolder {
  return { id, name, type, date: date ?? null, pinned: pinned ?? false };
}

export function presentFolder({ id, name, type, date, pinned }: OwnFolder): Folder {
  return { id, name, type, ...(date === null ? {} : { date }), pinned };
}
