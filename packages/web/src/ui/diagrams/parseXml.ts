export interface XmlAttribute {
  name: string;
  value: string;
}

export interface XmlTag {
  type: "open";
  name: string;
  attributes: readonly XmlAttribute[];
  /** True if the tag closes itself (`<a/>`). In that case no "close" token follows. */
  isSelfClosing: boolean;
}

export type XmlToken = XmlTag | { type: "close"; name: string } | { type: "text"; text: string };

const maxDepth = 200;

/**
 * Parses the subset of XML that browsers serialize: elements, quoted attributes, text and comments (which it drops).
 * Returns null for anything else, such as declarations, named entities other than XML's five, mismatched tags, or
 * elements nested deeper than `maxDepth`. The browser's own parser is unsuitable, because it applies the page's policy
 * to style attributes and reports violations.
 */
export function parseXml(text: string): XmlToken[] | null {
  const tokens: XmlToken[] = [];
  const openTags: string[] = [];
  let hasEnded = false;
  let offset = 0;
  while (offset < text.length) {
    if (text.startsWith("<!--", offset)) {
      const end = text.indexOf("-->", offset + 4);
      if (end === -1) return null;
      offset = end + 3;
      continue;
    }
    if (text.charAt(offset) !== "<") {
      const end = text.indexOf("<", offset);
      const content = decodeText(text.slice(offset, end === -1 ? undefined : end));
      if (content === null || (openTags.length === 0 && content.trim() !== "")) return null;
      if (openTags.length > 0) tokens.push({ type: "text", text: content });
      offset = end === -1 ? text.length : end;
      continue;
    }
    tagPattern.lastIndex = offset;
    const match = tagPattern.exec(text);
    if (!match) return null;
    const [whole, slash, name = "", attributesText = "", selfClosing] = match;
    offset += whole.length;
    if (slash) {
      if (attributesText !== "" || selfClosing || openTags.pop() !== name) return null;
      tokens.push({ type: "close", name });
      hasEnded = openTags.length === 0;
      continue;
    }
    const attributes = parseAttributes(attributesText);
    if (!attributes || hasEnded || openTags.length >= maxDepth) return null;
    tokens.push({ type: "open", name, attributes, isSelfClosing: selfClosing !== undefined });
    if (selfClosing === undefined) openTags.push(name);
    else hasEnded = openTags.length === 0;
  }
  return hasEnded ? tokens : null;
}

const tagPattern = /<(\/)?([A-Za-z][\w.:-]*)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/)?>/y;
const attributePattern = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function parseAttributes(text: string): XmlAttribute[] | null {
  const attributes = new Map<string, string>();
  for (const [, name = "", inDouble, inSingle] of text.matchAll(attributePattern)) {
    const value = decodeText(inDouble ?? inSingle ?? "");
    if (value === null || attributes.has(name)) return null;
    attributes.set(name, value);
  }
  return [...attributes].map(([name, value]) => ({ name, value }));
}

const entities: Readonly<Record<string, string | undefined>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Decodes references and drops characters that XML does not allow; null if a reference is unknown or malformed. */
function decodeText(encoded: string): string | null {
  let isKnown = true;
  const text = encoded.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+))?(;?)/gi, (_, hex, decimal, name, end) => {
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : null;
    const decoded = code === null ? entities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (decoded === undefined || end !== ";") isKnown = false;
    return decoded ?? "";
  });
  // Drop the characters here and not on output, because the URL checks must see exactly the text that is written.
  return isKnown ? text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "") : null;
}

/** Escapes text for XML, between tags or in double quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
