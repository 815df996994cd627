import type { CitedPassage } from "@lectern/contract";

/**
 * True if the original may be offered for download: the person owns it, or it belongs to a group. A file's key starts
 * with the owner's id, because the email address may change. Extracted content (`global/…`) is never offered.
 */
export function canDownloadSource({ key, groupId }: Pick<CitedPassage, "key" | "groupId">, userId: string): boolean {
  if (key === null) return false;
  const [owner] = key.replace(/^s3:\/\//, "").split("/");
  if (owner === undefined || owner === "" || owner === "global") return false;
  return owner === userId || (groupId !== null && groupId !== "");
}
