import { fileTexts } from "@lectern/contract";
import type { DocumentRefusal, DocumentRules, DraftAddress, TakenDocuments } from "./draftDocuments.ts";
import { failedReason, refuseSending } from "./refuseSending.ts";
import { uploadsOf } from "./uploadsOf.ts";

/** The uploads of drafts. Loaded when a person first attaches something. */
export const draftUploads = {
  uploadsOf,
  refuse(text: string, { userId, draftKey }: DraftAddress, rules: DocumentRules): DocumentRefusal | null {
    const attachments = uploadsOf(userId).getState().byDraft[draftKey] ?? [];
    const refusal = refuseSending(text, attachments, rules);
    if (refusal === null) return null;
    return { text: refusal, details: refusal === fileTexts.stillUploading ? failedReason(attachments) : null };
  },
  take({ userId, draftKey }: DraftAddress, currentKey: () => string): TakenDocuments {
    const uploads = uploadsOf(userId);
    const taken = uploads.take(draftKey);
    return {
      dataSources: taken.flatMap(({ source }) => source ?? []),
      settle: (outcome) => uploads.settle(taken, outcome, draftKey, currentKey()),
    };
  },
};
