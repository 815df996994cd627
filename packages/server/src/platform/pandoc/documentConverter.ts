import type { ConvertFormat } from "@lectern/contract";
import type { ErrorSummary } from "../sandboxedProcess/errorSummary.ts";

/**
 * A section of a document. The Markdown of each section is parsed separately, so that unclosed syntax ends with its
 * section.
 */
export interface DocumentSection {
  /** `name`: the name of a conversation, whose messages follow. */
  kind: "name" | "user" | "assistant";
  markdown: string;
}

export interface ConversionRequest {
  format: ConvertFormat;
  /** Path of a local document with fonts, sizes and layouts; null: the server's built-in template. */
  templatePath: string | null;
  /** Title in the document's properties. */
  title: string;
  /** In reading order. */
  sections: readonly DocumentSection[];
  signal: AbortSignal;
}

export interface ConvertedDocument {
  /** Path of a local file, which `dispose` deletes. */
  path: string;
  /** Size of the file. */
  bytes: number;
  dispose(): Promise<void>;
}

/** Converts Markdown to Word and PowerPoint documents, each in a sandboxed process with bounded memory and time. */
export interface DocumentConverter {
  /** The message for users if conversion is not available on this server; null if it is available. */
  readonly unavailable: string | null;
  /** Throws `ConversionError`, or the signal's reason. */
  convert(request: ConversionRequest): Promise<ConvertedDocument>;
}

/** `template`: the template cannot be used. */
export type ConversionFailure = "template" | "timeout" | "memory" | "tooLarge" | "crashed";

/** `userMessage` says what is wrong and what to do. `summary` describes the original error for the log. */
export class ConversionError extends Error {
  readonly failure: ConversionFailure;
  readonly userMessage: string;
  readonly summary: ErrorSummary | null;
  constructor(failure: ConversionFailure, userMessage: string, summary: ErrorSummary | null = null) {
    super(`${failure}: ${userMessage}`);
    this.name = "ConversionError";
    this.failure = failure;
    this.userMessage = userMessage;
    this.summary = summary;
  }
}
