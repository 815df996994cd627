import { generousEstimate } from "../../../../../platform/tokenCounter.ts";
import { type DocumentTableRow, formatDownloadLink, type DocumentsBlock, formatTableRow } from "./documentsBlock.ts";

/** What stands beside the passages: as much of the table and of the links as fits. */
export interface DocumentExtras extends Pick<DocumentsBlock, "table" | "linkable" | "unlisted"> {
  /** With the sentences before them. */
  tokens: number;
}

const sentenceTokens = 60;

/** Takes rows, then links, in their order, as long as they fit into `room` tokens: a tag may stand for a thousand documents. */
export function fitDocumentExtras(
  { table, linkable }: { table: readonly DocumentTableRow[]; linkable: readonly string[] },
  room: number,
): DocumentExtras {
  let tokens = 0;
  const take = <Line>(lines: readonly Line[], written: (line: Line) => string): Line[] => {
    if (lines.length === 0) return [];
    tokens += sentenceTokens;
    const end = lines.findIndex((line) => {
      const cost = generousEstimate(written(line)) + 1;
      if (tokens + cost > room) return true;
      tokens += cost;
      return false;
    });
    return end < 0 ? [...lines] : lines.slice(0, end);
  };
  const rows = take(table, (line) => formatTableRow(line, table.length));
  const links = take(linkable, formatDownloadLink);
  return { table: rows, linkable: links, unlisted: table.length - rows.length, tokens };
}
