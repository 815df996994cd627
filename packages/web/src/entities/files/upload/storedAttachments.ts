import { DataSource } from "@lectern/contract";
import * as z from "zod/mini";
import { type Attachment, createSourceAttachment, uploadedProgress } from "./attachment.ts";

const StoredDraft = z.object({
  wasSent: z.boolean(),
  documents: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      isImage: z.boolean(),
      key: z.nullable(z.string()),
      statusUrl: z.nullable(z.string()),
      source: z.nullable(DataSource),
    }),
  ),
});

export interface StoredDocuments {
  attachments: Attachment[];
  /**
   * True if the documents were sent with a message that the server did not accept. They no longer belong to the draft
   * if the conversation contains the message after all.
   */
  wasSent: boolean;
}

/** Serializes the uploaded documents of a draft, so that they survive a reload. Returns null if there are none. */
export function serializeAttachments(attachments: readonly Attachment[], wasSent = false): string | null {
  const documents = attachments
    .filter(({ isUploaded, key, source }) => isUploaded && (key !== null || source !== null))
    .map(({ name, type, isImage, key, statusUrl, source }) => ({ name, type, isImage, key, statusUrl, source }));
  return documents.length === 0 ? null : JSON.stringify({ wasSent, documents } satisfies z.infer<typeof StoredDraft>);
}

/** Parses stored documents. Returns no documents if the text is invalid. */
export function parseStoredAttachments(text: string | null): StoredDocuments {
  const noDocuments = { attachments: [], wasSent: false };
  if (text === null) return noDocuments;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return noDocuments; // The stored text is damaged.
  }
  const parseResult = z.safeParse(StoredDraft, json);
  if (!parseResult.success) return noDocuments;
  const attachments = parseResult.data.documents.map(({ source, ...fields }): Attachment => {
    if (source) return { ...createSourceAttachment(source), ...fields };
    return {
      ...fields,
      id: crypto.randomUUID(),
      state: "processing",
      progress: uploadedProgress,
      reason: null,
      canRetry: false,
      isUploaded: true,
      source: null,
      previewUrl: null,
    };
  });
  return { attachments, wasSent: parseResult.data.wasSent };
}
