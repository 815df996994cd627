type Load = (fileName: string) => Promise<ArrayBuffer | null>;

/**
 * Returns a function that loads each file once, and returns null for one that is being loaded or was. Pyodide asks once for
 * each file that it gets; other code could ask for a large one again and again. A file that could not be loaded can be asked
 * for again.
 */
export function loadOnce(load: Load): Load {
  const askedNames = new Set<string>();
  return async (fileName) => {
    if (askedNames.has(fileName)) return null;
    askedNames.add(fileName);
    const bytes = await load(fileName);
    if (!bytes) askedNames.delete(fileName);
    return bytes;
  };
}
