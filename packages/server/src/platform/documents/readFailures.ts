import { fileTexts } from "@lectern/contract/fileTypes";
import { DocumentReadError } from "./documentReader.ts";

// Errors for the user. Each message says what went wrong with the document and what to do.

export const createUnsupportedError = (cause?: unknown) =>
  new DocumentReadError("unsupported", fileTexts.unsupported, { cause });

/** For a format that another one has replaced. `extension`: that of the new one. */
export const createOldFormatError = (extension: string) =>
  new DocumentReadError("unsupported", fileTexts.saveAs(extension));

export const createNothingExtractedError = () => new DocumentReadError("empty", fileTexts.nothingExtracted);

export const createEncryptedError = (cause?: unknown) =>
  new DocumentReadError(
    "encrypted",
    "This document is protected with a password. Remove the password and upload it again.",
    {
      cause,
    },
  );

export const createDamagedError = (cause?: unknown) =>
  new DocumentReadError(
    "damaged",
    "This document couldn’t be read: it is damaged, or its contents don’t match its file type. " +
      "Open it in its own program, save it again and upload the new file.",
    { cause },
  );

/** For a PDF form that only Adobe's programs can show; its pages only say so. */
export const createXfaError = () =>
  new DocumentReadError(
    "unsupported",
    "This PDF is a form of the kind XFA, whose text only Adobe Acrobat can show. " +
      "Open it in Acrobat, print it to a new PDF and upload that.",
  );

export const isXfaError = (error: DocumentReadError) => error.userMessage === createXfaError().userMessage;

/** For a file whose name says that it is text, but whose bytes are not text. */
export const createNotTextError = () =>
  new DocumentReadError(
    "damaged",
    "This file couldn’t be read: its name says that it is text, but its contents aren’t. " +
      "It may be damaged or have the wrong name. Save it again as text and upload the new file.",
  );

/** `limit`: for example "20 million characters". */
export const createTooLargeError = (limit: string) =>
  new DocumentReadError("tooMuch", `This document is too large: the limit is ${limit}. Split it and upload the parts.`);

/** For an archive that inflates to far more than its size. */
export const createZipBombError = () =>
  new DocumentReadError(
    "tooMuch",
    "This document contains far more data than its size suggests, so it wasn’t unpacked. " +
      "Save it again and upload the new file.",
  );

export const createTimeoutError = (seconds: number) =>
  new DocumentReadError(
    "timeout",
    `Reading this document took more than ${seconds} seconds and was stopped. ` +
      "Try again, or split it and upload the parts.",
    { canRetry: true },
  );

export const createOutOfMemoryError = (megabytes: number) =>
  new DocumentReadError(
    "memory",
    `Reading this document needs more than ${megabytes} MB of memory, the limit for one document. ` +
      "Split it and upload the parts.",
  );

/** For a file that needs more memory than a file of its size may use, and less than the configured limit. */
export const createDisproportionateError = (megabytes: number) =>
  new DocumentReadError(
    "memory",
    `Reading this document needs more than ${Math.floor(megabytes)} MB of memory, far more than its size suggests. ` +
      "Open it in its own program, save it again and upload the new file.",
  );

export const createCrashedError = (cause?: unknown) =>
  new DocumentReadError(
    "crashed",
    "Reading this document failed unexpectedly. Try again, or save it again and upload the new file.",
    {
      canRetry: true,
      cause,
    },
  );
