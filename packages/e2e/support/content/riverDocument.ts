import type { CitedPassage, FileRecord } from "@lectern/contract";
import { appendMessages, createConversation } from "@lectern/contract";
import type { ApiClient } from "./createApiClient.ts";
import { type FileToUpload, uploadAndExtract } from "./uploadByApi.ts";

/** The text of a passage, different for each number from 0. Every 20th is a heading. */
export const riverText = (passage: number) =>
  passage % 20 === 0
    ? `Chapter ${passage / 20}`
    : `Piece ${passage} tells how the river carries sand past stone ${passage}.`;

export const riverPassageCount = 600;

/** A long document with known passages. */
export const riverFile: FileToUpload = {
  name: "rivers.md",
  type: "text/markdown",
  content: Array.from({ length: riverPassageCount }, (_, passage) =>
    passage % 20 === 0 ? `# ${riverText(passage)}` : riverText(passage),
  ).join("\n\n"),
};

export const uploadRiver = (api: ApiClient, url: string) => uploadAndExtract(api, url, riverFile);

/** A passage of a document as an answer stores it. */
export function buildCitedPassage(
  file: FileRecord,
  index: number | undefined,
  passage: number,
  content = riverText(passage),
): CitedPassage {
  return {
    ...(index === undefined ? {} : { index }),
    content,
    name: file.name,
    key: file.id,
    contentKey: file.contentKey,
    groupId: null,
    type: file.type,
    locations: [{ line: passage * 2 + 1 }],
    originalIndexes: [passage],
  };
}

/** Creates a conversation with one question and an answer that cites these passages; returns its id. */
export async function createAnsweredConversation(
  api: ApiClient,
  content: string,
  sources: Record<string, { sources: unknown[] }>,
): Promise<string> {
  const id = crypto.randomUUID();
  await api.call(createConversation, { conversation: { id, name: "Rivers" } });
  const data = { modelName: "A model", end: { end: "done" as const }, state: { sources } };
  await api.call(appendMessages, {
    conversationId: id,
    headId: "answer",
    messages: [
      { id: "question", parentId: null, role: "user", content: "What does the river do?" },
      { id: "answer", parentId: "question", role: "assistant", content, data },
    ],
  });
  return id;
}
