import { limits } from "@lectern/contract";

const copySuffix = " (copy)";

/** Marks a name as that of a copy, within the length that names of conversations and prompts may have. Pure. */
export function buildCopyName(name: string, suffix: string = copySuffix): string {
  return `${name.slice(0, limits.conversationNameLength - suffix.length).toWellFormed()}${suffix}`;
}
