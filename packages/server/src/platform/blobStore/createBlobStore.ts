import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { BlobStore } from "./blobStore.ts";
import { createDiskBlobStore } from "./diskBlobStore.ts";

/** The store that the configuration names: a bucket, or a folder beside the database. The program for buckets is loaded only then. */
export async function createBlobStore({ s3, dataDir, databaseUrl }: Config): Promise<BlobStore> {
  if (!s3) return createDiskBlobStore({ folder: blobFolder(dataDir), isAlone: databaseUrl === null });
  const { createS3BlobStore } = await import("./s3BlobStore.ts");
  return createS3BlobStore(s3);
}

export const blobFolder = (dataDir: string) => join(dataDir, "blobs");
