import { Parser } from "htmlparser2";

/** `text` with its character references (`&amp;`) resolved, once. Tags stay as they are written. */
export function resolveReferences(text: string): string {
  if (!text.includes("&")) return text;
  let resolved = "";
  const parser = new Parser({ ontext: (part) => (resolved += part) }, { decodeEntities: true });
  parser.end(text.replaceAll("<", "&lt;"));
  return resolved;
}
