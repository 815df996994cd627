import type { Platform } from "../../core/context.ts";
import { getSiteFileKey } from "./siteFileBlobs.ts";

/** Removes the bytes of files whose rows are deleted. */
export async function removeSiteFileBlobs({ blobs }: Pick<Platform, "blobs">, ids: readonly string[]): Promise<void> {
  await blobs.remove(ids.map(getSiteFileKey));
}
