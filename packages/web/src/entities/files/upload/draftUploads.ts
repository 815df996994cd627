import { checkAttachments, describeFailures } from "./checkAttachments.ts";
import type {
  DetachedDocuments,
  DocumentRefusal,
  DocumentRules,
  DraftRef,
  GetSettledKey,
} from "./draftDocumentTypes.ts";
import { getUploads } from "./getUploads.ts";

/** The functions for the documents of drafts. Loaded when they are first needed. */
export const draftUploads = {
  getUploads,
  check(text: string, { userId, draftKey }: DraftRef, rules: DocumentRules): DocumentRefusal | null {
    const attachments = getUploads(userId).getState().byDraft[draftKey] ?? [];
    const problem = checkAttachments(text, attachments, rules);
    if (problem === null) return null;
    return { text: problem.text, details: problem.kind === "notReady" ? describeFailures(attachments) : null };
  },
  detach({ userId, draftKey }: DraftRef, getSettledKey: GetSettledKey): DetachedDocuments {
    const uploads = getUploads(userId);
    const attachments = uploads.detach(draftKey);
    return {
      dataSources: attachments.flatMap(({ source }) => source ?? []),
      settle: (outcome) => uploads.settle(attachments, outcome, draftKey, getSettledKey(outcome)),
    };
  },
};
