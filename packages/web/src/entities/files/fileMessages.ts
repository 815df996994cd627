import { fileTexts } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";

/** The texts of `fileTexts` in the language in use. Server and specification have them in English. */
export const fileMessages = {
  unsupported: () => t`This file type is not supported.`,
  uploadFailed: () => t`upload failed`,
  presignFailed: (status: string) => t`Failed to get presigned url: ${status}`,
  putFailed: (status: string) => t`Upload failed with status code ${status}`,
  putNetworkError: () => t`Network error occurred during file upload.`,
  stillUploading: () => t`Please wait for all documents to finish uploading or remove them from the prompt.`,
  downloadFailed: () => t`Error downloading file. Please try again.`,
  downloadOffline: () => t`Unable to download. Please check your Internet connection and try again.`,
  downloadUnreachable: () =>
    t`Failed to reach the download service. Please check your Internet connection and try again.`,
  documentMissing: () => t`Unable to provide the document at this time.`,
  tagsFailed: () => t`Error loading tags`,
  filesFailed: () => t`Error loading data`,
  noSources: () => t`No Sources to Display`,
  imagesNotSeen: () => t`This model can’t see images. Choose a model that can, or go on without the image.`,
  nothingExtracted: () =>
    t`I was unable to extract any text from the provided document. If this is a PDF, please OCR the PDF before uploading it.`,
  unreadable: () => t`Couldn’t read the document.`,
};

/** Returns why a document cannot be used, in the language in use: a text of `fileTexts` or of the server. */
export function translateFileText(text: string): string {
  const prefix = `${fileTexts.unsupported} `;
  const saveAs = /^Please save the file as (\w+)\.$/.exec(text.slice(prefix.length))?.[1];
  const extensions = /^Please upload a file of type: (.+)$/.exec(text.slice(prefix.length))?.[1];
  if (text.startsWith(prefix) && saveAs) return t`This file type is not supported. Please save the file as ${saveAs}.`;
  if (text.startsWith(prefix) && extensions)
    return t`This file type is not supported. Please upload a file of type: ${extensions}`;
  switch (text) {
    case fileTexts.unsupported:
      return fileMessages.unsupported();
    case fileTexts.imagesNotSeen:
      return fileMessages.imagesNotSeen();
    case fileTexts.nothingExtracted:
      return fileMessages.nothingExtracted();
    case unreadableText:
      return fileMessages.unreadable();
    default:
      return translateServerText(text);
  }
}

// Not translated: the server's text.
const unreadableText = "Couldn’t read the document.";
