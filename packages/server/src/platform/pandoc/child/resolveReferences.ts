import { Parser } from "htmlparser2";

/** Resolves the character references (`&amp;`) of a text, but not recursively. Tags stay unchanged. */
export function resolveReferences(text: string): string {
  if (!text.includes("&")) return text;
  let resolvedText = "";
  const parser = new Parser({ ontext: (part) => (resolvedText += part) }, { decodeEntities: true });
  parser.end(text.replaceAll("<", "&lt;"));
  return resolvedText;
}
