import type { CitedPassage } from "@lectern/contract";

/**
 * [C6.04b] The original is offered to its owner and to the members of its group. A file's key begins with its owner, by id: this stands for the
 * e-mail of the specification, which a person may change. What was taken out of a document (`global/…`) is never offered.
 */
export function mayDownloadSource({ key, groupId }: Pick<CitedPassage, "key" | "groupId">, userId: string): boolean {
  if (key === null) return false;
  const [owner] = key.replace(/^s3:\/\//, "").split("/");
  if (owner === undefined || owner === "" || owner === "global") return false;
  return owner === userId || (groupId !== null && groupId !== "");
}
