import { fileTexts } from "@lectern/contract";
import { DocumentReadError } from "./documentReader.ts";

// What went wrong with a document, in words for its person: what to do stands in each.

export const unsupported = (cause?: unknown) => new DocumentReadError("unsupported", fileTexts.unsupported, { cause });

export const nothingExtracted = () => new DocumentReadError("empty", fileTexts.nothingExtracted);

export const encrypted = (cause?: unknown) =>
  new DocumentReadError(
    "encrypted",
    "This document is protected with a password. Remove the password and upload it again.",
    {
      cause,
    },
  );

export const damaged = (cause?: unknown) =>
  new DocumentReadError(
    "damaged",
    "This document could not be read: it is damaged, or not what its name says. Open it in its own program, save it anew and upload that.",
    { cause },
  );

/** Bytes under the name of a text that are none. */
export const notText = () =>
  new DocumentReadError(
    "damaged",
    "This file could not be read: by its name it is text, but its bytes are not. It is damaged, or named wrongly. Save it anew as text and upload that.",
  );

/** `limit`: as in "20 million characters". */
export const tooMuch = (limit: string) =>
  new DocumentReadError(
    "tooMuch",
    `This document is too large: at most ${limit} are taken. Split it and upload the parts.`,
  );

/** A small archive that would become a large one. */
export const zipBomb = () =>
  new DocumentReadError(
    "tooMuch",
    "This document holds far more data than its size shows, and was not unpacked. Save it anew and upload that.",
  );

export const readTimedOut = (seconds: number) =>
  new DocumentReadError(
    "timeout",
    `Reading this document took more than ${seconds} seconds and was ended. Try again, or split it and upload the parts.`,
    { canRetry: true },
  );

export const outOfMemory = (megabytes: number) =>
  new DocumentReadError(
    "memory",
    `Reading this document needs more than the ${megabytes} MB of memory that one document may take. Split it and upload the parts.`,
  );

export const crashed = (cause?: unknown) =>
  new DocumentReadError(
    "crashed",
    "Reading this document broke off unexpectedly. Try again, or save it anew and upload that.",
    {
      canRetry: true,
      cause,
    },
  );
