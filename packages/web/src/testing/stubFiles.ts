import {
  type ContentItem,
  deleteFile,
  downloadFile,
  type FileRecord,
  getFiles,
  listFileTags,
  queryFiles,
  readFileContent,
  readFileTable,
  setFileTags,
  uploadFile,
} from "@lectern/contract";
import { Failure, getPerson, stubOp, stubRequests } from "./stubServer.ts";

/** A sheet of a stored file. The first row has the names of the columns. */
export interface StubbedSheet {
  name: string | null;
  titles?: readonly string[];
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A file of the stubbed server: its record, and what the server has read in it. */
export interface StubbedFile {
  record: FileRecord;
  items: readonly ContentItem[];
  /** Empty if it is no spreadsheet. */
  sheets: readonly StubbedSheet[];
  original: Blob;
  /** The SHA-256 of an uploaded file. */
  sha256?: string;
}

export interface StubbedFiles {
  /** The stored files, newest first. */
  list(): FileRecord[];
  /** The only file with this name. */
  get(name: string): FileRecord;
  /** Changes a file, as the server does. The page is not told. */
  change(name: string, changes: Partial<FileRecord>): void;
  add(file: StubbedFile): void;
  remove(name: string): void;
}

type FileFields = Partial<FileRecord> & { name: string };

let createdCount = 0;

/** Creates the record of a file of the signed-in person. Each one is newer than the one before. */
export function createFileRecord(fields: FileFields): FileRecord {
  createdCount += 1;
  return {
    id: `${getPerson().id}/2026-11-21/${crypto.randomUUID()}.json`,
    type: "text/plain",
    createdAt: new Date(Date.UTC(2026, 10, 21, 10, 0, createdCount)).toISOString(),
    tags: [],
    size: 1_000,
    state: "ready",
    progress: 100,
    reason: null,
    canRetry: false,
    totalTokens: 100,
    totalItems: 1,
    isImage: fields.type?.startsWith("image/") ?? false,
    groupId: null,
    contentKey: null,
    ...fields,
  };
}

/** Creates a file of which the server has read these paragraphs. */
export function createTextFile(
  fields: FileFields,
  texts: readonly (string | Partial<ContentItem>)[] = [`The text of ${fields.name}.`],
  original: Blob = new Blob([]),
): StubbedFile {
  const items = texts.map((text, index) => {
    const given = typeof text === "string" ? { content: text } : text;
    return {
      content: "",
      tokens: 1,
      location: { line: index * 2 + 1 },
      canSplit: true,
      kind: "paragraph" as const,
      ...given,
    };
  });
  return { record: createFileRecord({ totalItems: items.length, ...fields }), items, sheets: [], original };
}

/** Creates a spreadsheet. Each row is an item, also those of the titles and the columns. */
export function createSheetFile(fields: FileFields, ...sheets: readonly StubbedSheet[]): StubbedFile {
  const totalItems = sheets.reduce((sum, sheet) => sum + countItems(sheet), 0);
  return { ...createTextFile({ type: "text/csv", totalItems, ...fields }), sheets };
}

/** Answers as a server that stores these files of the person, of which the last one is the newest, and accepts others. */
export function stubFiles(...files: readonly StubbedFile[]): StubbedFiles {
  const rows = new Map(files.map((file) => [file.record.id, file]));
  const find = (id: string): StubbedFile => {
    const file = rows.get(id);
    if (!file) throw new Failure("This file doesn’t exist.", { status: 404, code: "notFound" });
    return file;
  };
  const findByName = (name: string): StubbedFile => {
    const file = [...rows.values()].find(({ record }) => record.name === name);
    if (!file) throw new Error(`there is no file ${name}`);
    return file;
  };
  const change = (file: StubbedFile, changes: Partial<FileRecord>) =>
    rows.set(file.record.id, { ...file, record: { ...file.record, ...changes } });

  stubOp(queryFiles, (query) => {
    const { sortIndex = "createdAt", forwardScan = false } = query;
    const from = Number(query.pageKey ?? 0);
    const pageSize = Number(query.pageSize ?? 100);
    const direction = forwardScan ? 1 : -1;
    const found = [...rows.values()]
      .filter((file) => matches(file, query))
      .map(({ record }) => record)
      .sort((a, b) => direction * (compare(a[sortIndex], b[sortIndex]) || compare(a.createdAt, b.createdAt)));
    const items = found.slice(from, from + pageSize);
    return { items, pageKey: from + pageSize < found.length ? String(from + pageSize) : null };
  });
  stubOp(getFiles, ({ keys }) => ({ items: keys.flatMap((key) => rows.get(key)?.record ?? []) }));
  stubOp(listFileTags, () => ({
    tags: [...new Set([...rows.values()].flatMap(({ record }) => record.tags))].sort(compare),
  }));
  stubOp(setFileTags, ({ id, tags }) => {
    change(find(id), { tags });
    return { tags };
  });
  stubOp(deleteFile, ({ key }) => {
    rows.delete(find(key).record.id);
    return {};
  });
  stubOp(downloadFile, ({ key }) => {
    const { record, original } = find(key);
    // A page reads pictures and downloads without `fetch`, which the stubs replace.
    const isFetched = record.type === "application/pdf";
    return { downloadUrl: isFetched ? `/files/original?key=${record.id}` : URL.createObjectURL(original) };
  });
  stubOp(readFileContent, ({ key, ...range }) => {
    const { record, items } = find(key);
    const from = Number(range.from ?? 0);
    return {
      name: record.name,
      type: record.type,
      totalItems: items.length,
      locationProperties: ["line"],
      from,
      items: items.slice(from, from + Number(range.count ?? 200)),
    };
  });
  stubOp(readFileTable, ({ key, from, count }) => readTable(find(key).sheets, Number(from ?? 0), Number(count ?? 200)));
  stubOp(uploadFile, ({ data }) => {
    const record = createFileRecord({
      name: data.name,
      type: data.type ?? "application/octet-stream",
      state: "uploading",
      progress: 0,
      size: null,
    });
    rows.set(record.id, { record, items: [], sheets: [], original: new Blob([]) });
    const url = (name: string) => `/files/${name}?key=${record.id}`;
    const urls = { contentUrl: url("content"), statusUrl: url("status"), metadataUrl: url("metadata") };
    return { key: record.id, url: url("upload"), ...urls };
  });
  routeUploadsThroughFetch();
  stubRequests(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const file = pathname.startsWith("/files/") ? rows.get(searchParams.get("key") ?? "") : undefined;
    if (!file) return null;
    if (pathname === "/files/original") return new Response(file.original);
    if (pathname === "/files/upload") {
      const original = await request.blob();
      const sha256 = await hash(original);
      rows.set(file.record.id, { ...file, original, sha256 });
      change(find(file.record.id), { state: "ready", progress: 100, size: original.size });
      return new Response(null);
    }
    if (pathname === "/files/status") {
      const { state, progress, reason } = file.record;
      return Response.json({ state, progress, ...(reason === null ? {} : { reason }) });
    }
    return null;
  });

  return {
    list: () => [...rows.values()].map(({ record }) => record).sort((a, b) => compare(b.createdAt, a.createdAt)),
    get: (name) => findByName(name).record,
    change: (name, changes) => void change(findByName(name), changes),
    add: (file) => void rows.set(file.record.id, file),
    remove: (name) => void rows.delete(findByName(name).record.id),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface FileQuery {
  namePrefix?: string | null | undefined;
  sortIndex?: string | undefined;
  tags?: readonly string[] | null | undefined;
  types?: readonly string[] | null | undefined;
  sha256?: string | null | undefined;
}

function matches({ record, sha256 }: StubbedFile, query: FileQuery): boolean {
  const name = record.name.toLowerCase();
  const text = query.namePrefix?.toLowerCase() ?? "";
  return (
    (query.sortIndex === "name" ? name.startsWith(text) : name.includes(text)) &&
    (query.tags ?? []).every((tag) => record.tags.includes(tag)) &&
    (query.types?.includes(record.type) ?? true) &&
    (!query.sha256 || query.sha256 === sha256)
  );
}

const countItems = ({ titles = [], rows }: StubbedSheet): number => titles.length + 1 + rows.length;

function readTable(sheets: readonly StubbedSheet[], from: number, count: number) {
  let first = 0;
  const ranges = sheets.map((sheet) => {
    const range = { name: sheet.name, from: first, count: countItems(sheet) };
    first += range.count;
    return range;
  });
  const position = ranges.findIndex((range) => from < range.from + range.count);
  const [sheet, range] = [sheets[position], ranges[position]];
  if (!sheet || !range) return { sheets: ranges, titles: [], columns: [], bodyFrom: 0, rows: [] };
  const { titles = [], columns, rows } = sheet;
  const cells = [...titles.map((title) => [title]), columns, ...rows];
  return {
    sheets: ranges,
    titles: titles.map((text, index) => ({ row: index + 1, text })),
    columns: columns.map((name, column) => ({
      name,
      characters: Math.max(name.length, ...rows.slice(0, 200).map((row) => row[column]?.length ?? 0)),
      isNumeric: rows.slice(0, 200).every((row) => /^[\d.,]*$/.test(row[column] ?? "")),
    })),
    bodyFrom: range.from + titles.length + 1,
    rows: cells
      .slice(from - range.from, from - range.from + count)
      .map((row, index) => ({ row: from - range.from + index + 1, cells: [...row] })),
  };
}

async function hash(bytes: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await bytes.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Lets the stubs of other requests answer uploads, which use XMLHttpRequest because of its progress. */
export function routeUploadsThroughFetch(): void {
  globalThis.XMLHttpRequest = class extends EventTarget {
    readonly upload: { onprogress: ((event: object) => void) | null } = { onprogress: null };
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    onloadend: (() => void) | null = null;
    status = 0;
    responseText = "";
    #headers = new Headers();
    #received = new Headers();
    #url = "";
    #controller = new AbortController();
    open(_method: string, url: string) {
      this.#url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value);
    }
    getResponseHeader(name: string) {
      return this.#received.get(name);
    }
    abort() {
      this.#controller.abort();
    }
    send(body: Blob) {
      const { signal } = this.#controller;
      this.upload.onprogress?.({ loaded: body.size, total: body.size });
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      const sent = fetch(this.#url, { method: "PUT", headers: this.#headers, body, signal });
      Promise.race([sent, aborted])
        .then(
          async (response) => {
            this.status = response.status;
            this.#received = response.headers;
            this.responseText = await response.text();
            this.onload?.();
          },
          () => (signal.aborted ? this.onabort?.() : this.onerror?.()),
        )
        .finally(() => this.onloadend?.());
    }
  } as unknown as typeof XMLHttpRequest; // only what uploads use
}
