import { limits, type listGroupConversations, type OpOutput } from "@lectern/contract";
import { getRecordColumns } from "./recordColumns.ts";

type Page = OpOutput<typeof listGroupConversations>;

/** Loads all records that match, as rows of a spreadsheet below the names of the columns. */
export async function loadRecordRows(
  loadPage: (page: { offset: number; limit: number }) => Promise<Page>,
): Promise<(string | number | null)[][]> {
  const limit = limits.conversationRecordsPerPage;
  const rows: (string | number | null)[][] = [];
  for (let offset = 0; offset <= limits.conversationRecordsOffset; offset += limit) {
    const { records, total, areIdentitiesHidden } = (await loadPage({ offset, limit })).data;
    const columns = getRecordColumns({ areWeeks: areIdentitiesHidden });
    if (rows.length === 0) rows.push(columns.map(({ label }) => label));
    rows.push(...records.map((record) => columns.map(({ id }) => record[id])));
    if (records.length === 0 || offset + limit >= total) break;
  }
  return rows;
}
