import { posix } from "node:path";
import { type Archive, findEpubContainer, openArchive } from "../child/archive.ts";
import { decodeText } from "../child/decodeText.ts";
import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { createDamagedError, createEncryptedError } from "../readFailures.ts";
import { addHtml } from "./addHtml.ts";
import { findDeclaredCharset } from "./html.ts";
import { createMarkupParser } from "./markupParser.ts";
import { createOutline } from "./outline.ts";

/** Reads EPUB: the chapters in reading order, with the titles from the table of contents. */
export const readEpub: FormatReader = async (input, items) => {
  const archive = await openArchive(input.path);
  try {
    const container = findEpubContainer(archive);
    if (container === null) throw createDamagedError(new Error("no container"));
    const rootFolder = posix.dirname(posix.dirname(container));
    const packagePath = resolvePath(rootFolder, findPackagePath(await readRequiredPart(archive, container)));
    const book = readPackage(await readRequiredPart(archive, packagePath));
    const folder = posix.dirname(packagePath);
    const titles = await readTitles(
      archive,
      book.tocHrefs.map((href) => resolvePath(folder, href)),
    );
    const encryptedPaths = await findEncryptedPaths(archive, rootFolder);
    const outline = createOutline();
    let chapter = "";
    for (const [index, href] of book.spine.entries()) {
      const path = resolvePath(folder, href);
      if (encryptedPaths.has(path)) throw createEncryptedError();
      const bytes = await archive.readEntry(path);
      if (bytes === null) continue;
      chapter = titles.get(path) ?? chapter;
      const getLocation = () => ({ ...(chapter === "" ? {} : { chapter }), ...outline.getLocation() });
      const decoded = await decodeText(bytes, { declared: findDeclaredCharset(bytes) });
      addHtml(decoded?.text ?? "", items, { outline, getLocation });
      input.onProgress(((index + 1) / book.spine.length) * 100);
    }
    return { props: book.props };
  } finally {
    archive.close();
  }
};

function findPackagePath(container: string): string {
  let path: string | null = null;
  parseXml(container, (name, attributes) => {
    if (name === "rootfile") path ??= attributes["full-path"] ?? null;
  });
  if (path === null) throw createDamagedError(new Error("no package in the container"));
  return path;
}

function readPackage(xml: string) {
  const hrefs = new Map<string, string>();
  const spine: string[] = [];
  const tocHrefs: string[] = [];
  const props: Record<string, string> = {};
  parseXml(
    xml,
    (name, { id = "", href = "", idref = "", properties = "", "media-type": type = "" }) => {
      if (name === "item") {
        hrefs.set(id, href);
        if (properties.split(" ").includes("nav") || type === "application/x-dtbncx+xml") tocHrefs.push(href);
      }
      const target = name === "itemref" ? hrefs.get(idref) : undefined;
      if (target !== undefined) spine.push(target);
    },
    (name, text) => {
      const propertyName = { title: "title", creator: "author", language: "language" }[name];
      if (propertyName !== undefined && text !== "") props[propertyName] ??= text.slice(0, documentLimits.property);
    },
  );
  return { spine, tocHrefs, props };
}

/**
 * Returns the first title of each part of the book, by path. `paths` are those of the tables of contents: a navigation
 * document (EPUB 3), an NCX file (EPUB 2) or both.
 */
async function readTitles(archive: Archive, paths: readonly string[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    let linkHref: string | null = null;
    let label = "";
    const addTitle = (href: string | null) => {
      if (href === null || label === "") return;
      const target = resolvePath(folder, href);
      if (!titles.has(target)) titles.set(target, label.slice(0, 200));
    };
    parseXml(
      (await archive.readEntry(path))?.toString("utf8") ?? "",
      (tag, { href, src }) => {
        if (tag === "a") linkHref = href ?? null;
        if (tag === "content") addTitle(src ?? null);
      },
      (tag, text) => {
        if (tag === "a" || tag === "text") label = text;
        if (tag === "a") addTitle(linkHref);
      },
    );
  }
  return titles;
}

/**
 * Returns the paths of the encrypted parts: those that digital rights management protects, and obfuscated fonts. A font
 * alone does not make a book unreadable, so the caller checks only the chapters.
 */
async function findEncryptedPaths(archive: Archive, rootFolder: string): Promise<Set<string>> {
  const encryptedPaths = new Set<string>();
  parseXml(
    (await archive.readEntry(posix.join(rootFolder, "META-INF/encryption.xml")))?.toString("utf8") ?? "",
    (name, attributes) => {
      if (name === "CipherReference" && attributes.URI) encryptedPaths.add(resolvePath(rootFolder, attributes.URI));
    },
  );
  return encryptedPaths;
}

async function readRequiredPart(archive: Archive, path: string): Promise<string> {
  const bytes = await archive.readEntry(path);
  if (bytes === null) throw createDamagedError(new Error("a part of the book is missing"));
  return bytes.toString("utf8");
}

/**
 * Reports element names without their prefix. `onText` receives the text of each element, including that of its
 * descendants, when the element ends.
 */
function parseXml(
  xml: string,
  onOpen: (name: string, attributes: Record<string, string>) => void,
  onText: (name: string, text: string) => void = () => undefined,
): void {
  const texts: string[] = [];
  const removePrefix = (name: string) => name.slice(name.indexOf(":") + 1);
  const parser = createMarkupParser(
    {
      onopentag(name, attributes) {
        texts.push("");
        onOpen(removePrefix(name), attributes);
      },
      ontext(text) {
        if (texts.length > 0) texts[texts.length - 1] += text;
      },
      onclosetag(name) {
        const text = texts.pop() ?? "";
        if (texts.length > 0) texts[texts.length - 1] += text;
        onText(removePrefix(name), text.replace(/\s+/g, " ").trim());
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
}

function resolvePath(folder: string, href: string): string {
  const path = href.split("#")[0] ?? "";
  let decodedPath = path;
  try {
    decodedPath = decodeURIComponent(path);
  } catch {
    // The path contains a percent sign, but is not percent-encoded.
  }
  return posix.normalize(posix.join(folder, decodedPath)).replace(/^\//, "");
}
