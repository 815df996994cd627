import { rm } from "node:fs/promises";

/** Deletes a folder in which the last processes of a killed server may still be writing. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
