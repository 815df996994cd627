import { readFile, stat } from "node:fs/promises";
import type { BlobStore } from "../../../platform/blobStore/blobStore.ts";

/** Larger contents are not compared, because both are loaded; they count as different. */
const maxComparedBytes = 32_000_000;
const itemsStart = Buffer.from('"content":[');

/** Returns true if a stored content and a local file have the same items. Their properties, such as the time, differ. */
export async function hasSameContent(blobs: BlobStore, contentKey: string, path: string): Promise<boolean> {
  const { body, bytes } = await blobs.read(contentKey);
  if (Math.max(bytes, (await stat(path)).size) > maxComparedBytes) {
    body.destroy();
    return false;
  }
  const [stored, local] = await Promise.all([body.toArray().then((parts) => Buffer.concat(parts)), readFile(path)]);
  return selectItems(stored).equals(selectItems(local));
}

/** The first match can be within a property of the document, in which quotation marks would be escaped. */
const selectItems = (content: Buffer) => content.subarray(Math.max(0, content.indexOf(itemsStart)));
