import { type ExportedQualitySubmission, exportQualitySubmissions } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { call } from "../../../lib/call.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { notifyInfo } from "../../../ui/notices/notify.tsx";

/** A larger file is of no use in a spreadsheet. */
const maxRows = 5_000;

type Row = (string | number | null)[];

/** Reads the submissions that match, the latest first, as the rows of a table with its head. Says so if there are too many. */
export async function loadSubmissionRows(query: string): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(query, cursor);
    rows.push(...page.submissions.map(toRow));
    // A server that never ends a list must not keep the browser busy.
    cursor = page.submissions.length === 0 ? null : page.nextCursor;
  } while (cursor !== null && rows.length < maxRows);
  if (cursor !== null) {
    const count = formatNumber(rows.length);
    notifyInfo("qualityExport", t`The file contains the latest ${count} submissions. Search for the others.`);
  }
  const head = [
    t`Time`,
    t({ message: "Type", context: "submission" }),
    t`Name`,
    t`Email address`,
    t`Summary`,
    t`Purpose`,
    t`Additional comments`,
    t`Number of data sources`,
    t`Messages`,
    t`Chat`,
    t`Id`,
  ];
  return [head, ...rows];
}

const readPage = (query: string, cursor: string | null) =>
  call(exportQualitySubmissions, { query, ...(cursor !== null && { cursor }) });

/** Of an anonymous submission, the time is its day. */
const toRow = (submission: ExportedQualitySubmission): Row => [
  submission.sender ? submission.submittedAt : submission.submittedAt.slice(0, 10),
  submission.type,
  submission.sender?.name ?? null,
  submission.sender?.email ?? null,
  submission.summary,
  submission.purpose,
  submission.additionalComments,
  submission.numberOfDataSources,
  submission.messageCount,
  submission.conversation,
  submission.id,
];
