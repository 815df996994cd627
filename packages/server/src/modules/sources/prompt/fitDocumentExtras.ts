import { estimateMaxTokens } from "../../../platform/tokenCounter.ts";
import { type DocumentsBlock, type DocumentTableRow, formatDownloadLink, formatTableRow } from "./documentsBlock.ts";

/** The table rows of documents and the download links that fit into the budget. */
export interface DocumentExtras extends Pick<DocumentsBlock, "table" | "linkableNames" | "unlistedCount"> {
  /** Tokens of the rows, the links and the sentences that introduce them. */
  tokens: number;
}

const introductionTokens = 60;

/** Selects rows, then links, in order, until `budget` tokens are used: a tag may have thousands of documents. */
export function fitDocumentExtras(
  { table, linkableNames }: { table: readonly DocumentTableRow[]; linkableNames: readonly string[] },
  budget: number,
): DocumentExtras {
  let tokens = 0;
  const selectFittingLines = <Line>(lines: readonly Line[], format: (line: Line) => string): Line[] => {
    if (lines.length === 0) return [];
    tokens += introductionTokens;
    const end = lines.findIndex((line) => {
      const lineTokens = estimateMaxTokens(format(line)) + 1;
      if (tokens + lineTokens > budget) return true;
      tokens += lineTokens;
      return false;
    });
    return end < 0 ? [...lines] : lines.slice(0, end);
  };
  const rows = selectFittingLines(table, (line) => formatTableRow(line, table.length));
  const fittingNames = selectFittingLines(linkableNames, formatDownloadLink);
  return { table: rows, linkableNames: fittingNames, unlistedCount: table.length - rows.length, tokens };
}
