/** What a file is to the rest: how it is extracted, shown and filtered. */
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
  /** Media type under which a browser or a client may send it; the first is ours. */
  mediaTypes: readonly [string, ...string[]];
  extensions: readonly [string, ...string[]];
  /** As it stands in the file list. */
  label: string;
}

const openXml = "application/vnd.openxmlformats-officedocument";
const openDocument = "application/vnd.oasis.opendocument";

/** Every type that is known by name. A file of another extension is taken where its bytes are text. */
export const fileTypes: readonly FileType[] = [
  { kind: "pdf", label: "PDF", mediaTypes: ["application/pdf"], extensions: ["pdf"] },
  { kind: "word", label: "Word", mediaTypes: [`${openXml}.wordprocessingml.document`], extensions: ["docx", "docm"] },
  {
    kind: "slides",
    label: "PowerPoint",
    mediaTypes: [`${openXml}.presentationml.presentation`],
    extensions: ["pptx", "pptm"],
  },
  { kind: "sheet", label: "Excel", mediaTypes: [`${openXml}.spreadsheetml.sheet`], extensions: ["xlsx"] },
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
  { kind: "openText", label: "OpenDocument", mediaTypes: [`${openDocument}.text`], extensions: ["odt"] },
  { kind: "openSheet", label: "OpenDocument sheet", mediaTypes: [`${openDocument}.spreadsheet`], extensions: ["ods"] },
  {
    kind: "openSlides",
    label: "OpenDocument slides",
    mediaTypes: [`${openDocument}.presentation`],
    extensions: ["odp"],
  },
  { kind: "email", label: "E-mail", mediaTypes: ["message/rfc822"], extensions: ["eml"] },
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

/** Types that others store and the file list names, though nothing here makes them. */
const furtherLabels: Readonly<Record<string, string>> = {
  "application/vnd.google-apps.document": "Google Docs",
  "application/vnd.google-apps.spreadsheet": "Google Sheets",
  "application/vnd.google-apps.presentation": "Google Slides",
  "application/msword": "Word",
  "application/vnd.ms-excel": "Excel",
  "application/vnd.ms-powerpoint": "PowerPoint",
};

/** Labels of the file list, with the media types that each stands for: what the filter by type offers. */
export const fileTypeFilters: readonly { label: string; mediaTypes: readonly string[] }[] = groupByLabel();

function groupByLabel() {
  const all = [
    ...fileTypes.map(({ label, mediaTypes }) => [label, mediaTypes] as const),
    ...Object.entries(furtherLabels).map(([mediaType, label]) => [label, [mediaType]] as const),
  ];
  const byLabel = Map.groupBy(all, ([label]) => label);
  return [...byLabel].map(([label, types]) => ({
    label,
    mediaTypes: types.flatMap(([, mediaTypes]) => [...mediaTypes]),
  }));
}

const byMediaType = new Map(
  fileTypes.flatMap((type) => type.mediaTypes.map((mediaType) => [mediaType, type] as const)),
);
const byExtension = new Map(
  fileTypes.flatMap((type) => type.extensions.map((extension) => [extension, type] as const)),
);

const longestUnknownLabel = 15;

/** The friendly name of a media type; of an unknown one its first 15 characters. */
export function fileTypeLabel(mediaType: string | null | undefined): string {
  const plain = normalizeMediaType(mediaType ?? "");
  if (plain === "") return "Unknown";
  return byMediaType.get(plain)?.label ?? furtherLabels[plain] ?? plain.slice(0, longestUnknownLabel);
}

/** Lower-cased and without parameters, as in `text/plain`. */
export function normalizeMediaType(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/** Lower-cased, without the dot; empty where there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 || dot === name.length - 1 ? "" : name.slice(dot + 1).toLowerCase();
}

/** By the name, which people see and trust; else by the media type that was sent. Null: not known by either. */
export function fileTypeOf(name: string, mediaType?: string): FileType | null {
  return byExtension.get(extensionOf(name)) ?? byMediaType.get(normalizeMediaType(mediaType ?? "")) ?? null;
}

export const imageExtensions: readonly string[] = ["jpg", "png", "gif", "jpeg", "webp"];
export const isImageFileName = (name: string) => imageExtensions.includes(extensionOf(name));

/** C5.16: what no text can be taken from, and what is an archive or a program. */
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
const programsAndArchives: readonly string[] = [
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

/** Texts of the specification about files. */
export const fileTexts = {
  unsupported: "This file type is not supported.",
  saveAsXlsx: "This file type is not supported. Please save the file as xlsx.",
  saveAsPptx: "This file type is not supported. Please save the file as pptx.",
  nothingExtracted:
    "I was unable to extract any text from the provided document. If this is a PDF, please OCR the PDF before uploading it.",
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
  imagesNotSeen: "This model cannot see images. Please choose a model that does, or remove the image.",
} as const;

export interface FileNameRules {
  /** Extensions that alone are taken; absent: all but the disallowed ones. */
  allowed?: readonly string[];
  /** Whether the model sees pictures. */
  acceptsImages?: boolean;
}

/** Why a file of this name cannot be attached, as its person reads it; null: it can. */
export function validateFileName(name: string, { allowed, acceptsImages = true }: FileNameRules = {}): string | null {
  const extension = extensionOf(name);
  if (extension === "") return fileTexts.unsupported;
  if (extension === "xls" || extension === "xlsm") return fileTexts.saveAsXlsx;
  if (extension === "ppt" || extension === "potx") return fileTexts.saveAsPptx;
  if (disallowedExtensions.includes(extension) || programsAndArchives.includes(extension)) return fileTexts.unsupported;
  if (allowed && !allowed.includes(extension)) return fileTexts.unsupported;
  if (!acceptsImages && imageExtensions.includes(extension)) return fileTexts.imagesNotSeen;
  return null;
}

const longestName = 200;

/** A file's name as it is kept: one underscore for each run of underscores or white space, and one dot, before the extension. */
export function normalizeFileName(name: string): string {
  const base = (name.split(/[/\\]/).at(-1) ?? "").replace(/[\p{Cc}\p{Cf}]/gu, "").trim();
  const extension = extensionOf(base);
  const stem = extension === "" ? base : base.slice(0, -extension.length - 1);
  const plain = stem.replaceAll(".", "_").replace(/[_\s]+/gu, "_") || "file";
  const ending = extension === "" ? "" : `.${extension}`;
  return [...plain].slice(0, longestName - ending.length).join("") + ending;
}
