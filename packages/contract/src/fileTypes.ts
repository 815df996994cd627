/** The kind of a file, which determines how the file is extracted and shown. */
export type FileKind =
  | "pdf"
  | "word"
  | "slides"
  | "sheet"
  | "csv"
  | "text"
  | "markdown"
  | "html"
  | "json"
  | "xml"
  | "code"
  | "rtf"
  | "openText"
  | "openSheet"
  | "openSlides"
  | "email"
  | "epub"
  | "image";

export interface FileType {
  kind: FileKind;
  /** Media types that clients send for this file type; the first one is canonical. */
  mediaTypes: readonly [string, ...string[]];
  extensions: readonly [string, ...string[]];
  /** Label in the file list. */
  label: string;
}

const openXmlPrefix = "application/vnd.openxmlformats-officedocument";
const openDocumentPrefix = "application/vnd.oasis.opendocument";

/** The known types. A file with another extension that is not disallowed is accepted if its content is text. */
export const fileTypes: readonly FileType[] = [
  { kind: "pdf", label: "PDF", mediaTypes: ["application/pdf"], extensions: ["pdf"] },
  {
    kind: "word",
    label: "Word",
    mediaTypes: [`${openXmlPrefix}.wordprocessingml.document`],
    extensions: ["docx", "docm"],
  },
  {
    kind: "slides",
    label: "PowerPoint",
    mediaTypes: [`${openXmlPrefix}.presentationml.presentation`],
    extensions: ["pptx", "pptm"],
  },
  {
    kind: "sheet",
    label: "Excel",
    mediaTypes: [
      `${openXmlPrefix}.spreadsheetml.sheet`,
      "application/vnd.ms-excel.sheet.macroenabled.12",
      "application/vnd.ms-excel",
    ],
    // Files of other programs have the extension xls, too. What Excel 97 to 2003 wrote is rejected when it is read.
    extensions: ["xlsx", "xlsm", "xls"],
  },
  { kind: "csv", label: "CSV", mediaTypes: ["text/csv", "text/tab-separated-values"], extensions: ["csv", "tsv"] },
  { kind: "markdown", label: "Markdown", mediaTypes: ["text/markdown"], extensions: ["md", "markdown", "mdx"] },
  {
    kind: "html",
    label: "HTML",
    mediaTypes: ["text/html", "application/xhtml+xml"],
    extensions: ["html", "htm", "xhtml"],
  },
  { kind: "json", label: "JSON", mediaTypes: ["application/json"], extensions: ["json", "jsonl", "ndjson", "ipynb"] },
  { kind: "xml", label: "XML", mediaTypes: ["application/xml", "text/xml"], extensions: ["xml", "xsd", "xsl", "svg"] },
  { kind: "rtf", label: "Rich text", mediaTypes: ["application/rtf", "text/rtf"], extensions: ["rtf"] },
  { kind: "openText", label: "OpenDocument", mediaTypes: [`${openDocumentPrefix}.text`], extensions: ["odt"] },
  {
    kind: "openSheet",
    label: "OpenDocument sheet",
    mediaTypes: [`${openDocumentPrefix}.spreadsheet`],
    extensions: ["ods"],
  },
  {
    kind: "openSlides",
    label: "OpenDocument slides",
    mediaTypes: [`${openDocumentPrefix}.presentation`],
    extensions: ["odp"],
  },
  { kind: "email", label: "Email", mediaTypes: ["message/rfc822"], extensions: ["eml"] },
  { kind: "epub", label: "E-book", mediaTypes: ["application/epub+zip"], extensions: ["epub"] },
  { kind: "image", label: "JPEG image", mediaTypes: ["image/jpeg", "image/jpg"], extensions: ["jpg", "jpeg"] },
  { kind: "image", label: "PNG image", mediaTypes: ["image/png"], extensions: ["png"] },
  { kind: "image", label: "GIF image", mediaTypes: ["image/gif"], extensions: ["gif"] },
  { kind: "image", label: "WebP image", mediaTypes: ["image/webp"], extensions: ["webp"] },
  {
    kind: "code",
    label: "Code",
    mediaTypes: ["text/x-code"],
    extensions: [
      "js",
      "mjs",
      "cjs",
      "jsx",
      "ts",
      "mts",
      "cts",
      "tsx",
      "py",
      "java",
      "kt",
      "kts",
      "scala",
      "c",
      "h",
      "cc",
      "cpp",
      "hpp",
      "cs",
      "go",
      "rs",
      "rb",
      "php",
      "swift",
      "m",
      "r",
      "jl",
      "lua",
      "pl",
      "sh",
      "bash",
      "zsh",
      "ps1",
      "bat",
      "sql",
      "css",
      "scss",
      "less",
      "vue",
      "svelte",
      "dart",
      "hs",
      "ml",
      "clj",
      "ex",
      "exs",
      "erl",
      "fs",
      "vb",
      "asm",
      "tex",
      "bib",
      "yaml",
      "yml",
      "toml",
      "ini",
      "cfg",
      "conf",
      "gradle",
      "cmake",
      "dockerfile",
      "makefile",
      "proto",
      "graphql",
      "tf",
    ],
  },
  {
    kind: "text",
    label: "Text",
    mediaTypes: ["text/plain"],
    extensions: ["txt", "text", "log", "rst", "adoc", "srt", "vtt"],
  },
];

/** Labels of media types that may occur in the file list, although such files cannot be attached by name. */
const extraLabels: Readonly<Record<string, string>> = {
  "application/vnd.google-apps.document": "Google Docs",
  "application/vnd.google-apps.spreadsheet": "Google Sheets",
  "application/vnd.google-apps.presentation": "Google Slides",
  "application/msword": "Word",
  "application/vnd.ms-powerpoint": "PowerPoint",
};

/** The options of the file type filter: each label with the media types it covers. */
export const fileTypeFilters: readonly { label: string; mediaTypes: readonly string[] }[] = groupByLabel();

function groupByLabel() {
  const all = [
    ...fileTypes.map(({ label, mediaTypes }) => [label, mediaTypes] as const),
    ...Object.entries(extraLabels).map(([mediaType, label]) => [label, [mediaType]] as const),
  ];
  const typesByLabel = Map.groupBy(all, ([label]) => label);
  return [...typesByLabel].map(([label, types]) => ({
    label,
    mediaTypes: types.flatMap(([, mediaTypes]) => [...mediaTypes]),
  }));
}

const typesByMediaType = new Map(
  fileTypes.flatMap((type) => type.mediaTypes.map((mediaType) => [mediaType, type] as const)),
);
const typesByExtension = new Map(
  fileTypes.flatMap((type) => type.extensions.map((extension) => [extension, type] as const)),
);

const maxUnknownLabelLength = 15;

/** Returns the label of a media type; for an unknown type, its first 15 characters. */
export function getFileTypeLabel(mediaType: string | null | undefined): string {
  const normalizedType = normalizeMediaType(mediaType ?? "");
  if (normalizedType === "") return "Unknown";
  return (
    typesByMediaType.get(normalizedType)?.label ??
    extraLabels[normalizedType] ??
    normalizedType.slice(0, maxUnknownLabelLength)
  );
}

/** Returns the media type in lower case and without parameters, for example `text/plain`. */
export function normalizeMediaType(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/** Returns the extension of a file name in lower case, without the dot; empty if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 || dot === name.length - 1 ? "" : name.slice(dot + 1).toLowerCase();
}

/**
 * Returns the file type for the extension, which people see and trust, or else for the media type. Null if neither is
 * known.
 */
export function fileTypeOf(name: string, mediaType?: string): FileType | null {
  return typesByExtension.get(extensionOf(name)) ?? typesByMediaType.get(normalizeMediaType(mediaType ?? "")) ?? null;
}

export const imageExtensions: readonly string[] = ["jpg", "png", "gif", "jpeg", "webp"];
export const isImageFileName = (name: string) => imageExtensions.includes(extensionOf(name));

/** Extensions of file types from which no text can be extracted: sound, video, archives and some image formats. */
export const disallowedExtensions: readonly string[] = [
  "mp3",
  "wav",
  "mp4",
  "mov",
  "avi",
  "mkv",
  "rar",
  "7z",
  "tar",
  "gz",
  "tgz",
  "bz2",
  "xz",
  "tif",
  "tiff",
  "bmp",
  "eps",
  "ps",
  "ai",
  "psd",
  "heic",
  "heif",
  "ico",
];
/** Further extensions of programs, archives and other binary formats. */
const disallowedBinaryExtensions: readonly string[] = [
  "zip",
  "jar",
  "war",
  "exe",
  "dll",
  "msi",
  "com",
  "scr",
  "dmg",
  "pkg",
  "deb",
  "rpm",
  "iso",
  "img",
  "apk",
  "ipa",
  "so",
  "o",
  "a",
  "class",
  "pyc",
  "wasm",
  "bin",
  "dat",
  "db",
  "sqlite",
  "doc",
  "dot",
  "key",
  "numbers",
  "pages",
  "ogg",
  "flac",
  "m4a",
  "webm",
];

const unsupportedText = "This file type is not supported.";

/** Messages about files that the specification fixes word for word. */
export const fileTexts = {
  unsupported: unsupportedText,
  notAllowed: (extensions: readonly string[]) =>
    `${unsupportedText} Please upload a file of type: ${extensions.join(", ")}`,
  saveAs: (extension: string) => `${unsupportedText} Please save the file as ${extension}.`,
  nothingExtracted:
    "I was unable to extract any text from the provided document. If this is a PDF, please OCR the PDF before " +
    "uploading it.",
  uploadFailed: "upload failed",
  presignFailed: (status: string) => `Failed to get presigned url: ${status}`,
  putFailed: (status: number) => `Upload failed with status code ${status}`,
  putNetworkError: "Network error occurred during file upload.",
  stillUploading: "Please wait for all documents to finish uploading or remove them from the prompt.",
  downloadFailed: "Error downloading file. Please try again.",
  downloadOffline: "Unable to download. Please check your Internet connection and try again.",
  downloadUnreachable: "Failed to reach the download service. Please check your Internet connection and try again.",
  documentMissing: "Unable to provide the document at this time.",
  tagsFailed: "Error loading tags",
  filesFailed: "Error loading data",
  noSources: "No Sources to Display",
  imagesNotSeen: "This model can’t see images. Choose a model that can, or go on without the image.",
} as const;

export interface FileNameRules {
  /** The accepted extensions; null: all. Disallowed extensions are never accepted. */
  allowedExtensions?: readonly string[] | null;
  /** True if the model can read images. */
  acceptsImages?: boolean;
}

/** Extensions of formats that cannot be read, each with that of the format that replaced it. */
const successorExtensions: ReadonlyMap<string, string> = new Map([
  ["ppt", "pptx"],
  ["potx", "pptx"],
]);

/** Returns the reason why a file with this name cannot be attached, as a message for the user; null if it can. */
export function validateFileName(
  name: string,
  { allowedExtensions = null, acceptsImages = true }: FileNameRules = {},
): string | null {
  const extension = extensionOf(name);
  if (extension === "") return fileTexts.unsupported;
  const successor = successorExtensions.get(extension);
  if (successor !== undefined) {
    return allowedExtensions === null || allowedExtensions.includes(successor)
      ? fileTexts.saveAs(successor)
      : fileTexts.notAllowed(allowedExtensions);
  }
  if (disallowedExtensions.includes(extension) || disallowedBinaryExtensions.includes(extension))
    return fileTexts.unsupported;
  if (allowedExtensions !== null && !allowedExtensions.includes(extension))
    return fileTexts.notAllowed(allowedExtensions);
  if (!acceptsImages && imageExtensions.includes(extension)) return fileTexts.imagesNotSeen;
  return null;
}

const maxFileNameLength = 200;

/**
 * Returns the stored form of a file name: no folders or control characters, at most 200 characters, and no dot except
 * before the extension; runs of underscores, dots and white space in the rest become one underscore.
 */
export function normalizeFileName(name: string): string {
  const base = (name.split(/[/\\]/).at(-1) ?? "").replace(/[\p{Cc}\p{Cf}]/gu, "").trim();
  const extension = extensionOf(base);
  const stem = extension === "" ? base : base.slice(0, -extension.length - 1);
  const cleanStem = stem.replaceAll(".", "_").replace(/[_\s]+/gu, "_") || "file";
  const suffix = extension === "" ? "" : `.${extension}`;
  return [...cleanStem].slice(0, maxFileNameLength - suffix.length).join("") + suffix;
}
