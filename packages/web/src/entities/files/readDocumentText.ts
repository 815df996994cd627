import { type DataSource, readFileContent } from "@lectern/contract";
import { call } from "../../lib/call.ts";

const piecesAtOnce = 500;
/** What a message could not hold anyway. */
const longestText = 4_000_000;

/** All the text that was taken from one of the person's files. Throws CallError, and an Error for what is no single file. */
export async function readDocumentText(source: DataSource): Promise<string> {
  const key = source.id.startsWith("s3://") ? source.id.slice("s3://".length) : null;
  if (key === null) throw new Error("Only a single file can be put into the text. Please choose files, not a tag.");
  const parts: string[] = [];
  let length = 0;
  for (let from = 0; ; ) {
    const { items, totalItems } = await call(readFileContent, { key, from, count: piecesAtOnce });
    for (const { content } of items) {
      parts.push(content);
      length += content.length;
    }
    from += items.length;
    if (items.length === 0 || from >= totalItems || length > longestText) return parts.join("\n");
  }
}
