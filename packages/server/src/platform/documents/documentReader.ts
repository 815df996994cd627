import type { FileKind, JsonObject, Location } from "@lectern/contract";

export interface ReadRequest {
  /** A local file with the original's bytes. */
  path: string;
  /** Its name, for what the bytes do not tell. */
  name: string;
  /** By its name; null: to be told from the bytes, which may be text. */
  kind: FileKind | null;
  signal: AbortSignal;
  /** 0 to 100, never falling. */
  onProgress: (percent: number) => void;
}

/** A passage for search: text of about one topic, with its place. */
export interface Chunk {
  content: string;
  tokens: number;
  /** Where it begins in the document's whole text, in UTF-16 code units. */
  charIndex: number;
  locations: Location[];
  /** Which items of the content it covers. */
  originalIndexes: number[];
  /** Name of a text search configuration of PostgreSQL, `simple` where the language is not told, or `bigrams`. */
  language: string;
}

/** The text of a document, in files that are gone after `dispose`. */
export interface ReadText {
  /** JSON of `{name, totalItems, locationProperties, createdAt, totalTokens, tags, props, content: ContentItem[]}`. */
  contentPath: string;
  totalItems: number;
  totalTokens: number;
  /** ISO 639-1; null: not told. */
  language: string | null;
  locationProperties: string[];
  /** What the document says of itself: title, author, pages. */
  props: JsonObject;
  /** In reading order, some at a time. */
  chunks(): AsyncIterable<readonly Chunk[]>;
}

export interface ReadImage {
  width: number;
  height: number;
  /** As models are sent it: at most 1,568 px a side, JPEG or PNG. */
  previewPath: string;
  previewType: "image/jpeg" | "image/png";
  /** Tokens that it takes, by the family of models (`openai`, `anthropic`, `google`, `bedrock`). */
  tokens: Record<string, number>;
}

export interface ReadDocument {
  /** What the bytes turned out to be. */
  kind: FileKind;
  /** Null: an image without text. */
  text: ReadText | null;
  /** Null: no image. */
  image: ReadImage | null;
  dispose(): Promise<void>;
}

/** Takes text, with places, from documents, each in a process of its own with bounded memory and time. */
export interface DocumentReader {
  /** Raised when the extraction gives other results than before. */
  readonly version: number;
  /** Throws `DocumentReadError`, or the signal's reason. */
  read(request: ReadRequest): Promise<ReadDocument>;
}

export type DocumentReadFailure =
  | "unsupported"
  | "encrypted"
  | "damaged"
  /** No text in it. */
  | "empty"
  /** More than is taken from one document. */
  | "tooMuch"
  | "timeout"
  | "memory"
  | "crashed";

/** `userMessage` says what was wrong with the document and what to do. `canRetry`: the same bytes may succeed another time. */
export class DocumentReadError extends Error {
  readonly failure: DocumentReadFailure;
  readonly userMessage: string;
  readonly canRetry: boolean;
  constructor(
    failure: DocumentReadFailure,
    userMessage: string,
    options: { canRetry?: boolean; cause?: unknown } = {},
  ) {
    super(`${failure}: ${userMessage}`, { cause: options.cause });
    this.name = "DocumentReadError";
    this.failure = failure;
    this.userMessage = userMessage;
    this.canRetry = options.canRetry ?? false;
  }
}
