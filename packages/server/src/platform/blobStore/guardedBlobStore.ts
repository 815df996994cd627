import { isNetworkError } from "../isNetworkError.ts";
import type { BlobStore } from "./blobStore.ts";

/** The server of the blob store cannot be reached. */
export class BlobStoreUnreachableError extends Error {
  constructor(cause: unknown) {
    super("the blob store cannot be reached", { cause });
    this.name = "BlobStoreUnreachableError";
  }
}

/** Wraps a store so that its network errors are not mistaken for those of another server, such as the database. */
export function createGuardedBlobStore(inner: BlobStore): BlobStore {
  return {
    ...inner,
    write: (...parameters) => guard(inner.write(...parameters)),
    read: (...parameters) => guard(inner.read(...parameters)),
    copy: (fromKey, toKey) => guard(inner.copy(fromKey, toKey)),
    stat: (key) => guard(inner.stat(key)),
    remove: (keys) => guard(inner.remove(keys)),
    async withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>) {
      // The errors of `use` are not the store's.
      const settle = (path: string): Promise<{ value: Result } | { error: unknown }> =>
        use(path).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
      const outcome = await guard(inner.withLocalFile(key, settle));
      if ("error" in outcome) throw outcome.error;
      return outcome.value;
    },
  };
}

async function guard<Result>(operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    throw isNetworkError(error) ? new BlobStoreUnreachableError(error) : error;
  }
}
