import { fileTexts } from "@lectern/contract";
import { ReadFailed } from "./documentReader.ts";

// What went wrong with a document, in words for its person: what to do stands in each.

export const unsupported = (cause?: unknown) => new ReadFailed("unsupported", fileTexts.unsupported, { cause });

export const nothingExtracted = () => new ReadFailed("empty", fileTexts.nothingExtracted);

export const encrypted = (cause?: unknown) =>
  new ReadFailed("encrypted", "This document is protected with a password. Remove the password and upload it again.", {
    cause,
  });

export const damaged = (cause?: unknown) =>
  new ReadFailed(
    "damaged",
    "This document could not be read: it is damaged, or not what its name says. Open it in its own program, save it anew and upload that.",
    { cause },
  );

/** Bytes under the name of a text that are none. */
export const notText = () =>
  new ReadFailed(
    "damaged",
    "This file could not be read: by its name it is text, but its bytes are not. It is damaged, or named wrongly. Save it anew as text and upload that.",
  );

/** `limit`: as in "20 million characters". */
export const tooMuch = (limit: string) =>
  new ReadFailed("tooMuch", `This document is too large: at most ${limit} are taken. Split it and upload the parts.`);

/** A small archive that would become a large one. */
export const inflatesTooMuch = () =>
  new ReadFailed(
    "tooMuch",
    "This document holds far more data than its size shows, and was not unpacked. Save it anew and upload that.",
  );

export const tookTooLong = (seconds: number) =>
  new ReadFailed(
    "timeout",
    `Reading this document took more than ${seconds} seconds and was ended. Try again, or split it and upload the parts.`,
    { canRetry: true },
  );

export const neededTooMuchMemory = (megabytes: number) =>
  new ReadFailed(
    "memory",
    `Reading this document needs more than the ${megabytes} MB of memory that one document may take. Split it and upload the parts.`,
  );

export const crashed = (cause?: unknown) =>
  new ReadFailed(
    "crashed",
    "Reading this document broke off unexpectedly. Try again, or save it anew and upload that.",
    {
      canRetry: true,
      cause,
    },
  );
