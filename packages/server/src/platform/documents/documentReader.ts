import type { ExtractionNote, FileKind, JsonObject, Location } from "@lectern/contract";

export interface ReadRequest {
  /** A local file with the original bytes. */
  path: string;
  /** The file's name. Its extension decides the kind if the bytes do not. */
  name: string;
  /**
   * The kind to use for text if the name does not decide; null: plain text. Other kinds are detected from the bytes.
   */
  kind: FileKind | null;
  /** The encoding that a person has chosen for the text; null or absent: find it. */
  encoding?: string | null;
  /** True if nobody waits for it. The process that is prepared for the next upload is then left to that. */
  isBackground?: boolean;
  signal: AbortSignal;
  /** Reports the progress, 0 to 100, never decreasing. */
  onProgress: (percent: number) => void;
}

/** A part of a document's text that is indexed for search, with its locations. */
export interface Chunk {
  content: string;
  /** The line of headings with which `content` begins; empty if there is none. */
  headings: string;
  tokens: number;
  /** Offset in the document's whole text, in UTF-16 code units. */
  charIndex: number;
  locations: Location[];
  /** Indexes of the content items that the chunk covers. */
  originalIndexes: number[];
  /** Name of a PostgreSQL text search configuration, `simple` if the language is unknown, or `bigrams`. */
  language: string;
}

/** The extracted text of a document, in files that `ReadDocument.dispose` deletes. */
export interface ReadText {
  /**
   * Path of a file with the JSON of `{name, totalItems, locationProperties, createdAt, totalTokens, tags, props,
   * content: ContentItem[]}`.
   */
  contentPath: string;
  totalItems: number;
  totalTokens: number;
  /** ISO 639-1; null if unknown. */
  language: string | null;
  locationProperties: string[];
  /** The document's own metadata, such as title, author and pages. */
  props: JsonObject;
  /** The chunks in reading order, in batches. */
  chunks(): AsyncIterable<readonly Chunk[]>;
}

export interface ReadImage {
  width: number;
  height: number;
  /** Path of the image that models receive: at most 1,568 px per side, JPEG or PNG. */
  previewPath: string;
  previewType: "image/jpeg" | "image/png";
  /** Estimated input tokens of the image, by model family (`openai`, `anthropic`, `google`, `bedrock`). */
  tokens: Record<string, number>;
}

export interface ReadDocument {
  /** The detected kind. */
  kind: FileKind;
  /** Null for an image without text. */
  text: ReadText | null;
  /** Null if the document is not an image. */
  image: ReadImage | null;
  /** What the text does not hold, or holds with doubt. */
  notes: ExtractionNote[];
  /** Deletes the files. */
  dispose(): Promise<void>;
}

/** Extracts text with locations from documents, each in a sandboxed process with bounded memory and time. */
export interface DocumentReader {
  /** Version of the extraction. It increases when the same bytes produce other results than before. */
  readonly version: number;
  /** Says that a document will probably be read soon. Returns at once. */
  prepare(): void;
  /** Ends what `prepare` has started. */
  close(): void;
  /** Reads a document. Throws `DocumentReadError`, or the signal's reason. */
  read(request: ReadRequest): Promise<ReadDocument>;
}

export type DocumentReadFailure =
  | "unsupported"
  | "encrypted"
  | "damaged"
  /** The document has no text. */
  | "empty"
  /** The document exceeds a limit. */
  | "tooMuch"
  | "timeout"
  | "memory"
  | "crashed";

/** `userMessage` says what is wrong and what to do. `canRetry`: another attempt with the same bytes may succeed. */
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
