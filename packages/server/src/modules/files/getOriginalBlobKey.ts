/**
 * Returns the blob key for the bytes of a file, if a browser uploads them directly to the store. An upload through this
 * server appends a unique suffix for each attempt.
 */
export const getOriginalBlobKey = (key: string) => `originals/${key.replace(/\.json$/, "")}`;
