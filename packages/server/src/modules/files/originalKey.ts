/**
 * Where a file's bytes lie that a browser sent straight to the store, `key` being the file's. Those that came through this server lie under a longer
 * name, which each sending has of its own.
 */
export const originalKeyOf = (key: string) => `originals/${key.replace(/\.json$/, "")}`;
