import { findLanguage } from "../highlight/languages.ts";

/** The file name that is suggested for code in this language. */
export function codeFileName(language: string): string {
  const { extension } = findLanguage(language);
  return extension === "dockerfile" ? "Dockerfile" : `code.${extension}`;
}

const longestName = 120;

/** `name` as a name that every system takes, never a path; `fallback` when nothing of it is left, its extension when it has none. */
export function safeFileName(name: string, fallback: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[/\\:*?"<>|]/g, "_")
    .replace(/^[\s._]+|[\s.]+$/g, "")
    .slice(0, longestName);
  if (plain === "") return fallback;
  const extension = /\.[^.]+$/.exec(fallback)?.[0] ?? "";
  return plain.includes(".") ? plain : plain + extension;
}
