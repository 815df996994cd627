import type { ConvertFormat } from "@lectern/contract";

/** A stretch of a document, in the order of reading. Its markdown is read by itself: what is left open in it ends with it. */
export interface DocumentSection {
  /** `name`: that of the conversation that begins here. */
  kind: "name" | "user" | "assistant";
  markdown: string;
}

export interface ConversionRequest {
  format: ConvertFormat;
  /** A local file with fonts, sizes and layouts; null: the one that comes with the server. */
  templatePath: string | null;
  /** What the document says that it is called. */
  title: string;
  pieces: readonly DocumentSection[];
  signal: AbortSignal;
}

export interface ConvertedDocument {
  /** Of a local file, gone after `dispose`. */
  path: string;
  bytes: number;
  dispose(): Promise<void>;
}

/** Makes Word and PowerPoint documents of markdown, each in a process of its own with bounded memory and time. */
export interface DocumentConverter {
  /** Why no document can be made here, for people to read; null: they can. */
  readonly unavailable: string | null;
  /** Throws `ConversionError`, or the signal's reason. */
  convert(request: ConversionRequest): Promise<ConvertedDocument>;
}

/** `template`: the template cannot be used. The message says what to do. */
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
