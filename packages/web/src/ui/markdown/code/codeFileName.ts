import { findLanguage } from "../highlight/languages.ts";

/** Returns the suggested file name for code in this language. */
export function codeFileName(language: string): string {
  const { extension } = findLanguage(language);
  return extension === "dockerfile" ? "Dockerfile" : `code.${extension}`;
}

const maxNameCharacters = 120;

/**
 * Turns `name` into a file name that is valid on every system and never a path. Returns `fallback` if no valid
 * character is left, and adds its extension if `name` has none.
 */
export function safeFileName(name: string, fallback: string): string {
  const safe = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[/\\:*?"<>|]/g, "_")
    .replace(/^[\s._]+|[\s.]+$/g, "")
    .slice(0, maxNameCharacters);
  if (safe === "") return fallback;
  const extension = /\.[^.]+$/.exec(fallback)?.[0] ?? "";
  return safe.includes(".") ? safe : safe + extension;
}
