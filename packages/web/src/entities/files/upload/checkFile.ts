import { extensionOf, normalizeFileName, validateFileName } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { translateFileText } from "../fileMessages.ts";

export interface UploadRules {
  /** True if the model can see images. */
  acceptsImages: boolean;
  /** The maximum file size; null if unknown. The server also enforces the limit. */
  maxBytes: number | null;
  /** The extensions of files that may be uploaded; null: all that can be read. The server also enforces this. */
  allowedExtensions: readonly string[] | null;
}

/** Returns why a file cannot be attached, or null if it can. */
export function checkFile({ name, size }: { name: string; size: number }, rules: UploadRules): string | null {
  const nameProblem = validateFileName(name, rules);
  if (nameProblem !== null) return translateFileText(nameProblem);
  if (size === 0) return t`This file is empty.`;
  if (rules.maxBytes === null || size <= rules.maxBytes) return null;
  const fileSize = formatBytes(size);
  const limit = formatBytes(rules.maxBytes);
  return t`This file is too large (${fileSize}). The limit is ${limit}.`;
}

const suffixCharacters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Normalizes a file name. Appends three random characters if the name is already in use. */
export function makeUniqueName(fileName: string, usedNames: ReadonlySet<string>): string {
  const name = normalizeFileName(fileName);
  if (!usedNames.has(name)) return name;
  const { stem, ending } = splitName(name);
  for (;;) {
    const randomCharacters = Array.from(
      crypto.getRandomValues(new Uint8Array(3)),
      (byte) => suffixCharacters[byte % suffixCharacters.length],
    );
    const candidate = `${stem}_${randomCharacters.join("")}${ending}`;
    if (!usedNames.has(candidate)) return candidate;
  }
}

/** Returns true if `makeUniqueName` may have made the name from the other one. */
export function isMadeUnique(name: string, originalName: string): boolean {
  const { stem, ending } = splitName(originalName);
  const start = `${stem}_`;
  if (!name.startsWith(start) || !name.endsWith(ending)) return false;
  return /^[a-z0-9]{3}$/.test(name.slice(start.length, name.length - ending.length));
}

/** Splits a name into its stem and its extension with the dot, which may be empty. */
export function splitName(name: string): { stem: string; ending: string } {
  const extension = extensionOf(name);
  const ending = extension === "" ? "" : name.slice(-extension.length - 1);
  return { stem: name.slice(0, name.length - ending.length), ending };
}

/** Formats a size, such as "1.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return plural(bytes, { one: "# byte", other: "# bytes" });
  const isSmall = bytes < 1_000_000;
  const value = bytes / (isSmall ? 1_000 : 1_000_000);
  const size = formatNumber(value, { maximumFractionDigits: value < 10 ? 1 : 0 });
  return isSmall ? t`${size} KB` : t`${size} MB`;
}
