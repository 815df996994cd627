import { type DataSource, readFileContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { call } from "../../lib/call.ts";

const itemsPerRequest = 500;
/** Loading ends once the text is longer than this, because no message can contain it. */
const maxTextCharacters = 4_000_000;

/** Loads the extracted text of a file. Throws CallError, or Error if the data source is not a single file. */
export async function readDocumentText(source: DataSource): Promise<string> {
  const key = source.id.startsWith("s3://") ? source.id.slice("s3://".length) : null;
  if (key === null) throw new Error(t`Only files can be inserted as text. Choose files instead of a tag.`);
  const parts: string[] = [];
  let length = 0;
  for (let from = 0; ; ) {
    const { items, totalItems } = await call(readFileContent, { key, from, count: itemsPerRequest });
    for (const { content } of items) {
      parts.push(content);
      length += content.length;
    }
    from += items.length;
    if (items.length === 0 || from >= totalItems || length > maxTextCharacters) return parts.join("\n");
  }
}
