import { type Attachment, maxTokensOf } from "./attachment.ts";
import { checkAttachments } from "./checkAttachments.ts";
import type {
  DetachedDocuments,
  DocumentRefusal,
  DocumentRules,
  DocumentsStatus,
  DraftRef,
  GetSettledKey,
} from "./draftDocumentTypes.ts";
import { getUploads } from "./getUploads.ts";

/** The functions for the documents of drafts. Loaded when they are first needed. */
export const draftUploads = {
  getUploads,
  check(text: string, draft: DraftRef, rules: DocumentRules): DocumentRefusal | null {
    const attachments = listAttachments(draft);
    const problem = checkAttachments(text, attachments, rules);
    return problem && { status: getStatus(attachments), text: problem.text };
  },
  getStatus: (draft: DraftRef) => getStatus(listAttachments(draft)),
  countTokens: (draft: DraftRef) =>
    listAttachments(draft).reduce((sum, { source }) => sum + ((source && maxTokensOf(source)) ?? 0), 0),
  listFailed: (draft: DraftRef) => listAttachments(draft).filter(isFailed),
  detach({ userId, draftKey }: DraftRef, getSettledKey: GetSettledKey): DetachedDocuments {
    const uploads = getUploads(userId);
    const attachments = uploads.detach(draftKey);
    return {
      dataSources: attachments.flatMap(({ source }) => source ?? []),
      settle: (outcome) => uploads.settle(attachments, outcome, draftKey, getSettledKey(outcome)),
    };
  },
};

const listAttachments = ({ userId, draftKey }: DraftRef) => getUploads(userId).getState().byDraft[draftKey] ?? [];
const isFailed = ({ state }: Attachment) => state === "failed";

function getStatus(attachments: readonly Attachment[]): DocumentsStatus {
  if (attachments.some(isFailed)) return "failed";
  return attachments.some(({ progress }) => progress < 100) ? "pending" : "ready";
}
