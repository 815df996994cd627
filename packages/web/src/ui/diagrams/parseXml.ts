export interface XmlAttribute {
  name: string;
  value: string;
}

export interface XmlTag {
  type: "open";
  name: string;
  attributes: readonly XmlAttribute[];
  /** It ends in itself (`<a/>`); no "close" follows. */
  isEmpty: boolean;
}

export type XmlToken = XmlTag | { type: "close"; name: string } | { type: "text"; text: string };

const deepest = 200;

/**
 * XML of the plain form in which browsers write it: elements, attributes in quotes, text, comments (left out). Null for everything else:
 * declarations, entities but the five, elements that do not match. Not the browser's own parser, which takes the styles in a text for
 * the page's and reports them.
 */
export function parseXml(text: string): XmlToken[] | null {
  const tokens: XmlToken[] = [];
  const open: string[] = [];
  let hasEnded = false;
  let at = 0;
  while (at < text.length) {
    if (text.startsWith("<!--", at)) {
      const end = text.indexOf("-->", at + 4);
      if (end === -1) return null;
      at = end + 3;
      continue;
    }
    if (text.charAt(at) !== "<") {
      const end = text.indexOf("<", at);
      const content = readText(text.slice(at, end === -1 ? undefined : end));
      if (content === null || (open.length === 0 && content.trim() !== "")) return null;
      if (open.length > 0) tokens.push({ type: "text", text: content });
      at = end === -1 ? text.length : end;
      continue;
    }
    tagAt.lastIndex = at;
    const found = tagAt.exec(text);
    if (!found) return null;
    const [whole, slash, name = "", attributesText = "", empty] = found;
    at += whole.length;
    if (slash) {
      if (attributesText !== "" || empty || open.pop() !== name) return null;
      tokens.push({ type: "close", name });
      hasEnded = open.length === 0;
      continue;
    }
    const attributes = readAttributes(attributesText);
    if (!attributes || hasEnded || open.length >= deepest) return null;
    tokens.push({ type: "open", name, attributes, isEmpty: empty !== undefined });
    if (empty === undefined) open.push(name);
    else hasEnded = open.length === 0;
  }
  return hasEnded ? tokens : null;
}

const tagAt = /<(\/)?([A-Za-z][\w.:-]*)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/)?>/y;
const attributePattern = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function readAttributes(text: string): XmlAttribute[] | null {
  const attributes = new Map<string, string>();
  for (const [, name = "", inDouble, inSingle] of text.matchAll(attributePattern)) {
    const value = readText(inDouble ?? inSingle ?? "");
    if (value === null || attributes.has(name)) return null;
    attributes.set(name, value);
  }
  return [...attributes].map(([name, value]) => ({ name, value }));
}

const entities: Readonly<Record<string, string | undefined>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Text without its references, and without characters that XML cannot have; null where a reference is not known. */
function readText(written: string): string | null {
  let isKnown = true;
  const text = written.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+))?(;?)/gi, (_, hex, decimal, name, end) => {
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : null;
    const read = code === null ? entities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (read === undefined || end !== ";") isKnown = false;
    return read ?? "";
  });
  // Now, and not when it is written again: what is looked at for addresses is what will stand there.
  return isKnown ? text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "") : null;
}

/** Text that `parseXml` gave, as it is written in XML, between tags or in double quotes. */
export function writeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
