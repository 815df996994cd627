import { DataSource } from "@lectern/contract";
import * as z from "zod/mini";
import { type Attachment, attachmentOfSource, sentProgress } from "./attachment.ts";

const Kept = z.object({
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

export interface KeptDocuments {
  attachments: Attachment[];
  /** They went with a message that the server refused: the conversation may have it all the same. */
  wasSent: boolean;
}

/** What of a draft's documents survives a reload: those whose bytes are all on the server. Null: none. */
export function writeKept(attachments: readonly Attachment[], wasSent = false): string | null {
  const documents = attachments
    .filter(({ isSent, key, source }) => isSent && (key !== null || source !== null))
    .map(({ name, type, isImage, key, statusUrl, source }) => ({ name, type, isImage, key, statusUrl, source }));
  return documents.length === 0 ? null : JSON.stringify({ wasSent, documents } satisfies z.infer<typeof Kept>);
}

/** The documents as they were kept. What is not understood is left out. */
export function readKept(text: string | null): KeptDocuments {
  const nothing = { attachments: [], wasSent: false };
  if (text === null) return nothing;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return nothing; // not ours
  }
  const parsed = z.safeParse(Kept, given);
  if (!parsed.success) return nothing;
  const attachments = parsed.data.documents.map(({ source, ...kept }): Attachment => {
    if (source) return { ...attachmentOfSource(source), ...kept };
    return {
      ...kept,
      id: crypto.randomUUID(),
      state: "processing",
      progress: sentProgress,
      reason: null,
      isSent: true,
      source: null,
      previewUrl: null,
    };
  });
  return { attachments, wasSent: parsed.data.wasSent };
}
