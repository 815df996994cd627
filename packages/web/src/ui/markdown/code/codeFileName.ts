import { findLanguage } from "../highlight/languages.ts";

/** Returns the suggested file name for code in this language. */
export function buildCodeFileName(language: string): string {
  const { extension } = findLanguage(language);
  return extension === "dockerfile" ? "Dockerfile" : `code.${extension}`;
}

const maxNameCharacters = 120;

/**
 * Turns `name` into a file name that is not a path and has no character that some system forbids. Returns `fallback` if
 * no valid character is left, and adds the extension of `fallback` if `name` has none.
 */
export function toSafeFileName(name: string, fallback: string): string {
  const safeName = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[/\\:*?"<>|]/g, "_")
    .replace(/^[\s._]+|[\s.]+$/g, "")
    .slice(0, maxNameCharacters);
  if (safeName === "") return fallback;
  const extension = /\.[^.]+$/.exec(fallback)?.[0] ?? "";
  return safeName.includes(".") ? safeName : safeName + extension;
}
