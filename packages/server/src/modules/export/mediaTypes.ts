import type { ConvertFormat } from "@lectern/contract";

/** Media types of converted documents. */
export const mediaTypes: Record<ConvertFormat, string> = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};
