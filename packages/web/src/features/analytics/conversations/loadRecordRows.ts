import { limits, type listGroupConversations, type OpOutput } from "@lectern/contract";
import { getRecordColumns } from "./recordColumns.ts";

type Page = OpOutput<typeof listGroupConversations>;

/** Loads all records that match, as rows of a spreadsheet below the names of the columns. */
export async function loadRecordRows(
  loadPage: (page: { offset: number; limit: number }) => Promise<Page>,
): Promise<(string | number | null)[][]> {
  const columns = getRecordColumns();
  const limit = limits.conversationRecordsPerPage;
  const rows: (string | number | null)[][] = [columns.map(({ label }) => label)];
  for (let offset = 0; offset <= limits.conversationRecordsOffset; offset += limit) {
    const { records, total } = (await loadPage({ offset, limit })).data;
    rows.push(...records.map((record) => columns.map(({ id }) => record[id])));
    if (records.length === 0 || offset + limit >= total) break;
  }
  return rows;
}
