import { readFileContent } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { loadReadyContent } from "../loadReadyContent.ts";

export const readFileContentHandler = implement(readFileContent, async (ctx, { from, count, ...which }) => {
  const { file, content } = await loadReadyContent(ctx, which);
  const { name, type } = file;
  if (!content) return { name, type, totalItems: 0, locationProperties: [], from, items: [] };
  const { totalItems, locationProperties } = content;
  return { name, type, totalItems, locationProperties, from, items: content.content.slice(from, from + count) };
});
