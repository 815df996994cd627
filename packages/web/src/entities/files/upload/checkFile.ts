import { extensionOf, normalizeFileName, validateFileName } from "@lectern/contract";

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
  if (nameProblem !== null) return nameProblem;
  if (size === 0) return "This file is empty.";
  if (rules.maxBytes !== null && size > rules.maxBytes)
    return `This file is too large: it has ${formatBytes(size)}, and the limit is ${formatBytes(rules.maxBytes)}.`;
  return null;
}

const suffixCharacters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Normalizes a file name. Appends three random characters if the name is already in use. */
export function makeUniqueName(fileName: string, usedNames: ReadonlySet<string>): string {
  const name = normalizeFileName(fileName);
  if (!usedNames.has(name)) return name;
  const extension = extensionOf(name);
  const stem = extension === "" ? name : name.slice(0, -extension.length - 1);
  for (;;) {
    const randomCharacters = Array.from(
      crypto.getRandomValues(new Uint8Array(3)),
      (byte) => suffixCharacters[byte % suffixCharacters.length],
    );
    const candidate = `${stem}_${randomCharacters.join("")}${extension === "" ? "" : `.${extension}`}`;
    if (!usedNames.has(candidate)) return candidate;
  }
}

/** Formats a size, such as "1.4 MB". */
export function formatBytes(bytes: number): string {
  const [value, unit] =
    bytes < 1_000 ? [bytes, "bytes"] : bytes < 1_000_000 ? [bytes / 1_000, "KB"] : [bytes / 1_000_000, "MB"];
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}
