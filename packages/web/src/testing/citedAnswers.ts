import type { CitedPassage, FileRecord } from "@lectern/contract";
import { createBranch, createConversation, storeLocalConversations } from "./conversations.ts";
import { createTextFile, type StubbedFile } from "./stubFiles.ts";

/** The text of a passage, different for each number from 0. Every 20th is a heading. */
export const riverText = (passage: number) =>
  passage % 20 === 0
    ? `Chapter ${passage / 20}`
    : `Piece ${passage} tells how the river carries sand past stone ${passage}.`;

export const riverPassageCount = 600;

/** Creates a long document with known passages. */
export const createRiver = (name = "rivers.md"): StubbedFile =>
  createTextFile(
    { name, type: "text/markdown" },
    Array.from({ length: riverPassageCount }, (_, passage) => ({
      content: riverText(passage),
      kind: passage % 20 === 0 ? ("heading" as const) : ("paragraph" as const),
    })),
  );

/** Builds a passage of a document as an answer stores it. */
export function buildCitedPassage(
  file: Pick<FileRecord, "id" | "name" | "type" | "contentKey">,
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

type Sources = Record<string, { sources: unknown[] }>;

/** Stores a local conversation with an answer that cites these passages, which is opened at `#c=` and its id. */
export async function storeAnswer(text: string, sources: Sources, id = "stored"): Promise<void> {
  const [question, answer] = createBranch(["What does the river do?", text], id);
  if (!question || !answer) throw new Error("A branch has two messages.");
  const messages = [question, { ...answer, data: { ...answer.data, state: { sources } } }];
  await storeLocalConversations(createConversation({ id, name: "Rivers", messages }));
}
