import type { FileState } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { type OwnerId, ownedBy } from "../access/service.ts";
import { presentFile } from "./present.ts";
import { findFiles } from "./repository.ts";

/** The state of a file that is attached to something of its owner. */
export interface AttachedFile {
  key: string;
  name: string;
  type: string;
  state: FileState;
  progress: number;
  reason: string | null;
  totalTokens: number | null;
}

/** Describes files of an owner, by key. Files that no longer exist are missing. */
export async function describeAttachedFiles(
  { db }: Pick<Platform, "db">,
  ownerId: OwnerId,
  keys: readonly string[],
): Promise<ReadonlyMap<string, AttachedFile>> {
  const rows = await findFiles(db, ownedBy(ownerId, "file"), keys);
  return new Map(
    rows.map((row) => {
      const { id, name, type, state, progress, reason } = presentFile(row);
      const totalTokens = state === "ready" ? row.total_tokens : null;
      return [id, { key: id, name, type, state, progress, reason, totalTokens }];
    }),
  );
}
