import { extensionOf, normalizeFileName, validateFileName } from "@lectern/contract";

export interface UploadRules {
  /** Whether the model sees pictures. */
  acceptsImages: boolean;
  /** Bytes; null: not known here, the server says. */
  maxBytes: number | null;
}

/** Why a file cannot be attached, for its person to read; null: it can. */
export function refuseFile({ name, size }: { name: string; size: number }, rules: UploadRules): string | null {
  const refused = validateFileName(name, { acceptsImages: rules.acceptsImages });
  if (refused !== null) return refused;
  if (size === 0) return "This file is empty.";
  if (rules.maxBytes !== null && size > rules.maxBytes)
    return `This file is too large: it has ${sizeText(size)}, and at most ${sizeText(rules.maxBytes)} can be uploaded.`;
  return null;
}

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** [C9.17] The name under which a file is kept; one that is taken already gets three random characters at its end. */
export function nameAmong(given: string, taken: ReadonlySet<string>): string {
  const name = normalizeFileName(given);
  if (!taken.has(name)) return name;
  const extension = extensionOf(name);
  const stem = extension === "" ? name : name.slice(0, -extension.length - 1);
  for (;;) {
    const suffix = Array.from(crypto.getRandomValues(new Uint8Array(3)), (byte) => letters[byte % letters.length]);
    const other = `${stem}_${suffix.join("")}${extension === "" ? "" : `.${extension}`}`;
    if (!taken.has(other)) return other;
  }
}

/** Bytes as people read them: "1.4 MB". */
export function sizeText(bytes: number): string {
  const [value, unit] =
    bytes < 1_000 ? [bytes, "bytes"] : bytes < 1_000_000 ? [bytes / 1_000, "KB"] : [bytes / 1_000_000, "MB"];
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}
