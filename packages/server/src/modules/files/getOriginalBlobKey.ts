/**
 * Returns the blob key of a file that a browser uploads directly to the store. An upload through this server appends a
 * suffix that is unique to each attempt.
 */
export const getOriginalBlobKey = (key: string) => `originals/${key.replace(/\.json$/, "")}`;
