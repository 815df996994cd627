import type { Folder, PromptTemplate } from "@lectern/contract";

/** False for tags that only the server assigns. */
const isUserTag = (tag: string) => !tag.startsWith("amplify:");

/** Removes what a person cannot set: the group, the mark of received prompts, and the tags that only the server assigns. */
export function toStoredPrompt({ groupId: _, ...prompt }: PromptTemplate): PromptTemplate {
  const { isReceived: _received, ...fields } = prompt.data;
  const { tags, requiredTags, conversationTags } = fields;
  const data = {
    ...fields,
    ...(tags ? { tags: tags.filter(isUserTag) } : {}),
    ...(requiredTags ? { requiredTags: requiredTags.filter(isUserTag) } : {}),
    ...(conversationTags ? { conversationTags: conversationTags.filter(isUserTag) } : {}),
  };
  // Convert to JSON and back, as the database does, so that the prompt can be compared with a stored one.
  return JSON.parse(JSON.stringify({ ...prompt, data }));
}

/** What the recipient of a prompt may do with it. */
export const receivedRights = {
  access: { read: true, write: false },
  noCopy: true,
  noEdit: true,
  noDelete: true,
  noShare: true,
  isReceived: true,
} as const;

export function toReceivedPrompt(prompt: PromptTemplate): PromptTemplate {
  return { ...prompt, data: { ...prompt.data, ...receivedRights } };
}

/** A person's own folder in the form in which it is stored. Built-in folders are not stored. */
export interface StoredFolder {
  id: string;
  name: string;
  type: Folder["type"];
  date: string | null;
  pinned: boolean;
}

export function toStoredFolder({ id, name, type, date, pinned }: Folder): StoredFolder {
  return { id, name, type, date: date ?? null, pinned: pinned ?? false };
}

export function presentStoredFolder({ id, name, type, date, pinned }: StoredFolder): Folder {
  return { id, name, type, ...(date === null ? {} : { date }), pinned };
}
