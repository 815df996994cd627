import type { CitedPassage, FileRecord } from "@lectern/contract";
import { appendMessages, createConversation } from "@lectern/contract";
import type { ApiClient } from "./createApiClient.ts";
import { type TestFile, uploadAndExtract } from "./uploadByApi.ts";

/** Says something else in each of its pieces, which are numbered from 0. Every 20th is a heading. */
export const riverText = (piece: number) =>
  piece % 20 === 0 ? `Chapter ${piece / 20}` : `Piece ${piece} tells how the river carries sand past stone ${piece}.`;

export const riverPassageCount = 600;

/** A long document, whose pieces are known. */
export const riverFile: TestFile = {
  name: "rivers.md",
  type: "text/markdown",
  content: Array.from({ length: riverPassageCount }, (_, piece) =>
    piece % 20 === 0 ? `# ${riverText(piece)}` : riverText(piece),
  ).join("\n\n"),
};

export const uploadRiver = (api: ApiClient, url: string) => uploadAndExtract(api, url, riverFile);

/** A passage of a document as an answer keeps it. */
export function sourceOf(
  file: FileRecord,
  index: number | undefined,
  piece: number,
  content = riverText(piece),
): CitedPassage {
  return {
    ...(index === undefined ? {} : { index }),
    content,
    name: file.name,
    key: file.id,
    contentKey: file.contentKey,
    groupId: null,
    type: file.type,
    locations: [{ line: piece * 2 + 1 }],
    originalIndexes: [piece],
  };
}

/** Keeps a conversation of one question and an answer with these sources; gives its id. */
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
