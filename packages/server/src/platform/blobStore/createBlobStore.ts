import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { BlobStore } from "./blobStore.ts";
import { createDiskBlobStore } from "./diskBlobStore.ts";
import { createGuardedBlobStore } from "./guardedBlobStore.ts";

/**
 * Creates the configured blob store: a bucket, or a folder in the data folder. Loads the S3 client only for a bucket.
 */
export async function createBlobStore({ s3, dataDir, databaseUrl }: Config): Promise<BlobStore> {
  if (!s3) return createDiskBlobStore({ folder: getBlobFolder(dataDir), isSingleProcess: databaseUrl === null });
  const { createS3BlobStore } = await import("./s3BlobStore.ts");
  return createGuardedBlobStore(createS3BlobStore(s3));
}

export const getBlobFolder = (dataDir: string) => join(dataDir, "blobs");
