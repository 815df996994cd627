import type { AssistantDocument, DataSource } from "@lectern/contract";
import { parseDataSourceId } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { translateFileText } from "../../../../entities/files/fileMessages.ts";
import {
  type Attachment,
  createSourceAttachment,
  uploadedProgress,
} from "../../../../entities/files/upload/attachment.ts";

/**
 * Returns the documents that an assistant has already, with their states. A document whose state is unknown counts as
 * ready.
 */
export function describeSavedDocuments(
  sources: readonly DataSource[],
  states: ReadonlyMap<string, AssistantDocument>,
): Attachment[] {
  return sources.map((source) => {
    const attachment = { ...createSourceAttachment(source), id: source.id };
    const ref = parseDataSourceId(source.id);
    const document = ref?.kind === "file" ? states.get(ref.key) : undefined;
    if (!document) return attachment;
    const { key, name, state, reason } = document;
    const known = { ...attachment, key, name };
    switch (state) {
      case "ready":
        return { ...known, source: { ...source, totalTokens: document.totalTokens ?? source.totalTokens } };
      case "deleted":
        return { ...known, state: "failed", progress: 0, source: null, reason: t`This file no longer exists.` };
      case "failed":
        return {
          ...known,
          state,
          progress: 0,
          canRetry: true,
          reason: reason === null ? null : translateFileText(reason),
        };
      case "uploading":
      case "queued":
      case "extracting":
        return { ...known, state: "processing", progress: uploadedProgress };
      default:
        return state satisfies never;
    }
  });
}
