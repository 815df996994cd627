import type { ConvertFormat } from "@lectern/contract";

/**
 * A section of a document, in reading order. Its Markdown is parsed separately, so unclosed syntax ends with the
 * section.
 */
export interface DocumentSection {
  /** `name`: the name of a conversation that starts here. */
  kind: "name" | "user" | "assistant";
  markdown: string;
}

export interface ConversionRequest {
  format: ConvertFormat;
  /** A local file with fonts, sizes and layouts; null: the server's built-in template. */
  templatePath: string | null;
  /** Title in the document's properties. */
  title: string;
  sections: readonly DocumentSection[];
  signal: AbortSignal;
}

export interface ConvertedDocument {
  /** A local file, deleted by `dispose`. */
  path: string;
  bytes: number;
  dispose(): Promise<void>;
}

/** Converts Markdown to Word and PowerPoint documents, each in a sandboxed process with bounded memory and time. */
export interface DocumentConverter {
  /** Why conversion is not available on this server, as a message for users; null if it is. */
  readonly unavailable: string | null;
  /** Throws `ConversionError`, or the signal's reason. */
  convert(request: ConversionRequest): Promise<ConvertedDocument>;
}

/** `template`: the template is invalid. The error's `userMessage` says what to do. */
export type ConversionFailure = "template" | "timeout" | "memory" | "tooLarge" | "crashed";

export class ConversionError extends Error {
  readonly failure: ConversionFailure;
  readonly userMessage: string;
  constructor(failure: ConversionFailure, userMessage: string, cause?: unknown) {
    super(`${failure}: ${userMessage}`, { cause });
    this.name = "ConversionError";
    this.failure = failure;
    this.userMessage = userMessage;
  }
}
