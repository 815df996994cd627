import type { Platform } from "../../core/context.ts";
import { type EventPlatform, publishBrowserEvent } from "../browserEvents/service.ts";
import { presentStatus } from "./present.ts";
import { type FileRow, findFilesOfDocument, findFileToPublish } from "./repository.ts";

/** Tells the owner's browsers the state of a file. Never throws. */
export async function publishFile(platform: Platform, id: string): Promise<void> {
  await publishRows(platform, () => findFileToPublish(platform.db, id));
}

/** Tells the owners' browsers the state of the files with this document. Never throws. */
export async function publishFilesOfDocument(platform: Platform, documentId: string): Promise<void> {
  await publishRows(platform, () => findFilesOfDocument(platform.db, documentId));
}

/** Tells the owner's browsers that a file was deleted. */
export function publishDeletedFile(platform: EventPlatform, { owner_id, id }: Pick<FileRow, "owner_id" | "id">): void {
  publishBrowserEvent(platform, owner_id, { type: "file", key: id, state: null });
}

async function publishRows(platform: Platform, find: () => Promise<FileRow[]>): Promise<void> {
  try {
    for (const row of await find()) {
      const { state, progress } = presentStatus(row);
      publishBrowserEvent(platform, row.owner_id, { type: "file", key: row.id, state, progress });
    }
  } catch (error) {
    platform.log.warn({ err: error }, "the browsers of a file's owner were not told of its new state");
  }
}
