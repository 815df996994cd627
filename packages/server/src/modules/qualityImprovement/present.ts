import type { ExportedQualitySubmission, ListedQualitySubmission, QualitySubmission } from "@lectern/contract";
import { limits } from "@lectern/contract";
import type { ListedRow, SubmissionRow } from "./repository.ts";
import { type SubmittedContent, toTranscript } from "./submittedContent.ts";

export const presentListed = (row: ListedRow): ListedQualitySubmission => ({
  id: row.id,
  type: row.type,
  submittedAt: row.submitted_at.toISOString(),
  sender: row.owner_id === null ? null : { name: row.senderName ?? "", email: row.senderEmail ?? "" },
  summary: row.summary,
  numberOfDataSources: row.data_source_count,
  messageCount: row.message_count,
});

export function presentSubmission(row: SubmissionRow): QualitySubmission {
  return { ...presentTexts(row), ...parseContent(row) };
}

export function presentExported(row: SubmissionRow): ExportedQualitySubmission {
  const { conversation } = parseContent(row);
  return { ...presentTexts(row), conversation: toTranscript(conversation, limits.exportedConversationLength) };
}

const presentTexts = (row: SubmissionRow) => ({
  ...presentListed(row),
  purpose: row.purpose,
  additionalComments: row.comments,
});

/** Written by `submitQualityImprovement`. The op's output is parsed. */
const parseContent = ({ content }: SubmissionRow): SubmittedContent => JSON.parse(content) as SubmittedContent;
